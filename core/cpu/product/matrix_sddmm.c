/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_sddmm.c: SDDMM on the CPU; for CSR, SPLIT and COO threads claim ranges of equally many nonzeros.
 */
#include "core/cpu/product/matrix_spmm.h"

#include <assert.h>

#define CHUNK ((uint64_t)1 << 12) /* nonzeros */

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

static void run_csr_range(const sddmm_job *job, sddmm_row_fn function, const mg_storage *matrix, uint64_t begin,
                          uint64_t end) {
    const uint64_t *offsets = matrix->csr.offsets;
    for (uint64_t row = row_of(offsets, matrix->rows, begin); begin < end; row++) {
        const uint64_t stop = offsets[row + 1] < end ? offsets[row + 1] : end;
        if (stop > begin && !mg__sddmm_keeps(job, row)) {
            function(job, row, offsets[row], begin, stop, end);
        }
        begin = stop;
    }
}

static void run_coo_range(const sddmm_job *job, sddmm_row_fn function, const mg_storage *matrix, uint64_t begin,
                          uint64_t end) {
    const uint32_t *rows = ((const mg_coo *)matrix->layout)->rows;
    for (uint64_t stop; begin < end; begin = stop) {
        for (stop = begin + 1; stop < end && rows[stop] == rows[begin]; stop++) {
        }
        if (!mg__sddmm_keeps(job, rows[begin])) {
            function(job, rows[begin], 0, begin, stop, end);
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
    if (rows->format->id == MG_FORMAT_ASPT) {
        mg__cpu_sddmm_aspt(context, rows, &job, mg__sddmm_row(options->type));
        return MG_OK;
    }
    const bool is_coo = rows->format->id == MG_FORMAT_COO;
    const sddmm_row_fn function = mg__sddmm_row(options->type);
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
