/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/aspt/device_aspt.h"

#include "core/cuda/product/aspt/aspt_kernels.h"
#include "core/cuda/product/aspt/aspt_parts.h"
#include "core/cuda/product/product_launch.h"

mg_status mg__device_aspt(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, mg_aspt_device *aspt) {
    mg_aspt_on_device *d = NULL;
    mg_status status;
    MG_TRY(mg__device_arrays(context, cuda, storage, type, sizeof *d, mg__aspt_build, &d));
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

/* Bytes of shared memory of a thread block: its sums and tiles, whose rows have `row` bytes. */
static uint64_t shared_bytes(uint64_t rows, uint64_t tile_columns, uint64_t stages, uint64_t row) {
    return (rows + stages * (tile_columns + 1)) * row + rows;
}

uint32_t mg__aspt_part_rows(uint32_t panel_rows) {
    return panel_rows < MG_ASPT_PART_ROWS ? panel_rows : MG_ASPT_PART_ROWS;
}

bool mg__aspt_fits(mg_context *context, const mg_cuda *cuda, mg_storage *storage) {
    const mg_matrix_shape shape = mg__storage_shape(context, storage);
    const mg_aspt_sizes sizes = mg__aspt_sizes(context, &shape, &storage->options);
    const uint64_t row = 8 * sizeof(double); /* the widest that cannot be narrower */
    return storage->nonzeros < UINT32_MAX && sizes.tile_columns <= UINT16_MAX &&
           shared_bytes(mg__aspt_part_rows(sizes.panel_rows), sizes.tile_columns, 1, row) <=
               mg__cuda_shared_limit(cuda);
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

static walk_plan plan_for(const mg_cuda *cuda, const mg_device_aspt *aspt, mg_type type, uint32_t k, bool vectors) {
    const uint64_t limit = mg__cuda_shared_limit(cuda), rows = aspt->panel_rows;
    const uint64_t wide = shared_bytes(rows, aspt->tile_columns, 1, 8 * LANE_BYTES);
    const uint32_t lanes = wide <= limit && k * mg__type_size(type) > 2 * LANE_BYTES ? 8 : 2;
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
    const walk_plan plan = plan_for(cuda, &p->aspt, type, k, vectors);
    p->slices = (k + plan.kernels.columns - 1) / plan.kernels.columns;
    p->stages = plan.stages;
    return mg__cuda_get(context, cuda, &p->slots,
                        (uint64_t)p->aspt.slot_count * p->aspt.panel_rows * k * plan.kernels.size, "a sparse product");
}

mg_status mg__aspt_spmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, const mg_aspt_product *p) {
    mg_status status = MG_OK;
    const mg_device_aspt *const a = &p->aspt;
    const walk_plan plan = plan_for(cuda, a, type, p->product.k, vectors);
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
