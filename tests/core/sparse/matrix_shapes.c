/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/sparse/matrix_shapes.h"
#include "tests/core/sparse/semiring_oracle.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdlib.h>

#define LONG 20000 /* nonzeros of the hub: more than two pieces of 8,192 */

matrix_shape matrix_shape_allocate(const char *name, uint64_t rows, uint64_t columns, uint64_t most) {
    return (matrix_shape){.name = name,
                          .rows = rows,
                          .columns = columns,
                          .row = test_memory(most, sizeof(uint32_t)),
                          .column = test_memory(most, sizeof(uint32_t)),
                          .value = test_memory(most, sizeof(double))};
}

static void add(matrix_shape *s, uint64_t row, uint64_t column) {
    static const double values[] = {1, -2.5, 3, 0, 0.75, -1, 7, 2};
    const uint64_t e = s->nonzeros++;
    s->row[e] = (uint32_t)row;
    s->column[e] = (uint32_t)column;
    s->value[e] = values[(row * 5 + column * 3 + e) % 8];
}

static matrix_shape dense(const char *name, uint64_t rows, uint64_t columns) {
    matrix_shape s = matrix_shape_allocate(name, rows, columns, rows * columns);
    for (uint64_t r = 0; r < rows; r++) {
        for (uint64_t c = 0; c < columns; c++) {
            add(&s, r, c);
        }
    }
    return s;
}

/* About `mean` nonzeros in a row, columns in random order with duplicates; every fourth row is empty. */
static matrix_shape random_rows(const char *name, uint64_t rows, uint64_t columns, uint64_t mean, uint64_t seed) {
    matrix_shape s = matrix_shape_allocate(name, rows, columns, rows * 2 * mean);
    for (uint64_t r = 0; r < rows; r++) {
        const uint64_t count = r % 4 == 3 ? 0 : test_random(&seed) % (2 * mean);
        for (uint64_t i = 0; i < count; i++) {
            add(&s, r, test_random(&seed) % columns);
        }
    }
    return s;
}

/* Row `hub` has LONG nonzeros, the others one. */
static matrix_shape hub_row(const char *name, uint64_t rows, uint64_t columns, uint64_t hub) {
    matrix_shape s = matrix_shape_allocate(name, rows, columns, rows + LONG);
    for (uint64_t r = 0; r < rows; r++) {
        for (uint64_t i = 0; i < (r == hub ? LONG : 1); i++) {
            add(&s, r, (i * 7 + r) % columns);
        }
    }
    return s;
}

static matrix_shape hub_column(const char *name, uint64_t rows, uint64_t columns) {
    matrix_shape s = matrix_shape_allocate(name, rows, columns, 2 * rows);
    for (uint64_t r = 0; r < rows; r++) {
        add(&s, r, columns / 2);
        if (r % 3 == 0) {
            add(&s, r, r % columns);
        }
    }
    return s;
}

static matrix_shape duplicates(const char *name) {
    matrix_shape s = matrix_shape_allocate(name, 3, 4, 24);
    for (uint64_t i = 0; i < 24; i++) {
        add(&s, i / 12 * 2, i % 12 / 6 * 3);
    }
    return s;
}

matrix_shape matrix_shape_make(int i) {
    switch (i) {
    case 0:
        return matrix_shape_allocate("0 x 0", 0, 0, 0);
    case 1:
        return matrix_shape_allocate("3 x 0", 3, 0, 0);
    case 2:
        return matrix_shape_allocate("0 x 4", 0, 4, 0);
    case 3:
        return matrix_shape_allocate("no nonzeros", 5, 6, 0);
    case 4:
        return dense("1 x 9", 1, 9);
    case 5:
        return dense("9 x 1", 9, 1);
    case 6:
        return dense("dense", 7, 5);
    case 7:
        return duplicates("duplicates");
    case 8:
        return hub_column("hub column", 600, 40);
    case 9:
        return random_rows("random wide", 60, 700, 9, 1);
    case 10:
        return random_rows("random tall", 700, 60, 5, 2);
    case 11:
        return hub_row("hub row", 30, 900, 12);
    default:
        return hub_row("one long row", 1, 50, 0);
    }
}

void matrix_shape_free(matrix_shape *sample) {
    free(sample->row);
    free(sample->column);
    free(sample->value);
}

matrix_shape matrix_shape_transpose(const matrix_shape *sample) {
    matrix_shape t = matrix_shape_allocate(sample->name, sample->columns, sample->rows, sample->nonzeros);
    uint64_t *next = test_memory(sample->columns + 1, sizeof *next); /* of each column */
    memset(next, 0, (sample->columns + 1) * sizeof *next);
    for (uint64_t e = 0; e < sample->nonzeros; e++) {
        next[sample->column[e] + 1]++;
    }
    for (uint64_t column = 0; column < sample->columns; column++) {
        next[column + 1] += next[column];
    }
    for (uint64_t e = 0; e < sample->nonzeros; e++) {
        const uint64_t at = next[sample->column[e]]++;
        t.row[at] = sample->column[e];
        t.column[at] = sample->row[e];
        t.value[at] = sample->value[e];
    }
    t.nonzeros = sample->nonzeros;
    free(next);
    return t;
}

double matrix_shape_value(const matrix_shape *sample, mg_type type, uint64_t e) {
    const double value = sample->value[e];
    return type == MG_TYPE_NONE ? 1 : semiring_is_float(type) ? value : (double)(int)value;
}

mg_matrix *matrix_shape_matrix(mg_context *context, const matrix_shape *sample, mg_type type, bool coo) {
    const uint64_t count = sample->nonzeros;
    const size_t size = semiring_size(type == MG_TYPE_NONE ? MG_INT32 : type);
    uint64_t *offsets = test_memory(sample->rows + 1, sizeof *offsets);
    uint32_t *row = test_memory(count, sizeof *row), *column = test_memory(count, sizeof *column);
    void *values = test_memory(count, size);
    uint64_t at = 0;
    offsets[0] = 0;
    for (uint64_t e = 0; e < count; e++) {
        offsets[sample->row[e] + 1] = e + 1;
    }
    for (uint64_t r = 0; r < sample->rows; r++) {
        offsets[r + 1] = offsets[r + 1] > offsets[r] ? offsets[r + 1] : offsets[r];
    }
    for (uint64_t part = 0; part < 3; part++) { /* coordinates: rows out of order, each row in its order */
        for (uint64_t e = 0; e < count; e++) {
            if (coo ? sample->row[e] % 3 == 2 - part : part == 0) {
                row[at] = sample->row[e];
                column[at] = sample->column[e];
                semiring_store(type == MG_TYPE_NONE ? MG_INT32 : type, values, at++,
                               matrix_shape_value(sample, type, e));
            }
        }
    }
    const mg_matrix_arrays arrays = {.rows = sample->rows,
                                     .columns = sample->columns,
                                     .nonzeros = count,
                                     .row_offsets = coo ? NULL : offsets,
                                     .row_indices = coo ? row : NULL,
                                     .column_indices = column,
                                     .values = type == MG_TYPE_NONE ? NULL : values,
                                     .type = type};
    mg_matrix *matrix = NULL;
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    free(offsets);
    free(row);
    free(column);
    free(values);
    return matrix;
}

static double value_at(const mg_matrix_arrays *csr, uint64_t e) {
    return csr->type == MG_TYPE_NONE      ? 1
           : semiring_is_float(csr->type) ? semiring_load_float(csr->type, csr->values, e)
                                          : (double)semiring_load_integer(csr->type, csr->values, e);
}

void matrix_shape_check(mg_context *context, const matrix_shape *sample, mg_type type, double factor,
                        const mg_matrix *matrix) {
    mg_matrix_arrays csr;
    CHECK_OK(context, mg_matrix_to_csr(context, matrix, &csr));
    CHECK_EQ(csr.rows, sample->rows);
    CHECK_EQ(csr.columns, sample->columns);
    CHECK_EQ(csr.nonzeros, sample->nonzeros);
    CHECK_EQ(csr.type, factor == 1 || type == MG_FLOAT32 ? type : MG_FLOAT64);
    CHECK_EQ(csr.type, mg_matrix_type(matrix));
    CHECK(!csr.row_indices && csr.row_offsets[0] == 0 && csr.row_offsets[csr.rows] == csr.nonzeros);
    for (uint64_t r = 0; r < csr.rows; r++) {
        for (uint64_t e = csr.row_offsets[r]; e < csr.row_offsets[r + 1]; e++) {
            CHECK_EQ(sample->row[e], r);
            CHECK_EQ(sample->column[e], csr.column_indices[e]);
            CHECK(value_at(&csr, e) == factor * matrix_shape_value(sample, type, e));
        }
    }
}
