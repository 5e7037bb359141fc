/* SPDX-License-Identifier: Apache-2.0
 *
 * Ranks with a GPU each: every algorithm that they share against the CPU, what the log and the statistics say, and
 * faults. The ranks are threads, which take the machine's GPUs in turn: over NCCL if each has one of its own, else
 * through host memory. The variants ranks and ranks_three of the tests of algorithms run the small graphs, rank_gpus.sh
 * runs processes.
 */
#include "core/cuda/multi/nccl.h"
#include "tests/core/cuda/gpu_compare.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/core/ranks/faulty_link.h"
#include "tests/shapes.h"

#include <math.h>
#include <string.h>

/* Lines of the log that say how the ranks exchange. */
static char said[1024];

static void log_line(void *data, mg_log_level level, const char *text) {
    (void)data, (void)level;
    if (strstr(text, "exchange")) {
        snprintf(said, sizeof said, "%s", text);
    }
}

static mg_context *open_ranks(uint32_t count) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = gpu_context(); /* skips where there is none */
    mg_context_destroy(context);
    options.ranks = count;
    options.log = log_line;
    said[0] = '\0';
    CHECK_OK(NULL, mg_context_create(&options, &context));
    return context;
}

static uint32_t gpus(void) {
    mg_context *context = gpu_context();
    const uint32_t present = mg_device_count(context);
    mg_context_destroy(context);
    return present;
}

static mg_graph *kron(mg_context *context, bool weighted) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = 14;
    options.weight_max = weighted ? 64 : 0;
    CHECK_OK(context, mg_generate(context, "kron", &options, &graph));
    return graph;
}

static void expect_ranks(const mg_graph *graph, const mg_result *result, uint32_t count) {
    const mg_statistics *const s = mg_result_statistics(result);
    uint64_t arcs = 0;
    CHECK_STR(s->backend, "cuda");
    CHECK(s->ranks == count && s->gpus == count);
    CHECK(s->exchanged_bytes > 0);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(s->gpu_seconds[i] > 0.0 && s->gpu_seconds[i] <= s->device_seconds);
        CHECK(s->rank[i].sent_bytes > 0 && s->rank[i].exchanges > 0);
        CHECK_EQ(s->rank[i].arcs, s->gpu_arcs[i]);
        arcs += s->gpu_arcs[i];
    }
    CHECK_EQ(arcs, mg_graph_arc_count(graph));
}

static void compare_traversals(mg_context *context, const mg_graph *graph, mg_mode mode, uint32_t count) {
    gpu_reference reference;
    gpu_difference difference = {""};
    mg_result *result = NULL;
    mg_context *cpu = NULL;
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    CHECK_OK(NULL, mg_context_create(NULL, &cpu));
    CHECK_OK(cpu, gpu_reference_create(cpu, graph, mg_graph_default_source(graph), &reference));
    bfs.run.backend = sssp.run.backend = MG_BACKEND_CUDA;
    bfs.run.mode = mode;
    CHECK_OK(context, mg_bfs(context, graph, &bfs, &result));
    expect_ranks(graph, result, count);
    gpu_compare_column(reference.bfs, result, "depth", &difference);
    CHECK_STR(difference.text, "");
    gpu_check_parents(graph, reference.source, result, &difference);
    CHECK_STR(difference.text, "");
    mg_result_destroy(result);
    CHECK_OK(context, mg_sssp(context, graph, &sssp, &result));
    expect_ranks(graph, result, count);
    gpu_compare_column(reference.sssp, result, "distance", &difference);
    CHECK_STR(difference.text, "");
    mg_result_destroy(result);
    gpu_reference_destroy(&reference);
    mg_context_destroy(cpu);
}

TEST(traversals) {
    static const mg_mode modes[] = {MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_PULL};
    for (uint32_t count = 2; count <= 4; count++) {
        mg_context *context = open_ranks(count);
        mg_graph *graph = kron(context, true);
        for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
            compare_traversals(context, graph, modes[i], count);
        }
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

/* The same bits in each run: sums are made in the order of the ranks. */
static void compare_values(mg_context *context, const mg_graph *graph, uint32_t count) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_result *cpu = NULL, *gpu = NULL, *again = NULL;
    mg_context *one = NULL;
    double sum = 0.0, change = 0.0;
    const mg_vertex n = mg_graph_vertex_count(graph);
    CHECK_OK(NULL, mg_context_create(NULL, &one));
    options.run.backend = MG_BACKEND_CPU;
    CHECK_OK(one, mg_pagerank(one, graph, &options, &cpu));
    options.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_pagerank(context, graph, &options, &gpu));
    CHECK_OK(context, mg_pagerank(context, graph, &options, &again));
    expect_ranks(graph, gpu, count);
    CHECK(mg_result_statistics(gpu)->iterations == mg_result_statistics(cpu)->iterations);
    const double *const a = mg_result_column(cpu, "rank")->data, *const b = mg_result_column(gpu, "rank")->data;
    for (mg_vertex v = 0; v < n; v++) {
        sum += b[v];
        change += fabs(a[v] - b[v]);
    }
    CHECK(fabs(sum - 1.0) < 1e-6);
    CHECK(change < 2e-6);
    CHECK(memcmp(b, mg_result_column(again, "rank")->data, n * sizeof *b) == 0);
    mg_result_destroy(cpu);
    mg_result_destroy(gpu);
    mg_result_destroy(again);
    mg_context_destroy(one);
}

static void compare_components(mg_context *context, const mg_graph *graph, uint32_t count) {
    mg_cc_options options = MG_CC_OPTIONS_INIT;
    mg_result *cpu = NULL, *gpu = NULL;
    mg_context *one = NULL;
    gpu_difference difference = {""};
    CHECK_OK(NULL, mg_context_create(NULL, &one));
    options.run.backend = MG_BACKEND_CPU;
    CHECK_OK(one, mg_cc(one, graph, &options, &cpu));
    options.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_cc(context, graph, &options, &gpu));
    expect_ranks(graph, gpu, count);
    gpu_compare_column(cpu, gpu, "component", &difference);
    CHECK_STR(difference.text, "");
    mg_result_destroy(cpu);
    mg_result_destroy(gpu);
    mg_context_destroy(one);
}

TEST(values_and_components) {
    for (uint32_t count = 2; count <= 5; count++) {
        mg_context *context = open_ranks(count);
        mg_graph *graph = kron(context, false);
        compare_values(context, graph, count);
        compare_components(context, graph, count);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

/* More ranks than words of a bitmap: some have no vertices. */
TEST(small_graphs) {
    mg_context *context = open_ranks(4);
    mg_graph *graph = shape_graph(context, shape_named("grid"), WEIGHTS_INT, false);
    compare_traversals(context, graph, MG_MODE_AUTO, 4);
    compare_components(context, graph, 4);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* The log says how the ranks exchange, and why not over NCCL. */
TEST(links) {
    char why[256];
    mg_context *context = open_ranks(2);
    mg_graph *graph = kron(context, false);
    compare_values(context, graph, 2);
    const bool has = mg__nccl_open(why, sizeof why) != NULL;
    CHECK(strstr(said, gpus() > 1 && has ? "over NCCL" : "through host memory"));
    CHECK(has || strstr(said, why));
    CHECK(!has || gpus() > 1 || strstr(said, "ranks 0 and 1 have the same GPU"));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(iteration_limit) {
    mg_context *context = open_ranks(2);
    mg_graph *graph = kron(context, false);
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    bfs.run.backend = pagerank.run.backend = MG_BACKEND_CUDA;
    bfs.run.max_iterations = 2;
    pagerank.run.max_iterations = 3;
    CHECK(mg_bfs(context, graph, &bfs, &result) == MG_NOT_CONVERGED);
    CHECK(mg_result_statistics(result)->iterations == 2);
    mg_result_destroy(result);
    CHECK(mg_pagerank(context, graph, &pagerank, &result) == MG_NOT_CONVERGED);
    CHECK(mg_result_statistics(result)->iterations == 3);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(partitions) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = gpu_context();
    mg_graph *graph = kron(context, false);
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    mg_context_destroy(context);
    options.ranks = 2;
    options.partition = MG_PARTITION_DEGREE;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    bfs.run.backend = MG_BACKEND_CUDA;
    CHECK_STATUS(context, mg_bfs(context, graph, &bfs, &result), MG_ERROR_UNSUPPORTED);
    CHECK_STR(mg_context_error(context), "partition degree: the parts of GPUs are blocks");
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static mg_status set_fault(mg_context *context, mg_ranks *ranks, void *data) {
    mg_cuda *cuda = NULL;
    const mg_status status = mg__cuda_open(context, &cuda);
    if (status >= 0 && ranks->rank == 1) {
        cuda->faults.fail_at = *(uint32_t *)data;
    }
    return status;
}

static mg_status run_one(mg_context *context, const mg_graph *graph, uint32_t algorithm, mg_result **result) {
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    bfs.run.backend = pagerank.run.backend = cc.run.backend = MG_BACKEND_CUDA;
    return algorithm == 0   ? mg_bfs(context, graph, &bfs, result)
           : algorithm == 1 ? mg_pagerank(context, graph, &pagerank, result)
                            : mg_cc(context, graph, &cc, result);
}

/* Device memory that the second rank lacks: the first one fails with its message, and the next run succeeds. */
TEST(memory_of_a_rank) {
    mg_context *context = open_ranks(2);
    mg_graph *graph = kron(context, true);
    mg_result *result = NULL;
    uint32_t failures[3] = {0}, none = 0;
    for (uint32_t at = 1; at < 40; at++) {
        CHECK_OK(context, mg__on_ranks(context, set_fault, &at, NULL));
        const mg_status status = run_one(context, graph, at % 3, &result);
        CHECK(status == MG_OK || status == MG_ERROR_MEMORY);
        if (status < 0) {
            failures[at % 3]++;
            CHECK(strncmp(mg_context_error(context), "rank 1: out of device memory", 28) == 0);
        } else {
            mg_result_destroy(result);
        }
    }
    CHECK(failures[0] && failures[1] && failures[2]);
    CHECK_OK(context, mg__on_ranks(context, set_fault, &none, NULL));
    CHECK_OK(context, run_one(context, graph, 0, &result));
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* A run on new ranks, with a fault at an exchange of the second one; false: it has no such exchange. Both fail in time,
 * and the next run makes new ranks. */
static bool fails_at(const mg_graph *graph, uint32_t algorithm, fault_kind kind, uint64_t at) {
    mg_context *context = open_ranks(2);
    mg_result *result = NULL;
    fault = (struct fault){.kind = FAULT_NONE};
    CHECK_OK(context, mg__on_ranks(context, fault_install, NULL, NULL));
    fault.kind = kind;
    fault.rank = 1;
    fault.at = at;
    const mg_status status = run_one(context, graph, algorithm, &result);
    const bool happened = fault.happened;
    fault.kind = FAULT_NONE;
    CHECK_EQ(status, happened ? MG_ERROR_DEVICE : MG_OK);
    if (happened) {
        CHECK(!result && strstr(mg_context_error(context), "did not take part in an exchange"));
        CHECK_OK(context, run_one(context, graph, algorithm, &result));
    }
    mg_result_destroy(result);
    mg_context_destroy(context);
    return happened;
}

TEST(lost_ranks) {
    static const fault_kind kinds[] = {FAULT_BREAK, FAULT_STALL};
    mg_context *context = gpu_context();
    mg_graph *graph = kron(context, false);
    for (uint32_t algorithm = 0; algorithm < 3; algorithm++) {
        int failed = 0;
        for (uint64_t at = 0; fails_at(graph, algorithm, kinds[failed % 2], at); at += 1 + at / 2) {
            failed++;
        }
        CHECK(failed >= 5);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
