/* SPDX-License-Identifier: Apache-2.0
 *
 * split_f64.cu: SpMM of the split format over double.
 */
#include "core/cuda/product/split/split_kernels.cuh"

extern "C" mg_split_kernels mg__split_kernels_f64(mg_semiring semiring, uint32_t k, bool vectors, bool runs) {
    return split_kernels_of<double>(semiring, k, vectors, runs);
}
