/* SPDX-License-Identifier: Apache-2.0
 *
 * kept_memory.h: work memory that a context keeps from run to run. New memory costs a page fault for every page at
 * first touch, which takes as long as a small run. A block that the next run does not use is released at its end.
 */
#ifndef MG_CORE_KEPT_MEMORY_H
#define MG_CORE_KEPT_MEMORY_H

#include "core/context.h"

/* Smaller blocks are not kept: the allocator reuses them without returning their pages. */
#define MG_MIN_KEPT_BYTES ((size_t)1 << 16)

/* Like mg__allocate, mg__alloc and mg__alloc_zeroed, but a kept block of a larger size may be returned. Thread-safe. */
void *mg__kept_allocate(mg_context *context, uint64_t count, size_t size);
mg_status mg__kept_alloc(mg_context *context, void **block, uint64_t count, size_t size, const char *what);
mg_status mg__kept_alloc_zeroed(mg_context *context, void **block, uint64_t count, size_t size, const char *what);
#define MG_KEPT_ALLOC(context, pointer, count, what)                                                                   \
    mg__kept_alloc((context), (void **)&(pointer), (count), sizeof *(pointer), (what))
#define MG_KEPT_ALLOC_ZEROED(context, pointer, count, what)                                                            \
    mg__kept_alloc_zeroed((context), (void **)&(pointer), (count), sizeof *(pointer), (what))

/* Gives a block back, which the context keeps or releases. Accepts NULL. */
void mg__kept_release(mg_context *context, void *block);

/* Releases the blocks that nobody used since the last call. */
void mg__kept_end_run(mg_context *context);
/* Releases all blocks. Call after all were given back. */
void mg__kept_destroy(mg_context *context);

#endif
