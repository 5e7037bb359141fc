/* SPDX-License-Identifier: Apache-2.0
 *
 * find_triangles.c: TRIANGLES phases: the forward edges, the triangles of all rows, then apply for every vertex, unless
 * only the number of triangles is wanted. Rows are taken by the number of their pairs; none is longer than the square
 * root of twice the number of pairs.
 */
#include "core/cpu/work.h"

#include "core/engine/phase_rules.h"
#include "core/graph/forward.h"

#include <omp.h>

static void release_scratch(mg_cpu_work *work, mg_triangle_scratch *scratch) {
    for (int t = 0; scratch && t < work->threads; t++) {
        mg__kept_release(work->context, scratch[t].bits);
        mg__kept_release(work->context, scratch[t].before);
        mg__kept_release(work->context, scratch[t].received);
        mg__kept_release(work->context, scratch[t].hits);
    }
    mg__kept_release(work->context, scratch);
}

/* Of each thread. On failure the caller releases what there is. */
static mg_status make_scratch(mg_cpu_work *work, uint32_t longest, mg_triangle_scratch **scratch) {
    static const char what[] = "triangles of a row";
    mg_status status;
    mg_context *const context = work->context;
    const size_t words = mg__bitmap_words(work->frame.n), room = (size_t)longest + 1; /* one past the last hit */
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, *scratch, (size_t)work->threads, what));
    for (int t = 0; t < work->threads; t++) {
        mg_triangle_scratch *const s = &(*scratch)[t];
        MG_TRY(MG_KEPT_ALLOC_ZEROED(context, s->bits, words, what));
        MG_TRY(MG_KEPT_ALLOC(context, s->before, words, what));
        MG_TRY(mg__kept_alloc(context, &s->received, room, work->info.value_size, what));
        MG_TRY(MG_KEPT_ALLOC(context, s->hits, room, what));
    }
out:
    return status;
}

/* A first pass over all vertices: init, and the identity in acc, if values are combined. */
static mg_status begin(mg_cpu_work *work) {
    mg_status status = MG_OK;
    const bool combines = !mg__counts_all_triangles(&work->info);
    if (combines) {
        MG_TRY(mg__kept_alloc(work->context, &work->frame.acc, work->frame.n, work->info.value_size, "accumulators"));
    }
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) if (work->ranges.count > 1)
    for (size_t r = 0; r < work->ranges.count; r++) {
        const mg_vertex first = work->ranges.begin[r], end = work->ranges.begin[r + 1];
        if (combines) {
            work->phase->single->reset(&work->frame, first, end);
        }
        if (work->info.has_init) {
            work->phase->maps->init(&work->frame, first, end);
        }
    }
out:
    return status;
}

static void apply(mg_cpu_work *work) {
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) if (work->ranges.count > 1)
    for (size_t r = 0; r < work->ranges.count; r++) {
        work->phase->maps->corners(&work->frame, work->ranges.begin[r], work->ranges.begin[r + 1],
                                   mg__partial_totals(work, r));
    }
}

/* The rows in slices, so that a long run can be cancelled. */
static mg_status find_triangles(mg_cpu_work *work, const mg_triangle_scratch *scratch) {
    mg_status status = MG_OK;
    const size_t count = work->ranges.count, slice = 64 * (size_t)work->threads;
    for (size_t first = 0; first < count; first += slice) {
        const size_t end = count - first < slice ? count : first + slice;
        MG_TRY(mg__progress(work->context, "running", (double)first / (double)count));
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) if (end - first > 1)
        for (size_t r = first; r < end; r++) {
            work->phase->maps->triangles(&work->frame, work->ranges.begin[r], work->ranges.begin[r + 1],
                                         &scratch[omp_get_thread_num()], mg__partial_totals(work, r));
        }
    }
out:
    return status;
}

mg_status mg__run_triangles(mg_cpu_work *work) {
    mg_status status;
    const mg_forward *forward;
    mg_triangle_scratch *scratch = NULL;
    const double start = mg__now();
    MG_TRY(mg__graph_forward(work->context, work->graph, &forward));
    work->frame.forward = (mg_forward_rows){forward->offsets, forward->neighbours, forward->edges};
    work->frame.neighbours = forward->degree;
    MG_TRY(mg__cut_ranges(work, forward->offsets));
    MG_TRY(begin(work));
    MG_TRY(make_scratch(work, forward->longest, &scratch));
    MG_TRY(mg__reserve_totals(work, work->ranges.count));
    MG_TRY(find_triangles(work, scratch));
    if (!mg__counts_all_triangles(&work->info)) {
        apply(work);
    }
    mg__reduce_totals(work, work->ranges.count);
    MG_TRY(mg__record(work->context, work->plan->recorder, (mg_iteration){.seconds = mg__now() - start}));
out:
    release_scratch(work, scratch);
    return status;
}
