/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv.h: sparse matrix products of the CPU backend.
 */
#ifndef MG_CORE_CPU_PRODUCT_SPMV_H
#define MG_CORE_CPU_PRODUCT_SPMV_H

#include "core/graph/graph.h"

/* The spmv and spmm of mg_backend; arguments are checked by then. */
mg_status mg__cpu_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                       void *y);
mg_status mg__cpu_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                       const void *x, void *y);

/* One product as its row functions see it. */
typedef struct spmv_job {
    const mg_spmv_options *options;
    const uint64_t *offsets;
    const mg_vertex *neighbours;
    const void *weights; /* of the elements' type; NULL: all 1 */
    const void *x;
    void *y;
    size_t k;
} spmv_job;

/* Computes the rows begin .. end-1 that the mask leaves. */
typedef void (*spmv_rows_fn)(const spmv_job *job, mg_vertex begin, mg_vertex end);

static inline bool mg__spmv_keeps(const mg_spmv_options *options, mg_vertex v) {
    return options->mask && (options->mask[v] != 0) == options->mask_complement;
}

/* The rows of a user's semiring. */
void mg__spmv_user_rows(const spmv_job *job, mg_vertex begin, mg_vertex end);

#endif
