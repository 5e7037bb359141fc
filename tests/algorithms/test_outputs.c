/* SPDX-License-Identifier: Apache-2.0
 *
 * Columns that runs write to memory of the caller: they are those of the result without it.
 */
#include "algorithms/by_name.h"
#include "algorithms/programs/cc.h"
#include "tests/algorithms/output_memory.h"
#include "tests/algorithms/run_matrix.h"

#include <math.h>
#include <stdlib.h>

/* What is called: one of the functions below, which run with options->outputs or without. */
typedef mg_status (*call)(const matrix_run *run, const mg_graph *graph, mg_result **result);

static mg_status bfs(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    o.run = run->options;
    return mg_bfs(run->context, graph, &o, result);
}

static mg_status near(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    o.run = run->options;
    o.cutoff = 2;
    return mg_bfs(run->context, graph, &o, result);
}

static mg_status searches(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    const mg_vertex n = mg_graph_vertex_count(graph), sources[] = {0, n / 2, n - 1};
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    o.run = run->options;
    o.sources = n ? sources : NULL;
    o.source_count = n ? 3 : 0;
    o.run.lanes = 2;
    return mg_bfs(run->context, graph, &o, result);
}

static mg_status sssp(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    mg_sssp_options o = MG_SSSP_OPTIONS_INIT;
    o.run = run->options;
    return mg_sssp(run->context, graph, &o, result);
}

static mg_status tree(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    mg_sssp_options o = MG_SSSP_OPTIONS_INIT;
    o.run = run->options;
    o.parents = true;
    o.cutoff = 100;
    return mg_sssp(run->context, graph, &o, result);
}

static mg_status cc(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    mg_cc_options o = MG_CC_OPTIONS_INIT;
    o.run = run->options;
    return mg_cc(run->context, graph, &o, result);
}

static mg_status pagerank(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    o.run = run->options;
    return mg_pagerank(run->context, graph, &o, result);
}

static mg_status exact(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    o.run = run->options;
    o.tolerance = 1e-12; /* not in mixed precision */
    return mg_pagerank(run->context, graph, &o, result);
}

static mg_status weighted(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    o.run = run->options;
    o.weighted = true;
    return mg_pagerank(run->context, graph, &o, result);
}

static mg_status personal(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double *const jumps = test_memory(n + 1, sizeof *jumps);
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    for (mg_vertex v = 0; v < n; v++) {
        jumps[v] = v % 3 + 1;
    }
    o.run = run->options;
    o.personalization = jumps;
    const mg_status status = mg_pagerank(run->context, graph, &o, result);
    free(jumps);
    return status;
}

static mg_status program(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    return mg_run(run->context, graph, &cc_program, NULL, &run->options, NULL, result);
}

/* The states stay the caller's. */
static mg_status with_states(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    cc_vertex *const states = test_memory(n + 1, sizeof *states);
    const mg_status status = mg_run(run->context, graph, &cc_program, NULL, &run->options, states, result);
    for (mg_vertex v = 0; v < n && status >= 0; v++) {
        CHECK(states[v].component <= v);
    }
    free(states);
    return status;
}

static mg_status eccentricity(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    mg_eccentricity_options o = MG_ECCENTRICITY_OPTIONS_INIT;
    o.run = run->options;
    return mg_eccentricity(run->context, graph, &o, result);
}

/* The algorithm that named() runs. */
static const mg_named_algorithm *algorithm;

static mg_status named(const matrix_run *run, const mg_graph *graph, mg_result **result) {
    return algorithm->run(run->context, graph, &run->options, result);
}

static bool are_close(double a, double b) {
    return fabs(a - b) <= 1e-6 * (1 + fabs(a)) || (isnan(a) && isnan(b));
}

/* Sums of floating point numbers may come in another order; distances and weights are no sums of that kind. */
static void compare(const matrix_run *run, const mg_column *expected, const void *found, mg_vertex n) {
    const size_t count = (size_t)n * expected->width;
    const bool is_sum = expected->type == MG_FLOAT64 && strcmp(expected->name, "distance") != 0;
    const size_t size =
        expected->type == MG_UINT64 || expected->type == MG_INT64 || expected->type == MG_FLOAT64 ? 8 : 4;
    for (size_t i = 0; i < count; i++) {
        const double *const a = expected->data, *const b = found;
        RUN_CHECK(run,
                  is_sum ? are_close(a[i], b[i])
                         : memcmp((const char *)a + i * size, (const char *)b + i * size, size) == 0,
                  "column %s, element %zu", expected->name, i);
    }
}

/* Runs with outputs for the columns named. */
static void check_outputs(const matrix_run *run, const mg_graph *graph, call what, const char *const *names,
                          size_t count) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_column_output outputs[2] = {{0}};
    mg_result *expected = NULL, *found = NULL;
    matrix_run with = *run;
    RUN_CHECK(run, what(run, graph, &expected) >= 0, "%s", mg_context_error(run->context));
    for (size_t i = 0; i < count; i++) {
        const mg_column *const c = mg_result_column(expected, names[i]);
        const size_t bytes = (size_t)n * c->width * 8;
        outputs[i] = (mg_column_output){.column = names[i], .type = c->type, .data = output_new(bytes)};
    }
    with.options.outputs = outputs;
    with.options.output_count = count;
    RUN_CHECK(run, what(&with, graph, &found) >= 0, "%s", mg_context_error(run->context));
    CHECK_EQ(mg_result_column_count(found), count);
    for (size_t i = 0; i < count; i++) {
        const mg_column *const c = mg_result_column(expected, names[i]), *const f = mg_result_column_at(found, i);
        const size_t bytes = (size_t)n * c->width * 8;
        void *const copy = test_memory(bytes + 1, 1);
        output_get(copy, f->data, bytes);
        CHECK_STR(f->name, names[i]);
        CHECK(f->type == c->type && f->meaning == c->meaning && f->width == c->width && f->data == outputs[i].data);
        compare(run, c, copy, n);
        free(copy);
    }
    const char *const backend = mg_result_statistics(found)->backend;
    const bool does_nothing = what == named && !mg_graph_arc_count(graph); /* may not even ask for the GPU */
    const bool moves_here = strcmp(names[0], "community") == 0;            /* small levels always */
    RUN_CHECK(run, !n || !output_on_device || does_nothing || moves_here || strcmp(backend, "cuda") == 0,
              "column %s: made on %s", names[0], backend);
    mg_result_destroy(found);
    mg_result_destroy(expected);
    for (size_t i = 0; i < count; i++) {
        output_free(outputs[i].data);
    }
}

#define ONE(name) (const char *const[]){name}, 1

static void check_graph(const mg_graph *graph, const char *what) {
    for (size_t i = 0; i < matrix_run_count; i++) {
        const matrix_run run = matrix_run_at(i, what);
        check_outputs(&run, graph, bfs, ONE("depth"));
        check_outputs(&run, graph, near, ONE("depth"));
        check_outputs(&run, graph, searches, ONE("depth"));
        check_outputs(&run, graph, sssp, ONE("distance"));
        check_outputs(&run, graph, tree, (const char *const[]){"parent", "distance"}, 2);
        check_outputs(&run, graph, cc, ONE("component"));
        check_outputs(&run, graph, program, ONE("component"));
        check_outputs(&run, graph, with_states, ONE("component"));
        check_outputs(&run, graph, pagerank, ONE("rank"));
        check_outputs(&run, graph, exact, ONE("rank"));
        check_outputs(&run, graph, weighted, ONE("rank"));
        check_outputs(&run, graph, personal, ONE("rank"));
    }
}

/* With outputs for the first and the last column, or for the only one. Of a search the depths only: a vertex may have
 * another parent in each run. */
static void check_columns(const matrix_run *run, const mg_graph *graph, call what) {
    const char *names[2];
    mg_result *result = NULL;
    RUN_CHECK(run, what(run, graph, &result) >= 0, "%s", mg_context_error(run->context));
    const size_t columns = mg_result_column_count(result);
    const size_t wanted = columns == 1 || mg_result_column(result, "depth") ? 1 : 2;
    CHECK(columns >= 1);
    for (size_t i = 0; i < wanted; i++) {
        names[i] = mg_result_column_at(result, i + 1 < wanted ? columns - 1 : 0)->name;
    }
    check_outputs(run, graph, what, names, wanted);
    mg_result_destroy(result);
}

/* Every algorithm that has columns, with its default options. */
TEST(outputs_of_all_algorithms) {
    static const char *const names[] = {"empty", "one vertex", "clique", "kron", "disconnected"};
    for (size_t i = 0; i < 4 * sizeof names / sizeof *names; i++) {
        const weighting weights = i % 4 < 2 ? WEIGHTS_NONE : i % 4 == 2 ? WEIGHTS_INT : WEIGHTS_DOUBLE;
        mg_graph *const graph = shape_graph(test_context(1), shape_named(names[i / 4]), weights, i % 2);
        const matrix_run run = matrix_run_at(0, names[i / 4]);
        for (size_t k = 0; (algorithm = mg__algorithm_at(k)) != NULL; k++) {
            if (strcmp(algorithm->name, "ktruss") != 0) { /* has values of arcs */
                check_columns(&run, graph, named);
            }
        }
        if (!mg_graph_directed(graph)) {
            check_columns(&run, graph, eccentricity);
        }
        mg_graph_destroy(graph);
    }
}

TEST(outputs_are_the_columns) {
    static const char *const names[] = {"empty", "one vertex", "star out", "kron", "isolated", "disconnected"};
    static const weighting weights[] = {WEIGHTS_INT, WEIGHTS_FLOAT, WEIGHTS_DOUBLE, WEIGHTS_INT64};
    for (size_t i = 0; i < 4 * sizeof names / sizeof *names; i++) {
        mg_graph *const graph = shape_graph(test_context(1), shape_named(names[i / 4]), weights[i % 4], i % 2);
        check_graph(graph, names[i / 4]);
        mg_graph_destroy(graph);
    }
}

TEST(components_of_a_reordered_graph) {
    mg_graph *const graph = shape_graph(test_context(1), shape_named("kron"), WEIGHTS_NONE, true);
    mg_graph *reordered = NULL;
    CHECK_OK(test_context(1), mg_graph_reorder(test_context(1), graph, MG_ORDER_SHUFFLED, 3, &reordered));
    check_graph(reordered, "shuffled");
    const matrix_run run = matrix_run_at(0, "shuffled");
    for (size_t k = 0; (algorithm = mg__algorithm_at(k)) != NULL; k++) {
        if (strcmp(algorithm->name, "ktruss") != 0) {
            check_columns(&run, reordered, named);
        }
    }
    mg_graph_destroy(reordered);
    mg_graph_destroy(graph);
}

/* As signed integers unreached vertices are -1. */
TEST(signed_integers) {
    mg_context *const context = test_context(1);
    mg_graph *const graph = shape_graph(context, shape_named("isolated"), WEIGHTS_NONE, false);
    const mg_vertex n = mg_graph_vertex_count(graph);
    int32_t *const depth = test_memory(n, sizeof *depth);
    const mg_column_output output = {"depth", MG_INT32, output_new(n * sizeof *depth)};
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL, *expected = NULL;
    CHECK_OK(context, mg_bfs(context, graph, &o, &expected));
    o.run.outputs = &output;
    o.run.output_count = 1;
    CHECK_OK(context, mg_bfs(context, graph, &o, &result));
    output_get(depth, output.data, n * sizeof *depth);
    const uint32_t *const unsigned_depth = mg_result_column(expected, "depth")->data;
    uint32_t unreached = 0;
    for (mg_vertex v = 0; v < n; v++) {
        CHECK_EQ(depth[v], unsigned_depth[v] == MG_UNREACHED ? -1 : (int32_t)unsigned_depth[v]);
        unreached += depth[v] == -1;
    }
    CHECK(unreached > 0);
    CHECK(mg_result_column(result, "depth")->type == MG_UINT32);
    mg_result_destroy(result);
    mg_result_destroy(expected);
    output_free(output.data);
    free(depth);
    mg_graph_destroy(graph);
}

/* Depths and parents at once, of which a parent may be any. */
TEST(a_search_tree) {
    mg_context *const context = test_context(1);
    mg_graph *const graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, false);
    const mg_vertex n = mg_graph_vertex_count(graph);
    const size_t bytes = n * sizeof(uint32_t);
    uint32_t *const depth = test_memory(n, sizeof *depth), *const parent = test_memory(n, sizeof *parent);
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    const mg_column_output outputs[] = {{"parent", MG_UINT32, output_new(bytes)},
                                        {"depth", MG_UINT32, output_new(bytes)}};
    o.run.outputs = outputs;
    o.run.output_count = 2;
    CHECK_OK(context, mg_bfs(context, graph, &o, &result));
    output_get(parent, outputs[0].data, bytes);
    output_get(depth, outputs[1].data, bytes);
    for (mg_vertex v = 0; v < n; v++) {
        CHECK(depth[v] == MG_UNREACHED ? parent[v] == MG_NONE
              : depth[v]               ? depth[parent[v]] + 1 == depth[v]
                                       : parent[v] == v);
    }
    mg_result_destroy(result);
    output_free(outputs[0].data);
    output_free(outputs[1].data);
    free(depth);
    free(parent);
    mg_graph_destroy(graph);
}

static void refuse(mg_context *context, const mg_graph *graph, const mg_column_output *outputs, size_t count,
                   mg_status status, const char *message) {
    mg_cc_options o = MG_CC_OPTIONS_INIT;
    mg_result *result = NULL;
    o.run.outputs = outputs;
    o.run.output_count = count;
    CHECK_STATUS(context, mg_cc(context, graph, &o, &result), status);
    CHECK(strstr(mg_context_error(context), message));
    CHECK_STATUS(context, mg_run(context, graph, &cc_program, NULL, &o.run, NULL, &result), status);
    CHECK(strstr(mg_context_error(context), message));
    CHECK(!result);
}

TEST(wrong_outputs) {
    mg_context *const context = test_context(1);
    mg_graph *const graph = shape_graph(context, shape_named("path"), WEIGHTS_NONE, false);
    const size_t bytes = (size_t)mg_graph_vertex_count(graph) * 8;
    unsigned char *const data = output_new(bytes), *const copy = test_memory(bytes, 1);
    const mg_column_output good = {"component", MG_UINT32, data};
    const mg_column_output twice[] = {good, good}, other = {"rank", MG_FLOAT64, data}, none = {NULL, MG_UINT32, data};
    const mg_column_output wide = {"component", MG_UINT64, data}, null = {"component", MG_UINT32, NULL};
    const mg_column_output askew = {"component", MG_UINT32, data + 1};
    mg_eccentricity_options diameter = MG_ECCENTRICITY_OPTIONS_INIT;
    mg_diameter_info info;
    mg_result *result = NULL;
    refuse(context, graph, twice, 2, MG_ERROR_INVALID, "there are two outputs component");
    refuse(context, graph, &other, 1, MG_ERROR_INVALID, "no column rank");
    refuse(context, graph, &none, 1, MG_ERROR_INVALID, "no column NULL");
    refuse(context, graph, &wide, 1, MG_ERROR_INVALID, "of type uint64, expected uint32");
    refuse(context, graph, &null, 1, MG_ERROR_INVALID, "has no memory");
    refuse(context, graph, &askew, 1, MG_ERROR_INVALID, "expected a multiple of 4");
    refuse(context, graph, &good, 0, MG_ERROR_INVALID, "output_count 0");
    refuse(context, graph, NULL, 1, MG_ERROR_INVALID, "output_count 0");
    diameter.run.outputs = &good;
    diameter.run.output_count = 1;
    CHECK_STATUS(context, mg_diameter(context, graph, &diameter, &info), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "this run has no outputs"));
    output_get(copy, data, bytes);
    for (size_t i = 0; i < bytes; i++) { /* nothing was written */
        CHECK_EQ(copy[i], 0xa5);
    }
    if (output_on_device) {
        mg_cc_options o = MG_CC_OPTIONS_INIT;
        mg_bfs_options bfs_options = MG_BFS_OPTIONS_INIT;
        const mg_column_output mixed[] = {{"depth", MG_UINT32, data}, {"parent", MG_UINT32, copy}};
        o.run.outputs = &good;
        o.run.output_count = 1;
        o.run.backend = MG_BACKEND_CPU;
        CHECK_STATUS(context, mg_cc(context, graph, &o, &result), MG_ERROR_INVALID);
        CHECK(strstr(mg_context_error(context), "outputs in device memory require the backend cuda"));
        bfs_options.run.outputs = mixed;
        bfs_options.run.output_count = 2;
        CHECK_STATUS(context, mg_bfs(context, graph, &bfs_options, &result), MG_ERROR_INVALID);
        CHECK(strstr(mg_context_error(context), "some outputs are in host memory"));
    }
    output_free(data);
    free(copy);
    mg_graph_destroy(graph);
}

/* Walks in memory of the caller are those of the CPU, and no place beside their rows is written. */
static void check_walks(const mg_graph *graph, const mg_walks_options *options, uint64_t first, uint64_t count) {
    mg_context *context = test_context(1);
    const uint64_t columns = (uint64_t)options->length + 1, places = count * columns;
    const size_t size = (places + 2 * columns) * sizeof(mg_vertex);
    mg_walks_options o = *options;
    mg_vertex *const expected = test_memory(places, sizeof *expected), *const got = test_memory(size, 1),
                     *const data = output_new(size);
    o.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_walks(context, graph, &o, first, count, expected));
    o.backend = MG_BACKEND_AUTO;
    CHECK_OK(context, mg_walks(context, graph, &o, first, count, data + columns));
    output_get(got, data, size);
    CHECK(memcmp(got + columns, expected, places * sizeof *got) == 0);
    for (uint64_t i = 0; i < columns; i++) {
        CHECK_EQ(got[i], 0xa5a5a5a5u);
        CHECK_EQ(got[columns + places + i], 0xa5a5a5a5u);
    }
    if (output_on_device && count) {
        o.backend = MG_BACKEND_CPU;
        CHECK_STATUS(context, mg_walks(context, graph, &o, first, count, data), MG_ERROR_INVALID);
        CHECK(strstr(mg_context_error(context), "walks in device memory require the backend cuda"));
    }
    free(expected);
    free(got);
    output_free(data);
}

TEST(walks_in_memory_of_the_caller) {
    static const uint32_t lengths[] = {0, 1, 14, 15, 16, 17, 32, 80};
    mg_context *context = test_context(1);
    for (size_t i = 0; i < shape_count; i++) {
        mg_graph *graph = shape_graph(context, &shapes[i], WEIGHTS_INT_ZERO, true);
        mg_walks_options o = MG_WALKS_OPTIONS_INIT;
        o.walks = 3;
        o.p = 0.5;
        o.q = 2;
        const uint64_t rows = (uint64_t)o.walks * mg_graph_vertex_count(graph);
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
            o.length = lengths[l];
            o.kind = (mg_walk_kind)(l % 3);
            check_walks(graph, &o, 0, rows);
            check_walks(graph, &o, rows / 3, rows - rows / 3);
        }
        mg_graph_destroy(graph);
    }
}
