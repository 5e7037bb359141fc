/* SPDX-License-Identifier: Apache-2.0
 *
 * semiring.cuh: the named semirings as policies of the dense kernels.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SEMIRING_CUH
#define MG_CORE_CUDA_PRODUCT_SEMIRING_CUH

#include "core/cuda/kernel/dense/panels.cuh"

extern "C" {
#include "core/cuda/product/spmv_cuda.h"
}

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

/* A semiring as a policy of the dense kernels: every column is active; a zero is its inactive value. */
template <mg_semiring semiring, typename T>
struct semiring_program {
    typedef typename mg_bits_of<sizeof(T)>::type bits;
    static constexpr bool weighted = semiring == MG_PLUS_TIMES || semiring == MG_MIN_PLUS || semiring == MG_OR_AND;

    MG_CALL constexpr uint32_t properties() {
        return MG_ALL_ACTIVE | MG_ANNIHILATES;
    }
    MG_CALL constexpr uint32_t monoid() {
        return semiring == MG_PLUS_TIMES || semiring == MG_PLUS_FIRST ? MG_SUM : semiring == MG_OR_AND ? MG_OR : MG_MIN;
    }
    MG_CALL constexpr uint32_t value_type() {
        return mg_type_of<T>::value;
    }
    MG_CALL constexpr uint32_t has() {
        return weighted ? MG_HAS_EDGE : 0;
    }
    MG_CALL constexpr uint32_t state_size() {
        return 0;
    }
    MG_CALL constexpr uint32_t weight_size() {
        return weighted ? sizeof(T) : 0;
    }
    MG_CALL bits identity() {
        return __builtin_bit_cast(bits, monoid() == MG_MIN ? mg_limits<T>::greatest() : T(0));
    }
    MG_CALL bits inactive() {
        return identity();
    }
    MG_CALL bits combine(bits a, bits) {
        return a;
    }
    MG_CALL bits edge(const void *, bits value, const void *weights, uint64_t edge, const void *) {
        const T x = __builtin_bit_cast(T, value), w = weights && weighted ? ((const T *)weights)[edge] : T(1);
        T product = x;
        if constexpr (semiring == MG_PLUS_TIMES) {
            product = mg_times(x, w);
        } else if constexpr (semiring == MG_MIN_PLUS) {
            product = mg_plus(x, w);
        } else if constexpr (semiring == MG_OR_AND) {
            product = T(x != 0 && w != 0);
        }
        return __builtin_bit_cast(bits, product);
    }
    /* y = y (+) sum. */
    MG_CALL bits accumulate(bits y, bits sum) {
        if constexpr (semiring == MG_OR_AND) {
            return __builtin_bit_cast(bits, T(__builtin_bit_cast(T, y) != 0 || sum != 0));
        }
        return mg_combine<semiring_program>(y, sum);
    }
};

template <mg_semiring semiring, typename Visit>
static auto mg_with_type(mg_type type, Visit visit) {
    switch (type) {
    case MG_INT32:
        return visit(semiring_program<semiring, int32_t>());
    case MG_UINT32:
        return visit(semiring_program<semiring, uint32_t>());
    case MG_INT64:
        return visit(semiring_program<semiring, int64_t>());
    case MG_UINT64:
        return visit(semiring_program<semiring, uint64_t>());
    case MG_FLOAT32:
        return visit(semiring_program<semiring, float>());
    default:
        return visit(semiring_program<semiring, double>());
    }
}

/* Calls visit() with the policy of a semiring over a type. */
template <typename Visit>
static auto mg_with_semiring(mg_semiring semiring, mg_type type, Visit visit) {
    switch (semiring) {
    case MG_PLUS_TIMES:
        return mg_with_type<MG_PLUS_TIMES>(type, visit);
    case MG_MIN_PLUS:
        return mg_with_type<MG_MIN_PLUS>(type, visit);
    case MG_OR_AND:
        return mg_with_type<MG_OR_AND>(type, visit);
    case MG_MIN_FIRST:
        return mg_with_type<MG_MIN_FIRST>(type, visit);
    default:
        return mg_with_type<MG_PLUS_FIRST>(type, visit);
    }
}

#endif
