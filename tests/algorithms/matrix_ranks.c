/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_ranks.c: run configurations of several ranks, which are threads: their number x partitions x modes.
 */
#include "core/context.h"
#include "tests/algorithms/run_matrix.h"

#include <stdlib.h>

static const struct {
    const char *name;
    uint32_t ranks;
    mg_partition_kind partition;
    mg_mode mode;
    int threads;
    bool all_paths;
} runs[] = {{"2 ranks, blocks", 2, MG_PARTITION_BLOCK, MG_MODE_AUTO, 2, false},
            {"2 ranks, by degree, all paths", 2, MG_PARTITION_DEGREE, MG_MODE_AUTO, 2, true},
            {"2 ranks, by degree, sparse", 2, MG_PARTITION_DEGREE, MG_MODE_SPARSE, 1, false},
            {"2 ranks, blocks, pull", 2, MG_PARTITION_BLOCK, MG_MODE_PULL, 4, false},
            {"4 ranks, auto, all paths", 4, MG_PARTITION_AUTO, MG_MODE_AUTO, 4, true},
            {"4 ranks, by degree, pull", 4, MG_PARTITION_DEGREE, MG_MODE_PULL, 4, false}};
#define RUNS (sizeof runs / sizeof *runs)

size_t matrix_run_count = RUNS;
const bool matrix_is_short = true;

static mg_context *on_ranks[RUNS], *plain[16];

static void destroy_contexts(void) {
    for (size_t i = 0; i < RUNS; i++) {
        mg_context_destroy(on_ranks[i]);
    }
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        mg_context_destroy(plain[i]);
    }
}

static mg_context *make(const mg_context_options *options) {
    static bool registered;
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(options, &context));
    if (!registered) {
        registered = atexit(destroy_contexts) == 0;
    }
    return context;
}

mg_context *test_context(int threads) {
    if (!plain[threads]) {
        mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
        options.threads = threads;
        plain[threads] = make(&options);
    }
    return plain[threads];
}

matrix_run matrix_run_at(size_t position, const char *graph) {
    if (!on_ranks[position]) {
        mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
        options.threads = runs[position].threads;
        options.ranks = runs[position].ranks;
        options.partition = runs[position].partition;
        on_ranks[position] = make(&options);
        on_ranks[position]->test_all_paths = runs[position].all_paths;
    }
    matrix_run run = {
        .context = on_ranks[position], .options = MG_RUN_OPTIONS_INIT, .graph = graph, .mode = runs[position].name};
    run.options.mode = runs[position].mode;
    return run;
}
