/* SPDX-License-Identifier: Apache-2.0
 *
 * segments_push.c: push along segmented edges: receivers of low in-degree by atomics; hubs segment by segment in
 * private sums per thread, which are then reduced (privatisation).
 */
#include "core/cpu/dense/dense_layout.h"
#include "core/cpu/segments/segments.h"
#include "core/stage_clock.h"

#include <assert.h>
#include <omp.h>

#define ROW_CHUNK 1024u /* rows per chunk of the reduction */
/* Private sums that are reduced in the time that private sums save per pushed edge. */
#define ROWS_PER_EDGE 4u
/* Mean degree from which on most edges lead to hubs. */
#define MIN_MEAN_DEGREE 8
/* Construction time in nanoseconds per edge and thread. Segments are built once the iterations have taken as long: the
 * total is then at most twice the optimum (ski-rental rule). */
#define BUILD_NS 15.0

bool mg__is_segmented(const mg_phase_info *info, const mg_run_options *options) {
    return options->sparse_layout == MG_SPARSE_SEGMENTED && options->lanes <= 1 && info->kind == MG_KIND_PROGRAM &&
           info->monoid != MG_MOST_FREQUENT && (options->mode == MG_MODE_AUTO || options->mode == MG_MODE_SPARSE) &&
           !mg__is_delta_stepping(info, options);
}

/* Would push be faster with segments? Yes for sums, which use every contribution, if most edges lead to hubs. */
bool mg__segments_may_pay(const mg_phase_info *info, const mg_run_options *options, uint64_t arcs, mg_vertex n) {
    const bool sums = info->monoid == MG_SUM || info->monoid == MG_USER;
    return options->sparse_layout == MG_SPARSE_AUTO && options->mode == MG_MODE_AUTO && options->lanes <= 1 &&
           info->kind == MG_KIND_PROGRAM && info->frontier != MG_FRONTIER_REPLAY && sums &&
           !(info->properties & (MG_ALL_ACTIVE | MG_FIRST_HIT | MG_LABEL)) && arcs / MIN_MEAN_DEGREE >= n;
}

static bool segments_pay(const mg_cpu_work *work) {
    return mg__segments_may_pay(&work->info, &work->plan->options,
                                mg_graph_arc_count(work->graph) * work->frame.direction_count, work->frame.n);
}

/* Values from one thread's sums to the next one's. */
static size_t private_stride(const mg_cpu_work *work) {
    return (size_t)1 << mg__panel_shift(work->context->cache_bytes);
}

static mg_status get_segments(mg_cpu_work *work, bool build) {
    MG_STAGE(work->context, MG_STAGE_LAYOUT);
    mg_status status = MG_OK;
    const mg_segments *found = NULL;
    MG_TRY(mg__segments_get(work->context, work->graph, &work->frame, work->info.direction, work->info.weight_type,
                            build, &found));
    if (!found) {
        return MG_OK;
    }
    MG_TRY(mg__kept_alloc(work->context, &work->private_sums, (uint64_t)work->threads * private_stride(work),
                          work->info.value_size, "sums of segments"));
    mg_frame sums = work->frame;
    sums.acc = work->private_sums;
    work->kernels->reset(&sums, 0, (mg_vertex)((size_t)work->threads * private_stride(work)));
    work->segments = found;
out:
    return status;
}

mg_status mg__segments_prepare(mg_cpu_work *work) {
    work->unsegmented_time = 0.0;
    if (mg__is_segmented(&work->info, &work->plan->options)) {
        return get_segments(work, true);
    }
    return segments_pay(work) ? get_segments(work, false) : MG_OK;
}

mg_status mg__segments_maybe_build(mg_cpu_work *work) {
    const double arcs = (double)mg_graph_arc_count(work->graph) * work->frame.direction_count;
    if (work->segments || !segments_pay(work) || work->unsegmented_time < BUILD_NS * arcs / work->threads) {
        return MG_OK;
    }
    const double start = mg__now();
    const mg_status status = get_segments(work, true);
    work->plan->recorder->totals.build_seconds += mg__now() - start;
    return status;
}

void mg__segments_learn(mg_cpu_work *work, double seconds) {
    if (work->now.edges >= MG_CHUNK_EDGES) {
        work->unsegmented_time += 1e9 * seconds;
    }
}

bool mg__uses_segments(const mg_cpu_work *work, uint64_t edges) {
    return work->segments &&
           (work->context->test_all_paths ||
            edges >= MG_SERIAL_LIMIT + (uint64_t)work->segments->row_count * (uint32_t)work->threads / ROWS_PER_EDGE);
}

static bool push_segment(mg_cpu_work *work, const mg_segment *segment, const mg_vertex *list, size_t count) {
    const uint64_t total = mg__sum_degrees(work, segment->offsets, list, count);
    const uint64_t chunk = mg__push_chunk(work, total), chunks = (total + chunk - 1) / chunk;
    const uint32_t row_chunks = (segment->row_count + ROW_CHUNK - 1) / ROW_CHUNK;
    const size_t stride = private_stride(work), bytes = stride * work->info.value_size;
    assert(work->private_sums && segment->row_count <= stride);
    bool failed = false;
#pragma omp parallel num_threads(work->threads)
    {
        const int t = omp_get_thread_num();
#pragma omp for schedule(dynamic, 1)
        for (uint64_t k = 0; k < chunks; k++) {
            const uint64_t first = k * chunk, last = total - first < chunk ? total : first + chunk;
            work->kernels->push_segment(&work->frame, segment, list, mg__cut_slice(work, count, first, last),
                                        (char *)work->private_sums + (size_t)t * bytes);
        }
#pragma omp for schedule(dynamic, 1)
        for (uint32_t k = 0; k < row_chunks; k++) {
            const uint32_t begin = k * ROW_CHUNK, left = segment->row_count - begin;
            const uint32_t end = begin + (left < ROW_CHUNK ? left : ROW_CHUNK);
            if (!mg__sinks_reserve(work->context, &work->sinks, t, end - begin)) {
                __atomic_store_n(&failed, true, __ATOMIC_RELAXED);
                continue;
            }
            mg_sink *shared = &work->sinks.sink[t], sink = *shared;
            work->kernels->reduce_segment(&work->frame, segment, work->private_sums, stride, (uint32_t)work->threads,
                                          begin, end, &sink);
            *shared = sink;
        }
    }
    return !failed;
}

bool mg__push_segments(mg_cpu_work *work, const mg_vertex *list, size_t count) {
    const mg_segments *s = work->segments;
    bool done = mg__push_arcs(work, &s->low_arcs, list, count);
    for (uint32_t k = 0; k < s->segment_count && done; k++) {
        done = push_segment(work, &s->hub_segments[k], list, count);
    }
    return done;
}
