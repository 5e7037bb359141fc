/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench_samples.h: samples of the results of gpu_bench_matrix, and what they should be.
 */
#ifndef MG_TESTS_CORE_CUDA_GPU_BENCH_SAMPLES_H
#define MG_TESTS_CORE_CUDA_GPU_BENCH_SAMPLES_H

#include <multigraph/multigraph.h>

/* A product. Operation: m, p, t or s. Element i of an operand is pattern[i mod period]. */
typedef struct bench_product_case {
    const mg_matrix_arrays *csr;
    const float *pattern;
    uint64_t period;
    char operation;
    uint32_t k;
} bench_product_case;

/* Up to 256 rows of the result or, of SDDMM, runs of 256 nonzeros: `count` of `width` elements, `step` rows or runs
 * apart. */
typedef struct bench_sample {
    uint64_t count, width, step;
} bench_sample;
bench_sample gpu_bench_sample(const bench_product_case *p);

/* The elements of a sample as they should be, by a double loop, and the sums of the magnitudes of their terms. */
typedef struct bench_expected {
    double *sum, *magnitude;
} bench_expected;
bench_expected gpu_bench_expect(const bench_product_case *p, const bench_sample *s);
void gpu_bench_expected_release(bench_expected *e);

/* The largest difference of a result in device memory from what it should be, relative to the magnitude. */
double gpu_bench_error(const bench_sample *s, const bench_expected *e, const float *result);

#endif
