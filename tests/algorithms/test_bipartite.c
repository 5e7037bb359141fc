/* SPDX-License-Identifier: Apache-2.0
 *
 * Sides of bipartite components on every shape in every mode: even and odd walks from the smallest id of a component.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

/* Marks what walks of even, and of odd, length lead to from a vertex that is marked as even; until nothing changes. */
static void walk(const mg_graph *graph, bool *even, bool *odd) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (bool changed = true; changed;) {
        changed = false;
        for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                const mg_vertex v = out.neighbours[e];
                const bool grows = even[u] > odd[v] || odd[u] > even[v] || even[v] > odd[u] || odd[v] > even[u];
                odd[v] = odd[v] || even[u];
                even[v] = even[v] || odd[u];
                odd[u] = odd[u] || even[v];
                even[u] = even[u] || odd[v];
                changed = changed || grows;
            }
        }
    }
}

static uint32_t *expect(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_vertex *component = oracle_cc(graph);
    bool *even = test_memory(n, sizeof *even), *odd = test_memory(n, sizeof *odd);
    uint32_t *side = test_memory(n, sizeof *side);
    for (mg_vertex v = 0; v < n; v++) {
        mg_vertex first = v;
        for (mg_vertex u = 0; u < n; u++) {
            const bool before = component[u] == component[v] && mg_graph_id(graph, u) < mg_graph_id(graph, first);
            first = before ? u : first;
        }
        even[v] = first == v;
    }
    walk(graph, even, odd);
    for (mg_vertex v = 0; v < n; v++) {
        side[v] = even[v] && odd[v] ? 2 : odd[v];
    }
    free(component);
    free(even);
    free(odd);
    return side;
}

static void check_run(const matrix_run *run, const mg_graph *graph, const uint32_t *expected) {
    mg_bipartite_options options = MG_BIPARTITE_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_bipartite(run->context, graph, &options, &result));
    const uint32_t *side = run_column(run, graph, result, "side", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "bipartite", v, side[v], expected[v]);
    }
    RUN_CHECK(run, mgt_verify_bipartite(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_graph(const mg_graph *graph, const char *what) {
    uint32_t *expected = expect(graph);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, expected);
    }
    free(expected);
}

TEST(bipartite_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

TEST(bipartite_in_another_order) {
    mg_graph *graph = shape_graph(test_context(2), shape_named("disconnected"), WEIGHTS_NONE, true), *other = NULL;
    CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_SHUFFLED, 3, &other));
    check_graph(other, "shuffled");
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* Cycles of 3 to 40 vertices: every other one is odd. */
TEST(bipartite_cycles) {
    edge_builder edges = {.n = 0};
    for (uint64_t length = 3; length <= 40; length++) {
        for (uint64_t i = 0; i < length; i++) {
            builder_add(&edges, edges.n + i, edges.n + (i + 1) % length);
        }
        edges.n += length;
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    check_graph(graph, "cycles");
    mg_graph_destroy(graph);
}
