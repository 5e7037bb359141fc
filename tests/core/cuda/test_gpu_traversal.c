/* SPDX-License-Identifier: Apache-2.0
 *
 * BFS and SSSP on the GPU against the CPU: every shape, weighting and direction, every mode, several sources.
 * MG_GPU_REPEAT=N runs each comparison N times (BFS, which reads no weights, only without them), MG_GPU_PART=I/N takes
 * every Nth shape.
 */
#include "tests/core/cuda/gpu_compare.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/shapes.h"

#include <string.h>

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

static void compare_undirected_shapes(mg_context *context) {
    compare_shapes(context, WEIGHTS_INT, false);
}

#define SPREAD_LEAVES 30000u
#define SPREAD_LATE 20u  /* every 20th leaf is late, so that no warp finds too many for a list */
#define SPREAD_STEPS 12u /* from the hub to the first collector */

/* After the first pull a short list of unvisited vertices remains for many levels: a path, two collectors with long
 * rows of late vertices, which are reached by their last edge, and late vertices with one or two edges. The star vertex
 * is never reached and stays on the list. */
static void make_spread(edge_builder *edges) {
    const uint64_t path = SPREAD_LEAVES, collector = path + SPREAD_STEPS, star = collector + 2;
    edges->n = star + 1;
    for (uint64_t v = 1; v < SPREAD_LEAVES; v++) {
        const bool late = v % SPREAD_LATE == 7, second = v / SPREAD_LATE % 2;
        if (v % 200 == 13) {
            builder_add(edges, star, v);
        } else if (late) {
            builder_add(edges, collector + second, v);
        } else {
            builder_add(edges, 0, v);
        }
        if (late && v < 400) {
            builder_add(edges, collector + !second, v);
        }
    }
    builder_add(edges, 0, path);
    for (uint64_t v = path; v < collector; v++) {
        builder_add(edges, v, v + 1);
    }
    builder_add(edges, SPREAD_LEAVES - 2 * SPREAD_LATE + 7, collector + 1); /* to the second collector */
}

static void compare_spread(mg_context *context) {
    for (int directed = 0; directed < 2; directed++) {
        edge_builder edges = {0};
        make_spread(&edges);
        mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, directed);
        compare(context, graph, 0, directed ? "short lists, directed" : "short lists, undirected");
        compare(context, graph, SPREAD_LEAVES + SPREAD_STEPS, "short lists, from a collector");
        mg_graph_destroy(graph);
    }
}

/* The results are the same in the scopes block, cluster and grid. */
static void compare_scopes(mg_context *context, mg_cuda *cuda, void (*run)(mg_context *)) {
    static const uint32_t scopes[][2] = {{0, 0}, {1u << 20, 0}, {0, 1u << 20}, {4, 16}};
    const mg_cuda_tuning tuning = cuda->tuning;
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
        cuda->tuning.block_entries = scopes[i][0];
        cuda->tuning.cluster_entries = scopes[i][1];
        run(context);
    }
    cuda->tuning = tuning;
}

TEST(scopes_agree) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    compare_scopes(context, cuda, compare_undirected_shapes);
    mg_context_destroy(context);
}

/* Also with time slices that end after every step, and with another mode in every iteration. */
TEST(pulls_of_short_lists) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    const mg_cuda_tuning tuning = cuda->tuning;
    compare_spread(context);
    compare_scopes(context, cuda, compare_spread);
    cuda->tuning.slice_seconds = 0.0;
    compare_scopes(context, cuda, compare_spread);
    cuda->tuning = tuning;
    cuda->test.cycle_modes = true;
    compare_scopes(context, cuda, compare_spread);
    cuda->tuning = tuning;
    mg_context_destroy(context);
}

static void count_iterations(mg_context *context, const mg_graph *graph, mg_mode mode, mg_statistics *statistics) {
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    options.run.backend = MG_BACKEND_CUDA;
    options.run.mode = mode;
    options.source = 0;
    CHECK_OK(context, mg_bfs(context, graph, &options, &result));
    *statistics = *mg_result_statistics(result);
    mg_result_destroy(result);
}

/* The last pull would find nothing and is skipped, since late vertices have one edge each. */
TEST(iterations_left_out_count) {
    mg_context *context = gpu_context();
    edge_builder edges = {0};
    mg_statistics pushed, pulled;
    make_spread(&edges);
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, false);
    count_iterations(context, graph, MG_MODE_SPARSE, &pushed);
    count_iterations(context, graph, MG_MODE_PULL, &pulled);
    CHECK_EQ(pulled.iterations, pushed.iterations);
    CHECK_EQ(pulled.mode_iterations[MG_MODE_PULL], pulled.iterations);
    CHECK_EQ(pulled.vertices_visited, pushed.vertices_visited);
    CHECK_EQ(pulled.edges_visited, pushed.edges_visited);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Small graphs with 64-bit offsets. */
TEST(offsets_of_64_bits) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    cuda->tuning.narrow_arcs = 0;
    compare_shapes(context, WEIGHTS_INT, true);
    compare_shapes(context, WEIGHTS_INT, false);
    mg_context_destroy(context);
}

/* Each device allocation fails once: an error status, and the context remains usable. */
TEST(no_device_memory) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_status status = MG_ERROR_MEMORY;
    uint32_t failures = 0;
    while (status == MG_ERROR_MEMORY && failures < 100) {
        mg_graph *graph = shape_graph(context, &shapes[shape_count - 1], WEIGHTS_INT, true);
        mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
        mg_result *result = NULL;
        sssp.run.backend = MG_BACKEND_CUDA;
        cuda->faults.fail_at = failures + 1;
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
    cuda->faults.fail_at = 0;
    compare_shapes(context, WEIGHTS_INT, true);
    mg_context_destroy(context);
}

/* Time slices that end after every iteration. */
TEST(slices_continue) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
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
