/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components on every shape in every mode against searches from every vertex, and on graphs that
 * need many rounds of trimming or of colouring, or that have one large component or many small ones.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

static void check_run(const matrix_run *run, const mg_graph *graph, const mg_vertex *expected) {
    mg_scc_options options = MG_SCC_OPTIONS_INIT;
    mg_result *result = NULL;
    char why[256] = "";
    options.run = run->options;
    RUN_OK(run, mg_scc(run->context, graph, &options, &result));
    const mg_vertex *label = run_column(run, graph, result, "component", MG_UINT32);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        matrix_expect(run, "scc", v, label[v], expected[v]);
    }
    RUN_CHECK(run, mgt_verify_scc(run->context, graph, result, why, sizeof why), "%s", why);
    mg_result_destroy(result);
}

static void check_all(const mg_graph *graph, const char *what, const mg_vertex *expected) {
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        check_run(&run, graph, expected);
        run.options.statistics = true; /* the program, in place of a direct run */
        check_run(&run, graph, expected);
    }
}

static void check_graph(const mg_graph *graph, const char *what) {
    mg_vertex *expected = oracle_scc(graph);
    check_all(graph, what, expected);
    free(expected);
}

TEST(scc_on_every_shape) {
    matrix_graphs(NULL, 0, check_graph);
}

/* Cycles of three, each with an edge to the one before: colouring finds one component a round. Loops do not keep the
 * vertices between them from being trimmed. */
TEST(scc_of_a_chain_of_cycles) {
    const uint64_t cycles = 12;
    edge_builder edges = {.n = 4 * cycles};
    mg_vertex expected[48];
    for (uint64_t i = 0; i < cycles; i++) {
        const uint64_t first = 4 * i;
        builder_add(&edges, first, first + 1);
        builder_add(&edges, first + 1, first + 2);
        builder_add(&edges, first + 2, first);
        builder_add(&edges, first + 2, first + 3);
        builder_add(&edges, first + 3, first + 3);
        if (i) {
            builder_add(&edges, first + 3, first - 4);
        }
        for (uint64_t k = 0; k < 4; k++) {
            expected[first + k] = (mg_vertex)(k < 3 ? first : first + 3);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    check_all(graph, "chain of cycles", expected);
    mg_graph_destroy(graph);
}

/* Paths of edges in both directions, joined by one-way edges: the second and third are one component, through a cycle
 * that a path of one-way edges closes. */
TEST(scc_of_paths_with_both_directions) {
    const uint64_t length = 200, n = 4 * length;
    edge_builder edges = {.n = n};
    mg_vertex *expected = test_memory(n, sizeof *expected);
    for (uint64_t v = 0; v < n; v++) {
        const uint64_t path = v / length;
        expected[v] = (mg_vertex)(path ? length : 0);
        if (v + 1 < n) {
            builder_add(&edges, v, v + 1);
        }
        if (v % length && path < 3) {
            builder_add(&edges, v, v - 1);
        }
    }
    builder_add(&edges, n - 1, length + 5);
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    check_all(graph, "paths with both directions", expected);
    mg_graph_destroy(graph);
    free(expected);
}

/* A long path, with indices that fall along it, and loops: each vertex is a component. Trimming alone finds all. */
TEST(scc_of_a_falling_path_with_loops) {
    const uint64_t n = 30000;
    edge_builder edges = {.n = n};
    mg_vertex *expected = test_memory(n, sizeof *expected);
    for (uint64_t v = 0; v < n; v++) {
        expected[v] = (mg_vertex)v;
        builder_add(&edges, v, v);
        builder_add(&edges, v, v);
        if (v) {
            builder_add(&edges, v, v - 1);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    matrix_run run = matrix_run_at(0, "falling path");
    check_run(&run, graph, expected);
    free(expected);
    mg_graph_destroy(graph);
}

/* Vertices in a random order: `id` by position. The edges are made by positions, `part` is the component of one. */
typedef struct scattered {
    edge_builder edges;
    mg_vertex *id, *part;
    uint64_t random;
} scattered;

static scattered scattered_open(uint64_t n) {
    scattered s = {
        .edges = {.n = n}, .id = test_memory(n, sizeof *s.id), .part = test_memory(n, sizeof *s.part), .random = n};
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t k = test_random(&s.random) % (i + 1);
        s.id[i] = s.id[k];
        s.id[k] = (mg_vertex)i;
        s.part[i] = (mg_vertex)i;
    }
    return s;
}

static void add(scattered *s, uint64_t from, uint64_t to) {
    builder_add(&s->edges, s->id[from], s->id[to]);
}

/* A cycle of positions begin to end - 1, which are a part. */
static void add_cycle(scattered *s, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++) {
        add(s, i, i + 1 < end ? i + 1 : begin);
        s->part[i] = (mg_vertex)begin;
    }
}

static void check_scattered(scattered *s, const char *what, bool every_mode) {
    const uint64_t n = s->edges.n;
    mg_vertex *expected = test_memory(n, sizeof *expected), *least = test_memory(n, sizeof *least);
    for (uint64_t i = 0; i < n; i++) {
        least[i] = MG_NONE;
    }
    for (uint64_t i = 0; i < n; i++) {
        mg_vertex *const of_part = &least[s->part[i]];
        *of_part = s->id[i] < *of_part ? s->id[i] : *of_part;
    }
    for (uint64_t i = 0; i < n; i++) {
        expected[s->id[i]] = least[s->part[i]];
    }
    mg_graph *graph = builder_graph(test_context(2), &s->edges, WEIGHTS_NONE, true);
    if (every_mode) {
        check_all(graph, what, expected);
    } else {
        matrix_run run = matrix_run_at(0, what);
        check_run(&run, graph, expected);
    }
    mg_graph_destroy(graph);
    free(expected);
    free(least);
    free(s->id);
    free(s->part);
}

/* Of one to six vertices, with loops, and parallel edges to later ones. */
TEST(scc_of_many_small_components) {
    const uint64_t n = 3000;
    scattered s = scattered_open(n);
    for (uint64_t begin = 0, size = 1; begin < n; begin += size, size = size % 6 + 1) {
        add_cycle(&s, begin, begin + size < n ? begin + size : n);
    }
    for (uint64_t k = 0; k < 2 * n; k++) {
        const uint64_t i = test_random(&s.random) % n, j = test_random(&s.random) % n;
        add(&s, i < j ? i : j, i < j ? j : i);
        if (k % 5 == 0) {
            add(&s, i < j ? i : j, i < j ? j : i);
        }
    }
    check_scattered(&s, "many small components", true);
}

/* Each leads to the next one. */
TEST(scc_of_a_scattered_chain_of_cycles) {
    const uint64_t cycles = 1500;
    scattered s = scattered_open(3 * cycles);
    for (uint64_t i = 0; i < cycles; i++) {
        add_cycle(&s, 3 * i, 3 * i + 3);
        if (i) {
            add(&s, 3 * i - 1, 3 * i);
        }
    }
    check_scattered(&s, "scattered chain of cycles", false);
}

/* A cycle, of which one vertex has edges to and from all others; paths into it and out of it, with loops and parallel
 * edges; and a vertex whose edges are loops. */
TEST(scc_of_one_large_component) {
    const uint64_t large = 3000, path = 40;
    scattered s = scattered_open(large + 2 * path + 2);
    add_cycle(&s, 0, large);
    for (uint64_t i = 1; i < large; i++) {
        add(&s, 0, i);
        add(&s, i, 0);
    }
    for (uint64_t i = large; i < large + 2 * path; i++) {
        const bool leaves = i >= large + path;
        const uint64_t before = i == large || i == large + path ? 0 : i - 1;
        add(&s, leaves ? before : i, leaves ? i : before);
        add(&s, leaves ? before : i, leaves ? i : before);
        add(&s, i, i);
    }
    add(&s, large + 2 * path, large + 2 * path);
    add(&s, large + 2 * path, large + 2 * path);
    check_scattered(&s, "one large component", true);
}

/* Many more rounds than a search makes at once on a GPU. */
TEST(scc_of_a_scattered_cycle) {
    scattered s = scattered_open(10000);
    add_cycle(&s, 0, 10000);
    check_scattered(&s, "scattered cycle", false);
}

TEST(scc_of_a_scattered_path) {
    scattered s = scattered_open(20000);
    for (uint64_t i = 1; i < 20000; i++) {
        add(&s, i - 1, i);
    }
    check_scattered(&s, "scattered path", false);
}

/* The smallest id names a component in whatever order the vertices are. */
TEST(scc_in_another_order) {
    mg_graph *graph = shape_graph(test_context(2), shape_named("kron"), WEIGHTS_NONE, true), *other = NULL;
    CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_SHUFFLED, 3, &other));
    check_graph(other, "shuffled");
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* Compares a direct run with the program. */
static void check_large(const mg_graph *graph, const char *what) {
    const matrix_run run = matrix_run_at(0, what);
    mg_scc_options options = MG_SCC_OPTIONS_INIT;
    mg_result *result[2] = {NULL, NULL};
    for (size_t i = 0; i < 2; i++) {
        options.run.statistics = i > 0;
        CHECK_OK(test_context(2), mg_scc(test_context(2), graph, &options, &result[i]));
    }
    matrix_expect_column(&run, "component", result[0], result[1]);
    mg_result_destroy(result[0]);
    mg_result_destroy(result[1]);
}

/* A large component, by searches of many edges. */
TEST(scc_of_rmat) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL, *other = NULL;
    options.scale = 14;
    options.edge_factor = 8;
    CHECK_OK(test_context(2), mg_generate(test_context(2), "rmat", &options, &graph));
    CHECK_OK(test_context(2), mg_graph_reorder(test_context(2), graph, MG_ORDER_SHUFFLED, 5, &other));
    check_large(graph, "rmat");
    check_large(other, "rmat, shuffled");
    mg_graph_destroy(graph);
    mg_graph_destroy(other);
}

/* A grid of one-way streets, whose searches take many levels, with a path without a way back, and small cycles on it.
 */
TEST(scc_of_streets) {
    const uint64_t width = 150, n = width * width;
    edge_builder edges = {.n = 2 * n};
    uint64_t seed = 1;
    for (uint64_t v = 0; v < n; v++) {
        const uint64_t right = v + 1, below = v + width;
        if (right % width) {
            const bool back = test_random(&seed) % 2;
            builder_add(&edges, back ? right : v, back ? v : right);
        }
        if (below < n) {
            const bool back = test_random(&seed) % 2;
            builder_add(&edges, back ? below : v, back ? v : below);
        }
    }
    for (uint64_t v = n; v + 1 < 2 * n; v++) {
        builder_add(&edges, v - 1, v);
        if (v % 7 == 0 && v < n + 100) { /* a round of the program for each */
            builder_add(&edges, v, v - 3);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    check_large(graph, "streets");
    mg_graph_destroy(graph);
}

/* One cycle of all vertices: the searches take as many levels. */
TEST(scc_of_a_cycle) {
    const uint64_t n = 40000;
    edge_builder edges = {.n = n};
    mg_vertex *expected = test_memory(n, sizeof *expected);
    for (uint64_t v = 0; v < n; v++) {
        builder_add(&edges, v, (v + n - 1) % n);
        expected[v] = 0;
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    matrix_run run = matrix_run_at(0, "cycle");
    check_run(&run, graph, expected);
    free(expected);
    mg_graph_destroy(graph);
}
