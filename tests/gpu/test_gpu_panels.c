/* SPDX-License-Identifier: Apache-2.0
 *
 * The panels layout that the device builds: its arrays are read back and decoded, and must hold exactly the graph's
 * edges with their weights, each row's piece where the kernel will look for it, and nothing but padding beside.
 */
#include "core/cuda/panels.h"
#include "tests/gpu/gpu_context.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* The arrays of a layout in host memory. */
typedef struct host_panels {
    mg_panels p;
    uint64_t slot_count;
    uint32_t *order, *out_degree, *panel_chunk, *rows, *line_begin, *slots;
    mg_panel_chunk *chunk;
    uint16_t *ids;
    uint8_t *filled; /* the slots that chunks write */
    int32_t *weights;
} host_panels;

typedef struct decoded_edge {
    uint32_t source, target;
    int32_t weight;
} decoded_edge;

static void *copy(const void *array, uint64_t count, size_t size) {
    void *host = test_memory(count + 1, size);
    CHECK(count == 0 || cudaMemcpy(host, array, count * size, cudaMemcpyDeviceToHost) == cudaSuccess);
    return host;
}

static host_panels read_back(const mg_panels_built *built, mg_type weights) {
    mg_dense_args arguments = {.role = MG_DENSE_GATHER};
    mg__panels_with(built, weights, &arguments);
    const mg_panels p = arguments.panels;
    host_panels h = {.p = p};
    h.order = copy(p.order, p.n, sizeof *h.order);
    h.out_degree = copy(p.out_degree, p.n, sizeof *h.out_degree);
    h.panel_chunk = copy(p.panel_chunk, p.panels ? p.panels + 1 : 0, sizeof *h.panel_chunk);
    h.slot_count = built->slots;
    h.rows = copy(p.rows, built->slots, sizeof *h.rows);
    h.chunk = copy(p.chunk, p.chunks, sizeof *h.chunk);
    h.ids = copy(p.ids, built->vectors * 256, sizeof *h.ids);
    h.weights = p.weights ? copy(p.weights, built->vectors * 256, sizeof *h.weights) : NULL;
    h.line_begin = copy(p.line_begin, p.n ? (p.n + 31) / 32 + 1u : 0, sizeof *h.line_begin);
    h.slots = copy(p.slots, built->lines * 32, sizeof *h.slots);
    h.filled = test_memory(h.slot_count + 1, 1);
    return h;
}

static void free_panels(host_panels *h) {
    void *const arrays[] = {h->order, h->out_degree, h->panel_chunk, h->rows,   h->chunk,
                            h->ids,   h->weights,    h->slots,       h->filled, h->line_begin};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        free(arrays[i]);
    }
}

/* The slot of what lane `lane` of slice `slice` sums. */
static uint64_t slot_at(const host_panels *h, const mg_panel_chunk *chunk, uint32_t slice, uint32_t lane) {
    const uint64_t slot = chunk->slot + (chunk->wide ? slice : slice * 32 + lane);
    CHECK(slot < h->slot_count);
    return slot;
}

/* Every slot with edges belongs to one row, and that row's lines lead to it once, and to no other slot. */
static void check_lines(const host_panels *h) {
    uint64_t named = 0, filled = 0;
    for (uint32_t word = 0; word < (h->p.n + 31) / 32; word++) {
        for (uint64_t i = 32ull * h->line_begin[word]; i < 32ull * h->line_begin[word + 1]; i++) {
            const uint32_t slot = h->slots[i];
            if (slot != MG_NO_SLOT) {
                CHECK(slot < h->slot_count && h->filled[slot] == 1);
                CHECK_EQ(h->rows[slot], word * 32 + i % 32);
                h->filled[slot] = 2;
                named++;
            }
        }
    }
    for (uint64_t slot = 0; slot < h->slot_count; slot++) {
        filled += h->filled[slot] != 0;
    }
    CHECK_EQ(named, filled);
}

static uint64_t decode_chunk(const host_panels *h, uint32_t panel, const mg_panel_chunk *chunk, decoded_edge *edges,
                             uint64_t count, uint64_t most) {
    uint64_t ends = chunk->ends;
    uint32_t slice = 0;
    CHECK(chunk->vectors >= MG_CHUNK_LEAST && chunk->vectors <= 32);
    for (uint32_t half = 0; half < 2u * chunk->vectors; half++, ends >>= 1) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            const uint64_t slot = ends ? slot_at(h, chunk, slice, lane) : 0;
            const uint32_t row = ends ? h->rows[slot] : MG_NONE;
            for (uint32_t k = 0; k < 4; k++) {
                const uint32_t id = h->ids[((chunk->vector + half / 2) * 32ull + lane) * 8 + half % 2 * 4 + k];
                const uint64_t at = ((chunk->vector * 2ull + half) * 32 + lane) * 4 + k;
                if (id >= h->p.width) {
                    CHECK(id < h->p.width + MG_PANEL_PADDING);
                    CHECK(!h->weights || h->weights[at] == 0);
                    continue;
                }
                CHECK(row < h->p.n && panel * h->p.width + id < h->p.columns && count < most);
                h->filled[slot] = 1;
                edges[count++] =
                    (decoded_edge){h->order[panel * h->p.width + id], h->order[row], h->weights ? h->weights[at] : 1};
            }
        }
        slice += ends & 1;
    }
    CHECK(slice == chunk->slices);
    return count;
}

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

/* The edges that a layout must hold, sorted. */
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

static void check_layout(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_panels_need *need) {
    const mg_panels_built *built = NULL;
    mg_device_graph *on_device = NULL;
    const mg_device_need rows = {.in = true, .weights = need->weights};
    uint64_t wanted = 0, found = 0;
    CHECK_OK(context, mg__device_graph(context, cuda, graph, &rows, &on_device));
    CHECK_OK(context, mg__panels_get(context, cuda, graph, on_device, need, &built));
    host_panels h = read_back(built, need->weights);
    decoded_edge *expected = expected_edges(graph, need, &wanted);
    decoded_edge *edges = test_memory(wanted + 1, sizeof *edges);
    check_order(&h, graph);
    for (uint32_t panel = 0; panel < h.p.panels; panel++) {
        for (uint32_t c = h.panel_chunk[panel]; c < h.panel_chunk[panel + 1]; c++) {
            found = decode_chunk(&h, panel, &h.chunk[c], edges, found, wanted);
        }
    }
    CHECK_EQ(found, wanted);
    check_lines(&h);
    qsort(edges, found, sizeof *edges, compare_edges);
    for (uint64_t e = 0; e < found; e++) {
        CHECK(compare_edges(&edges[e], &expected[e]) == 0);
    }
    free(expected);
    free(edges);
    free_panels(&h);
}

static void check_shapes(mg_context *context, mg_cuda *cuda, weighting weights) {
    for (size_t i = 0; i < 2 * shape_count; i++) {
        mg_graph *graph = shape_graph(context, &shapes[i / 2], weights, i % 2);
        for (uint32_t value_size = 4; value_size <= 8; value_size += 4) {
            for (int direction = MG_DIRECTION_OUT; direction <= MG_DIRECTION_BOTH; direction++) {
                mg_panels_need need = {.direction = (mg_direction)direction, .value_size = value_size};
                need.weights = MG_TYPE_NONE;
                check_layout(context, cuda, graph, &need);
                need.weights = weights == WEIGHTS_NONE ? MG_TYPE_NONE : MG_INT32; /* added to what is there */
                check_layout(context, cuda, graph, &need);
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
    cuda->tuning.shared_limit = 18u << 10; /* a few hundred columns a panel */
    check_shapes(context, cuda, WEIGHTS_INT);
    cuda->tuning.narrow_arcs = 0;
    check_shapes(context, cuda, WEIGHTS_INT);
    mg_context_destroy(context);
}

/* Degrees from 1 to thousands: all classes of pieces, wide ones too, rows of several pieces, several panels. */
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
            const mg_panels_need need = {.value_size = value_size, .weights = MG_INT32};
            check_layout(context, cuda, graph, &need);
        }
        cuda->tuning.shared_limit = 48u << 10;
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* Every allocation of a build may fail; the next one succeeds. */
TEST(build_out_of_memory) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
    mg_device_graph *on_device = NULL;
    const mg_device_need rows = {.in = true, .weights = MG_INT32};
    const mg_panels_need need = {.value_size = 4, .weights = MG_INT32};
    const mg_panels_built *built = NULL;
    mg_status status = MG_ERROR_MEMORY;
    uint32_t failures = 0;
    CHECK_OK(context, mg__device_graph(context, cuda, graph, &rows, &on_device));
    for (uint32_t fail_at = 1; status == MG_ERROR_MEMORY; fail_at++) {
        cuda->tuning.fail_at = fail_at;
        status = mg__panels_get(context, cuda, graph, on_device, &need, &built);
        failures += status == MG_ERROR_MEMORY;
    }
    CHECK_OK(context, status);
    CHECK(failures > 10);
    cuda->tuning.fail_at = 0;
    check_layout(context, cuda, graph, &need);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
