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

static void *new_operand(const bench_vendor *v, int64_t rows, uint32_t k, mg_type type) {
    return vendor_upload(&v->driver, NULL, (size_t)rows * k * (type == MG_FLOAT64 ? sizeof(double) : sizeof(float)));
}

static double time_fastest(const papers *p, const bench_vendor *v, const papers_product *o) {
    const int64_t larger = v->matrix.rows > v->matrix.columns ? v->matrix.rows : v->matrix.columns;
    double best = -1;
    bool more = true;
    const cusparse_product product = {.kind = o->sddmm    ? BENCH_SDDMM
                                              : o->k == 1 ? BENCH_SPMV_FORMATS
                                                          : BENCH_SPMM,
                                      .k = o->k,
                                      .transposed = o->transposed,
                                      .matrix = &v->matrix,
                                      .x = new_operand(v, larger, o->k, o->type),
                                      .y = new_operand(v, larger, o->k, o->type),
                                      .out = new_operand(v, v->matrix.nonzeros, 1, o->type)};
    for (size_t i = 0; product.x && product.y && product.out && more; i++) {
        const double seconds = time_algorithm(p, v, &product, i, &more);
        best = seconds > 0 && (best < 0 || seconds < best) ? seconds : best;
    }
    vendor_free(&v->driver, product.x);
    vendor_free(&v->driver, product.y);
    vendor_free(&v->driver, product.out);
    return best;
}

double papers_vendor_product(papers *p, const mg_matrix *matrix, const papers_product *o) {
    bench_vendor v = {.library = NULL};
    double seconds = -1;
    if (p->vendor && bench_vendor_open(&v, p->context, matrix, o->type) == STATUS_SUCCESS) {
        seconds = time_fastest(p, &v, o);
    }
    bench_vendor_close(&v);
    return seconds;
}

double papers_vendor_seconds(papers *p, const mg_matrix *matrix, mg_type type, bool transposed) {
    const papers_product product = {.type = type, .k = 1, .transposed = transposed};
    return papers_vendor_product(p, matrix, &product);
}
