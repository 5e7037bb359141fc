/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_cpu.c: sparse matrix products on the CPU. The row functions of five semirings over six types are instantiated by
 * inclusion, so that all operations are inlined; a table selects one. Threads claim row ranges of about equal work.
 */
#include "core/cpu/product/spmv.h"
#include "core/graph/graph_cache.h"

#define SPMV_TILE 16
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

#include <assert.h>

#define TYPES(name)                                                                                                    \
    {                                                                                                                  \
        [MG_INT32] = name##_i32_rows, [MG_UINT32] = name##_u32_rows, [MG_INT64] = name##_i64_rows,                     \
        [MG_UINT64] = name##_u64_rows, [MG_FLOAT32] = name##_f32_rows, [MG_FLOAT64] = name##_f64_rows                  \
    }

static const spmv_rows_fn builtin_rows[MG_USER_SEMIRING][MG_FLOAT64 + 1] = {
    [MG_PLUS_TIMES] = TYPES(plus_times), [MG_MIN_PLUS] = TYPES(min_plus),     [MG_OR_AND] = TYPES(or_and),
    [MG_MIN_FIRST] = TYPES(min_first),   [MG_PLUS_FIRST] = TYPES(plus_first),
};

static bool reads_weights(const mg_spmv_options *options) {
    return options->semiring != MG_MIN_FIRST && options->semiring != MG_PLUS_FIRST && options->type != MG_TYPE_NONE;
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

static void run_rows(const mg_context *context, mg_vertex n, const spmv_job *job, spmv_rows_fn rows) {
    assert(rows && job->k > 0 && job->offsets[0] == 0);
    const uint64_t total = job->offsets[n] + n;
    const uint64_t wanted = (uint64_t)context->threads * CHUNKS_PER_THREAD;
    const uint64_t chunks = wanted < n ? wanted : n;
#pragma omp parallel for schedule(dynamic, 1) num_threads(context->threads)
    for (uint64_t i = 0; i < chunks; i++) {
        const mg_vertex begin = row_at(job->offsets, n, (uint64_t)((double)total * (double)i / (double)chunks));
        const mg_vertex end =
            i + 1 == chunks ? n : row_at(job->offsets, n, (uint64_t)((double)total * (double)(i + 1) / (double)chunks));
        rows(job, begin, end);
    }
}

mg_status mg__cpu_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                       const void *x, void *y) {
    mg_status status = MG_OK;
    mg_adjacency adjacency = mg_graph_out_edges(graph);
    spmv_job job = {.options = options, .x = x, .y = y, .k = k};
    if (!options->transpose) {
        MG_TRY(mg__graph_in_edges(context, graph, &adjacency));
    }
    job.offsets = adjacency.offsets;
    job.neighbours = adjacency.neighbours;
    if (reads_weights(options)) {
        MG_TRY(mg__graph_weights(context, graph, !options->transpose, options->type, &job.weights));
    }
    run_rows(context, graph->n, &job,
             options->semiring == MG_USER_SEMIRING ? mg__spmv_user_rows
                                                   : builtin_rows[options->semiring][options->type]);
out:
    return status;
}

mg_status mg__cpu_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                       void *y) {
    return mg__cpu_spmm(context, graph, options, 1, x, y);
}
