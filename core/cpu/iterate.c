/* SPDX-License-Identifier: Apache-2.0
 *
 * iterate.c: the iterations of a PROGRAM phase, by push, pull or dense as choose_mode.c decides. Push accumulates
 * contributions in acc (label programs: in the label itself) and applies them after all edges of the frontier. Pull of
 * a topology-driven phase sends for the next iteration as soon as a vertex is updated (MG_PURE_SCATTER).
 */
#include "core/cpu/batch.h"
#include "core/cpu/dense/dense.h"
#include "core/cpu/levels.h"
#include "core/cpu/ranks/rank_work.h"
#include "core/cpu/segments/segments.h"
#include "core/cpu/team.h"
#include "core/engine/plan_loops.h"
#include "frontier/cpu/sample.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

/* Lists of at least n / SORT_SHARE vertices are sorted. */
#define SORT_SHARE 32
/* Share of the arcs that lead from active vertices from which on a pull reads all. */
#define LEAST_ACTIVE 2
/* Shorter lists are of a graph that fits the caches. */
#define LEAST_SORTED 4096

void mg__ensure_scattered(mg_cpu_work *work) {
    const mg_frontier *now = &work->now;
    if (!work->frame.scatter_values || work->has_scattered) {
        return;
    }
    work->has_scattered = true;
    if (!now->all) {
        mg__ensure_list(work);
    }
    mg__scatter(work, now->all ? NULL : now->list, now->count);
}

/* Clears the touched flags of the next frontier of a label program, which has no apply to do so. */
static void clear_touched(mg_cpu_work *work, const mg_frontier *frontier) {
    if (!work->frame.touched) {
        return;
    }
#pragma omp parallel for num_threads(work->threads) if (frontier->count > MG_SERIAL_LIMIT)
    for (size_t i = 0; i < frontier->count; i++) {
        work->frame.touched[frontier->list[i]] = 0;
    }
}

static size_t vertices_in_sinks(const mg_sinks *sinks) {
    size_t count = 0;
    for (int t = 0; t < sinks->threads; t++) {
        count += sinks->sink[t].count;
    }
    return count;
}

/* Merges the sinks into a list. A large one is sorted, since threads append in any order, and ascending order gives
 * locality; then `bits`, which are free here, are the bitmap of the list (*has_bits). */
static size_t merge_list(mg_cpu_work *work, mg_vertex *list, uint64_t *bits, uint64_t *edges, bool *has_bits) {
    const size_t count = vertices_in_sinks(&work->sinks);
    *has_bits = count >= work->frame.n / SORT_SHARE && count >= LEAST_SORTED;
    return *has_bits ? mg__sinks_merge_sorted(&work->sinks, work->frame.n, list, bits, edges)
                     : mg__sinks_merge(&work->sinks, list, edges);
}

/* The next frontier after apply. If all that were touched are active, it is the touched list. sorted: next.bits is the
 * bitmap of that list. */
static void take_applied(mg_cpu_work *work, size_t touched, bool sorted) {
    mg_frontier *next = &work->next;
    next->edges = 0;
    next->has_bits = sorted && vertices_in_sinks(&work->sinks) == touched;
    if (next->has_bits) {
        mg_vertex *const list = next->list;
        next->list = work->touched_list;
        work->touched_list = list;
        next->count = mg__sinks_count(&work->sinks, &next->edges);
    } else {
        next->count = mg__sinks_merge(&work->sinks, next->list, &next->edges);
    }
    next->has_list = true;
    next->all = false;
}

static mg_status push_then_apply(mg_cpu_work *work) {
    mg_status status = MG_OK;
    const bool all_active = work->info.properties & MG_ALL_ACTIVE;
    uint64_t unused = 0;
    bool sorted = false;
    mg__end_claims(work);
    MG_TRY(mg__push_unsampled(work));
    const size_t count = all_active ? mg__sinks_merge(&work->sinks, work->touched_list, &unused)
                                    : merge_list(work, work->touched_list, work->next.bits, &unused, &sorted);
    MG_TRY(mg__apply(work, all_active ? NULL : work->touched_list, all_active ? work->frame.n : count));
    take_applied(work, count, sorted);
out:
    return status;
}

void mg__take_list(mg_cpu_work *work, mg_frontier *frontier) {
    frontier->edges = 0;
    frontier->count = merge_list(work, frontier->list, frontier->bits, &frontier->edges, &frontier->has_bits);
    frontier->has_list = true;
    frontier->all = false;
}

static mg_status push_iteration(mg_cpu_work *work, mg_program_loop *loop) {
    mg_status status = MG_OK;
    const bool label = work->info.properties & MG_LABEL;
    mg__ensure_list(work);
    if (!work->ranks && mg__wants_team(work, loop)) {
        return mg__push_team(work, loop);
    }
    mg__ensure_scattered(work);
    if (label || mg__fuses_first_hits(work)) { /* no separate apply */
        MG_TRY(label ? mg__push_unsampled(work) : mg__push_first_hits(work));
        mg__take_list(work, &work->next);
    } else {
        MG_TRY(push_then_apply(work));
    }
    if (label) {
        clear_touched(work, &work->next);
    }
out:
    return status;
}

/* May a pull read all in-neighbours, as most of them are active? It need not look at the frontier's bitmap then. Those
 * that are not active send the identity; labels that spread from all vertices were sent before, and MIN and MAX do not
 * mind them again. */
static bool reads_inactive(const mg_cpu_work *work) {
    const mg_phase_info *info = &work->info;
    const uint64_t arcs = mg_graph_arc_count(work->graph) * work->frame.direction_count;
    if (work->now.all || work->lanes > 1 || (info->properties & MG_FIRST_HIT) ||
        work->now.edges < arcs / LEAST_ACTIVE) {
        return false;
    }
    if (info->has_edge_at) {
        return false;
    }
    if (info->properties & MG_LABEL) {
        return info->frontier == MG_FRONTIER_ALL && (info->monoid == MG_MIN || info->monoid == MG_MAX);
    }
    return work->frame.scatter_values && !info->has_edge;
}

static void pull_range(mg_cpu_work *work, size_t r, mg_sink *sink) {
    const mg_vertex begin = work->ranges.begin[r], end = work->ranges.begin[r + 1];
    if (work->ranks && (work->info.properties & MG_ALL_ACTIVE)) {
        mg__rank_pull(work, begin, end, sink, mg__partial_totals(work, r));
    } else {
        work->kernels->pull(&work->frame, begin, end, sink, mg__partial_totals(work, r));
    }
}

static mg_status pull_iteration(mg_cpu_work *work, mg_program_loop *loop) {
    mg_status status = MG_OK;
    mg_frontier *now = &work->now, *next = &work->next;
    const mg_frame *f = &work->frame;
    (void)loop;
    mg__ensure_scattered(work);
    mg__sample_before_pull(work);
    mg__ensure_bits(work);
    const bool reads_all = now->all || reads_inactive(work);
    if (reads_all && !now->all && f->scatter_values) {
        mg__send_identities(work);
    }
    work->frame.frontier_bits = reads_all ? NULL : now->bits;
    work->frame.next = next->bits;
    work->frame.scatter_ahead = now->all ? work->scatter_ahead : NULL;
    MG_TRY(mg__reserve_totals(work, work->ranges.count));
    mg__ranges_deal(work->range_parts, work->threads);
#pragma omp parallel num_threads(work->threads) if (work->ranges.count > 1)
    {
        mg_sink *shared = &work->sinks.sink[omp_get_thread_num()], sink = *shared;
        mg_range_cursor cursor = mg__ranges_of_thread(work->range_parts, work->ranges.count);
        for (size_t r; mg__ranges_take(&cursor, &r);) {
            pull_range(work, r, &sink);
        }
        *shared = sink;
    }
    mg__reduce_totals(work, work->ranges.count);
    next->edges = 0;
    next->count = mg__sinks_count(&work->sinks, &next->edges);
    next->has_bits = !f->scatter_ahead;
    next->has_list = false;
    if (f->scatter_ahead) {
        work->scatter_ahead = f->scatter_values;
        work->frame.scatter_values = f->scatter_ahead;
        work->frame.scatter_ahead = NULL;
        work->sent_ahead = true;
    }
    mg__sample_after_pull(work);
    next->all = next->count == f->n;
out:
    return status;
}

static mg_status prepare_phase(mg_cpu_work *work) {
    const mg_frame *f = &work->frame;
    work->has_claims = false;
    if (f->acc) {
#pragma omp parallel for num_threads(work->threads) if (f->n > MG_SERIAL_LIMIT)
        for (size_t r = 0; r < work->ranges.count; r++) {
            work->kernels->reset(f, work->ranges.begin[r], work->ranges.begin[r + 1]);
        }
    }
    if (work->info.record) {
        mg_levels *levels = &work->levels;
        levels->count = levels->lane_vertices = 0;
        levels->disjoint = (work->info.properties & MG_BREADTH_FIRST) && work->lanes == 1;
        levels->offsets =
            work->frame.direction_count == 1 && work->lanes == 1 ? work->frame.push_arcs[0].offsets : NULL;
        memset(levels->lane_levels, 0, sizeof levels->lane_levels);
    }
    const mg_status status = mg__run_init(work);
    mg__batch_begin(work);
    return status >= 0 && work->ranks ? mg__rank_first_frontier(work) : status;
}

/* Does the phase end after this iteration? `iteration`: number of completed ones. */
static bool is_finished(mg_cpu_work *work, uint32_t iteration) {
    if (work->lanes > 1) {
        return !mg__batch_advance(work, iteration);
    }
    return work->kernels->finished(&work->frame, iteration, work->totals);
}

/* MG_ALL_ACTIVE: all vertices are active again if apply returned true for any. */
static void activate_all(mg_cpu_work *work) {
    if (work->next.count) {
        work->next.count = work->frame.n;
        work->next.edges = mg_graph_arc_count(work->graph) * work->frame.direction_count;
        work->next.all = true;
        work->next.has_list = false;
    }
}

static mg_status dense_iteration(mg_cpu_work *work, mg_program_loop *loop) {
    (void)loop;
    return mg__dense_iteration(work);
}

mg_status mg__begin_iteration(mg_cpu_work *work, mg_program_loop *loop) {
    mg_status status = MG_OK;
    loop->ended = work->now.count == 0;
    if (loop->ended && !loop->iteration && work->info.totals) { /* nothing was added */
        for (uint32_t lane = 0; lane < work->lanes; lane++) {
            mg__clear_totals(&work->info, work->totals + (size_t)lane * MG_TOTALS_MAX);
        }
    }
    if (!loop->ended && loop->limit && loop->iteration == loop->limit) {
        work->stopped_at_limit = loop->ended = true;
    }
    if (loop->ended) {
        return MG_OK;
    }
    MG_TRY(mg__segments_maybe_build(work));
    loop->start = mg__now();
    loop->asked = false;
    /* About half of a run with a replay, and never all of it before the end. */
    const double share = 0.5 * (double)loop->visited / (double)work->frame.n;
    MG_TRY(mg__progress_within(work->context, "running", share < 0.5 ? share : 0.5));
    work->frame.iteration = loop->iteration;
    work->has_scattered = work->sent_ahead;
    work->sent_ahead = false;
    if (work->ranks) {
        MG_TRY(mg__rank_share_frontier(work));
    }
    MG_TRY(mg__record_level(work));
    MG_TRY(mg__choose_mode(work, loop->explored, loop->visited, &loop->mode));
    if (work->ranks && (work->info.properties & MG_ALL_ACTIVE)) {
        loop->mode = MG_MODE_PULL; /* a push applies vertices of other ranks */
    }
    assert(work->now.all || work->now.has_list || work->now.has_bits);
    loop->explored += work->now.edges;
    loop->visited += work->now.count;
out:
    return status;
}

mg_status mg__end_iteration(mg_cpu_work *work, mg_program_loop *loop) {
    mg_status status = MG_OK;
    assert(work->next.count <= work->frame.n);
    const double seconds = mg__now() - loop->start;
    mg__learn_cost(work, loop->mode, seconds);
    mg__tuner_learn(work, seconds);
    mg__segments_learn(work, seconds);
    MG_TRY(mg__record(work->context, work->plan->recorder,
                      (mg_iteration){.iteration = loop->iteration,
                                     .mode = loop->mode,
                                     .frontier_vertices = work->now.count,
                                     .frontier_edges = work->ranks ? work->ranks->edges : work->now.edges,
                                     .seconds = seconds,
                                     .esp = 1e-9 * work->esp,
                                     .edp = 1e-9 * work->edp}));
    if (work->ranks) {
        MG_TRY(mg__rank_share_counts(work));
    }
    loop->ended = is_finished(work, ++loop->iteration);
    if (loop->ended) {
        return MG_OK;
    }
    if (work->info.properties & MG_ALL_ACTIVE) {
        activate_all(work);
    }
    const mg_frontier swap = work->now;
    work->now = work->next;
    work->next = swap;
out:
    return status;
}

mg_status mg__run_program(mg_cpu_work *work) {
    static mg_status (*const step[])(mg_cpu_work *, mg_program_loop *) = {
        [MG_MODE_SPARSE] = push_iteration, [MG_MODE_DENSE] = dense_iteration, [MG_MODE_PULL] = pull_iteration};
    mg_status status = MG_OK;
    const uint32_t most = work->plan->options.max_iterations;
    mg_program_loop loop = {.limit = most ? most : work->info.iteration_limit};
    if (!work->ranks) {
        MG_TRY(mg__dense_prepare(work));
    }
    MG_TRY(prepare_phase(work));
    while (!loop.ended) {
        if (!loop.begun) {
            MG_TRY(mg__begin_iteration(work, &loop));
        }
        loop.begun = false;
        if (!loop.ended) {
            assert((size_t)loop.mode < sizeof step / sizeof *step && step[loop.mode]);
            MG_TRY(step[loop.mode](work, &loop));
        }
        if (!loop.ended && !loop.begun) {
            MG_TRY(mg__end_iteration(work, &loop));
        }
    }
out:
    return status;
}
