/* SPDX-License-Identifier: Apache-2.0
 *
 * cache.h: disk cache of compiled programs in MULTIGRAPH_CACHE ("off": no cache), XDG_CACHE_HOME/multigraph or
 * ~/.cache/multigraph. Its code will be loaded, so the folder is used only if it belongs to the user and no one else
 * has access. Entries are written atomically; the least recently used are evicted.
 */
#ifndef MG_CORE_PROGRAM_CACHE_H
#define MG_CORE_PROGRAM_CACHE_H

#include "core/program/compilers.h"

typedef struct mg_cache_key {
    uint64_t hash[2];
} mg_cache_key;

/* Can the cache be used? */
bool mg__cache_is_usable(void);

/* Adds bytes to a key. */
void mg__cache_key_add(mg_cache_key *key, const void *data, size_t size);

/* Reads an entry; an empty blob if there is none, or it is damaged. The only error is MEMORY. */
mg_status mg__cache_read(mg_context *context, mg_cache_key key, mg_blob *code);
/* Writes an entry; failures are ignored. */
void mg__cache_write(mg_context *context, mg_cache_key key, const mg_blob *code);

#endif
