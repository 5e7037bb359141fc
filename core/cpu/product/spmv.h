/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv.h: sparse matrix products of the CPU backend, of matrices in their formats and of graphs, which are matrices in
 * format CSR. All of them run the same row functions.
 */
#ifndef MG_CORE_CPU_PRODUCT_SPMV_H
#define MG_CORE_CPU_PRODUCT_SPMV_H

#include "core/graph/graph.h"
#include "core/sparse/matrix.h"

/* matrix_spmm and matrix_sddmm of mg_backend. */
mg_status mg__cpu_matrix_spmm(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                              const void *x, uint64_t x_stride, void *y, uint64_t y_stride);
mg_status mg__cpu_matrix_sddmm(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                               const void *x, uint64_t x_stride, const void *y, uint64_t y_stride, void *out);

/* What a row function does with a sum. */
typedef enum spmv_store {
    SPMV_SET,        /* y = sum */
    SPMV_ACCUMULATE, /* y = y (+) sum */
    SPMV_SCALE       /* plus_times: y = alpha sum + beta y; y is not read where beta is 0 */
} spmv_store;

/* Arguments of the row functions: rows of nonzeros, and strides. */
typedef struct spmv_job {
    const mg_user_semiring *user; /* MG_USER_SEMIRING; else NULL */
    const uint64_t *offsets;      /* row v: offsets[v * offset_step] .. offsets[v * offset_step + 1] */
    size_t offset_step;           /* 1: CSR */
    bool skips_empty;             /* rows without nonzeros keep their y; not with user semirings */
    const mg_vertex *neighbours;
    const void *weights; /* of the type `weight_type`; NULL: all 1 */
    mg_type weight_type; /* without a user's semiring that of the elements */
    const void *x;
    void *y;
    size_t k, x_stride, y_stride; /* columns; elements from a row of x, of y, to the next */
    const uint8_t *mask;          /* of the rows; NULL: none */
    bool mask_complement;
    spmv_store store;
    double alpha, beta; /* SPMV_SCALE */
} spmv_job;

/* Computes the unmasked rows of [begin, end). */
typedef void (*spmv_rows_fn)(const spmv_job *job, mg_vertex begin, mg_vertex end);

/* Is row v masked, so that y[v] stays unchanged? */
static inline bool mg__spmv_keeps(const spmv_job *job, mg_vertex v) {
    return job->mask && (job->mask[v] != 0) == job->mask_complement;
}

/* Arguments of SDDMM. */
typedef struct sddmm_job {
    const uint32_t *columns;
    const uint32_t *positions; /* result of nonzero e is out[first of its row + positions[e]]; NULL: out[e] */
    const void *values;        /* NULL: all 1 */
    const void *x, *y;
    size_t x_stride, y_stride, k;
    double alpha, beta;
    void *out;
    const uint8_t *mask;
    bool mask_complement;
} sddmm_job;
/* Is the row masked, so that its results stay unchanged? */
static inline bool mg__sddmm_keeps(const sddmm_job *job, uint64_t row) {
    return job->mask && (job->mask[row] != 0) == job->mask_complement;
}

/* Computes the nonzeros [begin, end), all of one row, whose first nonzero is `first`; `limit`: end of the nonzeros that
 * may be read ahead. */
typedef void (*sddmm_row_fn)(const sddmm_job *job, uint64_t row, uint64_t first, uint64_t begin, uint64_t end,
                             uint64_t limit);

/* The row functions compiled for one instruction set, by semiring and type. All sets give the same bits. */
typedef struct mg_row_kernels {
    spmv_rows_fn spmv[MG_USER_SEMIRING][MG_FLOAT64 + 1];
    sddmm_row_fn sddmm[MG_FLOAT64 + 1];
} mg_row_kernels;
extern const mg_row_kernels mg__rows_baseline, mg__rows_avx2, mg__rows_avx512; /* the latter two on x86-64 only */

/* The row function for this processor: of a built-in semiring over a type for products with k columns; of SDDMM; of
 * MG_USER_SEMIRING. */
spmv_rows_fn mg__spmv_rows(mg_semiring semiring, mg_type type, size_t k);
sddmm_row_fn mg__sddmm_row(mg_type type);
void mg__spmv_user_rows(const spmv_job *job, mg_vertex begin, mg_vertex end);

/* Does the multiplication of the semiring read weights? */
bool mg__spmv_weighted(mg_semiring semiring);

/* Number of chunks of rows for all threads, and the first row of chunk i, so that chunks cost about the same: a row
 * costs its nonzeros and 1. */
uint64_t mg__row_chunks(const mg_context *context, uint64_t rows);
mg_vertex mg__row_chunk(const uint64_t *offsets, mg_vertex rows, uint64_t chunks, uint64_t i);

/* Runs the row function for all rows, on all threads. Every row is summed in the order of its nonzeros. */
void mg__run_rows(const mg_context *context, mg_vertex rows, const spmv_job *job, spmv_rows_fn function);

#endif
