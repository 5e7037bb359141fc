/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/cc_on_ranks.h"

#include "algorithms/programs/cc.h"
#include "core/graph/graph_cache.h"
#include "core/kept_memory.h"
#include "core/parts/rank_parts.h"
#include "core/result_memory.h"

#include <string.h>

#define SERIAL ((mg_vertex)65536)

typedef struct cc_task {
    const mg_graph *graph;
    const mg_run_options *options;
    cc_vertex *labels; /* of the caller: those of the first rank, or of this process */
    mg_recorder *recorder;
} cc_task;

static mg_vertex root_of(const cc_vertex *all, mg_vertex v) {
    for (mg_vertex above; (above = __atomic_load_n(&all[v].component, __ATOMIC_RELAXED)) != v;) {
        v = above;
    }
    return v;
}

/* Makes the larger of two roots point to the smaller one, as the program does. */
static void join(cc_vertex *all, mg_vertex u, mg_vertex v) {
    mg_vertex a = root_of(all, u), b = root_of(all, v);
    while (a != b) {
        const mg_vertex high = a > b ? a : b, low = a > b ? b : a;
        mg_vertex expected = high;
        if (__atomic_compare_exchange_n(&all[high].component, &expected, low, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED)) {
            return;
        }
        a = root_of(all, high);
        b = root_of(all, low);
    }
}

/* Joins the labels of every other rank, one rank after another; `from` has room for those of a rank. */
static mg_status join_ranks(mg_context *context, mg_ranks *ranks, mg_vertex n, cc_vertex *labels, cc_vertex *own,
                            cc_vertex *from) {
    mg_status status = MG_OK;
    size_t offsets[MG_RANKS_MAX + 1];
    memcpy(own, labels, (size_t)n * sizeof *own);
    for (uint32_t r = 0; r < ranks->size; r++) {
        for (uint32_t k = 0; k <= ranks->size; k++) {
            offsets[k] = k > r ? (size_t)n * sizeof *from : 0;
        }
        MG_TRY(mg__ranks_gather_ranges(context, ranks, MG_OK, own, from, offsets));
#pragma omp parallel for num_threads(context->threads) schedule(static, 4096) if (n > SERIAL)
        for (mg_vertex v = 0; v < (r == ranks->rank ? 0 : n); v++) {
            if (from[v].component != v) {
                join(labels, v, from[v].component);
            }
        }
    }
#pragma omp parallel for num_threads(context->threads) schedule(static, 4096) if (n > SERIAL)
    for (mg_vertex v = 0; v < n; v++) {
        __atomic_store_n(&labels[v].component, root_of(labels, v), __ATOMIC_RELAXED);
    }
out:
    return status;
}

static mg_status find_in_rank(mg_context *context, mg_ranks *ranks, void *data) {
    const cc_task *const t = data;
    const mg_vertex n = t->graph->n;
    const bool has_own = ranks->rank && ranks->link->threads;
    const cc_parameters params = {0};
    mg_rank_parts *parts = NULL;
    mg_recorder recorder = {0};
    cc_vertex *labels = t->labels, *own = NULL, *from = NULL, *made = NULL;
    mg_status status;
    MG_TRY(mg__rank_parts_get(context, ranks, t->graph, false, &parts));
    MG_TRY(MG_KEPT_ALLOC(context, own, n, "labels of a rank"));
    MG_TRY(MG_KEPT_ALLOC(context, from, n, "labels of a rank"));
    if (has_own) {
        MG_TRY(MG_KEPT_ALLOC_ZEROED(context, made, n, "labels of a rank"));
        labels = made;
    }
    MG_TRY(mg__run_plan(context, parts->local[0], &cc_program, NULL, &params, t->options, labels,
                        has_own ? &recorder : t->recorder));
    status = join_ranks(context, ranks, n, labels, own, from);
out:
    mg__kept_release(context, own);
    mg__kept_release(context, from);
    mg__kept_release(context, made);
    mg__recorder_release(context, &recorder);
    return status;
}

mg_status mg__cc_on_ranks(mg_context *context, const mg_graph *graph, const mg_run_options *options,
                          mg_result **result) {
    const mg_column_spec *const column = &cc_program.columns[0];
    mg_recorder recorder = {.keep = options->statistics};
    cc_task task = {.graph = graph, .options = options, .recorder = &recorder};
    mg_result *made = NULL;
    mg_status status;
    mg__graph_begin_use(graph);
    MG_TRY(mg_graph_check(context, graph));
    status = mg__result_alloc_zeroed(context, (void **)&task.labels, graph->n, sizeof *task.labels, "vertex states");
    MG_TRY(status < 0 ? mg__ranks_withdraw(context, status) : status);
    MG_TRY(mg__on_ranks(context, find_in_rank, &task, &recorder.shares));
    MG_TRY(mg__result_create(context, graph, &recorder, &made));
    void *const labels = task.labels;
    task.labels = NULL;
    MG_TRY(mg__result_take(context, made, column, 1, labels));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    mg__recorder_release(context, &recorder);
    mg__release(&context->memory, task.labels);
    mg__graph_end_use(context, graph);
    return status;
}
