/* SPDX-License-Identifier: Apache-2.0
 *
 * choose_mode.c: chooses push or pull for the next iteration (direction optimisation) by the estimates of the
 * MultiGraph paper. ESP, the time of push, is the number of frontier edges times the cost of a pushed edge. EDP, the
 * time of pull, is the expected number of edges read times the cost of a pulled edge. Costs are measured in earlier
 * iterations. If the estimates are close, a sample of the frontier is pushed and timed; its work is kept (sample.c).
 * Topology-driven phases run in mode DENSE or PULL, as dense_step.c decides.
 */
#include "core/cpu/dense/dense.h"
#include "core/cpu/segments/segments.h"
#include "frontier/cpu/sample.h"

#include <math.h>

/* Initial cost of a pushed edge per core, and cost of a receiver in pull, in nanoseconds. */
#define INITIAL_PUSH_NS 6.0
#define PULL_VERTEX_NS 1.0
/* Initial cost of a pulled edge relative to a pushed one. First-hit receivers suffer a branch misprediction for nearly
 * every edge; others read their rows sequentially without atomics. */
#define INITIAL_FIRST_HIT_RATIO 1.0
#define INITIAL_GATHER_RATIO 0.25
/* Initial cost of an edge in segmented push relative to a pushed one. */
#define INITIAL_SEGMENT_RATIO 0.3
/* Estimates that differ by more than this factor decide without a sample. */
#define DECISIVE_FACTOR 3.0
/* Measurements beyond this factor of the expectation are clamped as outliers, such as a delayed thread. */
#define OUTLIER_FACTOR 4.0

static uint64_t arcs_of(const mg_cpu_work *work) {
    return mg_graph_arc_count(work->graph) * work->frame.direction_count;
}

static double cores_of(const mg_cpu_work *work) {
    const size_t chunks = work->ranges.count;
    return chunks < (size_t)work->threads ? (double)chunks : work->threads;
}

static bool stops_at_first_hit(const mg_cpu_work *work) {
    return work->lanes == 1 && (work->info.properties & MG_FIRST_HIT);
}

/* Expected number of edges read by pull: all edges of the receivers that still need contributions, or, for first hits,
 * the edges up to the first hit when every edge hits with probability frontier edges / all edges. */
static double expected_pull_edges(const mg_cpu_work *work, const mg_frontier *now, uint64_t explored,
                                  uint64_t visited) {
    const double arcs = (double)arcs_of(work);
    const double seen = (double)explored + (double)now->edges;
    /* Assume that visited vertices need nothing more, unless some were visited more than once. */
    const bool drop_out = work->info.has_needs && work->lanes == 1 && seen <= arcs;
    const double left = drop_out ? arcs - seen : arcs;
    if (!stops_at_first_hit(work) || left <= 0.0) {
        return left;
    }
    const uint64_t reached = drop_out ? visited + now->count : 0;
    const double receivers = reached < work->frame.n ? (double)(work->frame.n - reached) : 1.0;
    const double hit = (double)now->edges / arcs;
    return hit < 1.0 ? -expm1(left / receivers * log1p(-hit)) / hit * receivers : receivers;
}

static double csr_push_cost(const mg_cpu_work *work) {
    return work->cost[MG_MODE_SPARSE] > 0.0 ? work->cost[MG_MODE_SPARSE] : INITIAL_PUSH_NS / work->threads;
}

static double push_cost(const mg_cpu_work *work, uint64_t edges) {
    if (!mg__uses_segments(work, edges)) {
        return csr_push_cost(work);
    }
    return work->segment_cost > 0.0 ? work->segment_cost : INITIAL_SEGMENT_RATIO * csr_push_cost(work);
}

static double pull_cost(const mg_cpu_work *work) {
    const double ratio = stops_at_first_hit(work) ? INITIAL_FIRST_HIT_RATIO : INITIAL_GATHER_RATIO;
    return work->cost[MG_MODE_PULL] > 0.0 ? work->cost[MG_MODE_PULL] : ratio * csr_push_cost(work);
}

static double pull_base_cost(const mg_cpu_work *work) {
    return PULL_VERTEX_NS * work->frame.n / cores_of(work);
}

/* Sets ESP by the cost of an edge in a sample, clamped. */
static mg_status measure_push(mg_cpu_work *work) {
    mg_status status = MG_OK;
    const double expected = push_cost(work, work->now.edges);
    double cost = expected;
    MG_TRY(mg__sample_push(work, &cost));
    cost = cost > expected * OUTLIER_FACTOR ? expected * OUTLIER_FACTOR : cost;
    work->esp = cost * (double)work->now.edges;
out:
    return status;
}

bool mg__push_is_certain(const mg_cpu_work *work, uint64_t edges) {
    const bool forced = work->plan->options.mode == MG_MODE_SPARSE || !work->frame.pull_arcs[0].offsets;
    return forced || edges < MG_SERIAL_LIMIT ||
           push_cost(work, edges) * (double)edges * DECISIVE_FACTOR < pull_base_cost(work);
}

bool mg__pushes_next(const mg_cpu_work *work, const mg_frontier *next, uint64_t explored, uint64_t visited) {
    const double push = push_cost(work, next->edges) * (double)next->edges;
    const double pull = pull_base_cost(work) + pull_cost(work) * expected_pull_edges(work, next, explored, visited);
    const bool is_learnt = work->plan->options.choice == MG_CHOICE_LEARNT; /* samples need the list of the frontier */
    return work->plan->options.mode == MG_MODE_AUTO && is_learnt && push * DECISIVE_FACTOR < pull;
}

/* Algorithm 6 of the MultiGraph paper: push or dense by samples of both. */
static mg_status choose_sampled(mg_cpu_work *work, mg_mode *mode) {
    mg_status status = MG_OK;
    *mode = MG_MODE_SPARSE;
    if (!work->context->test_all_paths && mg__push_is_certain(work, work->now.edges)) {
        return MG_OK;
    }
    if (work->dense_time <= 0.0) {
        work->dense_time = mg__dense_sample(work);
    }
    work->esp = push_cost(work, work->now.edges) * (double)work->now.edges;
    work->edp = work->dense_time;
    if (!work->now.all && !mg__uses_segments(work, work->now.edges)) {
        MG_TRY(measure_push(work));
    }
    *mode = work->esp <= work->edp ? MG_MODE_SPARSE : MG_MODE_DENSE;
    if (work->context->test_all_paths) {
        *mode = work->frame.iteration % 2 ? MG_MODE_DENSE : MG_MODE_SPARSE;
    }
out:
    return status;
}

mg_status mg__choose_mode(mg_cpu_work *work, uint64_t explored, uint64_t visited, mg_mode *mode) {
    mg_status status = MG_OK;
    const mg_mode requested = work->plan->options.mode;
    work->esp = work->edp = work->pull_edges = 0.0;
    if (requested != MG_MODE_AUTO) {
        *mode = requested == MG_MODE_DENSE && work->lanes > 1 ? MG_MODE_PULL : requested;
        return MG_OK;
    }
    if (work->info.properties & MG_ALL_ACTIVE) {
        *mode = work->frame.dense ? MG_MODE_DENSE : MG_MODE_PULL;
        return MG_OK;
    }
    if (work->plan->options.choice == MG_CHOICE_SAMPLED && work->frame.dense) {
        return choose_sampled(work, mode);
    }
    *mode = MG_MODE_SPARSE;
    if (!work->frame.pull_arcs[0].offsets) {
        return MG_OK;
    }
    if (work->context->test_all_paths) {
        *mode = work->frame.iteration % 2 ? MG_MODE_PULL : MG_MODE_SPARSE;
        return work->now.all ? MG_OK : measure_push(work);
    }
    work->esp = push_cost(work, work->now.edges) * (double)work->now.edges;
    if (mg__push_is_certain(work, work->now.edges)) {
        return MG_OK;
    }
    work->pull_edges = expected_pull_edges(work, &work->now, explored, visited);
    work->edp = pull_base_cost(work) + pull_cost(work) * work->pull_edges;
    const bool close = work->esp < work->edp * DECISIVE_FACTOR && work->edp < work->esp * DECISIVE_FACTOR;
    /* A sample cannot estimate segmented push, whose reduction is a fixed cost. After a sample, pull excludes its
     * senders by the frontier bitmap, which a full frontier does not use. */
    if (close && !work->now.all && !mg__uses_segments(work, work->now.edges)) {
        MG_TRY(measure_push(work));
    }
    *mode = work->esp <= work->edp ? MG_MODE_SPARSE : MG_MODE_PULL;
out:
    return status;
}

static void update_cost(double *cost, double expected, double measured) {
    const double low = expected / OUTLIER_FACTOR, high = expected * OUTLIER_FACTOR;
    const double plausible = measured < low ? low : measured > high ? high : measured;
    *cost = *cost > 0.0 ? (*cost + plausible) / 2.0 : plausible;
}

void mg__learn_cost(mg_cpu_work *work, mg_mode mode, double seconds) {
    const double edges = mode == MG_MODE_SPARSE ? (double)work->now.edges : work->pull_edges;
    if (mode == MG_MODE_DENSE && work->dense_time > 0.0) {
        work->dense_time = 1e9 * seconds;
        return;
    }
    if (work->plan->options.mode != MG_MODE_AUTO || edges < 0.25 * MG_CHUNK_EDGES) {
        return; /* dominated by the fixed cost of an iteration */
    }
    if (mode == MG_MODE_SPARSE) {
        const bool segments = mg__uses_segments(work, work->now.edges);
        update_cost(segments ? &work->segment_cost : &work->cost[mode], push_cost(work, work->now.edges),
                    1e9 * seconds / edges);
    } else {
        const double rest = 1e9 * seconds - pull_base_cost(work), expected = pull_cost(work);
        update_cost(&work->cost[mode], expected, rest > 0.0 ? rest / edges : expected);
    }
}
