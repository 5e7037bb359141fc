/* SPDX-License-Identifier: Apache-2.0 */
#include "core/kept_memory.h"

#include "core/result_memory.h"

#include <assert.h>

/* A block serves requests of at least this fraction of its size. */
#define LEAST_USE 2

/* The smallest free block that has room for `bytes` without wasting most of it; NULL: none. */
static mg_kept_block *find_free(mg_context *context, size_t bytes) {
    mg_kept_block *best = NULL;
    for (size_t i = 0; i < MG_KEPT_BLOCKS; i++) {
        mg_kept_block *b = &context->kept[i];
        if (b->memory && !b->used && b->bytes >= bytes && b->bytes / LEAST_USE <= bytes &&
            (!best || b->bytes < best->bytes)) {
            best = b;
        }
    }
    return best;
}

static mg_kept_block *empty_place(mg_context *context) {
    for (size_t i = 0; i < MG_KEPT_BLOCKS; i++) {
        if (!context->kept[i].memory) {
            return &context->kept[i];
        }
    }
    return NULL;
}

static bool release_free(mg_context *context, bool recent) {
    bool any = false;
    for (size_t i = 0; i < MG_KEPT_BLOCKS; i++) {
        mg_kept_block *b = &context->kept[i];
        if (b->memory && !b->used && (recent || !b->recent)) {
            mg__release(&context->memory, b->memory);
            *b = (mg_kept_block){0};
            any = true;
        }
    }
    return any;
}

/* A new block; where there is no memory, the free blocks are given up for it. */
static void *allocate(mg_context *context, size_t bytes) {
    void *memory = mg__allocate(&context->memory, bytes, 1);
    if (!memory && (mg__result_memory_clear(context) || release_free(context, true))) {
        memory = mg__allocate(&context->memory, bytes, 1);
    }
    return memory;
}

static void *take(mg_context *context, size_t bytes) {
    mg_kept_block *b = find_free(context, bytes);
    if (!b) {
        void *memory = allocate(context, bytes);
        b = empty_place(context);
        if (!memory || !b) {
            return memory; /* without a place in the table it is an ordinary block */
        }
        mg__advise_huge_pages(&context->memory, memory, bytes);
        *b = (mg_kept_block){.memory = memory, .bytes = bytes};
    }
    b->used = b->recent = true;
    return b->memory;
}

void *mg__kept_allocate(mg_context *context, uint64_t count, size_t size) {
    void *memory = NULL;
    if (!size || count > SIZE_MAX / 2 / size || count * size < MG_MIN_KEPT_BYTES) {
        return mg__allocate(&context->memory, count, size);
    }
#pragma omp critical(mg_kept_memory)
    memory = take(context, (size_t)count * size);
    return memory;
}

mg_status mg__kept_alloc(mg_context *context, void **block, uint64_t count, size_t size, const char *what) {
    *block = mg__kept_allocate(context, count, size);
    return *block ? MG_OK : mg__fail_memory(context, count, size, what);
}

mg_status mg__kept_alloc_zeroed(mg_context *context, void **block, uint64_t count, size_t size, const char *what) {
    const mg_status status = mg__kept_alloc(context, block, count, size, what);
    if (status == MG_OK) {
        mg__fill_zero(context, *block, (size_t)count * size);
    }
    return status;
}

void mg__kept_release(mg_context *context, void *block) {
    bool kept = false;
    if (!block) {
        return;
    }
#pragma omp critical(mg_kept_memory)
    for (size_t i = 0; i < MG_KEPT_BLOCKS && !kept; i++) {
        if (context->kept[i].memory == block) {
            assert(context->kept[i].used);
            context->kept[i].used = false;
            kept = true;
        }
    }
    if (!kept) {
        mg__release(&context->memory, block);
    }
}

void mg__kept_end_run(mg_context *context) {
    release_free(context, false);
    for (size_t i = 0; i < MG_KEPT_BLOCKS; i++) {
        context->kept[i].recent = context->kept[i].used;
    }
}

void mg__kept_destroy(mg_context *context) {
    release_free(context, true);
}
