/* SPDX-License-Identifier: Apache-2.0
 *
 * test_graph_counts.c: the published layout of MultiGraph on a graph of four vertices, counted by hand.
 */
#include "tests/harness.h"
#include "tools/bench/graph_runs.h"

/* Blocks of 2 x 2, heavy with more than 2 edges. Arcs 0-0, 1-0, 0-1: the heavy block of rows and columns 0 and 1, with
 * destinations 0 and 1. Arc 2-1, and arcs 3-3 and 2-3: two light blocks, both in the second column panel. */
TEST(blocks_are_counted) {
    static const uint32_t from[] = {0, 1, 0, 2, 3, 2}, to[] = {0, 0, 1, 1, 3, 3};
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    graph_counts c;
    CHECK_OK(context, mg_context_create(NULL, &context));
    const mg_edge_list edges = {.edge_count = 6, .id_type = MG_UINT32, .source = from, .target = to};
    CHECK_OK(context, mg_graph_from_edges(context, &edges, NULL, &graph));
    CHECK(graph_count(context, graph, 2, 2, &c));
    CHECK(c.heavy_blocks == 1 && c.heavy_edges == 3 && c.heavy_destinations == 2);
    CHECK(c.light_edges == 3 && c.light_blocks == 2 && c.column_panels == 1);
    /* 1024 + 3 + 2 elements of the heavy block, source and place of 3 light edges, 5 values written and read with their
     * destinations, 4 vertices read and written, 4 bytes each; two loads of 4 values and marks of 5 bytes. */
    CHECK_NEAR(graph_bytes_per_edge(&c), (4.0 * (1029 + 6 + 5 + 10 + 8) + 5 * 4 * 2) / 6, 1e-9);
    CHECK_NEAR(graph_memory_efficiency(&c), 4272.0 / (4272 + 2 * 28), 1e-9);
    CHECK_NEAR(graph_atomics_per_edge(&c), (2.0 + 1024 + 3) / 6, 1e-9);
    /* CSR: 5 offsets of 8 bytes, 6 columns of 4 */
    CHECK_NEAR(graph_layout_ratio(&c), (4.0 * (1029 + 6 + 10) + 64) / 64, 1e-9);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
