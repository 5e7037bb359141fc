/* SPDX-License-Identifier: Apache-2.0 */
#include "core/result_memory.h"

#include "core/kept_memory.h"

/* Blocks are kept for as many columns. */
#define BLOCKS MG_COLUMNS_MAX
/* A block is released after as many runs that did not use it. */
#define UNUSED_RUNS 2

typedef struct spare_block {
    void *memory; /* NULL: the place is free */
    size_t bytes;
    int unused_runs;
} spare_block;

struct mg_result_memory {
    mg_allocator allocator;
    int users;   /* the context and its results */
    bool closed; /* the context is gone */
    spare_block blocks[BLOCKS];
};

static mg_result_memory *open_memory(mg_context *context) {
    if (!context->results) {
        mg_result_memory *const m = mg__allocate(&context->memory, 1, sizeof *m);
        if (m) {
            *m = (mg_result_memory){.allocator = context->memory, .users = 1};
            context->results = m;
        }
    }
    return context->results;
}

static void *take(mg_context *context, size_t bytes) {
    mg_result_memory *const m = open_memory(context);
    void *memory = NULL;
    for (size_t i = 0; m && i < BLOCKS && !memory; i++) {
        if (m->blocks[i].bytes == bytes) {
            memory = m->blocks[i].memory;
            m->blocks[i] = (spare_block){0};
        }
    }
    return memory;
}

mg_status mg__result_alloc(mg_context *context, void **block, uint64_t count, size_t size, const char *what) {
    mg_status status = MG_OK;
    *block = NULL;
    if (size && count <= SIZE_MAX / 2 / size && count * size >= MG_MIN_KEPT_BYTES) {
#pragma omp critical(mg_result_memory)
        *block = take(context, (size_t)count * size);
    }
    if (!*block) {
        status = mg__alloc(context, block, count, size, what);
        if (status < 0 && mg__result_memory_clear(context)) {
            status = mg__alloc(context, block, count, size, what);
        }
        MG_TRY(status);
        mg__advise_huge_pages(&context->memory, *block, (size_t)count * size);
    }
out:
    return status;
}

mg_status mg__result_alloc_zeroed(mg_context *context, void **block, uint64_t count, size_t size, const char *what) {
    const mg_status status = mg__result_alloc(context, block, count, size, what);
    if (status == MG_OK) {
        mg__fill_zero(context, *block, (size_t)count * size);
    }
    return status;
}

mg_status mg__result_memory_share(mg_context *context, mg_result_memory **memory) {
    mg_result_memory *m = NULL;
#pragma omp critical(mg_result_memory)
    {
        m = open_memory(context);
        if (m) {
            m->users++;
        }
    }
    *memory = m;
    return m ? MG_OK : mg__fail_memory(context, 1, sizeof *m, "result");
}

static bool keep(mg_result_memory *m, void *block, size_t bytes) {
    bool kept = false;
    for (size_t i = 0; i < BLOCKS && !kept && !m->closed && bytes >= MG_MIN_KEPT_BYTES; i++) {
        if (!m->blocks[i].memory) {
            m->blocks[i] = (spare_block){.memory = block, .bytes = bytes};
            kept = true;
        }
    }
    return kept;
}

void mg__result_memory_return(mg_result_memory *memory, const mg_allocator *allocator, void *block, size_t bytes) {
    bool kept = false;
    if (memory && block) {
#pragma omp critical(mg_result_memory)
        kept = keep(memory, block, bytes);
    }
    if (!kept) {
        mg__release(allocator, block);
    }
}

void mg__result_memory_leave(mg_result_memory *memory) {
    int left = 1;
    if (memory) {
#pragma omp critical(mg_result_memory)
        left = --memory->users;
        if (left == 0) {
            const mg_allocator allocator = memory->allocator;
            mg__release(&allocator, memory);
        }
    }
}

/* Releases blocks that were not used for `runs` runs. */
static bool release_unused(mg_result_memory *m, int runs) {
    bool any = false;
    for (size_t i = 0; i < BLOCKS; i++) {
        spare_block *const b = &m->blocks[i];
        if (b->memory && b->unused_runs >= runs) {
            mg__release(&m->allocator, b->memory);
            *b = (spare_block){0};
            any = true;
        }
    }
    return any;
}

void mg__result_memory_end_run(mg_context *context) {
    mg_result_memory *const m = context->results;
    if (m) {
#pragma omp critical(mg_result_memory)
        {
            for (size_t i = 0; i < BLOCKS; i++) {
                m->blocks[i].unused_runs++;
            }
            release_unused(m, UNUSED_RUNS);
        }
    }
}

bool mg__result_memory_clear(mg_context *context) {
    bool any = false;
    if (context->results) {
#pragma omp critical(mg_result_memory)
        any = release_unused(context->results, 0);
    }
    return any;
}

void mg__result_memory_close(mg_context *context) {
    mg_result_memory *const m = context->results;
    if (m) {
#pragma omp critical(mg_result_memory)
        {
            release_unused(m, 0);
            m->closed = true;
        }
        context->results = NULL;
        mg__result_memory_leave(m);
    }
}
