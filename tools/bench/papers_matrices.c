/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/papers.h"

#include <stdlib.h>

/* Row by row, `most` nonzeros at most. */
typedef struct builder {
    uint64_t rows, columns, nonzeros, seed;
    uint64_t *offsets;
    uint32_t *column;
    float *value;
} builder;

static bool begin(builder *b, uint64_t rows, uint64_t columns, uint64_t most) {
    *b = (builder){.rows = rows, .columns = columns, .seed = 27491095};
    b->offsets = calloc(rows + 1, sizeof *b->offsets);
    b->column = malloc(most * sizeof *b->column);
    b->value = malloc(most * sizeof *b->value);
    return b->offsets && b->column && b->value;
}

static uint64_t next(builder *b) {
    b->seed = b->seed * 6364136223846793005u + 1442695040888963407u;
    return b->seed >> 33;
}

static void add(builder *b, uint64_t row, uint64_t column) {
    b->column[b->nonzeros] = (uint32_t)column;
    b->value[b->nonzeros] = (float)(b->nonzeros % 512 + 1) / 512;
    b->offsets[row + 1] = ++b->nonzeros;
}

static mg_matrix *finish(mg_context *context, builder *b, bool made) {
    const mg_matrix_arrays arrays = {.rows = b->rows,
                                     .columns = b->columns,
                                     .nonzeros = b->nonzeros,
                                     .row_offsets = b->offsets,
                                     .column_indices = b->column,
                                     .values = b->value,
                                     .type = MG_FLOAT32};
    mg_matrix *matrix = NULL;
    if (made && mg_matrix_create(context, &arrays, &matrix) < 0) {
        matrix = NULL;
    }
    free(b->offsets);
    free(b->column);
    free(b->value);
    return matrix;
}

mg_matrix *papers_band(mg_context *context, uint64_t rows, uint64_t half) {
    builder b;
    const bool made = begin(&b, rows, rows, rows * 2 * half);
    for (uint64_t row = 0; made && row < rows; row++) {
        const uint64_t end = row + half < rows ? row + half : rows;
        for (uint64_t column = row > half ? row - half : 0; column < end; column++) {
            add(&b, row, column);
        }
    }
    return finish(context, &b, made);
}

mg_matrix *papers_random(mg_context *context, uint64_t rows, uint64_t columns, uint64_t each) {
    builder b;
    const bool made = begin(&b, rows, columns, rows * each);
    for (uint64_t i = 0; made && i < rows * each; i++) { /* ascending within a row: one in each range of columns */
        const uint64_t range = i % each, width = columns / each;
        add(&b, i / each, range * width + next(&b) % (width ? width : 1));
    }
    return finish(context, &b, made);
}

mg_matrix *papers_clusters(mg_context *context, uint64_t rows, uint64_t size, uint64_t columns, uint64_t each) {
    builder b;
    const bool made = begin(&b, rows, rows, rows * each);
    for (uint64_t i = 0; made && i < rows * each; i++) {
        const uint64_t row = i / each, range = i % each, width = columns / each;
        const uint64_t place = range * width + next(&b) % (width ? width : 1);
        /* every group of rows has `columns` columns, spread over the matrix from a place of its own */
        add(&b, row, (row / size * 40503 + place * (rows / columns)) % rows);
    }
    return finish(context, &b, made);
}
