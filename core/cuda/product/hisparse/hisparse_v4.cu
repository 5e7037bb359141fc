/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_v4.cu: the kernels that go through the tree of hisparse over elements of 4 bytes.
 */
#include "core/cuda/product/hisparse/hisparse_kernels.cuh"

extern "C" mg_tree_kernels mg__tree_kernels_f32(mg_semiring semiring) {
    return tree_kernels_of<float>(semiring);
}

extern "C" mg_tree_kernels mg__tree_kernels_i32(mg_semiring semiring) {
    return tree_kernels_of<int32_t>(semiring);
}
