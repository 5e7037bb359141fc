/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/rs/device_rs.h"

#include "core/cuda/product/device_arrays.h"
#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/rs/rs_kernels.h"
#include "core/cuda/product/split/split_items.h"
#include "core/sparse/formats.h"

/* Nonzeros of a chunk: so many that the panel's rows of X, which its thread block reads, are few beside them. */
#define CHUNK 16384

typedef struct device_rs {
    mg_device_arrays arrays;
    mg_rs_device rs; /* without values */
} device_rs;

/* Cuts the segments of the panels into chunks; with `chunks` NULL only counts. */
static uint64_t cut_chunks(const mg_rs *rs, mg_rs_chunk *chunks) {
    uint64_t count = 0;
    for (uint64_t panel = 0; panel < rs->panel_count; panel++) {
        const uint64_t end = rs->panel_segments[panel + 1];
        uint64_t first = rs->panel_segments[panel];
        for (uint64_t i = first; i < end; i++) {
            if (i + 1 == end || rs->segment_starts[i + 1] - rs->segment_starts[first] >= CHUNK) {
                if (chunks) {
                    chunks[count] =
                        (mg_rs_chunk){.first = first, .count = (uint32_t)(i + 1 - first), .panel = (uint32_t)panel};
                }
                count++;
                first = i + 1;
            }
        }
    }
    return count;
}

static mg_status upload_heavy(mg_context *context, mg_cuda *cuda, const mg_rs *rs, const mg_rs_chunk *chunks,
                              uint64_t chunk_count, mg_device_arrays *arrays) {
    mg_status status = MG_OK;
    const void *starts = NULL, *row = NULL, *column = NULL, *list = NULL;
    MG_TRY(
        mg__device_upload(context, cuda, arrays, rs->segment_starts, rs->segment_count + 1, sizeof(uint64_t), &starts));
    MG_TRY(mg__device_upload(context, cuda, arrays, rs->segment_rows, rs->segment_count, sizeof(uint32_t), &row));
    MG_TRY(
        mg__device_upload(context, cuda, arrays, rs->segment_columns, rs->heavy_nonzeros, sizeof(uint16_t), &column));
    MG_TRY(mg__device_upload(context, cuda, arrays, chunks, chunk_count, sizeof *chunks, &list));
    ((device_rs *)arrays)->rs.heavy = (mg_device_rs){.starts = starts,
                                                     .row = row,
                                                     .column = column,
                                                     .chunks = list,
                                                     .chunk_count = (uint32_t)chunk_count,
                                                     .panel_columns = rs->panel_columns};
out:
    return status;
}

static mg_status upload_light(mg_context *context, mg_cuda *cuda, const mg_storage *storage, mg_device_arrays *arrays) {
    mg_status status = MG_OK;
    const mg_rs *rs = storage->layout;
    mg_device_split *const light = &((device_rs *)arrays)->rs.light;
    const void *offsets = NULL, *columns = NULL;
    MG_TRY(mg__device_upload(context, cuda, arrays, rs->light_offsets, storage->rows + 1, sizeof(uint64_t), &offsets));
    MG_TRY(mg__device_upload(context, cuda, arrays, rs->light_columns, storage->nonzeros - rs->heavy_nonzeros,
                             sizeof(uint32_t), &columns));
    *light =
        (mg_device_split){.rows = (uint32_t)storage->rows, .columns = (uint32_t)storage->columns, .column = columns};
    arrays->cut = rs->heavy_nonzeros;
    MG_TRY(mg__split_items(context, cuda, offsets, (const uint64_t *)offsets + 1, mg__device_place(arrays), light));
out:
    return status;
}

static mg_status build(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_device_arrays *arrays) {
    const mg_rs *rs = storage->layout;
    const uint64_t count = cut_chunks(rs, NULL);
    mg_rs_chunk *chunks = NULL;
    mg_status status;
    if (count > INT32_MAX) {
        return mg__fail(context, MG_ERROR_RANGE, "the matrix has too many panels for format rs on a GPU");
    }
    MG_TRY(MG_ALLOC(context, chunks, count, "chunks of format rs"));
    cut_chunks(rs, chunks);
    MG_TRY(upload_heavy(context, cuda, rs, chunks, count, arrays));
    MG_TRY(upload_light(context, cuda, storage, arrays));
out:
    mg__release(&context->memory, chunks);
    return status;
}

mg_status mg__device_rs(mg_context *context, mg_cuda *cuda, mg_storage *storage, mg_type type, mg_rs_device *rs) {
    device_rs *d = NULL;
    const mg_status status = mg__device_arrays(context, cuda, storage, type, sizeof *d, build, &d);
    if (status >= 0) {
        const char *const values = type == MG_TYPE_NONE ? NULL : d->arrays.values[type];
        *rs = d->rs;
        rs->heavy.values = values;
        rs->light.values = values ? values + mg__device_rest(&d->arrays) * mg__type_size(type) : NULL;
    }
    return status;
}

/* ---- launches ---- */

#define LANE_BYTES 16
#define MOST_TILE (74u << 10) /* bytes of a tile of which MG_RS_BLOCKS fit a multiprocessor */

bool mg__rs_fits(const mg_cuda *cuda, const mg_storage *storage) {
    const mg_rs *rs = storage->layout;
    return rs->panel_columns * 8 * sizeof(double) <= mg__cuda_shared_limit(cuda); /* kernels of single elements */
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
                                      .shared = (size_t)p->rs.panel_columns * kernels.columns * kernels.size};
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
