/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/aspt/aspt_parts.h"

/* Nonzeros of a part: so many that its rows of the result are few beside them, and no more than PARTS parts, about. A
 * tile of twice as many is cut into ranges of rows. A panel that is no more than a multiprocessor's share of the work
 * stays whole: each part of a cut one writes sums of all its rows. */
#define LEAST_PART 16384
#define PARTS 512
#define SHARES 128

/* Rows of a panel that parts have together. */
typedef struct range {
    const mg_aspt_tiling *tiling;
    uint64_t first_tile, tiles; /* dense ones of the panel */
    uint64_t panel;
    uint32_t group;
    uint32_t row, rows; /* in the matrix */
} range;

/* Nonzeros of the range's rows before the end of a tile, and those in it. */
static const uint64_t *before(const range *r, uint64_t tile) {
    return r->tiling->before + (r->first_tile + tile) * r->tiling->groups + r->group;
}

static uint64_t nonzeros_of(const range *r, uint64_t tile) {
    const uint64_t *const b = before(r, tile);
    return b[1] - b[0];
}

static uint64_t segment_of(const range *r, uint64_t tile) {
    return (r->first_tile + tile) * r->tiling->panel_rows + (uint64_t)r->group * MG_ASPT_PART_ROWS;
}

/* A tile: to the last part, or to a new one whose sums are in the range's slot `slot`. */
static void add_tile(const range *r, uint64_t tile, uint32_t slot, bool begins, mg_aspt_parts *l) {
    l->tiles[l->tile_count] = (mg_pack_tile){.first = segment_of(r, tile),
                                             .stride = 1,
                                             .count = r->rows,
                                             .map = (uint32_t)(r->first_tile + tile - r->panel)};
    if (begins) {
        l->parts[l->part_count++] =
            (mg_aspt_part){.row = r->row, .rows = r->rows, .first = l->tile_count, .slot = slot};
    }
    l->parts[l->part_count - 1].end = ++l->tile_count;
}

/* A tile of many nonzeros: parts of some of its rows. */
static void cut_tile(const range *r, uint64_t tile, uint64_t most, uint32_t slot, mg_aspt_parts *l) {
    const uint64_t nonzeros = nonzeros_of(r, tile), pieces = nonzeros / most;
    for (uint64_t piece = 0; piece < pieces; piece++) {
        if (piece) {
            l->cut_parts[l->cut_count] = l->part_count;
            l->cuts[l->cut_count++] = (mg_aspt_cut){
                .segment = segment_of(r, tile), .least = *before(r, tile) + nonzeros * piece / pieces, .rows = r->rows};
        }
        add_tile(r, tile, slot, true, l);
    }
}

static uint64_t nonzeros_of_part(const mg_aspt_tiling *t) {
    const uint64_t share = t->dense_nonzeros / PARTS;
    return share > LEAST_PART ? share : LEAST_PART;
}

static bool stays_whole(const range *r) {
    const uint64_t share = r->tiling->dense_nonzeros / SHARES, most = share > 2 * LEAST_PART ? share : 2 * LEAST_PART;
    uint64_t sum = 0;
    for (uint64_t tile = 0; tile < r->tiles; tile++) {
        sum += nonzeros_of(r, tile);
    }
    return sum <= most;
}

/* Cuts the dense tiles of some rows into parts. Those of several slots are summed up from them. */
static void cut_range(const range *r, mg_aspt_parts *l) {
    const uint32_t first_part = l->part_count;
    const uint64_t most = stays_whole(r) ? UINT64_MAX / 2 : nonzeros_of_part(r->tiling);
    uint64_t count = most; /* of the last part */
    uint32_t slots = 0;
    for (uint64_t tile = 0; tile < r->tiles; tile++) {
        const uint64_t nonzeros = nonzeros_of(r, tile);
        if (nonzeros >= 2 * most) {
            cut_tile(r, tile, most, slots++, l);
            count = most;
        } else {
            const bool begins = count >= most;
            count = begins ? nonzeros : count + nonzeros;
            slots += begins;
            add_tile(r, tile, slots - 1, begins, l);
        }
    }
    for (uint32_t i = first_part; i < l->part_count; i++) {
        l->parts[i].slot = slots > 1 ? l->slot_count + l->parts[i].slot : MG_ASPT_NO_SLOT;
    }
    if (slots > 1) {
        l->panels[l->panel_count++] =
            (mg_aspt_panel){.row = r->row, .rows = r->rows, .slot = l->slot_count, .slots = slots};
        l->slot_count += slots;
    }
}

static void cut_panel(const mg_aspt_tiling *t, uint64_t panel, mg_aspt_parts *l) {
    const uint64_t first = panel * t->panel_rows, left = t->rows - first;
    const uint32_t rows = left < t->panel_rows ? (uint32_t)left : t->panel_rows;
    for (uint32_t group = 0; (uint64_t)group * MG_ASPT_PART_ROWS < rows; group++) {
        const uint32_t begin = group * MG_ASPT_PART_ROWS, some = rows - begin;
        const range r = {.tiling = t,
                         .first_tile = t->panel_tiles[panel],
                         .tiles = t->panel_tiles[panel + 1] - t->panel_tiles[panel] - 1,
                         .panel = panel,
                         .group = group,
                         .row = (uint32_t)first + begin,
                         .rows = some < MG_ASPT_PART_ROWS ? some : MG_ASPT_PART_ROWS};
        cut_range(&r, l);
    }
}

mg_status mg__aspt_parts(mg_context *context, const mg_aspt_tiling *t, mg_aspt_parts *l) {
    const uint64_t dense_tiles = t->panel_tiles[t->panels] - t->panels;
    const uint64_t cuts = t->dense_nonzeros / nonzeros_of_part(t), most = dense_tiles * t->groups + cuts;
    mg_status status;
    *l = (mg_aspt_parts){.tile_count = 0};
    if (most >= UINT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many tiles for format aspt on a GPU");
    }
    MG_TRY(MG_ALLOC(context, l->tiles, most, "tiles of format aspt"));
    MG_TRY(MG_ALLOC(context, l->parts, most, "parts of format aspt"));
    MG_TRY(MG_ALLOC(context, l->panels, t->panels * t->groups, "panels of format aspt"));
    MG_TRY(MG_ALLOC(context, l->cuts, cuts, "parts of format aspt"));
    MG_TRY(MG_ALLOC(context, l->cut_parts, cuts, "parts of format aspt"));
    for (uint64_t panel = 0; panel < t->panels; panel++) {
        cut_panel(t, panel, l);
    }
out:
    return status;
}

/* The rows of a part from `row` on go to the next one, which was made for the same rows. */
static void split_part(mg_aspt_parts *l, uint32_t next, uint32_t row) {
    mg_aspt_part *const a = &l->parts[next - 1], *const b = &l->parts[next];
    const uint32_t moved = row - a->slot_row; /* rows that stay */
    mg_pack_tile *const one = &l->tiles[a->first], *const two = &l->tiles[b->first];
    b->slot_row = row;
    b->row += row;
    b->rows -= row;
    a->rows = moved;
    one->count = moved;
    two->first += row;
    two->count = b->rows;
}

void mg__aspt_parts_cut(mg_aspt_parts *l) {
    for (uint32_t i = 0; i < l->cut_count; i++) {
        split_part(l, l->cut_parts[i], l->cuts[i].row);
    }
}

void mg__aspt_parts_release(mg_context *context, mg_aspt_parts *l) {
    mg__release(&context->memory, l->tiles);
    mg__release(&context->memory, l->parts);
    mg__release(&context->memory, l->panels);
    mg__release(&context->memory, l->cuts);
    mg__release(&context->memory, l->cut_parts);
}
