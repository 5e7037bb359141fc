/* SPDX-License-Identifier: Apache-2.0
 *
 * check.c: mg_program_check: compares every mode with the reference interpreter on small random graphs, then checks the
 * laws on the sampled values and states.
 */
#include "core/counter_random.h"
#include "core/engine/edge_columns.h"
#include "core/engine/plan_loops.h"
#include "core/engine/run.h"
#include "core/engine/validate.h"
#include "core/program/check_run.h"
#include "core/program/laws.h"
#include "core/program/load.h"

#include <stdio.h>
#include <string.h>

/* The last is large enough to run in parallel. */
static const check_graph_spec check_graphs[] = {
    {"a sparse directed graph", 40, 60, true, false}, {"a dense directed graph", 30, 240, true, false},
    {"an undirected graph", 40, 80, false, false},    {"a path with shortcuts", 60, 10, false, true},
    {"one vertex with a loop", 1, 1, true, false},    {"a larger directed graph", 3000, 24000, true, false},
};

static mg_status make_graph(program_check *x, const check_graph_spec *s, mg_graph **graph) {
    mg_status status = MG_OK;
    const uint32_t count = s->edges + (s->chain ? s->vertices - 1 : 0);
    uint32_t *source = NULL, *target = NULL;
    float *reals = NULL;
    int32_t *wholes = NULL;
    MG_TRY(MG_ALLOC(x->context, source, count, "a graph to check with"));
    MG_TRY(MG_ALLOC(x->context, target, count, "a graph to check with"));
    MG_TRY(MG_ALLOC(x->context, reals, count, "a graph to check with"));
    MG_TRY(MG_ALLOC(x->context, wholes, count, "a graph to check with"));
    for (uint32_t e = 0; e < count; e++) {
        const bool link = e >= s->edges;
        source[e] = link ? e - s->edges : (uint32_t)(mg__random_next(&x->random) % s->vertices);
        target[e] = link ? source[e] + 1 : (uint32_t)(mg__random_next(&x->random) % s->vertices);
        const double weight = x->weights[mg__random_next(&x->random) % MG_CHECK_WEIGHTS];
        reals[e] = (float)weight;
        wholes[e] = (int32_t)weight;
    }
    const mg_edge_list list = {.edge_count = count,
                               .id_type = MG_UINT32,
                               .source = source,
                               .target = target,
                               .weight_type = x->weight_type,
                               .weight = x->weight_type == MG_INT32     ? (const void *)wholes
                                         : x->weight_type == MG_FLOAT32 ? (const void *)reals
                                                                        : NULL,
                               .contiguous = true,
                               .vertex_count = s->vertices,
                               .symmetric = !s->directed};
    MG_TRY(mg_graph_from_edges(x->context, &list, NULL, graph));
out:
    mg__release(&x->context->memory, source);
    mg__release(&x->context->memory, target);
    mg__release(&x->context->memory, reals);
    mg__release(&x->context->memory, wholes);
    return status;
}

/* Parameters of the caller, with vertex parameters set for this graph. */
static mg_status make_params(const program_check *x, const mg_graph *graph, void *params) {
    mg_status status = MG_OK;
    const mg_program *p = x->program;
    char *defaults = NULL;
    MG_TRY(MG_ALLOC(x->context, defaults, p->params_size, "parameters"));
    MG_TRY(mg_program_defaults(x->context, p, graph, defaults));
    memcpy(params, x->params ? x->params : defaults, p->params_size);
    for (size_t i = 0; i < MG_PARAMETERS_MAX && p->parameters[i].name; i++) {
        const mg_parameter_spec *q = &p->parameters[i];
        if (q->meaning == MG_VERTEX) {
            memcpy((char *)params + q->offset, defaults + q->offset, sizeof(mg_vertex));
        }
    }
out:
    mg__release(&x->context->memory, defaults);
    return status;
}

/* Does the program choose among equivalent contributions? Vertex columns may then differ between modes. */
static bool has_choice(const mg_program *program) {
    bool choice = false;
    for (size_t i = 0; i < mg__count_phases(program->phases); i++) {
        mg_phase_info info;
        program->phases[i]->describe(&info, NULL);
        choice = choice || info.monoid == MG_ANY || (info.properties & MG_FIRST_HIT);
    }
    return choice;
}

/* Compares the result columns of a run. For the message: `way`, how it ran; `reason`, why results could differ. */
static mg_status compare_columns(const program_check *x, const check_graph_spec *s, const mg_program *program,
                                 const char *way, const char *reason, const char *expected, const char *found) {
    const bool choice = has_choice(x->program) || has_choice(program);
    for (size_t k = 0; k < MG_COLUMNS_MAX && x->program->columns[k].name; k++) {
        const mg_column_spec *column = &x->program->columns[k];
        if (choice && column->meaning == MG_VERTEX) {
            continue;
        }
        const mg_vertex v = mg__check_difference(column, expected, found, x->program->state_size, s->vertices);
        if (v < s->vertices) {
            return mg__fail(x->context, MG_ERROR_PROGRAM,
                            "%s and the reference run differ in column %s of vertex %u, on %s; %s", way, column->name,
                            v, s->name, reason);
        }
    }
    return MG_OK;
}

/* The same of the columns of edges. */
static mg_status compare_edges(const program_check *x, const check_graph_spec *s, const char *way,
                               const mg_result *result) {
    for (size_t k = 0; k < x->edges.edge_count; k++) {
        const mg_edge_values *const expected = &x->edges.edges[k];
        const mg_column *const found = mg_result_edge_column_at(result, k);
        const mg_column_spec spec = {.name = found->name, .type = found->type};
        const mg_vertex arcs = (mg_vertex)x->edge_count;
        const mg_vertex e = mg__check_difference(&spec, expected->values, found->data, expected->size, arcs);
        if (e < arcs) {
            return mg__fail(x->context, MG_ERROR_PROGRAM,
                            "%s and the reference run differ in column %s of edge number %u, on %s; score must be pure",
                            way, found->name, e, s->name);
        }
    }
    return MG_OK;
}

/* Runs the program and compares the result with the reference. */
static mg_status check_run(const program_check *x, const check_graph_spec *s, const mg_graph *graph, const void *params,
                           const mg_program *program, const mg_run_options *options, const char *expected,
                           char *state) {
    static const char broken[] =
        "a callback stores data outside of its vertex's state, or a declared property does not hold";
    mg_status status = MG_OK;
    char way[64];
    mg_result *result = NULL;
    const bool tiled = program == x->tiled;
    snprintf(way, sizeof way, "%s in mode %s%s", tiled ? "the phases for tiles" : "runs", mg_mode_name(options->mode),
             options->backend == MG_BACKEND_CUDA ? " on the GPU" : "");
    memset(state, 0, (size_t)s->vertices * program->state_size);
    MG_TRY(mg_run(x->context, graph, program, params, options, state, &result));
    MG_TRY(compare_columns(x, s, program, way, tiled ? "both must compute the same columns" : broken, expected, state));
    MG_TRY(compare_edges(x, s, way, result));
out:
    mg_result_destroy(result);
    return status;
}

static mg_status check_backend(const program_check *x, const check_graph_spec *s, const mg_graph *graph,
                               const void *params, mg_backend_kind backend, const char *expected, char *state) {
    mg_status status = MG_OK;
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    options.backend = backend;
    bool limited = true;
    for (size_t i = 0; i < x->phase_count; i++) {
        limited = limited && x->info[i].iteration_limit;
    }
    options.max_iterations = limited ? 0 : MG_CHECK_ITERATIONS;
    for (int mode = MG_MODE_AUTO; mode <= MG_MODE_PULL; mode++) {
        options.mode = (mg_mode)mode;
        MG_TRY(check_run(x, s, graph, params, x->program, &options, expected, state));
    }
    if (x->tiled) {
        options.mode = MG_MODE_AUTO;
        options.max_iterations = 0;
        MG_TRY(check_run(x, s, graph, params, x->tiled, &options, expected, state));
    }
out:
    return status;
}

static mg_status check_modes(const program_check *x, const check_graph_spec *s, const mg_graph *graph,
                             const void *params, const char *expected, char *state) {
    mg_status status = MG_OK;
    MG_TRY(check_backend(x, s, graph, params, MG_BACKEND_CPU, expected, state));
    if (x->on_device) {
        MG_TRY(check_backend(x, s, graph, params, MG_BACKEND_CUDA, expected, state));
    }
out:
    return status;
}

/* Are the results comparable? Label programs have other iterations than the reference, so it must have converged. */
static bool comparable(const program_check *x, mg_status outcome) {
    bool label = false;
    for (size_t i = 0; i < x->phase_count; i++) {
        label = label || (x->info[i].properties & MG_LABEL);
    }
    return outcome == MG_OK || !label;
}

static mg_status check_graph(program_check *x, const check_graph_spec *s, void *params) {
    mg_status status = MG_OK;
    mg_graph *graph = NULL;
    char *expected = NULL, *state = NULL, *changed = NULL;
    const size_t size = x->program->state_size;
    MG_TRY(make_graph(x, s, &graph));
    MG_TRY(make_params(x, graph, params));
    MG_TRY(mg__alloc_zeroed(x->context, (void **)&expected, s->vertices, size, "vertex states"));
    MG_TRY(mg__alloc(x->context, (void **)&state, s->vertices, size, "vertex states"));
    MG_TRY(MG_ALLOC(x->context, changed, x->program->params_size, "parameters"));
    memcpy(changed, params, x->program->params_size);
    MG_TRY(mg__take_edge_columns(x->context, graph, x->program, &x->edges));
    x->edge_count = mg_graph_arc_count(graph);
    const mg_reference reference = {.graph = graph,
                                    .program = x->program,
                                    .params = changed,
                                    .limit = MG_CHECK_ITERATIONS,
                                    .reservoir = x->reservoir,
                                    .edges = &x->edges};
    const mg_status outcome = mg__reference_run(x->context, &reference, expected);
    MG_TRY(outcome);
    MG_TRY(mg__check_vertex_columns(x, s, expected));
    MG_TRY(mg__check_declarations(x, s, graph, params, expected, state));
    if (comparable(x, outcome)) {
        MG_TRY(check_modes(x, s, graph, params, expected, state));
    }
out:
    mg__recorder_release(x->context, &x->edges);
    mg__release(&x->context->memory, expected);
    mg__release(&x->context->memory, state);
    mg__release(&x->context->memory, changed);
    mg_graph_destroy(graph);
    return status;
}

static mg_status check_laws(program_check *x, const void *params) {
    static const double no_totals[MG_TOTALS_MAX];
    mg_status status = MG_OK;
    for (size_t i = 0; i < x->phase_count; i++) {
        mg_reservoir *reservoir = &x->reservoir[i];
        for (size_t k = 0; k < reservoir->state_count; k++) {
            reservoir->contexts[k].totals = no_totals;
        }
        const mg_laws laws = {.phase = x->program->phases[i],
                              .params = params,
                              .values = reservoir->values,
                              .value_count = reservoir->value_count,
                              .states = reservoir->states,
                              .contexts = reservoir->contexts,
                              .state_count = reservoir->state_count,
                              .weights = x->weights,
                              .weight_count = MG_CHECK_WEIGHTS};
        MG_TRY(mg__laws_check(x->context, &laws));
    }
out:
    return status;
}

/* Chooses the weight type by the phases: small integers, or reals up to 1. */
static void choose_weights(program_check *x) {
    bool whole = false, real = false;
    for (size_t i = 0; i < x->phase_count; i++) {
        const mg_type type = x->info[i].weight_type;
        real = real || type == MG_FLOAT32 || type == MG_FLOAT64;
        whole = whole || (type != MG_TYPE_NONE && type != MG_FLOAT32 && type != MG_FLOAT64);
    }
    x->weight_type = whole ? MG_INT32 : real ? MG_FLOAT32 : MG_TYPE_NONE;
    for (int i = 0; i < MG_CHECK_WEIGHTS; i++) {
        const double r = (double)(1 + mg__random_next(&x->random) % 16);
        x->weights[i] = whole ? r : r / 16.0;
    }
}

static mg_status prepare(program_check *x) {
    mg_status status = MG_OK;
    for (size_t i = 0; i < x->phase_count; i++) {
        if (!x->program->phases[i]->calls) {
            return mg__fail(x->context, MG_ERROR_UNSUPPORTED, "programs of function pointers cannot be checked");
        }
        x->program->phases[i]->describe(&x->info[i], NULL);
        x->reservoir[i].random = i;
        MG_TRY(MG_ALLOC(x->context, x->reservoir[i].values, MG_RESERVOIR_VALUES, "the check"));
        MG_TRY(mg__alloc(x->context, (void **)&x->reservoir[i].states, MG_RESERVOIR_STATES, x->program->state_size,
                         "the check"));
        MG_TRY(MG_ALLOC(x->context, x->reservoir[i].contexts, MG_RESERVOIR_STATES, "the check"));
    }
    choose_weights(x);
out:
    return status;
}

static mg_status examine(mg_context *context, const mg_program *program, const mg_program *tiled, const void *params,
                         bool on_device) {
    mg_status status = MG_OK;
    void *own = NULL;
    program_check x = {.context = context,
                       .program = program,
                       .tiled = tiled,
                       .params = params,
                       .on_device = on_device,
                       .phase_count = mg__count_phases(program->phases),
                       .random = 1};
    MG_TRY(prepare(&x));
    MG_TRY(mg__alloc(context, &own, program->params_size, 1, "parameters"));
    mg_status modes = MG_OK; /* reported last: a violated law is the better explanation of differing modes */
    for (size_t i = 0; i < sizeof check_graphs / sizeof *check_graphs && modes >= 0; i++) {
        modes = check_graph(&x, &check_graphs[i], own);
    }
    if (modes >= 0 || modes == MG_ERROR_PROGRAM) {
        char difference[sizeof context->error];
        memcpy(difference, context->error, sizeof difference);
        MG_TRY(check_laws(&x, own));
        memcpy(context->error, difference, sizeof difference);
    }
    status = modes < 0 ? modes : MG_OK;
out:
    for (size_t i = 0; i < MG_PHASES_MAX; i++) {
        mg__release(&context->memory, x.reservoir[i].values);
        mg__release(&context->memory, x.reservoir[i].states);
        mg__release(&context->memory, x.reservoir[i].contexts);
    }
    mg__release(&context->memory, own);
    return status;
}

mg_status mg_program_check(mg_context *context, const mg_program *program, const void *params,
                           mg_backend_kind backend) {
    mg_status status = MG_OK;
    size_t phases = 0;
    const mg_backend *device = NULL;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!program || (unsigned)backend > MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_program_check: program must not be NULL, and backend must be a known value");
    }
    MG_TRY(mg__validate_program(context, NULL, program, NULL, NULL, &phases));
    MG_TRY(mg__program_complete(context, program));
    if (backend != MG_BACKEND_CPU) {
        MG_TRY(mg__backend_choose(context, backend, &device));
    }
    const bool on_device = device && device->kind != MG_BACKEND_CPU;
    mg_program tiled = *program;
    mg__only_tiled(&tiled);
    if (program->tiled[0]) { /* first: a violated law of these phases is the better explanation of differing results */
        MG_TRY(examine(context, &tiled, NULL, params, on_device));
    }
    MG_TRY(examine(context, program, program->tiled[0] ? &tiled : NULL, params, on_device));
out:
    return status;
}
