/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/aspt/device_aspt.h"

#include "core/cuda/product/aspt/aspt_kernels.h"
#include "core/cuda/product/pack/pack.h"
#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/split/split_items.h"
#include "core/sparse/formats.h"

/* Nonzeros of a part: so many that its rows of the result are few beside them, and no more than PARTS parts, about. A
 * tile of twice as many is cut into ranges of rows. A panel that is no more than a multiprocessor's share of the work
 * stays whole: each part of a cut one writes sums of all its rows. */
#define LEAST_PART 16384
#define PARTS 512
#define SHARES 128
#define PART_ROWS 1024 /* most rows of a part */

typedef struct device_aspt {
    mg_device_arrays arrays;
    mg_aspt_device aspt; /* without values */
    mg_packed packed;
    void *values[MG_OTHER]; /* packed, by type; blocks of `arrays` */
} device_aspt;

/* What is made on the host. */
typedef struct lists {
    uint64_t *row_begins; /* rows + 1 */
    uint64_t *sparse_begins;
    mg_pack_tile *tiles;
    mg_aspt_part *parts;
    mg_aspt_panel *panels;
    uint32_t tile_count, part_count, panel_count, slot_count;
} lists;

static void release_lists(mg_context *context, lists *l) {
    mg__release(&context->memory, l->row_begins);
    mg__release(&context->memory, l->sparse_begins);
    mg__release(&context->memory, l->tiles);
    mg__release(&context->memory, l->parts);
    mg__release(&context->memory, l->panels);
}

/* Rows of a panel that parts have together. */
typedef struct range {
    const mg_aspt *aspt;
    const uint64_t *starts; /* of the first row */
    uint64_t tiles;         /* of the panel, the sparse one included */
    uint64_t map;           /* number of the first tile among all dense ones */
    uint32_t row, rows;
} range;

static uint64_t nonzeros_of(const range *r, uint64_t row, uint64_t tile) {
    return r->starts[row * r->tiles + tile + 1] - r->starts[row * r->tiles + tile];
}

static uint64_t nonzeros_of_tile(const range *r, uint64_t tile) {
    uint64_t sum = 0;
    for (uint64_t row = 0; row < r->rows; row++) {
        sum += nonzeros_of(r, row, tile);
    }
    return sum;
}

/* Rows of a tile: to the last part, or to a new one whose sums are in the range's slot `slot`. */
static void add_tile(const range *r, uint64_t tile, uint32_t first, uint32_t rows, uint32_t slot, bool begins,
                     lists *l) {
    l->tiles[l->tile_count] = (mg_pack_tile){.first = (uint64_t)(r->starts - r->aspt->starts) + first * r->tiles + tile,
                                             .stride = (uint32_t)r->tiles,
                                             .count = rows,
                                             .map = (uint32_t)(r->map + tile)};
    if (begins) {
        l->parts[l->part_count++] = (mg_aspt_part){
            .row = r->row + first, .rows = rows, .first = l->tile_count, .slot = slot, .slot_row = first};
    }
    l->parts[l->part_count - 1].end = ++l->tile_count;
}

/* A tile of many nonzeros: parts of some of its rows. */
static void cut_tile(const range *r, uint64_t tile, uint64_t most, uint32_t slot, lists *l) {
    uint64_t sum = 0;
    for (uint32_t row = 0, first = 0; row < r->rows; row++) {
        sum += nonzeros_of(r, row, tile);
        if (sum >= most || row + 1 == r->rows) {
            add_tile(r, tile, first, row + 1 - first, slot, true, l);
            first = row + 1;
            sum = 0;
        }
    }
}

static uint64_t nonzeros_of_part(const mg_aspt *aspt) {
    const uint64_t share = aspt->dense_nonzeros / PARTS;
    return share > LEAST_PART ? share : LEAST_PART;
}

static bool stays_whole(const range *r) {
    const uint64_t share = r->aspt->dense_nonzeros / SHARES, most = share > 2 * LEAST_PART ? share : 2 * LEAST_PART;
    uint64_t sum = 0;
    for (uint64_t row = 0; row < r->rows; row++) {
        sum += r->starts[row * r->tiles + r->tiles - 1] - r->starts[row * r->tiles];
    }
    return sum <= most;
}

/* Cuts the dense tiles of some rows into parts. Those of several slots are summed up from them. */
static void cut_range(const range *r, lists *l) {
    const uint32_t first_part = l->part_count;
    const uint64_t most = stays_whole(r) ? UINT64_MAX / 2 : nonzeros_of_part(r->aspt);
    uint64_t count = most; /* of the last part */
    uint32_t slots = 0;
    for (uint64_t tile = 0; tile + 1 < r->tiles; tile++) {
        const uint64_t nonzeros = nonzeros_of_tile(r, tile);
        if (nonzeros >= 2 * most) {
            cut_tile(r, tile, most, slots++, l);
            count = most;
        } else {
            const bool begins = count >= most;
            count = begins ? nonzeros : count + nonzeros;
            slots += begins;
            add_tile(r, tile, 0, r->rows, slots - 1, begins, l);
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

static uint32_t rows_of_part(const mg_aspt *aspt) {
    return aspt->panel_rows < PART_ROWS ? aspt->panel_rows : PART_ROWS;
}

static void fill_lists(const mg_storage *storage, lists *l) {
    const mg_aspt *aspt = storage->layout;
    const uint32_t most_rows = rows_of_part(aspt);
    for (uint64_t panel = 0; panel < aspt->panel_count; panel++) {
        const uint64_t first = panel * aspt->panel_rows, rows = mg__aspt_rows(aspt, storage->rows, panel);
        const uint64_t *starts = mg__aspt_starts(aspt, panel), tiles = mg__aspt_tiles(aspt, panel);
        for (uint64_t row = 0; row < rows; row++) {
            l->row_begins[first + row] = starts[row * tiles];
            l->sparse_begins[first + row] = starts[row * tiles + tiles - 1];
        }
        for (uint64_t row = 0; row < rows; row += most_rows) {
            const uint64_t left = rows - row;
            const range some = {.aspt = aspt,
                                .starts = starts + row * tiles,
                                .tiles = tiles,
                                .map = aspt->panel_tiles[panel] - panel,
                                .row = (uint32_t)(first + row),
                                .rows = left < most_rows ? (uint32_t)left : most_rows};
            cut_range(&some, l);
        }
    }
    l->row_begins[storage->rows] = storage->nonzeros;
}

static mg_status make_lists(mg_context *context, const mg_storage *storage, lists *l) {
    const mg_aspt *aspt = storage->layout;
    const uint64_t ranges = (aspt->panel_rows + PART_ROWS - 1) / PART_ROWS;
    const uint64_t dense_tiles = aspt->panel_tiles[aspt->panel_count] - aspt->panel_count;
    const uint64_t most = dense_tiles * ranges + aspt->dense_nonzeros / nonzeros_of_part(aspt);
    mg_status status;
    if (most >= UINT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many tiles for format aspt on a GPU");
    }
    MG_TRY(MG_ALLOC(context, l->row_begins, storage->rows + 1, "rows of format aspt"));
    MG_TRY(MG_ALLOC(context, l->sparse_begins, storage->rows, "rows of format aspt"));
    MG_TRY(MG_ALLOC(context, l->tiles, most, "tiles of format aspt"));
    MG_TRY(MG_ALLOC(context, l->parts, most, "parts of format aspt"));
    MG_TRY(MG_ALLOC(context, l->panels, aspt->panel_count * ranges, "panels of format aspt"));
    fill_lists(storage, l);
out:
    return status;
}

static mg_status pack(mg_context *context, mg_cuda *cuda, const mg_storage *storage, const lists *l,
                      mg_device_arrays *arrays) {
    const mg_aspt *aspt = storage->layout;
    device_aspt *const own = (device_aspt *)arrays;
    mg_device_aspt *const dense = &own->aspt.dense;
    const uint64_t dense_tiles = aspt->panel_tiles[aspt->panel_count] - aspt->panel_count;
    const uint64_t bytes = dense_tiles * aspt->tile_columns * sizeof(uint32_t);
    const void *starts = NULL, *parts = NULL, *panels = NULL;
    void *map = NULL;
    mg_status status;
    MG_TRY(mg__device_upload(context, cuda, arrays, aspt->starts, aspt->start_count, sizeof(uint64_t), &starts));
    MG_TRY(mg__device_upload(context, cuda, arrays, l->parts, l->part_count, sizeof *l->parts, &parts));
    MG_TRY(mg__device_upload(context, cuda, arrays, l->panels, l->panel_count, sizeof *l->panels, &panels));
    if (bytes) {
        MG_TRY(mg__device_block(context, arrays, bytes, "slots of tiles", &map));
        MG_CUDA_TRY(context, cudaMemsetAsync(map, 0xff, bytes, cuda->stream), "slots of tiles"); /* MG_PACK_NONE */
    }
    own->packed.source = (mg_pack_source){.starts = starts,
                                          .positions = own->aspt.positions,
                                          .columns = own->aspt.sparse.column,
                                          .mask = aspt->tile_columns - 1,
                                          .pad = aspt->tile_columns,
                                          .map = map};
    MG_TRY(mg__pack(context, cuda, arrays, l->tiles, l->tile_count, &own->packed));
    *dense = (mg_device_aspt){.pack = own->packed.pack,
                              .tiles = own->packed.source.tiles,
                              .map = map,
                              .parts = parts,
                              .panels = panels,
                              .part_count = l->part_count,
                              .panel_count = l->panel_count,
                              .slot_count = l->slot_count,
                              .panel_rows = rows_of_part(aspt),
                              .tile_columns = aspt->tile_columns};
out:
    return status;
}

static mg_status upload(mg_context *context, mg_cuda *cuda, mg_storage *storage, const lists *l,
                        mg_device_arrays *arrays) {
    mg_status status = MG_OK;
    const mg_aspt *aspt = storage->layout;
    mg_aspt_device *const d = &((device_aspt *)arrays)->aspt;
    const void *columns = NULL, *positions = NULL, *row_begins = NULL, *sparse_begins = NULL;
    MG_TRY(mg__device_upload(context, cuda, arrays, aspt->columns, storage->nonzeros, sizeof(uint32_t), &columns));
    MG_TRY(mg__device_upload(context, cuda, arrays, aspt->positions, storage->nonzeros, sizeof(uint32_t), &positions));
    MG_TRY(mg__device_upload(context, cuda, arrays, l->row_begins, storage->rows + 1, sizeof(uint64_t), &row_begins));
    MG_TRY(mg__device_upload(context, cuda, arrays, l->sparse_begins, storage->rows, sizeof(uint64_t), &sparse_begins));
    *d = (mg_aspt_device){
        .sparse = {.rows = (uint32_t)storage->rows, .columns = (uint32_t)storage->columns, .column = columns},
        .positions = positions,
        .row_begins = row_begins};
    MG_TRY(pack(context, cuda, storage, l, arrays));
    MG_TRY(mg__split_items(context, cuda, sparse_begins, d->row_begins + 1, mg__device_place(arrays), &d->sparse));
out:
    return status;
}

static mg_status build(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    lists l = {0};
    mg_status status;
    MG_TRY(make_lists(context, storage, &l));
    status = upload(context, cuda, storage, &l, arrays);
out:
    release_lists(context, &l);
    return status;
}

mg_status mg__device_aspt(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, mg_aspt_device *aspt) {
    device_aspt *d = NULL;
    mg_status status;
    MG_TRY(mg__device_arrays(context, cuda, storage, type, sizeof *d, build, &d));
    *aspt = d->aspt;
    if (type != MG_TYPE_NONE) {
        MG_TRY(mg__pack_values(context, cuda, storage, &d->arrays, &d->packed, type, &d->values[type]));
        aspt->sparse.values = d->arrays.values[type];
        aspt->dense.pack.values = d->values[type];
    }
out:
    return status;
}

/* ---- launches ---- */

#define LANE_BYTES 16

/* Bytes of shared memory of a thread block: its sums (SpMM only) and tiles, whose rows have `row` bytes. */
static uint64_t shared_bytes(uint64_t rows, uint64_t tile_columns, uint64_t stages, uint64_t row) {
    return (rows + stages * (tile_columns + 1)) * row + rows;
}

bool mg__aspt_fits(const mg_cuda *cuda, const mg_storage *storage, bool sddmm) {
    const mg_aspt *aspt = storage->layout;
    const uint64_t row = sddmm ? 8 * LANE_BYTES : 8 * sizeof(double); /* the widest that cannot be narrower */
    return aspt->tile_columns <= UINT16_MAX &&
           shared_bytes(sddmm ? 0 : rows_of_part(aspt), aspt->tile_columns, 1, row) <= mg__cuda_shared_limit(cuda);
}

/* Has a multiprocessor room for two thread blocks? */
static bool fits_twice(const mg_cuda *cuda, uint64_t bytes) {
    return 2 * (bytes + cuda->shared_reserved) <= cuda->shared_of_sm && !cuda->test.shared_limit;
}

/* A kernel and its shared memory. */
typedef struct walk_plan {
    mg_aspt_kernels kernels;
    uint32_t stages;
    uint64_t bytes;
} walk_plan;

static walk_plan plan_for(const mg_cuda *cuda, const mg_device_aspt *aspt, mg_type type, uint32_t k, bool vectors,
                          bool sddmm) {
    const uint64_t limit = mg__cuda_shared_limit(cuda), rows = sddmm ? 0 : aspt->panel_rows;
    const uint64_t wide = shared_bytes(rows, aspt->tile_columns, 1, 8 * LANE_BYTES);
    const uint32_t lanes = sddmm || (wide <= limit && k * mg__type_size(type) > 2 * LANE_BYTES) ? 8 : 2;
    const uint32_t threads = fits_twice(cuda, wide) ? MG_ASPT_HALF : MG_ASPT_THREADS;
    walk_plan p = {.kernels = type == MG_FLOAT32 ? mg__aspt_kernels_f32(lanes, threads, vectors)
                                                 : mg__aspt_kernels_f64(lanes, threads, vectors)};
    const uint64_t row = p.kernels.columns * p.kernels.size;
    const uint64_t two = shared_bytes(rows, aspt->tile_columns, 2, row);
    p.stages = (p.kernels.threads < MG_ASPT_THREADS ? fits_twice(cuda, two) : two <= limit) ? 2 : 1;
    p.bytes = shared_bytes(rows, aspt->tile_columns, p.stages, row);
    return p;
}

mg_status mg__aspt_prepare(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, mg_aspt_product *p) {
    const uint32_t k = p->product.k;
    const walk_plan plan = plan_for(cuda, &p->aspt, type, k, vectors, false);
    p->slices = (k + plan.kernels.columns - 1) / plan.kernels.columns;
    p->stages = plan.stages;
    return mg__cuda_get(context, cuda, &p->slots,
                        (uint64_t)p->aspt.slot_count * p->aspt.panel_rows * k * plan.kernels.size, "a sparse product");
}

mg_status mg__aspt_spmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, const mg_aspt_product *p) {
    mg_status status = MG_OK;
    const mg_device_aspt *const a = &p->aspt;
    const walk_plan plan = plan_for(cuda, a, type, p->product.k, vectors, false);
    const mg_product_launch tiles = {.kernel = plan.kernels.spmm,
                                     .blocks = (uint64_t)a->part_count * p->slices,
                                     .threads = plan.kernels.threads,
                                     .shared = plan.bytes};
    const mg_product_launch finish = {
        .kernel = plan.kernels.finish, .blocks = (uint64_t)a->panel_count * a->panel_rows, .threads = MG_SPLIT_THREADS};
    MG_TRY(mg__product_launch(context, cuda, &tiles, p, sizeof *p));
    MG_TRY(mg__product_launch(context, cuda, &finish, p, sizeof *p));
out:
    return status;
}

mg_status mg__aspt_prepare_sampled(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, mg_aspt_sampled *p) {
    const uint32_t k = p->product.k;
    const walk_plan plan = plan_for(cuda, &p->aspt, type, k, vectors, true);
    const uint64_t nonzeros = p->aspt.pack.steps * MG_PACK_ROWS * MG_PACK_STEP;
    p->slices = (k + plan.kernels.columns - 1) / plan.kernels.columns;
    p->stages = plan.stages;
    return mg__cuda_get(context, cuda, &p->partial, p->slices > 1 ? nonzeros * plan.kernels.size : 0,
                        "a sparse product");
}

mg_status mg__aspt_sddmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, const mg_aspt_sampled *p) {
    const walk_plan plan = plan_for(cuda, &p->aspt, type, p->product.k, vectors, true);
    const mg_product_launch launch = {.kernel = plan.kernels.sddmm,
                                      .blocks = p->aspt.part_count,
                                      .threads = plan.kernels.threads,
                                      .shared = plan.bytes};
    return mg__product_launch(context, cuda, &launch, p, sizeof *p);
}
