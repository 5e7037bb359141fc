/* SPDX-License-Identifier: Apache-2.0
 *
 * Louvain and Leiden find the same communities on every backend: on graphs of which a GPU finds the first levels, with
 * vertices of every width.
 */
#include "core/counter_random.h"
#include "tests/algorithms/find_communities.h"
#include "tests/algorithms/oracles.h"

#include <stdlib.h>
#include <string.h>

/* on_gpu: the graph is so large that a GPU finds levels of it. */
static void check_backends(const mg_graph *graph, const char *what, bool leiden, mg_communities_options o,
                           bool on_gpu) {
    const matrix_run first = {
        .context = test_context(1), .options = MG_RUN_OPTIONS_INIT, .graph = what, .mode = "auto"};
    const char *const name = leiden ? "leiden" : "louvain";
    mg_communities found, other;
    o.run.backend = MG_BACKEND_CPU;
    mg_result *expected = find_communities(&first, graph, leiden, o, &found);
    const mg_vertex *const label = run_column(&first, graph, expected, "community", MG_UINT32);
    for (size_t i = 0; i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, what);
        o.run.backend = run.options.backend;
        if (run.options.mode != MG_MODE_AUTO) { /* there are no modes */
            continue;
        }
        mg_result *result = find_communities(&run, graph, leiden, o, &other);
        const mg_vertex *const again = run_column(&run, graph, result, "community", MG_UINT32);
        RUN_CHECK(&run, memcmp(label, again, mg_graph_vertex_count(graph) * sizeof *label) == 0,
                  "%s: other communities", name);
        RUN_CHECK(&run, found.modularity == other.modularity && found.levels == other.levels, "%s: another modularity",
                  name);
        if (o.run.backend == MG_BACKEND_CUDA && on_gpu) {
            RUN_CHECK(&run, strcmp(mg_result_statistics(result)->backend, "cuda") == 0, "%s: not on the GPU", name);
        }
        mg_result_destroy(result);
    }
    mg_result_destroy(expected);
}

static void check_both(const mg_graph *graph, const char *what, mg_communities_options o, bool on_gpu) {
    check_backends(graph, what, false, o, on_gpu);
    check_backends(graph, what, true, o, on_gpu);
}

/* A random graph with hubs, whose vertices have ids and places of their own: enough edges for groups of vertices that
 * move at the same time, and vertices of every width. */
static mg_graph *large_graph(mg_context *context, bool directed, bool weighted) {
    enum { N = 6000, M = 60000 };
    uint64_t *source = test_memory(M, sizeof *source), *target = test_memory(M, sizeof *target), random = 5;
    double *weight = test_memory(M, sizeof *weight);
    for (uint64_t e = 0; e < M; e++) {
        const uint64_t a = mg__random_next(&random) % N, hub = mg__random_next(&random) % 16;
        const uint64_t near = (a / 50 * 50 + mg__random_next(&random) % 50) % N;
        source[e] = 7 * (hub < 2 ? hub : a);
        target[e] = 7 * (hub == 2 ? mg__random_next(&random) % N : near);
        weight[e] = (double)(1 + mg__random_next(&random) % 8) / 3;
    }
    const mg_edge_list edges = {.edge_count = M,
                                .id_type = MG_UINT64,
                                .source = source,
                                .target = target,
                                .weight_type = weighted ? MG_FLOAT64 : MG_TYPE_NONE,
                                .weight = weighted ? weight : NULL};
    mg_graph_options o = MG_GRAPH_OPTIONS_INIT;
    mg_graph *graph = NULL;
    o.directedness = directed ? MG_DIRECTED : MG_UNDIRECTED;
    o.order = MG_ORDER_DEGREE;
    CHECK_OK(context, mg_graph_from_edges(context, &edges, &o, &graph));
    free(source);
    free(target);
    free(weight);
    return graph;
}

TEST(hubs) {
    for (int kind = 0; kind < 8; kind++) {
        const bool directed = kind & 1, weighted = kind & 2, leiden = kind & 4;
        mg_graph *graph = large_graph(test_context(1), directed, weighted);
        mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
        o.seed = 3;
        check_backends(graph, directed ? "directed, with hubs" : "with hubs", leiden, o, true);
        mg_graph_destroy(graph);
    }
}

/* With weights and directions of both kinds; some with few levels. Releases the edges. */
static void check_edges(edge_builder *edges, const char *what) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_FLOAT_MIX};
    for (int kind = 0; kind < 6; kind++) {
        edge_builder copy = {.n = edges->n};
        mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
        for (uint64_t e = 0; e < edges->count; e++) {
            builder_add(&copy, edges->source[e], edges->target[e]);
        }
        mg_graph *graph = builder_graph(test_context(2), &copy, weightings[kind / 2], kind % 2);
        o.max_levels = kind < 4 ? 0 : 2;
        o.resolution = kind < 4 ? 1 : 0.5;
        check_backends(graph, what, false, o, true);
        if (kind == 1 || kind == 2 || kind == 5) {
            check_backends(graph, what, true, o, true);
        }
        mg_graph_destroy(graph);
    }
    free(edges->source);
    free(edges->target);
}

/* Several levels of many edges, whose vertices have few; the last ones leave many without edges. */
TEST(grids) {
    edge_builder edges = {.n = 0};
    uint64_t random = 3;
    builder_grid(&edges, 140, 140);
    for (uint64_t e = 0; e < edges.count; e++) { /* as roads: 60 % of the edges, and loops */
        if (test_random(&random) % 5 < 2) {
            edges.target[e] = edges.source[e];
        }
    }
    check_edges(&edges, "a grid");
}

/* Passes of Leiden from communities of the pass before, as long as modularity grows. */
TEST(passes) {
    mg_graph *graph = large_graph(test_context(1), false, false);
    for (uint64_t seed = 0; seed < 2; seed++) {
        mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
        o.seed = seed;
        o.passes = (uint32_t)seed;
        o.threshold = 0;
        check_backends(graph, "passes", true, o, true);
    }
    mg_graph_destroy(graph);
}

/* So many neighbours that there are more groups; half of the vertices have none. */
TEST(many_neighbours) {
    enum { N = 600, M = 24000 };
    edge_builder edges = {.n = 2 * N};
    uint64_t random = 7;
    for (int e = 0; e < M; e++) {
        const uint64_t a = test_random(&random) % N, near = test_random(&random) % 60;
        builder_add(&edges, a, test_random(&random) % 4 ? a / 60 * 60 + near : test_random(&random) % N);
    }
    check_edges(&edges, "many neighbours");
}

/* A hub with 20,000 leaves, which have loops, and as many vertices without edges. */
TEST(star) {
    enum { LEAVES = 20000 };
    edge_builder edges = {.n = 2 * LEAVES};
    for (uint64_t v = 1; v <= LEAVES; v++) {
        builder_add(&edges, 0, v);
        if (v % 3 == 0) {
            builder_add(&edges, v, v);
        }
    }
    mg_graph *graph = builder_graph(test_context(1), &edges, WEIGHTS_NONE, false);
    check_both(graph, "a star", MG_COMMUNITIES_OPTIONS_INIT, true);
    mg_communities_options fine = MG_COMMUNITIES_OPTIONS_INIT;
    fine.resolution = 1.95; /* all levels are worse than each vertex alone */
    check_both(graph, "a star, resolution 1.95", fine, true);
    fine.resolution = 0.5;
    fine.max_levels = 1;
    check_both(graph, "a star, one level", fine, true);
    mg_graph_destroy(graph);
}

/* Loops alone: no vertex moves, and there is no second level. */
TEST(loops) {
    enum { N = 10000 };
    edge_builder edges = {.n = N};
    for (uint64_t v = 0; v < N; v++) {
        builder_add(&edges, v, v);
    }
    mg_graph *graph = builder_graph(test_context(1), &edges, WEIGHTS_NONE, false);
    check_both(graph, "loops", MG_COMMUNITIES_OPTIONS_INIT, true);
    mg_graph_destroy(graph);
}

TEST(graphs_without_edges) {
    for (uint64_t n = 0; n < 3; n++) {
        edge_builder edges = {.n = n};
        mg_graph *graph = builder_graph(test_context(1), &edges, WEIGHTS_NONE, false);
        check_both(graph, "no edges", MG_COMMUNITIES_OPTIONS_INIT, false);
        mg_graph_destroy(graph);
    }
}
