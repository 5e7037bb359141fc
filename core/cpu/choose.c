/* SPDX-License-Identifier: Apache-2.0
 *
 * choose.c: which mode the next iteration runs in. One place, pure, from counts alone.
 */
#include "core/cpu/work.h"

/* Push while the frontier's edges are few against what is left to explore, pull while the frontier is large. The factors
 * are Beamer's (SC 2012); a receiver that stops at the first hit looks at few of its edges. */
#define FIRST_HIT_ALPHA 15
#define FIRST_HIT_BETA 18
/* Without an early exit pull reads all in-edges of all receivers, but needs no atomics. */
#define GATHER_ALPHA 3

mg_mode mg__choose_mode(const mg_work *work, mg_mode previous, uint64_t explored, size_t previous_count) {
    const mg_mode asked = work->plan->options.mode;
    const mg_phase_info *info = &work->info;
    if (asked != MG_MODE_AUTO) {
        return asked;
    }
    if (!work->frame.receive[0].offsets) {
        return MG_MODE_SPARSE;
    }
    if (info->properties & MG_ALL_ACTIVE) {
        return MG_MODE_PULL;
    }
    const uint64_t arcs = mg_graph_arc_count(work->graph) * work->frame.sides;
    const uint64_t edges = work->now.edges;
    if (!(info->properties & MG_FIRST_HIT)) {
        const uint64_t left = info->has_needs && explored < arcs ? arcs - explored : arcs;
        return edges > left / GATHER_ALPHA ? MG_MODE_PULL : MG_MODE_SPARSE;
    }
    if (previous == MG_MODE_PULL) {
        const bool shrinking = work->now.count < previous_count;
        return shrinking && work->now.count < work->frame.n / FIRST_HIT_BETA ? MG_MODE_SPARSE : MG_MODE_PULL;
    }
    const uint64_t left = explored < arcs ? arcs - explored : 0;
    return edges > left / FIRST_HIT_ALPHA && edges > MG_ALONE ? MG_MODE_PULL : MG_MODE_SPARSE;
}
