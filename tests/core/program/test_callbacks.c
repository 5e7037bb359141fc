/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs of function pointers give the same results as compiled programs, in every mode, with a callback per edge and
 * with a callback per row of edges.
 */
#include "tests/algorithms/programs/own.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool start(const mg_ctx *ctx, const void *params, void *state) {
    const own_distance_parameters *p = params;
    ((own_distance *)state)->distance = ctx->vertex == p->source ? 0 : MG_UNREACHED;
    return ctx->vertex == p->source;
}

static void send(const mg_ctx *ctx, const void *params, void *state, void *value) {
    (void)ctx;
    (void)params;
    *(uint32_t *)value = ((own_distance *)state)->distance;
}

static void add(const void *value, const void *weight, void *out) {
    *(uint32_t *)out = mg_add_sat_u32(*(const uint32_t *)value, *(const uint32_t *)weight);
}

static void add_at(const void *params, const void *value, const void *weight, const void *state, void *out) {
    (void)params;
    (void)state;
    add(value, weight, out);
}

static void add_row(uint32_t count, const void *values, size_t value_step, const void *weights, void *out) {
    for (uint32_t i = 0; i < count; i++) {
        add((const uint32_t *)values + i * value_step, (const int32_t *)weights + i, (uint32_t *)out + i);
    }
}

static void smaller(const void *a, const void *b, void *out) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    *(uint32_t *)out = x < y ? x : y;
}

static bool improve(const mg_ctx *ctx, const void *params, void *state, const void *value, double *sum) {
    own_distance *s = state;
    const uint32_t found = *(const uint32_t *)value;
    (void)ctx;
    (void)params;
    (void)sum;
    const bool better = found < s->distance;
    s->distance = better ? found : s->distance;
    return better;
}

static uint32_t bucket(const void *params, const void *value) {
    return *(const uint32_t *)value / ((const own_distance_parameters *)params)->delta;
}

static const uint32_t unreached = MG_UNREACHED;

static mg_callbacks plain_sssp(void) {
    mg_callbacks c = MG_CALLBACKS_INIT;
    c.state_size = sizeof(own_distance);
    c.params_size = sizeof(own_distance_parameters);
    c.value_type = MG_UINT32;
    c.value_size = 4;
    c.weight_type = MG_INT32;
    c.monoid = MG_MIN;
    c.identity = &unreached;
    c.init = start;
    c.edge = add;
    return c;
}

static mg_callbacks applied_sssp(void) {
    mg_callbacks c = plain_sssp();
    c.scatter = send;
    c.apply = improve;
    return c;
}

static mg_callbacks labelled_sssp(void) {
    mg_callbacks c = plain_sssp();
    c.properties = MG_LABEL | MG_MONOTONE;
    c.priority = bucket;
    return c;
}

static mg_callbacks unordered_sssp(void) {
    mg_callbacks c = plain_sssp();
    c.properties = MG_LABEL;
    return c;
}

static mg_callbacks row_of(mg_callbacks c) {
    c.edge = NULL;
    c.edge_row = add_row;
    return c;
}

static mg_callbacks with_both(mg_callbacks c) {
    c.edge_row = add_row;
    return c;
}

static mg_callbacks at_of(mg_callbacks c) {
    c.edge = NULL;
    c.edge_at = add_at;
    return c;
}

static mg_callbacks user_of(mg_callbacks c) {
    c.monoid = MG_USER;
    c.combine = smaller;
    return c;
}

static void check_one(const matrix_run *run, const mg_graph *graph, const char *name, const mg_callbacks *callbacks,
                      const own_distance *expected) {
    const own_distance_parameters p = {.source = 0, .delta = 8};
    own_distance *state = test_memory(mg_graph_vertex_count(graph), sizeof *state);
    mg_result *result = NULL;
    RUN_OK(run, mg_run_callbacks(run->context, graph, callbacks, &p, &run->options, state, &result));
    RUN_CHECK(run, mg_result_column_count(result) == 0, "%s: columns", name);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        RUN_CHECK(run, state[v].distance == expected[v].distance, "%s: vertex %lu has %lu, expected %lu", name,
                  (unsigned long)v, (unsigned long)state[v].distance, (unsigned long)expected[v].distance);
    }
    mg_result_destroy(result);
    free(state);
}

static void check_graph(const mg_graph *graph, const char *what) {
    const struct {
        const char *name;
        mg_callbacks callbacks;
    } forms[] = {
        {"apply, edge", applied_sssp()},
        {"apply, edge_row", row_of(applied_sssp())},
        {"apply, edge and edge_row", with_both(applied_sssp())},
        {"apply, edge_at", at_of(applied_sssp())},
        {"apply, user monoid", user_of(applied_sssp())},
        {"ordered label, edge", labelled_sssp()},
        {"ordered label, edge_row", row_of(labelled_sssp())},
        {"label, edge", unordered_sssp()},
        {"label, edge_row", row_of(unordered_sssp())},
        {"label, edge_at", at_of(unordered_sssp())},
        {"label, user monoid", user_of(unordered_sssp())},
    };
    const own_distance_parameters p = {.source = 0, .delta = 8};
    own_distance *expected = test_memory(mg_graph_vertex_count(graph), sizeof *expected);
    CHECK_OK(test_context(1), mg_run(test_context(1), graph, &own_sssp_program, &p, NULL, expected, NULL));
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
            check_one(&run, graph, forms[k].name, &forms[k].callbacks, expected);
        }
    }
    free(expected);
}

/* kron and star have vertices with more than MG_ROW_MAX edges: several calls per row. */
TEST(callbacks_equal_the_compiled_program) {
    static const char *const names[] = {"empty", "one loop", "path",  "star out", "star in",   "clique",
                                        "grid",  "random",   "dense", "kron",     "scattered", "barbell"};
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_INT_ZERO};
    for (size_t s = 0; s < sizeof names / sizeof *names; s++) {
        for (size_t i = 0; i < 6; i++) {
            char what[128];
            snprintf(what, sizeof what, "%s, %s, %s", names[s], i % 2 ? "directed" : "undirected",
                     weighting_names[weightings[i / 2]]);
            mg_graph *graph = shape_graph(test_context(1), shape_named(names[s]), weightings[i / 2], i % 2);
            check_graph(graph, what);
            mg_graph_destroy(graph);
        }
    }
}

/* A topology-driven sum of 8-byte values with totals and `finished`. */
static bool walks_start(const mg_ctx *ctx, const void *params, void *state) {
    (void)params;
    *(own_walks_vertex *)state = (own_walks_vertex){.walks = 1, .in_degree = ctx->in_degree};
    return true;
}

static void walks_send(const mg_ctx *ctx, const void *params, void *state, void *value) {
    (void)ctx;
    (void)params;
    *(uint64_t *)value = ((own_walks_vertex *)state)->walks;
}

static bool walks_receive(const mg_ctx *ctx, const void *params, void *state, const void *value, double *sum) {
    own_walks_vertex *s = state;
    (void)params;
    s->walks = *(const uint64_t *)value;
    s->applied++;
    sum[0] += s->walks != 0;
    sum[1] += 1.0;
    mg_least(&sum[2], 5.0 + ctx->vertex);
    mg_greatest(&sum[3], ctx->vertex - 7.0);
    return true;
}

static bool walks_finished(const void *params, uint32_t iteration, const double *totals) {
    return iteration == ((const own_walks_parameters *)params)->length || totals[0] == 0.0;
}

/* The last iteration: every vertex, the least and the greatest one. */
static void check_walk_totals(const matrix_run *run, mg_vertex n, const mg_result *result) {
    size_t count = 0;
    const double *const totals = mg_result_totals(result, &count);
    RUN_CHECK(run, count == (n ? 4 : 0), "%lu totals", (unsigned long)count);
    if (n) {
        RUN_CHECK(run, totals[1] == n && totals[2] == 5.0 && totals[3] == n - 8.0, "totals %g, %g and %g", totals[1],
                  totals[2], totals[3]);
    }
}

static void check_walks(const mg_graph *graph, const char *what) {
    const uint64_t zero = 0;
    const size_t bytes = mg_graph_vertex_count(graph) * sizeof(own_walks_vertex);
    const own_walks_parameters p = {.length = 9};
    mg_callbacks c = MG_CALLBACKS_INIT;
    c.state_size = sizeof(own_walks_vertex);
    c.params_size = sizeof p;
    c.value_type = MG_UINT64;
    c.value_size = 8;
    c.frontier = MG_FRONTIER_ALL;
    c.properties = MG_ALL_ACTIVE | MG_IN_DEGREE;
    c.monoid = MG_SUM;
    c.identity = &zero;
    c.totals = 2;
    c.minima = c.maxima = 1;
    c.init = walks_start;
    c.scatter = walks_send;
    c.apply = walks_receive;
    c.finished = walks_finished;
    own_walks_vertex *expected = test_memory(1, bytes), *state = test_memory(1, bytes);
    CHECK_OK(test_context(1), mg_run(test_context(1), graph, &own_walks_program, &p, NULL, expected, NULL));
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        mg_result *result = NULL;
        RUN_OK(&run, mg_run_callbacks(run.context, graph, &c, &p, &run.options, state, &result));
        RUN_CHECK(&run, memcmp(state, expected, bytes) == 0, "walks differ from the compiled program's");
        check_walk_totals(&run, mg_graph_vertex_count(graph), result);
        mg_result_destroy(result);
    }
    free(expected);
    free(state);
}

TEST(callbacks_all_active_with_totals) {
    matrix_graphs(NULL, 0, check_walks);
}

/* Widest and steepest paths in every type of value and weight: MG_MAX of the least weight on the way, MG_MIN of the
 * largest. */
typedef struct path_rule {
    mg_monoid monoid;
    double first, others; /* the source's value; the identity, which weights from 1 to 64 do not reach */
} path_rule;

static const path_rule widest = {MG_MAX, 1000.0, 0.0}, steepest = {MG_MIN, 0.0, 1000.0};

#define PATHS(T, N)                                                                                                    \
    static bool first_##N(const mg_ctx *ctx, const void *params, void *state) {                                        \
        const path_rule *rule = params;                                                                                \
        *(T *)state = (T)(ctx->vertex == 0 ? rule->first : rule->others);                                              \
        return ctx->vertex == 0;                                                                                       \
    }                                                                                                                  \
    static void narrow_##N(const void *value, const void *weight, void *out) {                                         \
        const T v = *(const T *)value, w = *(const T *)weight;                                                         \
        *(T *)out = v < w ? v : w;                                                                                     \
    }                                                                                                                  \
    static void climb_##N(const void *value, const void *weight, void *out) {                                          \
        const T v = *(const T *)value, w = *(const T *)weight;                                                         \
        *(T *)out = v > w ? v : w;                                                                                     \
    }                                                                                                                  \
    static double read_##N(const void *states, mg_vertex v) {                                                          \
        return (double)((const T *)states)[v];                                                                         \
    }
PATHS(int32_t, i32)
PATHS(uint32_t, u32)
PATHS(int64_t, i64)
PATHS(uint64_t, u64)
PATHS(float, f32)
PATHS(double, f64)

typedef struct path_type {
    mg_type type;
    size_t size;
    bool (*first)(const mg_ctx *ctx, const void *params, void *state);
    void (*narrow)(const void *value, const void *weight, void *out);
    void (*climb)(const void *value, const void *weight, void *out);
    double (*read)(const void *states, mg_vertex v);
} path_type;
#define PATH_TYPE(T, TYPE, N)                                                                                          \
    { TYPE, sizeof(T), first_##N, narrow_##N, climb_##N, read_##N }
static const path_type path_types[] = {PATH_TYPE(int32_t, MG_INT32, i32), PATH_TYPE(uint32_t, MG_UINT32, u32),
                                       PATH_TYPE(int64_t, MG_INT64, i64), PATH_TYPE(uint64_t, MG_UINT64, u64),
                                       PATH_TYPE(float, MG_FLOAT32, f32), PATH_TYPE(double, MG_FLOAT64, f64)};

/* Relaxes all arcs until nothing changes. */
static double *path_oracle(const mg_graph *graph, const path_rule *rule) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    double *value = test_memory((uint64_t)n + 1, sizeof *value);
    for (mg_vertex v = 0; v < n; v++) {
        value[v] = v ? rule->others : rule->first;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (mg_vertex v = 0; v < n; v++) {
            for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
                const double weight = arc_weight(graph, a);
                double *const other = &value[out.neighbours[a]];
                const double sent = rule->monoid == MG_MAX ? fmin(value[v], weight) : fmax(value[v], weight);
                if (rule->monoid == MG_MAX ? sent > *other : sent < *other) {
                    *other = sent;
                    changed = true;
                }
            }
        }
    }
    return value;
}

static void check_paths(const mg_graph *graph, const char *what, const path_type *t, const path_rule *rule) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint64_t identity = 0;
    t->first(&(mg_ctx){.vertex = 1}, rule, &identity);
    mg_callbacks c = MG_CALLBACKS_INIT;
    c.state_size = c.value_size = t->size;
    c.params_size = sizeof *rule;
    c.value_type = c.weight_type = t->type;
    c.properties = MG_LABEL;
    c.monoid = rule->monoid;
    c.identity = &identity;
    c.init = t->first;
    c.edge = rule->monoid == MG_MAX ? t->narrow : t->climb;
    double *expected = path_oracle(graph, rule);
    void *states = test_memory((uint64_t)n + 1, t->size);
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        RUN_OK(&run, mg_run_callbacks(run.context, graph, &c, rule, &run.options, states, NULL));
        for (mg_vertex v = 0; v < n; v++) {
            RUN_CHECK(&run, t->read(states, v) == expected[v], "type %d, monoid %d: vertex %u has %g, expected %g",
                      (int)t->type, (int)rule->monoid, v, t->read(states, v), expected[v]);
        }
    }
    free(expected);
    free(states);
}

TEST(callbacks_with_min_and_max_of_every_type) {
    static const char *const names[] = {"path", "random", "kron"};
    for (size_t i = 0; i < 6; i++) {
        const weighting weights = i < 3 ? WEIGHTS_INT : WEIGHTS_NONE;
        mg_graph *graph = shape_graph(test_context(1), shape_named(names[i % 3]), weights, i % 2);
        for (size_t k = 0; k < sizeof path_types / sizeof *path_types; k++) {
            check_paths(graph, names[i % 3], &path_types[k], &widest);
            check_paths(graph, names[i % 3], &path_types[k], &steepest);
        }
        mg_graph_destroy(graph);
    }
}

/* MG_OR: which of 32 vertices reach each vertex. */
static bool own_bit(const mg_ctx *ctx, const void *params, void *state) {
    (void)params;
    *(uint32_t *)state = ctx->vertex < 32 ? (uint32_t)1 << ctx->vertex : 0;
    return ctx->vertex < 32;
}

TEST(callbacks_with_or) {
    const uint32_t none = 0;
    mg_graph *graph = shape_graph(test_context(1), shape_named("random"), WEIGHTS_NONE, true);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint32_t *expected = test_memory(n, sizeof *expected), *states = test_memory(n, sizeof *states);
    for (mg_vertex v = 0; v < n; v++) {
        expected[v] = v < 32 ? (uint32_t)1 << v : 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (mg_vertex v = 0; v < n; v++) {
            for (uint64_t a = out.offsets[v]; a < out.offsets[v + 1]; a++) {
                const uint32_t before = expected[out.neighbours[a]];
                expected[out.neighbours[a]] |= expected[v];
                changed = changed || expected[out.neighbours[a]] != before;
            }
        }
    }
    mg_callbacks c = MG_CALLBACKS_INIT;
    c.state_size = c.value_size = sizeof none;
    c.value_type = MG_UINT32;
    c.properties = MG_LABEL;
    c.monoid = MG_OR;
    c.identity = &none;
    c.init = own_bit;
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, "random");
        RUN_OK(&run, mg_run_callbacks(run.context, graph, &c, NULL, &run.options, states, NULL));
        RUN_CHECK(&run, memcmp(states, expected, n * sizeof *states) == 0, "who reaches whom is wrong");
    }
    free(expected);
    free(states);
    mg_graph_destroy(graph);
}

TEST(callbacks_are_refused_by_the_gpu) {
    const mg_callbacks c = plain_sssp();
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    mg_graph *graph = shape_graph(test_context(1), shape_named("path"), WEIGHTS_INT, false);
    own_distance *state = test_memory(mg_graph_vertex_count(graph), sizeof *state);
    const own_distance_parameters p = {.source = 0, .delta = 8};
    options.backend = MG_BACKEND_CUDA;
    CHECK_STATUS(test_context(1), mg_run_callbacks(test_context(1), graph, &c, &p, &options, state, NULL),
                 MG_ERROR_UNSUPPORTED);
    CHECK_STR(mg_context_error(test_context(1)), "function pointers run on the CPU only");
    free(state);
    mg_graph_destroy(graph);
}
