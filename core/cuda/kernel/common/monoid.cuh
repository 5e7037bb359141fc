/* SPDX-License-Identifier: Apache-2.0
 *
 * monoid.cuh: combines values given as bit patterns, plainly and atomically. Monoid and type are constants after
 * inlining or linking, so that each use folds into one instruction where the hardware has it.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_MONOID_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_MONOID_CUH

#include <multigraph/cuda/typed.cuh>

#define MG_DEVICE static __device__ __forceinline__

/* In quick kernels monoid and type are known only at run time: inlined, these functions would be half of a kernel. */
#ifdef MG_QUICK
#define MG_MONOID static __device__ __noinline__
#else
#define MG_MONOID MG_DEVICE
#endif

template <typename T, typename B>
MG_DEVICE T mg_as(B bits) {
    return __builtin_bit_cast(T, bits);
}

template <typename T>
MG_DEVICE T mg_combine_as(uint32_t monoid, T a, T b) {
    switch (monoid) {
    case MG_MIN:
        return b < a ? b : a;
    case MG_MAX:
        return b > a ? b : a;
    case MG_SUM:
        return a + b;
    default:
        return a;
    }
}

template <typename Policy>
MG_MONOID typename Policy::bits mg_combine(typename Policy::bits a, typename Policy::bits b) {
    typedef typename Policy::bits B;
    if (Policy::monoid() == MG_USER) {
        return b == Policy::identity() ? a : Policy::combine(a, b);
    }
    if (Policy::monoid() == MG_ANY) {
        return a == Policy::identity() ? b : a;
    }
    if (Policy::monoid() == MG_OR) {
        return a | b;
    }
    if constexpr (sizeof(B) == 4) {
        switch (Policy::value_type()) {
        case MG_INT32:
            return mg_as<B>(mg_combine_as(Policy::monoid(), mg_as<int32_t>(a), mg_as<int32_t>(b)));
        case MG_FLOAT32:
            return mg_as<B>(mg_combine_as(Policy::monoid(), mg_as<float>(a), mg_as<float>(b)));
        default:
            return mg_combine_as(Policy::monoid(), a, b);
        }
    } else {
        switch (Policy::value_type()) {
        case MG_INT64:
            return mg_as<B>(mg_combine_as(Policy::monoid(), mg_as<long long>(a), mg_as<long long>(b)));
        case MG_FLOAT64:
            return mg_as<B>(mg_combine_as(Policy::monoid(), mg_as<double>(a), mg_as<double>(b)));
        default:
            return mg_combine_as(Policy::monoid(), a, b);
        }
    }
}

template <typename Policy>
MG_MONOID bool mg_changes(typename Policy::bits there, typename Policy::bits value) {
    return mg_combine<Policy>(there, value) != there;
}

/* Minimum and maximum of floats by integer atomics: bit patterns of non-negative floats ascend, of negative ones
 * descend. */
template <typename Signed, typename Unsigned, typename B>
MG_DEVICE B mg_atomic_extreme_float(B *at, B value, bool least) {
    const bool negative = (Signed)value < 0;
    if (least != negative) {
        return least ? (B)atomicMin((Signed *)at, (Signed)value) : (B)atomicMin((Unsigned *)at, (Unsigned)value);
    }
    return least ? (B)atomicMax((Unsigned *)at, (Unsigned)value) : (B)atomicMax((Signed *)at, (Signed)value);
}

template <typename Signed, typename Unsigned, typename B>
MG_DEVICE B mg_atomic_extreme(B *at, B value, bool least, bool is_signed) {
    if (is_signed) {
        return (B)(least ? atomicMin((Signed *)at, (Signed)value) : atomicMax((Signed *)at, (Signed)value));
    }
    return (B)(least ? atomicMin((Unsigned *)at, (Unsigned)value) : atomicMax((Unsigned *)at, (Unsigned)value));
}

template <typename Policy>
MG_DEVICE typename Policy::bits mg_atomic_sum(typename Policy::bits *at, typename Policy::bits value) {
    typedef typename Policy::bits B;
    if constexpr (sizeof(B) == 4) {
        return Policy::value_type() == MG_FLOAT32 ? mg_as<B>(atomicAdd((float *)at, mg_as<float>(value)))
                                                  : atomicAdd(at, value);
    } else {
        return Policy::value_type() == MG_FLOAT64 ? mg_as<B>(atomicAdd((double *)at, mg_as<double>(value)))
                                                  : atomicAdd(at, value);
    }
}

/* at = at (+) value by compare-and-swap, for labels with a user's monoid, which has no hardware atomic. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_combine_by_cas(typename Policy::bits *at, typename Policy::bits value) {
    typedef typename Policy::bits B;
    B expected = Policy::identity(), wanted = value; /* usually still the identity */
    do {
        const B found = atomicCAS(at, expected, wanted);
        if (found == expected) {
            break;
        }
        expected = found;
        wanted = Policy::combine(expected, value);
    } while (wanted != expected);
    return expected;
}

/* The same for sums that are not read meanwhile. A thread that finds a value takes it out, combines both and stores the
 * result, so that every exchange makes progress; under contention most compare-and-swaps would fail. If other threads
 * have stored a value meanwhile, on_conflict(at) returns where to continue. */
template <typename Policy, typename OnConflict>
MG_DEVICE void mg_combine_by_exchange(typename Policy::bits *at, typename Policy::bits value, OnConflict on_conflict) {
    typename Policy::bits found = atomicExch(at, value);
#pragma unroll 1
    while (found != Policy::identity()) {
        value = mg_combine<Policy>(found, atomicExch(at, Policy::identity()));
        if (value == Policy::identity()) {
            return;
        }
        found = atomicExch(at, value);
        at = found != Policy::identity() ? on_conflict(at) : at;
    }
}

/* at = at (+) value; returns the old value, except for a user's monoid without MG_LABEL. If the result is unused, the
 * compiler emits a reduction, which returns nothing from memory. */
template <typename Policy>
MG_MONOID typename Policy::bits mg_atomic_combine(typename Policy::bits *at, typename Policy::bits value) {
    typedef typename Policy::bits B;
    const uint32_t monoid = Policy::monoid();
    const bool is_float = Policy::value_type() == MG_FLOAT32 || Policy::value_type() == MG_FLOAT64;
    const bool is_signed = Policy::value_type() == MG_INT32 || Policy::value_type() == MG_INT64;
    if (monoid == MG_MIN || monoid == MG_MAX) {
        if constexpr (sizeof(B) == 4) {
            return is_float ? mg_atomic_extreme_float<int, unsigned>(at, value, monoid == MG_MIN)
                            : mg_atomic_extreme<int, unsigned>(at, value, monoid == MG_MIN, is_signed);
        } else {
            return is_float ? mg_atomic_extreme_float<long long, unsigned long long>(at, value, monoid == MG_MIN)
                            : mg_atomic_extreme<long long, unsigned long long>(at, value, monoid == MG_MIN, is_signed);
        }
    }
    if (monoid == MG_SUM) {
        return mg_atomic_sum<Policy>(at, value);
    }
    if (monoid == MG_OR) {
        return atomicOr(at, value);
    }
    if (monoid == MG_ANY) {
        return atomicCAS(at, Policy::identity(), value);
    }
    if (Policy::properties() & MG_LABEL) {
        return mg_combine_by_cas<Policy>(at, value);
    }
    mg_combine_by_exchange<Policy>(at, value, [](B *same) { return same; });
    return Policy::identity();
}

#endif
