/* SPDX-License-Identifier: Apache-2.0
 *
 * row_kernels.inc.h: the row functions of SpMM for five semirings over six types and those of SDDMM, instantiated by
 * inclusion, so that all operations are inlined. A file that is compiled for one instruction set includes it once and
 * defines
 *
 *     ROW_KERNELS  the name of the table (mg_row_kernels) made here
 *     ROW_TILE     bytes of a row of the result whose sums stay in registers
 *
 * Every sum is formed in an order that the source fixes (no contraction, no reassociation), so the tables of all
 * instruction sets give the same bits.
 */
#include "core/cpu/product/spmv.h"

#include <math.h>
#include <string.h>

#define SPMV_TILE (ROW_TILE / sizeof(SPMV_ELEMENT)) /* columns whose sums stay in registers */
#define ROW_AHEAD 16                                /* nonzeros that rows of x are read ahead */
#define ROWS_AHEAD 4                                /* rows whose nonzeros are read ahead in a tile */

/* What is prefetched while a row is computed: the row of x of the nonzero `distance` after this one, if it is before
 * `limit`; the next row begins `gap` nonzeros after the end of this one. */
typedef struct spmv_ahead {
    uint64_t distance, gap, limit;
} spmv_ahead;

/* In CSR the nonzeros follow each other. In a tile they do not: the nonzeros of a later row and the next row of y are
 * prefetched, too. */
static inline spmv_ahead look_ahead(const spmv_job *job, mg_vertex v, mg_vertex end, size_t size) {
    const size_t step = job->offset_step;
    const uint64_t *const row = job->offsets + v * step;
    if (step == 1) {
        return (spmv_ahead){ROW_AHEAD, 0, job->offsets[end]};
    }
    if (v + ROWS_AHEAD < end) {
        const uint64_t later = row[ROWS_AHEAD * step];
        __builtin_prefetch(job->neighbours + later);
        if (job->weights) {
            __builtin_prefetch((const char *)job->weights + later * size);
        }
    }
    if (v + 1 == end) {
        return (spmv_ahead){ROW_AHEAD, 0, row[1]};
    }
    for (size_t byte = 0; byte < job->k * size; byte += 64) {
        __builtin_prefetch((const char *)job->y + (v + 1) * job->y_stride * size + byte, 1);
    }
    return (spmv_ahead){.distance = row[1] - row[0] < ROW_AHEAD ? row[1] - row[0] : ROW_AHEAD,
                        .gap = row[step] - row[1],
                        .limit = row[step + 1]};
}

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
#define SPMV_MINIMA_ONLY 0
#define SPMV_GREATEST INT32_MAX
#define SPMV_SATURATE(a, b) add_saturating_i32(a, b)
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT uint32_t
#define SPMV_WRAP uint32_t
#define SPMV_SUFFIX u32
#define SPMV_MINIMA_ONLY 1
#define SPMV_GREATEST UINT32_MAX
#define SPMV_SATURATE(a, b) mg_add_sat_u32(a, b)
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT int64_t
#define SPMV_WRAP uint64_t
#define SPMV_SUFFIX i64
#define SPMV_MINIMA_ONLY 0
#define SPMV_GREATEST INT64_MAX
#define SPMV_SATURATE(a, b) add_saturating_i64(a, b)
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT uint64_t
#define SPMV_WRAP uint64_t
#define SPMV_SUFFIX u64
#define SPMV_MINIMA_ONLY 1
#define SPMV_GREATEST UINT64_MAX
#define SPMV_SATURATE(a, b) mg_add_sat_u64(a, b)
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT float
#define SPMV_WRAP float
#define SPMV_SUFFIX f32
#define SPMV_MINIMA_ONLY 0
#define SPMV_GREATEST INFINITY
#define SPMV_SATURATE(a, b) ((a) + (b))
#include "core/cpu/product/spmv_type.inc.h"

#define SPMV_ELEMENT double
#define SPMV_WRAP double
#define SPMV_SUFFIX f64
#define SPMV_MINIMA_ONLY 0
#define SPMV_GREATEST ((double)INFINITY)
#define SPMV_SATURATE(a, b) ((a) + (b))
#include "core/cpu/product/spmv_type.inc.h"

#define TYPES(name, u32, u64)                                                                                          \
    {                                                                                                                  \
        [MG_INT32] = name##_i32_rows, [MG_UINT32] = u32, [MG_INT64] = name##_i64_rows, [MG_UINT64] = u64,              \
        [MG_FLOAT32] = name##_f32_rows, [MG_FLOAT64] = name##_f64_rows                                                 \
    }
#define OF_SIGNED(name) TYPES(name, name##_i32_rows, name##_i64_rows)
#define OF_UNSIGNED(name) TYPES(name, name##_u32_rows, name##_u64_rows)

#define SDDMM_ELEMENT int32_t
#define SDDMM_WRAP uint32_t
#define SDDMM_NAME row_i32
#include "core/cpu/product/sddmm_type.inc.h"

#define SDDMM_ELEMENT int64_t
#define SDDMM_WRAP uint64_t
#define SDDMM_NAME row_i64
#include "core/cpu/product/sddmm_type.inc.h"

#define SDDMM_ELEMENT float
#define SDDMM_WRAP float
#define SDDMM_NAME row_f32
#include "core/cpu/product/sddmm_type.inc.h"

#define SDDMM_ELEMENT double
#define SDDMM_WRAP double
#define SDDMM_NAME row_f64
#include "core/cpu/product/sddmm_type.inc.h"

const mg_row_kernels ROW_KERNELS = {
    .spmv = {[MG_PLUS_TIMES] = OF_SIGNED(plus_times),
             [MG_MIN_PLUS] = OF_UNSIGNED(min_plus),
             [MG_OR_AND] = OF_SIGNED(or_and),
             [MG_MIN_FIRST] = OF_UNSIGNED(min_first),
             [MG_PLUS_FIRST] = OF_SIGNED(plus_first)},
    .sddmm = {[MG_INT32] = row_i32, [MG_INT64] = row_i64, [MG_FLOAT32] = row_f32, [MG_FLOAT64] = row_f64},
};
