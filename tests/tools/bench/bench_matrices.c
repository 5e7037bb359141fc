/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/tools/bench/bench_matrices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bench_check(mg_context *context, mg_status status) {
    if (status < 0) {
        fprintf(stderr, "%s\n", mg_context_error(context));
        exit(1);
    }
}

/* Nonzeros that are added row by row. */
typedef struct builder {
    uint64_t rows, columns, nonzeros, capacity;
    uint64_t *offsets;
    uint32_t *column;
    float *value;
} builder;

static void *grow(void *block, uint64_t bytes) {
    void *const grown = realloc(block, bytes + 1);
    if (!grown) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return grown;
}

static builder begin(uint64_t rows, uint64_t columns) {
    builder b = {.rows = rows, .columns = columns, .offsets = grow(NULL, (rows + 1) * sizeof(uint64_t))};
    b.offsets[0] = 0;
    return b;
}

static void add(builder *b, uint64_t column) {
    if (b->nonzeros == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 1 << 16;
        b->column = grow(b->column, b->capacity * sizeof *b->column);
        b->value = grow(b->value, b->capacity * sizeof *b->value);
    }
    b->column[b->nonzeros] = (uint32_t)column;
    b->value[b->nonzeros] = (float)(b->nonzeros * 2654435761u % 512) / 512;
    b->nonzeros++;
}

static mg_matrix *finish(mg_context *context, builder *b) {
    const mg_matrix_arrays arrays = {.rows = b->rows,
                                     .columns = b->columns,
                                     .nonzeros = b->nonzeros,
                                     .row_offsets = b->offsets,
                                     .column_indices = b->column,
                                     .values = b->value,
                                     .type = MG_FLOAT32};
    mg_matrix *matrix;
    bench_check(context, mg_matrix_create(context, &arrays, &matrix));
    free(b->offsets);
    free(b->column);
    free(b->value);
    return matrix;
}

static uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int by_value(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Ends a row whose columns were added in any order. */
static void end_row(builder *b, uint64_t row) {
    const uint64_t first = b->offsets[row];
    qsort(b->column + first, b->nonzeros - first, sizeof *b->column, by_value);
    b->offsets[row + 1] = b->nonzeros;
}

static mg_matrix *band(mg_context *context, const uint64_t *n) {
    builder b = begin(n[0], n[0]);
    for (uint64_t row = 0; row < n[0]; row++) {
        const uint64_t end = row + n[1] < n[0] ? row + n[1] : n[0];
        for (uint64_t column = row > n[1] ? row - n[1] : 0; column < end; column++) {
            add(&b, column);
        }
        end_row(&b, row);
    }
    return finish(context, &b);
}

static mg_matrix *stencil(mg_context *context, const uint64_t *n) {
    const uint64_t side = n[0];
    builder b = begin(side * side, side * side);
    for (uint64_t row = 0; row < b.rows; row++) {
        const uint64_t steps[] = {-side, -(uint64_t)1, 0, 1, side};
        for (size_t i = 0; i < 5; i++) {
            if (row + steps[i] < b.rows) { /* also false below 0, which wraps */
                add(&b, row + steps[i]);
            }
        }
        end_row(&b, row);
    }
    return finish(context, &b);
}

static mg_matrix *random_columns(mg_context *context, const uint64_t *n) {
    builder b = begin(n[0], n[1]);
    uint64_t seed = 1;
    for (uint64_t row = 0; row < n[0]; row++) {
        for (uint64_t i = 0; i < n[2]; i++) {
            add(&b, next(&seed) % n[1]);
        }
        end_row(&b, row);
    }
    return finish(context, &b);
}

static mg_matrix *cluster(mg_context *context, const uint64_t *n) {
    builder b = begin(n[0], n[0]);
    for (uint64_t row = 0; row < n[0]; row++) {
        uint64_t seed = row;
        for (uint64_t i = 0; i < n[3]; i++) {
            uint64_t member = row / n[1] * n[2] + next(&seed) % n[2]; /* the same column in all rows of the group */
            add(&b, next(&member) % n[0]);
        }
        end_row(&b, row);
    }
    return finish(context, &b);
}

static const struct {
    const char *name;
    int count; /* of numbers */
    mg_matrix *(*make)(mg_context *context, const uint64_t *numbers);
} kinds[] = {{"band", 2, band}, {"stencil", 1, stencil}, {"random", 3, random_columns}, {"cluster", 4, cluster}};

static bench_matrix kronecker(mg_context *context, const char *name) {
    bench_matrix m = {NULL, NULL};
    mg_generate_options generate = MG_GENERATE_OPTIONS_INIT;
    generate.scale = (uint32_t)atoi(name + strlen("kron:"));
    generate.weight_max = 255;
    bench_check(context, mg_generate(context, "kron", &generate, &m.graph));
    bench_check(context, mg_matrix_of_graph(context, m.graph, &m.matrix));
    return m;
}

bench_matrix bench_matrix_open(mg_context *context, const char *name) {
    bench_matrix m = {NULL, NULL};
    uint64_t n[4] = {0};
    if (strncmp(name, "kron:", strlen("kron:")) == 0) {
        return kronecker(context, name);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t length = strlen(kinds[i].name);
        if (strncmp(name, kinds[i].name, length) == 0 && name[length] == ':') {
            char *at = (char *)name + length;
            for (int number = 0; number < kinds[i].count && *at == ':'; number++) {
                n[number] = strtoull(at + 1, &at, 10);
                if (!n[number]) {
                    break;
                }
            }
            if (*at || !n[kinds[i].count - 1]) {
                fprintf(stderr, "%s: expected %d positive numbers\n", name, kinds[i].count);
                exit(2);
            }
            m.matrix = kinds[i].make(context, n);
            return m;
        }
    }
    bench_check(context, mg_matrix_read(context, name, &m.matrix));
    return m;
}

void bench_matrix_close(mg_context *context, bench_matrix *matrix) {
    mg_matrix_destroy(context, matrix->matrix);
    mg_graph_destroy(matrix->graph);
}
