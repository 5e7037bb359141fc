/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench_first: the cost of linking programs at run time, for every example. Prints milliseconds of whole mg_run
 * calls: of a new program; of one with kernels on disk, in a new context; the difference of both, which is the cost of
 * a new program; and the difference between a call with kernels from disk and one with kernels in memory.
 *
 *     [MG_FIRST_SCALE=16] [MG_FIRST_WIDTH=W] gpu_bench_first       a kron graph of 2^16 vertices; a road of W^2
 */
#include "tests/core/cuda/gpu_context.h"

#include <multigraph/multigraph.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const mg_program communities_program, heat_program, hops_program, kcore_program, peaks_program, rank_program,
    reach64_program, reliable_program, shortest_program, widest_program;

static const mg_program *const programs[] = {&communities_program, &heat_program,  &hops_program,    &kcore_program,
                                             &peaks_program,       &rank_program,  &reach64_program, &reliable_program,
                                             &shortest_program,    &widest_program};

typedef struct times {
    double fresh, cached, disk, memory;
} times;

/* Milliseconds of one call; the launches of quick kernels in it. */
static double run(mg_context *context, const mg_graph *graph, const mg_program *program, uint32_t *quick) {
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    mg_result *result = NULL;
    const mg_cuda *const cuda = context->device;
    options.backend = MG_BACKEND_CUDA;
    const double start = mg__now();
    const mg_status status = mg_run(context, graph, program, NULL, &options, NULL, &result);
    const double milliseconds = 1e3 * (mg__now() - start);
    CHECK(status == MG_OK || status == MG_NOT_CONVERGED);
    mg_result_destroy(result);
    *quick = cuda->times.quick_launches;
    return milliseconds;
}

/* A context with initialised device and uploaded edges. */
static mg_context *warm_context(const mg_graph *graph, mg_cuda **cuda) {
    mg_context *const context = gpu_context_open(cuda);
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    sssp.run.backend = bfs.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_sssp(context, graph, &sssp, &result));
    mg_result_destroy(result);
    CHECK_OK(context, mg_bfs(context, graph, &bfs, &result));
    mg_result_destroy(result);
    return context;
}

static times measure(const mg_graph *graph, const mg_program *program) {
    times t = {0};
    mg_cuda *cuda = NULL;
    uint32_t quick = 1;
    setenv("MULTIGRAPH_CACHE", test_folder(), 1);
    mg_context *context = warm_context(graph, &cuda);
    t.fresh = run(context, graph, program, &quick);
    for (int i = 0; i < 200 && quick; i++) { /* until the full kernels are used */
        usleep(20000);
        run(context, graph, program, &quick);
    }
    CHECK(!quick);
    mg_context_destroy(context);
    context = warm_context(graph, &cuda);
    t.cached = run(context, graph, program, &quick);
    CHECK(!quick);
    mg_context_destroy(context);
    context = warm_context(graph, &cuda);
    cuda->tuning.link = MG_LINK_QUICK; /* initialises everything but the kernels to measure */
    run(context, graph, program, &quick);
    cuda->tuning.link = MG_LINK_FULL;
    t.disk = run(context, graph, program, &quick);
    t.memory = run(context, graph, program, &quick);
    CHECK(!quick);
    mg_context_destroy(context);
    return t;
}

static void measure_all(const char *name, const mg_graph *graph) {
    printf("%-24s %8s %8s %8s %8s %8s %8s\n", name, "new", "cached", "new adds", "disk", "memory", "adds");
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        const times t = measure(graph, programs[i]);
        printf("  %-22s %8.1f %8.1f %8.1f %8.2f %8.2f %8.2f\n", programs[i]->name, t.fresh, t.cached,
               t.fresh - t.cached, t.disk, t.memory, t.disk - t.memory);
        fflush(stdout);
    }
}

static void measure_kind(const char *kind, const mg_generate_options *options) {
    mg_cuda *cuda = NULL;
    mg_graph *graph = NULL;
    mg_context *const context = gpu_context_open(&cuda);
    CHECK_OK(context, mg_generate(context, kind, options, &graph));
    measure_all(kind, graph);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(first_runs) {
    const char *const scale = getenv("MG_FIRST_SCALE"), *const width = getenv("MG_FIRST_WIDTH");
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    options.weight_max = 64;
    options.scale = scale ? (uint32_t)atoi(scale) : 16;
    options.edge_factor = 32;
    measure_kind("kron", &options);
    if (width) {
        options.width = options.height = (uint32_t)atoi(width);
        measure_kind("road", &options);
    }
}
