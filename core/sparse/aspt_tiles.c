/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_tiles.c: the sizes of the tiles of format ASPT, and which nonzeros are in which tile.
 */
#include "core/sparse/aspt_tiles.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TILES (UINT16_MAX - 1) /* dense ones of a panel */

/* The cache's tiles: a column pays from so many nonzeros on (measured), and tiles of few columns pay, too. */
#define CACHE_THRESHOLD 4
#define CACHE_FILL 1
#define CACHE_LINES_MAX 4096

/* By the cache: (panel_rows + tile_columns) rows of k elements fill half of it. */
static mg_aspt_sizes by_cache(const mg_context *context, const mg_matrix_shape *shape, uint32_t k) {
    const uint64_t element = shape->value_size > 4 ? 8 : 4;
    const uint64_t lines = mg__cache_bytes(context->cache_bytes) / 4 / (k * element);
    uint32_t size = 64;
    while (size < CACHE_LINES_MAX && 2 * size <= lines) {
        size *= 2;
    }
    return (mg_aspt_sizes){
        .panel_rows = size, .tile_columns = size, .threshold = CACHE_THRESHOLD, .fill = CACHE_FILL};
}

mg_aspt_sizes mg__aspt_sizes(const mg_context *context, const mg_matrix_shape *shape, const mg_format_options *o) {
    const uint32_t k = o->k ? o->k : 1;
    mg_aspt_sizes s = o->tiling == MG_TILING_PAPER    ? (mg_aspt_sizes){128, k <= 32 ? 256 : 128, 16, true, 3, 0}
                      : o->tiling == MG_TILING_HOPPER ? (mg_aspt_sizes){512, 1024, 4, true, 1, 0}
                                                      : by_cache(context, shape, k);
    s.panel_rows = o->panel_rows ? o->panel_rows : s.panel_rows;
    s.tile_columns = o->tile_columns ? o->tile_columns : s.tile_columns;
    s.threshold = o->threshold ? o->threshold : s.threshold;
    s.panel_count = (shape->rows + s.panel_rows - 1) / s.panel_rows;
    return s;
}

mg_aspt_range mg__aspt_range(const mg_storage *from, const mg_aspt_sizes *sizes, uint64_t panel) {
    const uint64_t first = panel * sizes->panel_rows, *offsets = from->csr.offsets;
    const uint64_t rows = from->rows - first < sizes->panel_rows ? from->rows - first : sizes->panel_rows;
    return (mg_aspt_range){.row = first, .rows = rows, .begin = offsets[first], .end = offsets[first + rows]};
}

/* ---- finding the tiles of a panel ---- */

mg_status mg__aspt_finders_create(mg_context *context, const mg_storage *from, const mg_aspt_sizes *sizes, int threads,
                                  mg_aspt_finders *finders) {
    uint64_t largest = 0;
    mg_status status;
    for (uint64_t panel = 0; panel < sizes->panel_count; panel++) {
        const mg_aspt_range range = mg__aspt_range(from, sizes, panel);
        largest = range.end - range.begin > largest ? range.end - range.begin : largest;
    }
    *finders = (mg_aspt_finders){.from = from, .sizes = *sizes, .most_heavy = largest / sizes->threshold + 1};
    const uint64_t count = (uint64_t)threads;
    MG_TRY(MG_ALLOC_ZEROED(context, finders->counts, from->columns * count, "counters of columns"));
    MG_TRY(MG_ALLOC(context, finders->heavy, finders->most_heavy * count, "dense columns"));
    MG_TRY(MG_ALLOC(context, finders->slots, sizes->tile_columns * count, "slots of tiles"));
out:
    return status;
}

void mg__aspt_finders_release(mg_context *context, mg_aspt_finders *finders) {
    mg__release(&context->memory, finders->counts);
    mg__release(&context->memory, finders->heavy);
    mg__release(&context->memory, finders->slots);
}

/* One thread's finder, for one panel. */
typedef struct finder {
    const mg_aspt_sizes *sizes;
    uint32_t *counts; /* of each column: nonzeros in the panel; then HEAVY and its tile; 0 between panels */
    uint32_t *heavy;  /* dense columns of the panel */
    uint64_t heavy_count;
    uint32_t *slots; /* dense columns in each slot */
} finder;

#define HEAVY (UINT32_C(1) << 31)

static int ascending(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Tiles of the dense columns in ascending order; the last one may have few. */
static uint64_t cut_columns(const finder *f, uint64_t least) {
    const uint32_t width = f->sizes->tile_columns;
    for (uint64_t i = 0; i < f->heavy_count; i++) {
        const uint64_t tile = i / width;
        f->counts[f->heavy[i]] = HEAVY | (uint32_t)(tile < MOST_TILES ? tile : MG_ASPT_SPARSE);
    }
    const uint64_t tiles = f->heavy_count / width + (f->heavy_count % width >= least);
    return tiles < MOST_TILES ? tiles : MOST_TILES;
}

/* Tile i has a column of each slot that has more than i dense columns, so tiles become emptier. */
static uint64_t fill_slots(const finder *f, uint64_t least) {
    const uint32_t width = f->sizes->tile_columns;
    uint64_t tiles = 0;
    memset(f->slots, 0, width * sizeof *f->slots);
    for (uint64_t i = 0; i < f->heavy_count; i++) {
        const uint32_t tile = f->slots[f->heavy[i] % width]++;
        f->counts[f->heavy[i]] = HEAVY | (tile < MOST_TILES ? tile : MG_ASPT_SPARSE);
    }
    for (uint64_t occupied = width; tiles < MOST_TILES; tiles++) {
        occupied = 0;
        for (uint32_t slot = 0; slot < width; slot++) {
            occupied += f->slots[slot] > tiles;
        }
        if (occupied < least) {
            break;
        }
    }
    return tiles;
}

static uint64_t assign_tiles(const finder *f) {
    const uint64_t least = (uint64_t)f->sizes->tile_columns * f->sizes->fill / 4;
    return (f->sizes->has_slots ? fill_slots : cut_columns)(f, least ? least : 1);
}

uint64_t mg__aspt_find(const mg_aspt_finders *finders, int thread, const mg_aspt_range *range, uint16_t *tile_of,
                       uint64_t *columns) {
    const uint32_t *column = finders->from->csr.columns;
    finder f = {.sizes = &finders->sizes,
                .counts = finders->counts + (uint64_t)thread * finders->from->columns,
                .heavy = finders->heavy + (uint64_t)thread * finders->most_heavy,
                .slots = finders->slots + (uint64_t)thread * finders->sizes.tile_columns};
    for (uint64_t e = range->begin; e < range->end; e++) {
        if (++f.counts[column[e]] == f.sizes->threshold) {
            f.heavy[f.heavy_count++] = column[e];
        }
    }
    qsort(f.heavy, f.heavy_count, sizeof *f.heavy, ascending);
    const uint64_t tiles = f.heavy_count ? assign_tiles(&f) : 0;
    *columns = 0;
    for (uint64_t i = 0; i < f.heavy_count; i++) {
        *columns += (f.counts[f.heavy[i]] & UINT16_MAX) < tiles;
    }
    for (uint64_t e = range->begin; e < range->end; e++) {
        const uint32_t state = f.counts[column[e]];
        tile_of[e - range->begin] = state & HEAVY && (state & UINT16_MAX) < tiles ? (uint16_t)state : MG_ASPT_SPARSE;
    }
    for (uint64_t e = range->begin; e < range->end; e++) {
        f.counts[column[e]] = 0;
    }
    return tiles;
}
