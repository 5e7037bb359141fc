/* SPDX-License-Identifier: Apache-2.0
 *
 * segments.h: segmented edges (loops.h, mg_segments): built once per graph and cached with it; push along them.
 */
#ifndef MG_CORE_CPU_SEGMENTS_SEGMENTS_H
#define MG_CORE_CPU_SEGMENTS_SEGMENTS_H

#include "core/cpu/work.h"

/* Segments of the edges in the arcs of the frame (n, direction_count, push_arcs, pull_arcs are set), cached with the
 * graph, with weights of `type` if the arcs have weights. Without `build`: NULL if not cached. */
mg_status mg__segments_get(mg_context *context, const mg_graph *graph, const mg_frame *frame, mg_direction direction,
                           mg_type type, bool build, const mg_segments **segments);

/* Do the options request segments, and can the phase use them? Batches and delta-stepping use the CSR. */
bool mg__is_segmented(const mg_phase_info *info, const mg_run_options *options);
/* May a phase build segments during the run (sparse layout AUTO)? */
bool mg__segments_may_pay(const mg_phase_info *info, const mg_run_options *options, uint64_t arcs, mg_vertex n);

/* At the start of a phase: sets the segments if requested, or if they may pay and are cached. */
mg_status mg__segments_prepare(mg_cpu_work *work);
/* Before an iteration: builds and sets the segments if they pay by now. */
mg_status mg__segments_maybe_build(mg_cpu_work *work);
/* After an iteration: adds its time to the time that segments might have shortened. */
void mg__segments_learn(mg_cpu_work *work, double seconds);
/* Does a push of this many edges outweigh the reduction of the private sums? */
bool mg__uses_segments(const mg_cpu_work *work, uint64_t edges);
/* Pushes along the segments; false if out of memory. */
bool mg__push_segments(mg_cpu_work *work, const mg_vertex *list, size_t count);

#endif
