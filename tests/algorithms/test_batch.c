/* SPDX-License-Identifier: Apache-2.0
 *
 * Batches: in every mode each lane gives the result of a single run.
 */
#include "tests/algorithms/oracles.h"
#include "tests/algorithms/programs/own.h"
#include "tests/algorithms/run_matrix.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t lane_counts[] = {2, 5, MG_LANES_MAX};

/* Sources distributed over the vertices, some of them twice. */
static own_lanes_parameters make_parameters(mg_vertex n, uint32_t enough) {
    own_lanes_parameters p = {.enough = enough};
    for (uint32_t k = 0; k < MG_LANES_MAX; k++) {
        p.source[k] = (mg_vertex)((uint64_t)n * (k % 50) * 7 / 50 % n);
    }
    return p;
}

/* states[v * MG_LANES_MAX + k]: the result of a run in one lane from source k. */
static char *run_alone(const mg_graph *graph, const mg_program *program, const own_lanes_parameters *p) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const size_t size = program->state_size;
    char *all = test_memory((size_t)n * MG_LANES_MAX, size), *one = test_memory(n, size);
    for (uint32_t k = 0; k < MG_LANES_MAX; k++) {
        own_lanes_parameters own = *p;
        own.source[0] = p->source[k];
        CHECK_OK(test_context(1), mg_run(test_context(1), graph, program, &own, NULL, one, NULL));
        for (mg_vertex v = 0; v < n; v++) {
            memcpy(all + ((size_t)v * MG_LANES_MAX + k) * size, one + v * size, size);
        }
    }
    free(one);
    return all;
}

static void check_batch(const matrix_run *run, const mg_graph *graph, const mg_program *program, uint32_t lanes,
                        const own_lanes_parameters *p, const char *expected) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const size_t size = program->state_size;
    mg_run_options options = run->options;
    mg_result *result = NULL;
    char *state = test_memory((size_t)n * lanes, size);
    options.lanes = lanes;
    RUN_OK(run, mg_run(run->context, graph, program, p, &options, state, &result));
    for (mg_vertex v = 0; v < n; v++) {
        for (uint32_t k = 0; k < lanes; k++) {
            const void *found = state + ((size_t)v * lanes + k) * size;
            RUN_CHECK(run, memcmp(found, expected + ((size_t)v * MG_LANES_MAX + k) * size, size) == 0,
                      "%u lanes: lane %u of vertex %u differs", lanes, k, v);
        }
    }
    const mg_column *column = mg_result_column_at(result, 0);
    RUN_CHECK(run, column->width == lanes, "the column has %u values a vertex", column->width);
    for (size_t i = 0; i < (size_t)n * lanes; i++) {
        RUN_CHECK(run, memcmp((const uint32_t *)column->data + i, state + i * size, 4) == 0,
                  "value %zu of the column differs from the state", i);
    }
    mg_result_destroy(result);
    free(state);
}

static void check_program(const mg_graph *graph, const char *what, const mg_program *program, uint32_t enough) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (!n) {
        return;
    }
    const own_lanes_parameters p = make_parameters(n, enough);
    char *expected = run_alone(graph, program, &p);
    for (size_t i = 0; i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, what);
        const size_t few = i % 3;
        check_batch(&run, graph, program, lane_counts[few], &p, expected);
        if (n < 300) {
            check_batch(&run, graph, program, lane_counts[(few + 1) % 3], &p, expected);
        }
    }
    free(expected);
}

static void check_graph(const mg_graph *graph, const char *what) {
    check_program(graph, what, &own_lanes_program, mg_graph_weight_type(graph) == MG_TYPE_NONE ? 9 : UINT32_MAX);
    check_program(graph, what, &own_lanes_paths_program, 0);
}

TEST(every_lane_is_a_run_of_its_own) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT};
    matrix_graphs(weightings, 2, check_graph);
}

TEST(the_iteration_limit_holds_in_every_lane) {
    mg_context *context = test_context(2);
    mg_graph *graph = shape_graph(context, shape_named("path"), WEIGHTS_NONE, false);
    const mg_vertex n = mg_graph_vertex_count(graph);
    const own_lanes_parameters p = {.source = {0, n - 1}, .enough = UINT32_MAX};
    own_distance *state = test_memory((size_t)n * 2, sizeof *state);
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    options.lanes = 2;
    options.max_iterations = 3;
    CHECK_STATUS(context, mg_run(context, graph, &own_lanes_paths_program, &p, &options, state, NULL),
                 MG_NOT_CONVERGED);
    for (mg_vertex v = 0; v < n; v++) {
        CHECK_EQ(state[2 * v].distance, v <= 3 ? v : MG_UNREACHED);
        CHECK_EQ(state[2 * v + 1].distance, n - 1 - v <= 3 ? n - 1 - v : MG_UNREACHED);
    }
    free(state);
    mg_graph_destroy(graph);
}

/* More sources than lanes, some repeated. */
static void check_bfs(const mg_graph *graph, const char *what) {
    enum { COUNT = 70 };
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_vertex sources[COUNT];
    uint32_t *expected[COUNT];
    for (uint32_t k = 0; n && k < COUNT; k++) {
        sources[k] = (mg_vertex)((uint64_t)n * k / COUNT);
        expected[k] = oracle_bfs(graph, sources[k]);
    }
    for (size_t i = 0; n && i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, what);
        mg_bfs_options options = MG_BFS_OPTIONS_INIT;
        mg_result *result = NULL;
        size_t listed = 0;
        options.run = run.options;
        options.run.lanes = i % 3 == 0 ? 0 : i % 3 == 1 ? 1 : 9;
        options.sources = sources;
        options.source_count = COUNT;
        RUN_OK(&run, mg_bfs(run.context, graph, &options, &result));
        const uint32_t *depth = run_column(&run, graph, result, "depth", MG_UINT32);
        const mg_vertex *parent = run_column(&run, graph, result, "parent", MG_UINT32);
        RUN_CHECK(&run, mg_result_column(result, "depth")->width == COUNT, "the width is not the sources' number");
        RUN_CHECK(&run, memcmp(mg_result_sources(result, &listed), sources, sizeof sources) == 0 && listed == COUNT,
                  "the sources are not those given");
        for (size_t at = 0; at < (size_t)n * COUNT; at++) {
            const uint32_t wanted = expected[at % COUNT][at / COUNT];
            const mg_vertex from = parent[at];
            RUN_CHECK(&run, depth[at] == wanted, "depth %u of vertex %zu from source %zu, expected %u", depth[at],
                      at / COUNT, at % COUNT, wanted);
            RUN_CHECK(&run,
                      wanted == 0              ? from == at / COUNT
                      : wanted == MG_UNREACHED ? from == MG_NONE
                                               : from < n && expected[at % COUNT][from] == wanted - 1,
                      "parent %u of vertex %zu from source %zu", from, at / COUNT, at % COUNT);
        }
        mg_result_destroy(result);
    }
    for (uint32_t k = 0; n && k < COUNT; k++) {
        free(expected[k]);
    }
}

TEST(bfs_from_many_sources) {
    matrix_graphs(NULL, 0, check_bfs);
}

enum { BC_SOURCES = 70 }; /* more than the most lanes */

/* BC from the given sources, all vertices if there are none, in so many lanes. Pull combines contributions in the order
 * of the edges, so its results must be bitwise independent of the number of lanes: `first` is set by the first call
 * (except on the GPU, where a single lane combines four contributions at a time). */
static void check_bc_run(const matrix_run *run, const mg_graph *graph, const mg_vertex *sources, uint32_t lanes,
                         const double *expected, double *first, bool is_first) {
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run = run->options;
    options.run.lanes = lanes;
    options.sources = sources;
    options.source_count = sources ? BC_SOURCES : 0;
    RUN_OK(run, mg_bc(run->context, graph, &options, &result));
    const double *found = run_column(run, graph, result, "centrality", MG_FLOAT64);
    const bool pulls = run->options.mode == MG_MODE_PULL && run->options.backend != MG_BACKEND_CUDA;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        first[v] = is_first && pulls && mg_context_threads(run->context) == 1 ? found[v] : first[v];
        RUN_CHECK(run, fabs(found[v] - expected[v]) <= 1e-4 * expected[v], "%u lanes: %.9g at %u, not %.9g", lanes,
                  found[v], v, expected[v]);
        RUN_CHECK(run, !pulls || found[v] == first[v], "%u lanes: %.17g at %u, not %.17g", lanes, found[v], v,
                  first[v]);
    }
    mg_result_destroy(result);
}

/* test_bc has all vertices as sources; these are enough for any number of lanes. */
static void check_bc(const mg_graph *graph, const char *what) {
    static const uint32_t lanes[] = {0, 1, 2, 3, MG_LANES_MAX};
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_vertex sources[BC_SOURCES];
    if (n >= 300) {
        return;
    }
    for (mg_vertex k = 0; k < BC_SOURCES; k++) {
        sources[k] = (mg_vertex)((uint64_t)n * k / BC_SOURCES);
    }
    const mg_vertex *few = n > BC_SOURCES ? sources : NULL;
    double *expected = oracle_bc(graph, few, few ? BC_SOURCES : 0, false), *first = test_memory(n, sizeof *first);
    for (size_t k = 0; k < sizeof lanes / sizeof *lanes; k++) {
        for (size_t i = 0; i < matrix_run_count; i++) {
            const matrix_run run = matrix_run_at(i, what);
            check_bc_run(&run, graph, few, lanes[k], expected, first, k == 0);
        }
    }
    free(expected);
    free(first);
}

TEST(bc_in_any_number_of_lanes) {
    matrix_graphs(NULL, 0, check_bc);
}

TEST(bc_reports_drawn_sources) {
    mg_context *context = test_context(2);
    mg_graph *graph = shape_graph(context, shape_named("cycle"), WEIGHTS_NONE, false);
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL, *again = NULL;
    options.sample = 7;
    options.seed = 3;
    CHECK_OK(context, mg_bc(context, graph, &options, &result));
    size_t count = 0;
    const mg_vertex *sources = mg_result_sources(result, &count);
    CHECK_EQ(count, 7);
    for (size_t i = 0; i < count; i++) {
        CHECK(sources[i] < mg_graph_vertex_count(graph));
        for (size_t k = 0; k < i; k++) {
            CHECK(sources[i] != sources[k]);
        }
    }
    options.sources = sources;
    options.source_count = count;
    options.run.mode = MG_MODE_PULL;
    CHECK_OK(context, mg_bc(context, graph, &options, &again));
    const double *x = mg_result_column(result, "centrality")->data, *y = mg_result_column(again, "centrality")->data;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        CHECK_NEAR(x[v], y[v], 1e-4 * y[v]);
    }
    mg_result_destroy(result);
    mg_result_destroy(again);
    mg_graph_destroy(graph);
}

/* Function pointers in lanes: distances with a callback per edge and with one per row of edges. */
static bool start(const mg_ctx *ctx, const void *params, void *state) {
    const own_lanes_parameters *p = params;
    ((own_distance *)state)->distance = ctx->vertex == p->source[ctx->lane] ? 0 : MG_UNREACHED;
    return ctx->vertex == p->source[ctx->lane];
}

static void send(const mg_ctx *ctx, const void *params, void *state, void *value) {
    (void)ctx;
    (void)params;
    *(uint32_t *)value = ((own_distance *)state)->distance;
}

static void add(const void *value, const void *weight, void *out) {
    *(uint32_t *)out = mg_add_sat_u32(*(const uint32_t *)value, *(const uint32_t *)weight);
}

static void add_row(uint32_t count, const void *values, size_t value_step, const void *weights, void *out) {
    for (uint32_t i = 0; i < count; i++) {
        add((const uint32_t *)values + i * value_step, (const int32_t *)weights + i, (uint32_t *)out + i);
    }
}

static bool improve(const mg_ctx *ctx, const void *params, void *state, const void *value, double *sum) {
    own_distance *s = state;
    const uint32_t found = *(const uint32_t *)value;
    const bool better = found < s->distance;
    (void)ctx;
    (void)params;
    (void)sum;
    s->distance = better ? found : s->distance;
    return better;
}

static void check_callbacks(const mg_graph *graph, const char *what) {
    static const uint32_t unreached = MG_UNREACHED;
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (!n || n > 2000) {
        return;
    }
    const own_lanes_parameters p = make_parameters(n, 0);
    own_distance *expected = (own_distance *)(void *)run_alone(graph, &own_lanes_paths_program, &p);
    own_distance *state = test_memory((size_t)n * 5, sizeof *state);
    for (size_t i = 0; i < 2 * matrix_run_count; i++) {
        const bool rows = i % 2, label = i % 4 >= 2;
        const matrix_run run = matrix_run_at(i / 2, what);
        mg_callbacks c = MG_CALLBACKS_INIT;
        c.state_size = c.value_size = 4;
        c.params_size = sizeof p;
        c.value_type = MG_UINT32;
        c.weight_type = MG_INT32;
        c.identity = &unreached;
        c.properties = label ? MG_LABEL : 0;
        c.init = start;
        c.scatter = label ? NULL : send;
        c.edge = rows ? NULL : add;
        c.edge_row = rows ? add_row : NULL;
        c.apply = label ? NULL : improve;
        mg_run_options options = run.options;
        options.lanes = 5;
        options.backend = MG_BACKEND_CPU; /* function pointers run on the CPU only */
        RUN_OK(&run, mg_run_callbacks(run.context, graph, &c, &p, &options, state, NULL));
        for (size_t at = 0; at < (size_t)n * 5; at++) {
            const uint32_t wanted = expected[at / 5 * MG_LANES_MAX + at % 5].distance;
            RUN_CHECK(&run, state[at].distance == wanted, "lane %zu of vertex %zu: %u, expected %u", at % 5, at / 5,
                      state[at].distance, wanted);
        }
    }
    free(expected);
    free(state);
}

TEST(callbacks_in_lanes) {
    static const weighting weightings[] = {WEIGHTS_INT};
    matrix_graphs(weightings, 1, check_callbacks);
}
