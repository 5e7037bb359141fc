/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_step.c: an iteration in mode DENSE: load the columns, phase 1 (gather) over work items, phase 2 (reduction and
 * apply) over row panels.
 */
#include "core/cpu/dense/dense.h"
#include "core/cpu/dense/dense_layout.h"
#include "core/graph/row_facts.h"
#include "frontier/cpu/sample.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define LOAD_COLUMNS 4096 /* columns per chunk */
#define SAMPLE_SHARE 32   /* one of so many work items is timed for the choice SAMPLED */
/* Least size of the values, in caches, and least iterations for which dense repays its construction
 * (docs/notebook/choice-of-mode.md). */
#define MIN_CACHES 3
#define MIN_ITERATIONS 16

/* Do at least half of the edges lead to receivers of groups 1 to 4 of the paper? Their block rows are long. */
static bool has_long_rows(const mg_context *context, const mg_graph *graph, const mg_frame *f) {
    uint64_t heavy = 0, all = 0;
    for (uint32_t side = 0; side < f->direction_count; side++) {
        const uint64_t *offsets = f->pull_arcs[side].offsets;
        all += offsets[f->n];
        heavy += mg__arcs_in_long_rows(graph, offsets, context->threads);
    }
    return heavy >= all / 2;
}

/* Does dense repay its construction? Only if every receiver reads all its edges and the gathered values far exceed the
 * cache. */
static bool is_worth_building(const mg_context *context, const mg_graph *graph, const mg_frame *frame,
                              const mg_phase_info *info, const mg_run_options *options) {
    const uint32_t limit = options->max_iterations ? options->max_iterations : info->iteration_limit;
    return (info->properties & MG_ALL_ACTIVE) && !(info->properties & MG_FIRST_HIT) &&
           frame->n * (uint64_t)info->value_size >= MIN_CACHES * mg__cache_bytes(context->cache_bytes) &&
           (!limit || limit >= MIN_ITERATIONS) && has_long_rows(context, graph, frame);
}

bool mg__is_dense(const mg_context *context, const mg_graph *graph, const mg_frame *frame, const mg_phase_info *info,
                  const mg_run_options *options) {
    const bool possible = options->lanes <= 1 && info->kind == MG_KIND_PROGRAM &&
                          info->frontier != MG_FRONTIER_REPLAY && info->monoid != MG_MOST_FREQUENT;
    return possible && (options->mode == MG_MODE_DENSE ||
                        (options->mode == MG_MODE_AUTO && (options->choice == MG_CHOICE_SAMPLED ||
                                                           is_worth_building(context, graph, frame, info, options))));
}

static mg_status prepare(mg_cpu_work *work) {
    mg_status status = MG_OK;
    mg_frame *f = &work->frame;
    const mg_dense *d = NULL;
    const mg_dense_spec spec = mg__dense_spec(&work->info, &work->plan->options);
    const size_t size = work->info.value_size;
    MG_TRY(mg__dense_get(work->context, work->graph, f, &spec, &d, &f->dense_weights));
    MG_TRY(mg__kept_alloc(work->context, &f->columns, f->n, size, "column values"));
    MG_TRY(mg__kept_alloc(work->context, &f->stream_buffer, d->block_row_count, size, "stream buffer"));
    if (!(work->info.properties & MG_ALL_ACTIVE)) { /* page faults now, not in an iteration whose time decides */
        mg__fill_zero(work->context, f->columns, f->n * size);
        mg__fill_zero(work->context, f->stream_buffer, d->block_row_count * size);
    }
    MG_TRY(mg__kept_alloc(work->context, &work->panel_sums, (uint64_t)work->threads << d->row_shift, size, "row sums"));
    MG_TRY(MG_KEPT_ALLOC(work->context, work->active_columns, mg__bitmap_words(f->n), "active columns"));
    MG_TRY(MG_KEPT_ALLOC(work->context, work->active_panels, d->column_panels, "active columns"));
    assert((uint64_t)work->threads << d->row_shift <= UINT32_MAX);
    f->dense = d;
    mg_frame sums = *f;
    sums.acc = work->panel_sums;
    work->kernels->reset(&sums, 0, (mg_vertex)work->threads << d->row_shift);
out:
    return status;
}

mg_status mg__dense_prepare(mg_cpu_work *work) {
    const mg_run_options *options = &work->plan->options;
    return mg__is_dense(work->context, work->graph, &work->frame, &work->info, options) ? prepare(work) : MG_OK;
}

/* Is the iteration too small to wake the other threads? */
static bool is_serial(const mg_frame *f) {
    return f->n + f->dense->blocks[f->dense->block_count].edge < MG_SERIAL_LIMIT;
}

static void load(mg_cpu_work *work) {
    const mg_frame *f = &work->frame;
    memset(work->active_panels, 0, f->dense->column_panels);
#pragma omp parallel for num_threads(work->threads) schedule(static) if (!is_serial(f))
    for (uint32_t panel = 0; panel < f->dense->column_panels; panel++) {
        const uint64_t begin = (uint64_t)panel << f->dense->column_shift;
        const uint64_t next = begin + ((uint64_t)1 << f->dense->column_shift), end = next < f->n ? next : f->n;
        for (uint64_t c = begin; c < end; c += LOAD_COLUMNS) {
            const uint64_t last = end - c < LOAD_COLUMNS ? end : c + LOAD_COLUMNS;
            const size_t active = work->kernels->dense_load_columns(f, (mg_vertex)c, (mg_vertex)last);
            work->active_panels[panel] |= active > 0;
        }
    }
}

/* Every `step`th work item. */
static void gather(const mg_cpu_work *work, uint64_t step) {
    const uint64_t items = work->frame.dense->item_count;
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) if (!is_serial(&work->frame))
    for (uint64_t i = 0; i < items; i += step) {
        work->kernels->dense_gather(&work->frame, i);
    }
}

static void apply(mg_cpu_work *work) {
    const mg_dense *d = work->frame.dense;
    const size_t room = work->info.value_size << d->row_shift;
    const bool wake = !is_serial(&work->frame);
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) if (wake)
    for (uint32_t panel = 0; panel < d->row_panels; panel++) {
        const size_t t = (size_t)omp_get_thread_num();
        mg_sink *shared = &work->sinks.sink[t], sink = *shared;
        work->kernels->dense_apply(&work->frame, panel, (char *)work->panel_sums + t * room, &sink,
                                   mg__partial_totals(work, panel));
        *shared = sink;
    }
}

static void load_frontier(mg_cpu_work *work) {
    mg_frame *f = &work->frame;
    /* mg_callbacks has no field `inactive` */
    const bool by_value = (work->info.properties & MG_ANNIHILATES) && !work->plan->callbacks;
    mg__ensure_bits(work);
    f->frontier_bits = work->now.all ? NULL : work->now.bits;
    f->active_columns = work->now.all || by_value ? NULL : work->active_columns;
    f->active_panels = work->active_panels;
    load(work);
}

double mg__dense_sample(mg_cpu_work *work) {
    const uint64_t items = work->frame.dense->item_count;
    const uint64_t step = work->context->test_all_paths || items < SAMPLE_SHARE ? 1 : SAMPLE_SHARE;
    mg__ensure_scattered(work);
    const double start = mg__now();
    load_frontier(work);
    const double loaded = mg__now();
    gather(work, step);
    /* phase 2 reads as many values as phase 1 writes */
    return 1e9 * (loaded - start + 2 * (double)step * (mg__now() - loaded));
}

mg_status mg__dense_iteration(mg_cpu_work *work) {
    mg_status status = MG_OK;
    mg_frontier *next = &work->next;
    mg_frame *f = &work->frame;
    assert(work->lanes == 1 && f->dense && work->panel_sums);
    const uint32_t panels = f->dense->row_panels;
    MG_TRY(mg__reserve_totals(work, panels));
    mg__ensure_scattered(work);
    mg__sample_before_pull(work);
    f->next = next->bits;
    memset(next->bits, 0, mg__bitmap_words(f->n) * sizeof *next->bits);
    load_frontier(work);
    gather(work, 1);
    apply(work);
    mg__reduce_totals(work, panels);
    next->edges = 0;
    next->count = mg__sinks_count(&work->sinks, &next->edges);
    next->has_bits = true;
    next->has_list = false;
    mg__sample_after_pull(work);
    next->all = next->count == f->n;
out:
    return status;
}
