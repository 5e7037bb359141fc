/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/dealt_batches.h"

#include "core/engine/run.h"
#include "core/ranks/ranks.h"

#include <string.h>

typedef struct dealt {
    const mg_graph *graph;
    mg_batches *batches; /* of all sources */
} dealt;

/* Adds up the sums of all ranks, one after another; `from` has room for those of a rank. */
static mg_status add_sums(mg_context *context, mg_ranks *ranks, mg_status status, const mg_batch_sums *own,
                          double *from, double *total) {
    size_t offsets[MG_RANKS_MAX + 1];
    for (uint32_t r = 0; r < ranks->size; r++) {
        for (uint32_t k = 0; k <= ranks->size; k++) {
            offsets[k] = k > r ? own->n * sizeof(double) : 0;
        }
        MG_TRY(mg__ranks_gather_ranges(context, ranks, status, own->sums, from, offsets));
#pragma omp parallel for num_threads(context->threads) if (own->n > 65536)
        for (mg_vertex v = 0; v < own->n; v++) {
            total[v] += from[v];
        }
    }
out:
    return status;
}

/* Statistics of the searches of all ranks. */
static mg_status add_statistics(mg_context *context, mg_ranks *ranks, mg_statistics *s) {
    double sums[7] = {(double)s->iterations, (double)s->vertices_visited, (double)s->edges_visited};
    for (int k = 0; k < 4; k++) {
        sums[3 + k] = (double)s->mode_iterations[k];
    }
    const mg_status status = mg__ranks_sum(context, ranks, MG_OK, sums, 7);
    if (status >= 0) {
        s->iterations = (uint64_t)sums[0];
        s->vertices_visited = (uint64_t)sums[1];
        s->edges_visited = (uint64_t)sums[2];
        for (int k = 0; k < 4; k++) {
            s->mode_iterations[k] = (uint64_t)sums[3 + k];
        }
    }
    return status;
}

/* The share of a rank. Where ranks are threads, only the first has the sums and the record of the caller. */
static mg_status search(mg_context *context, mg_ranks *ranks, void *data) {
    const dealt *const d = data;
    const mg_batch_sums *const all = d->batches->data;
    const bool has_own = ranks->rank && ranks->link->threads;
    const size_t count = d->batches->count, begin = count * ranks->rank / ranks->size;
    mg_recorder recorder = {0};
    mg_batch_sums own = {.n = all->n};
    double *from = NULL, *total = NULL;
    mg_batches share = *d->batches;
    mg_status status;
    share.sources = d->batches->sources + begin;
    share.count = count * (ranks->rank + 1) / ranks->size - begin;
    share.recorder = has_own ? &recorder : d->batches->recorder;
    share.data = &own;
    MG_TRY(mg__rank_check_graph(context, ranks, d->graph));
    ranks->timeout = 0.0; /* searches may take hours, and some ranks longer than others */
    MG_TRY(MG_ALLOC_ZEROED(context, own.sums, own.n, "sums of a rank"));
    MG_TRY(MG_ALLOC(context, from, own.n, "sums of a rank"));
    MG_TRY(MG_ALLOC_ZEROED(context, total, own.n, "sums of all ranks"));
    share.sums = own.sums;
    MG_TRY(mg__run_batches(context, d->graph, &share));
    MG_TRY(add_sums(context, ranks, MG_OK, &own, from, total));
    MG_TRY(add_statistics(context, ranks, &share.recorder->totals));
    if (!has_own) {
        memcpy(all->sums, total, own.n * sizeof *total);
    }
out:
    mg__release(&context->memory, own.sums);
    mg__release(&context->memory, from);
    mg__release(&context->memory, total);
    mg__recorder_release(context, &recorder);
    return status;
}

mg_status mg__run_dealt_batches(mg_context *context, const mg_graph *graph, mg_batches *batches) {
    dealt d = {.graph = graph, .batches = batches};
    const uint32_t ranks = mg__ranks_of(context);
    /* ranks that are threads share the graph that a GPU has */
    const bool shares_gpu = batches->options.backend == MG_BACKEND_CUDA && mg__ranks_here(context) > 1;
    if (ranks == 1 || batches->count < ranks || batches->recorder->keep || context->estimate || shares_gpu) {
        return mg__run_batches(context, graph, batches);
    }
    return mg__on_ranks(context, search, &d, &batches->recorder->shares);
}
