/* SPDX-License-Identifier: Apache-2.0
 *
 * estimate.h: the memory of a run before it begins. An estimate calls the algorithm itself with a context whose
 * allocations are counted but never touched, up to its first plan, whose memory the backend computes.
 */
#ifndef MG_CORE_ENGINE_ESTIMATE_H
#define MG_CORE_ENGINE_ESTIMATE_H

#include "core/engine/backend.h"

/* An estimate that is under way; the context points to it. */
typedef struct mg_estimate {
    uint64_t live, most; /* bytes that the algorithm has allocated; their maximum */
    uint64_t held;       /* live at the first plan */
    bool reached;        /* it was reached */
    bool makes_columns;  /* the run makes a result with the program's columns */
    bool given;          /* the states are the algorithm's: a column is a copy of them */
    uint64_t results;    /* columns of the result that are not the states */
    mg_memory_need need;
} mg_estimate;

/* In place of a run: computes what the plan needs, and returns CANCELLED, which ends the algorithm. */
mg_status mg__estimate_plan(mg_context *context, const mg_graph *graph, const mg_program *program, mg_plan *plan);

/* The same for an algorithm without plans, before it allocates anything. */
mg_status mg__estimate_need(mg_context *context, const mg_memory_need *need);

/* The same for an algorithm of products only (products_memory of mg_backend). */
mg_status mg__estimate_products(mg_context *context, const mg_graph *graph, const mg_backend *backend,
                                const mg_spmv_options *product, bool both_sides);

/* Bytes of in-edges, and of the arrays by which they are sorted. */
uint64_t mg__in_edges_bytes(const mg_graph *graph);
uint64_t mg__sorting_bytes(const mg_graph *graph);

/* Bytes of forward edges, without parallel ones. */
uint64_t mg__forward_bytes(const mg_graph *graph);
uint64_t mg__pair_count(const mg_graph *graph);

/* Bytes of the graph's own arrays and of what it has built so far, in host memory or in a mapped file. */
uint64_t mg__graph_bytes(const mg_graph *graph);

/* Bytes of memory that this process may still take: what the system has available, within the limits of its control
 * groups; UINT64_MAX: unknown. */
uint64_t mg__available_memory(void);

/* MEMORY if so many bytes are not available. `advice` ends the message. */
mg_status mg__check_bytes(mg_context *context, uint64_t bytes, const char *advice);

/* MEMORY, before anything is allocated, if a run on the backend needs more than is available: of the host, or of the
 * device. */
mg_status mg__check_memory(mg_context *context, const mg_graph *graph, const mg_program *program, const mg_plan *plan,
                           const mg_backend *backend);

/* The same before products of the graph's matrix with vectors. */
mg_status mg__check_products(mg_context *context, const mg_graph *graph, const mg_backend *backend,
                             const mg_spmv_options *product, bool both_sides);

/* The same before a direct run, on a backend that has them. */
mg_status mg__check_direct(mg_context *context, const mg_graph *graph, const mg_backend *backend,
                           const mg_direct_job *job);

#endif
