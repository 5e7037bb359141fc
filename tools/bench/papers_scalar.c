/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_scalar.c: scalar CSR as the publications compare with it: a row belongs to one thread, the transposed product
 * adds each of its terms atomically, and nothing balances long rows.
 */
#include "tools/bench/papers.h"

#include <stdlib.h>

typedef struct scalar_csr {
    uint64_t rows, columns;
    uint32_t *offsets;
    const uint32_t *column;
    const void *values;
    mg_type type; /* of values, x and y */
    int threads;
} scalar_csr;

#define SCALAR_CSR(NAME, TYPE)                                                                                         \
    static void NAME(const scalar_csr *a, const TYPE *x, TYPE *y) {                                                    \
        const TYPE *const values = a->values;                                                                          \
        _Pragma("omp parallel for num_threads(a->threads)") for (uint64_t row = 0; row < a->rows; row++) {             \
            TYPE sum = 0;                                                                                              \
            for (uint32_t e = a->offsets[row]; e < a->offsets[row + 1]; e++) {                                         \
                sum += values[e] * x[a->column[e]];                                                                    \
            }                                                                                                          \
            y[row] = sum;                                                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    static void NAME##_transposed(const scalar_csr *a, const TYPE *x, TYPE *y) {                                       \
        const TYPE *const values = a->values;                                                                          \
        _Pragma("omp parallel num_threads(a->threads)") {                                                              \
            _Pragma("omp for") for (uint64_t column = 0; column < a->columns; column++) {                              \
                y[column] = 0;                                                                                         \
            }                                                                                                          \
            _Pragma("omp for") for (uint64_t row = 0; row < a->rows; row++) {                                          \
                for (uint32_t e = a->offsets[row]; e < a->offsets[row + 1]; e++) {                                     \
                    const TYPE term = values[e] * x[row];                                                              \
                    _Pragma("omp atomic") y[a->column[e]] += term;                                                     \
                }                                                                                                      \
            }                                                                                                          \
        }                                                                                                              \
    }
SCALAR_CSR(multiply_float, float)
SCALAR_CSR(multiply_double, double)

static void multiply(const scalar_csr *a, bool transposed, const void *x, void *y) {
    if (a->type == MG_FLOAT32) {
        (transposed ? multiply_float_transposed : multiply_float)(a, x, y);
    } else {
        (transposed ? multiply_double_transposed : multiply_double)(a, x, y);
    }
}

double papers_scalar_seconds(papers *p, const mg_matrix *matrix, mg_type type, bool transposed) {
    mg_matrix_arrays csr;
    double least = -1;
    if (p->backend != MG_BACKEND_CPU || mg_matrix_type(matrix) != type || mg_matrix_nonzeros(matrix) > UINT32_MAX ||
        mg_matrix_to_csr(p->context, matrix, &csr) < 0) {
        return -1;
    }
    scalar_csr a = {.rows = csr.rows,
                    .columns = csr.columns,
                    .offsets = calloc(csr.rows + 1, sizeof *a.offsets),
                    .column = csr.column_indices,
                    .values = csr.values,
                    .type = type,
                    .threads = mg_context_threads(p->context)};
    const uint64_t larger = csr.rows > csr.columns ? csr.rows : csr.columns;
    void *const x = calloc(larger + 1, sizeof(double)), *const y = calloc(larger + 1, sizeof(double));
    for (uint64_t row = 0; a.offsets && row < csr.rows; row++) {
        a.offsets[row + 1] = (uint32_t)csr.row_offsets[row + 1];
    }
    for (uint64_t i = 0; a.offsets && x && y && i <= p->trials; i++) {
        const double start = clock_seconds();
        multiply(&a, transposed, x, y);
        const double seconds = clock_seconds() - start;
        least = i && (least < 0 || seconds < least) ? seconds : least;
    }
    free(a.offsets);
    free(x);
    free(y);
    return least;
}
