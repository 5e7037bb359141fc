/* SPDX-License-Identifier: Apache-2.0
 *
 * run_closeness.c: closeness and harmonic centralities from sums of distances.
 */
#include "algorithms/batches.h"
#include "algorithms/entry.h"
#include "algorithms/programs/closeness.h"
#include "algorithms/rounds.h"
#include "core/engine/outputs.h"
#include "core/kept_memory.h"
#include "core/stage_clock.h"

#include <math.h>

typedef struct closeness_run {
    closeness_parameters parameters; /* first: what the program gets */
    uint64_t begun, sources;         /* of the batches so far; all */
} closeness_run;

/* As closeness_centrality() and harmonic_centrality() of NetworkX; from a part of the sources the sums are extrapolated
 * to the n - 1 that there are. NaN: no source but the vertex itself, so that nothing is known of it. */
static void finish(closeness_vertex *v, double others, double searched) {
    const double reached = v->reached;
    if (searched < 1) {
        v->closeness = v->harmonic = others < 1 ? 0 : (double)NAN;
        return;
    }
    v->closeness = v->distance ? reached / (double)v->distance * (reached / searched) : 0;
    v->harmonic = searched < others ? v->harmonic * (others / searched) : v->harmonic;
}

static bool next_batches(const mg_context *context, mg_vertex n, void *states, void *params) {
    closeness_vertex *const state = states;
    closeness_run *const r = params;
    r->begun += CLOSENESS_SOURCES;
    if (r->begun < r->sources) {
        return true;
    }
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex v = 0; v < n; v++) {
        finish(&state[v], (double)n - 1, (double)r->sources - (state[v].position != MG_NONE));
    }
    return false;
}

/* Gives the sources their positions, each once; returns their number. */
static uint64_t place(mg_vertex n, const mg_vertex *sources, size_t count, closeness_vertex *state) {
    uint32_t placed = 0;
    for (mg_vertex v = 0; v < n; v++) {
        state[v].position = MG_NONE;
    }
    for (size_t i = 0; i < count; i++) {
        if (state[sources[i]].position == MG_NONE) {
            state[sources[i]].position = placed++;
        }
    }
    return placed;
}

/* The given sources or a sample; NULL: all vertices. */
static mg_status choose_sources(mg_context *context, const mg_graph *graph, const mg_closeness_options *o,
                                mg_vertex **sources, size_t *count) {
    mg_status status = MG_OK;
    *count = o->sources ? o->source_count : (size_t)o->sample;
    if (o->sources) {
        return mg__copy_sources(context, graph, o->sources, *count, sources);
    }
    if (o->sample) {
        MG_TRY(MG_ALLOC(context, *sources, *count, "sources"));
        MG_TRY(mg_draw_sources(context, graph, o->seed, *count, *sources));
    }
out:
    return status;
}

static mg_status check_options(mg_context *context, const mg_graph *graph, const mg_closeness_options *o) {
    if (!o->sources != !o->source_count) {
        return mg__fail(context, MG_ERROR_INVALID, "sources must not be NULL and source_count not 0, or both");
    }
    if (o->sample > mg_graph_vertex_count(graph)) {
        return mg__fail(context, MG_ERROR_INVALID, "a sample of %llu sources: the graph has %u vertices",
                        (unsigned long long)o->sample, mg_graph_vertex_count(graph));
    }
    return mg__check_one_lane(context, &o->run);
}

mg_status mg_closeness(mg_context *context, const mg_graph *graph, const mg_closeness_options *options,
                       mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    static const mg_column_spec columns[] = {MG_COLUMN(closeness_vertex, closeness, "closeness", MG_NUMBER),
                                             MG_COLUMN(closeness_vertex, harmonic, "harmonic", MG_NUMBER),
                                             {.name = NULL}};
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_closeness_options o = options ? *options : MG_CLOSENESS_OPTIONS_INIT;
    const mg_vertex n = mg_graph_vertex_count(graph);
    closeness_run run = {.sources = n};
    const mg_rounds rounds = {.program = &closeness_program, .params = &run, .next = next_batches, .columns = columns};
    closeness_vertex *state = NULL;
    mg_vertex *sources = NULL;
    size_t count = 0;
    mg_column_copies outputs;
    MG_TRY(check_options(context, graph, &o));
    MG_TRY(mg__take_outputs(context, &o.run, columns, &outputs));
    MG_TRY(choose_sources(context, graph, &o, &sources, &count));
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, state, n, "vertex states"));
    if (sources) {
        run.sources = place(n, sources, count, state);
        run.parameters.given = 1;
    }
    status = mg__run_rounds(context, graph, &rounds, &o.run, state, result);
    MG_TRY(mg__deliver_outputs(context, &outputs, status, result));
    if (sources) {
        mg__result_set_sources(*result, sources, count);
        sources = NULL;
    }
out:
    mg__release(&context->memory, sources);
    mg__kept_release(context, state);
    return status;
}
