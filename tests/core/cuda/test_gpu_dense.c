/* SPDX-License-Identifier: Apache-2.0
 *
 * Mode dense on the GPU, in both layouts, against the CPU: label, first-hit, accumulating and topology-driven phases,
 * and programs from files, on every shape.
 */
#include "core/cpu/backend_cpu.h"
#include "core/engine/validate.h"
#include "tests/algorithms/programs/own.h"
#include "tests/core/cuda/gpu_compare.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void compare_bfs(mg_context *context, const gpu_reference *reference, const char *what) {
    gpu_difference difference;
    CHECK_OK(context, gpu_compare_bfs(context, reference, MG_MODE_DENSE, &difference));
    if (difference.text[0]) {
        test_fail(__FILE__, __LINE__, "bfs, %s: %s", what, difference.text);
    }
}

static void compare_sssp(mg_context *context, const gpu_reference *reference, const char *what) {
    mg_result *result = NULL;
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    options.source = reference->source;
    options.run.backend = MG_BACKEND_CUDA;
    options.run.mode = MG_MODE_DENSE;
    options.run.statistics = true;
    options.parents = true;
    CHECK_OK(context, mg_sssp(context, reference->graph, &options, &result));
    const mg_column *a = mg_result_column(reference->sssp, "distance"), *b = mg_result_column(result, "distance");
    const size_t size = a->type == MG_UINT64 || a->type == MG_FLOAT64 ? 8 : 4;
    CHECK(a->type == b->type);
    if (memcmp(a->data, b->data, mg_result_vertex_count(result) * size) != 0) {
        test_fail(__FILE__, __LINE__, "sssp, %s: distances differ", what);
    }
    const mg_statistics *s = mg_result_statistics(result);
    CHECK(s->iterations > 0 && s->mode_iterations[MG_MODE_DENSE] > 0);
    mg_result_destroy(result);
}

static void compare_shapes(mg_context *context, weighting weights) {
    for (size_t i = 0; i < 2 * shape_count; i++) {
        mg_graph *graph = shape_graph(context, &shapes[i / 2], weights, i % 2);
        char what[128];
        snprintf(what, sizeof what, "%s, %s, %s", shapes[i / 2].name, weighting_names[weights],
                 i % 2 ? "directed" : "undirected");
        if (mg_graph_vertex_count(graph) > 0) {
            gpu_reference reference;
            CHECK_OK(context, gpu_reference_create(context, graph, mg_graph_default_source(graph), &reference));
            compare_bfs(context, &reference, what);
            compare_sssp(context, &reference, what);
            gpu_reference_destroy(&reference);
        }
        mg_graph_destroy(graph);
    }
}

TEST(traversals) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    for (int weights = WEIGHTS_NONE; weights < WEIGHTING_COUNT; weights++) {
        compare_shapes(context, (weighting)weights);
    }
    cuda->test.shared_limit = 18u << 10;
    compare_shapes(context, WEIGHTS_INT);
    cuda->tuning.narrow_arcs = 0;
    compare_shapes(context, WEIGHTS_DOUBLE);
    mg_context_destroy(context);
}

/* A folder in which the compiler finds the programs' includes: it searches the folder of the program's file. */
static const char *programs_folder(void) {
    static const char *const files[] = {"own_sssp.c", "own_sssp_apply.c", "own_hops.c", "own_spread.c", "own_walks.c"};
    static const char *folder;
    char from[512], to[512];
    if (!folder) {
        folder = test_folder();
        snprintf(from, sizeof from, "%s/tests", test_root());
        snprintf(to, sizeof to, "%s/tests", folder);
        CHECK(symlink(from, to) == 0);
        for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
            snprintf(from, sizeof from, "tests/algorithms/programs/%s", files[i]);
            snprintf(to, sizeof to, "%s/%s", folder, files[i]);
            CHECK(symlink(from, to) == 0);
        }
    }
    return folder;
}

/* layout: of the dense representation. */
static void *run(mg_context *context, const mg_graph *graph, const mg_program *program, const char *file,
                 const void *params, bool gpu, mg_dense_layout layout) {
    char source[512];
    const mg_backend *backend = gpu ? &mg__cuda_backend : &mg__cpu_backend;
    mg_recorder recorder = {.keep = false};
    void *state = test_memory(mg_graph_vertex_count(graph) + 1u, program->state_size);
    snprintf(source, sizeof source, "%s/%s", programs_folder(), file);
    mg_plan plan = {.phases = program->phases,
                    .phase_count = mg__count_phases(program->phases),
                    .state_size = program->state_size,
                    .params_size = program->params_size,
                    .state = state,
                    .params = params,
                    .source = source,
                    .options = MG_RUN_OPTIONS_INIT,
                    .recorder = &recorder};
    plan.options.mode = gpu ? MG_MODE_DENSE : MG_MODE_AUTO;
    plan.options.dense_layout = layout;
    CHECK_OK(context, backend->build(context, graph, &plan));
    if (backend->run_plan(context, graph, &plan) < 0) { /* reaching the iteration limit is no error */
        test_fail(__FILE__, __LINE__, "%s: %s", program->name, mg_context_error(context));
    }
    return state;
}

static void compare_program(mg_context *context, const mg_graph *graph, const mg_program *program, const char *file,
                            const void *params, const char *what) {
    void *expected = run(context, graph, program, file, params, false, MG_DENSE_AUTO);
    for (int layout = MG_DENSE_PANELS; layout <= MG_DENSE_BLOCKS; layout++) {
        void *found = run(context, graph, program, file, params, true, (mg_dense_layout)layout);
        if (memcmp(expected, found, mg_graph_vertex_count(graph) * program->state_size) != 0) {
            test_fail(__FILE__, __LINE__, "%s, %s, layout %d: states differ", program->name, what, layout);
        }
        free(found);
    }
    free(expected);
}

/* Directions, sums, edge_at (reads the receiver), needs. */
TEST(programs_from_files) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    const own_distance_parameters distance = {.source = 0, .delta = 8};
    const own_hops_parameters hops = {.step = 37};
    const own_walks_parameters walks = {.length = 4};
    const own_no_parameters none = {0};
    cuda->tuning.heavy_edges = 40;
    for (size_t i = 0; i < 2 * shape_count; i++) {
        mg_graph *graph = shape_graph(context, &shapes[i / 2], WEIGHTS_INT, i % 2);
        cuda->test.shared_limit = i % 3 ? 0 : 18u << 10;
        compare_program(context, graph, &own_sssp_program, "own_sssp.c", &distance, shapes[i / 2].name);
        compare_program(context, graph, &own_sssp_apply_program, "own_sssp_apply.c", &distance, shapes[i / 2].name);
        compare_program(context, graph, &own_hops_out_program, "own_hops.c", &hops, shapes[i / 2].name);
        compare_program(context, graph, &own_hops_in_program, "own_hops.c", &hops, shapes[i / 2].name);
        compare_program(context, graph, &own_hops_both_program, "own_hops.c", &hops, shapes[i / 2].name);
        compare_program(context, graph, &own_spread_program, "own_spread.c", &none, shapes[i / 2].name);
        compare_program(context, graph, &own_walks_program, "own_walks.c", &walks, shapes[i / 2].name);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

static double pagerank_difference(mg_context *context, const mg_graph *graph, bool data_driven,
                                  mg_dense_layout layout) {
    mg_result *results[2] = {NULL, NULL};
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
        options.run.backend = i ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
        options.run.mode = i ? MG_MODE_DENSE : MG_MODE_AUTO;
        options.run.dense_layout = layout;
        options.data_driven = data_driven;
        if (!i && !data_driven) {
            options.tolerance = 1e-9; /* the CPU may take another way to the fixed point: close to it */
        }
        options.run.max_iterations = 100000;
        CHECK_OK(context, mg_pagerank(context, graph, &options, &results[i]));
    }
    const double *cpu = mg_result_column(results[0], "rank")->data, *gpu = mg_result_column(results[1], "rank")->data;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        sum += fabs(cpu[v] - gpu[v]);
    }
    mg_result_destroy(results[0]);
    mg_result_destroy(results[1]);
    return sum;
}

static void compare_pageranks(mg_dense_layout layout) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    cuda->tuning.heavy_edges = 40;
    for (size_t i = 0; i < 4 * shape_count; i++) {
        mg_graph *graph = shape_graph(context, &shapes[i / 4], WEIGHTS_NONE, i % 2);
        const double sum = pagerank_difference(context, graph, i % 4 / 2, layout);
        if (!(sum < 1e-5)) {
            test_fail(__FILE__, __LINE__, "%s, layout %d: ranks differ by %g", shapes[i / 4].name, (int)layout, sum);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(pageranks_over_panels) {
    compare_pageranks(MG_DENSE_PANELS);
}

#ifdef MG_PAPER_LAYOUTS
TEST(pageranks_over_blocks) {
    compare_pageranks(MG_DENSE_BLOCKS);
}
#else
TEST(pageranks_over_blocks) {
    test_skip("built-in programs have no kernels for blocks in this build (MG_PAPER_LAYOUTS)");
}

/* A layout without kernels is an error before the run; the message names the build option. */
TEST(absent_layouts) {
    mg_context *context = gpu_context();
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, true);
    mg_result *result = NULL;
    mg_pagerank_options blocks = MG_PAGERANK_OPTIONS_INIT;
    blocks.run.backend = MG_BACKEND_CUDA;
    blocks.run.mode = MG_MODE_DENSE;
    blocks.run.dense_layout = MG_DENSE_BLOCKS;
    CHECK_STATUS(context, mg_pagerank(context, graph, &blocks, &result), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "MG_PAPER_LAYOUTS") != NULL);
    mg_bfs_options segmented = MG_BFS_OPTIONS_INIT;
    segmented.run.backend = MG_BACKEND_CUDA;
    segmented.run.mode = MG_MODE_SPARSE;
    segmented.run.sparse_layout = MG_SPARSE_SEGMENTED;
    CHECK_STATUS(context, mg_bfs(context, graph, &segmented, &result), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "MG_PAPER_LAYOUTS") != NULL);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
#endif

/* Forward phases and replays, in the order of the levels. */
TEST(replayed_levels) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, true);
    const mg_vertex source = mg_graph_default_source(graph);
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    uint32_t iterations[2] = {0};
    options.sources = &source;
    options.source_count = 1;
    options.run.backend = MG_BACKEND_CUDA;
    options.run.mode = MG_MODE_DENSE;
    options.run.statistics = true;
    CHECK_OK(context, mg_bc(context, graph, &options, &result));
    const mg_statistics *s = mg_result_statistics(result);
    for (size_t i = 0; i < s->iteration_count; i++) {
        CHECK(s->iteration[i].phase < 2 && s->iteration[i].mode == MG_MODE_DENSE);
        CHECK_EQ(s->iteration[i].iteration, iterations[s->iteration[i].phase]++);
    }
    CHECK(iterations[0] > 2 && iterations[1] + 1 == iterations[0]);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(iteration_limit) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_generate_options kron = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    kron.scale = 12;
    options.run.backend = MG_BACKEND_CUDA;
    options.run.mode = MG_MODE_DENSE;
    options.run.max_iterations = 5;
    options.run.statistics = true;
    CHECK_OK(context, mg_generate(context, "kron", &kron, &graph));
    CHECK_STATUS(context, mg_pagerank(context, graph, &options, &result), MG_NOT_CONVERGED);
    CHECK_EQ(mg_result_statistics(result)->iteration_count, 5);
    CHECK(mg_result_statistics(result)->iteration[4].mode == MG_MODE_DENSE);
    const mg_representation *kept = mg_result_statistics(result)->representation;
    CHECK(kept[MG_REPRESENTATION_ROWS].bytes > 0 && kept[MG_REPRESENTATION_ROWS].seconds > 0.0);
    CHECK(kept[MG_REPRESENTATION_DENSE].bytes > 0 && kept[MG_REPRESENTATION_DENSE].seconds > 0.0);
    CHECK(kept[MG_REPRESENTATION_TILES].bytes == 0);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Ranks are bitwise repeatable by rows, panels and blocks, with and without mixed precision. */
TEST(pageranks_repeat) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_generate_options kron = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    kron.scale = 16;
    CHECK_OK(context, mg_generate(context, "kron", &kron, &graph));
    const size_t n = mg_graph_vertex_count(graph);
    double *first = test_memory(n, sizeof *first);
#ifdef MG_PAPER_LAYOUTS
    const int kinds = 3; /* pull, panels, blocks */
#else
    const int kinds = 2;
#endif
    for (int kind = 0; kind < 2 * kinds; kind++) {
        for (int i = 0; i < 10; i++) {
            mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
            mg_result *result = NULL;
            options.tolerance = kind / kinds ? 1e-6 : 1e-9;
            options.run.backend = MG_BACKEND_CUDA;
            options.run.mode = kind % kinds ? MG_MODE_DENSE : MG_MODE_PULL;
            options.run.dense_layout = (mg_dense_layout)(kind % kinds);
            CHECK_OK(context, mg_pagerank(context, graph, &options, &result));
            const double *rank = mg_result_column(result, "rank")->data;
            if (i == 0) {
                memcpy(first, rank, n * sizeof *rank);
            }
            CHECK(memcmp(first, rank, n * sizeof *rank) == 0);
            mg_result_destroy(result);
        }
    }
    free(first);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
