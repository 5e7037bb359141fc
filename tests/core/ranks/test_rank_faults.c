/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks that are threads, of which one stops taking part in the middle of a run: at each of its exchanges all ranks
 * fail in time, with a message, and context and graph can be used afterwards.
 */
#include "tests/algorithms/run_matrix.h"
#include "tests/core/ranks/faulty_link.h"

#define RANKS 3
#define MOST_SECONDS 30.0

typedef mg_status (*run_function)(mg_context *context, const mg_graph *graph, mg_result **result);

static mg_status run_bfs(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_bfs(context, graph, NULL, result);
}

static mg_status run_sssp(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_sssp(context, graph, NULL, result);
}

static mg_status run_cc(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_cc(context, graph, NULL, result);
}

static mg_status run_pagerank(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_pagerank(context, graph, NULL, result);
}

static mg_status run_bc(mg_context *context, const mg_graph *graph, mg_result **result) {
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    options.sample = RANKS;
    return mg_bc(context, graph, &options, result);
}

static mg_context *new_context(void) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = RANKS;
    options.ranks = RANKS;
    CHECK_OK(context, mg_context_create(&options, &context));
    return context;
}

static void run_once_more(mg_context *context, const mg_graph *graph, run_function run) {
    mg_result *result = NULL;
    fault.kind = FAULT_NONE;
    CHECK_OK(context, run(context, graph, &result));
    mg_result_destroy(result);
}

/* One run with a fault at an exchange; false: it has no such exchange. */
static bool fails_at(const mg_graph *graph, run_function run, fault_kind kind, uint32_t rank, uint64_t at) {
    mg_context *const context = new_context();
    mg_result *result = NULL;
    fault = (struct fault){.kind = FAULT_NONE};
    CHECK_OK(context, mg__on_ranks(context, fault_install, NULL, NULL));
    fault.kind = kind;
    fault.rank = rank;
    fault.at = at;
    const double start = mg__now();
    const mg_status status = run(context, graph, &result);
    CHECK(mg__now() - start < MOST_SECONDS);
    const bool happened = fault.happened;
    if (happened) {
        CHECK_EQ(status, MG_ERROR_DEVICE);
        CHECK(strstr(mg_context_error(context),
                     kind == FAULT_BREAK && rank == 0 ? "the link broke" : "did not take part in an exchange"));
        CHECK(!result);
        for (int r = 0; r < RANKS; r++) {
            CHECK(fault.failed[r]);
        }
        run_once_more(context, graph, run);
    } else {
        CHECK_OK(context, status);
    }
    mg_result_destroy(result);
    mg_context_destroy(context);
    return happened;
}

/* At the first exchanges, and then by leaps. */
static void fail_everywhere(run_function run, fault_kind kind, int fewest) {
    mg_context *const context = new_context();
    mg_graph *const graph = shape_graph(context, shape_named("random"), WEIGHTS_INT, true);
    mg_result *result = NULL;
    CHECK_OK(context, run(context, graph, &result)); /* the graph is cut */
    mg_result_destroy(result);
    for (uint32_t rank = 0; rank < RANKS; rank += RANKS - 1) {
        int failed = 0;
        for (uint64_t at = 0; fails_at(graph, run, kind, rank, at); at += 1 + at / 2) {
            failed++;
        }
        CHECK(failed >= fewest);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(a_link_that_breaks_fails_bfs) {
    fail_everywhere(run_bfs, FAULT_BREAK, 8);
}

TEST(a_link_that_breaks_fails_sssp) {
    fail_everywhere(run_sssp, FAULT_BREAK, 8);
}

TEST(a_link_that_breaks_fails_cc) {
    fail_everywhere(run_cc, FAULT_BREAK, 5);
}

TEST(a_link_that_breaks_fails_pagerank) {
    fail_everywhere(run_pagerank, FAULT_BREAK, 8);
}

TEST(a_link_that_breaks_fails_bc) {
    fail_everywhere(run_bc, FAULT_BREAK, 5);
}

TEST(a_rank_that_comes_too_late_fails_all) {
    fail_everywhere(run_bfs, FAULT_STALL, 8);
    fail_everywhere(run_bc, FAULT_STALL, 5);
}
