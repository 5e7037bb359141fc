/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/bench_vendor.h"
#include "tools/bench/papers.h"
#include "tools/cli/message.h"
#include "tools/cli/signals.h"

/* The least time of the trials of one algorithm after a warm-up; negative: it does not go. */
static double time_algorithm(const papers *p, const bench_vendor *v, const cusparse_product *product, size_t i,
                             bool *more) {
    cusparse_plan plan;
    double least = -1;
    bool runs = cusparse_prepare(v->library, product, i, &plan, more);
    for (uint64_t t = 0; runs && t <= p->trials && !interrupted(); t++) {
        vendor_begin(&v->driver);
        runs = cusparse_run(v->library, product, &plan);
        const double seconds = vendor_end(&v->driver);
        runs = runs && seconds >= 0;
        least = t && (least < 0 || seconds < least) ? seconds : least;
    }
    cusparse_plan_close(v->library, product, &plan);
    return runs ? least : -1;
}

static double time_fastest(const papers *p, const bench_vendor *v, mg_type type, bool transposed) {
    const int64_t larger = v->matrix.rows > v->matrix.columns ? v->matrix.rows : v->matrix.columns;
    const size_t bytes = (size_t)larger * (type == MG_FLOAT64 ? sizeof(double) : sizeof(float));
    double best = -1;
    bool more = true;
    const cusparse_product product = {.kind = BENCH_SPMV_FORMATS,
                                      .k = 1,
                                      .transposed = transposed,
                                      .matrix = &v->matrix,
                                      .x = vendor_upload(&v->driver, NULL, bytes),
                                      .y = vendor_upload(&v->driver, NULL, bytes)};
    for (size_t i = 0; product.x && product.y && more; i++) {
        const double seconds = time_algorithm(p, v, &product, i, &more);
        best = seconds > 0 && (best < 0 || seconds < best) ? seconds : best;
    }
    vendor_free(&v->driver, product.x);
    vendor_free(&v->driver, product.y);
    return best;
}

double papers_vendor_seconds(papers *p, const mg_matrix *matrix, mg_type type, bool transposed) {
    bench_vendor v = {.library = NULL};
    double seconds = -1;
    if (p->vendor && bench_vendor_open(&v, p->context, matrix, type) == STATUS_SUCCESS) {
        seconds = time_fastest(p, &v, type, transposed);
    }
    bench_vendor_close(&v);
    return seconds;
}
