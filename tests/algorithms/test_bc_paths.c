/* SPDX-License-Identifier: Apache-2.0
 *
 * Betweenness by weight, and of edges, on every shape against long double, and where it is known; every number of
 * threads gives the same bits.
 */
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

#define MOST_VERTICES 150 /* the verifier is slow */

static double *edge_centrality(mg_context *context, const mg_graph *graph, const mg_bc_options *o) {
    double *centrality = test_memory(mg_graph_arc_count(graph), sizeof *centrality);
    CHECK_OK(context, mg_edge_bc(context, graph, o, centrality));
    return centrality;
}

static void check_edges(const mg_graph *graph, const char *what, const mg_bc_options *o) {
    double *one = edge_centrality(test_context(1), graph, o), *four = edge_centrality(test_context(4), graph, o);
    char why[256] = "";
    if (!mgt_verify_bc_paths(graph, o->sources, o->source_count, o, true, one, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "%s: %s", what, why);
    }
    CHECK(memcmp(one, four, mg_graph_arc_count(graph) * sizeof *one) == 0);
    free(one);
    free(four);
}

static void check_vertices(const mg_graph *graph, const char *what, const mg_bc_options *o) {
    mg_result *one = NULL, *four = NULL;
    char why[256] = "";
    CHECK_OK(test_context(1), mg_bc(test_context(1), graph, o, &one));
    CHECK_OK(test_context(4), mg_bc(test_context(4), graph, o, &four));
    const double *const centrality = mg_result_column(one, "centrality")->data;
    if (!mgt_verify_bc_paths(graph, o->sources, o->source_count, o, false, centrality, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "%s: %s", what, why);
    }
    CHECK(memcmp(centrality, mg_result_column(four, "centrality")->data,
                 mg_graph_vertex_count(graph) * sizeof *centrality) == 0);
    mg_result_destroy(one);
    mg_result_destroy(four);
}

static void check_graph(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph), some[] = {0, n / 2, n ? n - 1 : 0};
    if (n > MOST_VERTICES) {
        return;
    }
    for (int i = 0; i < 8; i++) {
        mg_bc_options o = MG_BC_OPTIONS_INIT;
        o.normalized = i % 2;
        o.weighted = i / 4;
        if (i / 2 % 2 && n >= 3) {
            o.sources = some;
            o.source_count = 3;
        }
        check_edges(graph, what, &o);
        if (mg_graph_weight_type(graph) != MG_TYPE_NONE && o.weighted) {
            check_vertices(graph, what, &o);
        }
    }
}

TEST(bc_paths_of_every_shape) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_INT_LARGE};
    matrix_graphs(weightings, 3, check_graph);
}

/* Without weights both ways to count are the same. */
static void check_unweighted(const mg_graph *graph, const char *what) {
    mg_context *context = test_context(2);
    if (mg_graph_vertex_count(graph) > MOST_VERTICES) {
        return;
    }
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    mg_result *edges = NULL, *weighted = NULL;
    CHECK_OK(context, mg_bc(context, graph, &o, &edges));
    o.weighted = true;
    CHECK_OK(context, mg_bc(context, graph, &o, &weighted));
    const double *const a = mg_result_column(edges, "centrality")->data;
    const double *const b = mg_result_column(weighted, "centrality")->data;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        if (fabs(a[v] - b[v]) > 1e-5 * fabs(a[v])) {
            test_fail(__FILE__, __LINE__, "%s: %g and %g", what, a[v], b[v]);
        }
    }
    mg_result_destroy(edges);
    mg_result_destroy(weighted);
}

static mg_graph *weighted_graph(mg_context *context, const double *weights, uint64_t count, bool directed) {
    static const uint64_t source[] = {0, 0, 1, 2, 3, 3}, target[] = {1, 2, 3, 3, 4, 3};
    const mg_edge_list edges = {.edge_count = count,
                                .id_type = MG_UINT64,
                                .source = source,
                                .target = target,
                                .weight_type = MG_FLOAT64,
                                .weight = weights};
    mg_graph_options o = MG_GRAPH_OPTIONS_INIT;
    mg_graph *graph = NULL;
    o.directedness = directed ? MG_DIRECTED : MG_UNDIRECTED;
    CHECK_OK(context, mg_graph_from_edges(context, &edges, &o, &graph));
    return graph;
}

/* 0 - 1 - 3 - 4 and 0 - 2 - 3: equal by weight (1 + 2, 2 + 1), or the first is shorter. */
TEST(bc_paths_that_are_known) {
    static const double equal[] = {1, 2, 2, 1, 1, 7}, shorter[] = {1, 2, 1, 1, 1, 7};
    static const double expected[2][5] = {{0.5, 1, 1, 3.5, 0}, {0, 2, 0, 4, 0}};
    mg_context *context = test_context(2);
    for (int i = 0; i < 2; i++) {
        mg_graph *graph = weighted_graph(context, i ? shorter : equal, 6, false);
        mg_bc_options o = MG_BC_OPTIONS_INIT;
        mg_result *result = NULL;
        o.weighted = true;
        CHECK_OK(context, mg_bc(context, graph, &o, &result));
        for (mg_vertex v = 0; v < 5; v++) {
            CHECK_NEAR(((const double *)mg_result_column(result, "centrality")->data)[v], expected[i][v], 1e-12);
        }
        mg_result_destroy(result);
        mg_graph_destroy(graph);
    }
}

/* A weight that is lost in the distance: no path leads back over it. */
TEST(bc_paths_of_tiny_weights) {
    static const double tiny[] = {1, 1, 1e-30, 1e-30, 1};
    mg_context *context = test_context(1);
    mg_graph *graph = weighted_graph(context, tiny, 5, false);
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    o.weighted = true;
    CHECK_OK(context, mg_bc(context, graph, &o, &result));
    const double *const centrality = mg_result_column(result, "centrality")->data;
    for (mg_vertex v = 0; v < 5; v++) {
        CHECK(centrality[v] >= 0 && centrality[v] <= 6); /* of 6 pairs of others */
    }
    mg_result_destroy(result);
    mg_graph_destroy(graph);
}

/* Path counts beyond all doubles: a chain of 1200 diamonds has 2^1200 shortest paths. */
TEST(bc_paths_of_many_paths) {
    enum { DIAMONDS = 1200 };
    mg_context *context = test_context(2);
    edge_builder edges = {.n = 3 * DIAMONDS + 1};
    for (uint64_t i = 0; i < DIAMONDS; i++) {
        for (uint64_t side = 1; side <= 2; side++) {
            builder_add(&edges, 3 * i, 3 * i + side);
            builder_add(&edges, 3 * i + side, 3 * i + 3);
        }
    }
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, true);
    const mg_vertex source = 0, n = mg_graph_vertex_count(graph);
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    o.sources = &source;
    o.source_count = 1;
    double *centrality = edge_centrality(context, graph, &o);
    /* Half of all targets behind the first edge, and its end. */
    CHECK_NEAR(centrality[0] / n, 1 + (n - 3) / 2.0, 1e-6);
    free(centrality);
    mg_graph_destroy(graph);
}

TEST(bc_paths_refuse) {
    static const double zero[] = {1, 0, 1, 1, 1}, large[] = {1, 1, 1, 1, 1};
    mg_context *context = test_context(1);
    double centrality[10];
    mg_result *result = NULL;
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    o.weighted = true;
    mg_graph *graph = weighted_graph(context, zero, 5, true);
    CHECK_STATUS(context, mg_bc(context, graph, &o, &result), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "weight 0"));
    CHECK_STATUS(context, mg_edge_bc(context, graph, &o, centrality), MG_ERROR_INVALID);
    mg_graph_destroy(graph);
    graph = weighted_graph(context, large, 5, true);
    o.run.backend = MG_BACKEND_CUDA;
    const mg_status here = mg_device_count(context) ? MG_OK : MG_ERROR_UNSUPPORTED;
    CHECK_STATUS(context, mg_edge_bc(context, graph, &o, centrality), here);
    CHECK_STATUS(context, mg_bc(context, graph, &o, &result), here);
    mg_result_destroy(result);
    o.run.backend = MG_BACKEND_AUTO;
    o.run.lanes = 2;
    CHECK_STATUS(context, mg_edge_bc(context, graph, &o, centrality), MG_ERROR_UNSUPPORTED);
    mg_graph_destroy(graph);
}

TEST(bc_paths_without_weights) {
    matrix_graphs(NULL, 0, check_unweighted);
}
