/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_policies.cuh: the named semirings as policies of the dense kernels.
 *
 * Few kernels serve all semirings and types. Signed and unsigned sums are the same. Minima without weights, and OR, are
 * minima of unsigned keys: the load kernel makes elements to keys, the store kernel keys to elements.
 */
#ifndef MG_CORE_CUDA_PRODUCT_DENSE_POLICIES_CUH
#define MG_CORE_CUDA_PRODUCT_DENSE_POLICIES_CUH

#include "core/cuda/kernel/dense/panels.cuh"
#include "core/cuda/product/semiring_ops.cuh"

extern "C" {
#include "core/cuda/product/dense_product.h"
}

/* A semiring (not MG_OR_AND) as a policy of the dense kernels: every column is active; a zero is its inactive value. */
template <mg_semiring semiring, typename T>
struct semiring_program {
    typedef typename mg_bits_of<sizeof(T)>::type bits;
    static constexpr bool weighted = semiring == MG_PLUS_TIMES || semiring == MG_MIN_PLUS;

    MG_CALL constexpr uint32_t properties() {
        return MG_ALL_ACTIVE | MG_ANNIHILATES;
    }
    MG_CALL constexpr uint32_t monoid() {
        return semiring == MG_PLUS_TIMES || semiring == MG_PLUS_FIRST ? MG_SUM : MG_MIN;
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
        }
        return __builtin_bit_cast(bits, product);
    }
    /* y = y (+) sum. */
    MG_CALL bits accumulate(bits y, bits sum) {
        return mg_combine<semiring_program>(y, sum);
    }
};

template <int size>
struct mg_key_of_size {
    typedef uint32_t type;
};
template <>
struct mg_key_of_size<8> {
    typedef uint64_t type;
};

/* Keys that are minima: a truth is 0, a falsehood the greatest key. */
template <typename T>
struct truth_program : semiring_program<MG_MIN_FIRST, typename mg_key_of_size<sizeof(T)>::type> {
    typedef typename mg_bits_of<sizeof(T)>::type bits;

    MG_CALL constexpr uint32_t has() {
        return MG_HAS_EDGE;
    }
    MG_CALL constexpr uint32_t weight_size() {
        return sizeof(T);
    }
    MG_CALL bits edge(const void *, bits key, const void *weights, uint64_t edge, const void *) {
        return ((const T *)weights)[edge] != T(0) ? key : ~bits(0);
    }
};

template <typename T>
struct mg_signed_of {
    typedef T type;
};
template <>
struct mg_signed_of<uint32_t> {
    typedef int32_t type;
};
template <>
struct mg_signed_of<uint64_t> {
    typedef int64_t type;
};

template <typename T, typename Visit>
static auto mg_gather_over(mg_semiring semiring, bool weighted, Visit visit) {
    typedef typename mg_signed_of<T>::type S; /* of sums */
    typedef semiring_program<MG_MIN_FIRST, typename mg_key_of_size<sizeof(T)>::type> Keys;
    if (semiring == MG_MIN_FIRST || (!weighted && (semiring == MG_MIN_PLUS || semiring == MG_OR_AND))) {
        return visit(Keys());
    }
    if (semiring == MG_MIN_PLUS) {
        return visit(semiring_program<MG_MIN_PLUS, T>());
    }
    if (semiring == MG_OR_AND) {
        return visit(truth_program<S>());
    }
    return weighted ? visit(semiring_program<MG_PLUS_TIMES, S>()) : visit(semiring_program<MG_PLUS_FIRST, S>());
}

/* Calls visit() with the policy of the gather kernel. weighted: the semiring reads weights and there are some. */
template <typename Visit>
static auto mg_with_gather(mg_semiring semiring, mg_type type, bool weighted, Visit visit) {
    switch (type) {
    case MG_INT32:
        return mg_gather_over<int32_t>(semiring, weighted, visit);
    case MG_UINT32:
        return mg_gather_over<uint32_t>(semiring, weighted, visit);
    case MG_INT64:
        return mg_gather_over<int64_t>(semiring, weighted, visit);
    case MG_UINT64:
        return mg_gather_over<uint64_t>(semiring, weighted, visit);
    case MG_FLOAT32:
        return mg_gather_over<float>(semiring, weighted, visit);
    default:
        return mg_gather_over<double>(semiring, weighted, visit);
    }
}

#endif
