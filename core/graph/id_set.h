/* SPDX-License-Identifier: Apache-2.0
 *
 * id_set.h: set of the distinct ids of an edge list, numbered in order of insertion, so that an edge takes two 32-bit
 * numbers.
 *
 * Threads may insert concurrently. The number of an id depends on the timing, but its final rank does not. Two threads
 * that insert the same id at once may give it two numbers; ranking merges both.
 */
#ifndef MG_CORE_GRAPH_ID_SET_H
#define MG_CORE_GRAPH_ID_SET_H

#include "core/context.h"

typedef struct mg_id_set {
    uint64_t *ids;        /* id of each number */
    uint32_t *slots;      /* hash table: number + 1; 0: free */
    unsigned bits;        /* 2^bits slots */
    uint64_t count, capacity; /* numbers assigned; largest number of them */
    uint64_t seed;        /* random seed of the hash, against crafted collisions */
} mg_id_set;

/* An unpredictable seed of a hash, so that crafted input cannot cause collisions. */
uint64_t mg__random_seed(const void *address);

/* Allocates the set, or doubles its capacity; not concurrent with insertion. RANGE: more than 2^32 - 2 ids. */
mg_status mg__id_set_grow(mg_context *context, mg_id_set *set);

/* Inserts an id and returns its number in *number; false: the set is full. *spare: a reserved number of the calling
 * thread, MG_NONE at first. */
bool mg__id_set_add(mg_id_set *set, uint64_t id, uint32_t *spare, uint32_t *number);

/* numbers[i] = number of ids[i], an array of MG_UINT32 (which may be `numbers` itself) or MG_UINT64. */
mg_status mg__id_set_number(mg_context *context, mg_id_set *set, mg_type type, const void *ids, uint64_t count,
                            uint32_t *numbers);

/* Releases the set and returns its *n distinct ids, ascending, in *ids, and the position of each number's id in
 * *rank. */
mg_status mg__id_set_rank(mg_context *context, mg_id_set *set, uint64_t **ids, mg_vertex *n, uint32_t **rank);

void mg__id_set_release(const mg_allocator *memory, mg_id_set *set);

#endif
