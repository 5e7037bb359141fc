/* SPDX-License-Identifier: Apache-2.0
 *
 * program_functions.h: what callbacks are written with, in C11 and in CUDA C++: types, specifiers, and functions that
 * they may call. Included by program.h.
 */
#ifndef MULTIGRAPH_PROGRAM_FUNCTIONS_H
#define MULTIGRAPH_PROGRAM_FUNCTIONS_H

#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t;
#define UINT32_MAX 0xffffffffu
#define UINT64_MAX 0xffffffffffffffffull
#define INT32_MAX 2147483647
#define offsetof(type, member) ((size_t)__INTADDR__(&((type *)0)->member))
#define MG_INFINITY __builtin_bit_cast(float, 0x7f800000u)
#else
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
/** Largest float: the distance of unreached vertices. */
#define MG_INFINITY INFINITY
#endif

#if defined(__CUDACC__)
#define MG_FN static __device__ __forceinline__
#define MG_CONSTANT static __device__ constexpr
#define MG_UNUSED
#define restrict __restrict__
#else
/** Suppresses warnings about unused functions and constants. */
#define MG_UNUSED __attribute__((unused))
/** Specifiers of a callback. */
#define MG_FN static inline MG_UNUSED
/** Specifiers of a constant of a program. */
#define MG_CONSTANT static const MG_UNUSED
#endif

/** Gives a value to a minimum among the totals, as in mg_least(&add[1], x): it keeps the least one. */
MG_FN void mg_least(double *total, double value) {
    *total = value < *total ? value : *total;
}

/** Gives a value to a maximum among the totals: it keeps the greatest one. */
MG_FN void mg_greatest(double *total, double value) {
    *total = value > *total ? value : *total;
}

/** Returns a + b, saturated at UINT32_MAX: MG_UNREACHED plus a weight is MG_UNREACHED. */
MG_FN uint32_t mg_add_sat_u32(uint32_t a, uint32_t b) {
    uint32_t sum = a + b;
    return sum < a ? 0xffffffffu : sum;
}

/** Returns a + b, saturated at UINT64_MAX. */
MG_FN uint64_t mg_add_sat_u64(uint64_t a, uint64_t b) {
    uint64_t sum = a + b;
    return sum < a ? 0xffffffffffffffffull : sum;
}

/* Atomics for VERTICES and EDGES phases, with relaxed ordering. min, max, add and cas return the previous value.
 * load_cached may return a stale value, one that *at has had since the phase began; on a GPU it is cheaper than an
 * atomic load. */
#if defined(__CUDACC__)
MG_FN uint32_t mg_atomic_load_u32(const uint32_t *at) {
    return *(const volatile uint32_t *)at;
}
MG_FN void mg_atomic_store_u32(uint32_t *at, uint32_t value) {
    *(volatile uint32_t *)at = value;
}
MG_FN uint32_t mg_atomic_min_u32(uint32_t *at, uint32_t value) {
    return atomicMin(at, value);
}
MG_FN uint32_t mg_atomic_add_u32(uint32_t *at, uint32_t value) {
    return atomicAdd(at, value);
}
MG_FN uint32_t mg_atomic_max_u32(uint32_t *at, uint32_t value) {
    return atomicMax(at, value);
}
MG_FN uint64_t mg_atomic_add_u64(uint64_t *at, uint64_t value) {
    return atomicAdd((unsigned long long *)at, (unsigned long long)value);
}
MG_FN uint64_t mg_atomic_max_u64(uint64_t *at, uint64_t value) {
    const uint64_t found = *(const volatile uint64_t *)at;
    return value > found ? atomicMax((unsigned long long *)at, (unsigned long long)value) : found;
}
/* Most values are not less, and a load is cheaper than an atomic operation. */
MG_FN uint64_t mg_atomic_min_u64(uint64_t *at, uint64_t value) {
    const uint64_t found = *(const volatile uint64_t *)at;
    return value < found ? atomicMin((unsigned long long *)at, (unsigned long long)value) : found;
}
MG_FN uint32_t mg_load_cached_u32(const uint32_t *at) {
    return *at;
}
/* Warp aggregation: one lane per distinct address issues the CAS and broadcasts the value left there; the other lanes
 * retry only if that is what they expect. Thousands of lanes may hook to one root. Not worth it in shared memory. */
MG_FN uint32_t mg_atomic_cas_u32(uint32_t *at, uint32_t expected, uint32_t value) {
    if (__isShared(at)) {
        return atomicCAS(at, expected, value);
    }
    const unsigned mask = __match_any_sync(__activemask(), (unsigned long long)at);
    const int first = __ffs((int)mask) - 1;
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    uint32_t found = 0, left = 0;
    if ((int)lane == first) {
        found = atomicCAS(at, expected, value);
        left = found == expected ? value : found;
    }
    left = __shfl_sync(mask, left, first);
    if ((int)lane == first || left != expected) {
        return (int)lane == first ? found : left;
    }
    return atomicCAS(at, expected, value);
}
#else
/** Returns a value that *at has had since the phase began. */
MG_FN uint32_t mg_load_cached_u32(const uint32_t *at) {
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}
/** Returns the current value of *at. */
MG_FN uint32_t mg_atomic_load_u32(const uint32_t *at) {
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}
/** Sets *at. */
MG_FN void mg_atomic_store_u32(uint32_t *at, uint32_t value) {
    __atomic_store_n(at, value, __ATOMIC_RELAXED);
}
/** Sets *at to value if it equals expected; returns the previous value. */
MG_FN uint32_t mg_atomic_cas_u32(uint32_t *at, uint32_t expected, uint32_t value) {
    __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}
/** Adds value to *at; returns the previous value. */
MG_FN uint32_t mg_atomic_add_u32(uint32_t *at, uint32_t value) {
    return __atomic_fetch_add(at, value, __ATOMIC_RELAXED);
}
/** Sets *at to value if value is less; returns the previous value. */
MG_FN uint32_t mg_atomic_min_u32(uint32_t *at, uint32_t value) {
    uint32_t found = mg_atomic_load_u32(at);
    while (value < found && !__atomic_compare_exchange_n(at, &found, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return found;
}
/** The same for 64 bits. */
MG_FN uint64_t mg_atomic_min_u64(uint64_t *at, uint64_t value) {
    uint64_t found = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (value < found && !__atomic_compare_exchange_n(at, &found, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return found;
}
/** Sets *at to value if value is greater; returns the previous value. */
MG_FN uint32_t mg_atomic_max_u32(uint32_t *at, uint32_t value) {
    uint32_t found = mg_atomic_load_u32(at);
    while (value > found && !__atomic_compare_exchange_n(at, &found, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return found;
}
/** The same for 64 bits. */
MG_FN uint64_t mg_atomic_max_u64(uint64_t *at, uint64_t value) {
    uint64_t found = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (value > found && !__atomic_compare_exchange_n(at, &found, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return found;
}
/** Adds value to *at of 64 bits; returns the previous value. */
MG_FN uint64_t mg_atomic_add_u64(uint64_t *at, uint64_t value) {
    return __atomic_fetch_add(at, value, __ATOMIC_RELAXED);
}
#endif

#endif
