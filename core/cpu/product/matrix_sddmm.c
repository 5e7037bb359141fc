/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_sddmm.c: SDDMM on the CPU, for CSR, SPLIT and COO: threads claim ranges of equally many nonzeros.
 */
#include "core/cpu/product/spmv.h"
#include "core/sparse/formats.h"

#include <assert.h>

#define SDDMM_LANES 16
#define CHUNK ((uint64_t)1 << 12) /* nonzeros */

typedef struct sddmm_job {
    const uint32_t *columns;
    const void *values; /* NULL: all 1 */
    const void *x, *y;
    size_t x_stride, y_stride, k;
    double alpha, beta;
    void *out;
    const uint8_t *mask;
    bool mask_complement;
} sddmm_job;

#define SDDMM_ELEMENT int32_t
#define SDDMM_WRAP uint32_t
#define SDDMM_NAME row_i32
#include "core/cpu/product/sddmm_type.inc.h"

#define SDDMM_ELEMENT int64_t
#define SDDMM_WRAP uint64_t
#define SDDMM_NAME row_i64
#include "core/cpu/product/sddmm_type.inc.h"

#define SDDMM_ELEMENT float
#define SDDMM_WRAP float
#define SDDMM_NAME row_f32
#include "core/cpu/product/sddmm_type.inc.h"

#define SDDMM_ELEMENT double
#define SDDMM_WRAP double
#define SDDMM_NAME row_f64
#include "core/cpu/product/sddmm_type.inc.h"

typedef void (*row_fn)(const sddmm_job *job, uint64_t row, uint64_t begin, uint64_t end);
static const row_fn row_functions[MG_FLOAT64 + 1] = {
    [MG_INT32] = row_i32, [MG_INT64] = row_i64, [MG_FLOAT32] = row_f32, [MG_FLOAT64] = row_f64};

static bool is_kept(const sddmm_job *job, uint64_t row) {
    return job->mask && (job->mask[row] != 0) == job->mask_complement;
}

/* The row of nonzero e: the first that ends after it. */
static uint64_t row_of(const uint64_t *offsets, uint64_t rows, uint64_t e) {
    uint64_t low = 0, high = rows;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (offsets[middle + 1] <= e) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void run_csr_range(const sddmm_job *job, row_fn function, const mg_storage *matrix, uint64_t begin,
                          uint64_t end) {
    const uint64_t *offsets = matrix->csr.offsets;
    for (uint64_t row = row_of(offsets, matrix->rows, begin); begin < end; row++) {
        const uint64_t stop = offsets[row + 1] < end ? offsets[row + 1] : end;
        if (stop > begin && !is_kept(job, row)) {
            function(job, row, begin, stop);
        }
        begin = stop;
    }
}

static void run_coo_range(const sddmm_job *job, row_fn function, const mg_storage *matrix, uint64_t begin,
                          uint64_t end) {
    const uint32_t *rows = ((const mg_coo *)matrix->layout)->rows;
    for (uint64_t stop; begin < end; begin = stop) {
        for (stop = begin + 1; stop < end && rows[stop] == rows[begin]; stop++) {
        }
        if (!is_kept(job, rows[begin])) {
            function(job, rows[begin], begin, stop);
        }
    }
}

mg_status mg__cpu_matrix_sddmm(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                               const void *x, uint64_t x_stride, const void *y, uint64_t y_stride, void *out) {
    sddmm_job job = {.x = x,
                     .y = y,
                     .x_stride = x_stride,
                     .y_stride = y_stride,
                     .k = k,
                     .alpha = options->alpha,
                     .beta = options->beta,
                     .out = out,
                     .mask = options->mask,
                     .mask_complement = options->mask_complement};
    mg_storage *rows = matrix;
    mg_status status = MG_OK;
    if (options->transpose) {
        MG_TRY(mg__storage_transposed(context, matrix, &rows));
    }
    if (options->scale) {
        MG_TRY(mg__storage_values(context, rows, options->type, &job.values));
    }
    const bool is_coo = rows->format->id == MG_FORMAT_COO;
    const row_fn function = row_functions[options->type];
    assert(function && (is_coo || rows->csr.offsets));
    job.columns = is_coo ? ((const mg_coo *)rows->layout)->columns : rows->csr.columns;
#pragma omp parallel for schedule(dynamic, 1) num_threads(context->threads)
    for (uint64_t begin = 0; begin < rows->nonzeros; begin += CHUNK) {
        const uint64_t end = rows->nonzeros - begin < CHUNK ? rows->nonzeros : begin + CHUNK;
        (is_coo ? run_coo_range : run_csr_range)(&job, function, rows, begin, end);
    }
out:
    return status;
}
