/* SPDX-License-Identifier: Apache-2.0
 *
 * test_graph_arguments.c: mg_graph_from_csr, and invalid arguments of it and of mg_graph_from_edges.
 */
#include "tests/core/graph/graph_oracle.h"

#include <math.h>
#include <string.h>

TEST(invalid_lists) {
    const uint32_t ids[] = {0, 1, 9};
    const float weights[] = {1, NAN};
    const mg_edge_list good = {.edge_count = 2, .id_type = MG_UINT32, .source = ids, .target = ids + 1};
    mg_context *context = make_context(2);
    mg_graph *graph = NULL;
    mg_edge_list list = good;
    list.contiguous = true;
    list.vertex_count = 9;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "edge 1: id 9"));
    list.vertex_count = UINT32_MAX;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_RANGE);
    list.vertex_count = 10;
    list.id_base = UINT64_MAX - 8;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list = good;
    list.weight_type = MG_FLOAT32;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list.weight = weights;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_RANGE);
    CHECK(strstr(mg_context_error(context), "edge 1"));
    list.weight_type = MG_UINT32;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list = good;
    list.id_type = MG_INT32;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list = good;
    list.target = NULL;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    list = good;
    list.vertex_count = 4;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_graph_from_edges(context, NULL, NULL, &graph), MG_ERROR_INVALID);
    const mg_graph_options wrong = {.size = 1};
    CHECK_STATUS(context, mg_graph_from_edges(context, &good, &wrong, &graph), MG_ERROR_INVALID);
    CHECK(!graph);
    mg_context_destroy(context);
}

TEST(csr_round_trip) {
    random_state = 88172645463325252u;
    random_list r = make_list(3000, 150, 1, 0, MG_UINT32, MG_FLOAT64);
    r.list.contiguous = true;
    r.list.vertex_count = 160;
    mg_context *context = make_context(2);
    for (int directedness = MG_DIRECTED; directedness <= MG_UNDIRECTED; directedness++) {
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.directedness = (mg_directedness)directedness;
        expected e = expect_graph(&r.list, &options);
        mg_graph *graph = NULL, *copy = NULL;
        CHECK_OK(context, mg_graph_from_edges(context, &r.list, &options, &graph));
        const mg_adjacency out = mg_graph_out_edges(graph);
        CHECK_OK(context, mg_graph_from_csr(context, 160, out.offsets, out.neighbours, MG_FLOAT64, out.weights,
                                            directedness == MG_DIRECTED, &copy));
        check_graph(context, copy, &e, true);
        mg_graph_destroy(copy);
        if (directedness == MG_DIRECTED) {
            CHECK_STATUS(context,
                         mg_graph_from_csr(context, 160, out.offsets, out.neighbours, MG_TYPE_NONE, NULL, false, &copy),
                         MG_ERROR_INVALID);
        }
        mg_graph_destroy(graph);
        free_expected(&e);
    }
    mg_context_destroy(context);
    free_list(&r);
}

TEST(csr_rows_are_sorted) {
    const uint64_t offsets[] = {0, 3, 3, 4};
    const mg_vertex neighbours[] = {2, 0, 1, 0};
    const int32_t weights[] = {20, 0, 10, 5};
    mg_context *context = make_context(1);
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_csr(context, 3, offsets, neighbours, MG_INT32, weights, true, &graph));
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex v = 0; v < 3; v++) {
        CHECK_EQ(out.neighbours[v], v);
        CHECK_EQ(((const int32_t *)out.weights)[v], 10 * v);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(invalid_csr) {
    const uint64_t offsets[] = {0, 1, 2}, falling[] = {0, 2, 1}, late[] = {1, 1, 2};
    const mg_vertex pair[] = {1, 0}, outside[] = {1, 2};
    const int32_t weights[] = {3, 4};
    const double bad[] = {1, NAN};
    mg_context *context = make_context(2);
    mg_graph *graph = NULL;
    const struct {
        const uint64_t *offsets;
        const mg_vertex *neighbours;
        mg_type type;
        const void *weights;
        mg_status status;
    } cases[] = {
        {NULL, pair, MG_TYPE_NONE, NULL, MG_ERROR_INVALID},       {falling, pair, MG_TYPE_NONE, NULL, MG_ERROR_INVALID},
        {late, pair, MG_TYPE_NONE, NULL, MG_ERROR_INVALID},       {offsets, NULL, MG_TYPE_NONE, NULL, MG_ERROR_INVALID},
        {offsets, outside, MG_TYPE_NONE, NULL, MG_ERROR_INVALID}, {offsets, pair, MG_INT32, NULL, MG_ERROR_INVALID},
        {offsets, pair, MG_INT32, weights, MG_ERROR_INVALID},     {offsets, pair, MG_FLOAT64, bad, MG_ERROR_RANGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STATUS(context,
                     mg_graph_from_csr(context, 2, cases[i].offsets, cases[i].neighbours, cases[i].type,
                                       cases[i].weights, false, &graph),
                     cases[i].status);
        CHECK(mg_context_error(context)[0]);
    }
    CHECK_STATUS(context, mg_graph_from_csr(context, MG_NONE, offsets, pair, MG_TYPE_NONE, NULL, true, &graph),
                 MG_ERROR_RANGE);
    CHECK_OK(context, mg_graph_from_csr(context, 2, offsets, pair, MG_TYPE_NONE, NULL, false, &graph));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
