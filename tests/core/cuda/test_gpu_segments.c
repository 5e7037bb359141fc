/* SPDX-License-Identifier: Apache-2.0
 *
 * Segments on the device: every edge is in exactly one part, selected by its receiver's in-degree, with its weight.
 * Rows are ordered by degree group. Builds handle lack of memory. The results of runs with segments are tested with
 * every algorithm (the variant `segments`).
 */
#include "core/cuda/layout/segments/device_segments.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

typedef struct arc {
    uint32_t receiver;
    int32_t weight;
} arc;

static const mg_segments_built *build(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming,
                                      mg_status *status) {
    mg_device_graph *on_device = NULL;
    const mg_device_need rows = {.in = true, .weights = MG_INT32};
    const mg_segments_built *built = NULL;
    CHECK_OK(context, mg__device_graph(context, cuda, graph, &rows, &on_device));
    *status = mg__cuda_segments_get(context, cuda, graph, on_device, incoming, 4, MG_INT32, &built);
    return built;
}

static void *fetch(const void *from, uint64_t bytes) {
    void *copy = test_memory(bytes + 1, 1);
    CHECK(cudaMemcpy(copy, from, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
    return copy;
}

static int compare_arcs(const void *a, const void *b) {
    const arc *x = a, *y = b;
    return x->receiver != y->receiver ? (x->receiver > y->receiver) - (x->receiver < y->receiver)
                                      : (x->weight > y->weight) - (x->weight < y->weight);
}

static int group_of(uint64_t degree) {
    return degree >= 2048 ? 0 : degree >= 1024 ? 1 : degree >= 512 ? 2 : 3;
}

/* Sender v's edges of a part, appended to `found`. */
static uint64_t take_part(const mg_device_segments *h, uint32_t part, const uint32_t *offsets,
                          const uint32_t *neighbours, const uint16_t *ids, const int32_t *weights, const uint32_t *row,
                          uint64_t at, arc *found) {
    uint64_t count = 0;
    for (uint32_t e = offsets[at]; e < offsets[at + 1]; e++) {
        const uint32_t local = part ? ids[e - h->low_edges] : 0;
        CHECK(!part || local < h->width);
        found[count++] = (arc){part ? row[(part - 1) * h->width + local] : neighbours[e], weights[e]};
    }
    return count;
}

static void check(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming) {
    mg_status status;
    const mg_segments_built *b = build(context, cuda, graph, incoming, &status);
    CHECK_OK(context, status);
    const mg_device_segments *h = &b->layout;
    const uint64_t n = mg_graph_vertex_count(graph), arcs = mg_graph_arc_count(graph);
    mg_adjacency out = mg_graph_out_edges(graph), in = out;
    if (mg_graph_directed(graph)) {
        CHECK_OK(context, mg_graph_in_edges(context, graph, &in));
    }
    const mg_adjacency send = incoming ? in : out, receive = incoming ? out : in;
    uint32_t *const offsets = fetch(h->offsets, ((h->segment_count + 1) * n + 1) * sizeof *offsets);
    uint32_t *const row = fetch(h->row, h->rows * sizeof *row);
    uint32_t *const neighbours = fetch(h->neighbours, h->low_edges * sizeof *neighbours);
    uint16_t *const ids = fetch(h->ids, (arcs - h->low_edges) * sizeof *ids);
    int32_t *const weights = fetch(b->weights[MG_INT32], arcs * sizeof *weights);
    arc *const found = test_memory(arcs + 1, sizeof *found), *const expected = test_memory(arcs + 1, sizeof *expected);
    for (uint32_t i = 0; i < h->rows; i++) {
        const uint64_t degree = receive.offsets[row[i] + 1] - receive.offsets[row[i]];
        CHECK(degree >= b->degree);
        if (i > 0) {
            const int before = group_of(receive.offsets[row[i - 1] + 1] - receive.offsets[row[i - 1]]);
            CHECK(before < group_of(degree) || (before == group_of(degree) && row[i - 1] < row[i]));
        }
    }
    for (uint64_t v = 0; v < n; v++) {
        const uint64_t degree = send.offsets[v + 1] - send.offsets[v];
        uint64_t count = 0;
        for (uint32_t part = 0; part <= h->segment_count; part++) {
            count += take_part(h, part, offsets, neighbours, ids, weights, row, part * n + v, found + count);
        }
        CHECK_EQ(count, degree);
        for (uint64_t i = 0; i < degree; i++) {
            const uint64_t e = send.offsets[v] + i;
            expected[i] = (arc){send.neighbours[e], ((const int32_t *)send.weights)[e]};
        }
        qsort(found, degree, sizeof *found, compare_arcs);
        qsort(expected, degree, sizeof *expected, compare_arcs);
        CHECK(memcmp(found, expected, degree * sizeof *found) == 0);
    }
    free(offsets);
    free(row);
    free(neighbours);
    free(ids);
    free(weights);
    free(found);
    free(expected);
}

TEST(every_edge_is_in_one_part) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    cuda->tuning.segment_min_degree = 3;
    cuda->tuning.segment_max_rows = 7;
    for (size_t i = 0; i < 2 * shape_count; i++) {
        mg_graph *graph = shape_graph(context, &shapes[i / 2], WEIGHTS_INT, i % 2);
        if (mg_graph_arc_count(graph)) {
            check(context, cuda, graph, false);
            check(context, cuda, graph, true);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* The constants of the paper. */
TEST(groups_of_a_kronecker_graph) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = 14;
    options.edge_factor = 32;
    options.weight_max = 9;
    CHECK_OK(context, mg_generate(context, "kron", &options, &graph));
    check(context, cuda, graph, false);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Every allocation fails once; the next build succeeds. */
TEST(build_out_of_memory) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
    mg_status status = MG_ERROR_MEMORY;
    uint32_t failures = 0;
    cuda->tuning.segment_min_degree = 3;
    build(context, cuda, graph, true, &status); /* uploads the rows first */
    CHECK_OK(context, status);
    status = MG_ERROR_MEMORY;
    for (uint32_t fail_at = 1; status == MG_ERROR_MEMORY; fail_at++) {
        cuda->faults.fail_at = fail_at;
        build(context, cuda, graph, false, &status);
        failures += status == MG_ERROR_MEMORY;
    }
    CHECK_OK(context, status);
    CHECK(failures > 5);
    cuda->faults.fail_at = 0;
    check(context, cuda, graph, false);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
