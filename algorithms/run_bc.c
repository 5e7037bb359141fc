/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/entry.h"
#include "algorithms/programs/bc.h"

#include <stdlib.h>

/* Does any vertex have the same neighbour twice? Neighbours are sorted. */
static bool has_parallel_edges(const mg_graph *graph, int threads) {
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

/* A copy of the graph with one edge for parallel ones, and no weights. */
static mg_status merge_parallel_edges(mg_context *context, const mg_graph *graph, mg_graph **simple) {
    mg_status status = MG_OK;
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint64_t *offsets = NULL, count = 0;
    mg_vertex *neighbours = NULL;
    MG_TRY(MG_GET(context, offsets, (uint64_t)n + 1, "graph without parallel edges"));
    MG_TRY(MG_GET(context, neighbours, mg_graph_arc_count(graph), "graph without parallel edges"));
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

static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u); /* SplitMix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The sources: those given, all, or a sample without repetition. */
static mg_status choose_sources(mg_context *context, const mg_bc_options *o, mg_vertex n, mg_vertex **sources,
                                size_t *count) {
    mg_status status = MG_OK;
    mg_vertex *list = NULL;
    *count = o->sources ? o->source_count : o->sample ? (size_t)o->sample : n;
    MG_TRY(MG_GET(context, list, o->sources ? *count : n, "sources"));
    *sources = list;
    for (size_t i = 0; o->sources && i < *count; i++) {
        if (o->sources[i] >= n) {
            return mg__fail(context, MG_ERROR_RANGE, "source %u: the graph has %u vertices", o->sources[i], n);
        }
        list[i] = o->sources[i];
    }
    if (o->sources) {
        return MG_OK;
    }
    for (mg_vertex v = 0; v < n; v++) {
        list[v] = v;
    }
    uint64_t state = o->seed;
    for (size_t i = 0; *count < n && i < *count; i++) {
        const size_t k = i + (size_t)(next_random(&state) % (n - i));
        const mg_vertex swap = list[i];
        list[i] = list[k];
        list[k] = swap;
    }
out:
    return status;
}

/* NetworkX's rule: pairs of other vertices if normalized, else each undirected pair once; a sample stands for all. */
static double scale_of(const mg_graph *graph, const mg_bc_options *o, size_t sources) {
    const double n = mg_graph_vertex_count(graph);
    const double sample = sources && (double)sources < n ? n / (double)sources : 1.0;
    if (o->normalized) {
        return n > 2.0 ? sample / ((n - 1.0) * (n - 2.0)) : 1.0;
    }
    return mg_graph_directed(graph) ? 1.0 : 0.5 * sample;
}

static mg_status run_sources(mg_context *context, const mg_graph *graph, const mg_run_options *options,
                             const mg_vertex *sources, size_t count, bc_vertex *state, mg_recorder *recorder) {
    mg_status status = MG_OK;
    for (size_t i = 0; i < count; i++) {
        const bc_parameters params = {.source = sources[i]};
        MG_TRY(mg__progress(context, "running", (double)i / (double)count));
        recorder->run = (uint32_t)i;
        MG_TRY(mg__run_plan(context, graph, &bc_program, NULL, &params, options, state, recorder));
    }
out:
    return status;
}

static mg_status run_all(mg_context *context, const mg_graph *graph, const mg_graph *simple, const mg_bc_options *o,
                         mg_result **result) {
    mg_status status = MG_OK;
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_run_options options;
    mg_recorder recorder = {0};
    mg_result *made = NULL;
    mg_vertex *sources = NULL;
    bc_vertex *state = NULL;
    size_t count = 0;
    MG_TRY(mg__run_options(context, &o->run, &options));
    options.max_iterations = 0;
    recorder.keep = options.statistics;
    MG_TRY(choose_sources(context, o, n, &sources, &count));
    MG_TRY(MG_GET_ZEROED(context, state, n, "centralities"));
    MG_TRY(run_sources(context, simple, &options, sources, count, state, &recorder));
    const double scale = scale_of(graph, o, count);
    for (mg_vertex v = 0; v < n; v++) {
        state[v].centrality *= scale;
    }
    MG_TRY(mg__result_create(context, graph, &recorder, &made));
    MG_TRY(mg__result_add(context, made, &bc_program.columns[0], state, sizeof *state));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    mg__recorder_release(context, &recorder);
    mg__release(&context->memory, sources);
    mg__release(&context->memory, state);
    return status;
}

mg_status mg_bc(mg_context *context, const mg_graph *graph, const mg_bc_options *options, mg_result **result) {
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    const mg_bc_options o = options ? *options : MG_BC_OPTIONS_INIT;
    if (!o.sources != !o.source_count) {
        return mg__fail(context, MG_ERROR_INVALID, "sources must not be NULL and source_count not 0, or both");
    }
    if (o.sample > mg_graph_vertex_count(graph)) {
        return mg__fail(context, MG_ERROR_INVALID, "a sample of %llu sources: the graph has %u vertices",
                        (unsigned long long)o.sample, mg_graph_vertex_count(graph));
    }
    mg_graph *simple = NULL;
    if (has_parallel_edges(graph, context->threads)) {
        MG_TRY(merge_parallel_edges(context, graph, &simple));
    }
    MG_TRY(run_all(context, graph, simple ? simple : graph, &o, result));
out:
    mg_graph_destroy(simple);
    return status;
}
