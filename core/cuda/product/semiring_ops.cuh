/* SPDX-License-Identifier: Apache-2.0
 *
 * semiring_ops.cuh: the operations of the named semirings on the element types. Integers wrap, but for the sums of
 * MG_MIN_PLUS, which saturate.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SEMIRING_OPS_CUH
#define MG_CORE_CUDA_PRODUCT_SEMIRING_OPS_CUH

#include <multigraph/cuda/typed.cuh>

template <typename T>
struct mg_limits;
template <>
struct mg_limits<int32_t> {
    MG_CALL int32_t greatest() {
        return INT32_MAX;
    }
};
template <>
struct mg_limits<uint32_t> {
    MG_CALL uint32_t greatest() {
        return UINT32_MAX;
    }
};
template <>
struct mg_limits<int64_t> {
    MG_CALL int64_t greatest() {
        return INT64_MAX;
    }
};
template <>
struct mg_limits<uint64_t> {
    MG_CALL uint64_t greatest() {
        return UINT64_MAX;
    }
};
template <>
struct mg_limits<float> {
    MG_CALL float greatest() {
        return MG_INFINITY;
    }
};
template <>
struct mg_limits<double> {
    MG_CALL double greatest() {
        return (double)MG_INFINITY;
    }
};

/* Sums saturate; the greatest value is infinity and stays it. */
MG_CALL int32_t mg_plus(int32_t a, int32_t b) {
    const int64_t sum = (int64_t)a + b;
    return a == INT32_MAX || sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}
MG_CALL int64_t mg_plus(int64_t a, int64_t b) {
    const int64_t sum = (int64_t)((uint64_t)a + (uint64_t)b);
    const bool over = ((a ^ sum) & (b ^ sum)) < 0;
    return a == INT64_MAX ? a : !over ? sum : b < 0 ? INT64_MIN : INT64_MAX;
}
MG_CALL uint32_t mg_plus(uint32_t a, uint32_t b) {
    return mg_add_sat_u32(a, b);
}
MG_CALL uint64_t mg_plus(uint64_t a, uint64_t b) {
    return mg_add_sat_u64(a, b);
}
MG_CALL float mg_plus(float a, float b) {
    return a + b;
}
MG_CALL double mg_plus(double a, double b) {
    return a + b;
}

MG_CALL int32_t mg_times(int32_t a, int32_t b) {
    return (int32_t)((uint32_t)a * (uint32_t)b);
}
MG_CALL int64_t mg_times(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}
template <typename T>
MG_CALL T mg_times(T a, T b) {
    return a * b;
}

template <typename T>
MG_CALL T mg_wrapped_sum(T a, T b) {
    if constexpr (sizeof(T) == 4 && T(0.5) == T(0)) {
        return T(uint32_t(a) + uint32_t(b));
    } else if constexpr (T(0.5) == T(0)) {
        return T(uint64_t(a) + uint64_t(b));
    } else {
        return a + b;
    }
}

/* a b + sum; over floating point rounded once, unlike all other products of the library (MG_CUDA_FLAGS), in kernels
 * whose instructions are scarce. */
template <typename T>
MG_CALL T mg_fused(T a, T b, T sum) {
    if constexpr (T(0.5) == T(0)) {
        return mg_wrapped_sum(sum, mg_times(a, b));
    } else {
        return fma(a, b, sum);
    }
}

#endif
