/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/vendor_cusparse.h"

#include <dlfcn.h>
#include <stdlib.h>

/* Values of cuSPARSE's enumerations. */
enum {
    PLAIN = 0,
    TRANSPOSED = 1,
    COLUMN_MAJOR = 1,
    ROW_MAJOR = 2,
    INDEX_32 = 2,
    BASE_ZERO = 0,
    REAL_32 = 0,
    REAL_64 = 1
};

/* Of SpMM and SDDMM, and of SpMV, whose dense operands are vectors. */
typedef int (*matrix_fn)(void *handle, int first, int second, const void *alpha, void *a, void *b, const void *beta,
                         void *c, int compute, int algorithm, void *buffer);
typedef int (*matrix_size_fn)(void *handle, int first, int second, const void *alpha, void *a, void *b,
                              const void *beta, void *c, int compute, int algorithm, size_t *bytes);
typedef int (*vector_fn)(void *handle, int first, const void *alpha, void *a, void *x, const void *beta, void *y,
                         int compute, int algorithm, void *buffer);
typedef int (*vector_size_fn)(void *handle, int first, const void *alpha, void *a, void *x, const void *beta, void *y,
                              int compute, int algorithm, size_t *bytes);

static const char *const names[] = {"cusparseCreate",           "cusparseDestroy",          "cusparseGetVersion",
                                    "cusparseCreateCsr",        "cusparseCreateCoo",        "cusparseDestroySpMat",
                                    "cusparseCreateDnMat",      "cusparseDestroyDnMat",     "cusparseCreateDnVec",
                                    "cusparseDestroyDnVec",     "cusparseSpMV_bufferSize",  "cusparseSpMV",
                                    "cusparseSpMM_bufferSize",  "cusparseSpMM_preprocess",  "cusparseSpMM",
                                    "cusparseSDDMM_bufferSize", "cusparseSDDMM_preprocess", "cusparseSDDMM"};

struct cusparse {
    const vendor_driver *driver;
    void *library, *handle;
    vector_fn prepare_vector; /* cusparseSpMV_preprocess, since CUDA 12.4; NULL: missing */
    /* in the order of the names */
    int (*create)(void **handle);
    int (*destroy)(void *handle);
    int (*version)(void *handle, int *version);
    int (*create_csr)(void **a, int64_t rows, int64_t columns, int64_t nonzeros, void *offsets, void *column_indices,
                      void *values, int offset_type, int index_type, int base, int type);
    int (*create_coo)(void **a, int64_t rows, int64_t columns, int64_t nonzeros, void *row_indices,
                      void *column_indices, void *values, int index_type, int base, int type);
    int (*destroy_sparse)(void *a);
    int (*create_dense)(void **b, int64_t rows, int64_t columns, int64_t stride, void *values, int type, int order);
    int (*destroy_dense)(void *b);
    int (*create_vector)(void **x, int64_t size, void *values, int type);
    int (*destroy_vector)(void *x);
    vector_size_fn spmv_size;
    vector_fn spmv;
    matrix_size_fn spmm_size;
    matrix_fn spmm_prepare, spmm;
    matrix_size_fn sddmm_size;
    matrix_fn sddmm_prepare, sddmm;
};

typedef struct algorithm {
    const char *name;
    int number;
    bool is_coo, is_prepared;
    int order;
} algorithm;

static const algorithm of_spmv[] = {{"CSR_ALG1", 2, false, true, ROW_MAJOR},
                                    {"CSR_ALG2", 3, false, true, ROW_MAJOR},
                                    {"COO_ALG1", 1, true, true, ROW_MAJOR},
                                    {"COO_ALG2", 4, true, true, ROW_MAJOR}};
static const algorithm of_spmm[] = {
    {"CSR_ALG1", 4, false, true, ROW_MAJOR},  {"CSR_ALG1 column-major", 4, false, true, COLUMN_MAJOR},
    {"CSR_ALG2", 6, false, false, ROW_MAJOR}, {"CSR_ALG2 column-major", 6, false, false, COLUMN_MAJOR},
    {"CSR_ALG3", 12, false, true, ROW_MAJOR}, {"CSR_ALG3 column-major", 12, false, true, COLUMN_MAJOR},
    {"COO_ALG1", 1, true, false, ROW_MAJOR},  {"COO_ALG1 column-major", 1, true, false, COLUMN_MAJOR},
    {"COO_ALG2", 2, true, false, ROW_MAJOR},  {"COO_ALG2 column-major", 2, true, false, COLUMN_MAJOR},
    {"COO_ALG3", 3, true, false, ROW_MAJOR},  {"COO_ALG3 column-major", 3, true, false, COLUMN_MAJOR},
    {"COO_ALG4", 5, true, false, ROW_MAJOR},  {"COO_ALG4 column-major", 5, true, false, COLUMN_MAJOR}};
static const algorithm of_sddmm[] = {{"SDDMM_ALG_DEFAULT", 0, false, true, ROW_MAJOR}};

static const struct {
    const algorithm *list;
    size_t count;
} algorithms[] = {[BENCH_SPMV_FORMATS] = {of_spmv, sizeof of_spmv / sizeof *of_spmv},
                  [BENCH_SPMM] = {of_spmm, sizeof of_spmm / sizeof *of_spmm},
                  [BENCH_SDDMM] = {of_sddmm, sizeof of_sddmm / sizeof *of_sddmm}};

/* Factors of the products, in both types. */
static const float one = 1, zero = 0;
static const double one_64 = 1, zero_64 = 0;

static int type_of(const cusparse_product *p) {
    return p->matrix->type == MG_FLOAT64 ? REAL_64 : REAL_32;
}

static const void *alpha_of(const cusparse_product *p) {
    return type_of(p) == REAL_64 ? (const void *)&one_64 : &one;
}

static const void *beta_of(const cusparse_product *p) {
    return type_of(p) == REAL_64 ? (const void *)&zero_64 : &zero;
}

/* ---- the library ---- */

static void *open_library(void) {
    static const char *const files[] = {"libcusparse.so.13", "libcusparse.so.12",
                                        "/usr/local/cuda/lib64/libcusparse.so.12"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof files / sizeof *files && !library; i++) {
        library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
    }
    return library;
}

cusparse *cusparse_open(const vendor_driver *driver, const char **why) {
    cusparse *c = calloc(1, sizeof *c);
    if (!c) {
        *why = "out of memory";
        return NULL;
    }
    c->driver = driver;
    c->library = open_library();
    *why = c->library ? NULL : dlerror();
    if (!c->library || !vendor_load(c->library, names, sizeof names / sizeof *names, &c->create, why)) {
        cusparse_close(c);
        return NULL;
    }
    const char *missing;
    static const char *const optional[] = {"cusparseSpMV_preprocess"};
    vendor_load(c->library, optional, 1, &c->prepare_vector, &missing);
    if (c->create(&c->handle)) {
        *why = "cusparseCreate failed";
        cusparse_close(c);
        return NULL;
    }
    return c;
}

void cusparse_close(cusparse *c) {
    if (c && c->handle) {
        c->destroy(c->handle);
    }
    if (c && c->library) {
        dlclose(c->library);
    }
    free(c);
}

int cusparse_version(const cusparse *c) {
    int version = 0;
    c->version(c->handle, &version);
    return version;
}

/* ---- one algorithm ---- */

static int describe_sparse(const cusparse *c, const cusparse_product *p, bool is_coo, void **sparse) {
    const cusparse_matrix *a = p->matrix;
    void *const values = p->kind == BENCH_SDDMM ? p->out : a->values;
    return is_coo ? c->create_coo(sparse, a->rows, a->columns, a->nonzeros, a->row_indices, a->column_indices, values,
                                  INDEX_32, BASE_ZERO, type_of(p))
                  : c->create_csr(sparse, a->rows, a->columns, a->nonzeros, a->offsets, a->column_indices, values,
                                  INDEX_32, INDEX_32, BASE_ZERO, type_of(p));
}

/* The dense operands: x and y; of SDDMM both have rows of k elements. */
static bool describe_dense(const cusparse *c, const cusparse_product *p, int order, cusparse_plan *plan) {
    const cusparse_matrix *a = p->matrix;
    const bool sddmm = p->kind == BENCH_SDDMM;
    const bool swapped = sddmm || p->transposed;
    const int64_t x_rows = swapped ? a->rows : a->columns, y_rows = swapped ? a->columns : a->rows;
    if (p->kind == BENCH_SPMV_FORMATS) {
        return !c->create_vector(&plan->first, x_rows, p->x, type_of(p)) &&
               !c->create_vector(&plan->second, y_rows, p->y, type_of(p));
    }
    return !c->create_dense(&plan->first, x_rows, p->k, order == ROW_MAJOR ? p->k : x_rows, p->x, type_of(p), order) &&
           !c->create_dense(&plan->second, y_rows, p->k, order == ROW_MAJOR ? p->k : y_rows, p->y, type_of(p), order);
}

static int buffer_size(const cusparse *c, const cusparse_product *p, const cusparse_plan *plan, int number,
                       size_t *bytes) {
    const int type = type_of(p);
    const void *const alpha = alpha_of(p), *const beta = beta_of(p);
    return p->kind == BENCH_SPMV_FORMATS
               ? c->spmv_size(c->handle, p->transposed ? TRANSPOSED : PLAIN, alpha, plan->sparse, plan->first, beta,
                              plan->second, type, number, bytes)
           : p->kind == BENCH_SPMM ? c->spmm_size(c->handle, p->transposed ? TRANSPOSED : PLAIN, PLAIN, alpha,
                                                  plan->sparse, plan->first, beta, plan->second, type, number, bytes)
                                   : c->sddmm_size(c->handle, PLAIN, TRANSPOSED, alpha, plan->first, plan->second, beta,
                                                   plan->sparse, type, number, bytes);
}

static int call(const cusparse *c, const cusparse_product *p, const cusparse_plan *plan, int number, bool prepares) {
    const matrix_fn spmm = prepares ? c->spmm_prepare : c->spmm, sddmm = prepares ? c->sddmm_prepare : c->sddmm;
    const vector_fn spmv = prepares ? c->prepare_vector : c->spmv;
    const int type = type_of(p);
    const void *const alpha = alpha_of(p), *const beta = beta_of(p);
    return p->kind == BENCH_SPMV_FORMATS ? spmv(c->handle, p->transposed ? TRANSPOSED : PLAIN, alpha, plan->sparse,
                                                plan->first, beta, plan->second, type, number, plan->buffer)
           : p->kind == BENCH_SPMM ? spmm(c->handle, p->transposed ? TRANSPOSED : PLAIN, PLAIN, alpha, plan->sparse,
                                          plan->first, beta, plan->second, type, number, plan->buffer)
                                   : sddmm(c->handle, PLAIN, TRANSPOSED, alpha, plan->first, plan->second, beta,
                                           plan->sparse, type, number, plan->buffer);
}

static bool preprocess(const cusparse *c, const cusparse_product *p, const algorithm *a, cusparse_plan *plan) {
    if (!a->is_prepared || (p->kind == BENCH_SPMV_FORMATS && !c->prepare_vector)) {
        return true;
    }
    const double start = clock_seconds();
    if (call(c, p, plan, a->number, true) || c->driver->cuCtxSynchronize()) {
        return false;
    }
    plan->prepare_seconds = clock_seconds() - start;
    return true;
}

bool cusparse_prepare(const cusparse *c, const cusparse_product *p, size_t i, cusparse_plan *plan, bool *more) {
    const algorithm *a = &algorithms[p->kind].list[i];
    size_t bytes = 0;
    *more = i + 1 < algorithms[p->kind].count;
    *plan = (cusparse_plan){.name = a->name, .row_major = a->order == ROW_MAJOR, .number = a->number};
    if (describe_sparse(c, p, a->is_coo, &plan->sparse) || !describe_dense(c, p, a->order, plan) ||
        buffer_size(c, p, plan, a->number, &bytes)) {
        return false;
    }
    plan->buffer = vendor_upload(c->driver, NULL, bytes);
    return plan->buffer && preprocess(c, p, a, plan) && cusparse_run(c, p, plan) && !c->driver->cuCtxSynchronize();
}

bool cusparse_run(const cusparse *c, const cusparse_product *p, const cusparse_plan *plan) {
    return !call(c, p, plan, plan->number, false);
}

void cusparse_plan_close(const cusparse *c, const cusparse_product *p, cusparse_plan *plan) {
    int (*const release)(void *) = p->kind == BENCH_SPMV_FORMATS ? c->destroy_vector : c->destroy_dense;
    if (plan->sparse) {
        c->destroy_sparse(plan->sparse);
    }
    if (plan->first) {
        release(plan->first);
    }
    if (plan->second) {
        release(plan->second);
    }
    vendor_free(c->driver, plan->buffer);
    *plan = (cusparse_plan){.name = NULL};
}
