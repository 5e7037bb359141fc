/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_spmm.c: products of matrices on the CPU. CSR and SPLIT: rows of at most MG_ROW_PIECE_MAX nonzeros in chunks of
 * about equal work, longer ones in pieces whose partial sums are added in order. COO and ELL: blocks of rows are given
 * to the row functions as CSR. Sums do not depend on the number of threads.
 */
#include "core/cpu/product/matrix_spmm.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

/* Rows of a block of COO and ELL, and elements of one of ELL. */
#define BLOCK_ROWS 256
#define BLOCK_ELEMENTS 16384

/* ---- CSR: long rows ---- */

/* A piece as a product of one row with result `at` of `partial`. */
static void run_piece(const spmm_product *p, const mg_row_piece *piece, void *partial, uint64_t at) {
    const uint64_t offsets[] = {piece->begin, piece->begin + piece->count};
    spmv_job job = p->job;
    job.offsets = offsets;
    job.y = (char *)partial + at * job.k * p->size;
    job.y_stride = job.k;
    job.mask = NULL;
    job.store = SPMV_SET;
    p->rows(&job, 0, 1);
}

/* The semiring whose product with ones adds partial sums. */
static mg_semiring adding(mg_semiring semiring) {
    return semiring == MG_MIN_PLUS ? MG_MIN_FIRST : semiring;
}

/* A product of one row with the matrix of partial sums. */
void mg__spmm_add_pieces(const spmm_product *p, uint32_t row, uint64_t first, uint64_t end,
                         const spmm_partial *partial) {
    const uint64_t offsets[] = {0, end - first};
    spmv_job job = p->job;
    job.offsets = offsets;
    job.neighbours = partial->numbers;
    job.weights = NULL;
    job.x = (const char *)partial->sums + first * job.k * p->size;
    job.x_stride = job.k;
    job.y = (char *)job.y + row * job.y_stride * p->size;
    job.mask = job.mask ? job.mask + row : NULL;
    mg__spmv_rows(adding(p->options->semiring), p->options->type, job.k)(&job, 0, 1);
}

mg_status mg__spmm_partial_create(const spmm_product *p, uint64_t count, spmm_partial *partial) {
    mg_context *const context = p->context;
    mg_status status;
    *partial = (spmm_partial){0};
    MG_TRY(mg__alloc(context, &partial->sums, count * p->job.k, p->size, "partial sums of long rows"));
    MG_TRY(MG_ALLOC(context, partial->numbers, count, "partial sums of long rows"));
    for (uint64_t i = 0; i < count; i++) {
        partial->numbers[i] = (uint32_t)i;
    }
out:
    return status;
}

mg_status mg__spmm_pieces(const spmm_product *p, const mg_row_piece *pieces, uint64_t count, spmm_partial *partial) {
    const mg_status status = mg__spmm_partial_create(p, count, partial);
    const uint64_t summed = status >= 0 ? count : 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(p->context->threads)
    for (uint64_t i = 0; i < summed; i++) {
        if (!mg__spmv_keeps(&p->job, pieces[i].row)) {
            run_piece(p, &pieces[i], partial->sums, i);
        }
    }
    return status;
}

void mg__spmm_partial_release(const spmm_product *p, spmm_partial *partial) {
    mg__release(&p->context->memory, partial->sums);
    mg__release(&p->context->memory, partial->numbers);
}

static mg_status run_long_rows(const spmm_product *p, const mg_long_rows *long_rows) {
    const mg_row_piece *pieces = long_rows->pieces;
    const uint64_t count = long_rows->piece_count;
    spmm_partial partial;
    const mg_status status = mg__spmm_pieces(p, pieces, count, &partial);
    for (uint64_t first = 0, end; status >= 0 && first < count; first = end) {
        end = mg__row_pieces_end(pieces, count, first);
        mg__spmm_add_pieces(p, pieces[first].row, first, end, &partial);
    }
    mg__spmm_partial_release(p, &partial);
    return status;
}

/* ---- CSR: the other rows ---- */

/* First piece of a row that is `row` or higher. */
static uint64_t piece_at(const mg_row_piece *pieces, uint64_t count, uint64_t row) {
    uint64_t low = 0, high = count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (pieces[middle].row < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void mg__spmm_short_rows(const spmm_product *p, const spmv_job *job, const mg_row_piece *pieces, uint64_t count,
                         uint64_t base, mg_vertex begin, mg_vertex end) {
    for (uint64_t piece = piece_at(pieces, count, base + begin); piece < count; piece++) {
        const uint64_t row = pieces[piece].row;
        if (row >= base + end) {
            break;
        }
        if (row >= base + begin) {
            p->rows(job, begin, (mg_vertex)(row - base));
            begin = (mg_vertex)(row - base) + 1;
        }
    }
    p->rows(job, begin, end);
}

static mg_status run_csr(spmm_product *p) {
    mg_context *const context = p->context;
    const mg_storage *matrix = p->matrix;
    const mg_vertex rows = (mg_vertex)matrix->rows;
    static const mg_long_rows none = {0};
    const mg_long_rows *long_rows = &none;
    mg_status status;
    if (!p->job.user) { /* whose additions stay in the order of the nonzeros */
        MG_TRY(mg__storage_long_rows(context, p->matrix, &long_rows));
    }
    p->job.offsets = matrix->csr.offsets;
    p->job.neighbours = matrix->csr.columns;
    if (!long_rows->piece_count) {
        mg__run_rows(context, rows, &p->job, p->rows);
        return MG_OK;
    }
    MG_TRY(run_long_rows(p, long_rows));
    const uint64_t chunks = mg__row_chunks(context, rows);
#pragma omp parallel for schedule(dynamic, 1) num_threads(context->threads)
    for (uint64_t i = 0; i < chunks; i++) {
        const spmv_job own = p->job; /* as in mg__run_rows */
        mg__spmm_short_rows(p, &own, long_rows->pieces, long_rows->piece_count, 0,
                            mg__row_chunk(p->job.offsets, rows, chunks, i),
                            mg__row_chunk(p->job.offsets, rows, chunks, i + 1));
    }
out:
    return status;
}

/* ---- COO and ELL: blocks of rows as CSR ---- */

/* Runs rows first .. first + count with the offsets of these rows alone. */
static void run_block(const spmm_product *p, const spmv_job *block, uint64_t first, uint64_t count) {
    spmv_job job = *block;
    job.y = (char *)job.y + first * job.y_stride * p->size;
    job.mask = job.mask ? job.mask + first : NULL;
    p->rows(&job, 0, (mg_vertex)count);
}

/* First nonzero of a row that is `row` or higher. */
static uint64_t coo_at(const mg_coo *coo, uint64_t nonzeros, uint64_t row) {
    uint64_t low = 0, high = nonzeros;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (coo->rows[middle] < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void run_coo_rows(const spmm_product *p, uint64_t begin, uint64_t end) {
    const mg_coo *coo = p->matrix->layout;
    const uint64_t nonzeros = p->matrix->nonzeros;
    uint64_t offsets[BLOCK_ROWS + 1], e = coo_at(coo, nonzeros, begin);
    spmv_job job = p->job;
    job.offsets = offsets;
    job.neighbours = coo->columns;
    for (uint64_t first = begin; first < end; first += BLOCK_ROWS) {
        const uint64_t count = end - first < BLOCK_ROWS ? end - first : BLOCK_ROWS;
        for (uint64_t i = 0; i < count; i++) {
            offsets[i] = e;
            while (e < nonzeros && coo->rows[e] == first + i) {
                e++;
            }
        }
        offsets[count] = e;
        run_block(p, &job, first, count);
    }
}

/* First row of chunk i: chunks of about equally many nonzeros. */
static uint64_t coo_chunk(const mg_storage *matrix, uint64_t chunks, uint64_t i) {
    const mg_coo *coo = matrix->layout;
    if (i == 0 || i == chunks || !matrix->nonzeros) {
        return i == chunks ? matrix->rows : matrix->rows * i / chunks;
    }
    return coo->rows[(uint64_t)((double)matrix->nonzeros * (double)i / (double)chunks)];
}

static mg_status run_coo(spmm_product *p) {
    const uint64_t chunks = mg__row_chunks(p->context, p->matrix->rows);
#pragma omp parallel for schedule(dynamic, 1) num_threads(p->context->threads)
    for (uint64_t i = 0; i < chunks; i++) {
        run_coo_rows(p, coo_chunk(p->matrix, chunks, i), coo_chunk(p->matrix, chunks, i + 1));
    }
    return MG_OK;
}

/* Columns and values of the rows of a block, row by row. */
typedef struct ell_block {
    uint32_t *columns;
    char *values;
    uint64_t offsets[BLOCK_ROWS + 1];
} ell_block;

static void copy_element(char *to, uint64_t i, const char *from, uint64_t j, size_t size) {
    if (size == 4) {
        memcpy(to + i * 4, from + j * 4, 4);
    } else {
        memcpy(to + i * 8, from + j * 8, 8);
    }
}

static void gather_ell(const spmm_product *p, ell_block *block, uint64_t first, uint64_t count) {
    const mg_ell *ell = p->matrix->layout;
    const uint64_t rows = p->matrix->rows;
    uint64_t e = 0;
    for (uint64_t i = 0; i < count; i++) {
        block->offsets[i] = e;
        for (uint64_t slot = 0; slot < ell->width; slot++) {
            const uint64_t at = slot * rows + first + i;
            if (ell->columns[at] == MG_ELL_PADDING) {
                break;
            }
            if (p->job.weights) {
                copy_element(block->values, e, p->job.weights, at, p->size);
            }
            block->columns[e++] = ell->columns[at];
        }
    }
    block->offsets[count] = e;
}

static uint64_t ell_block_rows(const mg_ell *ell) {
    const uint64_t rows = ell->width ? BLOCK_ELEMENTS / ell->width : BLOCK_ROWS;
    return rows < 1 ? 1 : rows < BLOCK_ROWS ? rows : BLOCK_ROWS;
}

static mg_status run_ell(spmm_product *p) {
    mg_context *const context = p->context;
    const mg_ell *ell = p->matrix->layout;
    const uint64_t step = ell_block_rows(ell), elements = step * ell->width;
    const int threads = context->threads;
    uint32_t *columns = NULL;
    char *values = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, columns, elements * (uint64_t)threads, "rows of format ell"));
    MG_TRY(mg__alloc(context, (void **)&values, elements * (uint64_t)threads, p->size, "rows of format ell"));
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint64_t first = 0; first < p->matrix->rows; first += step) {
        const uint64_t count = p->matrix->rows - first < step ? p->matrix->rows - first : step;
        const uint64_t own = elements * (uint64_t)omp_get_thread_num();
        ell_block block = {.columns = columns + own, .values = values + own * p->size};
        spmv_job job = p->job;
        gather_ell(p, &block, first, count);
        job.offsets = block.offsets;
        job.neighbours = block.columns;
        job.weights = job.weights ? block.values : NULL;
        run_block(p, &job, first, count);
    }
out:
    mg__release(&context->memory, columns);
    mg__release(&context->memory, values);
    return status;
}

/* ---- the operation ---- */

static mg_status (*const run_format[MG_FORMAT_COUNT])(spmm_product *p) = {[MG_FORMAT_CSR] = run_csr,
                                                                          [MG_FORMAT_COO] = run_coo,
                                                                          [MG_FORMAT_ELL] = run_ell,
                                                                          [MG_FORMAT_SPLIT] = run_csr,
                                                                          [MG_FORMAT_ASPT] = mg__cpu_spmm_aspt,
                                                                          [MG_FORMAT_WELL] = mg__cpu_spmm_warps,
                                                                          [MG_FORMAT_ADELL] = mg__cpu_spmm_warps,
                                                                          [MG_FORMAT_COADELL] = mg__cpu_spmm_warps};

static spmv_store store_of(const mg_product_options *o) {
    if (o->alpha != 1 || (o->beta != 0 && o->beta != 1)) {
        return SPMV_SCALE;
    }
    return o->beta == 1 ? SPMV_ACCUMULATE : SPMV_SET;
}

mg_status mg__cpu_matrix_spmm(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                              const void *x, uint64_t x_stride, void *y, uint64_t y_stride) {
    spmm_product p = {
        .context = context,
        .matrix = matrix,
        .options = options,
        .job = {.x = x ? x : y, /* NULL without columns; nothing may be added to NULL */
                .y = y,
                .offset_step = 1,
                .k = k,
                .x_stride = x_stride,
                .y_stride = y_stride,
                .mask = options->mask,
                .mask_complement = options->mask_complement,
                .store = store_of(options),
                .alpha = options->alpha,
                .beta = options->beta,
                .user = options->user,
                .weight_type = options->type},
        .rows = options->semiring == MG_USER_SEMIRING ? mg__spmv_user_rows
                                                      : mg__spmv_rows(options->semiring, options->type, k),
        .size = options->semiring == MG_USER_SEMIRING ? options->user->element_size : mg__type_size(options->type)};
    mg_status status;
    if (matrix->format->blocks) {
        p.job.weights = mg__spmv_weighted(options->semiring) && matrix->type != MG_TYPE_NONE ? matrix->layout : NULL;
        return mg__cpu_spmm_blocks(&p);
    }
    if (options->transpose) {
        MG_TRY(mg__storage_transposed(context, matrix, &p.matrix));
    }
    if (mg__spmv_weighted(options->semiring) && options->type != MG_TYPE_NONE) {
        MG_TRY(mg__storage_values(context, p.matrix, options->type, &p.job.weights));
    }
    assert(run_format[p.matrix->format->id]); /* the format says that it has this operation */
    status = run_format[p.matrix->format->id](&p);
out:
    return status;
}
