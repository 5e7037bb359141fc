/* SPDX-License-Identifier: Apache-2.0
 *
 * The blocks layout: products equal those with panels for all constants, and sums are repeatable. Builds handle lack of
 * memory. Small parts test rows that are cut between thread blocks and between columns of a heavy block.
 */
#include "core/cuda/layout/panels/panels.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Constants: the paper's; all blocks light; nearly all heavy; heavy ones in many parts. */
static const struct {
    uint32_t width, heavy_edges, block_edges;
} constants[] = {
    {6144, 18u << 10, 1u << 16}, {0, UINT32_MAX, 1u << 16}, {2048, 1, 1u << 16}, {512, 64, 256}, {1024, 1000, 100}};

/* As in mg_spmv_options. */
static uint32_t block_width, heavy_edges;

/* y = A x. x are integers, so that sums of doubles are exact; sums of floats are not. */
static void multiply(mg_context *context, const mg_graph *graph, mg_semiring semiring, mg_type type,
                     mg_dense_layout layout, void *y) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_spmv_options options = MG_SPMV_OPTIONS_INIT;
    void *x = test_memory(n + 1u, 8);
    uint64_t seed = 3;
    for (mg_vertex v = 0; v < n; v++) {
        const uint32_t value = (uint32_t)(test_random(&seed) % 1000);
        if (type == MG_INT32) {
            ((int32_t *)x)[v] = (int32_t)value;
        } else if (type == MG_FLOAT32) {
            ((float *)x)[v] = (float)value / 7;
        } else {
            ((double *)x)[v] = value;
        }
    }
    options.backend = MG_BACKEND_CUDA;
    options.mode = MG_MODE_DENSE;
    options.semiring = semiring;
    options.type = type;
    options.dense_layout = layout;
    options.block_width = block_width;
    options.heavy_edges = heavy_edges;
    CHECK_OK(context, mg_spmv(context, graph, &options, x, y));
    free(x);
}

static void check_exact(mg_context *context, const mg_graph *graph, mg_semiring semiring, mg_type type, size_t size) {
    const size_t n = mg_graph_vertex_count(graph);
    void *panels = test_memory(n + 1, size), *blocks = test_memory(n + 1, size);
    multiply(context, graph, semiring, type, MG_DENSE_PANELS, panels);
    multiply(context, graph, semiring, type, MG_DENSE_BLOCKS, blocks);
    CHECK(memcmp(panels, blocks, n * size) == 0);
    free(panels);
    free(blocks);
}

static void check_floats(mg_context *context, const mg_graph *graph) {
    const size_t n = mg_graph_vertex_count(graph);
    float *panels = test_memory(n + 1, sizeof *panels), *blocks = test_memory(n + 1, sizeof *blocks);
    float *again = test_memory(n + 1, sizeof *again);
    multiply(context, graph, MG_PLUS_TIMES, MG_FLOAT32, MG_DENSE_PANELS, panels);
    multiply(context, graph, MG_PLUS_TIMES, MG_FLOAT32, MG_DENSE_BLOCKS, blocks);
    for (size_t v = 0; v < n; v++) {
        CHECK(fabsf(panels[v] - blocks[v]) <= 1e-4f * fabsf(panels[v]));
    }
    for (int i = 0; i < 10; i++) {
        multiply(context, graph, MG_PLUS_TIMES, MG_FLOAT32, MG_DENSE_BLOCKS, again);
        CHECK(memcmp(blocks, again, n * sizeof *again) == 0);
    }
    free(panels);
    free(blocks);
    free(again);
}

/* Products need the kernels of the layout, which only builds with MG_PAPER_LAYOUTS have. */
TEST(layouts_agree) {
#ifndef MG_PAPER_LAYOUTS
    test_skip("products have no kernels for blocks in this build (MG_PAPER_LAYOUTS)");
#endif
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    options.scale = 14;
    options.edge_factor = 24;
    options.weight_max = 64;
    for (size_t i = 0; i < 2 * sizeof constants / sizeof *constants; i++) {
        mg_graph *graph = NULL;
        block_width = constants[i / 2].width;
        heavy_edges = constants[i / 2].heavy_edges;
        cuda->tuning.block_edges = constants[i / 2].block_edges;
        CHECK_OK(context, mg_generate(context, i % 2 ? "rmat" : "kron", &options, &graph));
        check_exact(context, graph, MG_MIN_PLUS, MG_INT32, 4);
        check_exact(context, graph, MG_PLUS_TIMES, MG_INT32, 4);
        check_exact(context, graph, MG_PLUS_FIRST, MG_FLOAT64, 8);
        check_exact(context, graph, MG_PLUS_TIMES, MG_FLOAT64, 8); /* adds weights to an existing layout */
        check_floats(context, graph);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

static const mg_panels_built *build(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_status *status) {
    mg_device_graph *on_device = NULL;
    const mg_device_need rows = {.in = true, .weights = MG_INT32};
    const mg_panels_need need = {.value_size = 4,
                                 .weights = MG_INT32,
                                 .layout = MG_DENSE_BLOCKS,
                                 .block_width = block_width,
                                 .heavy_edges = heavy_edges};
    const mg_panels_built *built = NULL;
    CHECK_OK(context, mg__device_graph(context, cuda, graph, &rows, &on_device));
    *status = mg__panels_get(context, cuda, graph, on_device, &need, &built);
    return built;
}

/* Every allocation of a build fails once; the next build succeeds. */
TEST(build_out_of_memory) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
    mg_status status = MG_ERROR_MEMORY;
    uint32_t failures = 0;
    block_width = 0;
    heavy_edges = 40;
    for (uint32_t fail_at = 1; status == MG_ERROR_MEMORY; fail_at++) {
        cuda->faults.fail_at = fail_at;
        build(context, cuda, graph, &status);
        failures += status == MG_ERROR_MEMORY;
    }
    CHECK_OK(context, status);
    CHECK(failures > 10);
    cuda->faults.fail_at = 0;
#ifdef MG_PAPER_LAYOUTS
    check_exact(context, graph, MG_MIN_PLUS, MG_INT32, 4);
#endif
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Nearly all edges of a Kronecker graph are in few heavy blocks, no edges of a path. */
TEST(heavy_and_light) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    mg_status status;
    options.scale = 16;
    options.weight_max = 9;
    block_width = 6144;
    heavy_edges = 0;
    CHECK_OK(context, mg_generate(context, "kron", &options, &graph));
    const mg_panels_built *built = build(context, cuda, graph, &status);
    CHECK_OK(context, status);
    CHECK(built->heavy_blocks > 0 && built->heavy_blocks < 121);
    CHECK(built->light_edges > 0 && built->light_edges < mg_graph_arc_count(graph) / 2);
    CHECK(built->bytes > 0 && built->seconds > 0.0);
    mg_graph_destroy(graph);
    graph = shape_graph(context, shape_named("path"), WEIGHTS_INT, false);
    built = build(context, cuda, graph, &status);
    CHECK_OK(context, status);
    CHECK(built->heavy_blocks == 0 && built->light_edges == mg_graph_arc_count(graph));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
