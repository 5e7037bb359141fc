/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_cpu.c: run configurations of the CPU: modes x threads.
 */
#include "core/context.h"
#include "tests/algorithms/run_matrix.h"

#include <stdlib.h>

/* Ways to run an iteration. */
static const struct {
    const char *name;
    mg_mode mode;
    mg_sparse_layout layout;
    mg_mode_choice choice;
} modes[] = {{"auto", MG_MODE_AUTO, MG_SPARSE_AUTO, MG_CHOICE_LEARNT},
             {"auto by samples", MG_MODE_AUTO, MG_SPARSE_AUTO, MG_CHOICE_SAMPLED},
             {"sparse", MG_MODE_SPARSE, MG_SPARSE_CSR, MG_CHOICE_LEARNT},
             {"sparse over segments", MG_MODE_SPARSE, MG_SPARSE_SEGMENTED, MG_CHOICE_LEARNT},
             {"pull", MG_MODE_PULL, MG_SPARSE_AUTO, MG_CHOICE_LEARNT},
             {"dense", MG_MODE_DENSE, MG_SPARSE_AUTO, MG_CHOICE_LEARNT}};
static const int thread_counts[] = {1, 2, 4};

#define MODE_COUNT (sizeof modes / sizeof *modes)
#define THREADS_COUNT (sizeof thread_counts / sizeof *thread_counts)

size_t matrix_run_count = MODE_COUNT * THREADS_COUNT;
const bool matrix_is_short = false;

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
        contexts[threads]->test_all_paths = threads != 2;       /* the cost model would use one mode only */
        if (!registered) {
            registered = atexit(destroy_contexts) == 0;
        }
    }
    return contexts[threads];
}

matrix_run matrix_run_at(size_t position, const char *graph) {
    const size_t mode = position % MODE_COUNT;
    matrix_run run = {.context = test_context(thread_counts[position / MODE_COUNT]),
                      .options = MG_RUN_OPTIONS_INIT,
                      .graph = graph,
                      .mode = modes[mode].name};
    run.options.mode = modes[mode].mode;
    run.options.sparse_layout = modes[mode].layout;
    run.options.choice = modes[mode].choice;
    if (run.options.mode == MG_MODE_AUTO && thread_counts[position / MODE_COUNT] == 4) {
        run.mode = run.options.choice ? "auto by samples, over segments" : "auto over segments";
        run.options.sparse_layout = MG_SPARSE_SEGMENTED;
    }
    return run;
}
