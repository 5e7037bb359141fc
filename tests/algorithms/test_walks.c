/* SPDX-License-Identifier: Apache-2.0
 *
 * Random walks: on every shape each step is an edge, and the bits depend on the seed alone; frequencies against known
 * probabilities, by chi-square.
 */
#include "core/graph/walk_step.h"
#include "tests/algorithms/run_matrix.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

#define WALKS 3
#define LENGTH 9
#define FEW 300 /* rows of walks whose steps may look at all edges of a vertex */

/* ---- every shape ---- */

static uint64_t rows_of(const mg_graph *graph, const mg_walks_options *o) {
    const uint64_t all = (o->sources ? o->source_count : mg_graph_vertex_count(graph)) * o->walks;
    const bool slow = o->p > 1e6 || o->q > 1e6;
    return slow && all > FEW ? FEW : all;
}

static mg_vertex *make(mg_context *context, const mg_graph *graph, const mg_walks_options *o) {
    const uint64_t rows = rows_of(graph, o);
    mg_vertex *walks = test_memory(rows * ((uint64_t)o->length + 1), sizeof *walks);
    CHECK_OK(context, mg_walks(context, graph, o, 0, rows, walks));
    return walks;
}

/* Parts of rows are those of a call for all of them. */
static void check_parts(const matrix_run *run, const mg_graph *graph, const mg_walks_options *o, const mg_vertex *all) {
    const uint64_t rows = rows_of(graph, o), columns = (uint64_t)o->length + 1;
    for (uint64_t first = 0; first < rows; first += rows / 3 + 1) {
        const uint64_t count = rows - first < rows / 3 + 1 ? rows - first : rows / 3 + 1;
        mg_vertex *part = test_memory(count * columns, sizeof *part);
        RUN_OK(run, mg_walks(run->context, graph, o, first, count, part));
        RUN_CHECK(run, memcmp(part, all + first * columns, count * columns * sizeof *part) == 0, "kind %d: row %llu",
                  (int)o->kind, (unsigned long long)first);
        free(part);
    }
}

static void check_kind(const mg_graph *graph, const char *what, mg_walks_options o) {
    mg_vertex *expected = make(test_context(1), graph, &o);
    const uint64_t rows = rows_of(graph, &o);
    char why[256] = "";
    if (!mgt_verify_walks(graph, &o, 0, rows, expected, why, sizeof why)) {
        test_fail(__FILE__, __LINE__, "%s, kind %d: %s", what, (int)o.kind, why);
    }
    for (size_t i = 0; i < matrix_run_count; i++) {
        matrix_run run = matrix_run_at(i, what);
        o.backend = run.options.backend;
        if (run.options.mode == MG_MODE_AUTO) { /* walks have no modes */
            check_parts(&run, graph, &o, expected);
        }
    }
    free(expected);
}

static void check_graph(const mg_graph *graph, const char *what) {
    static const double factors[][2] = {{0.25, 4}, {1e-9, 1e9}, {1e9, 1e-9}};
    mg_walks_options o = MG_WALKS_OPTIONS_INIT;
    o.backend = MG_BACKEND_CPU;
    o.walks = WALKS;
    o.length = LENGTH;
    o.seed = 11;
    check_kind(graph, what, o);
    o.kind = MG_WALK_WEIGHTED;
    check_kind(graph, what, o);
    o.kind = MG_WALK_NODE2VEC;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        o.p = factors[i][0];
        o.q = factors[i][1];
        check_kind(graph, what, o);
    }
}

TEST(walks_of_every_shape) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT_ZERO, WEIGHTS_ALL_ZERO, WEIGHTS_FLOAT_MIX,
                                           WEIGHTS_INT64};
    matrix_graphs(weightings, 5, check_graph);
}

/* The walks are those of the steps that all backends share, one after the other. */
static void check_steps(const mg_graph *graph, const char *what) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_walk_graph g = {
        .offsets = out.offsets, .neighbours = out.neighbours, .choices = out.neighbours, .wide = true};
    const mg_walk_rule rule = {.key = mg__random_key(6, MG_WALK_PURPOSE),
                               .second_order = true,
                               .accept_back = 1u << 31,
                               .accept_near = 1u << 30,
                               .accept = 1u << 29};
    mg_walks_options o = MG_WALKS_OPTIONS_INIT;
    o.backend = MG_BACKEND_CPU;
    o.kind = MG_WALK_NODE2VEC;
    o.p = 0.5;
    o.q = 2;
    o.length = LENGTH;
    o.seed = 6;
    mg_vertex *walks = make(test_context(2), graph, &o);
    for (mg_vertex row = 0; row < mg_graph_vertex_count(graph) && !mg_graph_by_id(graph); row++) {
        mg_vertex before = MG_NONE, at = row;
        for (uint32_t step = 0; step < LENGTH; step++) {
            const mg_vertex next =
                at == MG_NONE ? MG_NONE : mg_walk_next(&g, &rule, mg_walk_key(&rule, row), step, before, at);
            before = at;
            at = next;
            if (walks[row * (LENGTH + 1) + step + 1] != at) {
                test_fail(__FILE__, __LINE__, "%s: row %lu, step %lu", what, (unsigned long)row, (unsigned long)step);
            }
        }
    }
    free(walks);
}

TEST(walks_by_steps) {
    matrix_graphs(NULL, 0, check_steps);
}

/* ---- frequencies ---- */

/* 0 -> 1 .. 5 with weights 0 1 2 5 8; back from each; and a triangle of 1, 2, 3. Ids are 10 times as large, in a
 * shuffled order if `order` says so. */
enum { VERTICES = 6, SPOKES = 5 };
static const double spoke[SPOKES] = {0, 1, 2, 5, 8};

static mg_graph *wheel(mg_context *context, mg_vertex_order order) {
    static const uint64_t source[] = {0, 0, 0, 0, 0, 10, 20, 30, 40, 50, 10, 20, 20, 30};
    static const uint64_t target[] = {10, 20, 30, 40, 50, 0, 0, 0, 0, 0, 20, 10, 30, 20};
    static const double weight[] = {0, 1, 2, 5, 8, 1, 1, 2, 1, 1, 3, 4, 1, 1};
    const mg_edge_list edges = {.edge_count = 14,
                                .id_type = MG_UINT64,
                                .source = source,
                                .target = target,
                                .weight_type = MG_FLOAT64,
                                .weight = weight};
    mg_graph_options o = MG_GRAPH_OPTIONS_INIT;
    mg_graph *graph = NULL;
    o.directedness = MG_DIRECTED;
    o.order = order;
    o.order_seed = 3;
    CHECK_OK(context, mg_graph_from_edges(context, &edges, &o, &graph));
    return graph;
}

/* The counts of the step after t -> v (t MG_NONE: of the first step from v), by id / 10. */
static void count_steps(const mg_graph *graph, const mg_walks_options *o, const mg_vertex *walks, uint64_t rows,
                        uint64_t t, uint64_t v, uint64_t counts[VERTICES]) {
    memset(counts, 0, VERTICES * sizeof *counts);
    for (uint64_t row = 0; row < rows; row++) {
        const mg_vertex *walk = walks + row * ((uint64_t)o->length + 1);
        for (uint32_t i = t == MG_NONE ? 0 : 1; i < (t == MG_NONE ? 1 : o->length); i++) {
            const bool matches = walk[i + 1] != MG_NONE && mg_graph_id(graph, walk[i]) == 10 * v &&
                                 (t == MG_NONE || mg_graph_id(graph, walk[i - 1]) == 10 * t);
            if (matches) {
                counts[mg_graph_id(graph, walk[i + 1]) / 10]++;
            }
        }
    }
}

/* Chi-square of counts against weights: a value above mean + 10 standard deviations fails, which happens to less than
 * one seed in 50,000. What has weight 0 must not occur. */
static void check_frequencies(const char *what, const uint64_t counts[VERTICES], const double weights[VERTICES]) {
    double sum = 0, total = 0, square = 0, freedom = -1;
    for (int i = 0; i < VERTICES; i++) {
        sum += weights[i];
        total += (double)counts[i];
    }
    for (int i = 0; i < VERTICES; i++) {
        const double expected = total * weights[i] / sum;
        if (weights[i] <= 0) {
            CHECK_EQ(counts[i], 0);
            continue;
        }
        square += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
        freedom++;
    }
    if (total < 1000 || square > freedom + 10 * sqrt(2 * freedom)) {
        test_fail(__FILE__, __LINE__, "%s: chi-square %g of %g steps with %g degrees of freedom", what, square, total,
                  freedom);
    }
}

static void check_first_steps(mg_walk_kind kind, const double weights[VERTICES]) {
    mg_context *context = test_context(2);
    mg_graph *graph = wheel(context, MG_ORDER_NATURAL);
    mg_vertex hub = MG_NONE;
    CHECK(mg_graph_find(graph, 0, &hub));
    mg_walks_options o = MG_WALKS_OPTIONS_INIT;
    o.kind = kind;
    o.sources = &hub;
    o.source_count = 1;
    o.walks = 40000;
    o.length = 2;
    o.seed = 5;
    mg_vertex *walks = make(context, graph, &o);
    uint64_t counts[VERTICES];
    count_steps(graph, &o, walks, o.walks, MG_NONE, 0, counts);
    check_frequencies("first step", counts, weights);
    free(walks);
    mg_graph_destroy(graph);
}

TEST(walks_frequencies) {
    check_first_steps(MG_WALK_UNIFORM, (const double[]){0, 1, 1, 1, 1, 1});
    check_first_steps(MG_WALK_WEIGHTED, (const double[]){0, spoke[0], spoke[1], spoke[2], spoke[3], spoke[4]});
    check_first_steps(MG_WALK_NODE2VEC, (const double[]){0, spoke[0], spoke[1], spoke[2], spoke[3], spoke[4]});
}

static void check_second_steps(double p, double q) {
    mg_context *context = test_context(2);
    mg_graph *graph = wheel(context, MG_ORDER_NATURAL);
    mg_walks_options o = MG_WALKS_OPTIONS_INIT;
    o.kind = MG_WALK_NODE2VEC;
    o.p = p;
    o.q = q;
    o.walks = 20000;
    o.length = 20;
    o.seed = 8;
    mg_vertex *walks = make(context, graph, &o);
    const uint64_t rows = (uint64_t)o.walks * VERTICES;
    uint64_t counts[VERTICES];
    /* After 3 -> 0: back to 3, near to 2 (3 has an edge to 2), else q. Each edge has its weight. */
    count_steps(graph, &o, walks, rows, 3, 0, counts);
    check_frequencies("after 30 -> 0", counts, (const double[]){0, 0, 1, 2 / p, 5 / q, 8 / q});
    /* After 0 -> 2: back to 0; 1 and 3 are near, as 0 has edges to them. */
    count_steps(graph, &o, walks, rows, 0, 2, counts);
    check_frequencies("after 0 -> 20", counts, (const double[]){1 / p, 4, 0, 1, 0, 0});
    /* After 1 -> 2: back to 1; 1 has an edge to 0 but none to 3. */
    count_steps(graph, &o, walks, rows, 1, 2, counts);
    check_frequencies("after 10 -> 20", counts, (const double[]){1, 4 / p, 0, 1 / q, 0, 0});
    free(walks);
    mg_graph_destroy(graph);
}

TEST(walks_frequencies_of_node2vec) {
    check_second_steps(1, 1);
    check_second_steps(0.25, 4);
    check_second_steps(4, 0.5);
    check_second_steps(50, 0.02); /* most proposals are rejected: edges are found among all */
}

/* Walks do not depend on the order of the vertices, which indices do. */
TEST(walks_in_every_order) {
    mg_context *context = test_context(2);
    mg_graph *natural = wheel(context, MG_ORDER_NATURAL), *shuffled = wheel(context, MG_ORDER_SHUFFLED);
    for (int kind = MG_WALK_UNIFORM; kind <= MG_WALK_NODE2VEC; kind++) {
        mg_walks_options o = MG_WALKS_OPTIONS_INIT;
        o.kind = (mg_walk_kind)kind;
        o.p = 3;
        o.q = 0.1;
        o.walks = 50;
        mg_vertex *a = make(context, natural, &o), *b = make(context, shuffled, &o);
        for (uint64_t i = 0; i < (uint64_t)VERTICES * o.walks * (o.length + 1); i++) {
            CHECK_EQ(a[i] == MG_NONE, b[i] == MG_NONE);
            CHECK(a[i] == MG_NONE || mg_graph_id(natural, a[i]) == mg_graph_id(shuffled, b[i]));
        }
        free(a);
        free(b);
    }
    mg_graph_destroy(natural);
    mg_graph_destroy(shuffled);
}

/* Seeds and walks of one source differ. */
TEST(walks_differ) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("clique"), WEIGHTS_NONE, false);
    const mg_vertex twice[] = {0, 0};
    mg_walks_options o = MG_WALKS_OPTIONS_INIT;
    o.sources = twice;
    o.source_count = 2;
    o.walks = 2;
    mg_vertex *first = make(context, graph, &o);
    o.seed = 1;
    mg_vertex *second = make(context, graph, &o);
    const size_t row = (o.length + 1) * sizeof *first;
    for (int i = 1; i < 4; i++) {
        CHECK(memcmp(first, first + (uint64_t)i * (o.length + 1), row) != 0);
    }
    CHECK(memcmp(first, second, row) != 0);
    free(first);
    free(second);
    mg_graph_destroy(graph);
}

TEST(walks_refuse) {
    mg_context *context = test_context(1);
    mg_graph *graph = shape_graph(context, shape_named("cycle"), WEIGHTS_NONE, true);
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_vertex *walks = test_memory((uint64_t)n * (MG_WALKS_LENGTH + 1), sizeof *walks);
    for (int i = 0; i < 10; i++) {
        mg_walks_options o = MG_WALKS_OPTIONS_INIT;
        o.size = i == 0 ? 3 : o.size;
        o.kind = i == 1 ? (mg_walk_kind)99 : MG_WALK_NODE2VEC;
        o.p = i == 2 ? 0 : i == 9 ? 1e-310 : 1;
        o.q = i == 3 ? (double)INFINITY : i == 4 ? (double)NAN : 1;
        o.walks = i == 5 ? 0 : 1;
        o.length = i == 6 ? UINT32_MAX : o.length;
        o.source_count = i == 7;
        const mg_status status = mg_walks(context, graph, &o, 0, 1, i == 8 ? NULL : walks);
        if (status != MG_ERROR_INVALID) {
            test_fail(__FILE__, __LINE__, "bad arguments %d: %s", i, mg_status_name(status));
        }
    }
    mg_walks_options o = MG_WALKS_OPTIONS_INIT;
    CHECK_STATUS(context, mg_walks(context, graph, &o, 1, n, walks), MG_ERROR_RANGE);
    CHECK_STATUS(context, mg_walks(context, graph, &o, (uint64_t)n + 1, 0, walks), MG_ERROR_RANGE);
    CHECK_OK(context, mg_walks(context, graph, &o, n, 0, NULL));
    o.sources = &n;
    o.source_count = 1;
    CHECK_STATUS(context, mg_walks(context, graph, &o, 0, 1, walks), MG_ERROR_RANGE);
    free(walks);
    mg_graph_destroy(graph);
}

TEST(walks_refuse_weights) {
    mg_context *context = test_context(1);
    static const double bad[] = {-1, (double)INFINITY};
    for (int i = 0; i < 2; i++) {
        const uint64_t offsets[] = {0, 1, 1};
        const mg_vertex neighbours[] = {1};
        mg_walks_options o = MG_WALKS_OPTIONS_INIT;
        mg_graph *graph = NULL;
        mg_vertex walks[2];
        CHECK_OK(context, mg_graph_from_csr(context, 2, offsets, neighbours, MG_FLOAT64, &bad[i], true, &graph));
        o.length = 1;
        CHECK_OK(context, mg_walks(context, graph, &o, 0, 1, walks));
        CHECK_EQ(walks[1], 1);
        o.kind = MG_WALK_WEIGHTED;
        CHECK_STATUS(context, mg_walks(context, graph, &o, 0, 1, walks), MG_ERROR_INVALID);
        CHECK(strstr(mg_context_error(context), "vertex 0"));
        mg_graph_destroy(graph);
    }
}
