/* SPDX-License-Identifier: Apache-2.0
 *
 * choose.c: which mode the next iteration runs in. The costs of iterations that already ran, as nanoseconds per edge,
 * tell what pushing (ESP) and reading all edges by pull (EDP) will take; where they are not known yet, counts decide. The
 * dense representation is used only where it is asked for: building it costs more than it saves in one run.
 */
#include "core/cpu/work.h"

/* Push while the frontier's edges are few against what is left to explore, pull while the frontier is large. The
 * factors are Beamer's (SC 2012); a receiver that stops at the first hit looks at few of its edges. */
#define FIRST_HIT_ALPHA 15
#define FIRST_HIT_BETA 18
/* Without an early exit pull reads all in-edges of all receivers, but needs no atomics. */
#define GATHER_ALPHA 3
/* Estimates closer than this factor do not decide: the cost of an edge changes from frontier to frontier. */
#define SURE 2.0

static uint64_t arcs_of(const mg_work *work) {
    return mg_graph_arc_count(work->graph) * work->frame.sides;
}

static mg_mode choose_first_hit(const mg_work *work, mg_mode previous, uint64_t explored, size_t previous_count) {
    if (previous == MG_MODE_PULL) {
        const bool shrinking = work->now.count < previous_count;
        return shrinking && work->now.count < work->frame.n / FIRST_HIT_BETA ? MG_MODE_SPARSE : MG_MODE_PULL;
    }
    const uint64_t left = explored < arcs_of(work) ? arcs_of(work) - explored : 0;
    return work->now.edges > left / FIRST_HIT_ALPHA && work->now.edges > MG_ALONE ? MG_MODE_PULL : MG_MODE_SPARSE;
}

mg_mode mg__choose_mode(mg_work *work, mg_mode previous, uint64_t explored, size_t previous_count) {
    const mg_mode asked = work->plan->options.mode;
    const mg_phase_info *info = &work->info;
    work->esp = work->edp = 0.0;
    if (asked != MG_MODE_AUTO) {
        return asked == MG_MODE_DENSE && work->lanes > 1 ? MG_MODE_PULL : asked;
    }
    if (!work->frame.receive[0].offsets) {
        return MG_MODE_SPARSE;
    }
    const uint64_t edges = work->now.edges;
    if (info->properties & MG_FIRST_HIT && !(info->properties & MG_ALL_ACTIVE)) {
        return choose_first_hit(work, previous, explored, previous_count);
    }
    work->esp = work->cost[MG_MODE_SPARSE] * (double)edges;
    work->edp = work->cost[MG_MODE_PULL] * (double)arcs_of(work);
    if (info->properties & MG_ALL_ACTIVE) {
        return MG_MODE_PULL;
    }
    const bool known = work->esp > 0.0 && work->edp > 0.0 && !info->has_needs;
    if (known && (work->esp * SURE < work->edp || work->edp * SURE < work->esp)) {
        return work->esp < work->edp ? MG_MODE_SPARSE : MG_MODE_PULL;
    }
    const uint64_t left = info->has_needs && explored < arcs_of(work) ? arcs_of(work) - explored : arcs_of(work);
    return edges > left / GATHER_ALPHA ? MG_MODE_PULL : MG_MODE_SPARSE;
}

void mg__learn_cost(mg_work *work, mg_mode mode, double seconds) {
    const uint64_t edges = mode == MG_MODE_SPARSE ? work->now.edges : arcs_of(work);
    if (edges < MG_PIECE) {
        return; /* mostly what starting an iteration costs */
    }
    const double cost = 1e9 * seconds / (double)edges, before = work->cost[mode];
    work->cost[mode] = before > 0.0 ? (before + cost) / 2.0 : cost;
}
