/* SPDX-License-Identifier: Apache-2.0
 *
 * Graphs made of edges in device memory: they are those that the CPU makes of the same edges, bit by bit, and their
 * rows stay on the device.
 */
#include "core/cuda/graph/device_graph.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VERTICES 61
#define BASE 1000

static const mg_type weight_types[] = {MG_TYPE_NONE, MG_INT32, MG_INT64, MG_FLOAT32, MG_FLOAT64};

/* Edges in host memory, with loops and parallel ones, some vertices without any. */
typedef struct edges {
    mg_edge_list list;
    void *memory[3];
} edges;

static void put(void *array, mg_type type, uint64_t i, uint64_t value) {
    switch (type) {
    case MG_UINT32:
    case MG_INT32:
        ((uint32_t *)array)[i] = (uint32_t)value;
        break;
    case MG_FLOAT32:
        ((float *)array)[i] = (float)value / 4;
        break;
    case MG_FLOAT64:
        ((double *)array)[i] = (double)value / 4;
        break;
    default:
        ((uint64_t *)array)[i] = value;
    }
}

static edges random_edges(uint64_t count, mg_type ids, mg_type weights, uint64_t seed) {
    edges e = {.list = {.edge_count = count,
                        .id_type = ids,
                        .weight_type = weights,
                        .contiguous = true,
                        .id_base = BASE,
                        .vertex_count = VERTICES}};
    for (int k = 0; k < 3; k++) {
        e.memory[k] = test_memory(count + 1, 8);
    }
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t u = test_random(&seed) % (VERTICES - 5), loop = test_random(&seed) % 8 == 0;
        put(e.memory[0], ids, i, BASE + u);
        put(e.memory[1], ids, i, BASE + (loop ? u : test_random(&seed) % (VERTICES - 5)));
        put(e.memory[2], weights, i, test_random(&seed) % 9);
    }
    e.list.source = e.memory[0];
    e.list.target = e.memory[1];
    e.list.weight = weights == MG_TYPE_NONE ? NULL : e.memory[2];
    return e;
}

static void free_edges(edges *e) {
    for (int k = 0; k < 3; k++) {
        free(e->memory[k]);
    }
}

static const void *to_device(const void *array, uint64_t bytes) {
    void *on_device = NULL;
    if (array) {
        CHECK_EQ(cudaMalloc(&on_device, bytes + 1), cudaSuccess);
        CHECK_EQ(cudaMemcpy(on_device, array, bytes, cudaMemcpyHostToDevice), cudaSuccess);
    }
    return on_device;
}

static mg_edge_list list_on_device(const mg_edge_list *host) {
    const uint64_t ids = host->edge_count * (host->id_type == MG_UINT32 ? 4 : 8);
    const bool small = host->weight_type == MG_INT32 || host->weight_type == MG_FLOAT32;
    mg_edge_list list = *host;
    list.source = to_device(host->source, ids);
    list.target = to_device(host->target, ids);
    list.weight = to_device(host->weight, host->edge_count * (small ? 4 : 8));
    return list;
}

static void free_list(const mg_edge_list *list) {
    cudaFree((void *)list->source);
    cudaFree((void *)list->target);
    cudaFree((void *)list->weight);
}

static void check_equal(const mg_graph *a, const mg_graph *b) {
    const mg_adjacency x = mg_graph_out_edges(a), y = mg_graph_out_edges(b);
    const mg_vertex n = mg_graph_vertex_count(a);
    const uint64_t arcs = mg_graph_arc_count(a);
    const size_t size = mg_graph_weight_type(a) == MG_TYPE_NONE                                        ? 0
                        : mg_graph_weight_type(a) == MG_INT32 || mg_graph_weight_type(a) == MG_FLOAT32 ? 4
                                                                                                       : 8;
    CHECK_EQ(mg_graph_vertex_count(b), n);
    CHECK_EQ(mg_graph_arc_count(b), arcs);
    CHECK_EQ(mg_graph_edge_count(b), mg_graph_edge_count(a));
    CHECK_EQ(mg_graph_directed(b), mg_graph_directed(a));
    CHECK_EQ(mg_graph_weight_type(b), mg_graph_weight_type(a));
    CHECK(memcmp(x.offsets, y.offsets, (n + 1ull) * sizeof *x.offsets) == 0);
    CHECK(memcmp(x.neighbours, y.neighbours, arcs * sizeof *x.neighbours) == 0);
    CHECK(!size || memcmp(x.weights, y.weights, arcs * size) == 0);
    for (mg_vertex v = 0; v < n; v++) {
        CHECK_EQ(mg_graph_id(b, v), mg_graph_id(a, v));
    }
}

/* The rows in device memory equal those in host memory, and a search on them gives the same depths. */
static void check_rows_there(mg_context *context, const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph;
    const mg_device_graph *const there = g->device;
    const mg_adjacency rows = mg_graph_out_edges(graph);
    const uint64_t n = mg_graph_vertex_count(graph), arcs = mg_graph_arc_count(graph);
    uint32_t *const offsets = test_memory(n + 1, sizeof *offsets), *const columns = test_memory(arcs + 1, 4);
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    mg_result *result[2] = {NULL, NULL};
    CHECK_EQ(cudaMemcpy(offsets, there->side[0].offsets, (n + 1) * 4, cudaMemcpyDeviceToHost), cudaSuccess);
    CHECK_EQ(cudaMemcpy(columns, there->side[0].neighbours, arcs * 4, cudaMemcpyDeviceToHost), cudaSuccess);
    for (uint64_t v = 0; v <= n; v++) {
        CHECK_EQ(offsets[v], rows.offsets[v]);
    }
    CHECK(memcmp(columns, rows.neighbours, arcs * 4) == 0);
    for (int i = 0; i < 2; i++) {
        options.run.backend = i ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
        CHECK_OK(context, mg_bfs(context, graph, &options, &result[i]));
    }
    CHECK(memcmp(mg_result_column(result[0], "depth")->data, mg_result_column(result[1], "depth")->data, n * 4) == 0);
    mg_result_destroy(result[0]);
    mg_result_destroy(result[1]);
    free(offsets);
    free(columns);
}

/* `stays`: the device makes the rows, and the graph has all of them. */
static void check_list(mg_context *context, const mg_edge_list *host, const mg_graph_options *options, bool stays) {
    const mg_edge_list list = list_on_device(host);
    mg_graph *wanted = NULL, *found = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, host, options, &wanted));
    CHECK_OK(context, mg_graph_from_edges(context, &list, options, &found));
    check_equal(wanted, found);
    CHECK_EQ(found->device != NULL, stays);
    if (stays) {
        check_rows_there(context, found);
    }
    mg_graph_destroy(wanted);
    mg_graph_destroy(found);
    free_list(&list);
}

TEST(the_graph_is_that_of_the_host) {
    mg_context *context = gpu_context();
    for (int i = 0; i < 5 * 2 * 2 * 2; i++) {
        const mg_type weights = weight_types[i % 5], ids = i / 5 % 2 ? MG_UINT64 : MG_UINT32;
        edges e = random_edges(400, ids, weights, (uint64_t)i);
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        e.list.symmetric = i / 10 % 2;
        options.drop_self_loops = i / 20 % 2;
        check_list(context, &e.list, &options, true);
        free_edges(&e);
    }
    mg_context_destroy(context);
}

static void same_column(const mg_result *a, const mg_result *b, const char *name, double slack) {
    const mg_column *const x = mg_result_column(a, name), *const y = mg_result_column(b, name);
    for (mg_vertex v = 0; v < mg_result_vertex_count(a); v++) {
        const double left = x->type == MG_FLOAT64 ? ((const double *)x->data)[v] : ((const uint32_t *)x->data)[v];
        const double right = y->type == MG_FLOAT64 ? ((const double *)y->data)[v] : ((const uint32_t *)y->data)[v];
        CHECK_NEAR(left, right, slack);
    }
}

/* Runs of the same on the GPU and, of a graph that the host made, on the CPU. */
static void check_run(mg_context *context, const mg_graph *there, const mg_graph *here, int algorithm, mg_mode mode) {
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    static const char *const columns[] = {"depth", "distance", "component", "rank"};
    mg_result *result[2] = {NULL, NULL};
    pagerank.tolerance = 1e-9;
    for (int i = 0; i < 2; i++) {
        const mg_graph *const graph = i ? here : there;
        bfs.run.backend = i ? MG_BACKEND_CPU : MG_BACKEND_CUDA;
        bfs.run.mode = mode;
        sssp.run = cc.run = pagerank.run = bfs.run;
        CHECK_OK(context, algorithm == 0   ? mg_bfs(context, graph, &bfs, &result[i])
                          : algorithm == 1 ? mg_sssp(context, graph, &sssp, &result[i])
                          : algorithm == 2 ? mg_cc(context, graph, &cc, &result[i])
                                           : mg_pagerank(context, graph, &pagerank, &result[i]));
    }
    same_column(result[0], result[1], columns[algorithm], algorithm == 3 ? 1e-6 : 0);
    mg_result_destroy(result[0]);
    mg_result_destroy(result[1]);
}

TEST(runs_leave_the_rows_there) {
    mg_context *context = gpu_context();
    for (int i = 0; i < 4; i++) {
        edges e = random_edges(5000, MG_UINT32, MG_TYPE_NONE, (uint64_t)i);
        e.list.symmetric = i % 2;
        const mg_edge_list list = list_on_device(&e.list);
        mg_graph *wanted = NULL, *found = NULL;
        CHECK_OK(context, mg_graph_from_edges(context, &e.list, NULL, &wanted));
        CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &found));
        CHECK(found->device && !found->out.offsets && !found->out.neighbours);
        CHECK_EQ(mg_graph_default_source(found), mg_graph_default_source(wanted));
        CHECK_EQ(mg_graph_edge_count(found), mg_graph_edge_count(wanted));
        CHECK_EQ(mg_graph_loop_count(found), mg_graph_loop_count(wanted));
        for (int k = 0; k < 4 * 4; k++) {
            check_run(context, found, wanted, k % 4, (mg_mode)(k / 4));
            CHECK(found->out.offsets && !found->out.neighbours);
        }
        CHECK_OK(context, mg_graph_check(context, found));
        CHECK(found->out.neighbours != NULL);
        check_equal(wanted, found);
        check_run(context, found, wanted, 0, MG_MODE_AUTO);
        mg_graph_destroy(wanted);
        mg_graph_destroy(found);
        free_list(&list);
        free_edges(&e);
    }
    mg_context_destroy(context);
}

TEST(options_of_graphs) {
    mg_context *context = gpu_context();
    for (int i = 0; i < 5; i++) {
        edges e = random_edges(400, MG_UINT32, weight_types[i], 77);
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.merge_multi_edges = true;
        check_list(context, &e.list, &options, false); /* merged rows differ from those there */
        options.merge_multi_edges = false;
        options.directedness = MG_UNDIRECTED;
        check_list(context, &e.list, &options, false);
        options.directedness = MG_DIRECTED;
        options.weights = MG_WEIGHTS_RANDOM;
        check_list(context, &e.list, &options, true);
        options.weights = MG_WEIGHTS_UNIT;
        check_list(context, &e.list, &options, true);
        options.weights = MG_WEIGHTS_FILE;
        options.weight_type = MG_FLOAT64;
        check_list(context, &e.list, &options, true);
        e.list.contiguous = false; /* the host finds the vertices */
        e.list.vertex_count = 0;
        check_list(context, &e.list, &options, false);
        free_edges(&e);
    }
    mg_context_destroy(context);
}

TEST(one_edge_and_none) {
    mg_context *context = gpu_context();
    for (uint64_t count = 0; count < 3; count++) {
        edges e = random_edges(count, MG_UINT32, MG_INT32, 5);
        check_list(context, &e.list, NULL, count > 0);
        free_edges(&e);
    }
    mg_context_destroy(context);
}

TEST(large_graphs) {
    mg_context *context = gpu_context();
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = 14;
    CHECK_OK(context, mg_generate(context, "rmat", &options, &graph));
    const mg_adjacency rows = mg_graph_out_edges(graph);
    const uint64_t n = mg_graph_vertex_count(graph), arcs = mg_graph_arc_count(graph);
    uint32_t *const source = test_memory(arcs, sizeof *source);
    for (mg_vertex v = 0; v < n; v++) {
        for (uint64_t e = rows.offsets[v]; e < rows.offsets[v + 1]; e++) {
            source[e] = v;
        }
    }
    const mg_edge_list list = {.edge_count = arcs,
                               .id_type = MG_UINT32,
                               .source = rows.neighbours, /* against the order of the rows */
                               .target = source,
                               .contiguous = true,
                               .vertex_count = n};
    check_list(context, &list, NULL, true);
    free(source);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Same errors as of arrays in host memory. */
TEST(wrong_edges) {
    mg_context *context = gpu_context();
    edges e = random_edges(20, MG_UINT64, MG_FLOAT64, 3);
    char wanted[512];
    mg_graph *graph = NULL;
    for (int i = 0; i < 3; i++) {
        if (i == 2) {
            ((double *)e.memory[2])[7] = NAN;
        } else {
            put(e.memory[0], MG_UINT64, 11, i == 0 ? BASE + VERTICES : BASE - 1);
        }
        const mg_status status = mg_graph_from_edges(context, &e.list, NULL, &graph);
        CHECK(status < 0 && !graph);
        snprintf(wanted, sizeof wanted, "%s", mg_context_error(context));
        const mg_edge_list list = list_on_device(&e.list);
        CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), status);
        CHECK_STR(mg_context_error(context), wanted);
        CHECK(!graph);
        free_list(&list);
        put(e.memory[0], MG_UINT64, 11, BASE);
    }
    mg_edge_list list = list_on_device(&e.list), mixed = list;
    mixed.target = e.list.target;
    CHECK_STATUS(context, mg_graph_from_edges(context, &mixed, NULL, &graph), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "some arrays are in device memory"));
    free_list(&list);
    free_edges(&e);
    mg_context_destroy(context);
}

/* Where the device lacks memory, the host makes the rows. */
TEST(out_of_device_memory) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    edges e = random_edges(300, MG_UINT32, MG_FLOAT32, 9);
    const mg_edge_list list = list_on_device(&e.list);
    mg_graph *wanted = NULL, *found = NULL;
    uint32_t failed = 0;
    CHECK_OK(context, mg_graph_from_edges(context, &e.list, NULL, &wanted));
    for (uint32_t fail_at = 1; fail_at == 1 || cuda->faults.fail_at == 0; fail_at++) {
        cuda->faults.fail_at = fail_at;
        CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &found));
        failed += cuda->faults.fail_at == 0;
        check_equal(wanted, found);
        CHECK_EQ(found->device == NULL, cuda->faults.fail_at == 0);
        mg_graph_destroy(found);
    }
    CHECK(failed > 4);
    cuda->faults.fail_at = 0;
    mg_graph_destroy(wanted);
    free_list(&list);
    free_edges(&e);
    mg_context_destroy(context);
}
