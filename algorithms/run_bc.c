/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/bc_sources.h"
#include "algorithms/dealt_batches.h"
#include "algorithms/dependencies.h"
#include "algorithms/entry.h"
#include "algorithms/programs/bc.h"
#include "core/engine/outputs.h"
#include "core/kept_memory.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

#include <assert.h>
#include <math.h>

/* Looks for parallel edges. Rows are sorted, so they are adjacent. */
static bool find_parallel_edges(const mg_graph *graph, int threads) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    bool found = false;
#pragma omp parallel for num_threads(threads) reduction(|| : found) schedule(dynamic, 4096)
    for (mg_vertex v = 0; v < n; v++) {
        for (uint64_t e = out.offsets[v] + 1; e < out.offsets[v + 1]; e++) {
            found = found || out.neighbours[e] == out.neighbours[e - 1];
        }
    }
    return found;
}

/* Has the graph parallel edges? Kept with the graph, which never changes. */
static bool has_parallel_edges(const mg_graph *graph, int threads) {
    mg_parallel_state *known = (mg_parallel_state *)&graph->parallel, state = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (state == MG_PARALLEL_UNKNOWN) {
        state = find_parallel_edges(graph, threads) ? MG_PARALLEL_SOME : MG_PARALLEL_NONE;
        __atomic_store_n(known, state, __ATOMIC_RELAXED);
    }
    return state == MG_PARALLEL_SOME;
}

/* Copies the graph without weights and with parallel edges merged. */
static mg_status merge_parallel_edges(mg_context *context, const mg_graph *graph, mg_graph **simple) {
    mg_status status = MG_OK;
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint64_t *offsets = NULL, count = 0;
    mg_vertex *neighbours = NULL;
    MG_TRY(MG_ALLOC(context, offsets, (uint64_t)n + 1, "graph without parallel edges"));
    MG_TRY(MG_ALLOC(context, neighbours, mg_graph_arc_count(graph), "graph without parallel edges"));
    for (mg_vertex v = 0; v < n; v++) {
        offsets[v] = count;
        for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
            if (e == out.offsets[v] || out.neighbours[e] != out.neighbours[e - 1]) {
                neighbours[count++] = out.neighbours[e];
            }
        }
    }
    offsets[n] = count;
    MG_TRY(mg_graph_from_csr(context, n, offsets, neighbours, MG_TYPE_NONE, NULL, mg_graph_directed(graph), simple));
out:
    mg__release(&context->memory, offsets);
    mg__release(&context->memory, neighbours);
    return status;
}

/* Scale factor of a vertex for which `counted` sources other than itself were searched, as in NetworkX 3.6: the mean
 * over these sources times the n - 1 that there are; normalized: over the n - 2 targets of each, too; else halved if
 * undirected, since each pair is counted twice. NaN (0 / 0) without a source: nothing is known of the vertex. */
static double scale_of(const mg_graph *graph, const mg_bc_options *o, size_t counted) {
    const double n = mg_graph_vertex_count(graph);
    if (n <= 2.0) {
        return 1.0; /* no vertex is between two others */
    }
    if (counted == 0) {
        return (double)NAN;
    }
    if (o->normalized) {
        return 1.0 / ((double)counted * (n - 2.0));
    }
    return (n - 1.0) / (double)counted * (mg_graph_directed(graph) ? 1.0 : 0.5);
}

static mg_status scale(mg_context *context, const mg_graph *graph, const mg_bc_options *o, const mg_batches *b,
                       const mg_batch_sums *sums) {
    bool *is_source = NULL;
    mg_status status;
    const int threads = mg__loop_threads(context, sums->n * sizeof *sums->sums);
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, is_source, sums->n, "sources"));
    for (size_t i = 0; i < b->count; i++) {
        is_source[b->sources[i]] = true;
    }
    const double of_sources = scale_of(graph, o, b->count ? b->count - 1 : 0), of_others = scale_of(graph, o, b->count);
#pragma omp parallel for num_threads(threads) if (threads > 1)
    for (mg_vertex v = 0; v < sums->n; v++) {
        sums->sums[v] *= is_source[v] ? of_sources : of_others;
    }
out:
    mg__kept_release(context, is_source);
    return status;
}

/* Adds the dependencies of a batch in the order of the sources, so that sums do not depend on the number of lanes. */
static void collect(const mg_context *context, const mg_batches *b, size_t first, uint32_t lanes, const void *state) {
    const mg_batch_sums *sums = b->data;
    const bc_vertex *vertices = state;
    assert(first + lanes <= b->count);
    const int threads = mg__loop_threads(context, sums->n * sizeof *sums->sums);
#pragma omp parallel for num_threads(threads) if (threads > 1)
    for (mg_vertex v = 0; v < sums->n; v++) {
        double sum = sums->sums[v];
        for (uint32_t k = 0; k < lanes; k++) {
            sum += b->sources[first + k] == v ? 0.0 : (double)vertices[(size_t)v * lanes + k].dependency;
        }
        sums->sums[v] = sum;
    }
}

static const mg_column_spec columns[] = {{.name = "centrality", .type = MG_FLOAT64, .meaning = MG_NUMBER},
                                         {.name = NULL}};

static mg_status run_all(mg_context *context, const mg_graph *graph, const mg_graph *simple, const mg_bc_options *o,
                         mg_result **result) {
    mg_status status = MG_OK;
    mg_recorder recorder = {0};
    mg_result *made = NULL;
    mg_vertex *sources = NULL;
    mg_simple_graph by_weight = {.n = 0};
    mg_batch_sums sums = {.n = mg_graph_vertex_count(graph)};
    mg_batches batches = {.program = &bc_program, .recorder = &recorder, .collect = collect, .data = &sums};
    MG_TRY(mg__run_options(context, &o->run, &batches.options));
    MG_TRY(mg__bc_sources(context, graph, o, &sources, &batches.count));
    batches.sources = sources;
    batches.options.max_iterations = 0;
    /* No batches by default: they pay only if lanes share most of their edges (docs/notebook/choice-of-mode.md). */
    batches.options.lanes = batches.options.lanes ? batches.options.lanes : 1;
    recorder.keep = batches.options.statistics;
    MG_TRY(MG_RESULT_ALLOC_ZEROED(context, sums.sums, sums.n, "centralities"));
    batches.summed = offsetof(bc_vertex, dependency);
    batches.sums = sums.sums;
    if (mg__bc_is_weighted(graph, o)) {
        const mg_dependency_sources all = {sources, batches.count};
        MG_TRY(mg__simple_graph(context, graph, true, &by_weight));
        MG_TRY(mg__find_dependencies(context, o->run.backend, &by_weight, graph->directed, &all, false, sums.sums,
                                     &recorder.totals.backend));
    } else {
        MG_TRY(mg__run_dealt_batches(context, simple, &batches));
    }
    MG_TRY(scale(context, graph, o, &batches, &sums));
    MG_TRY(mg__result_create(context, graph, &recorder, &made));
    double *const sums_taken = sums.sums;
    sums.sums = NULL;
    MG_TRY(mg__result_take(context, made, &columns[0], 1, sums_taken));
    mg__result_set_sources(made, sources, batches.count);
    sources = NULL;
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    mg__simple_graph_release(context, &by_weight);
    mg__recorder_release(context, &recorder);
    mg__release(&context->memory, sources);
    mg__release(&context->memory, sums.sums);
    return status;
}

mg_status mg_bc(mg_context *context, const mg_graph *graph, const mg_bc_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_bc_options o = options ? *options : MG_BC_OPTIONS_INIT;
    mg_graph *simple = NULL;
    mg_column_copies outputs;
    MG_TRY(mg__take_outputs(context, &o.run, columns, &outputs));
    MG_TRY(mg__bc_check(context, graph, &o));
    if (mg__bc_is_weighted(graph, &o)) {
        MG_TRY(mg__bc_check_lanes(context, &o, "by weight"));
    } else if (has_parallel_edges(graph, context->threads)) {
        MG_TRY(merge_parallel_edges(context, graph, &simple));
    }
    status = run_all(context, graph, simple ? simple : graph, &o, result);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    mg_graph_destroy(simple);
    return status;
}
