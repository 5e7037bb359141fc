/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_bench_vendor.h: cuSPARSE's products with one vector, for gpu_bench_matrix.
 */
#ifndef MG_TESTS_CORE_CUDA_GPU_BENCH_VENDOR_H
#define MG_TESTS_CORE_CUDA_GPU_BENCH_VENDOR_H

#include "tools/bench/vendor_cusparse.h"

typedef struct gpu_vendor {
    vendor_driver driver;
    cusparse *library;
    cusparse_matrix matrix;
} gpu_vendor;

/* Loads cuSPARSE and uploads a float matrix; false, with a message on the standard error: it cannot. Closed in both
 * cases. */
bool gpu_vendor_open(gpu_vendor *v, const mg_matrix_arrays *csr);
void gpu_vendor_close(gpu_vendor *v);
/* The median seconds of its fastest algorithm for y = A x or, transposed, A^T x with vectors on the device; negative:
 * it has none. *name: of that algorithm. */
double gpu_vendor_measure(const gpu_vendor *v, bool transposed, float *x, float *y, size_t repetitions,
                          const char **name);

#endif
