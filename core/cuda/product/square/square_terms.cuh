/* SPDX-License-Identifier: Apache-2.0
 *
 * square_terms.cuh: the nonzeros of blocks that a thread reads together.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_TERMS_CUH
#define MG_CORE_CUDA_PRODUCT_SQUARE_SQUARE_TERMS_CUH

#include "core/cuda/product/square/square_args.h"
#include "core/cuda/product/vector_combine.cuh"

/* Nonzeros of one thread: their rows of the result and their products. */
template <typename T>
struct square_terms {
    bool is_here[MG_SQUARE_STEP];
    uint32_t row[MG_SQUARE_STEP];
    T product[MG_SQUARE_STEP];
};

/* Joins neighbours that are added to the same row: one addition in shared or global memory less for each. */
template <typename S>
__device__ __forceinline__ void square_join(square_terms<typename S::type> *t) {
#pragma unroll
    for (uint32_t i = 0; i + 1 < MG_SQUARE_STEP; i++) {
        if (t->is_here[i] && t->is_here[i + 1] && t->row[i] == t->row[i + 1]) {
            t->product[i + 1] = S::add(t->product[i], t->product[i + 1]);
            t->is_here[i] = false;
        }
    }
}

/* Adds them to the result, whose rows count from `first`. */
template <typename S>
__device__ __forceinline__ void square_add(const mg_vector_product &p, uint32_t first,
                                           square_terms<typename S::type> *t) {
    square_join<S>(t);
#pragma unroll
    for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
        if (t->is_here[i]) {
            vector_add_to<S>(p, first + t->row[i], t->product[i]);
        }
    }
}

#endif
