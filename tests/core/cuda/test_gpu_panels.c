/* SPDX-License-Identifier: Apache-2.0
 *
 * The panels layout built on the device: its arrays are read back and decoded. They must contain exactly the graph's
 * edges with their weights, every piece where the kernel reads it, and otherwise only padding.
 */
#include "tests/core/cuda/gpu_context.h"
#include "tests/core/cuda/panels_decoder.h"
#include "tests/shapes.h"

#include <stdlib.h>

static int compare_edges(const void *left, const void *right) {
    const decoded_edge *a = left, *b = right;
    if (a->target != b->target) {
        return a->target < b->target ? -1 : 1;
    }
    if (a->source != b->source) {
        return a->source < b->source ? -1 : 1;
    }
    return (a->weight > b->weight) - (a->weight < b->weight);
}

/* The expected edges of a layout, sorted. */
static decoded_edge *expected_edges(const mg_graph *graph, const mg_panels_need *need, uint64_t *count) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_direction direction = need->direction;
    const bool both = direction == MG_DIRECTION_BOTH && mg_graph_directed(graph);
    decoded_edge *edges = test_memory(2 * mg_graph_arc_count(graph) + 1, sizeof *edges);
    *count = 0;
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const int32_t weight = need->weights == MG_INT32 ? ((const int32_t *)out.weights)[e] : 1;
            const mg_vertex v = out.neighbours[e];
            if (direction != MG_DIRECTION_IN || both) {
                edges[(*count)++] = (decoded_edge){u, v, weight};
            }
            if (direction == MG_DIRECTION_IN || both) {
                edges[(*count)++] = (decoded_edge){v, u, weight};
            }
        }
    }
    qsort(edges, *count, sizeof *edges, compare_edges);
    return edges;
}

static void check_order(const host_panels *h, const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint8_t *seen = test_memory(h->p.n + 1, 1);
    for (uint32_t r = 0; r < h->p.n; r++) {
        CHECK(h->order[r] < h->p.n && !seen[h->order[r]]);
        seen[h->order[r]] = 1;
        CHECK_EQ(h->out_degree[r], out.offsets[h->order[r] + 1] - out.offsets[h->order[r]]);
    }
    free(seen);
}

static const mg_panels_built *get_layout(mg_context *context, mg_cuda *cuda, const mg_graph *graph,
                                         const mg_panels_need *need) {
    const mg_panels_built *built = NULL;
    mg_device_graph *on_device = NULL;
    const mg_device_need rows = {.in = true, .weights = need->weights};
    CHECK_OK(context, mg__device_graph(context, cuda, graph, &rows, &on_device));
    CHECK_OK(context, mg__panels_get(context, cuda, graph, on_device, need, &built));
    return built;
}

static void check_layout(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_panels_need *need) {
    const mg_panels_built *built = get_layout(context, cuda, graph, need);
    uint64_t wanted = 0;
    host_panels h = read_panels(built, need->weights);
    decoded_edge *expected = expected_edges(graph, need, &wanted);
    decoded_edge *edges = test_memory(wanted + 1, sizeof *edges);
    check_order(&h, graph);
    const uint64_t count = decode_panels(&h, edges, wanted);
    CHECK_EQ(count, wanted);
    check_tiles(&h);
    qsort(edges, count, sizeof *edges, compare_edges);
    for (uint64_t e = 0; e < count; e++) {
        CHECK(compare_edges(&edges[e], &expected[e]) == 0);
    }
    free(expected);
    free(edges);
    free_panels(&h);
}

/* With values of 4 bytes, weights are stored as bytes if all fit: integers up to 255, never floats. */
static void check_weights(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_panels_need *need, bool fit) {
    const mg_panels_built *built = NULL;
    fit = fit && need->value_size == 4 && mg_graph_arc_count(graph) > 0;
    need->weights = MG_INT32; /* added to the existing layout */
    check_layout(context, cuda, graph, need);
    need->weights = MG_FLOAT32;
    built = get_layout(context, cuda, graph, need);
    CHECK(built->low_byte_weights[MG_INT32] == fit && !built->low_byte_weights[MG_FLOAT32]);
    need->weights = MG_INT32;
    check_layout(context, cuda, graph, need);
    need->layout = MG_DENSE_BLOCKS;
    CHECK(!get_layout(context, cuda, graph, need)->low_byte_weights[MG_INT32]);
    need->layout = MG_DENSE_AUTO;
}

static void check_shapes(mg_context *context, mg_cuda *cuda, weighting weights) {
    for (size_t i = 0; i < 2 * shape_count; i++) {
        mg_graph *graph = shape_graph(context, &shapes[i / 2], weights, i % 2);
        for (uint32_t value_size = 4; value_size <= 8; value_size += 4) {
            for (int direction = MG_DIRECTION_OUT; direction <= MG_DIRECTION_BOTH; direction++) {
                mg_panels_need need = {.direction = (mg_direction)direction, .value_size = value_size};
                need.weights = MG_TYPE_NONE;
                check_layout(context, cuda, graph, &need);
                if (weights != WEIGHTS_NONE) {
                    check_weights(context, cuda, graph, &need, weights == WEIGHTS_INT);
                }
            }
        }
        mg_graph_destroy(graph);
    }
}

TEST(layout_holds_every_edge) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    check_shapes(context, cuda, WEIGHTS_NONE);
    check_shapes(context, cuda, WEIGHTS_INT);
    check_shapes(context, cuda, WEIGHTS_INT_LARGE);
    cuda->test.shared_limit = 8u << 10; /* 1,016 columns a panel */
    check_shapes(context, cuda, WEIGHTS_INT);
    cuda->tuning.narrow_arcs = 0;
    check_shapes(context, cuda, WEIGHTS_INT);
    mg_context_destroy(context);
}

/* A star whose edges have weights 0 .. 255, except for one. */
static void check_bound(mg_context *context, mg_cuda *cuda, int32_t last, bool fit) {
    uint64_t source[256] = {0}, target[256];
    int32_t weight[256];
    for (int i = 0; i < 256; i++) {
        target[i] = (uint64_t)i + 1;
        weight[i] = i < 255 ? i : last;
    }
    const mg_edge_list list = {.edge_count = 256,
                               .id_type = MG_UINT64,
                               .source = source,
                               .target = target,
                               .weight_type = MG_INT32,
                               .weight = weight,
                               .contiguous = true,
                               .vertex_count = 257,
                               .symmetric = true};
    mg_panels_need need = {.value_size = 4};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    check_weights(context, cuda, graph, &need, fit);
    mg_graph_destroy(graph);
}

TEST(weights_that_fit_a_byte) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    check_bound(context, cuda, 255, true);
    check_bound(context, cuda, 256, false);
    check_bound(context, cuda, -1, false);
    mg_context_destroy(context);
}

/* Checks the static chunks: those of the blocks that begin with a panel are consecutive from its first chunk on, and
 * cost at most half of a block's fair share. Returns the number of blocks with more than one static chunk per warp. */
static uint32_t check_beginnings(const mg_panels_built *built) {
    const mg_panels *p = &built->layout;
    const uint32_t warps = built->threads / 32;
    mg_block_start *const first = copy_array(p->first, built->blocks, sizeof *first);
    uint32_t *const panel_chunk = copy_array(p->panel_chunk, p->panels + 1ull, sizeof *panel_chunk);
    uint32_t *const first_shared = copy_array(p->first_shared, p->panels, sizeof *first_shared);
    uint64_t *const costs = copy_array(p->costs, p->chunks + 1ull, sizeof *costs);
    uint32_t more = 0;
    const uint64_t fair = costs[p->chunks] / built->blocks;
    for (uint32_t i = 0; i < p->panels; i++) {
        uint32_t next = panel_chunk[i];
        for (uint32_t b = 0; b < built->blocks; b++) {
            const uint64_t own = first[b].end - first[b].chunk, chunks = panel_chunk[i + 1] - panel_chunk[i];
            if (first[b].panel == i) {
                CHECK(first[b].chunk == next && first[b].end >= next + warps);
                CHECK(own == warps || 2 * own * (costs[panel_chunk[i + 1]] - costs[panel_chunk[i]]) <= chunks * fair);
                more += own > warps;
                next = first[b].end;
            }
        }
        CHECK_EQ(first_shared[i], next);
    }
    free(first);
    free(panel_chunk);
    free(first_shared);
    free(costs);
    return more;
}

/* Few blocks, so that each gets more chunks than it has warps. */
TEST(blocks_have_chunks_of_their_own) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    uint32_t more = 0;
    const int sms = cuda->sms;
    options.scale = 16;
    for (cuda->sms = 2; cuda->sms <= 16; cuda->sms *= 2) {
        CHECK_OK(context, mg_generate(context, "kron", &options, &graph));
        for (uint32_t value_size = 4; value_size <= 8; value_size += 4) {
            const mg_panels_need need = {.value_size = value_size};
            const mg_panels_built *built = get_layout(context, cuda, graph, &need);
            CHECK(built->blocks == (uint32_t)cuda->sms);
            more += check_beginnings(built);
        }
        mg_graph_destroy(graph);
    }
    CHECK(more > 0);
    cuda->sms = sms;
    mg_context_destroy(context);
}

/* Degrees from 1 to thousands: all kinds of pieces, rows of several pieces, several panels. */
TEST(layout_of_a_kronecker_graph) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = 15;
    options.weight_max = 64;
    for (int i = 0; i < 2; i++) {
        CHECK_OK(context, mg_generate(context, i ? "rmat" : "kron", &options, &graph));
        for (uint32_t value_size = 4; value_size <= 8; value_size += 4) {
            mg_panels_need need = {.value_size = value_size, .weights = MG_INT32};
            check_layout(context, cuda, graph, &need);
            need.weights = MG_TYPE_NONE;
            check_layout(context, cuda, graph, &need);
        }
        cuda->test.shared_limit = 48u << 10;
        cuda->test.pieces_at_once = 5000; /* as in graphs with very many pieces */
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* Every allocation of a build fails once; the next build succeeds. */
static void check_out_of_memory(mg_type weights) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
    mg_device_graph *on_device = NULL;
    const mg_device_need rows = {.in = true, .weights = weights};
    const mg_panels_need need = {.value_size = 4, .weights = weights};
    const mg_panels_built *built = NULL;
    mg_status status = MG_ERROR_MEMORY;
    uint32_t failures = 0;
    CHECK_OK(context, mg__device_graph(context, cuda, graph, &rows, &on_device));
    for (uint32_t fail_at = 1; status == MG_ERROR_MEMORY; fail_at++) {
        cuda->faults.fail_at = fail_at;
        status = mg__panels_get(context, cuda, graph, on_device, &need, &built);
        failures += status == MG_ERROR_MEMORY;
    }
    CHECK_OK(context, status);
    CHECK(failures > 10);
    cuda->faults.fail_at = 0;
    check_layout(context, cuda, graph, &need);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(build_out_of_memory) {
    check_out_of_memory(MG_TYPE_NONE);
    check_out_of_memory(MG_INT32);
}

/* One row whose many edges all come from one bank of shared memory, almost all from one sender. */
static void make_bundle(edge_builder *edges) {
    edges->n = 400;
    for (uint32_t i = 0; i < 9000; i++) {
        builder_add(edges, i % 100 ? 3 : i / 100, 7);
    }
}

TEST(layout_of_parallel_edges) {
    static const shape bundle = {"bundle", make_bundle};
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = shape_graph(context, &bundle, WEIGHTS_NONE, true);
    for (uint32_t value_size = 4; value_size <= 8; value_size += 4) {
        const mg_panels_need need = {.value_size = value_size};
        check_layout(context, cuda, graph, &need);
        const uint64_t bytes = get_layout(context, cuda, graph, &need)->vectors * 512;
        CHECK(bytes < 4 * mg_graph_arc_count(graph)); /* ids: 2 bytes per edge, and padding */
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
