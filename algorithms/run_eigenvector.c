/* SPDX-License-Identifier: Apache-2.0
 *
 * run_eigenvector.c: eigenvector and Katz centralities, by products of the adjacency matrix with a vector, with the
 * start, the step and the tolerance of NetworkX.
 */
#include "algorithms/entry.h"
#include "algorithms/power.h"
#include "core/engine/outputs.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

#include <math.h>

#define EIGENVECTOR_ITERATIONS 100
#define KATZ_ITERATIONS 1000

typedef struct vectors {
    double *now, *last;
    double alpha, beta;
} vectors;

static const mg_column_spec columns[] = {{.name = "centrality", .type = MG_FLOAT64, .meaning = MG_NUMBER},
                                         {.name = NULL}};

static void exchange(vectors *x) {
    double *const now = x->now;
    x->now = x->last;
    x->last = now;
}

/* x = x + A x, to length 1. Without edges it stays. */
static mg_status step_eigenvector(mg_power *power, void *data, double *change) {
    vectors *const x = data;
    mg_status status;
    exchange(x);
    MG_TRY(mg__power_multiply(power, false, x->last, x->now));
#pragma omp parallel for num_threads(power->context->threads) schedule(static)
    for (uint64_t i = 0; i < power->n; i++) {
        x->now[i] += x->last[i];
    }
    *change = mg__power_divide(power, x->now, sqrt(mg__power_sum(power, x->now, true)), x->last);
out:
    return status;
}

static mg_status step_katz(mg_power *power, void *data, double *change) {
    vectors *const x = data;
    mg_status status;
    exchange(x);
    MG_TRY(mg__power_multiply(power, false, x->last, x->now));
    *change = mg__power_combine(power, x->now, x->alpha, x->beta, x->last);
out:
    return status;
}

static mg_status run(mg_power *power, vectors *x, double start, bool to_length_1, mg_recorder *recorder,
                     mg_result **result) {
    mg_context *const context = power->context;
    mg_result *made = NULL;
    mg_status status, outcome;
    MG_TRY(MG_RESULT_ALLOC(context, x->now, power->n, "centralities"));
    MG_TRY(MG_RESULT_ALLOC(context, x->last, power->n, "centralities"));
    mg__power_fill(power, x->now, start);
    outcome = mg__power_run(power, recorder);
    MG_TRY(outcome);
    const double length = sqrt(mg__power_sum(power, x->now, true));
    if (!isfinite(length)) {
        outcome = MG_NOT_CONVERGED; /* alpha is too large */
    }
    if (length > 0 && to_length_1) {
        mg__power_divide(power, x->now, length, NULL);
    }
    MG_TRY(mg__result_create(context, power->graph, recorder, &made));
    double *const values = x->now;
    x->now = NULL;
    MG_TRY(mg__result_take(context, made, &columns[0], 1, values));
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    mg__release(&context->memory, x->now);
    mg__release(&context->memory, x->last);
    return status;
}

mg_status mg_eigenvector(mg_context *context, const mg_graph *graph, const mg_eigenvector_options *options,
                         mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_eigenvector_options o = options ? *options : MG_EIGENVECTOR_OPTIONS_INIT;
    vectors x = {.now = NULL};
    mg_power power = {.context = context};
    mg_recorder recorder = {0};
    mg_column_copies outputs;
    MG_TRY(mg__take_outputs(context, &o.run, columns, &outputs));
    MG_TRY(mg__power_begin(context, graph, &o.run, o.tolerance, &power));
    power.step = step_eigenvector;
    power.data = &x;
    power.limit = o.tolerance * (double)power.n;
    power.iterations = power.run.max_iterations ? power.run.max_iterations : EIGENVECTOR_ITERATIONS;
    power.products = 1;
    power.is_settled = power.n == 0;
    status = run(&power, &x, 1 / (double)power.n, false, &recorder, result);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    mg__recorder_release(context, &recorder);
    mg__power_release(&power);
    return status;
}

mg_status mg_katz(mg_context *context, const mg_graph *graph, const mg_katz_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_katz_options o = options ? *options : MG_KATZ_OPTIONS_INIT;
    vectors x = {.alpha = o.alpha, .beta = o.beta};
    mg_power power = {.context = context};
    mg_recorder recorder = {0};
    mg_column_copies outputs;
    if (!isfinite(o.alpha) || !isfinite(o.beta)) {
        return mg__fail(context, MG_ERROR_INVALID, "alpha is %g and beta %g, expected finite numbers", o.alpha, o.beta);
    }
    MG_TRY(mg__take_outputs(context, &o.run, columns, &outputs));
    MG_TRY(mg__power_begin(context, graph, &o.run, o.tolerance, &power));
    power.step = step_katz;
    power.data = &x;
    power.limit = o.tolerance * (double)power.n;
    power.iterations = power.run.max_iterations ? power.run.max_iterations : KATZ_ITERATIONS;
    power.products = 1;
    power.is_settled = power.n == 0;
    status = run(&power, &x, 0, !o.raw, &recorder, result);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    mg__recorder_release(context, &recorder);
    mg__power_release(&power);
    return status;
}
