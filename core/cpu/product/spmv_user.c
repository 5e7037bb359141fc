/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_user.c: row function of MG_USER_SEMIRING: elements of up to MG_ELEMENT_MAX bytes, one call per operation.
 */
#include "core/cpu/product/spmv.h"

#include <string.h>

typedef struct element {
    _Alignas(MG_ELEMENT_MAX) unsigned char bytes[MG_ELEMENT_MAX];
} element;

/* Weight 1 of edges without weights. */
static const void *unit_weight(mg_type type) {
    static const int32_t i32 = 1;
    static const uint32_t u32 = 1;
    static const int64_t i64 = 1;
    static const uint64_t u64 = 1;
    static const float f32 = 1;
    static const double f64 = 1;
    static const void *const units[] = {
        [MG_TYPE_NONE] = NULL, [MG_INT32] = &i32,   [MG_UINT32] = &u32, [MG_INT64] = &i64,
        [MG_UINT64] = &u64,    [MG_FLOAT32] = &f32, [MG_FLOAT64] = &f64};
    return units[type];
}

/* Computes y[v][column]. The two sums alternate, since the output of `add` must not alias its inputs. */
static void compute(const spmv_job *job, mg_vertex v, size_t column) {
    const mg_user_semiring *o = job->user;
    const size_t size = o->element_size, step = job->weights ? mg__type_size(job->weight_type) : 0;
    const unsigned char *weights = job->weights ? job->weights : unit_weight(job->weight_type);
    const unsigned char *x = job->x;
    unsigned char *y = (unsigned char *)job->y + (v * job->y_stride + column) * size;
    element sums[2], product;
    int now = 0;
    memcpy(sums[now].bytes, o->identity, size);
    for (uint64_t e = job->offsets[v]; e < job->offsets[v + 1]; e++) {
        const unsigned char *value = x + (job->neighbours[e] * job->x_stride + column) * size;
        o->multiply(o->data, value, weights ? weights + e * step : NULL, product.bytes);
        o->add(o->data, sums[now].bytes, product.bytes, sums[!now].bytes);
        now = !now;
    }
    if (job->store == SPMV_ACCUMULATE) {
        o->add(o->data, y, sums[now].bytes, sums[!now].bytes);
        now = !now;
    }
    memcpy(y, sums[now].bytes, size);
}

void mg__spmv_user_rows(const spmv_job *job, mg_vertex begin, mg_vertex end) {
    for (mg_vertex v = begin; v < end; v++) {
        if (mg__spmv_keeps(job, v)) {
            continue;
        }
        for (size_t column = 0; column < job->k; column++) {
            compute(job, v, column);
        }
    }
}
