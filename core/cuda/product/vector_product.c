/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/vector_product.h"

#include "core/cuda/product/hisparse/device_hisparse.h"
#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/square/device_square.h"
#include "core/cuda/product/staging.h"
#include "core/cuda/product/warps/device_warps.h"
#include "core/sparse/formats.h"

static const mg_vector_format *const vector_formats[MG_FORMAT_COUNT] = {
    [MG_FORMAT_WELL] = &mg__warps_products,       [MG_FORMAT_ADELL] = &mg__warps_products,
    [MG_FORMAT_COADELL] = &mg__warps_products,    [MG_FORMAT_CSB] = &mg__strips_products,
    [MG_FORMAT_ECSB] = &mg__expanded_products,    [MG_FORMAT_GCSB] = &mg__grouped_products,
    [MG_FORMAT_HISPARSE] = &mg__hisparse_products};

/* The semiring and the values of the kernels that compute the product. */
static void choose_kernels(const mg_product_options *o, mg_vector_work *w) {
    const bool is_first = o->semiring == MG_PLUS_FIRST || o->semiring == MG_MIN_FIRST;
    w->semiring = o->semiring == MG_PLUS_FIRST  ? MG_PLUS_TIMES
                  : o->semiring == MG_MIN_FIRST ? MG_MIN_PLUS
                                                : o->semiring;
    w->values = is_first || w->storage->type == MG_TYPE_NONE ? MG_TYPE_NONE : o->type;
    w->product.one = mg__product_bits(o->type, o->semiring == MG_MIN_FIRST ? 0.0 : 1.0);
}

static mg_status open_product(mg_vector_work *w, const mg_vector_format *format, mg_staging *staging, bool *done) {
    mg_status status = MG_OK;
    MG_TRY(mg__cuda_open(w->context, &w->cuda));
    *staging = (mg_staging){.context = w->context, .cuda = w->cuda, .users = w->options->stream};
    *done = !format->fits || format->fits(w);
    if (*done) {
        status = format->open(w);
    } else {
        mg__log(w->context, MG_LOG_INFO, "format %s: a block does not fit %u bytes of shared memory: it runs on csr",
                w->storage->format->name, mg__cuda_shared_limit(w->cuda));
    }
out:
    return status;
}

/* Between the timing events. */
static mg_status run_timed(mg_vector_work *w, const mg_vector_format *format) {
    mg_status status = MG_OK;
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->begin, w->cuda->stream), "timing");
    MG_TRY(format->run(w));
    MG_CUDA_TRY(w->context, cudaEventRecord(w->cuda->end, w->cuda->stream), "timing");
out:
    return status;
}

mg_status mg__cuda_vector_product(mg_context *context, mg_storage *matrix, const mg_product_options *o, const void *x,
                                  uint64_t x_stride, void *y, uint64_t y_stride, bool *done) {
    const mg_vector_format *const format = vector_formats[matrix->format->id];
    const size_t size = mg__type_size(o->type);
    const uint64_t rows = o->transpose ? matrix->columns : matrix->rows;
    const uint64_t columns = o->transpose ? matrix->rows : matrix->columns;
    const uint64_t y_bytes = mg__operand_bytes(rows, y_stride, 1, size);
    const void *staged_y = NULL, *staged_mask = NULL;
    mg_staging staging = {.context = context};
    mg_vector_work w = {.context = context, .storage = matrix, .options = o};
    mg_status status = MG_OK;
    *done = false;
    if (!format) {
        return MG_OK;
    }
    MG_TRY(mg__check_stride(context, x_stride, size));
    choose_kernels(o, &w);
    w.product.y_stride = y_stride;
    w.product.x_stride = (uint32_t)(x_stride * size);
    w.product.rows = (uint32_t)rows;
    w.product.accumulate = o->beta != 0.0;
    w.product.mask_complement = o->mask_complement;
    w.product.alpha = mg__product_bits(o->type, o->alpha);
    w.product.beta = mg__product_bits(o->type, o->beta);
    MG_TRY(open_product(&w, format, &staging, done));
    if (*done) {
        MG_TRY(mg__staging_begin(&staging));
        MG_TRY(mg__stage(&staging, x, mg__operand_bytes(columns, x_stride, 1, size), true, &w.product.x));
        MG_TRY(mg__stage(&staging, y, y_bytes, w.product.accumulate || o->mask || y_stride != 1, &staged_y));
        MG_TRY(mg__stage(&staging, o->mask, rows, true, &staged_mask));
        w.product.y = (void *)staged_y;
        w.product.mask = staged_mask;
        MG_TRY(run_timed(&w, format));
        MG_TRY(format->check ? format->check(&w) : MG_OK);
        MG_TRY(mg__unstage(&staging, y, staged_y, y_bytes));
        MG_TRY(mg__staging_end(&staging, o->device_seconds));
    }
out:
    if (w.cuda) {
        mg__staging_release(&staging);
        mg__cuda_release(w.cuda, w.slots);
    }
    return status;
}
