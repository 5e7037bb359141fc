/* SPDX-License-Identifier: Apache-2.0
 *
 * run_edge_bc.c: betweenness centrality of edges.
 */
#include "algorithms/bc_sources.h"
#include "algorithms/dependencies.h"
#include "algorithms/entry.h"
#include "core/stage_clock.h"

/* As edge_betweenness_centrality() of NetworkX 3.6: over all pairs; normalized: their mean. */
static double scale_of(const mg_graph *graph, const mg_bc_options *o, size_t sources) {
    const double n = graph->n;
    if (n < 2 || !sources) {
        return 1;
    }
    return o->normalized ? 1 / ((double)sources * (n - 1)) : n / ((double)sources * (graph->directed ? 1 : 2));
}

/* The arc of the simple graph from u to v, which is there. */
static uint64_t find_arc(const mg_simple_graph *simple, mg_vertex u, mg_vertex v) {
    uint64_t low = simple->offsets[u], high = simple->offsets[u + 1];
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (simple->neighbours[middle] < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Parallel edges of least weight share the centrality of their pair, the others have none. */
static void spread_group(const mg_graph *graph, bool weighted, uint64_t begin, uint64_t end, double least, double value,
                         double *centrality) {
    uint64_t sharing = 0;
    for (int round = 0; round < 2; round++) {
        for (uint64_t e = begin; e < end; e++) {
            const bool shares = !weighted || mg__weight_at(graph->weight_type, graph->out.weights, e) <= least;
            sharing += round == 0 && shares;
            if (round == 1) {
                centrality[e] = shares ? value / (double)sharing : 0;
            }
        }
    }
}

static void spread_row(const mg_graph *graph, const mg_simple_graph *simple, const double *sums, double scale,
                       mg_vertex v, double *centrality) {
    const mg_csr *out = &graph->out;
    uint64_t at = simple->offsets[v];
    for (uint64_t e = out->offsets[v], end; e < out->offsets[v + 1]; e = end) {
        const mg_vertex w = out->neighbours[e];
        for (end = e + 1; end < out->offsets[v + 1] && out->neighbours[end] == w; end++) {
        }
        if (w == v) { /* a loop is on no shortest path */
            spread_group(graph, false, e, end, 0, 0, centrality);
            continue;
        }
        const double value = sums[at] + (graph->directed ? 0 : sums[find_arc(simple, w, v)]);
        spread_group(graph, simple->weights != NULL, e, end, simple->weights ? simple->weights[at] : 0, value * scale,
                     centrality);
        at++;
    }
}

static mg_status run(mg_context *context, const mg_graph *graph, const mg_bc_options *o, double *centrality) {
    mg_simple_graph simple = {.n = 0};
    mg_vertex *sources = NULL;
    double *sums = NULL;
    size_t count = 0;
    const char *unused;
    mg_status status;
    MG_TRY(mg__simple_graph(context, graph, mg__bc_is_weighted(graph, o), &simple));
    MG_TRY(mg__bc_sources(context, graph, o, &sources, &count));
    MG_TRY(MG_ALLOC(context, sums, simple.offsets[simple.n], "centralities"));
    const mg_dependency_sources all = {sources, count};
    MG_TRY(mg__find_dependencies(context, o->run.backend, &simple, graph->directed, &all, true, sums, &unused));
    const double scale = scale_of(graph, o, count);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 4096)
    for (mg_vertex v = 0; v < graph->n; v++) {
        spread_row(graph, &simple, sums, scale, v, centrality);
    }
out:
    mg__simple_graph_release(context, &simple);
    mg__release(&context->memory, sources);
    mg__release(&context->memory, sums);
    return status;
}

mg_status mg_edge_bc(mg_context *context, const mg_graph *graph, const mg_bc_options *options, double *centrality) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_result *unused;
    mg_status status = mg__check_call(context, graph, &unused, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    const mg_bc_options o = options ? *options : MG_BC_OPTIONS_INIT;
    mg_run_options run_options;
    MG_TRY(mg__run_options(context, &o.run, &run_options));
    MG_TRY(mg__bc_check(context, graph, &o));
    MG_TRY(mg__bc_check_lanes(context, &o, "of edges"));
    if (!centrality && mg_graph_arc_count(graph)) {
        return mg__fail(context, MG_ERROR_INVALID, "centrality must not be NULL");
    }
    status = run(context, graph, &o, centrality);
out:
    return status;
}
