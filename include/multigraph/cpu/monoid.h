/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/monoid.h: the built-in monoids, selected by the type of the value.
 */
#ifndef MULTIGRAPH_CPU_MONOID_H
#define MULTIGRAPH_CPU_MONOID_H

#include <multigraph/cpu/loops.h>

#define MG__JOIN_(a, b) a##b
#define MG__JOIN(a, b) MG__JOIN_(a, b)
#define MG__TEXT_(name) #name
#define MG__TEXT(name) MG__TEXT_(name)

#define MG__T int32_t
#define MG__N i32
#include <multigraph/cpu/monoid.inc.h>
#define MG__T uint32_t
#define MG__N u32
#include <multigraph/cpu/monoid.inc.h>
#define MG__T int64_t
#define MG__N i64
#include <multigraph/cpu/monoid.inc.h>
#define MG__T uint64_t
#define MG__N u64
#include <multigraph/cpu/monoid.inc.h>
#define MG__T float
#define MG__N f32
#include <multigraph/cpu/monoid.inc.h>
#define MG__T double
#define MG__N f64
#include <multigraph/cpu/monoid.inc.h>

/* Function of a monoid for values of type V; `other` if V is a struct. */
#define MG__NUMERIC(op, V, other)                                                                                      \
    _Generic(*(V *)0, int32_t                                                                                          \
             : mg__##op##_i32, uint32_t                                                                                \
             : mg__##op##_u32, int64_t                                                                                 \
             : mg__##op##_i64, uint64_t                                                                                \
             : mg__##op##_u64, float                                                                                   \
             : mg__##op##_f32, double                                                                                  \
             : mg__##op##_f64, default                                                                                 \
             : other)

/* Vectors of a width that every CPU has. One number in each: scalars have no bitwise operations. */
typedef float mg__float4 __attribute__((vector_size(16)));
typedef uint32_t mg__mask4 __attribute__((vector_size(16)));

MG__INLINE mg__float4 mg__masked(float value, mg__mask4 mask) {
    return (mg__float4)((mg__mask4)(mg__float4){value} & mask);
}

/* Value i of a row of `end`; 0 after its end. */
MG__INLINE float mg__value_before(const float *values, const mg_vertex *at, uint64_t i, uint64_t end) {
    return i < end ? values[at[i]] : 0.0f;
}

/* Sum of `count` values at the given places. The last up to four take no branch on their number: all four are read if
 * `may_read` places may be read, and those too many are masked. They are added up as floats: each conversion to double
 * and each move within a vector takes the same unit of the processor, which is what short rows waited for. `alike`:
 * most rows are as long as the one before, so that branches are predicted. */
MG__INLINE double mg__sum_narrow(const float *values, const mg_vertex *at, uint64_t count, uint64_t may_read,
                                 bool alike) {
    static const mg__mask4 keep[5][4] = {
        {{0}}, {{~0u}}, {{~0u}, {~0u}}, {{~0u}, {~0u}, {~0u}}, {{~0u}, {~0u}, {~0u}, {~0u}}};
    double even = 0.0, odd = 0.0;
    uint64_t i = 0;
    if (alike && count <= 4) { /* the same sum */
        return (double)((mg__value_before(values, at, 0, count) + mg__value_before(values, at, 2, count)) +
                        (mg__value_before(values, at, 1, count) + mg__value_before(values, at, 3, count)));
    }
    for (; count - i > 4; i += 4) {
        even += (double)values[at[i]];
        odd += (double)values[at[i + 1]];
        even += (double)values[at[i + 2]];
        odd += (double)values[at[i + 3]];
    }
    if (__builtin_expect(may_read - i >= 4, 1)) {
        const mg__mask4 *const own = keep[count - i];
        const mg__float4 first = mg__masked(values[at[i]], own[0]) + mg__masked(values[at[i + 2]], own[2]);
        const mg__float4 last = mg__masked(values[at[i + 1]], own[1]) + mg__masked(values[at[i + 3]], own[3]);
        return (even + odd) + (double)(first + last)[0];
    }
    float rest[4] = {0.0f}; /* the same sum */
    for (uint64_t k = 0; i + k < count; k++) {
        rest[k] = values[at[i + k]];
    }
    return (even + odd) + (double)((rest[0] + rest[2]) + (rest[1] + rest[3]));
}

MG__INLINE float mg__narrow(double value) {
    return (float)value;
}

MG__INLINE double mg__widen(float value) {
    return value;
}

MG__INLINE double mg__same(double value) {
    return value;
}

/* Conversions of a value of type V to a float and back, and of a double; `other` if V is not double. */
#define MG__NARROW(V, other) _Generic(*(V *)0, double : mg__narrow, default : other)
#define MG__OF_DOUBLE(V, other) _Generic(*(V *)0, double : mg__same, default : other)
#define MG__WIDEN(V, other) _Generic(*(V *)0, double : mg__widen, default : other)

/* Weight 1, the weight of all edges of an unweighted graph. */
#define MG__ONE(W)                                                                                                     \
    _Generic(*(W *)0, mg_none                                                                                          \
             : (mg_none){0}, int32_t                                                                                   \
             : (int32_t)1, uint32_t                                                                                    \
             : (uint32_t)1, int64_t                                                                                    \
             : (int64_t)1, uint64_t                                                                                    \
             : (uint64_t)1, float : 1.0f, double : 1.0)

/** What a triangle gives to a corner in a phase without `triangle`. */
#define MG__TRIANGLE_COUNT(V)                                                                                          \
    _Generic(*(V *)0, int32_t                                                                                          \
             : INT32_C(1), uint32_t                                                                                    \
             : UINT32_C(1), int64_t                                                                                    \
             : INT64_C(1), uint64_t                                                                                    \
             : UINT64_C(1), default                                                                                    \
             : MG__SPEC.identity)

#endif
