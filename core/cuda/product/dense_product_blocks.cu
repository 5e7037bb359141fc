/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_product_blocks.cu: the gather step of products over the blocks layout (kernel/dense/blocks.cuh), which auto
 * never takes.
 */
#include "core/cuda/kernel/dense/blocks.cuh"
#include "core/cuda/product/dense_policies.cuh"

#ifdef MG_PAPER_LAYOUTS
template <typename Policy>
__global__ void __launch_bounds__(MG_BLOCK_THREADS, 1) product_blocks(const __grid_constant__ mg_product p) {
    mg_blocks_gather<Policy>(p.dense);
}

extern "C" const void *mg__product_blocks(mg_semiring semiring, mg_type type, bool weighted) {
    return mg_with_gather(semiring, type, weighted,
                          [](auto policy) { return (const void *)product_blocks<decltype(policy)>; });
}
#else
extern "C" const void *mg__product_blocks(mg_semiring, mg_type, bool) {
    return nullptr;
}
#endif
