/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/harness.h"
#include "tests/core/sparse/semiring_oracle.h"

#include <float.h>
#include <math.h>

bool semiring_is_float(mg_type type) {
    return type == MG_FLOAT32 || type == MG_FLOAT64;
}

size_t semiring_size(mg_type type) {
    return type == MG_INT32 || type == MG_UINT32 || type == MG_FLOAT32 ? 4 : 8;
}

wide semiring_load_integer(mg_type type, const void *array, uint64_t i) {
    switch (type) {
    case MG_INT32:
        return ((const int32_t *)array)[i];
    case MG_UINT32:
        return ((const uint32_t *)array)[i];
    case MG_INT64:
        return ((const int64_t *)array)[i];
    default:
        return ((const uint64_t *)array)[i];
    }
}

double semiring_load_float(mg_type type, const void *array, uint64_t i) {
    return type == MG_FLOAT32 ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

void semiring_store(mg_type type, void *array, uint64_t i, double value) {
    switch (type) {
    case MG_INT32:
        ((int32_t *)array)[i] = (int32_t)value;
        break;
    case MG_UINT32:
        ((uint32_t *)array)[i] = (uint32_t)value;
        break;
    case MG_INT64:
        ((int64_t *)array)[i] = (int64_t)value;
        break;
    case MG_UINT64:
        ((uint64_t *)array)[i] = (uint64_t)value;
        break;
    case MG_FLOAT32:
        ((float *)array)[i] = (float)value;
        break;
    default:
        ((double *)array)[i] = value;
        break;
    }
}

static wide greatest(mg_type type) {
    return type == MG_INT32    ? INT32_MAX
           : type == MG_UINT32 ? UINT32_MAX
           : type == MG_INT64  ? INT64_MAX
                               : (wide)UINT64_MAX;
}

static wide least(mg_type type) {
    return type == MG_INT32 ? INT32_MIN : type == MG_INT64 ? INT64_MIN : 0;
}

/* Converts to the type modulo its range. */
static wide wrap(mg_type type, wide value) {
    switch (type) {
    case MG_INT32:
        return (int32_t)(uint32_t)value;
    case MG_UINT32:
        return (uint32_t)value;
    case MG_INT64:
        return (int64_t)(uint64_t)value;
    default:
        return (uint64_t)value;
    }
}

/* ---- one arc's contribution, and sums, in the widest types ---- */

static wide multiply_integer(mg_semiring semiring, mg_type type, wide x, wide w) {
    switch (semiring) {
    case MG_PLUS_TIMES:
        return wrap(type, wrap(MG_INT64, x) * wrap(MG_INT64, w));
    case MG_MIN_PLUS: {
        const wide sum = x + w;
        return x == greatest(type) || sum > greatest(type) ? greatest(type) : sum < least(type) ? least(type) : sum;
    }
    case MG_OR_AND:
        return x != 0 && w != 0;
    default:
        return x;
    }
}

wide semiring_add_integer(mg_semiring semiring, mg_type type, wide a, wide b) {
    switch (semiring) {
    case MG_PLUS_TIMES:
    case MG_PLUS_FIRST:
        return wrap(type, a + b);
    case MG_OR_AND:
        return a != 0 || b != 0;
    default:
        return a < b ? a : b;
    }
}

static long double multiply_float(mg_semiring semiring, long double x, long double w) {
    switch (semiring) {
    case MG_PLUS_TIMES:
        return x * w;
    case MG_MIN_PLUS:
        return x + w;
    case MG_OR_AND:
        return x != 0 && w != 0;
    default:
        return x;
    }
}

long double semiring_add_float(mg_semiring semiring, long double a, long double b) {
    switch (semiring) {
    case MG_PLUS_TIMES:
    case MG_PLUS_FIRST:
        return a + b;
    case MG_OR_AND:
        return a != 0 || b != 0;
    default:
        return a < b ? a : b;
    }
}

expectation semiring_zero(mg_semiring semiring, mg_type type) {
    const bool least_wins = semiring == MG_MIN_PLUS || semiring == MG_MIN_FIRST;
    expectation e = {0};
    if (least_wins) {
        e.real = INFINITY;
        e.integer = semiring_is_float(type) ? 0 : greatest(type);
    }
    return e;
}

static void contribute_floats(expectation *e, uint32_t count, mg_semiring semiring, mg_type type, const void *x,
                              uint64_t at, double weight) {
    const double w = type == MG_FLOAT32 ? (double)(float)weight : weight;
    for (uint32_t i = 0; i < count; i++) {
        const long double term = multiply_float(semiring, semiring_load_float(type, x, at + i), w);
        e[i].terms++;
        e[i].real = semiring_add_float(semiring, e[i].real, term);
        e[i].magnitude += fabs((double)term);
    }
}

static void contribute_integers(expectation *e, uint32_t count, mg_semiring semiring, mg_type type, const void *x,
                                uint64_t at, double weight) {
    const wide w = (wide)weight;
    for (uint32_t i = 0; i < count; i++) {
        const wide term = multiply_integer(semiring, type, semiring_load_integer(type, x, at + i), w);
        e[i].integer = semiring_add_integer(semiring, type, e[i].integer, term);
    }
}

void semiring_contribute(expectation *e, uint32_t count, mg_semiring semiring, mg_type type, const void *x, uint64_t at,
                         double weight) {
    (semiring_is_float(type) ? contribute_floats : contribute_integers)(e, count, semiring, type, x, at, weight);
}

static bool sums(mg_semiring semiring) {
    return semiring == MG_PLUS_TIMES || semiring == MG_PLUS_FIRST;
}

void semiring_compare(const expectation *e, mg_semiring semiring, mg_type type, const void *y, uint64_t at) {
    if (!semiring_is_float(type)) {
        CHECK(semiring_load_integer(type, y, at) == e->integer);
        return;
    }
    const long double value = semiring_load_float(type, y, at),
                      epsilon = type == MG_FLOAT32 ? FLT_EPSILON : DBL_EPSILON;
    /* error bound: min_plus rounds once; sums round at every term, and each product */
    const long double slack = semiring == MG_OR_AND || semiring == MG_MIN_FIRST ? 0
                              : sums(semiring) ? epsilon * (long double)(e->terms + 1) * e->magnitude
                                               : epsilon * fabsl(e->real);
    CHECK(value == e->real || fabsl(value - e->real) <= slack);
}
