/* SPDX-License-Identifier: Apache-2.0
 *
 * dense.h: the dense representation on the CPU: building it for a graph, once, and running iterations over it.
 */
#ifndef MG_CORE_CPU_DENSE_DENSE_H
#define MG_CORE_CPU_DENSE_DENSE_H

#include "core/cpu/work.h"

/* Of which edges, with which weights, and what run options say about blocks. */
typedef struct mg_dense_spec {
    mg_direction direction;
    mg_type weights;
    uint32_t block_width, heavy_edges;
} mg_dense_spec;

/* What a phase wants. */
mg_dense_spec mg__dense_spec(const mg_phase_info *info, const mg_run_options *options);

/* The representation of the edges that the frame's arcs hold (n, sides, send, receive are set), kept with the graph,
 * and its weights in the representation's order (NULL where there are none). */
mg_status mg__dense_get(mg_context *context, const mg_graph *graph, const mg_frame *frame, const mg_dense_spec *spec,
                        const mg_dense **dense, const void **weights);

/* Does a phase whose arcs are set run over the dense representation with these options: on demand, or where it pays?
 * Batches run by pull instead. Depends on nothing that is measured, so that sums come out the same every time. */
bool mg__is_dense(const mg_context *context, const mg_frame *frame, const mg_phase_info *info,
                  const mg_run_options *options);
/* Gives the frame its dense part, where the phase runs over it. */
mg_status mg__dense_prepare(mg_cpu_work *work);
/* One iteration from work->now to work->next. */
mg_status mg__dense_iteration(mg_cpu_work *work);

#endif
