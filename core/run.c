/* SPDX-License-Identifier: Apache-2.0 */
#include "core/run.h"

#include "core/cpu/called.h"
#include "core/kept.h"
#include "core/program/load.h"
#include "core/program/scratch.h"
#include "core/validate.h"

#include <string.h>

mg_status mg__run_options(mg_context *context, const mg_run_options *given, mg_run_options *options) {
    *options = MG_RUN_OPTIONS_INIT;
    if (!given) {
        return MG_OK;
    }
    if (given->size != sizeof *given || (unsigned)given->mode > MG_MODE_PULL ||
        (unsigned)given->backend > MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_INVALID, "run options: wrong size, mode or backend");
    }
    if (given->lanes > MG_LANES_MAX) {
        return mg__fail(context, MG_ERROR_INVALID, "run options: %u lanes, at most %d", given->lanes, MG_LANES_MAX);
    }
    *options = *given;
    return MG_OK;
}

static mg_status run_on(mg_context *context, const mg_graph *graph, const mg_backend *backend, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_statistics *totals = &plan->recorder->totals;
    mg__graph_begin_use(graph);
    const double start = mg__now();
    MG_TRY(backend->build(context, graph, plan));
    const double built = mg__now();
    MG_TRY(backend->run_plan(context, graph, plan));
    totals->backend = backend->name;
    totals->build_seconds += built - start;
    totals->run_seconds += mg__now() - built;
out:
    totals->kept_bytes = mg__graph_end_use(context, graph);
    return status;
}

mg_status mg__run_plan(mg_context *context, const mg_graph *graph, const mg_program *program,
                       const mg_callbacks *callbacks, const void *params, const mg_run_options *options, void *state,
                       mg_recorder *recorder) {
    mg_status status = MG_OK;
    const mg_backend *backend = NULL;
    char source[MG_PATH_SIZE];
    mg_plan plan = {.phases = program->phases,
                    .state_size = program->state_size,
                    .params_size = program->params_size,
                    .state = state,
                    .params = params,
                    .callbacks = callbacks,
                    .options = *options,
                    .recorder = recorder};
    MG_TRY(mg__validate_program(context, graph, program, callbacks, options, &plan.phase_count));
    MG_TRY(mg_graph_check(context, graph));
    MG_TRY(mg__backend_choose(context, options->backend, &backend));
    plan.source = program->source;
    if (program->text && backend != &mg__cpu_backend) {
        MG_TRY(mg__scratch_text(context, program->source, program->text, source));
        plan.source = source;
    }
    if (backend == &mg__cpu_backend) {
        MG_TRY(mg__program_complete(context, program));
    }
    MG_TRY(run_on(context, graph, backend, &plan));
out:
    return status;
}

mg_status mg__prefers_labels(mg_context *context, const mg_graph *graph, const mg_run_options *options, bool *prefers) {
    mg_status status = MG_OK;
    const mg_backend *backend = NULL;
    *prefers = false;
    if (options->mode != MG_MODE_AUTO || options->statistics || options->max_iterations || options->lanes > 1) {
        return MG_OK;
    }
    MG_TRY(mg__backend_choose(context, options->backend, &backend));
    if (backend->falls_into_tiles) {
        MG_TRY(backend->falls_into_tiles(context, graph, prefers));
    }
out:
    return status;
}

static mg_status make_result(mg_context *context, const mg_graph *graph, const mg_program *program, uint32_t lanes,
                             const void *state, mg_recorder *recorder, mg_result **result) {
    mg_status status = MG_OK;
    mg_result *made = NULL;
    MG_TRY(mg__result_create(context, graph, recorder, &made));
    for (size_t k = 0; k < MG_COLUMNS_MAX && program->columns[k].name; k++) {
        MG_TRY(mg__result_add(context, made, &program->columns[k], lanes, state, program->state_size));
    }
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    return status;
}

static mg_status run(mg_context *context, const mg_graph *graph, const mg_program *program,
                     const mg_callbacks *callbacks, const void *params, const mg_run_options *given, void *state,
                     mg_result **result) {
    mg_status status = MG_OK, outcome = MG_OK;
    mg_run_options options;
    mg_recorder recorder = {0};
    void *own_state = NULL, *own_params = NULL;
    const mg_vertex n = mg_graph_vertex_count(graph);
    MG_TRY(mg__run_options(context, given, &options));
    const uint32_t lanes = options.lanes ? options.lanes : 1;
    recorder.keep = options.statistics;
    if (!state) {
        MG_TRY(mg__get_zeroed(context, &own_state, (uint64_t)n * lanes, program->state_size, "vertex states"));
        state = own_state;
    }
    if (!params) {
        MG_TRY(mg__get(context, &own_params, 1, program->params_size ? program->params_size : 1, "parameters"));
        MG_TRY(mg_program_defaults(context, program, graph, own_params));
        params = own_params;
    }
    outcome = mg__run_plan(context, graph, program, callbacks, params, &options, state, &recorder);
    MG_TRY(outcome);
    if (result) {
        MG_TRY(make_result(context, graph, program, lanes, state, &recorder, result));
    }
    status = outcome;
out:
    mg__recorder_release(context, &recorder);
    mg__release(&context->memory, own_state);
    mg__release(&context->memory, own_params);
    return status;
}

mg_status mg_run(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                 const mg_run_options *options, void *state, mg_result **result) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !program) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_run: graph and program must not be NULL");
    }
    return run(context, graph, program, NULL, params, options, state, result);
}

mg_status mg_run_callbacks(mg_context *context, const mg_graph *graph, const mg_callbacks *callbacks,
                           const void *params, const mg_run_options *options, void *state, mg_result **result) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !callbacks || callbacks->size != sizeof *callbacks || !state || !callbacks->identity) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_run_callbacks: graph, callbacks, identity and state must not be NULL");
    }
    if (options && options->backend == MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "function pointers run on the CPU only");
    }
    const mg_phase *phase = callbacks->value_size == 8 ? mg__called_phase_8 : mg__called_phase_4;
    const mg_program program = {.abi = MG_PROGRAM_ABI,
                                .name = "callbacks",
                                .state_size = callbacks->state_size,
                                .params_size = callbacks->params_size,
                                .phases = {phase}};
    mg_run_options cpu = options ? *options : MG_RUN_OPTIONS_INIT;
    cpu.backend = MG_BACKEND_CPU;
    return run(context, graph, &program, callbacks, params, &cpu, state, result);
}
