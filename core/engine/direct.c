/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/direct.h"

#include "core/engine/estimate.h"
#include "core/graph/graph_cache.h"
#include "core/kept_memory.h"
#include "core/result_memory.h"

#include <string.h>

/* Layouts, iterations and modes are those of phases. */
static bool wants_program(const mg_run_options *o) {
    const mg_run_options plain = MG_RUN_OPTIONS_INIT;
    return o->mode != MG_MODE_AUTO || o->statistics || o->sparse_layout != plain.sparse_layout ||
           o->dense_layout != plain.dense_layout;
}

static size_t count_columns(const mg_column_spec *columns) {
    size_t count = 0;
    while (count < MG_DIRECT_COLUMNS && columns[count].name) {
        count++;
    }
    return count;
}

static mg_status allocate(mg_context *context, const mg_graph *graph, const mg_column_spec *columns, size_t count,
                          mg_direct_job *job) {
    mg_status status = MG_OK;
    for (size_t k = 0; k < count; k++) {
        MG_TRY(mg__result_alloc(context, &job->column[k], mg_graph_vertex_count(graph), mg__type_size(columns[k].type),
                                columns[k].name));
    }
out:
    return status;
}

static void release(mg_context *context, mg_direct_job *job) {
    for (size_t k = 0; k < MG_DIRECT_COLUMNS; k++) {
        mg__release(&context->memory, job->column[k]);
        job->column[k] = NULL;
    }
}

static mg_status estimate(mg_context *context, const mg_graph *graph, const mg_backend *backend,
                          const mg_direct_job *job) {
    mg_memory_need need = {0};
    mg_status status;
    MG_TRY(backend->direct_memory(context, graph, job, &need));
    status = mg__estimate_need(context, &need);
out:
    return status;
}

/* Does the vertex program take what could not be done, which needs less memory? */
static bool is_for_program(mg_context *context, mg_status status) {
    const bool cannot = status == MG_ERROR_UNSUPPORTED || status == MG_ERROR_MEMORY;
    if (cannot) {
        mg__log(context, MG_LOG_INFO, "running the vertex program: %s", mg_context_error(context));
    }
    return cannot;
}

/* The run, and what the statistics say about it: one iteration, which has all vertices and edges. */
static mg_status run_on(mg_context *context, const mg_graph *graph, const mg_backend *backend, mg_direct_job *job,
                        mg_recorder *recorder) {
    mg_status status;
    mg_statistics *const totals = &recorder->totals;
    const mg_iteration all = {.mode = MG_MODE_AUTO, .frontier_vertices = graph->n, .frontier_edges = graph->arcs};
    mg__graph_begin_use(graph);
    const double start = mg__now();
    MG_TRY(mg__check_direct(context, graph, backend, job));
    MG_TRY(backend->direct(context, graph, job));
    totals->backend = backend->name;
    totals->build_seconds = job->build_seconds;
    totals->run_seconds = mg__now() - start - job->build_seconds;
    totals->device_seconds = job->device_seconds;
    backend->representations(graph, totals->representation);
    MG_TRY(graph->n ? mg__record(context, recorder, all) : MG_OK);
out:
    mg__kept_end_run(context);
    mg__result_memory_end_run(context);
    totals->kept_bytes = mg__graph_end_use(context, graph);
    return status;
}

static mg_status make_result(mg_context *context, const mg_graph *graph, mg_direct_job *job,
                             const mg_column_spec *columns, size_t count, mg_recorder *recorder, mg_result **result) {
    mg_status status;
    mg_result *made = NULL;
    MG_TRY(mg__result_create(context, graph, recorder, &made));
    for (size_t k = 0; k < count; k++) {
        void *const column = job->column[k];
        job->column[k] = NULL;
        MG_TRY(mg__result_take(context, made, &columns[k], 1, column));
    }
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    return status;
}

mg_status mg__run_direct(mg_context *context, const mg_graph *graph, mg_direct_job *job, const mg_column_spec *columns,
                         const mg_run_options *options, mg_result **result) {
    mg_status status;
    const mg_backend *backend = NULL;
    const size_t count = count_columns(columns);
    mg_recorder recorder = {0};
    MG_TRY(mg__backend_choose(context, options->backend, &backend));
    if (!(backend->direct_kinds >> job->kind & 1) || wants_program(options)) {
        return MG_OK;
    }
    MG_TRY(allocate(context, graph, columns, count, job));
    status =
        context->estimate ? estimate(context, graph, backend, job) : run_on(context, graph, backend, job, &recorder);
    if (is_for_program(context, status)) {
        status = MG_OK;
        goto out;
    }
    MG_TRY(status);
    MG_TRY(make_result(context, graph, job, columns, count, &recorder, result));
out:
    release(context, job);
    mg__recorder_release(context, &recorder);
    return status;
}
