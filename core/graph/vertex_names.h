/* SPDX-License-Identifier: Apache-2.0
 *
 * vertex_names.h: names of vertices. Readers number them in order of first appearance; a graph keeps them in the order
 * of its ids.
 */
#ifndef MG_CORE_GRAPH_VERTEX_NAMES_H
#define MG_CORE_GRAPH_VERTEX_NAMES_H

#include "core/context.h"

typedef struct mg_names {
    uint64_t *ends; /* where each name ends in `text`, after its zero byte */
    uint64_t count, capacity;
    char *text; /* all names, one after the other, each with a zero byte */
    uint64_t text_capacity;
    uint32_t *slots; /* hash table: number + 1; 0: free. NULL: it is not made yet */
    unsigned bits;   /* 2^bits slots */
    uint64_t seed;   /* random seed of the hash, against crafted collisions */
} mg_names;

/* *number = number of a name, which is added if it is new. RANGE: more than 2^32 - 2 names. INVALID: a name with a zero
 * byte, which is no string, or an empty one. */
mg_status mg__names_add(mg_context *context, mg_names *names, const char *text, size_t length, uint32_t *number);

/* Adds a name that may be there already, without the hash table. Errors as above. */
mg_status mg__names_append(mg_context *context, mg_names *names, const char *text, size_t length);

/* The number of a name, or MG_NONE; of equal ones the least. The hash table must be made. */
uint32_t mg__names_find(const mg_names *names, const char *text, size_t length);

/* Makes the hash table of names that have none. */
mg_status mg__names_index(const mg_allocator *memory, mg_names *names);

/* A name, with a zero byte at its end. */
const char *mg__names_at(const mg_names *names, uint64_t number, size_t *length);

/* Bytes of `text` that are in use. */
static inline uint64_t mg__names_size(const mg_names *names) {
    return names->count ? names->ends[names->count - 1] : 0;
}

/* Is a text an id below 2^64, written without further zeros? */
bool mg__text_is_id(const char *text, size_t length, uint64_t *id);

/* The same for a name. */
bool mg__names_id(const mg_names *names, uint64_t number, uint64_t *id);

/* Copies the names, without the hash table. */
mg_status mg__names_copy(mg_context *context, const mg_names *names, mg_names *copy);

/* Do the ends ascend within `size` bytes, up to its end, and is the only zero byte of each name
 * at its end? */
bool mg__names_valid(const mg_names *names, uint64_t size);

void mg__names_release(const mg_allocator *memory, mg_names *names);

#endif
