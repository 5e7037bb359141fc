/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_blocks.c: SpMM with matrices of square blocks and with their transposes, from the same arrays: threads claim
 * strips, block rows or, transposed, block columns; the nonzeros of a strip are gathered block by block, sorted by row
 * of the result, and given to the row functions. The first part of a strip stores, the others add. A row is summed in
 * the order of the blocks, which is that of the CSR or of the CSC where rows ascend.
 */
#include "core/cpu/product/matrix_spmm.h"
#include "core/sparse/copy_value.h"
#include "core/sparse/square_blocks.h"

#include <omp.h>
#include <string.h>

/* Nonzeros of a part of a strip: at least so many, and several for each of its rows. */
#define PART_NONZEROS 16384
#define PART_PER_ROW 4

typedef struct strips {
    const spmm_product *p;
    const mg_block_index *index;
    uint64_t side, most; /* rows of a strip; nonzeros of a part */
    bool converts;       /* are the values of another type than the elements? */
    uint32_t *memory;
    char *values;
    uint64_t *offsets;
} strips;

/* A part of a strip, in the memory of its thread. */
typedef struct part {
    uint64_t count;
    uint32_t *rows, *columns;     /* as they come */
    uint32_t *sorted_columns;     /* by row */
    char *values, *sorted_values; /* of the elements' type */
    uint64_t *offsets;            /* side + 1 */
    spmv_job job;
} part;

static mg_status strips_create(spmm_product *p, strips *s) {
    mg_context *const context = p->context;
    const uint64_t threads = (uint64_t)context->threads;
    mg_status status;
    *s = (strips){.p = p, .converts = p->matrix->type != p->options->type};
    MG_TRY(mg__storage_blocks(context, p->matrix, &s->index));
    s->side = UINT64_C(1) << s->index->shift;
    s->most = PART_PER_ROW * s->side > PART_NONZEROS ? PART_PER_ROW * s->side : PART_NONZEROS;
    MG_TRY(MG_ALLOC(context, s->memory, 3 * s->most * threads, "strips of blocks"));
    MG_TRY(mg__alloc(context, (void **)&s->values, 2 * s->most * threads, p->size, "strips of blocks"));
    MG_TRY(MG_ALLOC(context, s->offsets, (s->side + 1) * threads, "strips of blocks"));
out:
    return status;
}

static void strips_release(const spmm_product *p, strips *s) {
    mg__release(&p->context->memory, s->memory);
    mg__release(&p->context->memory, s->values);
    mg__release(&p->context->memory, s->offsets);
}

static part own_part(const strips *s, uint64_t strip) {
    const uint64_t thread = (uint64_t)omp_get_thread_num(), first = strip << s->index->shift;
    uint32_t *const memory = s->memory + 3 * s->most * thread;
    char *const values = s->values + 2 * s->most * thread * s->p->size;
    part own = {.rows = memory,
                .columns = memory + s->most,
                .sorted_columns = memory + 2 * s->most,
                .values = values,
                .sorted_values = values + s->most * s->p->size,
                .offsets = s->offsets + (s->side + 1) * thread,
                .job = s->p->job};
    own.job.y = (char *)own.job.y + first * own.job.y_stride * s->p->size;
    own.job.mask = own.job.mask ? own.job.mask + first : NULL;
    return own;
}

/* Appends a batch; of a transposed matrix rows and columns change places. */
static void append(const strips *s, part *own, const mg_block *block, const mg_block_batch *batch) {
    const bool transpose = s->p->options->transpose;
    const uint32_t first = (transpose ? block->row : block->column) << s->index->shift;
    const uint16_t *const rows = transpose ? batch->columns : batch->rows;
    const uint16_t *const columns = transpose ? batch->rows : batch->columns;
    for (uint32_t i = 0; i < batch->count; i++) {
        own->rows[own->count + i] = rows[i];
        own->columns[own->count + i] = first + columns[i];
    }
    char *const values = own->values + own->count * s->p->size;
    const mg_type type = s->p->matrix->type;
    own->count += batch->count;
    if (!own->job.weights) {
        return;
    }
    const uint64_t step = batch->stride * mg__type_size(type);
    if (s->converts && batch->stride == 1) {
        mg__values_convert(type, batch->values, 0, batch->count, s->p->options->type, values);
        return;
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        if (s->converts) {
            mg__values_convert(type, (const char *)batch->values + i * step, 0, 1, s->p->options->type,
                               values + i * s->p->size);
        } else {
            mg__copy_value(values, i, batch->values, i * batch->stride, s->p->size);
        }
    }
}

static void sort_part(const strips *s, part *own, uint64_t rows) {
    memset(own->offsets, 0, (rows + 1) * sizeof *own->offsets);
    for (uint64_t i = 0; i < own->count; i++) {
        own->offsets[own->rows[i] + 1]++;
    }
    for (uint64_t row = 0; row < rows; row++) {
        own->offsets[row + 1] += own->offsets[row];
    }
    for (uint64_t i = 0; i < own->count; i++) {
        const uint64_t at = own->offsets[own->rows[i]]++;
        own->sorted_columns[at] = own->columns[i];
        if (own->job.weights) {
            mg__copy_value(own->sorted_values, at, own->values, i, s->p->size);
        }
    }
    for (uint64_t row = rows; row > 0; row--) { /* each has become the next one's first */
        own->offsets[row] = own->offsets[row - 1];
    }
    own->offsets[0] = 0;
}

/* Adds the part to the strip's rows and empties it. */
static void run_part(const strips *s, part *own, uint64_t rows) {
    sort_part(s, own, rows);
    spmv_job job = own->job;
    job.offsets = own->offsets;
    job.neighbours = own->sorted_columns;
    job.weights = job.weights ? own->sorted_values : NULL;
    s->p->rows(&job, 0, (mg_vertex)rows);
    own->count = 0;
    mg__spmm_make_adding(&own->job);
}

static void run_strip(const strips *s, uint64_t strip, uint64_t rows) {
    const mg_block_index *index = s->index;
    const bool transpose = s->p->options->transpose;
    const uint64_t *firsts = transpose ? index->column_firsts : index->row_firsts;
    const mg_storage *matrix = s->p->matrix;
    part own = own_part(s, strip);
    mg_block_batch batch;
    for (uint64_t i = firsts[strip]; i < firsts[strip + 1]; i++) {
        const mg_block *block = &index->blocks[transpose ? index->by_column[i] : i];
        for (uint64_t from = 0; from < block->count; from += batch.count) {
            matrix->format->blocks->load(matrix, block, from, &batch);
            if (own.count + batch.count > s->most) {
                run_part(s, &own, rows);
            }
            append(s, &own, block, &batch);
        }
    }
    if (own.count || !own.job.skips_empty) {
        run_part(s, &own, rows);
    }
}

mg_status mg__cpu_spmm_blocks(spmm_product *p) {
    const bool transpose = p->options->transpose;
    const uint64_t rows = transpose ? p->matrix->columns : p->matrix->rows;
    strips s;
    mg_status status;
    MG_TRY(strips_create(p, &s));
    const uint64_t count = transpose ? s.index->block_columns : s.index->block_rows;
#pragma omp parallel for schedule(dynamic, 1) num_threads(p->context->threads)
    for (uint64_t strip = 0; strip < count; strip++) {
        const uint64_t left = rows - (strip << s.index->shift);
        run_strip(&s, strip, left < s.side ? left : s.side);
    }
out:
    strips_release(p, &s);
    return status;
}
