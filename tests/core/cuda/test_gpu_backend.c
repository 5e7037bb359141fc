/* SPDX-License-Identifier: Apache-2.0
 *
 * Selection of the backend, and states in device memory.
 */
#include "algorithms/programs/cc.h"
#include "core/cuda/device/device.h"
#include "core/engine/backend.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

TEST(auto_is_the_gpu) {
    mg_context *context = gpu_context();
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, false);
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    bc.sample = 3;
    CHECK_OK(context, mg_bc(context, graph, &bc, &result));
    CHECK(strcmp(mg_result_statistics(result)->backend, "cuda") == 0);
    CHECK(mg_result_statistics(result)->device_seconds > 0.0);
    CHECK(mg_result_statistics(result)->device_seconds < mg_result_statistics(result)->run_seconds);
    mg_result_destroy(result);
    bc.run.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_bc(context, graph, &bc, &result));
    CHECK(strcmp(mg_result_statistics(result)->backend, "cpu") == 0);
    CHECK(mg_result_statistics(result)->device_seconds == 0.0);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Used, and given up unused. */
TEST(the_device_starts_in_a_thread) {
    mg_context_destroy(gpu_context()); /* skips where there is none */
    for (int runs = 0; runs < 2; runs++) {
        mg_context *context = NULL;
        CHECK_OK(NULL, mg_context_create(NULL, &context));
        CHECK_OK(context, mg_device_start(context));
        CHECK_OK(context, mg_device_start(context));
        if (runs) {
            mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, false);
            mg_cc_options cc = MG_CC_OPTIONS_INIT;
            mg_result *result = NULL;
            double seconds[MG_STAGES];
            cc.run.backend = MG_BACKEND_CUDA;
            CHECK_OK(context, mg_cc(context, graph, &cc, &result));
            CHECK_STR(mg_result_statistics(result)->backend, "cuda");
            CHECK_OK(context, mg_device_start(context));
            CHECK_OK(context, mg_context_stages(context, seconds));
            CHECK(seconds[MG_STAGE_DEVICE] > 0 && seconds[MG_STAGE_UPLOAD] > 0 && seconds[MG_STAGE_DOWNLOAD] > 0);
            mg_result_destroy(result);
            mg_graph_destroy(graph);
        }
        mg_context_destroy(context);
    }
}

/* In-edges are made on the device for a run without weights; a weighted run on the same graph then needs theirs, in the
 * same order. Memory that is missing for the sort is no failure. */
TEST(in_edges_are_made_on_the_device) {
    static const char *const names[] = {"kron", "parallel", "loops", "star in", "isolated", "one vertex", "grid"};
    mg_context *context = gpu_context();
    for (size_t i = 0; i < 3 * sizeof names / sizeof *names; i++) {
        const shape *s = shape_named(names[i / 3]);
        mg_graph *graph = shape_graph(context, s, WEIGHTS_INT, true);
        mg_graph *same = shape_graph(context, s, WEIGHTS_INT, true);
        mg_cuda *cuda = NULL;
        mg_result *found = NULL, *expected = NULL;
        const mg_vertex n = mg_graph_vertex_count(graph);
        mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
        mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
        bfs.run.mode = sssp.run.mode = MG_MODE_PULL;
        bfs.run.backend = sssp.run.backend = MG_BACKEND_CUDA;
        CHECK_OK(context, mg__cuda_open(context, &cuda));
        cuda->faults.fail_at = mg_graph_arc_count(graph) ? (uint32_t)(i % 3) : 0; /* of the memory of the sort */
        CHECK_OK(context, mg_bfs(context, graph, &bfs, &found));
        cuda->faults.fail_at = 0;
        bfs.run.backend = sssp.run.backend = MG_BACKEND_CPU;
        CHECK_OK(context, mg_bfs(context, same, &bfs, &expected));
        CHECK(!n || memcmp(mg_result_column_at(found, 0)->data, mg_result_column_at(expected, 0)->data,
                           n * sizeof(uint32_t)) == 0);
        mg_result_destroy(found);
        mg_result_destroy(expected);
        CHECK_OK(context, mg_sssp(context, same, &sssp, &expected));
        sssp.run.backend = MG_BACKEND_CUDA;
        CHECK_OK(context, mg_sssp(context, graph, &sssp, &found));
        CHECK(!n || memcmp(mg_result_column_at(found, 0)->data, mg_result_column_at(expected, 0)->data,
                           n * sizeof(uint32_t)) == 0);
        mg_result_destroy(found);
        mg_result_destroy(expected);
        mg_graph_destroy(graph);
        mg_graph_destroy(same);
    }
    mg_context_destroy(context);
}

/* A phase without kernels that has the name of a built-in one. */
TEST(auto_leaves_the_rest_to_the_cpu) {
    mg_context *context = gpu_context();
    mg_graph *graph = shape_graph(context, shape_named("clique"), WEIGHTS_NONE, false);
    mg_phase unknown = *cc_program.phases[0];
    mg_program program = cc_program;
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    mg_result *result = NULL;
    program.phases[0] = &unknown;
    CHECK_OK(context, mg_run(context, graph, &program, NULL, &options, NULL, &result));
    CHECK(strcmp(mg_result_statistics(result)->backend, "cpu") == 0);
    mg_result_destroy(result);
    options.backend = MG_BACKEND_CUDA;
    CHECK_STATUS(context, mg_run(context, graph, &program, NULL, &options, NULL, &result), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "no GPU kernels were built for it") != NULL);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(states_in_device_memory) {
    mg_context *context = gpu_context();
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, true);
    const mg_vertex n = mg_graph_vertex_count(graph);
    const size_t bytes = n * sizeof(cc_vertex);
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    mg_result *result = NULL;
    void *on_device = NULL;
    cc_vertex *host = malloc(bytes), *copy = malloc(bytes);
    CHECK(host && copy && cudaMalloc(&on_device, bytes) == cudaSuccess);
    CHECK(cudaMemset(on_device, 0xff, bytes) == cudaSuccess);
    options.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_run(context, graph, &cc_program, NULL, &options, host, NULL));
    CHECK_STATUS(context, mg_run(context, graph, &cc_program, NULL, &options, on_device, NULL), MG_ERROR_INVALID);
    options.backend = MG_BACKEND_AUTO;
    CHECK_STATUS(context, mg_run(context, graph, &cc_program, NULL, &options, (char *)on_device + 4, NULL),
                 MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "expected a multiple of 16") != NULL);
    CHECK_OK(context, mg_run(context, graph, &cc_program, NULL, &options, on_device, &result));
    CHECK(strcmp(mg_result_statistics(result)->backend, "cuda") == 0);
    CHECK(memcmp(mg_result_column(result, "component")->data, host, bytes) == 0);
    CHECK(cudaMemcpy(copy, on_device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(memcmp(copy, host, bytes) == 0);
    cudaFree(on_device);
    free(host);
    free(copy);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
