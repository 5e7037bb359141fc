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

/* Joins the last run of each lane with those before it that have its row, where the rows of a group of lanes ascend: a
 * lane keeps the sum of a row that the next lane does not go on with. members: the lanes of the group. */
template <typename S>
__device__ __forceinline__ void square_join_lanes(square_terms<typename S::type> *t, uint32_t lane, uint32_t lanes,
                                                  uint32_t members) {
    typedef typename S::type T;
    uint32_t runs = 0, last = UINT32_MAX;
    T sum = S::zero();
#pragma unroll
    for (uint32_t i = 0; i < MG_SQUARE_STEP; i++) {
        runs += t->is_here[i];
        last = t->is_here[i] ? t->row[i] : last;
        sum = t->is_here[i] ? t->product[i] : sum;
    }
    const uint32_t before = __shfl_up_sync(members, last, 1, lanes);
    const bool goes_on = lane > 0 && runs == 1 && last == before;
    bool begins = !goes_on;
#pragma unroll 1
    for (uint32_t offset = 1; offset < lanes; offset *= 2) {
        const T other = __shfl_up_sync(members, sum, offset, lanes);
        const bool other_begins = __shfl_up_sync(members, (int)begins, offset, lanes);
        if (lane >= offset && !begins) {
            sum = S::add(other, sum);
            begins = other_begins;
        }
    }
    const bool is_passed_on = __shfl_down_sync(members, (int)goes_on, 1, lanes) && lane + 1 < lanes;
    bool found = false;
#pragma unroll
    for (uint32_t j = 0; j < MG_SQUARE_STEP; j++) {
        const uint32_t i = MG_SQUARE_STEP - 1 - j;
        if (t->is_here[i] && !found) {
            found = true;
            t->product[i] = sum;
            t->is_here[i] = !is_passed_on;
        }
    }
}

/* ---- global memory ---- */

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
