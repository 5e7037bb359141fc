/* SPDX-License-Identifier: Apache-2.0
 *
 * More of the programs in programs/own_*.c: those of several phases, replays, levels and blocks.
 */
#include "tests/algorithms/run_matrix.h"
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/programs/own.h"

#include <stdlib.h>

/* below[u] = sum over edges u -> v one level down of 1 + below[v], from the deepest level upwards. */
static void check_replay(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *depth = oracle_bfs(graph, 0);
    uint64_t *below = test_memory(n, sizeof *below);
    for (uint32_t level = n; level-- > 0;) {
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; depth[u] == level && e < out.offsets[u + 1]; e++) {
                below[u] += depth[out.neighbours[e]] == level + 1 ? 1 + below[out.neighbours[e]] : 0;
            }
        }
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_replay *state = matrix_program(&run, graph, &own_replay_program, NULL);
        for (mg_vertex v = 0; v < n; v++) {
            matrix_expect(&run, "own-replay: depth", v, state[v].depth, depth[v]);
            matrix_expect(&run, "own-replay", v, state[v].below, below[v]);
        }
        free(state);
    }
    free(depth);
    free(below);
}

TEST(program_replays_levels) {
    matrix_graphs(NULL, 0, check_replay);
}

/* own_echo, serially by level and vertex. */
static own_echo *expected_echo(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const int32_t *const weights = out.weights;
    own_echo *s = test_memory(n, sizeof *s);
    uint32_t deepest = 0;
    for (mg_vertex v = 0; v < n; v++) {
        const bool source = v == 0 || v + 1 == n;
        s[v].depth = source ? 0 : MG_UNREACHED;
        s[v].forward = source ? 1 + (uint32_t)(out.offsets[v + 1] - out.offsets[v]) : 0;
    }
    for (uint32_t level = 0; level < n; level++) {
        for (mg_vertex u = 0; u < n; u++) {
            for (uint64_t e = out.offsets[u]; s[u].depth == level && e < out.offsets[u + 1]; e++) {
                own_echo *const to = &s[out.neighbours[e]];
                const uint32_t weight = weights ? (uint32_t)weights[e] : 1;
                const uint32_t forward = ((s[u].forward + level) * 31u + weight) | 1u;
                if (to->depth > level) {
                    to->depth = deepest = level + 1;
                    to->forward = forward > to->forward ? forward : to->forward;
                }
            }
        }
    }
    for (uint32_t level = deepest; level-- > 0;) {
        for (mg_vertex u = 0; u < n; u++) {
            uint32_t sum = 0;
            if (s[u].depth != level) {
                continue;
            }
            for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
                const own_echo *const from = &s[out.neighbours[e]];
                const uint32_t sent = from->backward + from->forward + (deepest - level - 1);
                sum += from->depth == level + 1 ? (sent ^ s[u].forward) + (weights ? (uint32_t)weights[e] : 1) : 0;
            }
            s[u].backward = sum;
            s[u].replayed_at = sum ? deepest - level : 0;
        }
    }
    return s;
}

static void check_echo(const mg_graph *graph, const char *what) {
    own_echo *const expected = expected_echo(graph);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_echo *state = matrix_program(&run, graph, &own_echo_program, NULL);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            matrix_expect(&run, "own-echo: depth", v, state[v].depth, expected[v].depth);
            matrix_expect(&run, "own-echo: flood", v, state[v].forward, expected[v].forward);
            matrix_expect(&run, "own-echo: ebb", v, state[v].backward, expected[v].backward);
            matrix_expect(&run, "own-echo: turned", v, state[v].replayed_at, expected[v].replayed_at);
        }
        free(state);
    }
    free(expected);
}

TEST(program_in_the_order_of_depths) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT};
    matrix_graphs(weightings, 2, check_echo);
}

static void check_phases(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *smallest = test_memory(n, sizeof *smallest), *least = test_memory(n, sizeof *least), total = 0, most = 0;
    for (mg_vertex v = 0; v < n; v++) {
        smallest[v] = least[v] = MG_NONE;
        for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
            least[v] = out.neighbours[e] < least[v] ? out.neighbours[e] : least[v];
        }
        total += v % 5;
        most = v % 5 > most ? v % 5 : most;
    }
    for (mg_vertex u = 0; u < n && total % 2 == 0; u++) {
        for (uint64_t e = out.offsets[u] + 1; e < out.offsets[u + 1] && e < out.offsets[u] + 3 && u % 50 != 49; e++) {
            const mg_vertex v = out.neighbours[e];
            smallest[v] = u < smallest[v] ? u : smallest[v];
        }
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_phases *state = matrix_program(&run, graph, &own_phases_program, NULL);
        for (mg_vertex v = 0; v < n; v++) {
            matrix_expect(&run, "own-phases: totals", v, state[v].total, total);
            matrix_expect(&run, "own-phases: totals of a phase before", v, state[v].received, 3 * total);
            matrix_expect(&run, "own-phases: rounds", v, state[v].rounds, most ? most : 1);
            matrix_expect(&run, "own-phases: countdown", v, state[v].countdown, 0);
            matrix_expect(&run, "own-phases: edges", v, state[v].smallest, smallest[v]);
            matrix_expect(&run, "own-phases: all edges", v, state[v].least, least[v]);
            matrix_expect(&run, "own-phases: mode", v, state[v].mode, 7);
        }
        free(state);
    }
    free(smallest);
    free(least);
}

TEST(program_of_other_phases) {
    matrix_graphs(NULL, 0, check_phases);
}

static void lower_by(uint32_t *least, mg_adjacency edges, mg_vertex u) {
    const int32_t *const weights = edges.weights;
    for (uint64_t e = edges.offsets[u]; e < edges.offsets[u + 1]; e++) {
        const mg_vertex v = edges.neighbours[e];
        const uint32_t by = u / (1 + (weights ? (uint32_t)weights[e] : 1));
        least[v] = by < least[v] ? by : least[v];
    }
}

static void check_blocks(const mg_graph *graph, const char *what) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *least = test_memory(n, sizeof *least);
    mg_adjacency in = out;
    CHECK_OK(test_context(1), mg_graph_in_edges(test_context(1), graph, &in));
    for (mg_vertex v = 0; v < n; v++) {
        least[v] = v;
    }
    for (mg_vertex u = 0; u < n; u++) {
        if ((out.offsets[u + 1] - out.offsets[u]) % 1000 % 11 != 10) {
            lower_by(least, out, u);
            lower_by(least, in, u);
        }
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_blocks *state = matrix_program(&run, graph, &own_blocks_program, NULL);
        for (mg_vertex v = 0; v < n; v++) {
            matrix_expect(&run, "own-blocks: least", v, state[v].least, least[v]);
            RUN_CHECK(&run, state[v].inside == 1 || state[v].inside == 2, "own-blocks: no look at vertex %lu",
                      (unsigned long)v);
        }
        free(state);
    }
    free(least);
}

TEST(program_inside_of_blocks_and_between_them) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT};
    matrix_graphs(weightings, 2, check_blocks);
}

static uint32_t sum_of(mg_adjacency edges, mg_vertex u) {
    const int32_t *const weights = edges.weights;
    uint32_t sum = 0;
    for (uint64_t e = edges.offsets[u]; e < edges.offsets[u + 1]; e++) {
        sum += 1 + 3 * (weights ? (uint32_t)weights[e] : 1) + 1000 * (edges.neighbours[e] % 13);
    }
    return sum;
}

static void check_edges(const mg_graph *graph, const char *what) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    mg_adjacency in = out;
    CHECK_OK(test_context(1), mg_graph_in_edges(test_context(1), graph, &in));
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        own_edges *state = matrix_program(&run, graph, &own_edges_program, NULL);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            const uint32_t both = sum_of(out, v) + (mg_graph_directed(graph) ? sum_of(in, v) : 0);
            matrix_expect(&run, "own-edges: sum", v, state[v].sum, v % 7 != 3 ? both : 0);
        }
        free(state);
    }
}

TEST(program_over_whole_rows) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT};
    matrix_graphs(weightings, 2, check_edges);
}

/* Vertex i of the first `hubs` has an edge to every (i + 1)-th vertex, which gives rows of 40 to 4,001 edges. */
static mg_graph *graph_of_hubs(bool directed) {
    const uint64_t hubs = 100;
    edge_builder edges = {.n = 4001};
    for (uint64_t i = 0; i < hubs; i++) {
        for (uint64_t v = 0; v < edges.n; v += i + 1) {
            builder_add(&edges, i, v);
        }
    }
    return builder_graph(test_context(2), &edges, WEIGHTS_INT, directed);
}

TEST(program_over_long_rows) {
    for (int directed = 0; directed < 2; directed++) {
        mg_graph *graph = graph_of_hubs(directed);
        check_edges(graph, directed ? "hubs, directed" : "hubs, undirected");
        check_phases(graph, directed ? "hubs, directed" : "hubs, undirected");
        mg_graph_destroy(graph);
    }
}

/* One iteration of own_drain in one direction: active vertices send. Returns the number of vertices active next. */
static uint64_t drain_once(const mg_graph *graph, own_drain *s, bool *active, uint64_t limit, bool back,
                           uint64_t mark) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const int32_t *const weights = out.weights;
    uint64_t *sent = test_memory(n, sizeof *sent), *got = test_memory(n, sizeof *got), count = 0;
    uint64_t *degree = test_memory(n, sizeof *degree); /* number of edges along which a vertex sends */
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            degree[back ? out.neighbours[e] : u]++;
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (active[v]) {
            sent[v] = degree[v] ? s[v].pending / (2 * degree[v]) : 0;
            sent[v] |= sent[v] < 64 ? 0 : mark & 7;
            s[v].passed += s[v].pending;
            s[v].pending = 0;
        }
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            if (back) {
                got[u] += sent[v];
            } else {
                got[v] += sent[u] >> ((weights ? weights[e] : 1) & 3);
            }
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        s[v].pending += got[v];
        active[v] = got[v] && s[v].pending > limit;
        count += active[v];
    }
    free(sent);
    free(got);
    free(degree);
    return count;
}

/* `limit`: iteration limit of each phase, 0: none; sets *stops if a phase reached it. */
static own_drain *expect_drain(const mg_graph *graph, const own_drain_parameters *p, uint32_t limit, bool *stops) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    own_drain *s = test_memory(n, sizeof *s);
    bool *active = test_memory(n, sizeof *active);
    uint64_t count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        s[v].pending = v % 3 != 1 ? 1000 + v % 97 * 10 : 0;
        active[v] = s[v].pending > p->limit;
        count += active[v];
    }
    for (uint32_t iteration = 0; count && (!limit || iteration < limit); iteration++) {
        count = drain_once(graph, s, active, p->limit, false, iteration);
    }
    *stops = count > 0;
    for (mg_vertex v = 0; v < n; v++) {
        s[v].pending = s[v].passed % 4096;
        active[v] = true;
    }
    count = n;
    const uint32_t most = limit && limit < p->most ? limit : p->most;
    for (uint32_t iteration = 0; count && iteration < most; iteration++) {
        count = drain_once(graph, s, active, p->limit, true, iteration ? count : 0);
    }
    *stops = *stops || (count && most < p->most);
    free(active);
    return s;
}

static void check_drain(const mg_graph *graph, const char *what) {
    const own_drain_parameters p = {.limit = 20, .most = 12};
    for (uint32_t limit = 0; limit < 4; limit++) {
        bool stops = false;
        own_drain *expected = expect_drain(graph, &p, limit, &stops);
        for (size_t i = 0; i < matrix_run_count; i++) {
            matrix_run run = matrix_run_at(i, what);
            own_drain *state = test_memory(mg_graph_vertex_count(graph), sizeof *state);
            run.options.max_iterations = limit;
            const mg_status status = mg_run(run.context, graph, &own_drain_program, &p, &run.options, state, NULL);
            RUN_CHECK(&run, status == (stops ? MG_NOT_CONVERGED : MG_OK), "limit %lu: %s", (unsigned long)limit,
                      mg_status_name(status));
            for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
                matrix_expect(&run, "own-drain: pending", v, state[v].pending, expected[v].pending);
                matrix_expect(&run, "own-drain", v, state[v].passed, expected[v].passed);
            }
            free(state);
        }
        free(expected);
    }
}

TEST(program_drains) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT};
    matrix_graphs(weightings, 2, check_drain);
}
