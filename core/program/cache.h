/* SPDX-License-Identifier: Apache-2.0
 *
 * cache.h: compiled programs on disk, in MULTIGRAPH_CACHE ("off": nowhere), XDG_CACHE_HOME/multigraph or
 * ~/.cache/multigraph. The folder holds code that will be loaded, so it is used only if it belongs to the user and
 * nobody else may enter it. Entries appear whole or not at all; those not used for longest make room for new ones.
 */
#ifndef MG_CORE_PROGRAM_CACHE_H
#define MG_CORE_PROGRAM_CACHE_H

#include "core/program/compilers.h"

typedef struct mg_cache_key {
    uint64_t hash[2];
} mg_cache_key;

/* May entries be stored? */
bool mg__cache_is_usable(void);

/* Adds bytes to a key. */
void mg__cache_key_add(mg_cache_key *key, const void *data, size_t size);

/* The entry, or an empty blob where there is none that can be trusted. MEMORY is the only failure. */
mg_status mg__cache_read(mg_context *context, mg_cache_key key, mg_blob *code);
/* Stores an entry if it can; a cache that cannot be written is no failure. */
void mg__cache_write(mg_context *context, mg_cache_key key, const mg_blob *code);

#endif
