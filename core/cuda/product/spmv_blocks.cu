/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_blocks.cu: the gather step of sparse matrix products over the blocks layout (kernel/dense/blocks.cuh).
 */
#include "core/cuda/kernel/dense/blocks.cuh"
#include "core/cuda/product/semiring.cuh"

template <typename Policy>
__global__ void __launch_bounds__(MG_BLOCK_THREADS, 1) spmv_blocks(const __grid_constant__ mg_product p) {
    mg_blocks_gather<Policy>(p.dense);
}

extern "C" const void *mg__semiring_blocks(mg_semiring semiring, mg_type type) {
    return mg_with_semiring(semiring, type, [](auto policy) { return (const void *)spmv_blocks<decltype(policy)>; });
}
