/* SPDX-License-Identifier: Apache-2.0
 *
 * run_msf.c: minimum spanning forests, by direct runs where the backend has them, else by the programs msf_*.c.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/msf.h"
#include "algorithms/rounds.h"
#include "core/engine/direct.h"
#include "core/engine/outputs.h"
#include "core/kept_memory.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

static const mg_program *program_of(mg_type type) {
    return type == MG_INT64     ? &msf_i64_program
           : type == MG_FLOAT32 ? &msf_f32_program
           : type == MG_FLOAT64 ? &msf_f64_program
                                : &msf_i32_program; /* without weights all are 1 */
}

static void fill_weights(const mg_context *context, mg_vertex n, mg_type type, const msf_vertex *state, void *weights) {
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex v = 0; v < n; v++) {
        const bool has_edge = state[v].source != MG_NONE;
        const int64_t whole = has_edge ? msf_integer(state[v].weight) : 0;
        const double real = has_edge ? msf_real(state[v].weight) : 0;
        switch (type) {
        case MG_INT32:
            ((int32_t *)weights)[v] = (int32_t)whole;
            break;
        case MG_INT64:
            ((int64_t *)weights)[v] = whole;
            break;
        case MG_FLOAT32:
            ((float *)weights)[v] = (float)real;
            break;
        default:
            ((double *)weights)[v] = real;
        }
    }
}

static mg_status add_weights(mg_context *context, const mg_graph *graph, const msf_vertex *state, mg_result *result) {
    mg_status status = MG_OK;
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_column_spec spec = {"weight", 0, mg_graph_weight_type(graph), MG_NUMBER};
    void *weights = NULL;
    if (spec.type == MG_TYPE_NONE) {
        return MG_OK;
    }
    MG_TRY(mg__result_alloc(context, &weights, n, mg__type_size(spec.type), "weights"));
    fill_weights(context, n, spec.type, state, weights);
    status = mg__result_take(context, result, &spec, 1, weights);
out:
    return status;
}

static mg_status run_direct(mg_context *context, const mg_graph *graph, const mg_run_options *given,
                            const mg_column_spec *columns, mg_result **result) {
    mg_status status;
    mg_run_options run;
    mg_direct_job job = {.kind = MG_DIRECT_FOREST};
    MG_TRY(mg__run_options(context, given, &run));
    run.mode = MG_MODE_AUTO; /* which is ignored */
    MG_TRY(mg__run_direct(context, graph, &job, columns, &run, result));
out:
    return status;
}

static mg_status run_program(mg_context *context, const mg_graph *graph, const mg_run_options *run,
                             mg_result **result) {
    const msf_parameters parameters = {.given = 1, .directed = mg_graph_directed(graph)};
    const mg_program *const program = program_of(mg_graph_weight_type(graph));
    msf_vertex *state = NULL;
    mg_result *made = NULL;
    mg_status status;
    MG_TRY(MG_KEPT_ALLOC(context, state, mg_graph_vertex_count(graph), "vertex states"));
    mg__write_ranks(context, graph, state, sizeof *state, offsetof(msf_vertex, rank));
    mg__write_ranked(context, graph, state, sizeof *state, offsetof(msf_vertex, ranked));
    MG_TRY(mg__run_loops(context, graph, program, &parameters, run, state, NULL, &made));
    MG_TRY(mg__name_by_smallest(context, graph, made));
    MG_TRY(add_weights(context, graph, state, made));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    mg__kept_release(context, state);
    return status;
}

mg_status mg_msf(mg_context *context, const mg_graph *graph, const mg_msf_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_result *made = NULL;
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_msf_options o = options ? *options : MG_MSF_OPTIONS_INIT;
    mg_column_copies outputs;
    /* The columns of the program, and the weights of graphs that have them. */
    const mg_type weight_type = mg_graph_weight_type(graph);
    const mg_column_spec *const trees = msf_i32_program.columns;
    const mg_column_spec weight = {"weight", 0, weight_type, MG_NUMBER}, none = {.name = NULL};
    const mg_column_spec columns[] = {trees[0], trees[1], trees[2], weight_type == MG_TYPE_NONE ? none : weight, none};
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__take_outputs(context, &o.run, columns, &outputs));
    MG_TRY(run_direct(context, graph, &o.run, columns, &made));
    MG_TRY(made ? MG_OK : run_program(context, graph, &o.run, &made));
    MG_TRY(mg__deliver_outputs(context, &outputs, status, &made));
    *result = made;
out:
    return status;
}
