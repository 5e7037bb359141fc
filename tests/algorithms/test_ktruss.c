/* SPDX-License-Identifier: Apache-2.0
 *
 * Trussness on every shape against repeated removal, with every number of threads or on a GPU, and where it is known.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_graph(const mg_graph *graph, const char *what) {
    const uint64_t arcs = mg_graph_arc_count(graph);
    uint32_t *expected = oracle_ktruss(graph), *found = test_memory(arcs, sizeof *found);
    for (size_t i = 0; i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, what);
        const mg_ktruss_options o = {.size = sizeof o, .backend = run.options.backend};
        char why[256] = "";
        if (run.options.mode != MG_MODE_AUTO) { /* it has no modes */
            continue;
        }
        RUN_OK(&run, mg_ktruss(run.context, graph, &o, found));
        for (uint64_t e = 0; e < arcs; e++) {
            matrix_expect(&run, "ktruss of an arc", (mg_vertex)e, found[e], expected[e]);
        }
        RUN_CHECK(&run, mgt_verify_ktruss(run.context, graph, found, why, sizeof why), "%s", why);
    }
    free(expected);
    free(found);
}

TEST(ktruss_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* The pairs of a clique of k vertices have trussness k; cliques that share two vertices keep theirs. */
TEST(ktruss_of_cliques) {
    edge_builder edges = {.n = 14};
    for (uint64_t u = 0; u < 8; u++) {
        for (uint64_t v = 0; v < u; v++) {
            builder_add(&edges, u, v);
        }
    }
    for (uint64_t u = 6; u < 13; u++) { /* 6 and 7 are in both */
        for (uint64_t v = u == 7 ? 13 : 6; v < u; v++) {
            builder_add(&edges, u, v);
        }
    }
    builder_add(&edges, 13, 0);
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, false);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *found = test_memory(mg_graph_arc_count(graph), sizeof *found);
    CHECK_OK(test_context(2), mg_ktruss(test_context(2), graph, NULL, found));
    for (mg_vertex u = 0; u < 14; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            CHECK_EQ(found[e], u == 13 || v == 13 ? 2u : u < 8 && v < 8 ? 8u : 7u);
        }
    }
    free(found);
    check_graph(graph, "cliques");
    mg_graph_destroy(graph);
}

/* Enough pairs go at the same time for several threads, and rows are pruned. */
TEST(ktruss_of_a_larger_graph) {
    mg_context *context = test_context(2);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    options.scale = 11;
    mg_graph *graph = NULL;
    char why[256] = "";
    CHECK_OK(context, mg_generate(context, "kron", &options, &graph));
    uint32_t *found = test_memory(mg_graph_arc_count(graph), sizeof *found);
    for (size_t i = 0; i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, "kron");
        const mg_ktruss_options o = {.size = sizeof o, .backend = run.options.backend};
        if (run.options.mode != MG_MODE_AUTO) {
            continue;
        }
        RUN_OK(&run, mg_ktruss(run.context, graph, &o, found));
        RUN_CHECK(&run, mgt_verify_ktruss(context, graph, found, why, sizeof why), "%s", why);
        found[0]++;
        CHECK(!mgt_verify_ktruss(context, graph, found, why, sizeof why));
    }
    free(found);
    mg_graph_destroy(graph);
}
