/* SPDX-License-Identifier: Apache-2.0
 *
 * callback_tables.c: built-in monoids and weights of unweighted graphs, for phases of function pointers.
 */
#include "core/cpu/callback_tables.h"

static const int32_t i32[MG_ROW_MAX] = {[0 ... MG_ROW_MAX - 1] = 1};
static const int64_t i64[MG_ROW_MAX] = {[0 ... MG_ROW_MAX - 1] = 1};
static const float f32[MG_ROW_MAX] = {[0 ... MG_ROW_MAX - 1] = 1.0f};
static const double f64[MG_ROW_MAX] = {[0 ... MG_ROW_MAX - 1] = 1.0};
const void *const mg__unit_weights[] = {
    [MG_TYPE_NONE] = NULL, [MG_INT32] = i32,   [MG_UINT32] = i32,  [MG_INT64] = i64,
    [MG_UINT64] = i64,     [MG_FLOAT32] = f32, [MG_FLOAT64] = f64, [MG_OTHER] = NULL};

#define MG__T int32_t
#define MG__N i32
#include "core/cpu/builtin_monoids.inc.h"
#define MG__T uint32_t
#define MG__N u32
#include "core/cpu/builtin_monoids.inc.h"
#define MG__T int64_t
#define MG__N i64
#include "core/cpu/builtin_monoids.inc.h"
#define MG__T uint64_t
#define MG__N u64
#include "core/cpu/builtin_monoids.inc.h"
#define MG__T float
#define MG__N f32
#include "core/cpu/builtin_monoids.inc.h"
#define MG__T double
#define MG__N f64
#include "core/cpu/builtin_monoids.inc.h"

const mg__monoid_fn *const mg__builtin_monoids[] = {
    [MG_INT32] = monoids_i32,  [MG_UINT32] = monoids_u32,  [MG_INT64] = monoids_i64,
    [MG_UINT64] = monoids_u64, [MG_FLOAT32] = monoids_f32, [MG_FLOAT64] = monoids_f64};
