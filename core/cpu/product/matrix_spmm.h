/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_spmm.h: what the products of matrices in different formats share on the CPU.
 */
#ifndef MG_CORE_CPU_PRODUCT_MATRIX_SPMM_H
#define MG_CORE_CPU_PRODUCT_MATRIX_SPMM_H

#include "core/cpu/product/spmv.h"
#include "core/sparse/formats.h"

/* One product. */
typedef struct spmm_product {
    mg_context *context;
    mg_storage *matrix;
    const mg_product_options *options;
    spmv_job job; /* offsets and neighbours unset */
    spmv_rows_fn rows;
    size_t size; /* of an element */
} spmm_product;

/* Partial sums of the pieces of long rows. */
typedef struct spmm_partial {
    void *sums;        /* k for each piece */
    uint32_t *numbers; /* 0, 1, ...: of the pieces */
} spmm_partial;

/* Allocates the sums of `count` pieces. */
mg_status mg__spmm_partial_create(const spmm_product *p, uint64_t count, spmm_partial *partial);
/* Sums the pieces, of which job.neighbours and job.weights have the nonzeros. Both: released also after a failure. */
mg_status mg__spmm_pieces(const spmm_product *p, const mg_row_piece *pieces, uint64_t count, spmm_partial *partial);
void mg__spmm_partial_release(const spmm_product *p, spmm_partial *partial);
/* Stores the sum of the pieces first .. end, which are those of a row, as the job says. */
void mg__spmm_add_pieces(const spmm_product *p, uint32_t row, uint64_t first, uint64_t end,
                         const spmm_partial *partial);

/* End of the pieces that belong to the row of piece `first`. */
static inline uint64_t mg__row_pieces_end(const mg_row_piece *pieces, uint64_t count, uint64_t first) {
    uint64_t end = first + 1;
    while (end < count && pieces[end].row == pieces[first].row) {
        end++;
    }
    return end;
}

/* Runs the rows begin .. end of a job whose row 0 is row `base` of the matrix, without the rows that have pieces. */
void mg__spmm_short_rows(const spmm_product *p, const spmv_job *job, const mg_row_piece *pieces, uint64_t count,
                         uint64_t base, mg_vertex begin, mg_vertex end);

/* How parts of rows after the first one add to y. */
static inline void mg__spmm_make_adding(spmv_job *job) {
    job->store = job->store == SPMV_SCALE ? SPMV_SCALE : SPMV_ACCUMULATE;
    job->beta = 1;
    job->skips_empty = true;
}

/* Formats of square blocks; p->options->transpose is for them to do. job.weights: not NULL where values are read. */
mg_status mg__cpu_spmm_blocks(spmm_product *p);
/* Formats WELL, ADELL, COADELL. */
mg_status mg__cpu_spmm_warps(spmm_product *p);

/* Format ASPT. */
mg_status mg__cpu_spmm_aspt(spmm_product *p);
void mg__cpu_sddmm_aspt(const mg_context *context, const mg_storage *matrix, sddmm_job *job, sddmm_row_fn function);

#endif
