/* SPDX-License-Identifier: Apache-2.0
 *
 * product_semiring.cuh: a named semiring over an element type, as the kernels of products take it.
 */
#ifndef MG_CORE_CUDA_PRODUCT_PRODUCT_SEMIRING_CUH
#define MG_CORE_CUDA_PRODUCT_PRODUCT_SEMIRING_CUH

#include "core/cuda/product/semiring_ops.cuh"

#include <multigraph/products.h>

/* A semiring over T. */
template <mg_semiring semiring, typename T>
struct product_semiring {
    typedef T type;
    static constexpr bool weighted = semiring == MG_PLUS_TIMES || semiring == MG_MIN_PLUS || semiring == MG_OR_AND;
    static constexpr bool is_min = semiring == MG_MIN_PLUS || semiring == MG_MIN_FIRST;
    static constexpr bool is_or = semiring == MG_OR_AND;

    MG_CALL T zero() {
        return is_min ? mg_limits<T>::greatest() : T(0);
    }
    MG_CALL T add(T a, T b) {
        return is_min ? (b < a ? b : a) : semiring == MG_OR_AND ? T(a != T(0) || b != T(0)) : mg_wrapped_sum(a, b);
    }
    MG_CALL T multiply(T x, T w) {
        return semiring == MG_PLUS_TIMES ? mg_times(x, w)
               : semiring == MG_MIN_PLUS ? mg_plus(x, w)
               : semiring == MG_OR_AND   ? T(x != T(0) && w != T(0))
                                         : x;
    }
    /* sum (+) x (*) w */
    MG_CALL T add_product(T sum, T x, T w) {
        return semiring == MG_PLUS_TIMES ? mg_fused(x, w, sum) : add(sum, multiply(x, w));
    }
    /* The new element of the result. */
    MG_CALL T finish(T sum, T before, T alpha, T beta, bool accumulate) {
        if (semiring == MG_PLUS_TIMES) {
            const T scaled = mg_times(alpha, sum);
            return accumulate ? mg_wrapped_sum(scaled, mg_times(beta, before)) : scaled;
        }
        return accumulate ? add(before, sum) : sum;
    }
};

#endif
