/* SPDX-License-Identifier: Apache-2.0
 *
 * run_program.c: mg_run: initial states and parameters, and the result's columns, from states of the host or written by
 * a device.
 */
#include "core/engine/edge_columns.h"
#include "core/engine/estimate.h"
#include "core/engine/outputs.h"
#include "core/engine/plan_loops.h"
#include "core/engine/run.h"
#include "core/engine/validate.h"
#include "core/kept_memory.h"
#include "core/ranks/ranks.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

/* The initial states and parameters: the caller's, or zeros and the program's defaults. */
typedef struct run_inputs {
    void *state;
    const void *params;
    void *own_state, *own_params;
} run_inputs;

/* A call of mg_run or of an algorithm. */
typedef struct run_call {
    const mg_program *program;
    const mg_callbacks *callbacks;
    const void *params;
    const mg_run_options *options;
    void *state;
    const mg_backend *owner; /* the state is in its device memory; NULL: in host memory */
    bool keep_totals;
    mg_column_copies *outputs; /* NULL: none */
} run_call;

/* Columns go to device memory of the caller. */
static bool writes_there(const run_call *call) {
    return call->outputs && call->outputs->owner;
}

/* May the states wait until it is known where the run is? On a device they begin there, and only columns come back.
 * Ranks and several devices share states of the host. */
static bool may_wait(const mg_context *context, const run_call *call, bool has_result) {
    return !call->state && !call->callbacks && has_result && call->program->columns[0].name &&
           mg__fields_are_aligned(call->program) && context->device_count < 2 && mg__ranks_of(context) < 2;
}

/* The same where nothing is run: by the backend that would be asked first. */
static bool would_wait(mg_context *context, const mg_run_options *options) {
    const mg_backend *backend = NULL;
    return mg__backend_choose(context, options->backend, &backend) >= 0 && backend->writes_columns;
}

/* All columns of the program, for a result. */
static void list_columns(const mg_program *program, mg_column_copies *columns) {
    for (const mg_column_spec *c = program->columns; columns->count < MG_COLUMNS_MAX && c->name; c++) {
        columns->copy[columns->count++] = (mg_column_copy){.name = c->name, .type = c->type, .spec = c};
    }
}

static mg_status fill_states(mg_context *context, const run_call *call, const mg_graph *graph,
                             const mg_run_options *options, bool waits, run_inputs *g) {
    const uint64_t lanes = options->lanes > 1 ? options->lanes : 1, elements = mg_graph_vertex_count(graph) * lanes;
    const bool skips = context->estimate ? waits && would_wait(context, options) : waits;
    mg_status status = MG_OK;
    if (context->estimate) {
        context->estimate->makes_columns = true;
        context->estimate->given = call->state || skips;
    }
    if (g->state || skips || writes_there(call)) {
        return MG_OK;
    }
    MG_TRY(mg__take_states(context, call->program, elements, &g->own_state));
    g->state = g->own_state;
out:
    return status;
}

static mg_status fill_params(mg_context *context, const mg_program *program, const mg_graph *graph, run_inputs *g) {
    mg_status status = MG_OK;
    if (!g->params) {
        const size_t size = program->params_size ? program->params_size : 1;
        MG_TRY(mg__alloc(context, &g->own_params, 1, size, "parameters"));
        MG_TRY(mg_program_defaults(context, program, graph, g->own_params));
        g->params = g->own_params;
    }
out:
    return status;
}

/* Host memory with the states, for the columns. */
static mg_status fetch(mg_context *context, const run_call *call, uint64_t elements, run_inputs *g) {
    mg_status status = MG_OK;
    const size_t size = call->program->state_size;
    if (call->owner) {
        MG_TRY(mg__alloc(context, &g->own_state, elements, size, "vertex states"));
        MG_TRY(call->owner->download(context, g->own_state, g->state, elements * size));
        g->state = g->own_state;
    }
out:
    return status;
}

static void lend_columns(mg_column_copies *outputs, uint32_t lanes, mg_result *result) {
    for (size_t i = 0; i < outputs->count; i++) {
        mg__result_lend(result, &outputs->copy[i], lanes);
    }
    outputs->written = true;
}

static mg_status add_columns(mg_context *context, const run_call *call, uint64_t elements, uint32_t lanes,
                             run_inputs *g, mg_result *made) {
    const mg_program *const program = call->program;
    mg_status status = MG_OK;
    MG_TRY(fetch(context, call, elements, g));
    if (g->own_state && mg__is_column(program)) {
        void *const column = g->own_state;
        g->own_state = g->state = NULL;
        MG_TRY(mg__result_take(context, made, &program->columns[0], lanes, column));
    } else {
        for (size_t k = 0; k < MG_COLUMNS_MAX && program->columns[k].name; k++) {
            MG_TRY(mg__result_add(context, made, &program->columns[k], lanes, g->state, program->state_size));
        }
    }
out:
    return status;
}

/* The columns that a device has written. */
static mg_status take_columns(mg_context *context, mg_column_copies *columns, uint32_t lanes, mg_result *made) {
    mg_status status = MG_OK;
    for (size_t k = 0; k < columns->count; k++) {
        void *const data = columns->copy[k].data;
        columns->copy[k].data = NULL;
        MG_TRY(mg__result_take(context, made, columns->copy[k].spec, lanes, data));
    }
out:
    return status;
}

static mg_status make_result(mg_context *context, const mg_graph *graph, const run_call *call, const mg_plan *plan,
                             run_inputs *g, mg_result **result) {
    const uint32_t lanes = plan->options.lanes ? plan->options.lanes : 1;
    mg_status status = MG_OK;
    mg_result *made = NULL;
    MG_TRY(mg__result_create(context, graph, plan->recorder, &made));
    if (plan->columns && plan->columns == call->outputs) {
        lend_columns(call->outputs, lanes, made);
    } else if (plan->columns) {
        MG_TRY(take_columns(context, plan->columns, lanes, made));
    } else {
        MG_TRY(add_columns(context, call, (uint64_t)mg_graph_vertex_count(graph) * lanes, lanes, g, made));
    }
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    return status;
}

/* Withdraws from a run on ranks before there is a plan. A program that is not valid is an error of its own in all
 * processes. */
static mg_status withdraw_run(mg_context *context, const mg_graph *graph, const run_call *call,
                              const mg_run_options *options, mg_status failure) {
    mg_status status;
    mg_recorder recorder = {.keep = options->statistics};
    mg_plan plan = {.phases = call->program->phases,
                    .callbacks = call->callbacks,
                    .options = *options,
                    .source = call->program->source,
                    .recorder = &recorder};
    const mg_backend *backend = NULL;
    MG_TRY(mg__validate_program(context, graph, call->program, call->callbacks, options, &plan.phase_count));
    MG_TRY(
        mg__plan_loops(context, call->program, call->program->phases, call->callbacks, plan.loops, &plan.loop_count));
    status = mg__backend_choose(context, options->backend, &backend);
    status = backend ? mg__withdraw(context, graph, backend, &plan, failure) : status;
out:
    return status;
}

/* States and outputs in device memory choose the backend. */
static mg_status choose_owner(mg_context *context, const run_call *call, mg_run_options *options) {
    const mg_backend *const owner = call->owner ? call->owner : writes_there(call) ? call->outputs->owner : NULL;
    if (owner && options->backend != MG_BACKEND_AUTO && options->backend != owner->kind) {
        return mg__fail(context, MG_ERROR_INVALID, "states in device memory require the backend %s", owner->name);
    }
    options->backend = owner ? owner->kind : options->backend;
    return MG_OK;
}

static mg_status prepare(mg_context *context, const mg_graph *graph, const run_call *call,
                         const mg_run_options *options, bool waits, run_inputs *g) {
    mg_status status;
    status = fill_states(context, call, graph, options, waits, g);
    status = status < 0 ? status : fill_params(context, call->program, graph, g);
    if (status < 0 && mg__ranks_of(context) > 1 && !context->estimate) {
        status = withdraw_run(context, graph, call, options, status);
    }
    return status;
}

/* Runs the plan. States that were made for it are those of `g`. */
static mg_status run_prepared(mg_context *context, const mg_graph *graph, const run_call *call, mg_plan *plan,
                              run_inputs *g) {
    plan->state = g->state;
    plan->params = g->params;
    const mg_status status = mg__run_filled_plan(context, graph, call->program, plan);
    if (!g->state) {
        g->own_state = g->state = plan->state;
    }
    return status;
}

static mg_status run_call_of(mg_context *context, const mg_graph *graph, const run_call *call, mg_result **result) {
    mg_status status = MG_OK, outcome = MG_OK;
    mg_recorder recorder = {0};
    mg_column_copies own = {0};
    run_inputs g = {.state = call->state, .params = call->params};
    mg_plan plan = {.callbacks = call->callbacks, .recorder = &recorder};
    MG_TRY(mg__run_options(context, call->options, &plan.options));
    MG_TRY(mg__validate_description(context, call->program)); /* before the defaults are written */
    const bool waits = may_wait(context, call, result != NULL);
    recorder.keep = plan.options.statistics;
    recorder.keep_totals = call->keep_totals && result;
    MG_TRY(choose_owner(context, call, &plan.options));
    if (writes_there(call) || (waits && call->outputs && call->outputs->count)) {
        MG_TRY(mg__find_fields(context, call->program, call->outputs));
        plan.columns = call->outputs;
    } else if (waits) {
        list_columns(call->program, &own);
        plan.columns = &own;
    }
    MG_TRY(prepare(context, graph, call, &plan.options, waits, &g));
    if (result && !context->estimate) {
        MG_TRY(mg__take_edge_columns(context, graph, call->program, &recorder));
    }
    outcome = run_prepared(context, graph, call, &plan, &g);
    MG_TRY(outcome);
    if (result) {
        MG_TRY(make_result(context, graph, call, &plan, &g, result));
    }
    status = outcome;
out:
    mg__recorder_release(context, &recorder);
    mg__kept_release(context, g.own_state);
    mg__release(&context->memory, g.own_params);
    for (size_t k = 0; k < own.count; k++) {
        mg__release(&context->memory, own.copy[k].data);
    }
    return status;
}

mg_status mg__run(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                  const mg_run_options *options, void *state, mg_result **result) {
    const run_call call = {.program = program, .params = params, .options = options, .state = state};
    return run_call_of(context, graph, &call, result);
}

mg_status mg__run_to_outputs(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                             const mg_run_options *options, void *state, mg_column_copies *outputs,
                             mg_result **result) {
    const run_call call = {
        .program = program, .params = params, .options = options, .state = state, .outputs = outputs};
    return run_call_of(context, graph, &call, result);
}

mg_status mg__run_with_totals(mg_context *context, const mg_graph *graph, const mg_program *program,
                              const mg_callbacks *callbacks, const void *params, const mg_run_options *options,
                              void *state, mg_result **result) {
    mg_status status = MG_OK, outcome = MG_OK;
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    mg_column_copies outputs;
    mg_result *made = NULL;
    if (options) {
        MG_TRY(mg__check_run_options(context, options)); /* the size, before it is read */
        run = *options;
    }
    MG_TRY(mg__validate_description(context, program));
    MG_TRY(mg__take_outputs(context, &run, program->columns, &outputs));
    const run_call call = {.program = program,
                           .callbacks = callbacks,
                           .params = params,
                           .options = &run,
                           .state = state,
                           .owner = mg__memory_owner(state),
                           .keep_totals = true,
                           .outputs = &outputs};
    outcome = run_call_of(context, graph, &call, result || outputs.count ? &made : NULL);
    MG_TRY(outcome);
    MG_TRY(mg__result_deliver(context, &outputs, made));
    if (result) {
        *result = made;
        made = NULL;
    }
    status = outcome;
out:
    mg_result_destroy(made);
    return status;
}

mg_status mg_run(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                 const mg_run_options *options, void *state, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !program) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_run: graph and program must not be NULL");
    }
    return mg__run_with_totals(context, graph, program, NULL, params, options, state, result);
}
