/* SPDX-License-Identifier: Apache-2.0
 *
 * map_phases.c: VERTICES, EDGES and MOST_FREQUENT phases.
 */
#include "core/cpu/work.h"
#include "core/engine/edge_columns.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LABEL_SAMPLE 1024

static mg_status map_vertices(mg_cpu_work *work, bool *any) {
    mg_status status = MG_OK;
    const size_t count = work->ranges.count;
    bool found = false;
    MG_TRY(mg__reserve_totals(work, count));
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) reduction(|| : found) if (count > 1)
    for (size_t r = 0; r < count; r++) {
        const bool changed = work->phase->maps->vertices(&work->frame, work->ranges.begin[r], work->ranges.begin[r + 1],
                                                         mg__partial_totals(work, r));
        found = found || changed;
    }
    mg__reduce_totals(work, count);
    *any = found;
out:
    return status;
}

/* The CPU uses a single vertex range: init of all vertices, then all edges, then vertex. */
static mg_status map_edges(mg_cpu_work *work) {
    mg_status status = MG_OK;
    bool unused;
    if (work->info.has_init) {
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) if (work->ranges.count > 1)
        for (size_t r = 0; r < work->ranges.count; r++) {
            work->phase->maps->init(&work->frame, work->ranges.begin[r], work->ranges.begin[r + 1]);
        }
    }
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) if (work->ranges.count > 1)
    for (size_t r = 0; r < work->ranges.count; r++) {
        work->phase->maps->edges(&work->frame, work->ranges.begin[r], work->ranges.begin[r + 1]);
    }
    if (work->info.has_vertex) {
        MG_TRY(map_vertices(work, &unused));
    }
out:
    return status;
}

/* Values of edges, where the result has them. */
static void map_scores(mg_cpu_work *work) {
    const mg_edge_values *const to = mg__edge_values_of(work->plan->recorder, work->phase);
    if (!to) {
        return;
    }
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) if (work->ranges.count > 1)
    for (size_t r = 0; r < work->ranges.count; r++) {
        work->phase->maps->scores(&work->frame, work->ranges.begin[r], work->ranges.begin[r + 1], to->values);
    }
}

static int compare_labels(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Writes the most frequent label of evenly spaced vertices, the smallest of equals, into the parameters. */
static void find_most_frequent(mg_cpu_work *work) {
    uint32_t sample[LABEL_SAMPLE];
    const mg_vertex n = work->frame.n;
    const size_t count = n < LABEL_SAMPLE ? n : LABEL_SAMPLE;
    if (!count) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        sample[i] = work->phase->maps->label(&work->frame, (mg_vertex)((uint64_t)n * i / count));
    }
    qsort(sample, count, sizeof *sample, compare_labels);
    uint32_t best = sample[0];
    size_t best_run = 0;
    for (size_t i = 0, begin = 0; i < count; i++) {
        begin = sample[i] == sample[begin] ? begin : i;
        if (i - begin + 1 > best_run) {
            best_run = i - begin + 1;
            best = sample[i];
        }
    }
    assert(work->info.label_offset + sizeof best <= work->plan->params_size);
    memcpy((char *)work->params + work->info.label_offset, &best, sizeof best);
}

mg_status mg__run_map(mg_cpu_work *work) {
    mg_status status = MG_OK;
    bool again = true;
    for (uint32_t iteration = 0; again; iteration++) {
        if (work->info.iteration_limit && iteration == work->info.iteration_limit) {
            work->stopped_at_limit = true;
            break;
        }
        const double start = mg__now();
        MG_TRY(mg__progress(work->context, "running", -1.0));
        work->frame.iteration = iteration;
        again = false;
        if (work->info.kind == MG_KIND_VERTICES) {
            MG_TRY(map_vertices(work, &again));
        } else if (work->info.has_score) {
            map_scores(work);
        } else if (work->info.kind == MG_KIND_EDGES) {
            MG_TRY(map_edges(work));
        } else {
            find_most_frequent(work);
        }
        again = again && work->info.iteration_limit;
        MG_TRY(mg__record(work->context, work->plan->recorder,
                          (mg_iteration){.iteration = iteration, .seconds = mg__now() - start}));
    }
out:
    return status;
}
