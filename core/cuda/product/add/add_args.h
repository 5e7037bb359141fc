/* SPDX-License-Identifier: Apache-2.0
 *
 * add_args.h: the sum of two matrices in CSR on the device. C11 and CUDA C++.
 *
 * Each nonzero finds its place alone: a nonzero of A has before it in the sum the nonzeros of A before it and those of
 * B at earlier places, less those that are at the same place as one of A before it. Where all rows are short, groups of
 * lanes take rows, else threads take nonzeros.
 */
#ifndef MG_CORE_CUDA_PRODUCT_ADD_ADD_ARGS_H
#define MG_CORE_CUDA_PRODUCT_ADD_ADD_ARGS_H

#include <multigraph/matrices.h>

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

enum { MG_ADD_SHORT = 256 }; /* most nonzeros of a short row */

/* A summand: its CSR, whose rows ascend by column. */
typedef struct mg_add_part {
    const uint64_t *offsets; /* rows + 1 */
    const uint32_t *columns;
    const void *values;  /* of the type of the sum; NULL: all 1 */
    const uint32_t *row; /* of each nonzero; NULL where rows are short */
    uint64_t count;      /* of nonzeros */
    double factor;
    int64_t whole; /* the factor, where the sum is one of integers */
} mg_add_part;

/* What the kernels find out; 0 before. */
typedef struct mg_add_findings {
    uint64_t nonzeros; /* of the sum, where all rows are short */
    uint32_t descends; /* a row does not ascend */
    uint32_t has_long; /* a row is not short: the lengths of the sum's rows are not known */
} mg_add_findings;

typedef struct mg_add_sum {
    mg_add_part parts[2];
    uint64_t rows;
    mg_add_findings *findings;
    uint32_t *matched; /* parts[0].count + 1: 1 for a nonzero at whose place parts[1] has one; then prefix sums */
    uint64_t *offsets; /* the sum: rows + 1; where rows are short, first their lengths */
    uint32_t *columns;
    void *values;
    mg_type type;
} mg_add_sum;

/* Steps (nonzeros/device_steps.h) of mg_add_sum. For short rows: sets the lengths of the sum's rows, and findings. */
cudaError_t mg__add_count_rows(void *sum, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets findings->nonzeros. offsets: prefix sums. */
cudaError_t mg__add_total(void *sum, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets the sum but for its offsets. */
cudaError_t mg__add_fill_rows(void *sum, void *temporary, size_t *bytes, cudaStream_t stream);
/* For all: sets matched, and findings->descends. */
cudaError_t mg__add_match(void *sum, void *temporary, size_t *bytes, cudaStream_t stream);
/* Sets the sum. matched: prefix sums. */
cudaError_t mg__add_fill(void *sum, void *temporary, size_t *bytes, cudaStream_t stream);

#endif
