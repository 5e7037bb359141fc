/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv.h: sparse matrix products of the CPU backend.
 */
#ifndef MG_CORE_CPU_PRODUCT_SPMV_H
#define MG_CORE_CPU_PRODUCT_SPMV_H

#include "core/graph/graph.h"

/* spmv and spmm of mg_backend; the arguments are checked. */
mg_status mg__cpu_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                       void *y);
mg_status mg__cpu_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                       const void *x, void *y);

/* Arguments of the row functions. */
typedef struct spmv_job {
    const mg_spmv_options *options;
    const uint64_t *offsets;
    const mg_vertex *neighbours;
    const void *weights; /* type of the elements (user semirings: options->type); NULL: all 1 */
    const void *x;
    void *y;
    size_t k;
} spmv_job;

/* Computes the unmasked rows of [begin, end). */
typedef void (*spmv_rows_fn)(const spmv_job *job, mg_vertex begin, mg_vertex end);

/* Is row v masked, so that y[v] stays unchanged? */
static inline bool mg__spmv_keeps(const mg_spmv_options *options, mg_vertex v) {
    return options->mask && (options->mask[v] != 0) == options->mask_complement;
}

/* Row function of MG_USER_SEMIRING. */
void mg__spmv_user_rows(const spmv_job *job, mg_vertex begin, mg_vertex end);

#endif
