/* SPDX-License-Identifier: Apache-2.0
 *
 * The program of programs/own_extremes.c: totals that are sums, minima and maxima, in callbacks and in the result, and
 * the rounds of loops, against serial ones.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/programs/own.h"
#include "tests/algorithms/run_matrix.h"

#include <stdlib.h>

static int32_t key_of(mg_vertex v) {
    return (int32_t)(v * 7 % 101) - 50;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* What all vertices have in common. */
static own_extremes common_totals(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    own_extremes all = {.least = INT32_MAX, .greatest = INT32_MIN, .nothing = 1, .fewest = MG_NONE};
    uint32_t *const in_edges = test_memory(n, sizeof *in_edges);
    double *unused;
    uint64_t *const triangles = oracle_triangles(graph, &unused);
    for (uint64_t e = 0; e < out.offsets[n]; e++) {
        in_edges[out.neighbours[e]]++;
    }
    for (mg_vertex v = 0; v < n; v++) {
        all.sum += v % 3;
        all.least = key_of(v) < all.least ? key_of(v) : all.least;
        all.greatest = key_of(v) > all.greatest ? key_of(v) : all.greatest;
        all.most = larger(all.most, in_edges[v]);
        all.fewest = smaller(all.fewest, (uint32_t)triangles[v]);
        all.widest = larger(all.widest, (uint32_t)triangles[v]);
    }
    free(in_edges);
    free(triangles);
    free(unused);
    return all;
}

/* The least and the greatest vertex of each depth but 0. */
static void set_depths(const mg_graph *graph, own_extremes *s) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint32_t *const depth = oracle_bfs(graph, 0), *const first = test_memory(n, sizeof *first);
    uint32_t *const last = test_memory(n, sizeof *last);
    for (mg_vertex v = n; v-- > 0;) {
        if (depth[v] < n) {
            first[depth[v]] = v;
            last[depth[v]] = larger(last[depth[v]], v);
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        const bool found = depth[v] && depth[v] < n;
        s[v].depth = depth[v];
        s[v].first = found ? first[depth[v]] : depth[v];
        s[v].last = found ? last[depth[v]] : depth[v];
    }
    free(depth);
    free(first);
    free(last);
}

/* The states of all vertices after a run. */
static own_extremes *expected_totals(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const own_extremes all = common_totals(graph);
    own_extremes *const s = test_memory(n, sizeof *s);
    for (mg_vertex v = 0; v < n; v++) {
        s[v] = all;
        s[v].outer = s[v].rows = (1 * 4 + 2) * 4 + 3;
        s[v].inner = ((((1 * 4 + 2) * 4 + 1) * 4 + 2) * 4 + 1) * 4 + 2;
        s[v].after = 7;
    }
    set_depths(graph, s);
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            own_extremes *const to = &s[out.neighbours[e]];
            to->received += 3;
            to->highest = larger(to->highest, u);
            to->top = (uint64_t)to->highest << 33;
            to->owners += (uint64_t)u << 33;
        }
    }
    return s;
}

static void check_vertex(const matrix_run *run, mg_vertex v, const own_extremes *a, const own_extremes *b) {
    const struct {
        const char *what;
        uint64_t found, expected;
    } values[] = {
        {"own-extremes: sum", a->sum, b->sum},
        {"own-extremes: least", (uint32_t)a->least, (uint32_t)b->least},
        {"own-extremes: greatest", (uint32_t)a->greatest, (uint32_t)b->greatest},
        {"own-extremes: a minimum of nothing", a->nothing, b->nothing},
        {"own-extremes: depth", a->depth, b->depth},
        {"own-extremes: first of the depth", a->first, b->first},
        {"own-extremes: last of the depth", a->last, b->last},
        {"own-extremes: received", a->received, b->received},
        {"own-extremes: most in-edges", a->most, b->most},
        {"own-extremes: fewest triangles", a->fewest, b->fewest},
        {"own-extremes: most triangles", a->widest, b->widest},
        {"own-extremes: outer rounds", a->outer, b->outer},
        {"own-extremes: inner rounds", a->inner, b->inner},
        {"own-extremes: rounds of rows", a->rows, b->rows},
        {"own-extremes: after the loops", a->after, b->after},
        {"own-extremes: greatest in-neighbour", a->highest, b->highest},
        {"own-extremes: greatest of 64 bits", a->top, b->top},
        {"own-extremes: sum of 64 bits", a->owners, b->owners},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        matrix_expect(run, values[i].what, v, values[i].found, values[i].expected);
    }
}

static void check_result(const matrix_run *run, mg_vertex n, const mg_result *result) {
    size_t count = 0;
    const double *const totals = mg_result_totals(result, &count);
    if (n == 0) {
        RUN_CHECK(run, !totals && count == 0, "%lu totals", (unsigned long)count);
        return;
    }
    RUN_CHECK(run, totals && count == 2 && mg_result_totals(result, NULL) == totals, "%lu totals",
              (unsigned long)count);
    RUN_CHECK(run, totals[0] == 2.0 * n && totals[1] == 3.0, "totals %g and %g", totals[0], totals[1]);
}

static void check_totals(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    own_extremes *const expected = expected_totals(graph);
    for (size_t i = 0; i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, what);
        own_extremes *const state = test_memory(n, sizeof *state);
        mg_result *result = NULL;
        RUN_OK(&run, mg_run(run.context, graph, &own_extremes_program, NULL, &run.options, state, &result));
        for (mg_vertex v = 0; v < n; v++) {
            check_vertex(&run, v, &state[v], &expected[v]);
        }
        check_result(&run, n, result);
        mg_result_destroy(result);
        free(state);
    }
    free(expected);
}

TEST(totals_of_three_kinds_and_rounds) {
    matrix_graphs(NULL, 0, check_totals);
}

TEST(totals_pass_the_check) {
    const matrix_run run = matrix_run_at(0, "random graphs");
    RUN_OK(&run, mg_program_check(run.context, &own_extremes_program, NULL, run.options.backend));
}
