/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_decoder.c: reads the layout in the same way as core/cuda/kernel/dense/panels.cuh and row_tiles.cuh.
 */
#include "tests/core/cuda/panels_decoder.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <cuda_runtime_api.h>
#include <stdlib.h>

void *copy_array(const void *array, uint64_t count, size_t size) {
    void *host = test_memory(count + 1, size);
    CHECK(count == 0 || cudaMemcpy(host, array, count * size, cudaMemcpyDeviceToHost) == cudaSuccess);
    return host;
}

/* The index after the last run of all tiles. */
static uint64_t last_run(const host_panels *h) {
    uint64_t last = 0;
    for (uint32_t t = 0; t < h->tiles; t++) {
        const uint64_t end = (uint64_t)h->tile[t].run + h->tile[t].runs;
        last = end > last ? end : last;
    }
    return last;
}

/* The weights in the order of the ids, by half vector. */
static int32_t *copy_weights(const mg_dense_args *a, uint64_t vectors) {
    if (!a->low_byte_weights) {
        return copy_array(a->panels.weights, vectors * 256, sizeof(int32_t));
    }
    uint8_t *bytes = copy_array(a->panels.weights, vectors * 256, 1);
    int32_t *weights = test_memory(vectors * 256 + 1, sizeof *weights);
    for (uint64_t i = 0; i < vectors * 256; i++) {
        const uint64_t vector = i / 256, half = i / 128 % 2, lane = i / 4 % 32;
        weights[i] = bytes[(vector * 32 + lane) * 8 + half * 4 + i % 4];
    }
    free(bytes);
    return weights;
}

host_panels read_panels(const mg_panels_built *built, mg_type weights) {
    mg_dense_args arguments = {.role = MG_DENSE_GATHER};
    mg__panels_set_weights(built, weights, &arguments);
    const mg_panels p = arguments.panels;
    host_panels h = {.p = p};
    h.order = copy_array(p.order, p.n, sizeof *h.order);
    h.out_degree = copy_array(p.out_degree, p.n, sizeof *h.out_degree);
    h.panel_chunk = copy_array(p.panel_chunk, p.panels ? p.panels + 1 : 0, sizeof *h.panel_chunk);
    h.slot_count = built->slots;
    h.value_size = built->value_size;
    h.rows = copy_array(p.rows, built->slots, sizeof *h.rows);
    h.chunk = copy_array(p.chunk, p.chunks, sizeof *h.chunk);
    h.ids = copy_array(p.ids, built->vectors * 256, sizeof *h.ids);
    h.weights = p.weights ? copy_weights(&arguments, built->vectors) : NULL;
    h.tiles = built->tiles;
    h.tile = copy_array(p.tile, built->tiles, sizeof *h.tile);
    h.share_tile = copy_array(p.share_tile, p.shares + 1ull, sizeof *h.share_tile);
    const mg_row_tile last = h.tiles ? h.tile[h.tiles - 1] : (mg_row_tile){0};
    h.run = copy_array(p.run, p.run ? last_run(&h) + 1 : 0, sizeof *h.run);
    h.line_begin = copy_array(p.line_begin, h.tiles ? last.line + last.words + 1ull : 0, sizeof *h.line_begin);
    h.lines = copy_array(p.lines, built->lines * 32, sizeof *h.lines);
    h.filled = test_memory(h.slot_count + 1, 1);
    return h;
}

void free_panels(host_panels *h) {
    void *const arrays[] = {h->order,  h->out_degree, h->panel_chunk, h->rows, h->chunk, h->ids,       h->weights,
                            h->filled, h->line_begin, h->lines,       h->run,  h->tile,  h->share_tile};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        free(arrays[i]);
    }
}

/* Where the copy of a run begins, rounded down to whole copy units. */
static uint32_t pieces_at(const host_panels *h, uint32_t run) {
    return h->run[run].at - h->run[run].slot % h->p.piece_slots;
}

/* The slots of a tile as a thread block copies them: whole copy units, which may contain slots of other tiles. */
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

/* Checks that the lines of a tile name each of its slots once, in the row of the slot. Returns their number. */
static uint64_t check_tile(const host_panels *h, const mg_row_tile *tile) {
    uint32_t *slots = test_memory(tile->slots + 1u, sizeof *slots);
    uint64_t named = 0;
    const uint32_t first_place = MG_ROW_TILE_PIECE / h->value_size;
    CHECK(tile->slots <= h->p.row_tile_slots && tile->words <= MG_ROW_TILE_WORDS &&
          (!tile->goes_on || tile->words == 1));
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

void check_tiles(const host_panels *h) {
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

/* The slot for the sum of lane `lane` of slice `slice`. */
static uint64_t slot_at(const host_panels *h, const mg_panel_chunk *chunk, uint32_t slice, uint32_t lane) {
    const uint64_t slot = chunk->slot + (chunk->kind == MG_PIECE_WIDE ? slice : slice * 32 + lane);
    CHECK(slot < h->slot_count);
    return slot;
}

/* Collects the edges of a layout. */
typedef struct decoding {
    const host_panels *h;
    uint32_t panel;
    decoded_edge *edges;
    uint64_t count, most;
} decoding;

/* Appends the edge from the column at `place` to the row of a slot. */
static void found_edge(decoding *d, uint32_t place, uint64_t slot, int32_t weight) {
    const host_panels *h = d->h;
    const uint64_t column = (uint64_t)d->panel * h->p.width + place - place / MG_SENTINEL_STRIDE - 1;
    CHECK(slot != MG_NONE && h->rows[slot] < h->p.n && d->count < d->most);
    CHECK(place % MG_SENTINEL_STRIDE && place < h->p.places && column < h->p.columns);
    h->filled[slot] = 1;
    d->edges[d->count++] = (decoded_edge){h->order[column], h->order[h->rows[slot]], weight};
}

/* Decodes id k of a half vector of a chunk. `slot` MG_NONE: only padding allowed. */
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

/* Decodes what a lane reads at a line of its bank: an edge or a valid sentinel slot. */
static void decode_line(decoding *d, int64_t line, uint32_t lane, uint64_t slot) {
    const mg_panels *p = &d->h->p;
    const int64_t place = line * MG_PANEL_BANKS + lane;
    CHECK(line >= -1 && place < (int64_t)p->places + MG_PANEL_PADDING);
    if (line >= 0 && place < (int64_t)p->places && place % MG_SENTINEL_STRIDE) {
        found_edge(d, (uint32_t)place, slot, 1);
    } else if (line >= 0 && place < (int64_t)p->places) {
        CHECK((uint64_t)d->panel * p->places + (uint64_t)place < mg_places_of(p->columns));
    }
}

/* Decodes a lane's bytes of a chunk: per slice the number of preceding sentinels, then deltas in lines. */
static void decode_steps(decoding *d, const mg_panel_chunk *chunk, uint32_t lane) {
    const uint8_t *bytes = (const uint8_t *)(d->h->ids + (chunk->vector * 32ull + lane) * 8);
    const uint32_t first = mg_sentinel_line(lane);
    uint64_t ends = chunk->ends;
    int64_t line = 0;
    uint32_t slice = 0;
    bool begins = true;
    for (uint32_t half = 0; half < 2u * chunk->vectors; half++, ends >>= 1) {
        for (uint32_t k = 0; k < 8; k++) {
            const uint32_t byte = bytes[half / 2 * 512 + half % 2 * 8 + k];
            const int64_t begin = byte ? (int64_t)first + (byte - 1) * MG_SENTINEL_STRIDE : -1;
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
    if (d->h->p.delta_encoded && chunk->kind == MG_PIECE_WIDE) {
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

uint64_t decode_panels(const host_panels *h, decoded_edge *edges, uint64_t most) {
    decoding d = {.h = h, .edges = edges, .most = most};
    for (; d.panel < h->p.panels; d.panel++) {
        for (uint32_t c = h->panel_chunk[d.panel]; c < h->panel_chunk[d.panel + 1]; c++) {
            decode_chunk(&d, &h->chunk[c]);
        }
    }
    return d.count;
}
