/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/entry.h"
#include "algorithms/programs/sssp.h"
#include "algorithms/start.h"
#include "core/engine/outputs.h"
#include "core/graph/weights.h"
#include "core/ranks/ranks.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* A type of distance and its programs. */
typedef struct distance_kind {
    mg_type type;
    const mg_program *distances, *parents;
    size_t tree_size;
} distance_kind;

enum { U32, U64, I64, F32, F64 };

static const distance_kind kinds[] = {
    [U32] = {MG_UINT32, &sssp_u32_program, &parents_u32_program, sizeof(sssp_tree_u32)},
    [U64] = {MG_UINT64, &sssp_u64_program, &parents_u64_program, sizeof(sssp_tree_u64)},
    [I64] = {MG_UINT64, &sssp_i64_program, &parents_i64_program, sizeof(sssp_tree_u64)},
    [F32] = {MG_FLOAT32, &sssp_f32_program, &parents_f32_program, sizeof(sssp_tree_f32)},
    [F64] = {MG_FLOAT64, &sssp_f64_program, &parents_f64_program, sizeof(sssp_tree_f64)},
};

/* Bound of the length of shortest paths: they have at most n - 1 edges. */
static double longest_path(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    return n ? (double)(n - 1) * graph->weight_max : 0.0;
}

/* 32-bit distances if no shortest path can be longer. */
static const distance_kind *choose_kind(const mg_graph *graph) {
    switch (mg_graph_weight_type(graph)) {
    case MG_FLOAT32:
        return &kinds[F32];
    case MG_FLOAT64:
        return &kinds[F64];
    case MG_INT64:
        return &kinds[I64];
    default:
        return longest_path(graph) < (double)MG_UNREACHED ? &kinds[U32] : &kinds[U64];
    }
}

/* Sums up to this are exact in integers and finite in reals. */
static double largest_sum(mg_type type) {
    return type == MG_UINT32    ? (double)MG_UNREACHED
           : type == MG_UINT64  ? 0x1p63
           : type == MG_FLOAT32 ? (double)FLT_MAX
                                : DBL_MAX;
}

static bool is_far(mg_type type, const void *distances, mg_vertex v) {
    return type == MG_UINT64    ? ((const uint64_t *)distances)[v] == MG_UNREACHED64
           : type == MG_FLOAT32 ? isinf(((const float *)distances)[v])
                                : isinf(((const double *)distances)[v]);
}

/* Are there paths that may be so long? */
static bool may_overflow(const mg_graph *graph, mg_type type) {
    return type != MG_UINT32 && longest_path(graph) >= largest_sum(type);
}

/* A sum beyond the type looks like the distance of an unreached vertex: fails if an edge of finite weight leads from a
 * reached vertex to one without a distance. */
static mg_status check_overflow(mg_context *context, const mg_graph *graph, mg_type type, const void *distances) {
    if (!may_overflow(graph, type)) {
        return MG_OK;
    }
    const mg_status status = mg_graph_check(context, graph);
    if (status < 0) {
        return status;
    }
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1] && !is_far(type, distances, u); e++) {
            if (is_far(type, distances, out.neighbours[e]) &&
                !isinf(mg__weight_at(graph->weight_type, out.weights, e))) {
                return mg__fail(context, MG_ERROR_RANGE,
                                "the edge from %llu to %llu leads to a distance beyond the largest %s%s",
                                (unsigned long long)mg_graph_id(graph, u),
                                (unsigned long long)mg_graph_id(graph, out.neighbours[e]), mg__type_name(type),
                                type == MG_FLOAT32 ? "; read the weights as float64" : "");
            }
        }
    }
    return MG_OK;
}

/* Graphs of low degree have long, narrow searches, which need wide buckets for parallelism; with high degrees wide
 * buckets relax most edges more than once. 32 * mean weight / degree^2 was within 10 % of the best width on road, web
 * and social graphs with one or two threads, and on GPUs; with 16 threads twice that is best, where these take work
 * from each other (docs/notebook/cpu.md). `threads`: those that share the buckets. */
static double choose_delta(const mg_graph *graph, int threads) {
    const double n = mg_graph_vertex_count(graph), arcs = (double)mg_graph_arc_count(graph);
    const double degree = n > 0 && arcs > n ? arcs / n : 1.0;
    const double factor = threads <= 8 ? 32.0 : threads < 16 ? 4.0 * threads : 64.0;
    const double spread = factor / (degree * degree);
    const double delta = graph->weight_mean * (spread < 1.0 / 256 ? 1.0 / 256 : spread);
    return delta > 0.0 && isfinite(delta) ? delta : 1.0;
}

static sssp_parameters make_parameters(mg_vertex source, double delta) {
    assert(delta > 0.0 && isfinite(delta));
    sssp_parameters params = {.source = source, .per_unit = 1.0 / delta};
    while (params.shift < 31 && (double)((uint64_t)2 << params.shift) <= delta) {
        params.shift++;
    }
    return params;
}

/* ---- target and cutoff ---- */

static bool ends_early(const mg_sssp_options *o) {
    return o->target != MG_NONE || o->cutoff < (double)INFINITY;
}

/* The bucket of the cutoff or, as products are rounded, one after it. */
static uint32_t last_bucket(const distance_kind *kind, const sssp_parameters *params, double cutoff) {
    const bool is_real = kind->type == MG_FLOAT32 || kind->type == MG_FLOAT64;
    const double bucket = is_real ? cutoff * params->per_unit : cutoff / (double)((uint64_t)1 << params->shift);
    return bucket * (1 + 1e-6) + 1 < (double)UINT32_MAX ? (uint32_t)(bucket * (1 + 1e-6) + 1) : UINT32_MAX;
}

/* What is beyond the type is farther than the cutoff, or than the target, too. */
static bool hides_overflow(mg_type type, const mg_sssp_options *o, const void *distances) {
    return o->cutoff < largest_sum(type) ||
           (o->target != MG_NONE && type != MG_UINT32 && !is_far(type, distances, o->target));
}

/* The greatest distance that counts, in both kinds of numbers: that of the cutoff, or of a target that is nearer. */
typedef struct distance_limit {
    uint64_t whole;
    double real;
} distance_limit;

static distance_limit limit_of(mg_type type, const void *distances, mg_vertex target, double cutoff) {
    distance_limit limit = {.whole = cutoff < 0x1p64 ? (uint64_t)cutoff : UINT64_MAX, .real = cutoff};
    if (target == MG_NONE) {
        return limit;
    }
    if (type == MG_UINT32 || type == MG_UINT64) {
        const uint64_t to_target =
            type == MG_UINT32 ? ((const uint32_t *)distances)[target] : ((const uint64_t *)distances)[target];
        limit.whole = to_target < limit.whole ? to_target : limit.whole;
    } else {
        const double to_target =
            type == MG_FLOAT32 ? (double)((const float *)distances)[target] : ((const double *)distances)[target];
        limit.real = to_target < limit.real ? to_target : limit.real;
    }
    return limit;
}

/* Vertices that are farther than the target or the cutoff are unreached. */
static void forget_farther(mg_type type, mg_vertex n, mg_vertex target, double cutoff, void *distances) {
    const distance_limit limit = limit_of(type, distances, target, cutoff);
    for (mg_vertex v = 0; v < n; v++) {
        switch (type) {
        case MG_UINT32: {
            uint32_t *const d = &((uint32_t *)distances)[v];
            *d = *d > limit.whole ? MG_UNREACHED : *d;
            break;
        }
        case MG_UINT64: {
            uint64_t *const d = &((uint64_t *)distances)[v];
            *d = *d > limit.whole ? MG_UNREACHED64 : *d;
            break;
        }
        case MG_FLOAT32: {
            float *const d = &((float *)distances)[v];
            *d = (double)*d > limit.real ? INFINITY : *d;
            break;
        }
        default: {
            double *const d = &((double *)distances)[v];
            *d = *d > limit.real ? (double)INFINITY : *d;
        }
        }
    }
}

/* Runs the parents program on final distances; *tree receives its states. */
static mg_status add_parents(mg_context *context, const mg_graph *graph, const distance_kind *kind,
                             const sssp_parameters *params, const mg_run_options *options, mg_recorder *recorder,
                             const void *distances, void **tree) {
    mg_status status = MG_OK;
    const mg_vertex n = mg_graph_vertex_count(graph);
    const size_t size = mg__type_size(kind->type);
    MG_TRY(mg__alloc(context, tree, n, kind->tree_size, "tree of shortest paths"));
    for (mg_vertex v = 0; v < n; v++) {
        char *vertex = (char *)*tree + (size_t)v * kind->tree_size;
        const uint32_t parent_and_tie[2] = {v == params->source ? v : MG_NONE, MG_UNREACHED};
        memcpy(vertex, (const char *)distances + (size_t)v * size, size);
        memcpy(vertex + size, parent_and_tie, sizeof parent_and_tie);
    }
    MG_TRY(mg__run_plan(context, graph, kind->parents, NULL, params, options, *tree, recorder));
out:
    return status;
}

/* *distances stays NULL where a fresh run is to be made. */
static mg_status start_from(mg_context *context, const mg_graph *graph, const distance_kind *kind, const mg_start *from,
                            mg_vertex source, mg_recorder *recorder, void **distances) {
    mg_status status;
    mg_start_run run;
    bool possible;
    MG_TRY(mg__start_begin(context, graph, from, MG_TYPE_NONE, &run, &possible));
    if (possible) {
        MG_TRY(mg__start_paths(context, &run, source, kind->type, mg_graph_weight_type(graph), distances));
    }
    if (*distances) {
        recorder->totals.backend = "cpu";
        recorder->totals.run_seconds = mg__now() - run.begin;
        recorder->totals.vertices_visited = run.vertices;
        recorder->totals.edges_visited = run.visited;
    }
out:
    return status;
}

/* *distances: a block of the context. */
static mg_status run_afresh(mg_context *context, const mg_graph *graph, const distance_kind *kind,
                            const sssp_parameters *params, const mg_sssp_options *o, const mg_run_options *options,
                            mg_recorder *recorder, void **distances) {
    mg_status status;
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_horizon horizon = {.target = o->target, .last_bucket = last_bucket(kind, params, o->cutoff)};
    MG_TRY(mg__result_alloc(context, distances, n, mg__type_size(kind->type), "distances"));
    status = mg__run_plan_to(context, graph, kind->distances, params, options, ends_early(o) ? &horizon : NULL,
                             *distances, recorder);
out:
    return status;
}

/* Distances are all, and need no check: a device that writes them has no states on the host. */
static bool is_plain(const mg_graph *graph, const distance_kind *kind, const mg_sssp_options *o,
                     const mg_backend *backend) {
    return backend->writes_columns && !o->run.from && !o->parents && !ends_early(o) && !may_overflow(graph, kind->type);
}

/* Distances in host memory, and all that is made of them. */
static mg_status run_kind(mg_context *context, const mg_graph *graph, const distance_kind *kind,
                          const mg_sssp_options *o, const sssp_parameters *params, mg_result **result) {
    mg_status status = MG_OK, outcome = MG_OK;
    mg_recorder recorder = {0};
    mg_run_options wanted = o->run, options;
    mg_result *made = NULL;
    void *distances = NULL, *tree = NULL;
    wanted.from = NULL;
    MG_TRY(mg__run_options(context, &wanted, &options));
    recorder.keep = options.statistics;
    if (o->run.from) {
        MG_TRY(start_from(context, graph, kind, o->run.from, params->source, &recorder, &distances));
    }
    if (!distances) {
        outcome = run_afresh(context, graph, kind, params, o, &options, &recorder, &distances);
        MG_TRY(outcome);
    }
    if (outcome == MG_OK && !hides_overflow(kind->type, o, distances)) {
        MG_TRY(check_overflow(context, graph, kind->type, distances));
    }
    if (ends_early(o)) {
        forget_farther(kind->type, mg_graph_vertex_count(graph), o->target, o->cutoff, distances);
    }
    if (o->parents && outcome == MG_OK) {
        options.max_iterations = 0;
        recorder.run = 1;
        MG_TRY(add_parents(context, graph, kind, params, &options, &recorder, distances, &tree));
    }
    MG_TRY(mg__result_create(context, graph, &recorder, &made));
    void *const column = distances;
    distances = NULL;
    MG_TRY(mg__result_take(context, made, &kind->distances->columns[0], 1, column));
    if (tree) {
        MG_TRY(mg__result_add(context, made, &kind->parents->columns[0], 1, tree, kind->tree_size));
    }
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    mg__recorder_release(context, &recorder);
    mg__release(&context->memory, distances);
    mg__release(&context->memory, tree);
    return status;
}

static mg_status take_outputs(mg_context *context, const distance_kind *kind, mg_sssp_options *o,
                              mg_column_copies *outputs) {
    mg_column_spec columns[3] = {kind->distances->columns[0]}; /* ends with an element without a name */
    if (o->parents) {
        columns[1] = kind->parents->columns[0];
    }
    return mg__take_outputs(context, &o->run, columns, outputs);
}

mg_status mg_sssp(mg_context *context, const mg_graph *graph, const mg_sssp_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status outcome = MG_OK,
              status = mg__check_device_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_sssp_options o = options ? *options : MG_SSSP_OPTIONS_INIT;
    const distance_kind *const kind = choose_kind(graph);
    const mg_backend *backend = NULL;
    mg_column_copies outputs;
    mg_result *made = NULL;
    mg_vertex source = o.source;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(take_outputs(context, kind, &o, &outputs));
    MG_TRY(mg__check_source(context, graph, &source));
    if (graph->weight_min < 0.0) {
        return mg__fail(context, MG_ERROR_INVALID, "shortest paths require weights >= 0; the smallest weight is %g",
                        graph->weight_min);
    }
    if (!(o.delta >= 0.0) || !isfinite(o.delta)) {
        return mg__fail(context, MG_ERROR_INVALID, "delta is %g, expected a finite number >= 0", o.delta);
    }
    if (!(o.cutoff >= 0.0)) {
        return mg__fail(context, MG_ERROR_INVALID, "cutoff is %g, expected a number >= 0", o.cutoff);
    }
    if (ends_early(&o) && o.run.from) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "shortest paths with target or cutoff start from no earlier result");
    }
    MG_TRY(mg__check_target(context, graph, o.target));
    MG_TRY(mg__backend_for_run(context, o.run.backend, &backend));
    const int threads = backend->kind == MG_BACKEND_CPU && mg__ranks_of(context) < 2 ? context->threads : 1;
    const sssp_parameters params = make_parameters(source, o.delta > 0.0 ? o.delta : choose_delta(graph, threads));
    outcome = is_plain(graph, kind, &o, backend)
                  ? mg__run_to_outputs(context, graph, kind->distances, &params, &o.run, NULL, &outputs, &made)
                  : run_kind(context, graph, kind, &o, &params, &made);
    MG_TRY(outcome);
    MG_TRY(mg__result_deliver(context, &outputs, made));
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    return status;
}
