/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/square/device_square.h"

#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/square/square_build.h"
#include "core/cuda/product/square/square_kernels.h"
#include "core/sparse/square_blocks.h"

static uint64_t blocks_for(uint64_t items, uint64_t items_of_block) {
    return (items + items_of_block - 1) / items_of_block;
}

/* Bytes of the sums of a strip in ECSB. */
static size_t side_bytes(const mg_vector_work *w) {
    return mg__type_size(w->options->type) << w->storage->format->blocks->shift(w->storage);
}

/* Bytes of the sums of a chunk: square_slot() of its rows. */
static size_t chunk_bytes(const mg_vector_work *w) {
    const size_t least = MG_SQUARE_ROWS * mg__type_size(w->options->type), side = side_bytes(w);
    const size_t bytes = side > least ? side : least;
    return bytes + bytes / 32;
}

static bool side_fits(const mg_vector_work *w) {
    return side_bytes(w) <= mg__cuda_shared_limit(w->cuda);
}

static bool strip_fits(const mg_vector_work *w) {
    return chunk_bytes(w) <= mg__cuda_shared_limit(w->cuda);
}

static mg_status open_with(mg_vector_work *w, mg_device_build build) {
    mg_square_device *found = NULL;
    const mg_status status =
        mg__device_arrays(w->context, w->cuda, w->storage, w->values, sizeof *found, build, &found);
    w->device = found;
    return status;
}

static mg_status open_strips(mg_vector_work *w) {
    return open_with(w, mg__square_build_csb);
}

static mg_status open_expanded(mg_vector_work *w) {
    return open_with(w, mg__square_build_ecsb);
}

static mg_status open_grouped(mg_vector_work *w) {
    return open_with(w, mg__square_build_gcsb);
}

static mg_square_kernels kernels_for(const mg_vector_work *w) {
    switch (w->options->type) {
    case MG_FLOAT32:
        return mg__square_kernels_f32(w->semiring);
    case MG_FLOAT64:
        return mg__square_kernels_f64(w->semiring);
    case MG_INT32:
        return mg__square_kernels_i32(w->semiring);
    default:
        return mg__square_kernels_i64(w->semiring);
    }
}

static mg_square_product product_of(const mg_vector_work *w) {
    const mg_square_device *d = w->device;
    return (mg_square_product){.product = w->product,
                               .matrix = d->matrix,
                               .values = w->values == MG_TYPE_NONE ? NULL : d->arrays.values[w->values],
                               .prepared_rows = w->product.rows,
                               .transposed = w->options->transpose};
}

static mg_status launch(mg_vector_work *w, const mg_square_product *p, const void *kernel, uint64_t blocks,
                        size_t shared) {
    const mg_product_launch launch = {
        .kernel = kernel, .blocks = blocks, .threads = MG_SQUARE_THREADS, .shared = shared};
    return mg__product_launch(w->context, w->cuda, &launch, p, sizeof *p);
}

/* Prepares the rows to which kernels add. */
static mg_status prepare(mg_vector_work *w, const mg_square_product *p) {
    return launch(w, p, kernels_for(w).prepare, blocks_for(p->prepared_rows, MG_SQUARE_THREADS), 0);
}

static mg_status run_strips(mg_vector_work *w) {
    mg_square_product p = product_of(w);
    const mg_square_strips *strips = &p.matrix.strips[p.transposed];
    const mg_square_kernels kernels = kernels_for(w);
    mg_status status;
    p.prepared = strips->shared;
    p.prepared_rows = (uint64_t)strips->shared_count << p.matrix.shift;
    MG_TRY(prepare(w, &p));
    MG_TRY(launch(w, &p, kernels.strips[p.transposed], strips->chunk_count, chunk_bytes(w)));
    MG_TRY(launch(w, &p, kernels.light, strips->light_count, 0));
out:
    return status;
}

static mg_status run_expanded(mg_vector_work *w) {
    const mg_square_product p = product_of(w);
    mg_status status;
    MG_TRY(prepare(w, &p));
    MG_TRY(launch(w, &p, kernels_for(w).expanded, blocks_for(p.matrix.slot_count, MG_SQUARE_SLOTS * MG_SQUARE_THREADS),
                  side_bytes(w)));
out:
    return status;
}

static mg_status run_grouped(mg_vector_work *w) {
    const mg_square_product p = product_of(w);
    mg_status status;
    MG_TRY(prepare(w, &p));
    MG_TRY(launch(w, &p, kernels_for(w).grouped, blocks_for(p.matrix.block_count, MG_SQUARE_THREADS), 0));
out:
    return status;
}

const mg_vector_format mg__strips_products = {.fits = strip_fits, .open = open_strips, .run = run_strips};
const mg_vector_format mg__expanded_products = {.fits = side_fits, .open = open_expanded, .run = run_expanded};
const mg_vector_format mg__grouped_products = {.open = open_grouped, .run = run_grouped};
