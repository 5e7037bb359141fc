/* SPDX-License-Identifier: Apache-2.0
 *
 * failing_memory.h: an allocator that fails after a number of allocations and counts blocks that are not released.
 */
#ifndef MG_TESTS_FAILING_MEMORY_H
#define MG_TESTS_FAILING_MEMORY_H

#include <multigraph/multigraph.h>

#include <stdlib.h>

typedef struct failing_memory {
    int countdown; /* allocations that still succeed */
    int live;
} failing_memory;

static inline void *failing_memory_allocate(void *data, size_t size) {
    failing_memory *f = data;
    if (__atomic_sub_fetch(&f->countdown, 1, __ATOMIC_RELAXED) < 0) {
        return NULL;
    }
    __atomic_add_fetch(&f->live, 1, __ATOMIC_RELAXED);
    return malloc(size);
}

static inline void failing_memory_release(void *data, void *memory) {
    failing_memory *f = data;
    __atomic_sub_fetch(&f->live, 1, __ATOMIC_RELAXED);
    free(memory);
}

/* A context of two threads with this allocator. The context's own allocation succeeds; then f->countdown applies. */
static inline mg_context *failing_memory_context(failing_memory *f, int countdown) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = 2;
    options.allocator = (mg_allocator){failing_memory_allocate, failing_memory_release, f};
    *f = (failing_memory){.countdown = 1};
    mg_context_create(&options, &context);
    f->countdown = countdown;
    return context;
}

#endif
