/* SPDX-License-Identifier: Apache-2.0
 *
 * Vertex programs as users write them (programs/own_*.c), compiled, on every shape in every mode.
 */
#include "tests/algorithms/matrix.h"
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/programs/own.h"

#include <stdlib.h>
#include <string.h>

static void check_sssp(const mg_graph *graph, const char *what) {
    static const uint32_t deltas[] = {1, 8, 100000};
    uint64_t *expected = oracle_sssp_integer(graph, 0);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        const own_distance_parameters p = {.source = 0, .delta = deltas[i % 3]};
        own_distance *label = matrix_program(&run, graph, &own_sssp_program, &p);
        own_distance *applied = matrix_program(&run, graph, &own_sssp_apply_program, &p);
        own_distance *silent = matrix_program(&run, graph, &own_sssp_silent_program, &p);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            const uint64_t distance = expected[v] == MG_UNREACHED64 ? MG_UNREACHED : expected[v];
            matrix_expect(&run, "own-sssp", v, label[v].distance, distance);
            matrix_expect(&run, "own-sssp-apply", v, applied[v].distance, distance);
            matrix_expect(&run, "own-sssp-silent", v, silent[v].distance, distance);
        }
        free(label);
        free(applied);
        free(silent);
    }
    free(expected);
}

TEST(program_sssp) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_INT_ZERO};
    matrix_graphs(weightings, 3, check_sssp);
}

/* Bellman-Ford from all multiples of `step`, one edge at a time, along the given directions. */
static uint32_t *expect_hops(const mg_graph *graph, uint32_t step, mg_direction direction) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *hops = test_memory(n, sizeof *hops);
    for (mg_vertex v = 0; v < n; v++) {
        hops[v] = v % step ? MG_UNREACHED : 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                uint32_t *tail = &hops[u], *head = &hops[out.neighbours[e]];
                if (direction != MG_DIRECTION_IN && *tail != MG_UNREACHED && *tail + 1 < *head) {
                    *head = *tail + 1;
                    changed = true;
                }
                if (direction != MG_DIRECTION_OUT && *head != MG_UNREACHED && *head + 1 < *tail) {
                    *tail = *head + 1;
                    changed = true;
                }
            }
        }
    }
    return hops;
}

static void check_hops(const mg_graph *graph, const char *what) {
    static const mg_program *const programs[] = {&own_hops_out_program, &own_hops_in_program, &own_hops_both_program};
    for (int direction = MG_DIRECTION_OUT; direction <= MG_DIRECTION_BOTH; direction++) {
        const own_hops_parameters p = {.step = 37};
        uint32_t *expected = expect_hops(graph, p.step, (mg_direction)direction);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            own_hops *state = matrix_program(&run, graph, programs[direction], &p);
            for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
                matrix_expect(&run, programs[direction]->name, v, state[v].hops, expected[v]);
            }
            free(state);
        }
        free(expected);
    }
}

TEST(program_hops_in_all_directions) {
    matrix_graphs(NULL, 0, check_hops);
}

/* Each iteration visits all edges. */
static own_stops *expect_stops(const mg_graph *graph, uint32_t step) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    own_stops *s = test_memory(n, sizeof *s);
    bool *active = test_memory(n, sizeof *active), *receives = test_memory(n, sizeof *receives);
    bool any = n > 0;
    for (mg_vertex v = 0; v < n; v++) {
        active[v] = v % step == 0;
        s[v] = (own_stops){active[v] ? 0 : MG_UNREACHED, active[v]};
    }
    for (uint32_t iteration = 0; any; iteration++) {
        any = false;
        for (mg_vertex v = 0; v < n; v++) {
            receives[v] = false;
        }
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; active[u] && e < out.offsets[u + 1]; e++) {
                receives[out.neighbours[e]] = true;
            }
        }
        for (mg_vertex v = 0; v < n; v++) {
            const bool visited = receives[v] && s[v].visits < 2, first = visited && s[v].hops == MG_UNREACHED;
            s[v].visits += visited;
            s[v].hops = first ? iteration + 1 : s[v].hops;
            active[v] = first && v % 3 != 1;
            any = any || active[v];
        }
    }
    free(active);
    free(receives);
    return s;
}

static void check_stops(const mg_graph *graph, const char *what) {
    static const uint32_t steps[] = {37, 100000}; /* many sources, one */
    for (size_t k = 0; k < 2; k++) {
        const own_hops_parameters p = {.step = steps[k]};
        own_stops *expected = expect_stops(graph, p.step);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            own_stops *state = matrix_program(&run, graph, &own_stops_program, &p);
            for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
                matrix_expect(&run, "own-stops: hops", v, state[v].hops, expected[v].hops);
                matrix_expect(&run, "own-stops: visits", v, state[v].visits, expected[v].visits);
            }
            free(state);
        }
        free(expected);
    }
}

TEST(program_stops) {
    matrix_graphs(NULL, 0, check_stops);
}

static void check_reach(const mg_graph *graph, const char *what) {
    static const uint32_t steps[] = {37, 100000}; /* many sources, one */
    for (size_t k = 0; k < 2; k++) {
        const own_hops_parameters p = {.step = steps[k]};
        uint32_t *hops = expect_hops(graph, p.step, MG_DIRECTION_OUT);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            own_reach *state = matrix_program(&run, graph, &own_reach_program, &p);
            for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
                matrix_expect(&run, "own-reach", v, state[v].reached, hops[v] != MG_UNREACHED);
            }
            free(state);
        }
        free(hops);
    }
}

TEST(program_reach) {
    matrix_graphs(NULL, 0, check_reach);
}

static void check_spread(const mg_graph *graph, const char *what) {
    mg_vertex *expected = oracle_cc(graph);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_spread_vertex *state = matrix_program(&run, graph, &own_spread_program, NULL);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            matrix_expect(&run, "own-spread", v, state[v].label, expected[v]);
        }
        free(state);
    }
    free(expected);
}

TEST(program_spreads_labels) {
    matrix_graphs(NULL, 0, check_spread);
}

/* Walks after `length` steps, or fewer if no walks remain. */
static uint64_t *expect_walks(const mg_graph *graph, uint32_t length, uint32_t *steps) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint64_t *walks = test_memory(n, sizeof *walks), *next = test_memory(n, sizeof *next);
    bool any = n > 0;
    for (mg_vertex v = 0; v < n; v++) {
        walks[v] = 1;
    }
    for (*steps = 0; *steps < length && any; ++*steps) {
        memset(next, 0, n * sizeof *next);
        any = false;
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                next[out.neighbours[e]] += walks[u];
            }
        }
        for (mg_vertex v = 0; v < n; v++) {
            walks[v] = next[v];
            any = any || walks[v];
        }
    }
    free(next);
    return walks;
}

static void check_walks(const mg_graph *graph, const char *what) {
    const own_walks_parameters p = {.length = 9};
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t steps, *in_degree = test_memory(n, sizeof *in_degree);
    uint64_t *expected = expect_walks(graph, p.length, &steps);
    for (uint64_t e = 0; n && e < out.offsets[n]; e++) {
        in_degree[out.neighbours[e]]++;
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_walks_vertex *state = matrix_program(&run, graph, &own_walks_program, &p);
        for (mg_vertex v = 0; v < n; v++) {
            matrix_expect(&run, "own-walks", v, state[v].walks, expected[v]);
            matrix_expect(&run, "own-walks: calls of apply", v, state[v].applied, steps);
            matrix_expect(&run, "own-walks: in-degree", v, state[v].in_degree, in_degree[v]);
        }
        free(state);
    }
    free(expected);
    free(in_degree);
}

TEST(program_all_active_with_totals) {
    matrix_graphs(NULL, 0, check_walks);
}

static void check_degrees(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *expected = test_memory(n, sizeof *expected);
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            expected[v] += 2 * (uint32_t)(out.offsets[u + 1] - out.offsets[u]);
            expected[u] += mg_graph_directed(graph) ? 2 * (uint32_t)(out.offsets[v + 1] - out.offsets[v]) : 0;
        }
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_degrees_vertex *state = test_memory(n, sizeof *state);
        const mg_status status = mg_run(run.context, graph, &own_degrees_program, NULL, &run.options, state, NULL);
        RUN_CHECK(&run, status == (n ? MG_NOT_CONVERGED : MG_OK), "%s", mg_status_name(status));
        for (mg_vertex v = 0; v < n; v++) {
            matrix_expect(&run, "own-degrees", v, state[v].sum, expected[v]);
            matrix_expect(&run, "own-degrees: calls of scatter", v, state[v].sent, 2);
            matrix_expect(&run, "own-degrees: calls of apply", v, state[v].applied, 2);
        }
        free(state);
    }
    free(expected);
}

TEST(program_all_active_without_a_first_frontier) {
    matrix_graphs(NULL, 0, check_degrees);
}

static void check_cheapest(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const float *weights = out.weights;
    own_cheapest_vertex *expected = test_memory(n, sizeof *expected);
    for (mg_vertex v = 0; v < n; v++) {
        expected[v] = (own_cheapest_vertex){INFINITY, MG_NONE};
    }
    for (mg_vertex u = 0; u < n; u++) { /* ascending, so the first of equal weights is the smallest vertex */
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            own_cheapest_vertex *best = &expected[out.neighbours[e]];
            *best = weights[e] < best->weight ? (own_cheapest_vertex){weights[e], u} : *best;
        }
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_cheapest_vertex *state = matrix_program(&run, graph, &own_cheapest_program, NULL);
        for (mg_vertex v = 0; v < n; v++) {
            RUN_CHECK(&run, state[v].weight == expected[v].weight && state[v].from == expected[v].from,
                      "own-cheapest: vertex %lu has %g from %lu, expected %g from %lu", (unsigned long)v,
                      (double)state[v].weight, (unsigned long)state[v].from, (double)expected[v].weight,
                      (unsigned long)expected[v].from);
        }
        free(state);
    }
    free(expected);
}

TEST(program_with_a_monoid_of_its_own) {
    static const weighting weightings[] = {WEIGHTS_FLOAT};
    matrix_graphs(weightings, 1, check_cheapest);
}

/* On a path every iteration reaches one vertex: the iteration limit gives a partial result. */
TEST(program_stops_at_the_limit) {
    mg_graph *graph = shape_graph(test_context(1), shape_named("path"), WEIGHTS_NONE, true);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, "path");
        const own_hops_parameters p = {.step = 1000};
        mg_result *result = NULL;
        run.options.max_iterations = 10;
        const mg_status status = mg_run(run.context, graph, &own_hops_out_program, &p, &run.options, NULL, &result);
        RUN_CHECK(&run, status == MG_NOT_CONVERGED, "%s", mg_status_name(status));
        const uint32_t *hops = run_column(&run, graph, result, "hops", MG_UINT32);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            matrix_expect(&run, "hops", v, hops[v], v <= 10 ? v : MG_UNREACHED);
        }
        RUN_CHECK(&run, mg_result_statistics(result)->iterations == 10, "iterations");
        mg_result_destroy(result);
    }
    mg_graph_destroy(graph);
}

/* With `state` the caller gives the initial states, and the columns are read from it. */
TEST(program_starts_from_the_given_state) {
    mg_context *context = test_context(2);
    mg_graph *graph = shape_graph(context, shape_named("clique"), WEIGHTS_NONE, false);
    own_phases state[40] = {{0}};
    own_replay replay[40] = {{0}};
    mg_result *result = NULL;
    CHECK_OK(context, mg_run(context, graph, &own_phases_program, NULL, NULL, state, NULL));
    CHECK_EQ(state[39].mode, 7);
    CHECK_OK(context, mg_run(context, graph, &own_replay_program, NULL, NULL, replay, &result));
    const uint64_t *below = mg_result_column(result, "below")->data;
    CHECK_EQ(mg_result_column_count(result), 1);
    CHECK(!mg_result_column(result, "none such"));
    CHECK_EQ(below[0], 39);
    CHECK_EQ(replay[0].below, 39);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
}
