/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_rows.c: the row functions of five semirings over six types, instantiated by inclusion, so that all operations
 * are inlined; a table selects one. Threads claim row ranges of about equal work.
 */
#include "core/cpu/product/spmv.h"

#include <assert.h>
#include <math.h>

#define SPMV_TILE (128 / sizeof(SPMV_ELEMENT)) /* columns whose sums stay in registers */
#define SPMV_AHEAD 16                          /* nonzeros that rows of x are read ahead */
#define CHUNKS_PER_THREAD 16

/* Saturating addition; the largest value is infinity and absorbs negative weights, too. */
static inline int32_t add_saturating_i32(int32_t a, int32_t b) {
    const int64_t sum = (int64_t)a + b;
    if (a == INT32_MAX || sum > INT32_MAX) {
        return INT32_MAX;
    }
    return sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}

static inline int64_t add_saturating_i64(int64_t a, int64_t b) {
    int64_t sum;
    if (a == INT64_MAX) {
        return INT64_MAX;
    }
    if (__builtin_add_overflow(a, b, &sum)) {
        return b < 0 ? INT64_MIN : INT64_MAX;
    }
    return sum;
}

#define SPMV_ELEMENT int32_t
#define SPMV_WRAP uint32_t
#define SPMV_SUFFIX i32
#define SPMV_GREATEST INT32_MAX
#define SPMV_SATURATE(a, b) add_saturating_i32(a, b)
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT uint32_t
#define SPMV_WRAP uint32_t
#define SPMV_SUFFIX u32
#define SPMV_GREATEST UINT32_MAX
#define SPMV_SATURATE(a, b) mg_add_sat_u32(a, b)
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT int64_t
#define SPMV_WRAP uint64_t
#define SPMV_SUFFIX i64
#define SPMV_GREATEST INT64_MAX
#define SPMV_SATURATE(a, b) add_saturating_i64(a, b)
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT uint64_t
#define SPMV_WRAP uint64_t
#define SPMV_SUFFIX u64
#define SPMV_GREATEST UINT64_MAX
#define SPMV_SATURATE(a, b) mg_add_sat_u64(a, b)
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT float
#define SPMV_WRAP float
#define SPMV_SUFFIX f32
#define SPMV_GREATEST INFINITY
#define SPMV_SATURATE(a, b) ((a) + (b))
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT double
#define SPMV_WRAP double
#define SPMV_SUFFIX f64
#define SPMV_GREATEST ((double)INFINITY)
#define SPMV_SATURATE(a, b) ((a) + (b))
#include "core/cpu/product/spmv_type.inc.h"

#define TYPES(name)                                                                                                    \
    {                                                                                                                  \
        [MG_INT32] = name##_i32_rows, [MG_UINT32] = name##_u32_rows, [MG_INT64] = name##_i64_rows,                     \
        [MG_UINT64] = name##_u64_rows, [MG_FLOAT32] = name##_f32_rows, [MG_FLOAT64] = name##_f64_rows                  \
    }

static const spmv_rows_fn builtin_rows[MG_USER_SEMIRING][MG_FLOAT64 + 1] = {
    [MG_PLUS_TIMES] = TYPES(plus_times), [MG_MIN_PLUS] = TYPES(min_plus),     [MG_OR_AND] = TYPES(or_and),
    [MG_MIN_FIRST] = TYPES(min_first),   [MG_PLUS_FIRST] = TYPES(plus_first),
};

spmv_rows_fn mg__spmv_rows(mg_semiring semiring, mg_type type) {
    assert((unsigned)semiring < MG_USER_SEMIRING && builtin_rows[semiring][type]);
    return builtin_rows[semiring][type];
}

bool mg__spmv_weighted(mg_semiring semiring) {
    return semiring != MG_MIN_FIRST && semiring != MG_PLUS_FIRST;
}

/* First row v with offsets[v] + v >= cost. */
static mg_vertex row_at(const uint64_t *offsets, mg_vertex n, uint64_t cost) {
    mg_vertex low = 0, high = n;
    while (low < high) {
        const mg_vertex middle = low + (high - low) / 2;
        if (offsets[middle] + middle < cost) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint64_t mg__row_chunks(const mg_context *context, uint64_t rows) {
    const uint64_t wanted = (uint64_t)context->threads * CHUNKS_PER_THREAD;
    return wanted < rows ? wanted : rows;
}

mg_vertex mg__row_chunk(const uint64_t *offsets, mg_vertex rows, uint64_t chunks, uint64_t i) {
    const uint64_t total = offsets[rows] + rows;
    return i == chunks ? rows : row_at(offsets, rows, (uint64_t)((double)total * (double)i / (double)chunks));
}

void mg__run_rows(const mg_context *context, mg_vertex rows, const spmv_job *job, spmv_rows_fn function) {
    assert(function && job->k > 0 && job->offsets[0] == 0);
    const uint64_t chunks = mg__row_chunks(context, rows);
#pragma omp parallel for schedule(dynamic, 1) num_threads(context->threads)
    for (uint64_t i = 0; i < chunks; i++) {
        function(job, mg__row_chunk(job->offsets, rows, chunks, i), mg__row_chunk(job->offsets, rows, chunks, i + 1));
    }
}
