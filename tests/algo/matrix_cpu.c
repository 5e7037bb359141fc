/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_cpu.c: the ways to run on the CPU: modes x threads.
 */
#include "core/context.h"
#include "tests/algo/matrix.h"

#include <stdlib.h>

static const mg_mode modes[] = {MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_PULL, MG_MODE_DENSE};
static const int thread_counts[] = {1, 2, 4};

#define MODE_COUNT (sizeof modes / sizeof *modes)
#define THREADS_COUNT (sizeof thread_counts / sizeof *thread_counts)

size_t matrix_run_count = MODE_COUNT * THREADS_COUNT;

static mg_context *contexts[16];

static void destroy_contexts(void) {
    for (size_t i = 0; i < sizeof contexts / sizeof *contexts; i++) {
        mg_context_destroy(contexts[i]);
    }
}

mg_context *test_context(int threads) {
    static bool registered;
    if (!contexts[threads]) {
        mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
        options.threads = threads;
        CHECK_OK(NULL, mg_context_create(&options, &contexts[threads]));
        contexts[threads]->cache_bytes = threads == 1   ? 0
                                         : threads == 2 ? 1024
                                                        : 4096; /* many panels of the dense mode */
        contexts[threads]->try_all = threads != 2; /* estimates would leave small graphs to one mode */
        if (!registered) {
            registered = atexit(destroy_contexts) == 0;
        }
    }
    return contexts[threads];
}

matrix_run matrix_run_at(size_t position, const char *graph) {
    const mg_mode mode = modes[position % MODE_COUNT];
    matrix_run run = {.context = test_context(thread_counts[position / MODE_COUNT]),
                      .options = MG_RUN_OPTIONS_INIT,
                      .graph = graph,
                      .mode = mg_mode_name(mode)};
    run.options.mode = mode;
    return run;
}
