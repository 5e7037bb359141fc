/* SPDX-License-Identifier: Apache-2.0
 *
 * result_memory.h: memory of the columns of results. A destroyed result gives it back to its context, so that the next
 * run writes into pages that are there: new ones cost a page fault each, half the time of a small run. Results may
 * outlive their context.
 */
#ifndef MG_CORE_RESULT_MEMORY_H
#define MG_CORE_RESULT_MEMORY_H

#include "core/context.h"

typedef struct mg_result_memory mg_result_memory;

/* A block for a column of a result, `count` elements of `size` bytes, not initialised. Thread-safe. */
mg_status mg__result_alloc(mg_context *context, void **block, uint64_t count, size_t size, const char *what);
mg_status mg__result_alloc_zeroed(mg_context *context, void **block, uint64_t count, size_t size, const char *what);
#define MG_RESULT_ALLOC_ZEROED(context, pointer, count, what)                                                          \
    mg__result_alloc_zeroed((context), (void **)&(pointer), (count), sizeof *(pointer), (what))
#define MG_RESULT_ALLOC(context, pointer, count, what)                                                                 \
    mg__result_alloc((context), (void **)&(pointer), (count), sizeof *(pointer), (what))

/* The memory that the results of a context share, for one more user. */
mg_status mg__result_memory_share(mg_context *context, mg_result_memory **memory);
/* Takes back a block of `bytes` bytes; without `memory` it is released. */
void mg__result_memory_return(mg_result_memory *memory, const mg_allocator *allocator, void *block, size_t bytes);
/* Ends the use of one user. Accepts NULL. */
void mg__result_memory_leave(mg_result_memory *memory);

/* At the end of a run: releases the blocks that the last two runs did not use. */
void mg__result_memory_end_run(mg_context *context);
/* Releases the blocks, where memory is short. Returns whether there was one. */
bool mg__result_memory_clear(mg_context *context);
/* At the end of a context: releases the blocks; what results return later is released at once. */
void mg__result_memory_close(mg_context *context);

#endif
