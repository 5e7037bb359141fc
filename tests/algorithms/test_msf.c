/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum spanning forests on every shape with every kind of weights against a search for each edge.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static const mg_graph *sorted_graph;

static int compare_edges(const void *a, const void *b) {
    const oracle_edge *x = a, *y = b;
    const uint64_t ids[] = {mg_graph_id(sorted_graph, x->source), mg_graph_id(sorted_graph, y->source),
                            mg_graph_id(sorted_graph, x->target), mg_graph_id(sorted_graph, y->target)};
    return ids[0] != ids[1] ? (ids[0] > ids[1]) - (ids[0] < ids[1]) : (ids[2] > ids[3]) - (ids[2] < ids[3]);
}

static void sort_edges(const mg_graph *graph, oracle_edge *edges, mg_vertex count) {
    sorted_graph = graph;
    qsort(edges, count, sizeof *edges, compare_edges);
}

static double weight_of(const mg_result *result, mg_vertex v) {
    const mg_column *column = mg_result_column(result, "weight");
    return !column                      ? 1
           : column->type == MG_INT32   ? ((const int32_t *)column->data)[v]
           : column->type == MG_INT64   ? (double)((const int64_t *)column->data)[v]
           : column->type == MG_FLOAT32 ? (double)((const float *)column->data)[v]
                                        : ((const double *)column->data)[v];
}

/* The edges of a result, by ids. */
static oracle_edge *edges_of(const matrix_run *run, const mg_graph *graph, const mg_result *result, mg_vertex *count) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_vertex *source = run_column(run, graph, result, "source", MG_UINT32);
    const mg_vertex *target = run_column(run, graph, result, "target", MG_UINT32);
    oracle_edge *edges = test_memory(n, sizeof *edges);
    *count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        if (source[v] != MG_NONE) {
            edges[(*count)++] = (oracle_edge){source[v], target[v], weight_of(result, v)};
        }
    }
    sort_edges(graph, edges, *count);
    return edges;
}

static void check_run(const matrix_run *run, const mg_graph *graph, const oracle_edge *expected, mg_vertex count,
                      const mg_vertex *component) {
    mg_msf_options options = MG_MSF_OPTIONS_INIT;
    mg_result *result = NULL;
    mg_vertex found_count = 0;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_msf(run->context, graph, &options, &result));
    const mg_vertex *label = run_column(run, graph, result, "component", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "msf, component", v, label[v], component[v]);
    }
    oracle_edge *found = edges_of(run, graph, result, &found_count);
    RUN_CHECK(run, found_count == count, "%u edges, expected %u", found_count, count);
    for (mg_vertex i = 0; i < count; i++) {
        matrix_expect(run, "msf, source", i, found[i].source, expected[i].source);
        matrix_expect(run, "msf, target", i, found[i].target, expected[i].target);
        RUN_CHECK(run, found[i].weight >= expected[i].weight && found[i].weight <= expected[i].weight,
                  "edge %u has the weight %g, expected %g", i, found[i].weight, expected[i].weight);
    }
    free(found);
    RUN_CHECK(run, mgt_verify_msf(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

/* The vertex of smallest id in each component. */
static mg_vertex *name_components(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_vertex *component = oracle_cc(graph), *name = test_memory(n, sizeof *name);
    for (mg_vertex v = 0; v < n; v++) {
        name[v] = v;
        for (mg_vertex u = 0; u < n; u++) {
            const bool before = component[u] == component[v] && mg_graph_id(graph, u) < mg_graph_id(graph, name[v]);
            name[v] = before ? u : name[v];
        }
    }
    free(component);
    return name;
}

static void check_graph(const mg_graph *graph, const char *what) {
    mg_vertex count = 0;
    oracle_edge *expected = oracle_msf(graph, &count);
    mg_vertex *component = name_components(graph);
    sort_edges(graph, expected, count);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, expected, count, component);
        run.options.statistics = true; /* the program, in place of a direct run */
        check_run(&run, graph, expected, count, component);
    }
    free(component);
    free(expected);
}

TEST(msf_on_every_shape) {
    static const weighting weightings[] = {WEIGHTS_INT_ZERO, WEIGHTS_DOUBLE};
    matrix_graphs(weightings, sizeof weightings / sizeof *weightings, check_graph);
}

TEST(msf_of_every_type_of_weights) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT_LARGE, WEIGHTS_INT64, WEIGHTS_FLOAT_MIX};
    for (size_t i = 0; i < sizeof weightings / sizeof *weightings; i++) {
        mg_graph *graph = shape_graph(test_context(1), shape_named("random"), weightings[i], i % 2);
        check_graph(graph, weighting_names[weightings[i]]);
        mg_graph_destroy(graph);
    }
}

/* Ties go by ids, in whatever order the vertices are. */
TEST(msf_in_another_order) {
    mg_graph *graph = shape_graph(test_context(2), shape_named("kron"), WEIGHTS_INT_ZERO, true), *other = NULL;
    CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_SHUFFLED, 3, &other));
    check_graph(other, "shuffled");
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* Negative weights, both zeros, and infinities are in their order; parallel edges have different weights. */
TEST(msf_of_real_weights) {
    static const uint32_t from[] = {0, 0, 1, 1, 2, 2, 3, 3, 4}, to[] = {1, 2, 2, 3, 3, 4, 4, 5, 5};
    static const double values[] = {-0.0, 0.0, -1.5, 1e300, -1e300, INFINITY, INFINITY, -INFINITY, 1e-300};
    for (uint32_t directed = 0; directed < 2; directed++) {
        mg_edge_list list = {.edge_count = 9,
                             .id_type = MG_UINT32,
                             .source = from,
                             .target = to,
                             .weight_type = MG_FLOAT64,
                             .weight = values};
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        mg_graph *graph = NULL;
        options.directedness = directed ? MG_DIRECTED : MG_UNDIRECTED;
        CHECK_OK(test_context(1), mg_graph_from_edges(test_context(1), &list, &options, &graph));
        check_graph(graph, "real weights");
        mg_graph_destroy(graph);
    }
}

/* A path whose weights fall: all trees are joined to one in the first round, over a chain of all vertices. */
TEST(msf_of_a_long_chain) {
    const uint32_t n = 30000;
    uint32_t *from = test_memory(n, sizeof *from), *to = test_memory(n, sizeof *to);
    int32_t *weights = test_memory(n, sizeof *weights);
    for (uint32_t v = 0; v + 1 < n; v++) {
        from[v] = v;
        to[v] = v + 1;
        weights[v] = -(int32_t)v;
    }
    const mg_edge_list list = {.edge_count = n - 1,
                               .id_type = MG_UINT32,
                               .source = from,
                               .target = to,
                               .weight_type = MG_INT32,
                               .weight = weights};
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    char why[256] = "";
    mg_context *context = test_context(2);
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    CHECK_OK(context, mg_msf(context, graph, NULL, &result));
    CHECK(mgt_verify_msf(context, graph, result, why, sizeof why));
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    free(from);
    free(to);
    free(weights);
}

/* Graphs for which the oracle is too slow: verified, and the same with and without a record of the iterations, which
 * only the program has. */
static void check_large(mg_graph *graph, const char *what) {
    static const char *const columns[] = {"component", "source", "target"};
    const matrix_run run = matrix_run_at(0, what);
    mg_msf_options options = MG_MSF_OPTIONS_INIT;
    mg_result *result[2] = {NULL, NULL};
    char why[256] = "";
    options.run = run.options;
    for (size_t i = 0; i < 2; i++) {
        options.run.statistics = i > 0;
        RUN_OK(&run, mg_msf(run.context, graph, &options, &result[i]));
    }
    for (size_t k = 0; k < 3; k++) {
        matrix_expect_column(&run, columns[k], result[0], result[1]);
    }
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(&run, "weight", v, weight_of(result[0], v), weight_of(result[1], v));
    }
    RUN_CHECK(&run, mgt_verify_msf(run.context, graph, result[0], why, sizeof why), "%s", why);
    mg_result_destroy(result[0]);
    mg_result_destroy(result[1]);
    mg_graph_destroy(graph);
}

/* Few weights, so that the ends decide; many; none. Large rows, long ways, several trees. */
TEST(msf_of_large_graphs) {
    static const struct {
        const char *kind;
        int32_t most;
        mg_type type;
    } cases[] = {{"kron", 0, MG_TYPE_NONE}, {"kron", 3, MG_INT32},   {"kron", 1 << 20, MG_FLOAT32},
                 {"road", 1000, MG_INT32},  {"road", 2, MG_FLOAT32}, {"road", 1000, MG_INT64},
                 {"star", 9, MG_INT32}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
        mg_graph *graph = NULL;
        options.scale = 12;
        options.width = options.height = 90;
        options.weight_max = cases[i].most;
        options.weight_type = cases[i].type;
        CHECK_OK(test_context(2), mg_generate(test_context(2), cases[i].kind, &options, &graph));
        check_large(graph, cases[i].kind);
    }
}
