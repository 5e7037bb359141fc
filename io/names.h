/* SPDX-License-Identifier: Apache-2.0
 *
 * names.h: numbers for the names of vertices, in order of first appearance from 0 on.
 */
#ifndef MG_IO_NAMES_H
#define MG_IO_NAMES_H

#include "io/input.h"

typedef struct mg_names {
    uint64_t *ends; /* where each name ends in `text` */
    uint64_t count, capacity;
    char *text; /* all names, one after the other */
    uint64_t text_capacity;
    uint32_t *slots; /* hash table: number + 1; 0: free */
    unsigned bits;   /* 2^bits slots */
    uint64_t seed;   /* random seed of the hash, against crafted collisions */
} mg_names;

/* *number = number of a name, which is added if it is new. RANGE: more than 2^32 - 2 names. */
mg_status mg__names_add(mg_context *context, mg_names *names, const char *text, size_t length, uint32_t *number);

/* The number of a name, or MG_NONE. */
uint32_t mg__names_find(const mg_names *names, const char *text, size_t length);

/* Is a name an id below 2^64, written without further zeros? */
bool mg__names_id(const mg_names *names, uint64_t number, uint64_t *id);

/* Warns that the ids of vertices are numbers of names, and shows the first of them. */
void mg__names_announce(mg_context *context, const mg_input *input, const mg_names *names);
/* Warns that vertices keep their ids and lose their names, and shows the first name that is not its vertex's id. */
void mg__names_not_kept(mg_context *context, const mg_input *input, uint64_t line, const char *name, size_t length,
                        uint64_t id);

void mg__names_release(const mg_allocator *memory, mg_names *names);

#endif
