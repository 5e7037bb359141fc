/* SPDX-License-Identifier: Apache-2.0
 *
 * test_gpu_memory.c: the estimated memory of runs on a GPU against what they allocate there, and runs that are refused.
 * What other processes allocate on that GPU meanwhile would count as well.
 */
#include "algorithms/by_name.h"
#include "core/cuda/device/device.h"
#include "tests/algorithms/estimated_graphs.h"
#include "tests/core/cuda/gpu_context.h"

#include <math.h>
#include <string.h>

/* Searches from all vertices would take too long; without lanes those from a few take as much. */
static mg_status run_it(mg_context *context, const mg_graph *graph, const char *name, const mg_run_options *run) {
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    bc.run = *run;
    bc.sample = 2;
    const mg_status status = strcmp(name, "bc") == 0 ? mg_bc(context, graph, &bc, &result)
                                                     : mg__algorithm_named(name)->run(context, graph, run, &result);
    mg_result_destroy(result);
    return status;
}

/* The most that the device has had in use since the beginning of the run. */
static uint64_t most_of_run(mg_context *context, const mg_graph *graph, const char *name, const mg_run_options *run) {
    mg_cuda *const cuda = context->device;
    void *block = NULL;
    CHECK(cudaStreamSynchronize(cuda->stream) == cudaSuccess);
    CHECK(cudaMemPoolTrimTo(cuda->pool, 0) == cudaSuccess);
    cuda->test.watches_memory = true;
    cuda->most_used = 0;
    CHECK_OK(context, mg__cuda_get(context, cuda, &block, 1, "a test")); /* sets most_used */
    mg__cuda_release(cuda, block);
    const uint64_t before = cuda->most_used;
    const mg_status status = run_it(context, graph, name, run);
    cuda->test.watches_memory = false;
    CHECK(status >= 0);
    return cuda->most_used - before;
}

/* The estimate, less what was allocated, as a part of it; 0 if some of the optional representations were built. A first
 * run on another graph brings the kernels to the device. */
static double error_of(const generated_case *g, const char *name, mg_mode mode) {
    mg_context *context = gpu_context();
    mg_graph *first = generated_graph(context, g), *graph = generated_graph(context, g);
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    mg_memory_estimate e = MG_MEMORY_ESTIMATE_INIT;
    run.backend = MG_BACKEND_CUDA;
    run.mode = mode;
    run.lanes = strcmp(name, "bc") == 0 ? 1 : 0;
    CHECK(run_it(context, first, name, &run) >= 0);
    mg_graph_destroy(first);
    CHECK_OK(context, mg_estimate_memory(context, graph, name, &run, &e));
    CHECK(e.device_graph_bytes == 0 && e.device_built_bytes > 0 && e.device_available_bytes > e.device_bytes);
    const double truth = (double)most_of_run(context, graph, name, &run);
    const double guess = (double)e.device_bytes, optional = (double)e.device_optional_bytes;
    CHECK_OK(context, mg_estimate_memory(context, graph, name, &run, &e)); /* nothing is left to be brought there */
    const bool copied = strcmp(name, "bc") == 0 && strcmp(g->kind, "rmat") == 0; /* its parallel edges are merged */
    const bool stays = e.device_built_bytes == 0 && (double)e.device_graph_bytes < truth;
    if (!copied && !stays) {
        printf("%s of %s, mode %d: %llu bytes are still to be built, %llu of the graph are there\n", name, g->kind,
               (int)mode, (unsigned long long)e.device_built_bytes, (unsigned long long)e.device_graph_bytes);
    }
    CHECK(copied || stays);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    return guess > truth ? guess / truth - 1 : guess + optional < truth ? (guess + optional) / truth - 1 : 0;
}

static void check_estimate(const generated_case *g, const char *name, mg_mode mode) {
    const double error = error_of(g, name, mode);
    if (!(error > -0.1 && error < 0.1)) {
        printf("%s of %s, mode %d: %+.1f %%\n", name, g->kind, (int)mode, 100 * error);
    }
    CHECK(error > -0.1 && error < 0.1);
}

static void check_all(const generated_case *g) {
    static const char *const names[] = {"bfs",  "pagerank",    "cc",   "sssp", "bc",       "triangles", "cdlp",
                                        "hits", "eigenvector", "katz", "mis",  "coloring", "msf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_estimate(g, names[i], MG_MODE_AUTO);
    }
}

TEST(kron) {
    check_all(&(generated_case){"kron", 20, 0, 0});
}

TEST(road_with_weights) {
    check_all(&(generated_case){"road", 0, 1400, 64});
}

TEST(directed) {
    check_all(&(generated_case){"rmat", 20, 0, 0});
    check_estimate(&(generated_case){"rmat", 20, 0, 100}, "sssp", MG_MODE_AUTO); /* others read no weights */
    check_estimate(&(generated_case){"rmat", 20, 0, 0}, "scc", MG_MODE_AUTO);
}

TEST(modes) {
    static const generated_case graphs[] = {{"kron", 20, 0, 0}, {"rmat", 20, 0, 100}};
    static const mg_mode modes[] = {MG_MODE_SPARSE, MG_MODE_PULL, MG_MODE_DENSE};
    for (size_t k = 0; k < 6; k++) {
        check_estimate(&graphs[k / 3], "bfs", modes[k % 3]);
        check_estimate(&graphs[k / 3], "pagerank", modes[k % 3]);
    }
}

/* With 8 MiB the GPU refuses, before anything is there, and mode auto takes the CPU; with all its memory it runs. */
static void check_refused(const char *name) {
    mg_context *context = gpu_context();
    mg_graph *graph = generated_graph(context, &(generated_case){"kron", 18, 0, 0});
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    mg_result *result = NULL;
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    cuda->test.available = 8u << 20;
    run.backend = MG_BACKEND_CUDA;
    CHECK_STATUS(context, mg__algorithm_named(name)->run(context, graph, &run, &result), MG_ERROR_MEMORY);
    CHECK(strstr(mg_context_error(context), "of device memory, but 8.0 MiB are available; the backend cpu needs none"));
    CHECK(!result && !graph->device);
    run.backend = MG_BACKEND_AUTO;
    CHECK_OK(context, mg__algorithm_named(name)->run(context, graph, &run, &result));
    CHECK_STR(mg_result_statistics(result)->backend, "cpu");
    mg_result_destroy(result);
    cuda->test.available = 0;
    run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg__algorithm_named(name)->run(context, graph, &run, &result));
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(runs_that_do_not_fit_are_refused) {
    check_refused("pagerank");
    check_refused("hits"); /* of products */
    check_refused("mis");  /* of direct runs, then of programs */
}

/* A direct run that fails for lack of memory is followed by that of the program, with the same result. */
static void check_followed(const char *name, const char *kind) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = generated_graph(context, &(generated_case){kind, 12, 0, 9});
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    mg_result *result[2] = {NULL, NULL};
    run.backend = MG_BACKEND_CUDA;
    for (uint32_t i = 0; i < 2; i++) {
        cuda->faults.fail_at = i;
        CHECK_OK(context, mg__algorithm_named(name)->run(context, graph, &run, &result[i]));
        CHECK_EQ(cuda->faults.fail_at, 0);
        CHECK_EQ(mg_result_statistics(result[i])->iterations > 1, i > 0);
    }
    for (size_t k = 0; k < mg_result_column_count(result[0]); k++) {
        CHECK(memcmp(mg_result_column_at(result[0], k)->data, mg_result_column_at(result[1], k)->data,
                     mg_graph_vertex_count(graph) * sizeof(uint32_t)) == 0);
    }
    mg_result_destroy(result[0]);
    mg_result_destroy(result[1]);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(direct_runs_without_memory_are_followed_by_programs) {
    check_followed("mis", "kron");
    check_followed("coloring", "kron");
    check_followed("msf", "kron");
    check_followed("scc", "rmat");
}

/* Each allocation of levels that stay on the device fails once; then the run finds what it found before. */
static void check_levels(const char *name) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = generated_graph(context, &(generated_case){"kron", 12, 0, 9});
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    mg_result *first = NULL, *again = NULL;
    mg_status status = MG_ERROR_MEMORY;
    run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg__algorithm_named(name)->run(context, graph, &run, &first));
    CHECK_STR(mg_result_statistics(first)->backend, "cuda");
    for (uint32_t fail_at = 1; status == MG_ERROR_MEMORY; fail_at++) {
        cuda->faults.fail_at = fail_at;
        status = mg__algorithm_named(name)->run(context, graph, &run, &again);
        CHECK(status == MG_OK || !again);
    }
    CHECK_OK(context, status);
    CHECK(cuda->faults.fail_at > 0);
    cuda->faults.fail_at = 0;
    CHECK(memcmp(mg_result_column_at(first, 0)->data, mg_result_column_at(again, 0)->data,
                 mg_graph_vertex_count(graph) * sizeof(uint32_t)) == 0);
    mg_result_destroy(first);
    mg_result_destroy(again);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(levels_of_communities_without_memory) {
    check_levels("louvain");
    check_levels("leiden");
}

/* Where the device has too little memory for panels, the phase runs along rows, with the same result. */
TEST(panels_that_do_not_fit_are_not_built) {
    mg_context *context = gpu_context();
    mg_graph *graph = generated_graph(context, &(generated_case){"kron", 18, 0, 0});
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_memory_estimate e = MG_MEMORY_ESTIMATE_INIT;
    mg_result *result[2] = {NULL, NULL};
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    options.run.backend = MG_BACKEND_CUDA;
    for (int i = 0; i < 2; i++) {
        cuda->test.available = i == 0 ? 96u << 20 : 0;
        CHECK_OK(context, mg_estimate_memory(context, graph, "pagerank", &options.run, &e));
        CHECK((e.device_bytes < 96u << 20) == (i == 0));
        CHECK_OK(context, mg_pagerank(context, graph, &options, &result[i]));
        const mg_statistics *const st = mg_result_statistics(result[i]);
        CHECK_STR(st->backend, "cuda");
        CHECK(st->mode_iterations[i == 0 ? MG_MODE_PULL : MG_MODE_DENSE] > 0);
        CHECK((st->representation[MG_REPRESENTATION_DENSE].bytes == 0) == (i == 0));
    }
    const double *const rows = mg_result_column(result[0], "rank")->data;
    const double *const panels = mg_result_column(result[1], "rank")->data;
    double apart = 0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        apart += fabs(rows[v] - panels[v]);
    }
    CHECK(apart < 1e-5);
    mg_result_destroy(result[0]);
    mg_result_destroy(result[1]);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(lanes_are_advised) {
    mg_context *context = gpu_context();
    mg_graph *graph = generated_graph(context, &(generated_case){"kron", 18, 0, 0});
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    mg_result *result = NULL;
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    cuda->test.available = 8u << 20;
    options.run.backend = MG_BACKEND_CUDA;
    options.sample = 64;
    options.run.lanes = 64;
    CHECK_STATUS(context, mg_bc(context, graph, &options, &result), MG_ERROR_MEMORY);
    CHECK(strstr(mg_context_error(context), "; fewer lanes need less, the backend cpu none"));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Along work items: the graph is too small for panels, and for a comparison: the driver reserves 2 MiB at a time. */
TEST(products_of_small_graphs) {
    static const generated_case graphs[] = {{"kron", 14, 0, 0}, {"rmat", 14, 0, 0}};
    for (size_t i = 0; i < 4; i++) {
        const char *const name = i % 2 ? "katz" : "hits";
        mg_context *context = gpu_context();
        mg_graph *graph = generated_graph(context, &graphs[i / 2]);
        mg_run_options run = MG_RUN_OPTIONS_INIT;
        mg_memory_estimate e = MG_MEMORY_ESTIMATE_INIT;
        run.backend = MG_BACKEND_CUDA;
        CHECK_OK(context, mg_estimate_memory(context, graph, name, &run, &e));
        CHECK(e.device_graph_bytes == 0 && e.device_built_bytes > mg_graph_arc_count(graph) * sizeof(mg_vertex));
        CHECK(run_it(context, graph, name, &run) >= 0);
        CHECK_OK(context, mg_estimate_memory(context, graph, name, &run, &e));
        CHECK(e.device_built_bytes == 0 && e.device_graph_bytes > mg_graph_arc_count(graph) * sizeof(mg_vertex));
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}
