/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/batch.h"
#include "core/cpu/levels.h"
#include "core/cpu/ranks/rank_work.h"
#include "core/cpu/segments/segments.h"
#include "core/cpu/team_shares.h"
#include "core/graph/row_facts.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

/* So few ranges are cut by one thread. */
#define MG_SERIAL_CUTS 256

bool mg__is_delta_stepping(const mg_phase_info *info, const mg_run_options *options) {
    return options->lanes <= 1 && info->kind == MG_KIND_PROGRAM && (info->properties & MG_LABEL) &&
           (info->properties & MG_MONOTONE) && info->has_priority && options->mode != MG_MODE_PULL &&
           options->mode != MG_MODE_DENSE && !(options->mode == MG_MODE_AUTO && options->choice == MG_CHOICE_SAMPLED);
}

bool mg__reads_in_edges(const mg_phase_info *info, const mg_run_options *options) {
    if (info->kind != MG_KIND_PROGRAM && info->kind != MG_KIND_EDGES) {
        return info->properties & MG_IN_DEGREE;
    }
    if (info->direction != MG_DIRECTION_OUT || (info->properties & MG_IN_DEGREE) || info->monoid == MG_MOST_FREQUENT) {
        return true;
    }
    return info->kind == MG_KIND_PROGRAM && options->mode != MG_MODE_SPARSE && !mg__is_delta_stepping(info, options);
}

int mg__graph_threads(const mg_context *context, const mg_graph *graph, uint64_t lanes) {
    const uint64_t most = 1 + (mg_graph_arc_count(graph) + mg_graph_vertex_count(graph)) / MG_THREAD_ARCS * lanes;
    return context->threads_given || (uint64_t)context->threads < most ? context->threads : (int)most;
}

mg_status mg__work_create(mg_context *context, const mg_graph *graph, const mg_plan *plan, mg_cpu_work *work) {
    mg_status status = MG_OK;
    const mg_vertex n = mg_graph_vertex_count(graph);
    const size_t words = mg__bitmap_words(n);
    const uint64_t lanes = plan->options.lanes > 1 ? plan->options.lanes : 1;
    *work = (mg_cpu_work){
        .context = context, .graph = graph, .plan = plan, .threads = mg__graph_threads(context, graph, lanes)};
    context->run_threads = work->threads;
    MG_TRY(mg__alloc(context, &work->params, 1, plan->params_size ? plan->params_size : 1, "parameters"));
    memcpy(work->params, plan->params, plan->params_size);
    MG_TRY(mg__sinks_create(context, work->threads, n, &work->sinks));
    MG_TRY(MG_KEPT_ALLOC(context, work->range_parts, (uint64_t)work->threads, "work ranges"));
    MG_TRY(mg__batch_create(work));
    MG_TRY(MG_KEPT_ALLOC(context, work->now.list, n, "frontier"));
    MG_TRY(MG_KEPT_ALLOC(context, work->next.list, n, "frontier"));
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, work->now.bits, words, "frontier bitmap"));
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, work->next.bits, words, "frontier bitmap"));
out:
    return status;
}

static void release_phase(mg_cpu_work *work) {
    mg_context *context = work->context;
    mg__kept_release(context, work->frame.acc);
    mg__kept_release(context, work->frame.scatter_values);
    mg__kept_release(context, work->scatter_ahead);
    mg__kept_release(context, work->frame.touched);
    mg__kept_release(context, work->ranges.begin);
    mg__kept_release(context, work->frame.columns);
    mg__kept_release(context, work->frame.stream_buffer);
    mg__kept_release(context, work->panel_sums);
    mg__kept_release(context, work->private_sums);
    mg__kept_release(context, work->active_columns);
    mg__kept_release(context, work->active_panels);
    work->scatter_ahead = NULL;
    work->sent_ahead = false;
    work->panel_sums = NULL;
    work->private_sums = NULL;
    work->segments = NULL;
    work->segment_cost = 0.0;
    work->dense_time = 0.0;
    work->active_columns = NULL;
    work->active_panels = NULL;
    memset(work->cost, 0, sizeof work->cost);
    work->parallel_tuner = (mg_parallel_tuner){0};
    work->frame = (mg_frame){0};
    work->ranges = (mg_vertex_ranges){0};
}

void mg__work_destroy(mg_cpu_work *work) {
    mg_context *context = work->context;
    release_phase(work);
    mg__shares_destroy(work);
    mg__sinks_destroy(work->context, &work->sinks);
    mg__batch_destroy(work);
    mg__levels_destroy(work);
    void *const blocks[] = {work->params,        work->partial_totals, work->now.list,  work->next.list,
                            work->now.bits,      work->next.bits,      work->receivers, work->touched_list,
                            work->degree_prefix, work->range_parts};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__kept_release(context, blocks[i]);
    }
}

static uint64_t work_before(const uint64_t *offsets, mg_vertex v) {
    return (offsets ? offsets[v] : 0) + v;
}

/* The first vertex, from `low` on, before which there is at least so much work. Cuts are close to each other: steps
 * that double read fewer cache lines than a bisection of all offsets. */
static mg_vertex find_cut(const uint64_t *offsets, mg_vertex n, mg_vertex low, uint64_t wanted) {
    uint64_t step = 1;
    while (step < n - low && work_before(offsets, low + (mg_vertex)step) < wanted) {
        low += (mg_vertex)step;
        step *= 2;
    }
    mg_vertex high = step < n - low ? low + (mg_vertex)step : n;
    while (low < high) {
        const mg_vertex middle = low + (high - low) / 2;
        if (work_before(offsets, middle) < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

mg_status mg__cut_ranges(mg_cpu_work *work, const uint64_t *offsets) {
    mg_status status = MG_OK;
    const mg_vertex n = work->frame.n;
    const uint64_t total = work_before(offsets, n);
    const size_t count = total / MG_CHUNK_EDGES + 1;
    mg_vertex *begin = NULL;
    size_t made = 0;
    mg__kept_release(work->context, work->ranges.begin);
    work->ranges = (mg_vertex_ranges){0};
    MG_TRY(MG_KEPT_ALLOC(work->context, begin, count + 1, "work ranges"));
    work->ranges = (mg_vertex_ranges){.begin = begin, .count = 0};
#pragma omp parallel num_threads(work->threads) if (count > MG_SERIAL_CUTS)
    {
        mg_vertex cut = 0;
#pragma omp for schedule(static)
        for (size_t k = 1; k < count; k++) {
            cut = begin[k] = find_cut(offsets, n, cut, k * MG_CHUNK_EDGES);
        }
    }
    begin[0] = 0;
    begin[count] = n;
    for (size_t k = 1; k <= count; k++) {
        const uint64_t aligned = ((uint64_t)begin[k] + 63) / 64 * 64;
        const mg_vertex cut = aligned < n ? (mg_vertex)aligned : n;
        if (cut > begin[made]) {
            begin[++made] = cut;
        }
    }
    work->ranges.count = made;
    assert(begin[made] == n);
out:
    return status;
}

mg_status mg__set_arcs(mg_context *context, const mg_graph *graph, const mg_phase_info *info,
                       const mg_run_options *options, mg_frame *f) {
    mg_status status = MG_OK;
    const bool weighted = info->weight_type != MG_TYPE_NONE;
    mg_arcs side[2] = {{0}}; /* out, in */
    const mg_adjacency out = mg_graph_out_edges(graph);
    side[0] = (mg_arcs){.offsets = out.offsets, .neighbours = out.neighbours};
    if (weighted) {
        MG_TRY(mg__graph_weights(context, graph, false, info->weight_type, &side[0].weights));
    }
    side[1] = side[0];
    const bool in = mg_graph_directed(graph) && mg__reads_in_edges(info, options);
    if (in) {
        mg_adjacency edges;
        MG_TRY(mg__graph_in_edges(context, graph, &edges));
        side[1] = (mg_arcs){.offsets = edges.offsets, .neighbours = edges.neighbours};
        if (weighted) {
            MG_TRY(mg__graph_weights(context, graph, true, info->weight_type, &side[1].weights));
        }
    } else if (mg_graph_directed(graph)) {
        side[1] = (mg_arcs){0};
    }
    f->out_offsets = side[0].offsets;
    f->in_offsets = side[1].offsets;
    const bool inward = info->direction == MG_DIRECTION_IN;
    f->direction_count = info->direction == MG_DIRECTION_BOTH && mg_graph_directed(graph) ? 2 : 1;
    f->push_arcs[0] = f->pull_arcs[1] = side[inward];
    f->push_arcs[1] = f->pull_arcs[0] = side[!inward];
out:
    return status;
}

/* Does pull send for the next iteration as soon as a vertex is updated? It saves a pass over all states. */
static bool sends_ahead(const mg_cpu_work *work) {
    const uint32_t needed = MG_ALL_ACTIVE | MG_PURE_SCATTER;
    const mg_mode mode = work->plan->options.mode;
    return work->lanes == 1 && (work->info.properties & needed) == needed &&
           work->info.frontier != MG_FRONTIER_REPLAY && (mode == MG_MODE_AUTO || mode == MG_MODE_PULL);
}

static mg_status set_buffers(mg_cpu_work *work) {
    mg_status status = MG_OK;
    const mg_vertex n = work->frame.n;
    const uint64_t elements = (uint64_t)n * work->lanes;
    const mg_mode mode = work->plan->options.mode;
    const bool pushes = !(work->info.properties & MG_ALL_ACTIVE) || mode == MG_MODE_SPARSE || work->lanes > 1;
    const bool label = work->info.properties & MG_LABEL, replay = work->info.frontier == MG_FRONTIER_REPLAY;
    if (work->info.kind != MG_KIND_PROGRAM) {
        return MG_OK;
    }
    if (pushes && work->lanes == 1) {
        MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, work->frame.touched, n, "touched flags"));
    }
    if (pushes && !label) {
        MG_TRY(mg__kept_alloc(work->context, &work->frame.acc, elements, work->info.value_size, "accumulators"));
    }
    if (work->info.has_scatter && !label && !(work->info.properties & MG_SOURCE_ID)) {
        MG_TRY(
            mg__kept_alloc(work->context, &work->frame.scatter_values, elements, work->info.value_size, "sent values"));
    }
    if (work->frame.scatter_values && sends_ahead(work)) {
        MG_TRY(mg__kept_alloc(work->context, &work->scatter_ahead, n, work->info.value_size, "sent values"));
    }
    if (!work->degree_prefix) {
        MG_TRY(MG_KEPT_ALLOC(work->context, work->degree_prefix, (uint64_t)n + 1, "edge prefix"));
    }
    if (!work->touched_list && !label) {
        MG_TRY(MG_KEPT_ALLOC(work->context, work->touched_list, n, "touched vertices"));
    }
    if (replay && work->lanes == 1 && !work->receivers) {
        MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, work->receivers, mg__bitmap_words(n), "receivers bitmap"));
    }
    if (replay && work->lanes > 1 && !work->receiver_masks) {
        MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, work->receiver_masks, n, "lanes of receivers"));
    }
out:
    return status;
}

/* The arcs of the graph, or of a rank's part of it. */
static mg_status set_phase_arcs(mg_cpu_work *work) {
    if (work->ranks) {
        work->ranks->shares = mg__rank_shares(&work->info);
        work->graph = work->ranks->whole;
    }
    return work->ranks && work->ranks->shares
               ? mg__rank_arcs(work)
               : mg__set_arcs(work->context, work->graph, &work->info, &work->plan->options, &work->frame);
}

mg_status mg__check_loops(mg_context *context, const mg_phase *phase, const mg_phase_info *info, bool is_batch) {
    const bool both = info->kind == MG_KIND_TRIANGLES || info->monoid == MG_MOST_FREQUENT;
    const bool single = both || (info->kind == MG_KIND_PROGRAM && !is_batch);
    const bool batch = !both && info->kind == MG_KIND_PROGRAM && is_batch;
    const bool maps = both || info->kind != MG_KIND_PROGRAM;
    if ((single && !phase->single) || (batch && !phase->batch) || (maps && !phase->maps)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "phase %s was compiled without the loops of %s: see MG_LOOPS",
                        phase->name, batch ? "batches" : "its kind");
    }
    return MG_OK;
}

mg_status mg__work_phase(mg_cpu_work *work, size_t position) {
    mg_status status = MG_OK;
    release_phase(work);
    work->phase = work->plan->phases[position];
    assert(work->phase);
    work->kernels = work->lanes > 1 ? work->phase->batch : work->phase->single;
    work->phase->describe(&work->info, work->plan->callbacks);
    assert(mg__check_loops(work->context, work->phase, &work->info, work->lanes > 1) >= 0); /* the build checked it */
    work->frame.n = mg_graph_vertex_count(work->graph);
    work->frame.state = work->plan->state;
    work->frame.params = work->params;
    work->frame.totals = work->totals;
    work->frame.round = work->info.properties & MG_ROUND ? work->round : 0;
#if defined __x86_64__
    work->frame.has_avx2 = __builtin_cpu_supports("avx2");
#endif
    work->frame.callbacks = work->plan->callbacks;
    MG_TRY(set_phase_arcs(work));
    const mg_phase_info *info = &work->info;
    const bool pulls = info->kind == MG_KIND_PROGRAM && work->frame.pull_arcs[0].offsets;
    if (pulls && (info->properties & MG_MIXED_PRECISION) && !work->ranks) {
        work->frame.rows_alike = mg__rows_are_alike(work->graph, work->frame.pull_arcs[0].offsets, work->threads);
    }
    const bool reads_rows = info->kind == MG_KIND_PROGRAM || (info->kind == MG_KIND_EDGES && !info->neighbour_count);
    const mg_arcs *arcs = pulls ? &work->frame.pull_arcs[0] : &work->frame.push_arcs[0];
    MG_TRY(mg__cut_ranges(work, reads_rows ? arcs->offsets : NULL));
    MG_TRY(set_buffers(work));
    MG_TRY(mg__segments_prepare(work));
    mg__batch_phase(work);
out:
    return status;
}

void mg__ensure_list(mg_cpu_work *work) {
    const bool small = work->now.all && work->frame.n <= MG_SERIAL_LIMIT;
    mg__frontier_need_list(&work->now, work->frame.n, work->sinks.start, small ? 1 : work->threads);
    work->sinks.start[0] = 0;
}

void mg__ensure_bits(mg_cpu_work *work) {
    mg__frontier_need_bits(&work->now, work->frame.n, work->threads);
}

mg_status mg__reserve_totals(mg_cpu_work *work, size_t chunks) {
    mg_status status = MG_OK;
    const size_t sets = work->info.totals ? chunks : (size_t)work->threads;
    const size_t wanted = sets * work->lanes * MG_TOTALS_MAX;
    if (wanted > work->partial_capacity) {
        mg__kept_release(work->context, work->partial_totals);
        work->partial_totals = NULL;
        work->partial_capacity = 0;
        MG_TRY(MG_KEPT_ALLOC(work->context, work->partial_totals, wanted, "totals"));
        work->partial_capacity = wanted;
    }
    for (size_t i = 0; i < wanted; i++) {
        work->partial_totals[i] = mg__phase_total_start(&work->info, (uint32_t)(i % MG_TOTALS_MAX));
    }
out:
    return status;
}

double *mg__partial_totals(const mg_cpu_work *work, size_t chunk) {
    const size_t set = work->info.totals ? chunk : (size_t)omp_get_thread_num();
    assert((set + 1) * work->lanes * MG_TOTALS_MAX <= work->partial_capacity);
    return work->partial_totals + set * work->lanes * MG_TOTALS_MAX;
}

void mg__reduce_totals(mg_cpu_work *work, size_t chunks) {
    const size_t width = (size_t)work->lanes * MG_TOTALS_MAX;
    for (uint64_t rest = work->info.totals ? work->running : 0; rest; rest &= rest - 1) {
        const size_t first = (size_t)__builtin_ctzll(rest) * MG_TOTALS_MAX;
        for (uint32_t k = 0; k < work->info.totals; k++) {
            double total = mg__phase_total_start(&work->info, k);
            for (size_t i = 0; i < chunks; i++) {
                total = mg__phase_total_join(&work->info, k, total, work->partial_totals[i * width + first + k]);
            }
            work->totals[first + k] = total;
        }
    }
}
