/* SPDX-License-Identifier: Apache-2.0
 *
 * cache.h: linked kernels on disk, in MULTIGRAPH_CACHE, XDG_CACHE_HOME/multigraph or ~/.cache/multigraph. The folder
 * holds code that will be loaded, so it is used only if it belongs to the user and nobody else may enter it.
 */
#ifndef MG_CORE_PROGRAM_CACHE_H
#define MG_CORE_PROGRAM_CACHE_H

#include "core/program/compilers.h"

typedef struct mg_cache_key {
    uint64_t hash[2];
} mg_cache_key;

/* Adds bytes to a key. */
void mg__cache_key_add(mg_cache_key *key, const void *data, size_t size);

/* The entry, or an empty blob where there is none that can be trusted. MEMORY is the only failure. */
mg_status mg__cache_read(mg_context *context, mg_cache_key key, mg_blob *code);
/* Stores an entry if it can; a cache that cannot be written is no failure. */
void mg__cache_write(mg_context *context, mg_cache_key key, const mg_blob *code);

#endif
