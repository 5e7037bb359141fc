/* SPDX-License-Identifier: Apache-2.0
 *
 * test_generate.c: every kind of generated graph against its definition; exact for kinds whose edges follow a rule.
 */
#include "tests/failing_memory.h"
#include "tests/shapes.h"
#include "tests/datasets/generated.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Undirected, sorted, without loops and parallel edges, weights within 1..max and alike in both directions. */
static void check_simple(const mg_graph *graph, int32_t weight_max) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const int32_t *weights = out.weights;
    CHECK(!mg_graph_directed(graph));
    CHECK_EQ(mg_graph_loop_count(graph), 0);
    CHECK_EQ(mg_graph_edge_count(graph) * 2, mg_graph_arc_count(graph));
    CHECK_EQ(mg_graph_weight_type(graph), weight_max ? MG_INT32 : MG_TYPE_NONE);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        CHECK_EQ(mg_graph_id(graph, v), v);
        for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
            uint64_t back;
            CHECK(e == out.offsets[v] || out.neighbours[e - 1] < out.neighbours[e]);
            CHECK(out.neighbours[e] != v);
            CHECK(has_arc(graph, out.neighbours[e], v, &back));
            CHECK(!weight_max || (weights[e] >= 1 && weights[e] <= weight_max && weights[e] == weights[back]));
        }
    }
}

static bool same(const mg_graph *a, const mg_graph *b) {
    const mg_adjacency p = mg_graph_out_edges(a), q = mg_graph_out_edges(b);
    const size_t n = mg_graph_vertex_count(a), arcs = mg_graph_arc_count(a);
    return n == mg_graph_vertex_count(b) && arcs == mg_graph_arc_count(b) &&
           memcmp(p.offsets, q.offsets, (n + 1) * sizeof *p.offsets) == 0 &&
           memcmp(p.neighbours, q.neighbours, arcs * sizeof *p.neighbours) == 0 && !p.weights == !q.weights &&
           (!p.weights || memcmp(p.weights, q.weights, arcs * sizeof(int32_t)) == 0);
}

static int compare_u64(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t *sorted_degrees(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint64_t *degrees = test_memory(n, sizeof *degrees);
    for (mg_vertex v = 0; v < n; v++) {
        degrees[v] = degree(graph, v);
    }
    qsort(degrees, n, sizeof *degrees, compare_u64);
    return degrees;
}

/* ---- all kinds ---- */

TEST(undirected_kinds_are_simple) {
    mg_context *context = make_context(2);
    for (size_t i = 0; mg_generator_at(i); i++) {
        const char *kind = mg_generator_at(i)->name;
        CHECK(mg_generator_at(i)->summary[0]);
        for (int order = MG_ORDER_DEFAULT; order <= MG_ORDER_SHUFFLED && strcmp(kind, "rmat") != 0; order++) {
            mg_generate_options options = options_of(8);
            options.order = (mg_vertex_order)order;
            options.weight_max = order == MG_ORDER_NATURAL ? 0 : 7;
            mg_graph *graph = generate(context, kind, &options);
            check_simple(graph, options.weight_max);
            mg_graph_destroy(graph);
        }
    }
    mg_context_destroy(context);
}

TEST(threads_do_not_change_the_graph) {
    mg_context *one = make_context(1);
    for (int threads = 2; threads <= 7; threads += 5) {
        mg_context *more = make_context(threads);
        for (size_t i = 0; mg_generator_at(i); i++) {
            mg_generate_options options = options_of(11);
            options.width = 300;
            options.weight_max = 100;
            mg_graph *a = generate(one, mg_generator_at(i)->name, &options);
            mg_graph *b = generate(more, mg_generator_at(i)->name, &options);
            CHECK(same(a, b));
            mg_graph_destroy(a);
            mg_graph_destroy(b);
        }
        mg_context_destroy(more);
    }
    mg_context_destroy(one);
}

TEST(seeds_change_random_graphs) {
    static const char *const kinds[] = {"kron", "rmat", "uniform", "rgg", "road"};
    mg_context *context = make_context(2);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        mg_generate_options options = options_of(9);
        mg_graph *a = generate(context, kinds[i], &options);
        options.seed++;
        mg_graph *b = generate(context, kinds[i], &options);
        CHECK(!same(a, b));
        mg_graph_destroy(a);
        mg_graph_destroy(b);
    }
    mg_context_destroy(context);
}

/* Another order is another graph with the same degrees. */
TEST(order_keeps_the_shape) {
    mg_context *context = make_context(2);
    for (size_t i = 0; mg_generator_at(i); i++) {
        const char *kind = mg_generator_at(i)->name;
        mg_generate_options options = options_of(9);
        options.vertices = strcmp(kind, "kron") == 0 || strcmp(kind, "rmat") == 0 ? 0 : 777;
        options.order = MG_ORDER_NATURAL;
        mg_graph *a = generate(context, kind, &options);
        options.order = MG_ORDER_SHUFFLED;
        mg_graph *b = generate(context, kind, &options);
        uint64_t *p = sorted_degrees(a), *q = sorted_degrees(b);
        CHECK_EQ(mg_graph_vertex_count(a), mg_graph_vertex_count(b));
        CHECK(memcmp(p, q, mg_graph_vertex_count(a) * sizeof *p) == 0);
        CHECK(same(a, b) == (strcmp(kind, "empty") == 0 || strcmp(kind, "complete") == 0));
        free(p);
        free(q);
        mg_graph_destroy(a);
        mg_graph_destroy(b);
    }
    mg_context_destroy(context);
}

TEST(one_vertex_of_every_kind) {
    mg_context *context = make_context(2);
    for (size_t i = 0; mg_generator_at(i); i++) {
        mg_generate_options options = options_of(0);
        options.width = options.height = 1;
        mg_graph *graph = generate(context, mg_generator_at(i)->name, &options);
        CHECK_EQ(mg_graph_vertex_count(graph), 1);
        CHECK_EQ(mg_graph_arc_count(graph), strcmp(mg_generator_at(i)->name, "rmat") == 0 ? 16 : 0);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* ---- kinds with a rule ---- */

typedef bool (*rule_fn)(uint64_t n, uint64_t u, uint64_t v); /* u < v */

static bool path_rule(uint64_t n, uint64_t u, uint64_t v) {
    (void)n;
    return v == u + 1;
}

static bool cycle_rule(uint64_t n, uint64_t u, uint64_t v) {
    return v == u + 1 || (u == 0 && v == n - 1);
}

static bool star_rule(uint64_t n, uint64_t u, uint64_t v) {
    (void)n;
    (void)v;
    return u == 0;
}

static bool complete_rule(uint64_t n, uint64_t u, uint64_t v) {
    (void)n;
    (void)u;
    (void)v;
    return true;
}

static bool empty_rule(uint64_t n, uint64_t u, uint64_t v) {
    (void)n;
    (void)u;
    (void)v;
    return false;
}

/* Of width 5. */
static bool grid_rule(uint64_t n, uint64_t u, uint64_t v) {
    (void)n;
    return v == u + 5 || (v == u + 1 && v % 5 != 0);
}

static void check_rule(mg_context *context, const char *kind, rule_fn rule, const mg_generate_options *options,
                       uint64_t n) {
    mg_graph *graph = generate(context, kind, options);
    uint64_t edges = 0, arc;
    CHECK_EQ(mg_graph_vertex_count(graph), n);
    for (mg_vertex u = 0; u < n; u++) {
        for (mg_vertex v = u + 1; v < n; v++) {
            CHECK(has_arc(graph, u, v, &arc) == rule(n, u, v));
            edges += rule(n, u, v);
        }
    }
    CHECK_EQ(mg_graph_edge_count(graph), edges);
    mg_graph_destroy(graph);
}

TEST(kinds_with_a_rule) {
    static const struct {
        const char *kind;
        rule_fn rule;
    } kinds[] = {{"path", path_rule},         {"cycle", cycle_rule}, {"star", star_rule},
                 {"complete", complete_rule}, {"empty", empty_rule}, {"grid", grid_rule}};
    mg_context *context = make_context(2);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (uint64_t n = 1; n <= 40; n++) {
            mg_generate_options options = options_of(4);
            options.vertices = n;
            options.width = 5;
            options.height = (uint32_t)n;
            check_rule(context, kinds[i].kind, kinds[i].rule, &options, kinds[i].rule == grid_rule ? 5 * n : n);
        }
    }
    mg_context_destroy(context);
}

TEST(vertices_default_to_a_power_of_two) {
    mg_context *context = make_context(1);
    for (size_t i = 0; mg_generator_at(i); i++) {
        const char *kind = mg_generator_at(i)->name;
        const mg_generate_options options = options_of(7);
        mg_graph *graph = generate(context, kind, &options);
        const bool planar = strcmp(kind, "road") == 0 || strcmp(kind, "grid") == 0;
        CHECK_EQ(mg_graph_vertex_count(graph), planar ? 37 * 23 : 128);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* ---- arguments and memory ---- */

TEST(invalid_arguments) {
    mg_context *context = make_context(1);
    mg_graph *graph = NULL;
    mg_generate_options o = options_of(4);
    CHECK_STATUS(NULL, mg_generate(NULL, "path", &o, &graph), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_generate(context, NULL, &o, &graph), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_generate(context, "path", &o, NULL), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_generate(context, "pat", &o, &graph), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "'pat'") && strstr(mg_context_error(context), "uniform"));
    const mg_generate_options bad_road[] = {{.size = 3},
                                            {.size = sizeof o, .width = 0, .height = 1},
                                            {.size = sizeof o, .width = 1, .height = 0},
                                            {.size = sizeof o, .width = 1, .height = 1, .keep = 1.1},
                                            {.size = sizeof o, .width = 1, .height = 1, .keep = NAN},
                                            {.size = sizeof o, .width = 1, .height = 1, .weight_max = -1},
                                            {.size = sizeof o, .width = 1, .height = 1, .order = 3}};
    for (size_t i = 0; i < sizeof bad_road / sizeof *bad_road; i++) {
        CHECK_STATUS(context, mg_generate(context, "road", &bad_road[i], &graph), MG_ERROR_INVALID);
    }
    const mg_generate_options bad_kron[] = {{.size = sizeof o, .scale = 32},
                                            {.size = sizeof o, .scale = 4, .vertices = 5},
                                            {.size = sizeof o, .scale = 4, .a = 0.5, .b = 0.5, .c = 0.5},
                                            {.size = sizeof o, .scale = 4, .a = -0.5},
                                            {.size = sizeof o, .scale = 4, .c = NAN}};
    for (size_t i = 0; i < sizeof bad_kron / sizeof *bad_kron; i++) {
        CHECK_STATUS(context, mg_generate(context, "kron", &bad_kron[i], &graph), MG_ERROR_INVALID);
    }
    const mg_generate_options bad_rgg[] = {{.size = sizeof o, .radius = -1}, {.size = sizeof o, .degree = NAN}};
    for (size_t i = 0; i < sizeof bad_rgg / sizeof *bad_rgg; i++) {
        CHECK_STATUS(context, mg_generate(context, "rgg", &bad_rgg[i], &graph), MG_ERROR_INVALID);
    }
    CHECK(!graph);
    mg_context_destroy(context);
}

TEST(too_many_vertices_or_edges) {
    mg_context *context = make_context(1);
    mg_graph *graph = NULL;
    mg_generate_options o = options_of(32);
    CHECK_STATUS(context, mg_generate(context, "path", &o, &graph), MG_ERROR_RANGE);
    o.vertices = UINT32_MAX;
    CHECK_STATUS(context, mg_generate(context, "empty", &o, &graph), MG_ERROR_RANGE);
    o.vertices = UINT32_MAX - 1;
    CHECK_STATUS(context, mg_generate(context, "complete", &o, &graph), MG_ERROR_RANGE);
    o.width = o.height = 65536;
    CHECK_STATUS(context, mg_generate(context, "grid", &o, &graph), MG_ERROR_RANGE);
    mg_context_destroy(context);
}

TEST(every_allocation_may_fail) {
    for (size_t i = 0; mg_generator_at(i); i++) {
        int allocations = 0;
        for (bool done = false; !done; allocations++) {
            failing_memory f;
            mg_context *context = failing_memory_context(&f, allocations);
            mg_generate_options options = options_of(6);
            mg_graph *graph = NULL;
            options.weight_max = 3;
            const mg_status status = mg_generate(context, mg_generator_at(i)->name, &options, &graph);
            done = status == MG_OK;
            CHECK(done || status == MG_ERROR_MEMORY);
            CHECK(done || strstr(mg_context_error(context), "out of memory"));
            CHECK(done == (graph != NULL));
            mg_graph_destroy(graph);
            mg_context_destroy(context);
            CHECK_EQ(f.live, 0);
            CHECK(allocations < 100);
        }
        CHECK(allocations > 3);
    }
}
