/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/run.h"

#include "core/engine/edge_columns.h"
#include "core/engine/estimate.h"
#include "core/engine/outputs.h"
#include "core/engine/plan_loops.h"
#include "core/engine/validate.h"
#include "core/graph/graph_cache.h"
#include "core/kept_memory.h"
#include "core/ranks/ranks.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

#include <string.h>

static mg_status check_options(mg_context *context, const mg_run_options *o) {
    return o->size == sizeof *o && (unsigned)o->mode <= MG_MODE_PULL && (unsigned)o->backend <= MG_BACKEND_CUDA &&
                   (unsigned)o->sparse_layout <= MG_SPARSE_SEGMENTED && (unsigned)o->dense_layout <= MG_DENSE_BLOCKS &&
                   (unsigned)o->choice <= MG_CHOICE_SAMPLED
               ? MG_OK
               : mg__fail(context, MG_ERROR_INVALID, "run options: wrong size, mode, backend, layout or choice");
}

mg_status mg__run_options(mg_context *context, const mg_run_options *given, mg_run_options *options) {
    mg_status status = MG_OK;
    *options = MG_RUN_OPTIONS_INIT;
    if (!given) {
        return MG_OK;
    }
    MG_TRY(check_options(context, given));
    if (given->from) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "run options: this run cannot start from an earlier result");
    }
    if (given->outputs) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "run options: this run has no outputs; copy the result's columns");
    }
    if (given->lanes > MG_LANES_MAX) {
        return mg__fail(context, MG_ERROR_INVALID, "run options: lanes is %u, expected at most %d", given->lanes,
                        MG_LANES_MAX);
    }
    *options = *given;
out:
    return status;
}

bool mg__tiled_plan(const mg_program *program, const mg_backend *backend, const mg_plan *plan, mg_plan *tiled) {
    const mg_run_options *const o = &plan->options;
    const bool wants_iterations = o->mode != MG_MODE_AUTO || o->max_iterations || o->lanes > 1 || plan->recorder->keep;
    if (!program->tiled[0] || wants_iterations || !backend->prefers_tiles) {
        return false;
    }
    *tiled = *plan;
    tiled->phases = program->tiled;
    tiled->phase_count = mg__count_phases(program->tiled);
    tiled->loop_count = 0;
    return true;
}

/* Takes the phases for graphs that partition into tiles, if this is one. */
static mg_status choose_tiled_phases(mg_context *context, const mg_graph *graph, const mg_program *program,
                                     const mg_backend *backend, mg_plan *plan) {
    mg_status status = MG_OK;
    mg_plan tiled;
    bool is_tiled = false;
    if (!mg__tiled_plan(program, backend, plan, &tiled)) {
        return MG_OK;
    }
    MG_TRY(mg__plan_loops(context, program, program->tiled, NULL, tiled.loops, &tiled.loop_count));
    MG_TRY(backend->prefers_tiles(context, graph, &tiled, &is_tiled));
    *plan = is_tiled ? tiled : *plan;
out:
    return status;
}

/* A failure before a run on ranks begins: the others do not wait. */
static mg_status withdraw(mg_context *context, const mg_backend *backend, const mg_plan *plan, mg_status status) {
    const bool on_ranks = backend->runs_on_ranks && backend->runs_on_ranks(context, plan);
    return on_ranks ? mg__ranks_withdraw(context, status) : status;
}

static mg_status build_on(mg_context *context, const mg_graph *graph, const mg_program *program,
                          const mg_backend *backend, mg_plan *plan, char path[MG_PATH_SIZE]) {
    mg_status status = MG_OK;
    if (!backend->runs_without_rows || !backend->runs_without_rows(context, graph)) {
        MG_TRY(mg_graph_check(context, graph));
    }
    if (backend->prepare_program) {
        MG_TRY(backend->prepare_program(context, program, plan, path));
    }
    status = mg__check_memory(context, graph, program, plan, backend);
    if (status < 0) {
        return withdraw(context, backend, plan, status);
    }
    MG_TRY(choose_tiled_phases(context, graph, program, backend, plan));
    MG_TRY(backend->build(context, graph, plan));
out:
    return status;
}

/* Chooses the backend and builds what it needs; in mode auto the next one takes what a backend cannot run or hold. */
static mg_status build(mg_context *context, const mg_graph *graph, const mg_program *program, mg_plan *plan,
                       char path[MG_PATH_SIZE], const mg_backend **backend) {
    MG_STAGE(context, MG_STAGE_LAYOUT);
    mg_status status = MG_OK;
    plan->source = program->source;
    const mg_plan plain = *plan;
    MG_TRY(mg__backend_choose(context, plan->options.backend, backend));
    for (;;) {
        status = build_on(context, graph, program, *backend, plan, path);
        const mg_backend *const next = mg__backend_instead(context, plan->options.backend, *backend, status);
        if (!next) {
            break;
        }
        *backend = next;
        *plan = plain;
    }
out:
    return status;
}

static mg_status run_on(mg_context *context, const mg_graph *graph, const mg_program *program, mg_plan *plan) {
    mg_status status = MG_OK;
    mg_statistics *totals = &plan->recorder->totals;
    const mg_backend *backend = NULL;
    char path[MG_PATH_SIZE];
    mg__graph_begin_use(graph);
    const double start = mg__now();
    MG_TRY(build(context, graph, program, plan, path, &backend));
    const double built = mg__now();
    const double before = totals->build_seconds;
    MG_TRY(backend->run_plan(context, graph, plan));
    totals->backend = backend->name;
    totals->run_seconds += mg__now() - built - (totals->build_seconds - before); /* what was built between iterations */
    totals->build_seconds += built - start;
    memset(totals->representation, 0, sizeof totals->representation);
    if (backend->representations) {
        backend->representations(graph, totals->representation);
    }
out:
    mg__kept_end_run(context);
    mg__result_memory_end_run(context);
    totals->kept_bytes = mg__graph_end_use(context, graph);
    return status;
}

static mg_status run_checked(mg_context *context, const mg_graph *graph, const mg_program *program, mg_plan *plan) {
    mg_status status = MG_OK;
    plan->phases = program->phases;
    plan->state_size = program->state_size;
    plan->params_size = program->params_size;
    MG_TRY(mg__validate_program(context, graph, program, plan->callbacks, &plan->options, &plan->phase_count));
    MG_TRY(mg__plan_loops(context, program, program->phases, plan->callbacks, plan->loops, &plan->loop_count));
    MG_TRY(mg__graph_count(context, graph));
    if (context->estimate) {
        return mg__estimate_plan(context, graph, program, plan);
    }
    MG_TRY(run_on(context, graph, program, plan));
out:
    return status;
}

mg_status mg__run_plan(mg_context *context, const mg_graph *graph, const mg_program *program,
                       const mg_callbacks *callbacks, const void *params, const mg_run_options *options, void *state,
                       mg_recorder *recorder) {
    mg_plan plan = {
        .state = state, .params = params, .callbacks = callbacks, .options = *options, .recorder = recorder};
    return run_checked(context, graph, program, &plan);
}

mg_status mg__run_plan_to(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                          const mg_run_options *options, const mg_horizon *horizon, void *state,
                          mg_recorder *recorder) {
    mg_plan plan = {.state = state, .params = params, .options = *options, .horizon = horizon, .recorder = recorder};
    return run_checked(context, graph, program, &plan);
}

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

/* The backend writes the columns. */
static bool writes_on_device(const run_call *call) {
    return call->outputs && call->outputs->owner;
}

/* Is a state nothing but the value of the only column? Then the states are the column. */
static bool is_column(const mg_program *program) {
    const mg_column_spec *c = program->columns;
    return c[0].name && !c[1].name && mg__type_size(c[0].type) == program->state_size;
}

static mg_status fill_inputs(mg_context *context, const run_call *call, const mg_graph *graph, uint64_t elements,
                             run_inputs *g) {
    const mg_program *const program = call->program;
    mg_status status = MG_OK;
    if (!g->state && !writes_on_device(call)) {
        if (!context->estimate) {
            MG_TRY(mg__check_bytes(context, elements * program->state_size, ""));
        }
        MG_TRY((is_column(program) ? mg__result_alloc_zeroed : mg__kept_alloc_zeroed)(
            context, &g->own_state, elements, program->state_size, "vertex states"));
        g->state = g->own_state;
    }
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
    if (g->own_state && is_column(program)) {
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

static mg_status make_result(mg_context *context, const mg_graph *graph, const run_call *call, uint64_t elements,
                             uint32_t lanes, run_inputs *g, mg_recorder *recorder, mg_result **result) {
    mg_status status = MG_OK;
    mg_result *made = NULL;
    MG_TRY(mg__result_create(context, graph, recorder, &made));
    if (writes_on_device(call)) {
        lend_columns(call->outputs, lanes, made);
    } else {
        MG_TRY(add_columns(context, call, elements, lanes, g, made));
    }
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    return status;
}

/* The same before there is a plan. A program that is not valid is an error of its own in all processes. */
static mg_status withdraw_run(mg_context *context, const mg_graph *graph, const run_call *call,
                              const mg_run_options *options, mg_status failure) {
    mg_status status;
    mg_plan plan = {.phases = call->program->phases, .callbacks = call->callbacks, .options = *options};
    const mg_backend *backend = NULL;
    MG_TRY(mg__validate_program(context, graph, call->program, call->callbacks, options, &plan.phase_count));
    MG_TRY(mg__backend_choose(context, options->backend, &backend));
    status = withdraw(context, backend, &plan, failure);
out:
    return status;
}

/* States and outputs in device memory choose the backend. */
static mg_status choose_owner(mg_context *context, const run_call *call, mg_run_options *options) {
    const mg_backend *const owner = call->owner ? call->owner : writes_on_device(call) ? call->outputs->owner : NULL;
    if (owner && options->backend != MG_BACKEND_AUTO && options->backend != owner->kind) {
        return mg__fail(context, MG_ERROR_INVALID, "states in device memory require the backend %s", owner->name);
    }
    options->backend = owner ? owner->kind : options->backend;
    return MG_OK;
}

static mg_status prepare(mg_context *context, const mg_graph *graph, const run_call *call,
                         const mg_run_options *options, uint64_t elements, run_inputs *g) {
    mg_status status;
    if (context->estimate) {
        context->estimate->given = call->state != NULL;
    }
    status = fill_inputs(context, call, graph, elements, g);
    if (status < 0 && mg__ranks_of(context) > 1 && !context->estimate) {
        status = withdraw_run(context, graph, call, options, status);
    }
    return status;
}

static mg_status run_call_of(mg_context *context, const mg_graph *graph, const run_call *call, mg_result **result) {
    mg_status status = MG_OK, outcome = MG_OK;
    mg_recorder recorder = {0};
    run_inputs g = {.state = call->state, .params = call->params};
    mg_plan plan = {.callbacks = call->callbacks, .recorder = &recorder};
    MG_TRY(mg__run_options(context, call->options, &plan.options));
    MG_TRY(mg__validate_description(context, call->program)); /* before the defaults are written */
    const uint32_t lanes = plan.options.lanes ? plan.options.lanes : 1;
    const uint64_t elements = (uint64_t)mg_graph_vertex_count(graph) * lanes;
    recorder.keep = plan.options.statistics;
    recorder.keep_totals = call->keep_totals && result;
    MG_TRY(choose_owner(context, call, &plan.options));
    if (writes_on_device(call)) {
        MG_TRY(mg__find_fields(context, call->program, call->outputs));
        plan.columns = call->outputs;
    }
    MG_TRY(prepare(context, graph, call, &plan.options, elements, &g));
    if (result && !context->estimate) {
        MG_TRY(mg__take_edge_columns(context, graph, call->program, &recorder));
    }
    plan.state = g.state;
    plan.params = g.params;
    outcome = run_checked(context, graph, call->program, &plan);
    MG_TRY(outcome);
    if (result) {
        MG_TRY(make_result(context, graph, call, elements, lanes, &g, &recorder, result));
    }
    status = outcome;
out:
    mg__recorder_release(context, &recorder);
    mg__kept_release(context, g.own_state);
    mg__release(&context->memory, g.own_params);
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
        MG_TRY(check_options(context, options)); /* the size, before it is read */
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
