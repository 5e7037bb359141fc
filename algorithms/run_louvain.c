/* SPDX-License-Identifier: Apache-2.0
 *
 * run_louvain.c: communities by Louvain and Leiden, and the modularity of given ones.
 */
#include "algorithms/communities/multilevel.h"
#include "algorithms/communities/split.h"
#include "algorithms/entry.h"
#include "core/engine/estimate.h"
#include "core/engine/outputs.h"
#include "core/graph/graph_cache.h"
#include "core/kept_memory.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

#include <math.h>

#define MG_DEVICE_ARCS 1000000        /* least number for which a device is started */
#define MG_CONVERGENCE_SHARE 32       /* of Louvain; the next level makes up for the moves that are left */
#define MG_PASS_CONVERGENCE_SHARE 128 /* of Leiden */

/* ---- options ---- */

static mg_status check_number(mg_context *context, const char *name, double value) {
    return value >= 0 && isfinite(value)
               ? MG_OK
               : mg__fail(context, MG_ERROR_INVALID, "%s is %g, expected a number of at least 0", name, value);
}

static mg_status check(mg_context *context, const mg_communities_options *o) {
    mg_status status = MG_OK;
    mg_run_options run;
    MG_TRY(mg__run_options(context, &o->run, &run));
    MG_TRY(mg__check_one_lane(context, &o->run));
    MG_TRY(check_number(context, "resolution", o->resolution));
    MG_TRY(check_number(context, "threshold", o->threshold));
out:
    return status;
}

/* The device, if there is one, for large levels. A small graph opens the device only where the options name it. */
static mg_status choose_device(mg_context *context, const mg_graph *graph, mg_backend_kind kind, mg_moving *moving) {
    mg_status status = MG_OK;
    const mg_backend *backend;
    moving->device_only = kind == MG_BACKEND_CUDA;
    if (kind == MG_BACKEND_AUTO && mg_graph_arc_count(graph) < MG_DEVICE_ARCS) {
        return MG_OK;
    }
    MG_TRY(mg__backend_choose(context, kind, &backend));
    moving->device = backend->levels ? backend : NULL;
out:
    return status;
}

/* ---- runs ---- */

static mg_status run_louvain(mg_context *context, const mg_graph *graph, mg_coarse *first,
                             const mg_communities_options *o, mg_multilevel *m) {
    mg_status status = MG_OK;
    (void)o;
    m->moving.convergence_share = MG_CONVERGENCE_SHARE;
    if (mg__moves_on_device(&m->moving, first)) {
        MG_TRY(mg__louvain_on_device(context, graph, first, m));
    }
    if (!m->named) {
        MG_TRY(mg__coarse_count(context, graph->directed, first));
        MG_TRY(mg__louvain(context, first, m));
    }
out:
    return status;
}

static void label_alone(const mg_context *context, const mg_coarse *first, mg_vertex *label) {
#pragma omp parallel for num_threads(mg__coarse_threads(context, first)) schedule(static)
    for (mg_vertex v = 0; v < first->n; v++) {
        label[v] = first->key ? first->key[v] : v;
    }
}

static mg_status run_pass(mg_context *context, const mg_graph *graph, mg_coarse *first, bool fresh, mg_multilevel *m) {
    mg_status status = MG_OK;
    bool done = false, taken;
    const uint32_t levels = m->levels;
    m->levels = 0;
    m->moving.convergence_share = MG_PASS_CONVERGENCE_SHARE;
    if (fresh) {
        label_alone(context, first, m->label); /* what stays if all levels are worse */
    }
    if (mg__moves_on_device(&m->moving, first)) {
        MG_TRY(mg__leiden_on_device(context, graph, first, fresh, m, &done));
    }
    if (!done) {
        MG_TRY(mg__coarse_count(context, graph->directed, first));
        m->quality = fresh ? mg__coarse_quality(context, first, m->moving.resolution) : m->quality;
        MG_TRY(mg__leiden(context, first, m, &taken));
    }
    m->levels += levels;
out:
    return status;
}

/* Ends with connected communities also where the last level did not have them. */
static mg_status run_leiden(mg_context *context, const mg_graph *graph, mg_coarse *first,
                            const mg_communities_options *o, mg_multilevel *m) {
    mg_status status = MG_OK;
    double before = 0;
    uint32_t pass = 0;
    do {
        before = m->quality;
        MG_TRY(run_pass(context, graph, first, pass == 0, m));
        pass++;
    } while ((pass == 1 || m->quality - before > o->threshold) && (!o->passes || pass < o->passes));
    if (!m->connected) {
        MG_TRY(mg__coarse_count(context, graph->directed, first));
        MG_TRY(mg__split_communities(context, first, m->label));
        MG_TRY(mg__labels_quality(context, first, m->label, o->resolution, &m->quality));
    }
out:
    return status;
}

typedef mg_status (*method)(mg_context *context, const mg_graph *graph, mg_coarse *first,
                            const mg_communities_options *o, mg_multilevel *m);

static mg_vertex count_communities(const mg_context *context, const mg_graph *graph, const mg_vertex *label) {
    mg_vertex count = 0;
#pragma omp parallel for num_threads(context->threads) reduction(+ : count) schedule(static)
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        count += label[v] == v; /* each is named by one of its vertices */
    }
    return count;
}

static const mg_column_spec columns[] = {{"community", 0, MG_UINT32, MG_VERTEX}, {.name = NULL}};

/* Makes the result of the labels, which it takes over. */
static mg_status make_result(mg_context *context, const mg_graph *graph, const mg_multilevel *m, double seconds,
                             mg_result **result) {
    mg_recorder recorder = {.totals = {.backend = m->moving.used_device ? m->moving.device->name : "cpu",
                                       .run_seconds = seconds,
                                       .iterations = m->moving.sweeps,
                                       .edges_visited = m->moving.visited}};
    recorder.totals.mode_iterations[MG_MODE_AUTO] = m->moving.sweeps;
    mg_status status = mg__result_create(context, graph, &recorder, result);
    if (status < 0) {
        mg__kept_release(context, m->label);
        return status;
    }
    MG_TRY(mg__result_take(context, *result, &columns[0], 1, m->label));
    if (!m->named) {
        MG_TRY(mg__name_by_smallest(context, graph, *result));
    }
out:
    return status;
}

/* What the graph keeps must be pinned. */
static mg_status find_pinned(mg_context *context, const mg_graph *graph, const mg_communities_options *o, method run,
                             mg_multilevel *m, mg_result **result) {
    mg_status status = MG_OK;
    mg_coarse first = {.n = 0};
    const double start = mg__now();
    MG_TRY(MG_RESULT_ALLOC(context, m->label, mg_graph_vertex_count(graph), "communities"));
    MG_TRY(mg__coarse_create(context, graph, !o->unweighted, &first));
    MG_TRY(run(context, graph, &first, o, m));
    status = make_result(context, graph, m, mg__now() - start, result);
    m->label = NULL;
    MG_TRY(status);
    if (o->found) {
        const mg_vertex *const label = mg_result_column_at(*result, 0)->data;
        *o->found = (mg_communities){
            .count = count_communities(context, graph, label), .levels = m->levels, .modularity = m->quality};
    }
out:
    mg__coarse_release(context, &first);
    mg__kept_release(context, m->label);
    return status;
}

/* An upper bound: the first level, its communities and moves, and the second level, whose rows have room for all edges.
 * Leiden's levels shrink slowly, so that the third one is as large. What it has of parts is gone by then. */
static mg_status estimate(mg_context *context, const mg_graph *graph, const mg_communities_options *o, bool parts) {
    const uint64_t n = graph->n, edges = graph->arcs * (graph->directed ? 2 : 1);
    const bool weighted = !o->unweighted && graph->weight_type != MG_TYPE_NONE;
    const uint64_t first = (8 + (mg_graph_by_id(graph) ? 4u : 0u)) * n + (weighted ? 8 * edges : 0);
    const uint64_t partition = 4 + 8 + 4, ladder = 4 + 4 + partition * (parts ? 2 : 1);
    const uint64_t next = 8 + 8 + 8, members = 4 + 4 + 8 + 8, found = 4;
    mg_memory_need need = {.work = first + (found + ladder + members + next) * n + (parts ? 2 : 1) * (4 + 8) * edges};
    if (mg__graph_lacks_in_edges(context, graph)) {
        need.built = mg__in_edges_bytes(graph);
        need.building = need.built + mg__sorting_bytes(graph);
    }
    return mg__estimate_need(context, &need);
}

static mg_status find_communities(mg_context *context, const mg_graph *graph, const mg_communities_options *options,
                                  const char *name, method run, mg_result **result) {
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_communities_options o = options ? *options : MG_COMMUNITIES_OPTIONS_INIT;
    mg_multilevel m = {.moving = {.resolution = o.resolution, .seed = o.seed, .stage = name},
                       .threshold = o.threshold,
                       .max_levels = o.max_levels};
    mg_column_copies outputs;
    mg_result *made = NULL;
    MG_TRY(mg__take_outputs(context, &o.run, columns, &outputs));
    MG_TRY(check(context, &o));
    if (context->estimate) {
        return o.run.backend == MG_BACKEND_CUDA ? mg__fail(context, MG_ERROR_UNSUPPORTED,
                                                           "mg_estimate_memory: %s is estimated on the CPU only", name)
                                                : estimate(context, graph, &o, run == run_leiden);
    }
    MG_TRY(choose_device(context, graph, o.run.backend, &m.moving));
    mg__graph_begin_use(graph);
    status = find_pinned(context, graph, &o, run, &m, &made);
    mg__graph_end_use(context, graph);
    mg__kept_end_run(context);
    mg__result_memory_end_run(context);
    MG_TRY(mg__deliver_outputs(context, &outputs, status, &made));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    return status;
}

mg_status mg_louvain(mg_context *context, const mg_graph *graph, const mg_communities_options *options,
                     mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    return find_communities(context, graph, options, "louvain", run_louvain, result);
}

mg_status mg_leiden(mg_context *context, const mg_graph *graph, const mg_communities_options *options,
                    mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    return find_communities(context, graph, options, "leiden", run_leiden, result);
}

/* ---- modularity ---- */

mg_status mg_modularity(mg_context *context, const mg_graph *graph, const mg_modularity_options *options,
                        const mg_vertex *labels, double *modularity) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_result *unused;
    mg_coarse first = {.n = 0};
    mg_status status = mg__check_call(context, graph, &unused, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    const mg_modularity_options o = options ? *options : MG_MODULARITY_OPTIONS_INIT;
    const mg_vertex n = mg_graph_vertex_count(graph);
    if ((n && !labels) || !modularity) {
        return mg__fail(context, MG_ERROR_INVALID, "modularity: labels and modularity must not be NULL");
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (labels[v] >= n) {
            return mg__fail(context, MG_ERROR_RANGE, "modularity: the label of vertex %u is %u, expected less than %u",
                            v, labels[v], n);
        }
    }
    MG_TRY(check_number(context, "resolution", o.resolution));
    mg__graph_begin_use(graph);
    status = mg__coarse_create(context, graph, !o.unweighted, &first);
    status = status < 0 ? status : mg__coarse_count(context, graph->directed, &first);
    if (status == MG_OK) {
        status = mg__labels_quality(context, &first, labels, o.resolution, modularity);
    }
    mg__coarse_release(context, &first);
    mg__graph_end_use(context, graph);
out:
    return status;
}
