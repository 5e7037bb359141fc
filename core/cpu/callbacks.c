/* SPDX-License-Identifier: Apache-2.0
 *
 * callbacks.c: instantiates the loops for phases of function pointers (mg_callbacks), for 4- and 8-byte values.
 */
#include "core/cpu/callbacks.h"

#include <multigraph/cpu/monoid.h>
#include <multigraph/multigraph.h>

static const mg_callbacks *callbacks_of(const mg_frame *f) {
    return f->callbacks;
}

static size_t weight_size(const mg_callbacks *c) {
    switch (c->weight_type) {
    case MG_TYPE_NONE:
    case MG_OTHER:
        return 0;
    case MG_INT64:
    case MG_UINT64:
    case MG_FLOAT64:
        return 8;
    default:
        return 4;
    }
}

/* MG_ROW_MAX weights 1, for unweighted graphs. */
static const void *unit_weights(mg_type type) {
    static const int32_t i32[MG_ROW_MAX] = {[0 ... MG_ROW_MAX - 1] = 1};
    static const int64_t i64[MG_ROW_MAX] = {[0 ... MG_ROW_MAX - 1] = 1};
    static const float f32[MG_ROW_MAX] = {[0 ... MG_ROW_MAX - 1] = 1.0f};
    static const double f64[MG_ROW_MAX] = {[0 ... MG_ROW_MAX - 1] = 1.0};
    static const void *const table[] = {
        [MG_TYPE_NONE] = NULL, [MG_INT32] = i32,   [MG_UINT32] = i32,  [MG_INT64] = i64,
        [MG_UINT64] = i64,     [MG_FLOAT32] = f32, [MG_FLOAT64] = f64, [MG_OTHER] = NULL};
    return table[type];
}

/* out = a (+) b for a built-in monoid over a number type. */
typedef void (*monoid_fn)(const void *a, const void *b, void *out);
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

static void combine_builtin(mg_monoid monoid, mg_type type, const void *a, const void *b, void *out) {
    static const monoid_fn *const table[] = {
        [MG_INT32] = monoids_i32,  [MG_UINT32] = monoids_u32,  [MG_INT64] = monoids_i64,
        [MG_UINT64] = monoids_u64, [MG_FLOAT32] = monoids_f32, [MG_FLOAT64] = monoids_f64};
    table[type][monoid](a, b, out);
}

#define MG__K(suffix) MG__JOIN(mg__callback_4, suffix)
#define MG__WORD uint32_t
#include "core/cpu/callbacks.inc.h"
#undef MG__K
#undef MG__WORD

#define MG__K(suffix) MG__JOIN(mg__callback_8, suffix)
#define MG__WORD uint64_t
#include "core/cpu/callbacks.inc.h"
#undef MG__K
#undef MG__WORD

const mg_phase *const mg__callback_phase_4 = &mg__callback_4_phase;
const mg_phase *const mg__callback_phase_8 = &mg__callback_8_phase;
