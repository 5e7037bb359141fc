/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/run.h"

#include "core/engine/estimate.h"
#include "core/engine/plan_loops.h"
#include "core/engine/validate.h"
#include "core/graph/graph_cache.h"
#include "core/kept_memory.h"
#include "core/ranks/ranks.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

#include <string.h>

mg_status mg__check_run_options(mg_context *context, const mg_run_options *o) {
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
    MG_TRY(mg__check_run_options(context, given));
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
mg_status mg__withdraw(mg_context *context, const mg_graph *graph, const mg_backend *backend, const mg_plan *plan,
                       mg_status status) {
    const bool on_ranks = backend->runs_on_ranks && backend->runs_on_ranks(context, graph, plan);
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
        return mg__withdraw(context, graph, backend, plan, status);
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
    plan->source = program->source;
    const mg_plan plain = *plan;
    mg_status status = mg__backend_choose(context, plan->options.backend, backend);
    if (status < 0) {
        return *backend ? mg__withdraw(context, graph, *backend, plan, status) : status;
    }
    for (;;) {
        status = build_on(context, graph, program, *backend, plan, path);
        const mg_backend *const next = mg__backend_instead(context, plan->options.backend, *backend, status);
        if (!next) {
            break;
        }
        *backend = next;
        *plan = plain;
    }
    return status;
}

bool mg__is_column(const mg_program *program) {
    const mg_column_spec *c = program->columns;
    return c[0].name && !c[1].name && mg__type_size(c[0].type) == program->state_size;
}

mg_status mg__take_states(mg_context *context, const mg_program *program, uint64_t elements, void **states) {
    mg_status status = MG_OK;
    if (!context->estimate) {
        MG_TRY(mg__check_bytes(context, elements * program->state_size, ""));
    }
    status = (mg__is_column(program) ? mg__result_alloc_zeroed : mg__kept_alloc_zeroed)(
        context, states, elements, program->state_size, "vertex states");
out:
    return status;
}

/* The columns that a device writes, or states of zeros for a run on the host. */
static mg_status take_memory(mg_context *context, const mg_graph *graph, const mg_program *program,
                             const mg_backend *backend, mg_plan *plan) {
    const uint64_t lanes = plan->options.lanes > 1 ? plan->options.lanes : 1, elements = graph->n * lanes;
    mg_status status = MG_OK;
    if (plan->state) {
        return MG_OK;
    }
    if (!backend->writes_columns) {
        plan->columns = NULL;
        plan->sums = NULL;
        MG_TRY(mg__take_states(context, program, elements, &plan->state));
    }
    for (size_t i = 0; plan->columns && i < plan->columns->count; i++) {
        mg_column_copy *const c = &plan->columns->copy[i];
        if (!c->data) {
            MG_TRY(mg__result_alloc(context, &c->data, elements, mg__type_size(c->type), c->name));
        }
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
    MG_TRY(take_memory(context, graph, program, backend, plan));
    if (plan->sums) {
        plan->sums->owner = backend;
    }
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

mg_status mg__run_filled_plan(mg_context *context, const mg_graph *graph, const mg_program *program, mg_plan *plan) {
    mg_status status = MG_OK;
    plan->phases = program->phases;
    plan->program = program;
    plan->state_size = program->state_size;
    plan->params_size = program->params_size;
    MG_TRY(mg__graph_count(context, graph)); /* the range of the weights, too */
    MG_TRY(mg__validate_program(context, graph, program, plan->callbacks, &plan->options, &plan->phase_count));
    MG_TRY(mg__plan_loops(context, program, program->phases, plan->callbacks, plan->loops, &plan->loop_count));
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
    return mg__run_filled_plan(context, graph, program, &plan);
}

mg_status mg__run_plan_adding(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                              const mg_run_options *options, mg_state_sums *sums, void **state, mg_recorder *recorder) {
    mg_plan plan = {.sums = sums, .params = params, .options = *options, .recorder = recorder};
    const mg_status status = mg__run_filled_plan(context, graph, program, &plan);
    *state = plan.state;
    return status;
}

mg_status mg__run_plan_to(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                          const mg_run_options *options, const mg_horizon *horizon, void *state,
                          mg_recorder *recorder) {
    mg_plan plan = {.state = state, .params = params, .options = *options, .horizon = horizon, .recorder = recorder};
    return mg__run_filled_plan(context, graph, program, &plan);
}
