/* SPDX-License-Identifier: Apache-2.0
 *
 * Several devices on graphs whose parts all have work: every algorithm against the CPU, what the statistics say, and
 * faults. On a machine with fewer devices than a test wants, one device is used as several, each with a part, a stream
 * and memory of its own. The variants two, three and staged of the tests of algorithms run the small graphs.
 */
#include "core/cuda/multi/gpu_team.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/core/cuda/gpu_multi_checks.h"
#include "tests/shapes.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

/* A context with `count` devices; the machine's in turn. */
static mg_context *open_cut(uint32_t count, bool staged, mg_partition_kind kind) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    uint32_t devices[MG_DEVICES_MAX];
    mg_context *context = gpu_context(); /* skips where there is none */
    const uint32_t present = mg_device_count(context);
    mg_cuda *cuda = NULL;
    mg_context_destroy(context);
    for (uint32_t i = 0; i < count; i++) {
        devices[i] = i % present;
    }
    options.devices = devices;
    options.device_count = count;
    options.partition = kind;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    cuda->tuning.team_arcs = 0;
    cuda->test.staged_exchange = staged;
    return context;
}

static mg_context *open_context(uint32_t count, bool staged) {
    return open_cut(count, staged, MG_PARTITION_AUTO);
}

TEST(traversals) {
    static const mg_mode modes[] = {MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_PULL};
    for (uint32_t count = 2; count <= 4; count++) {
        mg_context *context = open_context(count, count == 3);
        mg_graph *graph = gpu_kron(context, true);
        for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
            gpu_check_traversals(context, graph, modes[i], count, false);
        }
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

/* Parts that are not blocks; those of METIS are in test_gpu_rank_runs. */
TEST(dealt_parts) {
    for (uint32_t count = 2; count <= 3; count++) {
        mg_context *context = open_cut(count, count == 3, MG_PARTITION_DEGREE);
        mg_graph *graph = gpu_kron(context, true);
        gpu_check_traversals(context, graph, MG_MODE_AUTO, count, false);
        gpu_check_traversals(context, graph, MG_MODE_PULL, count, false);
        gpu_check_values(context, graph, count, false);
        CHECK(gpu_is_dealt(graph, MG_PARTITION_DEGREE));
        gpu_check_components(context, graph, count, false);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

/* Time slices of no length: the kernels that exchange inside are launched once for each iteration. */
TEST(slices) {
    mg_context *context = open_context(2, false);
    mg_graph *graph = gpu_kron(context, true);
    mg_cuda *cuda = NULL;
    CHECK_OK(context, mg__cuda_open(context, &cuda));
    cuda->tuning.slice_seconds = 0.0;
    gpu_check_traversals(context, graph, MG_MODE_AUTO, 2, false);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(ranks_and_components) {
    for (uint32_t count = 2; count <= 5; count++) {
        mg_context *context = open_context(count, count == 3);
        mg_graph *graph = gpu_kron(context, false);
        gpu_check_values(context, graph, count, false);
        gpu_check_components(context, graph, count, false);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

/* Searches of two contexts on the same devices at the same time. */
static void *search_often(void *data) {
    const mg_graph *const graph = data;
    mg_context *context = open_context(2, false);
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    uintptr_t failures = 0;
    bfs.run.backend = MG_BACKEND_CUDA;
    for (int i = 0; i < 50; i++) {
        failures += mg_bfs(context, graph, &bfs, &result) < 0;
        mg_result_destroy(result);
        result = NULL;
    }
    mg_context_destroy(context);
    return (void *)failures;
}

TEST(two_teams) {
    mg_context *context = open_context(2, false);
    mg_graph *graph = gpu_kron(context, false);
    pthread_t other;
    void *failures = NULL;
    CHECK(pthread_create(&other, NULL, search_often, graph) == 0);
    CHECK(search_often(graph) == NULL);
    CHECK(pthread_join(other, &failures) == 0 && failures == NULL);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* A search for the giant component that has too many levels, or that reaches few edges, is given up. */
TEST(components_without_search) {
    mg_context *context = open_context(2, false);
    for (uint32_t tail = 1; tail <= 1000; tail += 999) {
        edge_builder edges = {.n = 4000};
        for (uint64_t v = 1; v < 200; v++) { /* a star with a tail; then triangles */
            builder_add(&edges, 0, v);
        }
        for (uint64_t v = 199; v < 199 + tail; v++) {
            builder_add(&edges, v, v + 1);
        }
        for (uint64_t v = 1500; v + 2 < edges.n; v += 3) {
            builder_add(&edges, v, v + 1);
            builder_add(&edges, v + 1, v + 2);
            builder_add(&edges, v, v + 2);
        }
        mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, false);
        gpu_check_components(context, graph, 2, false);
        gpu_check_components(context, graph, 2, false);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* Sources are dealt to the devices; sums are those of one device, whose atomic additions are in any order. */
TEST(dealt_sources) {
    mg_context *one = gpu_context(), *two = open_context(2, false);
    mg_graph *graph = gpu_kron(one, false);
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    mg_result *expected = NULL, *found = NULL;
    options.sample = 7;
    options.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(one, mg_bc(one, graph, &options, &expected));
    CHECK_OK(two, mg_bc(two, graph, &options, &found));
    CHECK(mg_result_statistics(found)->gpus == 2);
    CHECK(mg_result_statistics(found)->gpu_seconds[1] > 0.0);
    const double *const a = mg_result_column(expected, "centrality")->data;
    const double *const b = mg_result_column(found, "centrality")->data;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        CHECK(fabs(a[v] - b[v]) <= 1e-5 * (1.0 + fabs(a[v])));
    }
    mg_result_destroy(expected);
    mg_result_destroy(found);
    mg_graph_destroy(graph);
    mg_context_destroy(one);
    mg_context_destroy(two);
}

/* Memory that the second device lacks: the message names it, and the next run succeeds. */
/* A graph with one more edge, whose rows are on the first device only. */
static mg_graph *edited(mg_context *context, const mg_graph *graph) {
    const mg_vertex from = 1, to = 2;
    mg_graph_edits edits = MG_GRAPH_EDITS_INIT;
    mg_graph *version = NULL;
    edits.insert_count = 1;
    edits.insert_source = &from;
    edits.insert_target = &to;
    edits.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_graph_edit(context, graph, &edits, &version));
    CHECK(!version->out.neighbours);
    return version;
}

/* What several devices share, and sources that are dealt to them, need the rows in host memory. */
TEST(rows_on_one_device) {
    mg_context *const context = open_context(2, false);
    mg_graph *const graph = gpu_kron(context, false);
    const mg_vertex sources[] = {0, 5, 70}, n = mg_graph_vertex_count(graph);
    for (int dealt = 0; dealt < 2; dealt++) {
        mg_graph *const version = edited(context, graph);
        mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
        mg_result *result[2] = {NULL, NULL};
        bfs.sources = dealt ? sources : NULL;
        bfs.source_count = dealt ? 3 : 0;
        bfs.run.lanes = 1;
        for (int i = 0; i < 2; i++) {
            bfs.run.backend = i ? MG_BACKEND_CPU : MG_BACKEND_CUDA;
            CHECK_OK(context, mg_bfs(context, version, &bfs, &result[i]));
        }
        const mg_column *const found = mg_result_column(result[0], "depth");
        CHECK(memcmp(found->data, mg_result_column(result[1], "depth")->data, n * found->width * sizeof(uint32_t)) ==
              0);
        mg_result_destroy(result[0]);
        mg_result_destroy(result[1]);
        mg_graph_destroy(version);
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(memory_of_a_device) {
    mg_context *context = open_context(2, false);
    mg_graph *graph = gpu_kron(context, true);
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    mg_result *result = NULL;
    mg_team *team = NULL;
    uint32_t failures[3] = {0};
    bfs.run.backend = pagerank.run.backend = cc.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg__team_open(context, &team));
    for (uint32_t at = 1; at < 40; at++) {
        mg_cuda *const second = team->member[1].cuda;
        const char *const start = "GPU ";
        second->faults.fail_at = at;
        const uint32_t algorithm = at % 3;
        const mg_status status = algorithm == 0   ? mg_bfs(context, graph, &bfs, &result)
                                 : algorithm == 1 ? mg_pagerank(context, graph, &pagerank, &result)
                                                  : mg_cc(context, graph, &cc, &result);
        CHECK(status == MG_OK || status == MG_ERROR_MEMORY);
        if (status < 0) {
            failures[algorithm]++;
            CHECK(strncmp(mg_context_error(context), start, strlen(start)) == 0);
            CHECK(strstr(mg_context_error(context), "out of device memory"));
        } else {
            mg_result_destroy(result);
        }
        second->faults.fail_at = 0;
    }
    CHECK(failures[0] && failures[1] && failures[2]);
    CHECK_OK(context, mg_bfs(context, graph, &bfs, &result));
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(missing_devices) {
    mg_context *context = gpu_context();
    mg_graph *graph = gpu_kron(context, false);
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    const uint32_t beyond[2] = {0, 1000};
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    mg_context *wrong = NULL;
    options.devices = beyond;
    options.device_count = 2;
    CHECK_OK(NULL, mg_context_create(&options, &wrong));
    CHECK(mg_bfs(wrong, graph, &bfs, &result) == MG_ERROR_RANGE); /* also with backend auto */
    CHECK(strstr(mg_context_error(wrong), "there is no GPU 1000"));
    mg_context_destroy(wrong);
    options.devices = NULL;
    options.device_count = MG_DEVICES_ALL;
    CHECK_OK(NULL, mg_context_create(&options, &wrong));
    CHECK_OK(wrong, mg_bfs(wrong, graph, &bfs, &result));
    mg_result_destroy(result);
    mg_context_destroy(wrong);
    options.device_count = MG_DEVICES_MAX + 1;
    CHECK(mg_context_create(&options, &wrong) == MG_ERROR_INVALID);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* A limit of iterations ends all devices alike. */
TEST(iteration_limit) {
    mg_context *context = open_context(2, false);
    mg_graph *graph = gpu_kron(context, false);
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
