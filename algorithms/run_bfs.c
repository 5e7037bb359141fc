/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/batches.h"
#include "algorithms/entry.h"
#include "algorithms/programs/bfs.h"
#include "algorithms/start.h"
#include "core/engine/outputs.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

/* Result columns: n rows with one element per source. */
typedef struct rows {
    mg_vertex n;
    uint32_t *depth;
    mg_vertex *parent;
} rows;

static void collect(const mg_context *context, const mg_batches *b, size_t first, uint32_t lanes, const void *state) {
    const rows *r = b->data;
    const mg_column_spec *spec = bfs_program.columns;
    const uint32_t at = (uint32_t)first, width = (uint32_t)b->count;
    mg__copy_lanes(context, r->n, &spec[0], state, sizeof(bfs_vertex), lanes, at, width, r->depth);
    mg__copy_lanes(context, r->n, &spec[1], state, sizeof(bfs_vertex), lanes, at, width, r->parent);
}

static mg_status make_result(mg_context *context, const mg_graph *graph, mg_recorder *recorder, size_t width, rows *r,
                             mg_result **result) {
    mg_status status = MG_OK;
    MG_TRY(mg__result_create(context, graph, recorder, result));
    uint32_t *const depth = r->depth;
    mg_vertex *const parent = r->parent;
    r->depth = NULL;
    MG_TRY(mg__result_take(context, *result, &bfs_program.columns[0], (uint32_t)width, depth));
    r->parent = NULL;
    MG_TRY(mg__result_take(context, *result, &bfs_program.columns[1], (uint32_t)width, parent));
out:
    return status;
}

/* Runs batches from all sources. The result takes ownership of *sources, which becomes NULL. */
static mg_status run_sources(mg_context *context, const mg_graph *graph, const mg_run_options *given,
                             mg_vertex **sources, size_t count, mg_result **result) {
    mg_status status = MG_OK, outcome = MG_OK;
    mg_recorder recorder = {0};
    mg_result *made = NULL;
    rows r = {.n = mg_graph_vertex_count(graph)};
    mg_batches batches = {.program = &bfs_program,
                          .sources = *sources,
                          .count = count,
                          .recorder = &recorder,
                          .collect = collect,
                          .data = &r};
    MG_TRY(mg__run_options(context, given, &batches.options));
    batches.options.lanes = mg__choose_lanes(graph, &batches.options, count, sizeof(bfs_vertex) + sizeof(mg_vertex));
    recorder.keep = batches.options.statistics;
    MG_TRY(MG_RESULT_ALLOC(context, r.depth, (uint64_t)r.n * count, "depths"));
    MG_TRY(MG_RESULT_ALLOC(context, r.parent, (uint64_t)r.n * count, "parents"));
    outcome = mg__run_batches(context, graph, &batches);
    MG_TRY(outcome);
    MG_TRY(make_result(context, graph, &recorder, count, &r, &made));
    mg__result_set_sources(made, *sources, count);
    *sources = NULL;
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    mg__recorder_release(context, &recorder);
    mg__release(&context->memory, r.depth);
    mg__release(&context->memory, r.parent);
    return status;
}

static bool ends_early(const mg_bfs_options *o) {
    return o->target != MG_NONE || o->cutoff != UINT32_MAX;
}

/* Vertices that are deeper than the target or the cutoff are unreached. */
static void forget_deeper(const mg_context *context, const mg_bfs_options *o, mg_vertex n, uint32_t *depth,
                          mg_vertex *parent) {
    const uint32_t at_target = o->target == MG_NONE ? MG_UNREACHED : depth[o->target];
    const uint32_t last = at_target < o->cutoff ? at_target : o->cutoff;
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex v = 0; v < n; v++) {
        if (depth[v] > last) {
            depth[v] = MG_UNREACHED;
            parent[v] = MG_NONE;
        }
    }
}

/* outputs: NULL where the columns are wanted in host memory. */
static mg_status search_all(mg_context *context, const mg_graph *graph, mg_vertex source, const mg_run_options *run,
                            mg_column_copies *outputs, mg_result **result) {
    const bfs_parameters params = {.source = {source}};
    return mg__run_to_outputs(context, graph, &bfs_program, &params, run, NULL, outputs, result);
}

/* The program that ends early has a total, which costs a little, and no tiles. A GPU searches all in the time that
 * ending the search would save. */
static mg_status search_early(mg_context *context, const mg_graph *graph, const mg_bfs_options *o, mg_vertex source,
                              const mg_run_options *run, mg_result **result) {
    const bfs_target_parameters params = {.source = source, .target = o->target, .cutoff = o->cutoff};
    const mg_backend *backend = NULL;
    mg_status status;
    MG_TRY(mg__backend_for_run(context, run->backend, &backend));
    if (backend->kind == MG_BACKEND_CPU) {
        return mg__run(context, graph, &bfs_target_program, &params, run, NULL, result);
    }
    MG_TRY(search_all(context, graph, source, run, NULL, result));
    forget_deeper(context, o, mg_graph_vertex_count(graph), (uint32_t *)mg_result_column(*result, "depth")->data,
                  (mg_vertex *)mg_result_column(*result, "parent")->data);
out:
    return status;
}

static mg_status search(mg_context *context, const mg_graph *graph, const mg_bfs_options *o, mg_vertex source,
                        const mg_run_options *run, mg_column_copies *outputs, mg_result **result) {
    return ends_early(o) ? search_early(context, graph, o, source, run, result)
                         : search_all(context, graph, source, run, outputs, result);
}

static mg_status run_source(mg_context *context, const mg_graph *graph, const mg_bfs_options *o, mg_vertex **sources,
                            mg_column_copies *outputs, mg_result **result) {
    mg_status status = MG_OK;
    mg_run_options wanted = o->run, run;
    mg_result *made = NULL;
    wanted.from = NULL;
    MG_TRY(mg__run_options(context, &wanted, &run));
    if (o->run.from) {
        MG_TRY(mg__start_bfs(context, graph, o->run.from, **sources, &made));
    }
    if (!made) {
        run.lanes = 0; /* a single source needs no batch */
        MG_TRY(search(context, graph, o, **sources, &run, outputs, &made));
    }
    *result = made;
    if (**sources != MG_NONE) {
        mg__result_set_sources(*result, *sources, 1);
        *sources = NULL;
    }
out:
    return status;
}

mg_status mg_bfs(mg_context *context, const mg_graph *graph, const mg_bfs_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status outcome = MG_OK,
              status = mg__check_device_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_bfs_options o = options ? *options : MG_BFS_OPTIONS_INIT;
    mg_column_copies outputs;
    mg_result *made = NULL;
    mg_vertex *sources = NULL;
    if (!o.sources != !o.source_count || o.source_count > UINT32_MAX) {
        return mg__fail(context, MG_ERROR_INVALID, "sources must not be NULL and source_count not 0, or both");
    }
    if (ends_early(&o) && (o.sources || o.run.from)) {
        return mg__fail(context, o.sources ? MG_ERROR_INVALID : MG_ERROR_UNSUPPORTED,
                        "a search with target or cutoff has one source, and starts from no earlier result");
    }
    MG_TRY(mg__take_outputs(context, &o.run, bfs_program.columns, &outputs));
    if (o.sources) {
        MG_TRY(mg__copy_sources(context, graph, o.sources, o.source_count, &sources));
        outcome = run_sources(context, graph, &o.run, &sources, o.source_count, &made);
    } else {
        MG_TRY(MG_ALLOC(context, sources, 1, "sources"));
        *sources = o.source;
        MG_TRY(mg__check_source(context, graph, sources));
        MG_TRY(mg__check_target(context, graph, o.target));
        outcome = run_source(context, graph, &o, &sources, &outputs, &made);
    }
    MG_TRY(outcome);
    MG_TRY(mg__result_deliver(context, &outputs, made));
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    mg__release(&context->memory, sources);
    return status;
}
