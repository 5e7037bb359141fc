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
    uint32_t *order, *out_degree, *panel_chunk, *rows, *line_begin, *lines, *share_tile;
    mg_panel_chunk *chunk;
    mg_slot_run *run;
    mg_row_tile *tile;
    uint32_t tiles, value_size;
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

/* The run after those of all tiles. */
static uint64_t last_run(const host_panels *h) {
    uint64_t last = 0;
    for (uint32_t t = 0; t < h->tiles; t++) {
        const uint64_t end = (uint64_t)h->tile[t].run + h->tile[t].runs;
        last = end > last ? end : last;
    }
    return last;
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
    h.value_size = built->value_size;
    h.rows = copy(p.rows, built->slots, sizeof *h.rows);
    h.chunk = copy(p.chunk, p.chunks, sizeof *h.chunk);
    h.ids = copy(p.ids, built->vectors * 256, sizeof *h.ids);
    h.weights = p.weights ? copy(p.weights, built->vectors * 256, sizeof *h.weights) : NULL;
    h.tiles = built->tiles;
    h.tile = copy(p.tile, built->tiles, sizeof *h.tile);
    h.share_tile = copy(p.share_tile, p.shares + 1ull, sizeof *h.share_tile);
    const mg_row_tile last = h.tiles ? h.tile[h.tiles - 1] : (mg_row_tile){0};
    h.run = copy(p.run, p.run ? last_run(&h) + 1 : 0, sizeof *h.run);
    h.line_begin = copy(p.line_begin, h.tiles ? last.line + last.words + 1ull : 0, sizeof *h.line_begin);
    h.lines = copy(p.lines, built->lines * 32, sizeof *h.lines);
    h.filled = test_memory(h.slot_count + 1, 1);
    return h;
}

static void free_panels(host_panels *h) {
    void *const arrays[] = {h->order,  h->out_degree, h->panel_chunk, h->rows, h->chunk, h->ids,       h->weights,
                            h->filled, h->line_begin, h->lines,       h->run,  h->tile,  h->share_tile};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        free(arrays[i]);
    }
}

/* Where the whole pieces of a run begin. */
static uint32_t pieces_at(const host_panels *h, uint32_t run) {
    return h->run[run].at - h->run[run].slot % h->p.piece_slots;
}

/* The slots of a tile, as a block copies them: whole pieces, of which some slots may belong elsewhere. */
static void read_tile(const host_panels *h, const mg_row_tile *tile, uint32_t *slots) {
    uint32_t place = tile->at;
    CHECK(tile->at % h->p.piece_slots == 0 && tile->slots % h->p.piece_slots == 0);
    for (uint32_t i = tile->run; i < tile->run + tile->runs; i++) {
        const uint32_t begin = pieces_at(h, i), end = pieces_at(h, i + 1);
        CHECK(begin % h->p.piece_slots == 0);
        for (; place < end && place < tile->at + tile->slots; place++) {
            CHECK(place >= begin);
            slots[place - tile->at] = h->run[i].slot - h->run[i].slot % h->p.piece_slots + (place - begin);
            CHECK(slots[place - tile->at] < h->slot_count + h->p.piece_slots);
        }
    }
    CHECK_EQ(place, tile->at + tile->slots);
}

/* The lines of a tile lead to each of its slots once, and to the row that it belongs to. */
static uint64_t check_tile(const host_panels *h, const mg_row_tile *tile) {
    uint32_t *slots = test_memory(tile->slots + 1u, sizeof *slots);
    uint64_t named = 0;
    const uint32_t first_place = MG_TILE_PIECE / h->value_size;
    CHECK(tile->slots <= h->p.tile_slots && tile->words <= MG_TILE_WORDS && (!tile->goes_on || tile->words == 1));
    read_tile(h, tile, slots);
    for (uint32_t w = 0; w < tile->words; w++) {
        for (uint64_t i = 64ull * h->line_begin[tile->line + w]; i < 64ull * h->line_begin[tile->line + w + 1]; i++) {
            const uint32_t named_place = h->lines[i / 2] >> i % 2 * 16 & 0xffff;
            if (named_place) {
                const uint32_t place = named_place - first_place;
                CHECK(place < tile->slots && slots[place] < h->slot_count && h->filled[slots[place]] == 1);
                CHECK_EQ(h->rows[slots[place]], (tile->word + w) * 32 + i / 2 % 32);
                h->filled[slots[place]] = 2;
                named++;
            }
        }
    }
    free(slots);
    return named;
}

/* Every word of rows is in a tile, all tiles are in shares, and every slot with edges is in a tile of its row. */
static void check_tiles(const host_panels *h) {
    uint64_t named = 0, filled = 0, word = 0;
    for (uint32_t t = 0; t < h->tiles; t++) {
        CHECK_EQ(h->tile[t].word, word);
        word += h->tile[t].goes_on ? 0 : h->tile[t].words;
        named += check_tile(h, &h->tile[t]);
    }
    CHECK_EQ(word, (h->p.n + 31ull) / 32);
    for (uint32_t i = 0; i < h->p.shares; i++) {
        CHECK(h->share_tile[i] <= h->share_tile[i + 1]);
        CHECK(h->share_tile[i] == 0 || h->share_tile[i] == h->tiles || !h->tile[h->share_tile[i] - 1].goes_on);
    }
    CHECK(h->share_tile[0] == 0 && h->share_tile[h->p.shares] == h->tiles);
    for (uint64_t slot = 0; slot < h->slot_count; slot++) {
        filled += h->filled[slot] != 0;
    }
    CHECK_EQ(named, filled);
}

/* The slot of what lane `lane` of slice `slice` sums. */
static uint64_t slot_at(const host_panels *h, const mg_panel_chunk *chunk, uint32_t slice, uint32_t lane) {
    const uint64_t slot = chunk->slot + (chunk->kind == MG_PIECE_WIDE ? slice : slice * 32 + lane);
    CHECK(slot < h->slot_count);
    return slot;
}

/* The edges of a layout as they are found. */
typedef struct decoding {
    const host_panels *h;
    uint32_t panel;
    decoded_edge *edges;
    uint64_t count, most;
} decoding;

/* The edge from the column of a place, for a slot. */
static void found_edge(decoding *d, uint32_t place, uint64_t slot, int32_t weight) {
    const host_panels *h = d->h;
    const uint64_t column = (uint64_t)d->panel * h->p.width + place - place / MG_PANEL_BLOCK - 1;
    CHECK(slot != MG_NONE && h->rows[slot] < h->p.n && d->count < d->most);
    CHECK(place % MG_PANEL_BLOCK && place < h->p.places && column < h->p.columns);
    h->filled[slot] = 1;
    d->edges[d->count++] = (decoded_edge){h->order[column], h->order[h->rows[slot]], weight};
}

/* Id k of a half vector of a chunk, for a slot; MG_NONE: for none. */
static void decode_id(decoding *d, const mg_panel_chunk *chunk, uint32_t half, uint32_t lane, uint32_t k,
                      uint64_t slot) {
    const host_panels *h = d->h;
    const uint32_t id = h->ids[((chunk->vector + half / 2) * 32ull + lane) * 8 + half % 2 * 4 + k];
    const uint64_t at = ((chunk->vector * 2ull + half) * 32 + lane) * 4 + k;
    if (id >= h->p.places) {
        CHECK(id < h->p.places + MG_PANEL_PADDING);
        CHECK(!h->weights || h->weights[at] == 0);
        return;
    }
    CHECK(chunk->kind != MG_PIECE_SINGLE || !h->filled[slot]);
    found_edge(d, id, slot, h->weights ? h->weights[at] : 1);
}

/* What a lane reads in a line of its bank: an edge, or a silent place that is there. */
static void decode_line(decoding *d, int64_t line, uint32_t lane, uint64_t slot) {
    const mg_panels *p = &d->h->p;
    const uint32_t banks = MG_PANEL_LINE / d->h->value_size;
    const int64_t place = line * banks + lane % banks;
    CHECK(line >= -1 && place < (int64_t)p->places + MG_PANEL_PADDING);
    if (line >= 0 && place < (int64_t)p->places && place % MG_PANEL_BLOCK) {
        found_edge(d, (uint32_t)place, slot, 1);
    } else if (line >= 0 && place < (int64_t)p->places) {
        CHECK((uint64_t)d->panel * p->places + (uint64_t)place < mg_places_of(p->columns));
    }
}

/* A lane's bytes of a chunk: of every slice how many of its silent places are before it, then steps in lines. */
static void decode_steps(decoding *d, const mg_panel_chunk *chunk, uint32_t lane) {
    const uint8_t *bytes = (const uint8_t *)(d->h->ids + (chunk->vector * 32ull + lane) * 8);
    const uint32_t banks = MG_PANEL_LINE / d->h->value_size, first = mg_silent_line(lane % banks, banks);
    uint64_t ends = chunk->ends;
    int64_t line = 0;
    uint32_t slice = 0;
    bool begins = true;
    for (uint32_t half = 0; half < 2u * chunk->vectors; half++, ends >>= 1) {
        for (uint32_t k = 0; k < 8; k++) {
            const uint32_t byte = bytes[half / 2 * 512 + half % 2 * 8 + k];
            const int64_t begin = byte ? (int64_t)first + (byte - 1) * MG_PANEL_BLOCK : -1;
            line = begins ? begin : line + byte;
            begins = false;
            decode_line(d, line, lane, ends ? slot_at(d->h, chunk, slice, lane) : MG_NONE);
        }
        slice += ends & 1;
        begins = ends & 1;
    }
    CHECK(slice == chunk->slices);
}

static void decode_chunk(decoding *d, const mg_panel_chunk *chunk) {
    const bool singles = chunk->kind == MG_PIECE_SINGLE;
    uint64_t ends = chunk->ends;
    uint32_t slice = 0;
    CHECK(chunk->vectors >= MG_CHUNK_LEAST && chunk->vectors <= 32);
    if (d->h->p.near && chunk->kind == MG_PIECE_WIDE) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            decode_steps(d, chunk, lane);
        }
        return;
    }
    for (uint32_t half = 0; half < 2u * chunk->vectors; half++, ends >>= 1) {
        for (uint32_t i = 0; i < 32 * 4; i++) {
            const uint32_t lane = i / 4, k = i % 4;
            const uint64_t slot = singles ? slot_at(d->h, chunk, half * 4 + k, lane)
                                  : ends  ? slot_at(d->h, chunk, slice, lane)
                                          : MG_NONE;
            decode_id(d, chunk, half, lane, k, slot);
        }
        slice += singles ? 4 : ends & 1;
    }
    CHECK(slice == chunk->slices);
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
    host_panels h = read_back(built, need->weights);
    decoded_edge *expected = expected_edges(graph, need, &wanted);
    decoded_edge *edges = test_memory(wanted + 1, sizeof *edges);
    decoding d = {.h = &h, .edges = edges, .most = wanted};
    check_order(&h, graph);
    for (; d.panel < h.p.panels; d.panel++) {
        for (uint32_t c = h.panel_chunk[d.panel]; c < h.panel_chunk[d.panel + 1]; c++) {
            decode_chunk(&d, &h.chunk[c]);
        }
    }
    CHECK_EQ(d.count, wanted);
    check_tiles(&h);
    qsort(edges, d.count, sizeof *edges, compare_edges);
    for (uint64_t e = 0; e < d.count; e++) {
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
                if (weights != WEIGHTS_NONE) {
                    need.weights = MG_FLOAT32;
                    get_layout(context, cuda, graph, &need);
                    need.weights = MG_INT32; /* added to what is there */
                    check_layout(context, cuda, graph, &need);
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
    cuda->tuning.shared_limit = 8u << 10; /* 1,016 columns a panel */
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
            mg_panels_need need = {.value_size = value_size, .weights = MG_INT32};
            check_layout(context, cuda, graph, &need);
            need.weights = MG_TYPE_NONE;
            check_layout(context, cuda, graph, &need);
        }
        cuda->tuning.shared_limit = 48u << 10;
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* Every allocation of a build may fail; the next one succeeds. */
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

TEST(build_out_of_memory) {
    check_out_of_memory(MG_TYPE_NONE);
    check_out_of_memory(MG_INT32);
}

/* One row has all of its many edges from the same bank of shared memory, and almost all from one sender. */
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
        CHECK(bytes < 4 * mg_graph_arc_count(graph)); /* of ids: 2 an edge, and padding */
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
