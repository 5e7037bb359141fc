/* SPDX-License-Identifier: Apache-2.0
 *
 * The program of programs/own_loops.c: loops over phases of every kind, against serial ones.
 */
#include "tests/algorithms/programs/own.h"
#include "tests/algorithms/run_matrix.h"

#include <stdlib.h>

/* own_loops, serially: the states of all vertices and the first total. */
static own_loops *expected_loops(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    own_loops *const s = test_memory(n, sizeof *s);
    uint32_t total = 0, left = 1;
    for (mg_vertex v = 0; v < n; v++) {
        s[v] = (own_loops){.left = v % 4 + 1};
    }
    for (uint32_t round = 0; left; round++) {
        uint32_t steps = 1;
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                s[out.neighbours[e]].received++;
                s[out.neighbours[e]].from_left += s[u].left > 0;
            }
            s[u].before += 8 * total;
            s[u].steps = (u + round) % 3;
        }
        while (steps) {
            steps = 0;
            for (mg_vertex v = 0; v < n; v++) {
                s[v].inner++;
                s[v].inside += total;
                s[v].steps -= s[v].steps > 0;
                steps += s[v].steps;
            }
            total = steps;
        }
        left = 0;
        for (mg_vertex v = 0; v < n; v++) {
            s[v].left -= s[v].left > 0;
            s[v].rounds++;
            left += s[v].left;
        }
        total = n;
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            s[out.neighbours[e]].visits += 3;
        }
    }
    return s;
}

static void check_loops(const mg_graph *graph, const char *what) {
    own_loops *const expected = expected_loops(graph);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_loops *state = matrix_program(&run, graph, &own_loops_program, NULL);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            const own_loops *const a = &state[v], *const b = &expected[v];
            matrix_expect(&run, "own-loops: rounds", v, a->rounds, b->rounds);
            matrix_expect(&run, "own-loops: left", v, a->left, 0);
            matrix_expect(&run, "own-loops: received", v, a->received, b->received);
            matrix_expect(&run, "own-loops: totals before a round", v, a->before, b->before);
            matrix_expect(&run, "own-loops: inner rounds", v, a->inner, b->inner);
            matrix_expect(&run, "own-loops: totals inside", v, a->inside, b->inside);
            matrix_expect(&run, "own-loops: from those left", v, a->from_left, b->from_left);
            matrix_expect(&run, "own-loops: visits", v, a->visits, b->visits);
        }
        free(state);
    }
    free(expected);
}

TEST(program_with_loops_over_phases) {
    matrix_graphs(NULL, 0, check_loops);
}
