/* SPDX-License-Identifier: Apache-2.0
 *
 * id_set.h: the different ids of an edge list, numbered as they come, so that an edge takes two 32-bit numbers.
 *
 * All threads may add at the same time; which number an id gets then depends on who came first, but the ranks that the
 * numbers turn into at the end do not. An id may get a second number when two threads meet, which does no harm.
 */
#ifndef MG_CORE_GRAPH_ID_SET_H
#define MG_CORE_GRAPH_ID_SET_H

#include "core/context.h"

typedef struct mg_id_set {
    uint64_t *ids;        /* of each number */
    uint32_t *slots;      /* number + 1, by the hash of the id; 0: free */
    unsigned bits;        /* 2^bits slots */
    uint64_t count, capacity; /* numbers given, and those that fit */
    uint64_t seed;        /* of the hash, so that no file can be made to collide */
} mg_id_set;

/* Makes the set, or doubles its room; not while others add. RANGE beyond 2^32 - 2 ids. */
mg_status mg__id_set_grow(mg_context *context, mg_id_set *set);

/* The number of an id; false if there is no room for it. *spare belongs to the caller, who begins with MG_NONE. */
bool mg__id_set_add(mg_id_set *set, uint64_t id, uint32_t *spare, uint32_t *number);

/* numbers[i] = the number of ids[i], an array of MG_UINT32 (which may be `numbers` itself) or MG_UINT64. */
mg_status mg__id_set_number(mg_context *context, mg_id_set *set, mg_type type, const void *ids, uint64_t count,
                            uint32_t *numbers);

/* Ends the set: *ids = its `n` ids, ascending, *rank = the position of each number's id among them. */
mg_status mg__id_set_rank(mg_context *context, mg_id_set *set, uint64_t **ids, mg_vertex *n, uint32_t **rank);

void mg__id_set_release(const mg_allocator *memory, mg_id_set *set);

#endif
