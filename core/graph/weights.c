/* SPDX-License-Identifier: Apache-2.0
 *
 * weights.c: conversion of edge weights between types.
 */
#include "core/graph/weights.h"

#include <inttypes.h>
#include <stdio.h>

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static int64_t clamp_integer(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}

static void store_integer(mg_type type, void *weights, uint64_t i, int64_t value) {
    switch (type) {
    case MG_INT32:
        ((int32_t *)weights)[i] = (int32_t)clamp_integer(value, INT32_MIN, INT32_MAX);
        break;
    case MG_UINT32:
        ((uint32_t *)weights)[i] = (uint32_t)clamp_integer(value, 0, UINT32_MAX);
        break;
    case MG_INT64:
        ((int64_t *)weights)[i] = value;
        break;
    case MG_UINT64:
        ((uint64_t *)weights)[i] = value < 0 ? 0 : (uint64_t)value;
        break;
    case MG_FLOAT32:
        ((float *)weights)[i] = (float)value;
        break;
    default:
        ((double *)weights)[i] = (double)value;
        break;
    }
}

static void store_real(mg_type type, void *weights, uint64_t i, double value) {
    switch (type) {
    case MG_INT32:
        ((int32_t *)weights)[i] = (int32_t)clamp(value, INT32_MIN, INT32_MAX);
        break;
    case MG_UINT32:
        ((uint32_t *)weights)[i] = (uint32_t)clamp(value, 0, UINT32_MAX);
        break;
    case MG_INT64: /* 2^63 - 1024 and 2^64 - 2048 are the largest doubles that fit */
        ((int64_t *)weights)[i] = (int64_t)clamp(value, -0x1p63, 0x1.fffffffffffffp62);
        break;
    case MG_UINT64:
        ((uint64_t *)weights)[i] = (uint64_t)clamp(value, 0, 0x1.fffffffffffffp63);
        break;
    case MG_FLOAT32:
        ((float *)weights)[i] = (float)value;
        break;
    default:
        ((double *)weights)[i] = value;
        break;
    }
}

void mg__weight_convert(mg_type from_type, const void *from, mg_type to_type, void *to, uint64_t i) {
    if (from_type == MG_INT32 || from_type == MG_INT64) {
        store_integer(to_type, to, i, from_type == MG_INT32 ? ((const int32_t *)from)[i] : ((const int64_t *)from)[i]);
    } else {
        store_real(to_type, to, i, mg__weight_at(from_type, from, i));
    }
}

/* Can `type` hold weight i, rounded if it is a float type? *exact: without rounding. */
static bool holds(mg_type type, mg_type from_type, const void *from, uint64_t i, bool *exact) {
    const double value = mg__weight_at(from_type, from, i);
    const bool wide = from_type == MG_INT64;
    const int64_t whole = wide ? ((const int64_t *)from)[i] : 0;
    *exact = true;
    switch (type) {
    case MG_INT32:
        return wide ? whole > INT32_MIN && whole <= INT32_MAX : fabs(value) <= INT32_MAX && value == trunc(value);
    case MG_INT64:
        return wide || (fabs(value) < 0x1p63 && value == trunc(value));
    case MG_FLOAT32:
        *exact = (double)(float)value == value;
        return isinf(value) || fabs(value) <= (double)FLT_MAX;
    default: /* 2^63 - 512 and above round to 2^63, which no int64 is */
        *exact = !wide || (value < 0x1p63 && (int64_t)value == whole);
        return true;
    }
}

static mg_status check(mg_context *context, const mg_graph_header *head, mg_type wanted, mg_type type,
                       const mg_csr *csr) {
    const uint64_t arcs = csr->offsets[head->n];
    uint64_t bad = arcs, rounded = 0;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad) reduction(+ : rounded)
    for (uint64_t a = 0; a < arcs; a++) {
        bool exact;
        bad = !holds(wanted, type, csr->weights, a, &exact) && a < bad ? a : bad;
        rounded += !exact;
    }
    if (rounded && bad == arcs) {
        mg__log(context, MG_LOG_WARNING, "%" PRIu64 " of %" PRIu64 " weights are rounded to %s", rounded, arcs,
                mg__type_name(wanted));
    }
    if (bad == arcs) {
        return MG_OK;
    }
    mg_vertex v = 0;
    while (csr->offsets[v + 1] <= bad) {
        v++;
    }
    const mg_vertex u = csr->neighbours[bad];
    char weight[32];
    if (type == MG_INT64) {
        snprintf(weight, sizeof weight, "%" PRId64, ((const int64_t *)csr->weights)[bad]);
    } else {
        snprintf(weight, sizeof weight, "%.17g", mg__weight_at(type, csr->weights, bad));
    }
    return mg__fail(context, MG_ERROR_RANGE,
                    "the edge from %" PRIu64 " to %" PRIu64 " has the weight %s, which %s "
                    "cannot hold",
                    head->ids ? head->ids[v] : head->id_base + v, head->ids ? head->ids[u] : head->id_base + u, weight,
                    mg__type_name(wanted));
}

mg_status mg__weights_retype(mg_context *context, const mg_graph_header *head, mg_type wanted, mg_type *type,
                             mg_csr *csr) {
    void *converted = NULL;
    mg_status status = MG_OK;
    if (wanted == MG_TYPE_NONE || wanted == *type || !csr->weights) {
        return MG_OK;
    }
    const uint64_t arcs = csr->offsets[head->n];
    MG_TRY(check(context, head, wanted, *type, csr));
    MG_TRY(mg__alloc(context, &converted, arcs, mg__type_size(wanted), "weights"));
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t a = 0; a < arcs; a++) {
        mg__weight_convert(*type, csr->weights, wanted, converted, a);
    }
    mg__release(&context->memory, csr->weights);
    csr->weights = converted;
    *type = wanted;
out:
    return status;
}
