/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_v8.cu: the kernels that go through the tree of hisparse over elements of 8 bytes.
 */
#include "core/cuda/product/hisparse/hisparse_kernels.cuh"

extern "C" mg_tree_kernels mg__tree_kernels_f64(mg_semiring semiring) {
    return tree_kernels_of<double>(semiring);
}

extern "C" mg_tree_kernels mg__tree_kernels_i64(mg_semiring semiring) {
    return tree_kernels_of<int64_t>(semiring);
}
