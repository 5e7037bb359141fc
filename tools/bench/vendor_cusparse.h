/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor_cusparse.h: products by cuSPARSE for bench --vendor. The library is loaded when it is needed, at run time; its
 * interface is that of cuSPARSE 12 (CUDA 12 and 13). Indices have 32 bits and begin at 0.
 */
#ifndef MG_TOOLS_BENCH_VENDOR_CUSPARSE_H
#define MG_TOOLS_BENCH_VENDOR_CUSPARSE_H

#include "tools/bench/bench.h"
#include "tools/bench/vendor_driver.h"

typedef struct cusparse cusparse;

/* A matrix on the device, as CSR and as COO. */
typedef struct cusparse_matrix {
    int64_t rows, columns, nonzeros;
    void *offsets, *row_indices, *column_indices, *values;
    mg_type type; /* of values and operands: MG_FLOAT32 or MG_FLOAT64 */
} cusparse_matrix;

/* A product of it: Y = A X, also with the transposed matrix, or out = X Y^T at the places of A, without A's
 * values. Operands are on the device. */
typedef struct cusparse_product {
    bench_formats kind;
    int64_t k;
    bool transposed; /* not SDDMM */
    const cusparse_matrix *matrix;
    void *x, *y, *out;
} cusparse_product;

/* One algorithm with one order of the dense operands, ready to run. */
typedef struct cusparse_plan {
    const char *name;
    bool row_major;
    int number;             /* of cuSPARSE */
    double prepare_seconds; /* of the preprocessing, by the host's clock; 0: there is none */
    void *sparse, *first, *second, *buffer;
} cusparse_plan;

/* Loads the library; NULL: *why says what is missing. */
cusparse *cusparse_open(const vendor_driver *driver, const char **why);
void cusparse_close(cusparse *library);
int cusparse_version(const cusparse *library);

/* Prepares choice i of the algorithms for the product; *more: there are further ones. False: cuSPARSE does not have
 * this combination, or there is no memory. Plans are closed in both cases. */
bool cusparse_prepare(const cusparse *library, const cusparse_product *product, size_t i, cusparse_plan *plan,
                      bool *more);
/* Starts the product; beta is 0, so setting the result to zero is a part of it. */
bool cusparse_run(const cusparse *library, const cusparse_product *product, const cusparse_plan *plan);
void cusparse_plan_close(const cusparse *library, const cusparse_product *product, cusparse_plan *plan);

#endif
