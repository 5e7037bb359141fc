/* SPDX-License-Identifier: Apache-2.0
 *
 * The tiles executor against the CPU: BFS and shortest paths on graphs cut into tiny tiles, with many edges between
 * tiles, and on a road network with tiles of default size. MG_GPU_REPEAT=N runs each comparison N times,
 * MG_GPU_PART=I/N takes every Nth shape.
 */
#include "core/cuda/backend_cuda.h"
#include "core/cuda/graph/device_graph.h"
#include "tests/core/cuda/gpu_compare.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* A context that runs every label program on tiles of about `vertices` vertices. */
static mg_context *tiles_context(uint32_t vertices) {
    mg_context *context = NULL;
    mg_cuda *cuda = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    if (mg__cuda_open(context, &cuda) < 0) {
        char reason[256];
        snprintf(reason, sizeof reason, "%s", mg_context_error(context));
        mg_context_destroy(context);
        test_skip("%s", reason);
    }
    cuda->tuning.tiles = MG_TILES_ALWAYS;
    cuda->tuning.tile_vertices = vertices;
    cuda->tuning.tiles_max_cut = 1.0;
    return context;
}

static void compare(mg_context *context, const mg_graph *graph, mg_vertex source, const char *what) {
    gpu_reference reference;
    gpu_difference difference;
    CHECK_OK(context, gpu_reference_create(context, graph, source, &reference));
    for (int i = 0; i < gpu_repetitions(); i++) {
        CHECK_OK(context, gpu_compare_bfs(context, &reference, MG_MODE_AUTO, &difference));
        if (difference.text[0]) {
            test_fail(__FILE__, __LINE__, "%s, source %u, bfs: %s", what, source, difference.text);
        }
        CHECK_OK(context, gpu_compare_sssp(context, &reference, true, &difference));
        if (difference.text[0]) {
            test_fail(__FILE__, __LINE__, "%s, source %u: %s", what, source, difference.text);
        }
    }
    gpu_reference_destroy(&reference);
}

static void compare_shapes(mg_context *context, bool directed) {
    uint32_t ran = 0, graphs = 0;
    for (int weights = WEIGHTS_NONE; weights < WEIGHTING_COUNT; weights++) {
        for (size_t i = 0; i < shape_count; i++) {
            if (!gpu_in_part(i)) {
                continue;
            }
            mg_graph *graph = shape_graph(context, &shapes[i], (weighting)weights, directed);
            const mg_vertex n = mg_graph_vertex_count(graph);
            char what[128];
            snprintf(what, sizeof what, "%s, %s, %s", shapes[i].name, weighting_names[weights],
                     directed ? "directed" : "undirected");
            graphs++;
            if (n > 0) {
                compare(context, graph, mg_graph_default_source(graph), what);
                compare(context, graph, n - 1, what);
                const mg_device_graph *const device = graph->device;
                ran += device && device->tiles[0] && !device->tiles[0]->unsuitable;
            }
            mg_graph_destroy(graph);
        }
    }
    CHECK(ran > graphs / WEIGHTING_COUNT); /* the tiles executor did run */
}

TEST(shapes_in_tiny_tiles) {
    mg_context *context = tiles_context(4);
    compare_shapes(context, true);
    compare_shapes(context, false);
    mg_context_destroy(context);
}

/* One tile, and time slices so short that each ends after one tile is processed. */
TEST(shapes_in_one_tile_and_short_slices) {
    mg_context *context = tiles_context(64);
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    cuda->tuning.slice_seconds = 0.0;
    compare_shapes(context, false);
    mg_context_destroy(context);
}

TEST(road_in_tiles) {
    static const uint32_t sizes[] = {16, 256, 1024};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        mg_context *context = tiles_context(sizes[i]);
        mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
        mg_graph *graph = NULL;
        options.width = options.height = 300;
        options.weight_max = 64;
        CHECK_OK(context, mg_generate(context, "road", &options, &graph));
        compare(context, graph, mg_graph_default_source(graph), "road");
        const mg_device_graph *const device = graph->device;
        CHECK(device->tiles[0] && !device->tiles[0]->unsuitable && device->tiles[0]->tiles.count > 1);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

/* A graph that cannot be partitioned into tiles runs, too. */
TEST(graphs_that_do_not_fit) {
    mg_context *context = tiles_context(1024);
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    cuda->tuning.tiles_max_cut = 0.2;
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = 12;
    options.edge_factor = 16;
    options.weight_max = 64;
    CHECK_OK(context, mg_generate(context, "kron", &options, &graph));
    compare(context, graph, mg_graph_default_source(graph), "kron");
    const mg_device_graph *const device = graph->device;
    CHECK(device->tiles[0] && device->tiles[0]->unsuitable);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
