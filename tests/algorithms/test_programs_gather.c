/* SPDX-License-Identifier: Apache-2.0
 *
 * More of the programs in programs/own_*.c: those whose vertices gather from triangles, and all contributions together.
 */
#include "tests/algorithms/programs/own.h"
#include "tests/algorithms/run_matrix.h"

#include <stdlib.h>

/* Directions in which a and b have edges, of an undirected graph 1; 0: they are no neighbours. */
static uint32_t edges_between(const mg_graph *graph, mg_vertex a, mg_vertex b) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    bool there = false, back = false;
    for (uint64_t e = out.offsets[a]; a != b && e < out.offsets[a + 1]; e++) {
        there = there || out.neighbours[e] == b;
    }
    for (uint64_t e = out.offsets[b]; a != b && e < out.offsets[b + 1]; e++) {
        back = back || out.neighbours[e] == a;
    }
    return mg_graph_directed(graph) ? (uint32_t)there + back : there;
}

/* Tries every pair of the neighbours of every vertex. */
static own_corners *expected_corners(const mg_graph *graph, uint32_t *triangles) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    own_corners *s = test_memory(n, sizeof *s);
    mg_vertex *list = test_memory(n, sizeof *list);
    uint32_t corners = 0;
    for (mg_vertex v = 0; v < n; v++) {
        s[v].code = v * 2654435761u % 1009;
    }
    for (mg_vertex v = 0; v < n; v++) {
        uint32_t count = 0;
        for (mg_vertex u = 0; u < n; u++) {
            if (edges_between(graph, v, u)) {
                list[count++] = u;
            }
        }
        for (uint32_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < i; k++) {
                const uint32_t edges = edges_between(graph, list[i], list[k]);
                const uint32_t value = 1 + s[v].code % 7 + s[list[i]].code * s[list[k]].code % 1009 * edges;
                s[v].most = edges && value > s[v].most ? value : s[v].most;
                triangles[v] += edges > 0;
            }
        }
        s[v].neighbours = 1001 * count;
        corners += s[v].most > 0;
    }
    for (mg_vertex v = 0; v < n; v++) {
        s[v].corners = corners;
    }
    free(list);
    return s;
}

static void check_corners(const mg_graph *graph, const char *what) {
    uint32_t *const triangles = test_memory(mg_graph_vertex_count(graph), sizeof *triangles);
    own_corners *expected = expected_corners(graph, triangles);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_corners *state = matrix_program(&run, graph, &own_corners_program, NULL);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            matrix_expect(&run, "own-corners", v, state[v].most, expected[v].most);
            matrix_expect(&run, "own-corners: totals", v, state[v].corners, expected[v].corners);
            matrix_expect(&run, "own-corners: neighbours", v, state[v].neighbours, expected[v].neighbours);
        }
        free(state);
        uint64_t all = 0;
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            all += triangles[v];
        }
        own_counts *const counts = matrix_program(&run, graph, &own_counts_program, NULL);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            matrix_expect(&run, "own-counts", v, counts[v].triangles, triangles[v]);
            matrix_expect(&run, "own-counts: apply", v, counts[v].tenfold, 10 * triangles[v]);
            matrix_expect(&run, "own-counts: totals", v, counts[v].members, expected[v].corners);
            matrix_expect(&run, "own-counts: init", v, counts[v].begun, v + 1);
            matrix_expect(&run, "own-counts: all", v, counts[v].all, all / 3);
        }
        free(counts);
    }
    free(expected);
    free(triangles);
}

TEST(program_gathers_from_triangles) {
    matrix_graphs(NULL, 0, check_corners);
}

static int64_t sent_along(const own_majority *s, const mg_adjacency *out, mg_vertex v, uint64_t e) {
    const mg_vertex u = out->neighbours[e];
    (void)v;
    return u % 5 == 4 ? INT64_MAX : s[u].value - (out->weights ? ((const int32_t *)out->weights)[e] : 1) % 3;
}

/* The rows of out-edges, since the phase sends from target to source. Counts each contribution among all. */
static own_majority *expected_majority(const mg_graph *graph, const own_majority_parameters *p) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    own_majority *s = test_memory(n, sizeof *s), *next = test_memory(n, sizeof *next);
    for (mg_vertex v = 0; v < n; v++) {
        s[v].value = (int64_t)(v % p->values) - p->values / 2;
    }
    for (uint32_t i = 0; i < p->iterations; i++) {
        for (mg_vertex v = 0; v < n; v++) {
            uint64_t most = 0;
            next[v] = s[v];
            for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
                const int64_t value = sent_along(s, &out, v, e);
                uint64_t count = 0;
                for (uint64_t k = out.offsets[v]; k < out.offsets[v + 1]; k++) {
                    count += sent_along(s, &out, v, k) == value;
                }
                if (value != INT64_MAX && (count > most || (count == most && value < next[v].value))) {
                    most = count;
                    next[v].value = value;
                }
            }
            next[v].nothing += most == 0;
        }
        own_majority *const swap = s;
        s = next;
        next = swap;
    }
    free(next);
    return s;
}

static void check_majority(const mg_graph *graph, const char *what) {
    for (uint32_t values = 3; values < 5000; values += 4000) { /* few different values, and as many as vertices */
        const own_majority_parameters p = {.values = values, .iterations = 3};
        own_majority *expected = expected_majority(graph, &p);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            own_majority *state = matrix_program(&run, graph, &own_majority_program, &p);
            for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
                matrix_expect(&run, "own-majority", v, (uint64_t)state[v].value, (uint64_t)expected[v].value);
                matrix_expect(&run, "own-majority: nothing", v, state[v].nothing, expected[v].nothing);
            }
            free(state);
        }
        free(expected);
    }
}

TEST(program_takes_most_frequent_values) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT};
    matrix_graphs(weightings, 2, check_majority);
}

/* A receiver of more different values than a table of a thread block on a GPU has slots. */
TEST(program_takes_most_frequent_of_many_values) {
    const uint64_t leaves = 9000;
    edge_builder edges = {.n = leaves + 1};
    for (uint64_t v = 0; v < leaves; v++) {
        builder_add(&edges, leaves, v);
        if (v == 7000) {
            builder_add(&edges, leaves, v);
        }
    }
    mg_graph *graph = builder_graph(test_context(2), &edges, WEIGHTS_NONE, true);
    const own_majority_parameters p = {.values = 1u << 20, .iterations = 1};
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, "hub");
        own_majority *state = matrix_program(&run, graph, &own_majority_program, &p);
        CHECK(state[leaves].value == 7000 - (1 << 19) - 1);
        free(state);
    }
    mg_graph_destroy(graph);
}
