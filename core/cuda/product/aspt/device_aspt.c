/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/aspt/device_aspt.h"

#include "core/cuda/product/aspt/aspt_kernels.h"
#include "core/cuda/product/device_arrays.h"
#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/split/split_items.h"
#include "core/sparse/formats.h"

/* Nonzeros of a part: so many that its rows of the result are few beside them, and no more than PARTS parts, about. */
#define LEAST_PART 16384
#define PARTS 1024

typedef struct device_aspt {
    mg_device_arrays arrays;
    mg_aspt_device aspt; /* without values */
} device_aspt;

/* What is made on the host. */
typedef struct lists {
    uint64_t *row_begins; /* rows + 1 */
    uint64_t *sparse_begins;
    mg_aspt_part *parts;
    mg_aspt_panel *panels;
    uint32_t part_count, panel_count, slot_count;
} lists;

static void release_lists(mg_context *context, lists *l) {
    mg__release(&context->memory, l->row_begins);
    mg__release(&context->memory, l->sparse_begins);
    mg__release(&context->memory, l->parts);
    mg__release(&context->memory, l->panels);
}

static uint64_t nonzeros_of_tile(const uint64_t *starts, uint64_t rows, uint64_t tiles, uint64_t tile) {
    uint64_t sum = 0;
    for (uint64_t row = 0; row < rows; row++) {
        sum += starts[row * tiles + tile + 1] - starts[row * tiles + tile];
    }
    return sum;
}

/* Cuts the dense tiles of a panel into parts. */
static void cut_panel(const mg_storage *storage, uint64_t panel, uint64_t most, lists *l) {
    const mg_aspt *aspt = storage->layout;
    const uint64_t tiles = mg__aspt_tiles(aspt, panel), rows = mg__aspt_rows(aspt, storage->rows, panel);
    const uint64_t *starts = mg__aspt_starts(aspt, panel);
    const uint32_t first_part = l->part_count;
    uint64_t count = 0;
    for (uint64_t tile = 0; tile + 1 < tiles; tile++) {
        if (tile == 0 || count >= most) {
            l->parts[l->part_count++] = (mg_aspt_part){.starts = (uint64_t)(starts - aspt->starts),
                                                       .row = (uint32_t)(panel * aspt->panel_rows),
                                                       .rows = (uint32_t)rows,
                                                       .tiles = (uint32_t)tiles,
                                                       .first = (uint32_t)tile,
                                                       .map = (uint32_t)(aspt->panel_tiles[panel] - panel + tile),
                                                       .slot = MG_ASPT_NO_SLOT};
            count = 0;
        }
        l->parts[l->part_count - 1].end = (uint32_t)tile + 1;
        count += nonzeros_of_tile(starts, rows, tiles, tile);
    }
    const uint32_t parts = l->part_count - first_part;
    if (parts > 1) {
        l->panels[l->panel_count++] = (mg_aspt_panel){
            .row = (uint32_t)(panel * aspt->panel_rows), .rows = (uint32_t)rows, .slot = l->slot_count, .slots = parts};
        for (uint32_t i = 0; i < parts; i++) {
            l->parts[first_part + i].slot = l->slot_count++;
        }
    }
}

static void fill_lists(const mg_storage *storage, lists *l) {
    const mg_aspt *aspt = storage->layout;
    const uint64_t share = aspt->dense_nonzeros / PARTS, most = share > LEAST_PART ? share : LEAST_PART;
    for (uint64_t panel = 0; panel < aspt->panel_count; panel++) {
        const uint64_t first = panel * aspt->panel_rows, rows = mg__aspt_rows(aspt, storage->rows, panel);
        const uint64_t *starts = mg__aspt_starts(aspt, panel), tiles = mg__aspt_tiles(aspt, panel);
        for (uint64_t row = 0; row < rows; row++) {
            l->row_begins[first + row] = starts[row * tiles];
            l->sparse_begins[first + row] = starts[row * tiles + tiles - 1];
        }
        cut_panel(storage, panel, most, l);
    }
    l->row_begins[storage->rows] = storage->nonzeros;
}

static mg_status make_lists(mg_context *context, const mg_storage *storage, lists *l) {
    const mg_aspt *aspt = storage->layout;
    const uint64_t dense_tiles = aspt->panel_tiles[aspt->panel_count] - aspt->panel_count;
    mg_status status;
    if (dense_tiles >= UINT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many tiles for format aspt on a GPU");
    }
    MG_TRY(MG_ALLOC(context, l->row_begins, storage->rows + 1, "rows of format aspt"));
    MG_TRY(MG_ALLOC(context, l->sparse_begins, storage->rows, "rows of format aspt"));
    MG_TRY(MG_ALLOC(context, l->parts, dense_tiles, "parts of format aspt"));
    MG_TRY(MG_ALLOC(context, l->panels, aspt->panel_count, "panels of format aspt"));
    fill_lists(storage, l);
out:
    return status;
}

/* Finds the columns of the tiles' slots. */
static mg_status make_map(mg_context *context, mg_cuda *cuda, mg_device_arrays *arrays, mg_device_aspt *dense) {
    mg_status status = MG_OK;
    const uint64_t bytes = (uint64_t)dense->dense_tiles * dense->tile_columns * sizeof(uint32_t);
    void *map = NULL;
    if (!dense->part_count) {
        return MG_OK;
    }
    MG_TRY(mg__device_block(context, arrays, bytes, "slots of tiles", &map));
    MG_CUDA_TRY(context, cudaMemsetAsync(map, 0xff, bytes, cuda->stream), "slots of tiles"); /* MG_ASPT_EMPTY */
    dense->map = map;
    const mg_aspt_mapping mapping = {.aspt = *dense, .map = map};
    const mg_product_launch launch = {
        .kernel = mg__aspt_map_kernel(), .blocks = dense->part_count, .threads = MG_ASPT_THREADS};
    MG_TRY(mg__product_launch(context, cuda, &launch, &mapping, sizeof mapping));
out:
    return status;
}

static mg_status upload(mg_context *context, mg_cuda *cuda, mg_storage *storage, const lists *l,
                        mg_device_arrays *arrays) {
    mg_status status = MG_OK;
    const mg_aspt *aspt = storage->layout;
    mg_aspt_device *const d = &((device_aspt *)arrays)->aspt;
    const void *columns = NULL, *starts = NULL, *positions = NULL, *row_begins = NULL, *sparse_begins = NULL;
    const void *parts = NULL, *panels = NULL;
    MG_TRY(mg__device_upload(context, cuda, arrays, aspt->columns, storage->nonzeros, sizeof(uint32_t), &columns));
    MG_TRY(mg__device_upload(context, cuda, arrays, aspt->positions, storage->nonzeros, sizeof(uint32_t), &positions));
    MG_TRY(mg__device_upload(context, cuda, arrays, aspt->starts, aspt->start_count, sizeof(uint64_t), &starts));
    MG_TRY(mg__device_upload(context, cuda, arrays, l->row_begins, storage->rows + 1, sizeof(uint64_t), &row_begins));
    MG_TRY(mg__device_upload(context, cuda, arrays, l->sparse_begins, storage->rows, sizeof(uint64_t), &sparse_begins));
    MG_TRY(mg__device_upload(context, cuda, arrays, l->parts, l->part_count, sizeof *l->parts, &parts));
    MG_TRY(mg__device_upload(context, cuda, arrays, l->panels, l->panel_count, sizeof *l->panels, &panels));
    *d = (mg_aspt_device){
        .sparse = {.rows = (uint32_t)storage->rows, .columns = (uint32_t)storage->columns, .column = columns},
        .dense = {.column = columns,
                  .starts = starts,
                  .parts = parts,
                  .panels = panels,
                  .part_count = l->part_count,
                  .panel_count = l->panel_count,
                  .slot_count = l->slot_count,
                  .panel_rows = aspt->panel_rows,
                  .tile_columns = aspt->tile_columns,
                  .dense_tiles = (uint32_t)(aspt->panel_tiles[aspt->panel_count] - aspt->panel_count)},
        .positions = positions,
        .row_begins = row_begins};
    MG_TRY(make_map(context, cuda, arrays, &d->dense));
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
    const mg_status status = mg__device_arrays(context, cuda, storage, type, sizeof *d, build, &d);
    if (status >= 0) {
        *aspt = d->aspt;
        aspt->sparse.values = aspt->dense.values = type == MG_TYPE_NONE ? NULL : d->arrays.values[type];
    }
    return status;
}

/* ---- launches ---- */

#define LANE_BYTES 16

bool mg__aspt_fits(const mg_cuda *cuda, const mg_storage *storage, bool sddmm) {
    const mg_aspt *aspt = storage->layout;
    const uint64_t row = sddmm ? 8 * LANE_BYTES : 8 * sizeof(double); /* the widest that cannot be narrower */
    return aspt->tile_columns * row <= mg__cuda_shared_limit(cuda);
}

/* Do the tiles of two thread blocks fit a multiprocessor? */
static bool fits_twice(const mg_cuda *cuda, uint64_t bytes) {
    return 2 * (bytes + cuda->shared_reserved) <= cuda->shared_of_sm && !cuda->test.shared_limit;
}

static mg_aspt_kernels kernels_for(const mg_cuda *cuda, const mg_device_aspt *aspt, mg_type type, uint32_t k,
                                   bool vectors, bool sddmm) {
    const uint64_t wide = (uint64_t)aspt->tile_columns * 8 * LANE_BYTES;
    const bool is_wide = wide <= mg__cuda_shared_limit(cuda) && k * mg__type_size(type) > 2 * LANE_BYTES;
    const uint32_t lanes = sddmm || is_wide ? 8 : 2;
    const uint32_t threads = fits_twice(cuda, wide) && !sddmm ? MG_ASPT_HALF : MG_ASPT_THREADS;
    return type == MG_FLOAT32 ? mg__aspt_kernels_f32(lanes, threads, vectors)
                              : mg__aspt_kernels_f64(lanes, threads, vectors);
}

static size_t tile_bytes(const mg_device_aspt *aspt, const mg_aspt_kernels *kernels) {
    return (size_t)aspt->tile_columns * kernels->columns * kernels->size;
}

/* Tiles of a thread block. */
static uint32_t stages_for(const mg_cuda *cuda, size_t bytes, uint32_t threads) {
    return threads < MG_ASPT_THREADS                  ? (fits_twice(cuda, 2 * bytes) ? 2 : 1)
           : 2 * bytes <= mg__cuda_shared_limit(cuda) ? 2
                                                      : 1;
}

mg_status mg__aspt_prepare(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, mg_aspt_product *p) {
    const uint32_t k = p->product.k;
    const mg_aspt_kernels kernels = kernels_for(cuda, &p->aspt, type, k, vectors, false);
    p->slices = (k + kernels.columns - 1) / kernels.columns;
    p->stages = stages_for(cuda, tile_bytes(&p->aspt, &kernels), kernels.threads);
    return mg__cuda_get(context, cuda, &p->slots, (uint64_t)p->aspt.slot_count * p->aspt.panel_rows * k * kernels.size,
                        "a sparse product");
}

mg_status mg__aspt_spmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, const mg_aspt_product *p) {
    mg_status status = MG_OK;
    const mg_device_aspt *const a = &p->aspt;
    const mg_aspt_kernels kernels = kernels_for(cuda, a, type, p->product.k, vectors, false);
    const mg_product_launch tiles = {.kernel = kernels.spmm,
                                     .blocks = (uint64_t)a->part_count * p->slices,
                                     .threads = kernels.threads,
                                     .shared = p->stages * tile_bytes(a, &kernels)};
    const mg_product_launch finish = {
        .kernel = kernels.finish, .blocks = (uint64_t)a->panel_count * a->panel_rows, .threads = MG_SPLIT_THREADS};
    MG_TRY(mg__product_launch(context, cuda, &tiles, p, sizeof *p));
    MG_TRY(mg__product_launch(context, cuda, &finish, p, sizeof *p));
out:
    return status;
}

mg_status mg__aspt_prepare_sampled(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, uint64_t nonzeros,
                                   mg_aspt_sampled *p) {
    const uint32_t k = p->product.k;
    const mg_aspt_kernels kernels = kernels_for(cuda, &p->aspt, type, k, vectors, true);
    p->slices = (k + kernels.columns - 1) / kernels.columns;
    p->stages = stages_for(cuda, tile_bytes(&p->aspt, &kernels), MG_ASPT_THREADS);
    return mg__cuda_get(context, cuda, &p->partial, p->slices > 1 ? nonzeros * kernels.size : 0, "a sparse product");
}

mg_status mg__aspt_sddmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, const mg_aspt_sampled *p) {
    const mg_aspt_kernels kernels = kernels_for(cuda, &p->aspt, type, p->product.k, vectors, true);
    const mg_product_launch launch = {.kernel = kernels.sddmm,
                                      .blocks = p->aspt.part_count,
                                      .threads = MG_ASPT_THREADS,
                                      .shared = p->stages * tile_bytes(&p->aspt, &kernels)};
    return mg__product_launch(context, cuda, &launch, p, sizeof *p);
}
