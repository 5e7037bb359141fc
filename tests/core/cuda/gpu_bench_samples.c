/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/cuda/gpu_bench_samples.h"

#include <cuda_runtime_api.h>
#include <math.h>
#include <stdlib.h>

enum { SAMPLES = 256, RUN = 256 };

bench_sample gpu_bench_sample(const bench_product_case *p) {
    const uint64_t width = p->operation == 's' ? RUN : p->k;
    const uint64_t total = p->operation == 's'   ? p->csr->nonzeros / RUN
                           : p->operation == 't' ? p->csr->columns
                                                 : p->csr->rows;
    bench_sample s = {.width = width, .count = total < SAMPLES ? total : SAMPLES};
    s.step = s.count ? total / s.count : 1;
    return s;
}

static double element(const bench_product_case *p, uint64_t row, uint32_t column) {
    return (double)p->pattern[(row * p->k + column) % p->period];
}

static double value(const bench_product_case *p, uint64_t e) {
    return p->operation == 'p' ? 1.0 : (double)((const float *)p->csr->values)[e];
}

static void add(const bench_expected *to, uint64_t at, double term) {
    to->sum[at] += term;
    to->magnitude[at] += fabs(term);
}

static void expect_row(const bench_product_case *p, uint64_t row, uint64_t at, const bench_expected *to) {
    for (uint64_t e = p->csr->row_offsets[row]; e < p->csr->row_offsets[row + 1]; e++) {
        for (uint32_t c = 0; c < p->k; c++) {
            add(to, at + c, value(p, e) * element(p, p->csr->column_indices[e], c));
        }
    }
}

/* The row of a nonzero: the last one that begins at it or before. */
static uint64_t row_of(const mg_matrix_arrays *csr, uint64_t e) {
    uint64_t low = 0, high = csr->rows;
    while (low + 1 < high) {
        const uint64_t middle = (low + high) / 2;
        if (csr->row_offsets[middle] <= e) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void expect_run(const bench_product_case *p, uint64_t first, uint64_t at, const bench_expected *to) {
    for (uint64_t j = 0; j < RUN; j++) {
        const uint64_t e = first + j, row = row_of(p->csr, e);
        for (uint32_t c = 0; c < p->k; c++) {
            add(to, at + j, value(p, e) * element(p, row, c) * element(p, p->csr->column_indices[e], c));
        }
    }
}

/* Columns of the sample, from all nonzeros. */
static void expect_columns(const bench_product_case *p, const bench_sample *s, const bench_expected *to) {
    for (uint64_t row = 0; row < p->csr->rows; row++) {
        for (uint64_t e = p->csr->row_offsets[row]; e < p->csr->row_offsets[row + 1]; e++) {
            const uint64_t i = p->csr->column_indices[e] / s->step;
            for (uint32_t c = 0; p->csr->column_indices[e] == i * s->step && i < s->count && c < p->k; c++) {
                add(to, i * s->width + c, value(p, e) * element(p, row, c));
            }
        }
    }
}

bench_expected gpu_bench_expect(const bench_product_case *p, const bench_sample *s) {
    const bench_expected made = {.sum = calloc(s->count * s->width + 1, sizeof(double)),
                                 .magnitude = calloc(s->count * s->width + 1, sizeof(double))};
    if (p->operation == 't') {
        expect_columns(p, s, &made);
        return made;
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (uint64_t i = 0; i < s->count; i++) {
        if (p->operation == 's') {
            expect_run(p, i * s->step * RUN, i * s->width, &made);
        } else {
            expect_row(p, i * s->step, i * s->width, &made);
        }
    }
    return made;
}

void gpu_bench_expected_release(bench_expected *e) {
    free(e->sum);
    free(e->magnitude);
    *e = (bench_expected){.sum = NULL};
}

double gpu_bench_error(const bench_sample *s, const bench_expected *e, const float *result) {
    const size_t row = s->width * sizeof(float);
    float *const found = calloc(s->count * s->width + 1, sizeof *found);
    double worst = 0;
    if (cudaMemcpy2D(found, row, result, s->step * row, row, s->count, cudaMemcpyDeviceToHost) != cudaSuccess) {
        worst = INFINITY;
    }
    for (uint64_t i = 0; i < s->count * s->width; i++) {
        const double apart = fabs((double)found[i] - e->sum[i]) / (e->magnitude[i] + 1e-30);
        worst = apart <= worst ? worst : apart; /* NaN is apart */
    }
    free(found);
    return worst;
}
