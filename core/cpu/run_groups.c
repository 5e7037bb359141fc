/* SPDX-License-Identifier: Apache-2.0
 *
 * run_groups.c: phases with MG_MOST_FREQUENT. Every vertex sends and gathers in every iteration; each thread counts the
 * contributions of a vertex in a hash table of its own.
 */
#include "core/cpu/work.h"

#include <omp.h>

static uint64_t longest_row(const mg_cpu_work *work) {
    const mg_frame *f = &work->frame;
    uint64_t longest = 0;
#pragma omp parallel for num_threads(work->threads) reduction(max : longest) if (work->ranges.count > 1)
    for (mg_vertex v = 0; v < f->n; v++) {
        uint64_t length = 0;
        for (uint32_t side = 0; side < f->direction_count; side++) {
            length += f->pull_arcs[side].offsets[v + 1] - f->pull_arcs[side].offsets[v];
        }
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void release_scratch(mg_cpu_work *work, mg_group_scratch *scratch) {
    for (int t = 0; scratch && t < work->threads; t++) {
        mg__kept_release(work->context, scratch[t].values);
        mg__kept_release(work->context, scratch[t].counts);
    }
    mg__kept_release(work->context, scratch);
}

/* Of each thread: room for a table of less than four times the longest row. On failure the caller releases. */
static mg_status make_scratch(mg_cpu_work *work, mg_group_scratch **scratch) {
    static const char what[] = "counts of values";
    mg_status status;
    const uint64_t slots = 4 * longest_row(work) + 1;
    MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, *scratch, (size_t)work->threads, what));
    for (int t = 0; t < work->threads; t++) {
        mg_group_scratch *const s = &(*scratch)[t];
        MG_TRY(mg__kept_alloc(work->context, &s->values, slots, work->info.value_size, what));
        MG_TRY(MG_KEPT_ALLOC(work->context, s->counts, slots, what));
    }
out:
    return status;
}

static mg_status iterate(mg_cpu_work *work, const mg_group_scratch *scratch, bool *any) {
    mg_status status;
    bool found = false;
    mg__scatter(work, NULL, work->frame.n);
    MG_TRY(mg__reserve_totals(work, work->ranges.count));
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1)                                               \
    reduction(||                                                                                                       \
              : found) if (work->ranges.count > 1)
    for (size_t r = 0; r < work->ranges.count; r++) {
        const bool active = work->phase->maps->groups(&work->frame, work->ranges.begin[r], work->ranges.begin[r + 1],
                                                      &scratch[omp_get_thread_num()], mg__partial_totals(work, r));
        found = found || active;
    }
    mg__reduce_totals(work, work->ranges.count);
    *any = found;
out:
    return status;
}

mg_status mg__run_groups(mg_cpu_work *work) {
    mg_status status;
    mg_group_scratch *scratch = NULL;
    const uint32_t most = work->plan->options.max_iterations;
    const uint32_t limit = most ? most : work->info.iteration_limit;
    const uint64_t edges = mg_graph_arc_count(work->graph) * work->frame.direction_count;
    bool again = work->frame.n > 0;
    MG_TRY(make_scratch(work, &scratch));
    MG_TRY(mg__run_init(work));
    for (uint32_t iteration = 0; again; iteration++) {
        if (limit && iteration == limit) {
            work->stopped_at_limit = true;
            break;
        }
        const double start = mg__now();
        MG_TRY(mg__progress(work->context, "running", -1.0));
        work->frame.iteration = iteration;
        MG_TRY(iterate(work, scratch, &again));
        MG_TRY(mg__record(work->context, work->plan->recorder,
                          (mg_iteration){.iteration = iteration,
                                         .mode = MG_MODE_PULL,
                                         .frontier_vertices = work->frame.n,
                                         .frontier_edges = edges,
                                         .seconds = mg__now() - start}));
        again = again && !work->kernels->finished(&work->frame, iteration + 1, work->totals);
    }
out:
    release_scratch(work, scratch);
    return status;
}
