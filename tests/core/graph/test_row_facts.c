/* SPDX-License-Identifier: Apache-2.0
 *
 * test_row_facts.c: empty rows, arcs in long rows, and whether rows are alike, by the offsets of the out-edges, of the
 * in-edges, and others.
 */
#include "core/graph/row_facts.h"
#include "tests/harness.h"

#include <stdint.h>

#define LEAVES 300 /* a long row */
#define VERTICES 40000
#define THREADS 2

/* Arcs from vertex 0 to the LEAVES that follow; the other vertices have none. */
static mg_graph *make_star(mg_context *context) {
    uint32_t source[LEAVES] = {0}, target[LEAVES];
    for (uint32_t i = 0; i < LEAVES; i++) {
        target[i] = i + 1;
    }
    const mg_edge_list list = {.edge_count = LEAVES,
                               .id_type = MG_UINT32,
                               .source = source,
                               .target = target,
                               .contiguous = true,
                               .vertex_count = VERTICES};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    return graph;
}

TEST(rows_of_both_directions_are_counted) {
    static uint64_t empty[VERTICES + 1];
    mg_context *context = NULL;
    mg_adjacency in;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    mg_graph *graph = make_star(context);
    const mg_adjacency out = mg_graph_out_edges(graph);
    CHECK_OK(context, mg_graph_in_edges(context, graph, &in));
    for (int i = 0; i < 2; i++) { /* counted, and then remembered */
        CHECK_EQ(mg__empty_rows(graph, out.offsets, THREADS), VERTICES - 1);
        CHECK_EQ(mg__arcs_in_long_rows(graph, out.offsets, THREADS), LEAVES);
        CHECK_EQ(mg__empty_rows(graph, in.offsets, THREADS), VERTICES - LEAVES);
        CHECK_EQ(mg__arcs_in_long_rows(graph, in.offsets, THREADS), 0);
        CHECK_EQ(mg__empty_rows(graph, empty, THREADS), VERTICES);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(rows_are_alike_if_nearly_all_are) {
    static uint64_t offsets[VERTICES + 1];
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    mg_graph *graph = make_star(context);
    for (int i = 0; i < 2; i++) { /* all but the first two rows are empty */
        CHECK(mg__rows_are_alike(graph, mg_graph_out_edges(graph).offsets, THREADS));
    }
    for (mg_vertex v = 0; v < VERTICES; v++) {
        offsets[v + 1] = offsets[v] + 1 + v % 2;
    }
    CHECK(!mg__rows_are_alike(graph, offsets, THREADS)); /* of one and two arcs by turns */
    for (mg_vertex v = 0; v < VERTICES; v++) {
        offsets[v + 1] = offsets[v] + (v % 100 ? 4 : 3);
    }
    CHECK(mg__rows_are_alike(graph, offsets, THREADS));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
