/* SPDX-License-Identifier: Apache-2.0
 *
 * dense.h: mode DENSE on the CPU: the dense representation, built once per graph and cached with it, and its
 * iterations.
 */
#ifndef MG_CORE_CPU_DENSE_DENSE_H
#define MG_CORE_CPU_DENSE_DENSE_H

#include "core/cpu/work.h"

/* Key of a dense representation: direction of the edges, type of the weights, block options. */
typedef struct mg_dense_spec {
    mg_direction direction;
    mg_type weights;
    uint32_t block_width, heavy_edges;
} mg_dense_spec;

/* Key for a phase. */
mg_dense_spec mg__dense_spec(const mg_phase_info *info, const mg_run_options *options);

/* Dense representation of the edges in the arcs of the frame (n, direction_count, push_arcs, pull_arcs are set), cached
 * with the graph, and its weights in edge order of the representation (NULL without weights). */
mg_status mg__dense_get(mg_context *context, const mg_graph *graph, const mg_frame *frame, const mg_dense_spec *spec,
                        const mg_dense **dense, const void **weights);

/* Does a phase with these arcs use mode DENSE: because the options request it, or because it pays? Batches use PULL
 * instead. The decision depends on no measurement, so that sums are deterministic. */
bool mg__is_dense(const mg_context *context, const mg_graph *graph, const mg_frame *frame, const mg_phase_info *info,
                  const mg_run_options *options);
/* Sets the dense fields of the frame if the phase uses mode DENSE. */
mg_status mg__dense_prepare(mg_cpu_work *work);
/* Expected nanoseconds of an iteration from work->now, by a part of its work, which leaves nothing behind. */
double mg__dense_sample(mg_cpu_work *work);
/* Runs one iteration from work->now to work->next; senders that a sample pushed (sample.c) are left out. */
mg_status mg__dense_iteration(mg_cpu_work *work);

#endif
