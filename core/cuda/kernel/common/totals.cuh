/* SPDX-License-Identifier: Apache-2.0
 *
 * totals.cuh: totals of a phase that are sums, minima or maxima, in this order. Of a typed phase all conditions are
 * constants. Shared memory: none.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_TOTALS_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_TOTALS_CUH

#include "core/cuda/kernel/common/append.cuh"

/* Is there a total k? Compares signed integers, since compilers warn about unsigned comparisons with 0. */
template <typename Policy>
MG_DEVICE bool mg_is_total(uint32_t k) {
    return (int)k < (int)Policy::totals();
}

/* Are some totals no sums? */
template <typename Policy>
MG_DEVICE bool mg_has_extremes() {
    return Policy::minima() != 0 || Policy::maxima() != 0;
}

template <typename Policy>
MG_DEVICE bool mg_is_minimum(uint32_t k) {
    const int maxima = (int)Policy::totals() - (int)Policy::maxima();
    return (int)k < maxima && (int)k >= maxima - (int)Policy::minima();
}

template <typename Policy>
MG_DEVICE bool mg_is_maximum(uint32_t k) {
    return mg_is_total<Policy>(k) && (int)k >= (int)Policy::totals() - (int)Policy::maxima();
}

/* Total k before anything was added. */
template <typename Policy>
MG_DEVICE double mg_total_start(uint32_t k) {
    const double infinity = __longlong_as_double(0x7ff0000000000000ll);
    return mg_is_minimum<Policy>(k) ? infinity : mg_is_maximum<Policy>(k) ? -infinity : 0.0;
}

/* Total k of two parts. */
template <typename Policy>
MG_DEVICE double mg_total_join(uint32_t k, double a, double b) {
    if (!mg_has_extremes<Policy>()) {
        return a + b;
    }
    return mg_is_minimum<Policy>(k) ? (b < a ? b : a) : mg_is_maximum<Policy>(k) ? (b > a ? b : a) : a + b;
}

/* Total k of a warp. All lanes call and get it. */
template <typename Policy>
MG_DEVICE double mg_warp_total(uint32_t k, double part) {
    for (int offset = 16; offset; offset >>= 1) {
        part = mg_total_join<Policy>(k, part, __shfl_xor_sync(MG_ALL_LANES, part, offset));
    }
    return part;
}

/* Joins a part with a total in global memory. The order of sums is not fixed. */
template <typename Policy>
MG_DEVICE void mg_total_atomic(double *total, uint32_t k, double part) {
    if (!mg_is_minimum<Policy>(k) && !mg_is_maximum<Policy>(k)) {
        atomicAdd(total, part);
        return;
    }
    unsigned long long *const bits = (unsigned long long *)total;
    unsigned long long found = *(volatile unsigned long long *)bits;
    for (;;) {
        const double here = __longlong_as_double((long long)found);
        const double joined = mg_total_join<Policy>(k, here, part);
        const unsigned long long before =
            joined == here ? found : atomicCAS(bits, found, (unsigned long long)__double_as_longlong(joined));
        if (before == found) {
            return;
        }
        found = before;
    }
}

/* What a thread adds to the totals of an iteration. */
template <typename Policy>
struct mg_thread_totals {
    double part[MG_LOOP_TOTALS];

    __device__ __forceinline__ mg_thread_totals() : part{} {
        if (mg_has_extremes<Policy>()) {
#pragma unroll
            for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
                part[k] = mg_total_start<Policy>(k);
            }
        }
    }
};

#endif
