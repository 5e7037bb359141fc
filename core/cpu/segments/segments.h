/* SPDX-License-Identifier: Apache-2.0
 *
 * segments.h: the segmented form of the edges by sender (loops.h, mg_segments): building it for a graph, once, and
 * pushing along it.
 */
#ifndef MG_CORE_CPU_SEGMENTS_SEGMENTS_H
#define MG_CORE_CPU_SEGMENTS_SEGMENTS_H

#include "core/cpu/work.h"

/* The segments of the edges that the frame's arcs hold (n, sides, send, receive are set), kept with the graph, with
 * weights of `type` where the arcs have weights. Without `build`: NULL where they are not there yet. */
mg_status mg__segments_get(mg_context *context, const mg_graph *graph, const mg_frame *frame, mg_direction direction,
                           mg_type type, bool build, const mg_segments **segments);

/* Is a phase to push along segments from the start? Batches and buckets push along the CSR. */
bool mg__is_segmented(const mg_phase_info *info, const mg_run_options *options);
/* At the start of a phase: gives the work its segments, where it is to have them or, by its own choice, they are there.
 */
mg_status mg__segments_prepare(mg_cpu_work *work);
/* Before an iteration: the same where they are worth being built by now. */
mg_status mg__segments_maybe_build(mg_cpu_work *work);
/* After an iteration of this mode, which took so many seconds. */
void mg__segments_learn(mg_cpu_work *work, double seconds);
/* Is a push of so many edges worth adding up the threads' sums? */
bool mg__uses_segments(const mg_cpu_work *work, uint64_t edges);
/* Pushes along the segments; false where memory is out. */
bool mg__push_segments(mg_cpu_work *work, const mg_vertex *list, size_t count);

#endif
