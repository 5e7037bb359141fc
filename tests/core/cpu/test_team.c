/* SPDX-License-Identifier: Apache-2.0
 *
 * Small levels by a team of threads: the results are right whatever the number of threads that the team gets.
 */
#include "core/context.h"
#include "tests/algorithms/programs/own.h"
#include "tests/harness.h"
#include "tests/shapes.h"
#include "tools/verify/verify.h"

#include <dirent.h>
#include <omp.h>
#include <stdlib.h>

#define SIDE 120
#define THREADS 4
#define REPEATS 20
/* A graph whose arrays are of about the size from which on all threads write them. */
#define LARGE_SIDE 600

/* A context whose runs leave and enter the team every few levels. */
static mg_context *team_context(void) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = THREADS;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    context->test_all_paths = true;
    return context;
}

static mg_graph *grid(mg_context *context, uint32_t side) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.width = options.height = side;
    CHECK_OK(context, mg_generate(context, "road", &options, &graph));
    return graph;
}

static void check_searches(mg_context *context, const mg_graph *graph, mg_mode mode) {
    const mg_vertex source = mg_graph_default_source(graph);
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    bfs.source = source;
    bfs.run.mode = bc.run.mode = mode;
    bc.sources = &source;
    bc.source_count = 1;
    CHECK_OK(context, mg_bfs(context, graph, &bfs, &result));
    if (!mgt_verify_bfs(context, graph, source, result, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "bfs: %s", why);
    }
    mg_result_destroy(result);
    CHECK_OK(context, mg_bc(context, graph, &bc, &result));
    if (!mgt_verify_bc(context, graph, &source, 1, false, result, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "bc: %s", why);
    }
    mg_result_destroy(result);
}

TEST(teams_find_what_one_thread_finds) {
    mg_context *context = team_context();
    mg_graph *graph = grid(context, SIDE);
    for (int i = 0; i < REPEATS; i++) {
        check_searches(context, graph, i % 2 ? MG_MODE_SPARSE : MG_MODE_AUTO);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Frontiers that stay dealt to the threads over many levels, small ones and such of many pieces. */
TEST(teams_keep_their_lists) {
    mg_context *context = team_context();
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *small = grid(context, LARGE_SIDE), *large = NULL;
    options.scale = 17;
    CHECK_OK(context, mg_generate(context, "rgg", &options, &large));
    context->test_all_paths = false;
    for (int i = 0; i < 3; i++) {
        check_searches(context, small, i ? MG_MODE_AUTO : MG_MODE_SPARSE);
        check_searches(context, large, i ? MG_MODE_AUTO : MG_MODE_SPARSE);
    }
    mg_graph_destroy(large);
    mg_graph_destroy(small);
    mg_context_destroy(context);
}

/* The states, which the caller frees, after a run whose senders send the number of the iteration, too, forward and in
 * the replay, so that it matters in which one they do. */
static own_echo *echo(mg_context *context, const mg_graph *graph, mg_mode mode) {
    own_echo *const state = test_memory(mg_graph_vertex_count(graph), sizeof *state);
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    run.mode = mode;
    CHECK_OK(context, mg_run(context, graph, &own_echo_program, NULL, &run, state, NULL));
    return state;
}

TEST(teams_send_in_the_right_iteration) {
    static const mg_mode modes[] = {MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_PULL};
    mg_context *context = team_context(), *alone = NULL;
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    options.threads = 1;
    CHECK_OK(NULL, mg_context_create(&options, &alone));
    mg_graph *graph = grid(context, SIDE);
    own_echo *const expected = echo(alone, graph, MG_MODE_SPARSE);
    for (int i = 0; i < REPEATS; i++) {
        own_echo *const found = echo(context, graph, modes[i % 3]);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            if (found[v].forward != expected[v].forward || found[v].backward != expected[v].backward ||
                found[v].replayed_at != expected[v].replayed_at) {
                test_fail(__FILE__, __LINE__, "run %d, vertex %u: not what one thread finds", i, v);
            }
        }
        free(found);
    }
    free(expected);
    mg_graph_destroy(graph);
    mg_context_destroy(alone);
    mg_context_destroy(context);
}

/* Within a parallel region of the caller a team has one thread. */
TEST(teams_may_get_fewer_threads) {
    mg_context *context = team_context();
    mg_graph *graph = grid(context, SIDE);
    omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        check_searches(context, graph, MG_MODE_SPARSE);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* The greatest id of a thread of this process: it grows when one is started. */
static long newest_thread(void) {
    DIR *const threads = opendir("/proc/self/task");
    long newest = 0;
    for (struct dirent *each; threads && (each = readdir(threads)) != NULL;) {
        const long id = strtol(each->d_name, NULL, 10);
        newest = id > newest ? id : newest;
    }
    if (threads) {
        closedir(threads);
    }
    return newest;
}

static void run_each(mg_context *context, const mg_graph *graph) {
    const mg_vertex source = mg_graph_default_source(graph);
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    mg_result *results[5] = {NULL};
    bc.sources = &source;
    bc.source_count = 1;
    CHECK_OK(context, mg_bfs(context, graph, NULL, &results[0]));
    CHECK_OK(context, mg_sssp(context, graph, NULL, &results[1]));
    CHECK_OK(context, mg_cc(context, graph, NULL, &results[2]));
    CHECK_OK(context, mg_pagerank(context, graph, NULL, &results[3]));
    CHECK_OK(context, mg_bc(context, graph, &bc, &results[4]));
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        mg_result_destroy(results[i]);
    }
}

/* No loop of a run takes fewer threads than another, which would end the rest. */
TEST(runs_start_no_threads_again) {
    mg_context *context = team_context();
    mg_graph *graph = grid(context, LARGE_SIDE);
    context->test_all_paths = false;
    run_each(context, graph);
    const long before = newest_thread();
    run_each(context, graph);
    if (!before) {
        test_skip("the system does not list the threads of a process");
    }
    if (newest_thread() != before) {
        test_fail(__FILE__, __LINE__, "the second run of an algorithm started threads");
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
