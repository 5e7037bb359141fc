/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_rows.c: the row functions of the best instruction set that the processor has, and their run on all threads,
 * which claim row ranges of about equal work.
 */
#include "core/cpu/product/spmv.h"

#include <assert.h>

#define CHUNKS_PER_THREAD 16

static const mg_row_kernels *best_kernels(void) {
#ifdef MG_ROWS_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq")) {
        return &mg__rows_avx512;
    }
    if (__builtin_cpu_supports("avx2")) {
        return &mg__rows_avx2;
    }
#endif
    return &mg__rows_baseline;
}

/* Products with one column gather single elements, which wider registers make slower. */
spmv_rows_fn mg__spmv_rows(mg_semiring semiring, mg_type type, size_t k) {
    const mg_row_kernels *kernels = k == 1 ? &mg__rows_baseline : best_kernels();
    assert((unsigned)semiring < MG_USER_SEMIRING && kernels->spmv[semiring][type]);
    return kernels->spmv[semiring][type];
}

sddmm_row_fn mg__sddmm_row(mg_type type) {
    assert(best_kernels()->sddmm[type]);
    return best_kernels()->sddmm[type];
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
        const spmv_job own = *job; /* read for each row: not beside what another thread writes */
        function(&own, mg__row_chunk(job->offsets, rows, chunks, i), mg__row_chunk(job->offsets, rows, chunks, i + 1));
    }
}
