/* SPDX-License-Identifier: Apache-2.0
 *
 * Edits of graphs on a GPU: the versions are those that the CPU makes, bit by bit.
 */
#include "tests/core/cuda/gpu_context.h"
#include "tests/core/graph/edit_oracle.h"
#include "tests/shapes.h"

#include <stdlib.h>

static const mg_type weight_types[] = {MG_TYPE_NONE, MG_INT32, MG_INT64, MG_FLOAT32, MG_FLOAT64};

/* The edges of a batch, moved to the device; back: freed. */
static void to_device(void **array, uint64_t bytes) {
    void *on_device;
    CHECK_EQ(cudaMalloc(&on_device, bytes + 1), cudaSuccess);
    CHECK_EQ(cudaMemcpy(on_device, *array, bytes, cudaMemcpyHostToDevice), cudaSuccess);
    *array = on_device;
}

static mg_graph_edits edits_on_device(edit_batch *b, mg_type type) {
    mg_graph_edits e = b->edits;
    void *const lists[] = {b->insert, b->remove, b->weights};
    void *insert = lists[0], *removed = lists[1], *weights = lists[2];
    to_device(&insert, 2 * e.insert_count * sizeof(mg_vertex));
    to_device(&removed, 2 * e.remove_count * sizeof(mg_vertex));
    to_device(&weights, e.insert_count * 8);
    e.insert_source = insert;
    e.insert_target = (mg_vertex *)insert + e.insert_count;
    e.remove_source = removed;
    e.remove_target = (mg_vertex *)removed + e.remove_count;
    e.insert_weight = type == MG_TYPE_NONE ? NULL : weights;
    return e;
}

static void free_on_device(const mg_graph_edits *e) {
    cudaFree((void *)e->insert_source);
    cudaFree((void *)e->remove_source);
    cudaFree((void *)e->insert_weight);
}

/* A sequence of batches. Only every third version is looked at, so that versions are made of versions that host memory
 * does not have. */
static void check_sequence(mg_context *context, mg_type type, bool directed, bool from_device, uint64_t seed) {
    edit_list list = edit_list_new(12, type, directed);
    uint64_t random = seed;
    mg_graph *version = edit_list_graph(context, &list);
    for (int step = 0; step < 40; step++) {
        edit_batch batch = edit_batch_random(&list, step, &random);
        mg_edit_counts counts;
        mg_graph *next;
        batch.edits.counts = &counts;
        batch.edits.backend = MG_BACKEND_CUDA;
        mg_graph_edits edits = from_device ? edits_on_device(&batch, type) : batch.edits;
        CHECK_OK(context, mg_graph_edit(context, version, &edits, &next));
        if (from_device) {
            free_on_device(&edits);
        }
        const mg_edit_counts wanted = edit_list_apply(&list, &batch.edits);
        CHECK_EQ(counts.missing, wanted.missing);
        CHECK_EQ(counts.removed, wanted.removed);
        CHECK_EQ(mg_graph_arc_count(next), mg_graph_arc_count(version) + counts.inserted - counts.removed);
        if (step % 3 == 2) {
            mg_graph *expected = edit_list_graph(context, &list);
            edit_check_same(context, next, expected);
            mg_graph_destroy(expected);
        }
        mg_graph_destroy(version);
        edit_batch_free(&batch);
        version = next;
    }
    mg_graph_destroy(version);
    edit_list_free(&list);
}

static void check_sequences(mg_context *context, bool from_device) {
    for (size_t t = 0; t < sizeof weight_types / sizeof *weight_types; t++) {
        for (uint64_t seed = 1; seed <= 4; seed++) {
            check_sequence(context, weight_types[t], false, from_device, seed);
            check_sequence(context, weight_types[t], true, from_device, seed);
        }
    }
}

TEST(random_batches) {
    mg_context *context = gpu_context();
    check_sequences(context, false);
    mg_context_destroy(context);
}

TEST(edges_in_device_memory) {
    mg_context *context = gpu_context();
    check_sequences(context, true);
    mg_context_destroy(context);
}

TEST(wide_offsets) {
    mg_cuda *cuda;
    mg_context *context = gpu_context_open(&cuda);
    cuda->tuning.narrow_arcs = 20; /* versions are of both kinds */
    check_sequences(context, false);
    mg_context_destroy(context);
}

/* Compares the version that the GPU makes with that of the CPU, and the old version with a copy. */
static void check_edit(mg_context *context, const edit_list *list, const mg_graph_edits *edits) {
    mg_graph *graph = edit_list_graph(context, list), *copy = edit_list_graph(context, list), *gpu, *cpu;
    mg_graph_edits e = *edits;
    double seconds = -1;
    e.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_graph_edit(context, copy, &e, &cpu));
    e.backend = MG_BACKEND_CUDA;
    e.device_seconds = &seconds;
    CHECK_OK(context, mg_graph_edit(context, graph, &e, &gpu));
    CHECK(seconds > 0);
    edit_check_same(context, gpu, cpu);
    edit_check_same(context, graph, copy);
    mg_graph_destroy(gpu);
    mg_graph_destroy(cpu);
    mg_graph_destroy(graph);
    mg_graph_destroy(copy);
}

/* Many tiles, long rows, and with all edges removed more segments in a tile than fit shared memory. */
TEST(large) {
    mg_context *context = gpu_context();
    for (size_t t = 0; t < sizeof weight_types / sizeof *weight_types; t++) {
        edit_list list = edit_list_new(20000, weight_types[t], t % 2);
        uint64_t random = t + 1;
        edit_list_fill(&list, 100000, &random);
        edit_batch batch = edit_batch_insert(&list, 30000, &random);
        check_edit(context, &list, &batch.edits);
        batch.edits.replace = true;
        check_edit(context, &list, &batch.edits);
        edit_batch all = edit_batch_remove_all(&list);
        check_edit(context, &list, &all.edits);
        all.edits.remove_count -= all.edits.remove_count / 50;
        check_edit(context, &list, &all.edits);
        edit_batch_free(&batch);
        edit_batch_free(&all);
        edit_list_free(&list);
    }
    mg_context_destroy(context);
}

static void check_refused(mg_context *context, const mg_graph *graph, const mg_graph_edits *edits) {
    mg_graph_edits e = *edits;
    mg_graph *made = NULL;
    char message[1024];
    e.backend = MG_BACKEND_CPU;
    const mg_status status = mg_graph_edit(context, graph, &e, &made);
    CHECK(status < 0 && !made);
    snprintf(message, sizeof message, "%s", mg_context_error(context));
    e.backend = MG_BACKEND_CUDA;
    CHECK_STATUS(context, mg_graph_edit(context, graph, &e, &made), status);
    CHECK(!made);
    CHECK_STR(mg_context_error(context), message);
}

/* The same errors as on the CPU. */
TEST(refused) {
    mg_context *context = gpu_context();
    const uint64_t offsets[] = {0, 1, 2, 2};
    const mg_vertex neighbours[] = {1, 2}, from[] = {0, 1, 1}, to[] = {1, 3, 7}, there[] = {2, 2, 0};
    const float weights[] = {1, 2}, nan[] = {1, (float)(0.0 / 0.0), 2};
    mg_graph *graph;
    CHECK_OK(context, mg_graph_from_csr(context, 3, offsets, neighbours, MG_FLOAT32, weights, true, &graph));
    mg_graph_edits e = MG_GRAPH_EDITS_INIT;
    e.insert_count = 3;
    e.insert_source = from;
    e.insert_target = to;
    check_refused(context, graph, &e);
    e.insert_target = there;
    e.insert_weight = nan;
    check_refused(context, graph, &e);
    e = MG_GRAPH_EDITS_INIT;
    e.remove_count = 3;
    e.remove_source = from;
    e.remove_target = to;
    check_refused(context, graph, &e);
    e.remove_target = there;
    e.strict = true;
    check_refused(context, graph, &e);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Every allocation of an edit on the device fails once. */
TEST(failing_allocations) {
    mg_cuda *cuda;
    mg_context *context = gpu_context_open(&cuda);
    edit_list list = edit_list_new(9, MG_FLOAT64, false);
    uint64_t random = 3;
    edit_list_fill(&list, 30, &random);
    edit_batch batch = edit_batch_random(&list, 5, &random);
    mg_graph *graph = edit_list_graph(context, &list), *made = NULL, *expected;
    batch.edits.backend = MG_BACKEND_CUDA;
    mg_status status = MG_ERROR_MEMORY;
    uint32_t at = 1;
    for (; status == MG_ERROR_MEMORY; at++) {
        cuda->faults.fail_at = at;
        status = mg_graph_edit(context, graph, &batch.edits, &made);
    }
    cuda->faults.fail_at = 0;
    CHECK_OK(context, status);
    CHECK(at > 8);
    edit_list_apply(&list, &batch.edits);
    expected = edit_list_graph(context, &list);
    edit_check_same(context, made, expected);
    mg_graph_destroy(expected);
    mg_graph_destroy(made);
    mg_graph_destroy(graph);
    edit_batch_free(&batch);
    edit_list_free(&list);
    mg_context_destroy(context);
}

static void compare_column(const mg_result *found, const mg_result *expected, const char *name) {
    const mg_column *left = mg_result_column(found, name), *right = mg_result_column(expected, name);
    CHECK_EQ(mg_result_vertex_count(found), mg_result_vertex_count(expected));
    CHECK(memcmp(left->data, right->data, mg_result_vertex_count(found) * sizeof(uint32_t)) == 0);
}

/* BFS and components of a version, on the GPU and without it. */
static void check_runs(mg_context *context, const mg_graph *version, const mg_graph *expected) {
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    mg_result *found, *wanted;
    bfs.source = 0;
    bfs.run.backend = cc.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_bfs(context, version, &bfs, &found));
    bfs.run.backend = cc.run.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_bfs(context, expected, &bfs, &wanted));
    compare_column(found, wanted, "depth");
    mg_result_destroy(found);
    mg_result_destroy(wanted);
    cc.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_cc(context, version, &cc, &found));
    cc.run.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_cc(context, expected, &cc, &wanted));
    compare_column(found, wanted, "component");
    mg_result_destroy(found);
    mg_result_destroy(wanted);
}

static void check_distances(mg_context *context, const mg_graph *version, const mg_graph *expected) {
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    mg_result *found, *wanted;
    sssp.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_sssp(context, version, &sssp, &found));
    sssp.run.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_sssp(context, expected, &sssp, &wanted));
    compare_column(found, wanted, "distance");
    mg_result_destroy(found);
    mg_result_destroy(wanted);
}

/* Runs on the GPU need no rows in host memory: only offsets and counts, which are those of the host. */
TEST(runs_leave_the_rows_there) {
    static const mg_type types[] = {MG_TYPE_NONE, MG_INT32};
    mg_context *context = gpu_context();
    for (int i = 0; i < 4; i++) {
        edit_list list = edit_list_new(300, types[i / 2], i % 2);
        uint64_t random = 5 + (uint64_t)i;
        edit_list_fill(&list, 9000, &random);
        mg_graph *graph = edit_list_graph(context, &list), *version = NULL;
        edit_batch batch = edit_batch_random(&list, 3, &random);
        batch.edits.backend = MG_BACKEND_CUDA;
        CHECK_OK(context, mg_graph_edit(context, graph, &batch.edits, &version));
        edit_list_apply(&list, &batch.edits);
        mg_graph *expected = edit_list_graph(context, &list);
        CHECK_EQ(mg_graph_default_source(version), mg_graph_default_source(expected));
        CHECK_EQ(mg_graph_edge_count(version), mg_graph_edge_count(expected));
        check_runs(context, version, expected);
        if (types[i / 2] == MG_TYPE_NONE) { /* other weights are negative, too */
            check_distances(context, version, expected);
        }
        CHECK(version->out.offsets && !version->out.neighbours && !version->out.weights);
        CHECK(version->weight_min == expected->weight_min && version->weight_max == expected->weight_max);
        CHECK_NEAR(version->weight_mean, expected->weight_mean, 1e-9);
        edit_check_same(context, version, expected);
        CHECK(version->out.neighbours != NULL);
        mg_graph_destroy(version);
        mg_graph_destroy(expected);
        mg_graph_destroy(graph);
        edit_batch_free(&batch);
        edit_list_free(&list);
    }
    mg_context_destroy(context);
}

/* An edge of weight 3 more. */
static mg_graph *with_edge(mg_context *context, const mg_graph *graph) {
    const mg_vertex from = 1, to = 2;
    const int32_t weight = 3;
    mg_graph_edits edits = MG_GRAPH_EDITS_INIT;
    mg_graph *version = NULL;
    edits.insert_count = 1;
    edits.insert_source = &from;
    edits.insert_target = &to;
    edits.insert_weight = &weight;
    edits.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_graph_edit(context, graph, &edits, &version));
    CHECK(!version->out.neighbours);
    return version;
}

/* PageRank by weight sums the weights on the host. */
TEST(weighted_ranks) {
    mg_context *context = gpu_context();
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
    mg_graph *version = with_edge(context, graph);
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    mg_result *found = NULL, *wanted = NULL;
    o.weighted = true;
    o.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_pagerank(context, version, &o, &found));
    o.run.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_pagerank(context, version, &o, &wanted));
    const double *const ranks = mg_result_column(found, "rank")->data, *const others =
                                                                           mg_result_column(wanted, "rank")->data;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(version); v++) {
        CHECK_NEAR(ranks[v], others[v], 1e-4);
    }
    mg_result_destroy(found);
    mg_result_destroy(wanted);
    mg_graph_destroy(version);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Pulls along weighted edges need in-edges, which the host makes: the rows are fetched first. */
TEST(weighted_in_edges) {
    mg_context *context = gpu_context();
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
    mg_graph *version = with_edge(context, graph);
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    mg_result *found = NULL, *wanted = NULL;
    sssp.run.backend = MG_BACKEND_CUDA;
    sssp.run.mode = MG_MODE_PULL;
    CHECK_OK(context, mg_sssp(context, version, &sssp, &found));
    sssp.run.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_sssp(context, version, &sssp, &wanted));
    compare_column(found, wanted, "distance");
    mg_result_destroy(found);
    mg_result_destroy(wanted);
    mg_graph_destroy(version);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Runs between edits: the versions then have in-edges on the device, too. */
TEST(runs_on_versions) {
    mg_context *context = gpu_context();
    for (int directed = 0; directed < 2; directed++) {
        edit_list list = edit_list_new(3000, MG_INT32, directed);
        uint64_t random = 9;
        edit_list_fill(&list, 9000, &random);
        mg_graph *version = edit_list_graph(context, &list), *next;
        for (int step = 0; step < 12; step++) {
            mg_graph *expected = edit_list_graph(context, &list);
            check_runs(context, version, expected);
            mg_graph_destroy(expected);
            edit_batch batch = edit_batch_random(&list, step, &random);
            CHECK_OK(context, mg_graph_edit(context, version, &batch.edits, &next)); /* auto: it is on the device */
            edit_list_apply(&list, &batch.edits);
            mg_graph_destroy(version);
            edit_batch_free(&batch);
            version = next;
        }
        mg_graph_destroy(version);
        edit_list_free(&list);
    }
    mg_context_destroy(context);
}

/* The version outlives the context that made it. */
TEST(version_outlives_context) {
    mg_context *first = gpu_context(), *second = gpu_context();
    edit_list list = edit_list_new(50, MG_INT64, true);
    uint64_t random = 2;
    edit_list_fill(&list, 200, &random);
    edit_batch batch = edit_batch_random(&list, 3, &random);
    mg_graph *graph = edit_list_graph(second, &list), *made, *expected;
    batch.edits.backend = MG_BACKEND_CUDA;
    CHECK_OK(first, mg_graph_edit(first, graph, &batch.edits, &made));
    mg_graph_destroy(graph);
    mg_context_destroy(first);
    edit_list_apply(&list, &batch.edits);
    expected = edit_list_graph(second, &list);
    edit_check_same(second, made, expected);
    mg_graph_destroy(expected);
    mg_graph_destroy(made);
    edit_batch_free(&batch);
    edit_list_free(&list);
    mg_context_destroy(second);
}
