/* SPDX-License-Identifier: Apache-2.0
 *
 * semiring.cuh: the named semirings as policies of the dense kernels.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SEMIRING_CUH
#define MG_CORE_CUDA_PRODUCT_SEMIRING_CUH

#include "core/cuda/kernel/dense/panels.cuh"
#include "core/cuda/product/semiring_ops.cuh"

extern "C" {
#include "core/cuda/product/spmv_cuda.h"
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
