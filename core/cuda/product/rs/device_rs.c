/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/rs/device_rs.h"

#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/rs/rs_kernels.h"

mg_status mg__device_rs(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, mg_rs_device *rs) {
    mg_rs_on_device *d = NULL;
    mg_status status;
    MG_TRY(mg__device_arrays(context, cuda, storage, type, sizeof *d, mg__rs_build, &d));
    *rs = d->rs;
    if (type != MG_TYPE_NONE) {
        const char *const values = d->arrays.values[type];
        MG_TRY(mg__pack_values(context, cuda, storage, &d->arrays, &d->packed, type, &d->values[type]));
        rs->heavy.pack.values = d->values[type];
        rs->heavy.values = values;
        rs->light.values = values ? values + mg__device_rest(&d->arrays) * mg__type_size(type) : NULL;
    }
out:
    return status;
}

/* ---- launches ---- */

#define LANE_BYTES 16
#define MOST_TILE (74u << 10) /* bytes of a tile of which MG_RS_BLOCKS fit a multiprocessor */

bool mg__rs_fits(const mg_cuda *cuda, const mg_storage *storage) {
    const mg_matrix_shape shape = {.value_size = mg__type_size(storage->type)};
    const uint32_t columns = mg__rs_panel_columns(&shape, &storage->options);
    const uint64_t row = 8 * sizeof(double); /* of kernels of single elements */
    return storage->nonzeros < UINT32_MAX && columns <= UINT16_MAX &&
           (columns + 1) * row <= mg__cuda_shared_limit(cuda);
}

/* The widest slice of which MG_RS_BLOCKS tiles fit a multiprocessor, and no wider than k. */
static mg_rs_kernels kernels_for(const mg_device_rs *rs, mg_type type, uint32_t k, bool vectors) {
    uint32_t lanes = 8;
    while (lanes > 2 && ((uint64_t)rs->panel_columns * lanes * LANE_BYTES > MOST_TILE ||
                         k * mg__type_size(type) <= lanes / 2 * LANE_BYTES)) {
        lanes /= 2;
    }
    return type == MG_FLOAT32 ? mg__rs_kernels_f32(lanes, vectors) : mg__rs_kernels_f64(lanes, vectors);
}

mg_status mg__rs_spmm(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, mg_rs_product *p) {
    const mg_rs_kernels kernels = kernels_for(&p->rs, type, p->product.k, vectors);
    p->slices = (p->product.k + kernels.columns - 1) / kernels.columns;
    const mg_product_launch launch = {.kernel = kernels.spmm,
                                      .blocks = (uint64_t)p->rs.chunk_count * p->slices,
                                      .threads = MG_RS_THREADS,
                                      .shared = (size_t)(p->rs.panel_columns + 1) * kernels.columns * kernels.size};
    return mg__product_launch(context, cuda, &launch, p, sizeof *p);
}

/* Tiles do not limit the width of the slices here. */
mg_status mg__rs_spmm_transposed(mg_context *context, mg_cuda *cuda, mg_type type, bool vectors, mg_rs_product *p) {
    mg_status status = MG_OK;
    const mg_device_rs narrow = {.panel_columns = 1};
    const mg_rs_kernels kernels = kernels_for(&narrow, type, p->product.k, vectors);
    const uint64_t items = p->product.matrix.item_count;
    const uint64_t elements = p->y_rows * (((uint64_t)p->product.k + kernels.vector - 1) / kernels.vector);
    p->slices = (p->product.k + kernels.columns - 1) / kernels.columns;
    const mg_product_launch prepare = {
        .kernel = kernels.prepare, .blocks = (elements + MG_RS_THREADS - 1) / MG_RS_THREADS, .threads = MG_RS_THREADS};
    const mg_product_launch heavy = {
        .kernel = kernels.scatter_heavy, .blocks = (uint64_t)p->rs.chunk_count * p->slices, .threads = MG_RS_THREADS};
    const mg_product_launch light = {.kernel = kernels.scatter_light,
                                     .blocks = (items + kernels.items - 1) / kernels.items * p->slices,
                                     .threads = MG_RS_THREADS};
    MG_TRY(mg__product_launch(context, cuda, &prepare, p, sizeof *p));
    MG_TRY(mg__product_launch(context, cuda, &heavy, p, sizeof *p));
    MG_TRY(mg__product_launch(context, cuda, &light, p, sizeof *p));
out:
    return status;
}
