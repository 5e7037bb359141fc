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
    _Generic(*(V *)0, int32_t: mg__##op##_i32, uint32_t: mg__##op##_u32, int64_t: mg__##op##_i64,                      \
             uint64_t: mg__##op##_u64, float: mg__##op##_f32, double: mg__##op##_f64, default: other)

/* Weight 1, the weight of all edges of an unweighted graph. */
#define MG__ONE(W)                                                                                                     \
    _Generic(*(W *)0, mg_none: (mg_none){0}, int32_t: (int32_t)1, uint32_t: (uint32_t)1, int64_t: (int64_t)1,          \
             uint64_t: (uint64_t)1, float: 1.0f, double: 1.0)

#endif
