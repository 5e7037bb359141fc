/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/aspt/aspt_build.h"

#include "core/cuda/product/aspt/aspt_parts.h"
#include "core/cuda/product/aspt/device_aspt.h"
#include "core/cuda/product/nonzeros/device_steps.h"
#include "core/cuda/product/nonzeros/nonzeros.h"
#include "core/cuda/product/split/device_matrix.h"
#include "core/cuda/product/split/split_items.h"

#define WHAT "tiles of format aspt"

typedef struct work {
    mg_steps steps;
    mg_device_arrays *arrays;
    mg_device_rows csr;
    mg_aspt_sizes sizes;
    mg_aspt_build b;
    uint32_t *row;
    mg_sort_step nonzeros; /* are sorted, with the buffers */
    mg_aspt_tiling tiling;
    mg_aspt_parts parts;
    mg_aspt_table table;
    mg_aspt_cuts cuts;
} work;

static void release(work *w) {
    mg_context *const context = w->steps.context;
    void *const blocks[] = {w->csr.uploaded,
                            w->row,
                            w->nonzeros.keys[0],
                            w->nonzeros.keys[1],
                            w->nonzeros.values[0],
                            w->nonzeros.values[1],
                            w->b.first,
                            w->b.begins_dense,
                            w->b.dense_count,
                            w->b.panel,
                            w->b.run,
                            w->b.panel_dense,
                            w->b.filled,
                            w->b.panel_tiles,
                            w->b.sparse_begins,
                            w->b.sparse_ends,
                            w->table.to,
                            w->cuts.cuts};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__cuda_release(w->steps.cuda, blocks[i]);
    }
    mg__steps_end(&w->steps);
    mg__release(&context->memory, w->tiling.panel_tiles);
    mg__release(&context->memory, w->tiling.before);
    mg__aspt_parts_release(context, &w->parts);
}

static mg_status clear(work *w, void *array, uint64_t count, size_t size) {
    return mg__cuda_check(w->steps.context, cudaMemsetAsync(array, 0, count * size, w->steps.cuda->stream), WHAT);
}

/* The CSR on the device, and the rows of its nonzeros. */
static mg_status open(work *w, mg_storage *storage) {
    mg_storage *csr;
    mg_status status;
    mg_aspt_build *const b = &w->b;
    MG_TRY(mg__storage_csr(w->steps.context, storage, &csr));
    MG_TRY(mg__device_rows(w->steps.context, w->steps.cuda, csr, MG_TYPE_NONE, &w->csr));
    MG_TRY(mg__device_clock_start(w->steps.context, w->steps.cuda));
    MG_TRY(mg__steps_get(&w->steps, &w->row, storage->nonzeros, sizeof *w->row));
    mg_nonzero_rows rows = {.offsets = w->csr.offsets,
                            .rows = (uint32_t)storage->rows,
                            .count = (uint32_t)storage->nonzeros,
                            .row = w->row};
    MG_TRY(mg__step(&w->steps, mg__nonzero_rows, &rows));
    *b = (mg_aspt_build){.offsets = w->csr.offsets,
                         .columns = w->csr.columns,
                         .row = w->row,
                         .rows = rows.rows,
                         .nonzeros = rows.count,
                         .panel_rows = w->sizes.panel_rows,
                         .tile_columns = w->sizes.tile_columns,
                         .threshold = w->sizes.threshold,
                         .least = w->sizes.tile_columns * w->sizes.fill / 4,
                         .panels = w->sizes.panel_count,
                         .column_bits = mg__bits_below(storage->columns)};
    const int slot_bits = mg__bits_below(b->tile_columns);
    b->slot_bits = b->tile_columns == 1 ? 0 : slot_bits < b->column_bits ? slot_bits : b->column_bits;
    b->least = b->least ? b->least : 1;
    w->nonzeros.bits = b->column_bits + mg__bits_below(b->panels);
    w->nonzeros.wide = b->wide = w->nonzeros.bits > 32;
    w->nonzeros.count = b->nonzeros;
    for (int i = 0; i < 2; i++) {
        const size_t key = b->wide ? sizeof(uint64_t) : sizeof(uint32_t);
        MG_TRY(mg__steps_get(&w->steps, &w->nonzeros.keys[i], b->nonzeros, key));
        MG_TRY(mg__steps_get(&w->steps, &w->nonzeros.values[i], b->nonzeros, sizeof(uint32_t)));
    }
out:
    return status;
}

/* Sorts the nonzeros by panel and column, and finds the dense columns of each panel. */
static mg_status find_dense(work *w) {
    mg_aspt_build *const b = &w->b;
    const uint64_t most = b->nonzeros / b->threshold + 1;
    mg_status status;
    b->keys = w->nonzeros.keys[0];
    b->at = w->nonzeros.values[0];
    MG_TRY(mg__step(&w->steps, mg__aspt_column_keys, b));
    MG_TRY(mg__step(&w->steps, mg__step_sort, &w->nonzeros));
    b->columns_sorted = w->nonzeros.keys[w->nonzeros.in];
    b->at_sorted = w->nonzeros.values[w->nonzeros.in];
    MG_TRY(mg__steps_get(&w->steps, &b->first, most, sizeof *b->first));
    MG_TRY(mg__steps_get(&w->steps, &b->dense_count, 1, sizeof *b->dense_count));
    MG_TRY(mg__steps_get(&w->steps, &b->begins_dense, b->nonzeros, sizeof *b->begins_dense));
    mg_select_step select = {.flags = b->begins_dense, .count = b->nonzeros, .to = b->first, .number = b->dense_count};
    MG_TRY(mg__step(&w->steps, mg__aspt_dense_columns, b));
    MG_TRY(mg__step(&w->steps, mg__step_select, &select));
    MG_TRY(mg__steps_read(&w->steps, &b->dense, b->dense_count, sizeof b->dense));
out:
    return status;
}

/* Gives each dense column a tile of its panel: the number of those with the same slot before it. */
static mg_status find_tiles(work *w) {
    mg_aspt_build *const b = &w->b;
    mg_scan_step runs = {.count = b->dense};
    mg_status status;
    MG_TRY(mg__steps_get(&w->steps, &b->panel, b->dense, sizeof *b->panel));
    MG_TRY(mg__steps_get(&w->steps, &b->filled, b->dense, sizeof *b->filled));
    MG_TRY(mg__steps_get(&w->steps, &b->run, b->dense, sizeof *b->run));
    MG_TRY(mg__steps_get(&w->steps, &b->panel_dense, b->panels + 1, sizeof *b->panel_dense));
    MG_TRY(mg__steps_get(&w->steps, &b->panel_tiles, b->panels + 1, sizeof *b->panel_tiles));
    MG_TRY(mg__step(&w->steps, mg__aspt_runs, b));
    if (b->dense) {
        runs.values = b->run;
        MG_TRY(mg__step(&w->steps, mg__step_maxima, &runs));
        MG_TRY(clear(w, b->filled, b->dense, sizeof *b->filled));
    }
    MG_TRY(mg__step(&w->steps, mg__aspt_tile_counts, b));
out:
    return status;
}

/* Sums up the tiles of the panels. */
static mg_status sum_tiles(work *w) {
    mg_aspt_build *const b = &w->b;
    mg_scan_step sums = {.values = b->panel_tiles, .count = b->panels + 1};
    mg_status status;
    MG_TRY(mg__step(&w->steps, mg__step_sums, &sums));
    MG_TRY(MG_ALLOC(w->steps.context, w->tiling.panel_tiles, b->panels + 1, WHAT));
    MG_TRY(mg__steps_read(&w->steps, w->tiling.panel_tiles, b->panel_tiles, (b->panels + 1) * sizeof(uint64_t)));
    if (w->tiling.panel_tiles[b->panels] >= UINT32_MAX) {
        return mg__fail(w->steps.context, MG_ERROR_RANGE, "the matrix has too many tiles for format aspt on a GPU");
    }
    b->segments = w->tiling.panel_tiles[b->panels] * b->panel_rows;
out:
    return status;
}

static mg_status allocate_result(work *w) {
    mg_aspt_build *const b = &w->b;
    const uint64_t count = (uint64_t)b->nonzeros + MG_SPLIT_PAD;
    uint64_t at = 0;
    void *block = NULL;
    mg_status status;
    mg__cuda_carve(NULL, &at, count * sizeof *b->order);
    mg__cuda_carve(NULL, &at, count * sizeof *b->to_columns);
    mg__cuda_carve(NULL, &at, (b->segments + 1) * sizeof *b->starts);
    MG_TRY(mg__device_pool_block(w->steps.context, w->steps.cuda, w->arrays, at, WHAT, &block));
    at = 0;
    b->order = mg__cuda_carve(block, &at, count * sizeof *b->order);
    b->to_columns = mg__cuda_carve(block, &at, count * sizeof *b->to_columns);
    b->starts = mg__cuda_carve(block, &at, (b->segments + 1) * sizeof *b->starts);
    MG_TRY(clear(w, b->to_columns + b->nonzeros, MG_SPLIT_PAD, sizeof *b->to_columns));
    MG_TRY(clear(w, b->starts, b->segments + 1, sizeof *b->starts));
out:
    return status;
}

/* Sorts the nonzeros by tile. */
static mg_status place(work *w) {
    mg_aspt_build *const b = &w->b;
    const int in = w->nonzeros.in;
    mg_sort_step tiles = {.keys = {w->nonzeros.keys[1 - in], w->nonzeros.keys[in]},
                          .values = {w->nonzeros.values[1 - in], w->nonzeros.values[in]},
                          .count = b->nonzeros,
                          .bits = mg__bits_below(w->tiling.panel_tiles[b->panels])};
    mg_scan_step starts = {.count = b->segments + 1};
    mg_status status;
    b->keys = tiles.keys[0];
    b->at = tiles.values[0];
    MG_TRY(mg__step(&w->steps, mg__aspt_tile_keys, b));
    if (w->tiling.panel_tiles[b->panels] > b->panels) { /* else each panel has one tile */
        MG_TRY(mg__step(&w->steps, mg__step_sort, &tiles));
        b->keys = tiles.keys[tiles.in];
        b->at = tiles.values[tiles.in];
    }
    MG_TRY(allocate_result(w));
    MG_TRY(mg__step(&w->steps, mg__aspt_place, b));
    starts.values = b->starts;
    MG_TRY(mg__step(&w->steps, mg__step_maxima, &starts));
out:
    return status;
}

/* The nonzeros outside of dense tiles as work items. */
static mg_status cut_sparse(work *w, uint64_t columns, mg_device_split *sparse) {
    mg_aspt_build *const b = &w->b;
    mg_status status;
    *sparse = (mg_device_split){.rows = b->rows, .columns = (uint32_t)columns, .column = b->to_columns};
    MG_TRY(mg__steps_get(&w->steps, &b->sparse_begins, b->rows, sizeof *b->sparse_begins));
    MG_TRY(mg__steps_get(&w->steps, &b->sparse_ends, b->rows, sizeof *b->sparse_ends));
    MG_TRY(mg__step(&w->steps, mg__aspt_sparse_rows, b));
    MG_TRY(mg__split_items(w->steps.context, w->steps.cuda, b->sparse_begins, b->sparse_ends,
                           mg__device_place(w->arrays), sparse));
out:
    return status;
}

/* Nonzeros before each tile and group of rows, on the host. */
static mg_status measure(work *w) {
    mg_aspt_tiling *const t = &w->tiling;
    const mg_aspt_build *const b = &w->b;
    mg_status status;
    t->rows = b->rows;
    t->panels = b->panels;
    t->panel_rows = b->panel_rows;
    t->groups = (b->panel_rows + MG_ASPT_PART_ROWS - 1) / MG_ASPT_PART_ROWS;
    w->table = (mg_aspt_table){.starts = b->starts,
                               .tiles = t->panel_tiles[b->panels],
                               .panel_rows = b->panel_rows,
                               .groups = t->groups,
                               .group_rows = MG_ASPT_PART_ROWS};
    const uint64_t count = w->table.tiles * t->groups + 1;
    MG_TRY(mg__steps_get(&w->steps, &w->table.to, count, sizeof *t->before));
    MG_TRY(MG_ALLOC(w->steps.context, t->before, count, WHAT));
    MG_TRY(mg__step(&w->steps, mg__aspt_table, &w->table));
    MG_TRY(mg__steps_read(&w->steps, t->before, w->table.to, count * sizeof *t->before));
    for (uint64_t panel = 0; panel < t->panels; panel++) {
        const uint64_t sparse = t->panel_tiles[panel + 1] - 1;
        t->dense_nonzeros += t->before[sparse * t->groups] - t->before[t->panel_tiles[panel] * t->groups];
    }
out:
    return status;
}

static mg_status cut_tiles(work *w) {
    mg_status status;
    mg_context *const context = w->steps.context;
    mg_cuda *const cuda = w->steps.cuda;
    mg_aspt_parts *const p = &w->parts;
    MG_TRY(mg__aspt_parts(context, &w->tiling, p));
    if (p->cut_count) {
        const size_t bytes = p->cut_count * sizeof *p->cuts;
        w->cuts = (mg_aspt_cuts){.starts = w->b.starts, .count = p->cut_count};
        MG_TRY(mg__steps_get(&w->steps, &w->cuts.cuts, p->cut_count, sizeof *p->cuts));
        MG_TRY(mg__cuda_upload(context, cuda, w->cuts.cuts, p->cuts, bytes));
        MG_TRY(mg__step(&w->steps, mg__aspt_cuts, &w->cuts));
        MG_TRY(mg__cuda_download(context, cuda, p->cuts, w->cuts.cuts, bytes));
        mg__aspt_parts_cut(p);
    }
out:
    return status;
}

/* The arrays of the dense tiles in one block; returns its bytes. */
static uint64_t lay_out(const mg_aspt_parts *p, uint64_t map_bytes, char *base, mg_pack_tile **tiles,
                        mg_aspt_part **parts, mg_aspt_panel **panels, uint32_t **map) {
    uint64_t at = 0;
    *tiles = mg__cuda_carve(base, &at, p->tile_count * sizeof **tiles);
    *parts = mg__cuda_carve(base, &at, p->part_count * sizeof **parts);
    *panels = mg__cuda_carve(base, &at, p->panel_count * sizeof **panels);
    *map = mg__cuda_carve(base, &at, map_bytes);
    return at;
}

/* The dense tiles. */
static mg_status pack(work *w, mg_device_aspt *dense, mg_packed *packed) {
    const mg_aspt_build *const b = &w->b;
    const mg_aspt_parts *const p = &w->parts;
    mg_context *const context = w->steps.context;
    mg_cuda *const cuda = w->steps.cuda;
    const uint64_t dense_tiles = w->tiling.panel_tiles[b->panels] - b->panels;
    const uint64_t bytes = dense_tiles * b->tile_columns * sizeof(uint32_t);
    mg_pack_tile *tiles;
    mg_aspt_part *parts;
    mg_aspt_panel *panels;
    uint32_t *map = NULL;
    void *block = NULL;
    mg_status status;
    MG_TRY(mg__device_pool_block(context, cuda, w->arrays, lay_out(p, bytes, NULL, &tiles, &parts, &panels, &map), WHAT,
                                 &block));
    lay_out(p, bytes, block, &tiles, &parts, &panels, &map);
    if (bytes) {
        MG_TRY(mg__cuda_upload(context, cuda, tiles, p->tiles, p->tile_count * sizeof *tiles));
        MG_TRY(mg__cuda_upload(context, cuda, parts, p->parts, p->part_count * sizeof *parts));
        MG_TRY(mg__cuda_upload(context, cuda, panels, p->panels, p->panel_count * sizeof *panels));
        MG_CUDA_TRY(context, cudaMemsetAsync(map, 0xff, bytes, cuda->stream), "slots of tiles"); /* MG_PACK_NONE */
    }
    packed->tile_count = p->tile_count;
    packed->source = (mg_pack_source){.tiles = tiles,
                                      .starts = b->starts,
                                      .positions = b->order,
                                      .columns = b->to_columns,
                                      .mask = b->tile_columns - 1,
                                      .pad = b->tile_columns,
                                      .map = map};
    MG_TRY(mg__pack(context, cuda, w->arrays, packed));
    *dense = (mg_device_aspt){.pack = packed->pack,
                              .tiles = tiles,
                              .map = map,
                              .parts = parts,
                              .panels = panels,
                              .part_count = p->part_count,
                              .panel_count = p->panel_count,
                              .slot_count = p->slot_count,
                              .panel_rows = mg__aspt_part_rows(b->panel_rows),
                              .tile_columns = b->tile_columns};
out:
    return status;
}

mg_status mg__aspt_build(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    mg_aspt_on_device *const made = (mg_aspt_on_device *)arrays;
    work w = {.steps = {.context = context, .cuda = cuda, .what = WHAT}, .arrays = arrays};
    const mg_matrix_shape shape = mg__storage_shape(context, storage);
    mg_status status;
    w.sizes = mg__aspt_sizes(context, &shape, &storage->options);
    MG_TRY(open(&w, storage));
    if (w.b.nonzeros) {
        MG_TRY(find_dense(&w));
    }
    MG_TRY(find_tiles(&w));
    MG_TRY(sum_tiles(&w));
    MG_TRY(place(&w));
    MG_TRY(cut_sparse(&w, storage->columns, &made->aspt.sparse));
    MG_TRY(measure(&w));
    MG_TRY(cut_tiles(&w));
    MG_TRY(pack(&w, &made->aspt.dense, &made->packed));
    made->segments = w.b.segments;
    arrays->order = made->aspt.positions = w.b.order;
out:
    release(&w);
    return status;
}
