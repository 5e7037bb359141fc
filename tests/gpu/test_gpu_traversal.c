/* SPDX-License-Identifier: Apache-2.0
 *
 * BFS and SSSP on the GPU against the CPU: every shape, weighting and direction, every mode, several sources.
 * MG_GPU_REPEAT=N runs each comparison N times (BFS, which reads no weights, only without them), MG_GPU_PART=I/N takes
 * every Nth shape.
 */
#include "core/cuda/backend_cuda.h"
#include "core/cuda/device.h"
#include "tests/gpu/gpu_compare.h"
#include "tests/harness.h"
#include "tests/shapes.h"

static mg_context *gpu_context(void) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    if (!mg__cuda_backend_probe(context)) {
        char reason[256];
        snprintf(reason, sizeof reason, "%s", mg_context_error(context));
        mg_context_destroy(context);
        test_skip("%s", reason);
    }
    return context;
}

static void compare_bfs(mg_context *context, const gpu_reference *reference, mg_vertex source, const char *what) {
    static const mg_mode modes[] = {MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_PULL};
    gpu_difference difference;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        CHECK_OK(context, gpu_compare_bfs(context, reference, modes[i], &difference));
        if (difference.text[0]) {
            test_fail(__FILE__, __LINE__, "%s, source %u, mode %s: %s", what, source, mg_mode_name(modes[i]),
                      difference.text);
        }
    }
}

static void compare(mg_context *context, const mg_graph *graph, mg_vertex source, const char *what) {
    gpu_reference reference;
    gpu_difference difference;
    const bool weighted = mg_graph_weight_type(graph) != MG_TYPE_NONE;
    CHECK_OK(context, gpu_reference_create(context, graph, source, &reference));
    for (int i = 0; i < gpu_repetitions(); i++) {
        if (i == 0 || !weighted) {
            compare_bfs(context, &reference, source, what);
        }
        CHECK_OK(context, gpu_compare_sssp(context, &reference, true, &difference));
        if (difference.text[0]) {
            test_fail(__FILE__, __LINE__, "%s, source %u, sssp: %s", what, source, difference.text);
        }
    }
    gpu_reference_destroy(&reference);
}

static void compare_shapes(mg_context *context, weighting weights, bool directed) {
    for (size_t i = 0; i < shape_count; i++) {
        if (!gpu_in_part(i)) {
            continue;
        }
        mg_graph *graph = shape_graph(context, &shapes[i], weights, directed);
        const mg_vertex n = mg_graph_vertex_count(graph);
        char what[128];
        snprintf(what, sizeof what, "%s, %s, %s", shapes[i].name, weighting_names[weights],
                 directed ? "directed" : "undirected");
        if (n > 0) {
            compare(context, graph, mg_graph_default_source(graph), what);
            compare(context, graph, n - 1, what);
        }
        mg_graph_destroy(graph);
    }
}

TEST(shapes_without_weights) {
    mg_context *context = gpu_context();
    compare_shapes(context, WEIGHTS_NONE, true);
    compare_shapes(context, WEIGHTS_NONE, false);
    mg_context_destroy(context);
}

TEST(shapes_with_weights) {
    mg_context *context = gpu_context();
    for (int weights = WEIGHTS_INT; weights < WEIGHTING_COUNT; weights++) {
        compare_shapes(context, (weighting)weights, true);
        compare_shapes(context, (weighting)weights, false);
    }
    mg_context_destroy(context);
}

/* Frontiers that only a block, only a cluster, only the grid works on must agree. */
TEST(scopes_agree) {
    static const uint32_t scopes[][2] = {{0, 0}, {1u << 20, 0}, {0, 1u << 20}, {4, 16}};
    mg_context *context = gpu_context();
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    const mg_cuda_tuning tuning = cuda->tuning;
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
        cuda->tuning.block_entries = scopes[i][0];
        cuda->tuning.cluster_entries = scopes[i][1];
        compare_shapes(context, WEIGHTS_INT, false);
    }
    cuda->tuning = tuning;
    mg_context_destroy(context);
}

/* Graphs that are not large, with the offsets of those that are. */
TEST(offsets_of_64_bits) {
    mg_context *context = gpu_context();
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    cuda->tuning.narrow_arcs = 0;
    compare_shapes(context, WEIGHTS_INT, true);
    compare_shapes(context, WEIGHTS_INT, false);
    mg_context_destroy(context);
}

/* Each allocation on the device fails once: a clean status, and the context goes on. */
TEST(no_device_memory) {
    mg_context *context = gpu_context();
    mg_cuda *cuda = NULL;
    mg_status status = MG_ERROR_MEMORY;
    uint32_t failures = 0;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    while (status == MG_ERROR_MEMORY && failures < 100) {
        mg_graph *graph = shape_graph(context, &shapes[shape_count - 1], WEIGHTS_INT, true);
        mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
        mg_result *result = NULL;
        sssp.run.backend = MG_BACKEND_CUDA;
        cuda->tuning.fail_at = failures + 1;
        status = mg_sssp(context, graph, &sssp, &result);
        if (status == MG_ERROR_MEMORY) {
            failures++;
            CHECK(result == NULL);
            CHECK(strstr(mg_context_error(context), "out of device memory") != NULL);
        }
        mg_result_destroy(result);
        mg_graph_destroy(graph);
    }
    CHECK_OK(context, status);
    CHECK(failures >= 3); /* the graph, the states, the queues */
    cuda->tuning.fail_at = 0;
    compare_shapes(context, WEIGHTS_INT, true);
    mg_context_destroy(context);
}

/* Slices so short that every iteration ends one. */
TEST(slices_continue) {
    mg_context *context = gpu_context();
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    cuda->tuning.slice_seconds = 0.0;
    compare_shapes(context, WEIGHTS_INT, true);
    mg_context_destroy(context);
}

static bool stop_at_once(void *data, const mg_progress *progress) {
    (void)progress;
    return ++*(int *)data < 3;
}

TEST(cancelled_run_leaves_context_usable) {
    mg_context_destroy(gpu_context());
    int calls = 0;
    mg_context *context = NULL;
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    options.progress = stop_at_once;
    options.progress_data = &calls;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    mg_graph *graph = shape_graph(context, &shapes[0], WEIGHTS_NONE, false);
    mg_generate_options path = MG_GENERATE_OPTIONS_INIT;
    mg_graph_destroy(graph);
    path.vertices = 1000000;
    calls = -1000000;
    CHECK_OK(context, mg_generate(context, "path", &path, &graph));
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    bfs.run.backend = MG_BACKEND_CUDA;
    calls = 0;
    CHECK_STATUS(context, mg_bfs(context, graph, &bfs, &result), MG_ERROR_CANCELLED);
    CHECK(result == NULL);
    calls = -1000000;
    mg_graph_destroy(graph);
    path.vertices = 1000;
    CHECK_OK(context, mg_generate(context, "path", &path, &graph));
    CHECK_OK(context, mg_bfs(context, graph, &bfs, &result));
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
