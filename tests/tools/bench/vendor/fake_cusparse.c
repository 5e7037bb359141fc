/* SPDX-License-Identifier: Apache-2.0
 *
 * fake_cusparse.c: the functions of cuSPARSE that bench --vendor calls, in host memory, with the enumerations of its
 * header. Algorithm 6 of SpMM (CSR_ALG2) takes 2 ms and is the fastest in row-major order, the others take 4; algorithm
 * 12 (CSR_ALG3) has no column-major order. Algorithms of COO do not read row offsets, and those of CSR no row indices.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, NOT_SUPPORTED = 10, WRONG = 3, COLUMN_MAJOR = 1, ROW_MAJOR = 2, INDEX_32 = 2 };

typedef struct sparse {
    int64_t rows, columns, nonzeros;
    const int32_t *offsets, *row_indices, *column_indices;
    void *values;
    int type; /* 0: float, 1: double */
} sparse;

typedef struct dense {
    int64_t rows, columns, stride;
    void *values;
    int order, type;
} dense;

extern void cuFakeWork(double milliseconds); /* fake_driver.c */

#define FAKE __attribute__((visibility("default")))
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

FAKE int cusparseCreate(void **handle) {
    *handle = malloc(1);
    return *handle ? SUCCESS : 2;
}

FAKE int cusparseDestroy(void *handle) {
    free(handle);
    return SUCCESS;
}

FAKE int cusparseGetVersion(void *handle, int *version) {
    *version = 12000;
    return handle ? SUCCESS : WRONG;
}

static int make_sparse(void **a, sparse made) {
    sparse *s = malloc(sizeof *s);
    if (!s) {
        return 2;
    }
    *s = made;
    *a = s;
    return SUCCESS;
}

FAKE int cusparseCreateCsr(void **a, int64_t rows, int64_t columns, int64_t nonzeros, void *offsets,
                           void *column_indices, void *values, int offset_type, int index_type, int base, int type) {
    return offset_type != INDEX_32 || index_type != INDEX_32 || base || type > 1
               ? WRONG
               : make_sparse(a, (sparse){rows, columns, nonzeros, offsets, NULL, column_indices, values, type});
}

FAKE int cusparseCreateCoo(void **a, int64_t rows, int64_t columns, int64_t nonzeros, void *row_indices,
                           void *column_indices, void *values, int index_type, int base, int type) {
    return index_type != INDEX_32 || base || type > 1
               ? WRONG
               : make_sparse(a, (sparse){rows, columns, nonzeros, NULL, row_indices, column_indices, values, type});
}

FAKE int cusparseDestroySpMat(void *a) {
    free(a);
    return SUCCESS;
}

FAKE int cusparseCreateDnMat(void **b, int64_t rows, int64_t columns, int64_t stride, void *values, int type,
                             int order) {
    dense *d = malloc(sizeof *d);
    if (!d || type > 1 || stride < (order == ROW_MAJOR ? columns : rows)) {
        free(d);
        return WRONG;
    }
    *d = (dense){rows, columns, stride, values, order, type};
    *b = d;
    return SUCCESS;
}

FAKE int cusparseDestroyDnMat(void *b) {
    free(b);
    return SUCCESS;
}

FAKE int cusparseCreateDnVec(void **x, int64_t size, void *values, int type) {
    return cusparseCreateDnMat(x, size, 1, 1, values, type, ROW_MAJOR);
}

FAKE int cusparseDestroyDnVec(void *x) {
    free(x);
    return SUCCESS;
}

static float *at(const dense *d, int64_t row, int64_t column) {
    return (float *)d->values + (d->order == ROW_MAJOR ? row * d->stride + column : column * d->stride + row);
}

static int64_t row_of(const sparse *a, int64_t e) {
    int64_t row = 0;
    while (a->offsets && a->offsets[row + 1] <= e) {
        row++;
    }
    return a->offsets ? row : a->row_indices[e];
}

static int spmm(const sparse *a, const dense *x, const dense *y, float alpha, float beta) {
    if (x->rows != a->columns || y->rows != a->rows || x->columns != y->columns || alpha != 1 || beta != 0) {
        return WRONG;
    }
    for (int64_t row = 0; row < y->rows; row++) {
        for (int64_t c = 0; c < y->columns; c++) {
            *at(y, row, c) = 0;
        }
    }
    for (int64_t e = 0; e < a->nonzeros; e++) {
        for (int64_t c = 0; c < y->columns; c++) {
            *at(y, row_of(a, e), c) += ((const float *)a->values)[e] * *at(x, a->column_indices[e], c);
        }
    }
    return SUCCESS;
}

FAKE int cusparseSpMV_bufferSize(void *handle, int first, const void *alpha, sparse *a, dense *x, const void *beta,
                                 dense *y, int compute, int algorithm, size_t *bytes) {
    (void)alpha, (void)beta;
    *bytes = 16;
    return handle && (first == 0 || first == 1) && a->type == compute && x->type == compute && y->type == compute &&
                   algorithm >= 1 && algorithm <= 4
               ? SUCCESS
               : WRONG;
}

/* Double, or transposed: shapes and factors are checked, vectors of both types are read and written. */
static int spmv(const sparse *a, bool transposed, const dense *x, const dense *y, const void *alpha, const void *beta) {
    const bool real = a->type == 1;
    const double factors[] = {real ? *(const double *)alpha : (double)*(const float *)alpha,
                              real ? *(const double *)beta : (double)*(const float *)beta};
    if (x->rows != (transposed ? a->rows : a->columns) || y->rows != (transposed ? a->columns : a->rows) ||
        factors[0] != 1 || factors[1] != 0) {
        return WRONG;
    }
    memset(y->values, 0, (size_t)y->rows * (real ? sizeof(double) : sizeof(float)));
    for (int64_t e = 0; e < a->nonzeros; e++) {
        const int64_t row = row_of(a, e), column = a->column_indices[e];
        const int64_t from = transposed ? row : column, to = transposed ? column : row;
        if (real) {
            ((double *)y->values)[to] += ((const double *)a->values)[e] * ((const double *)x->values)[from];
        } else {
            ((float *)y->values)[to] += ((const float *)a->values)[e] * ((const float *)x->values)[from];
        }
    }
    return SUCCESS;
}

FAKE int cusparseSpMV(void *handle, int first, const void *alpha, sparse *a, dense *x, const void *beta, dense *y,
                      int compute, int algorithm, void *buffer) {
    memset(buffer, 1, 16);
    cuFakeWork(algorithm == 3 ? 2 : 4);
    return handle && compute == a->type && algorithm ? spmv(a, first == 1, x, y, alpha, beta) : WRONG;
}

FAKE int cusparseSpMM_bufferSize(void *handle, int first, int second, const float *alpha, sparse *a, dense *x,
                                 const float *beta, dense *y, int compute, int algorithm, size_t *bytes) {
    (void)alpha, (void)beta;
    *bytes = 0;
    if (!handle || first || second || compute || (a->offsets != NULL) != (algorithm == 4 || algorithm >= 6)) {
        return WRONG;
    }
    return x->order != y->order ? WRONG : algorithm == 12 && x->order == COLUMN_MAJOR ? NOT_SUPPORTED : SUCCESS;
}

FAKE int cusparseSpMM(void *handle, int first, int second, const float *alpha, sparse *a, dense *x, const float *beta,
                      dense *y, int compute, int algorithm, void *buffer) {
    cuFakeWork(algorithm == 6 && x->order == ROW_MAJOR ? 2 : 4);
    return handle && !first && !second && !compute && buffer ? spmm(a, x, y, *alpha, *beta) : WRONG;
}

FAKE int cusparseSpMM_preprocess(void *handle, int first, int second, const float *alpha, sparse *a, dense *x,
                                 const float *beta, dense *y, int compute, int algorithm, void *buffer) {
    (void)handle, (void)first, (void)second, (void)alpha, (void)a, (void)x, (void)beta, (void)y, (void)compute;
    return buffer && (algorithm == 4 || algorithm == 12) ? SUCCESS : WRONG;
}

FAKE int cusparseSDDMM_bufferSize(void *handle, int first, int second, const float *alpha, dense *x, dense *y,
                                  const float *beta, sparse *out, int compute, int algorithm, size_t *bytes) {
    (void)alpha, (void)beta;
    *bytes = 8;
    return handle && !first && second == 1 && !compute && !algorithm && x->rows == out->rows && y->rows == out->columns
               ? SUCCESS
               : WRONG;
}

FAKE int cusparseSDDMM_preprocess(void *handle, int first, int second, const float *alpha, dense *x, dense *y,
                                  const float *beta, sparse *out, int compute, int algorithm, void *buffer) {
    (void)handle, (void)first, (void)second, (void)alpha, (void)x, (void)y, (void)beta, (void)out, (void)compute;
    return buffer && !algorithm ? SUCCESS : WRONG;
}

FAKE int cusparseSDDMM(void *handle, int first, int second, const float *alpha, dense *x, dense *y, const float *beta,
                       sparse *out, int compute, int algorithm, void *buffer) {
    memset(buffer, 1, 8);
    cuFakeWork(0.5);
    for (int64_t e = 0; e < out->nonzeros; e++) {
        float dot = 0;
        for (int64_t c = 0; c < x->columns; c++) {
            dot += *at(x, row_of(out, e), c) * *at(y, out->column_indices[e], c);
        }
        float *const value = (float *)out->values + e;
        *value = *alpha * dot + (*beta != 0 ? *beta * *value : 0);
    }
    return handle && !first && second == 1 && !compute && !algorithm ? SUCCESS : WRONG;
}
