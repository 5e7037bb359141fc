/* SPDX-License-Identifier: Apache-2.0
 *
 * run_hits.c: hubs and authorities, by products of the adjacency matrix and its transpose with a vector.
 */
#include "algorithms/entry.h"
#include "algorithms/power.h"
#include "core/engine/outputs.h"
#include "core/result_memory.h"
#include "core/stage_clock.h"

#define DEFAULT_ITERATIONS 1000

static const mg_column_spec columns[] = {{.name = "hub", .type = MG_FLOAT64, .meaning = MG_NUMBER},
                                         {.name = "authority", .type = MG_FLOAT64, .meaning = MG_NUMBER},
                                         {.name = NULL}};

typedef struct hits {
    double *hub, *authority, *last; /* last: the hubs before this iteration */
} hits;

/* One step: authorities from hubs, hubs from authorities. Every edge leads from a vertex whose score is above 0, so
 * that the sums are not 0. */
static mg_status step(mg_power *power, void *data, double *change) {
    hits *const h = data;
    double *const before = h->hub;
    mg_status status;
    MG_TRY(mg__power_multiply(power, false, h->hub, h->authority));
    mg__power_divide(power, h->authority, mg__power_sum(power, h->authority, false), NULL);
    h->hub = h->last;
    h->last = before;
    MG_TRY(mg__power_multiply(power, true, h->authority, h->hub));
    *change = mg__power_divide(power, h->hub, mg__power_sum(power, h->hub, false), before);
out:
    return status;
}

static mg_status take(mg_context *context, hits *h, mg_result *result) {
    double *const hub = h->hub, *const authority = h->authority;
    mg_status status;
    h->hub = NULL;
    MG_TRY(mg__result_take(context, result, &columns[0], 1, hub));
    h->authority = NULL;
    status = mg__result_take(context, result, &columns[1], 1, authority);
out:
    return status;
}

static mg_status allocate(const mg_power *power, hits *h) {
    mg_status status;
    MG_TRY(MG_RESULT_ALLOC(power->context, h->hub, power->n, "hubs"));
    MG_TRY(MG_ALLOC(power->context, h->last, power->n, "hubs"));
    MG_TRY(MG_RESULT_ALLOC(power->context, h->authority, power->n, "authorities"));
    mg__power_fill(power, h->hub, 1 / (double)power->n);
    mg__power_fill(power, h->authority, 1 / (double)power->n);
out:
    return status;
}

static mg_status run(mg_power *power, hits *h, mg_recorder *recorder, mg_result **result) {
    mg_result *made = NULL;
    mg_status status, outcome;
    MG_TRY(allocate(power, h));
    outcome = mg__power_run(power, recorder);
    MG_TRY(outcome);
    MG_TRY(mg__result_create(power->context, power->graph, recorder, &made));
    MG_TRY(take(power->context, h, made));
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    return status;
}

mg_status mg_hits(mg_context *context, const mg_graph *graph, const mg_hits_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_hits_options o = options ? *options : MG_HITS_OPTIONS_INIT;
    hits h = {.hub = NULL};
    mg_power power = {.context = context};
    mg_recorder recorder = {0};
    mg_column_copies outputs;
    MG_TRY(mg__take_outputs(context, &o.run, columns, &outputs));
    MG_TRY(mg__power_begin(context, graph, &o.run, o.tolerance, &power));
    power.step = step;
    power.data = &h;
    power.limit = o.tolerance;
    power.iterations = power.run.max_iterations ? power.run.max_iterations : DEFAULT_ITERATIONS;
    power.products = 2;
    power.is_settled = power.n == 0 || graph->arcs == 0; /* then all scores stay 1 / n */
    status = run(&power, &h, &recorder, result);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    mg__recorder_release(context, &recorder);
    mg__power_release(&power);
    mg__release(&context->memory, h.hub);
    mg__release(&context->memory, h.last);
    mg__release(&context->memory, h.authority);
    return status;
}
