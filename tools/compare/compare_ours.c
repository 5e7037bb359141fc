/* SPDX-License-Identifier: Apache-2.0
 *
 * Our run of a comparison: warm-ups and trials from one source, verified.
 */
#include "tools/bench/bench.h"
#include "tools/cli/message.h"
#include "tools/compare/compare.h"
#include "tools/output/summary.h"
#include "tools/verbs/algorithm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double our_value(const our_run *run, mg_vertex v) {
    const mg_column *const column = mg_result_column(run->s.result, run->s.verb->runs->column);
    switch (column->type) {
    case MG_UINT32: {
        const uint32_t value = ((const uint32_t *)column->data)[v];
        return value == UINT32_MAX ? INFINITY : (double)value;
    }
    case MG_UINT64: {
        const uint64_t value = ((const uint64_t *)column->data)[v];
        return value == UINT64_MAX ? INFINITY : (double)value;
    }
    case MG_FLOAT32:
        return (double)((const float *)column->data)[v];
    default:
        return ((const double *)column->data)[v];
    }
}

/* The number of reached vertices; for cc the number of components (vertices that are their own label). */
static uint64_t count_result(const our_run *run, bool components) {
    uint64_t count = 0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(run->s.graph); v++) {
        const double value = our_value(run, v);
        count += components ? value == (double)v : value < INFINITY;
    }
    return count;
}

/* Seconds of warm-up. The threads have slept while a peer ran, and may wake up on one core: the system takes some 15 ms
 * to separate them. A peer builds its graph before its trials. */
#define WARM_SECONDS 0.05

static mg_status run_trials(our_run *run, mg_backend_kind backend) {
    mg_run_options o = session_run_options(run->s.verb, &run->options, backend);
    const double begin = clock_seconds();
    mg_status status;
    do {
        trial warm;
        status = session_trial(&run->s, &o, &warm);
    } while (status >= 0 && clock_seconds() - begin < WARM_SECONDS);
    for (uint64_t i = 0; i < run->options.bench.trials && status >= 0; i++) {
        status = session_trial(&run->s, &o, &run->s.trials[i]);
        run->s.trial_count += status >= 0;
    }
    return status;
}

double our_tolerance(const peer_command *command, const cli_options *options) {
    return command->tolerance > 0.0 ? command->tolerance : options->tolerance;
}

int our_run_do(our_run *run, const session *s, peer_graph *g, const peer_command *command, mg_backend_kind backend) {
    const char *const name = command->error > 0 ? "pagerank" : command->algorithm;
    const bench_algorithm *const measured = bench_algorithm_find(name, strlen(name));
    mg_vertex source = g->source;
    *run = (our_run){.options = *s->options};
    run->options.data_driven = measured->data_driven;
    run->options.tolerance = our_tolerance(command, s->options);
    run->s = (session){.verb = verb_find(measured->verb),
                       .options = &run->options,
                       .context = s->context,
                       .graph = g->graph,
                       .source = measured->from_source ? source : MG_NONE};
    if (measured->sources && source != MG_NONE) {
        run->s.sources = &source;
        run->s.source_count = 1;
    }
    run->s.trials = calloc(run->options.bench.trials, sizeof *run->s.trials);
    if (!run->s.trials) {
        message("out of memory for --trials");
        return STATUS_FAILURE;
    }
    mg_status status = command->error > 0 ? compare_error_ours(run, g, command, backend) : MG_OK;
    const bool reached = status == MG_OK;
    if (reached) {
        status = run_trials(run, backend);
    }
    run->s.sources = NULL;
    if (status < 0) {
        snprintf(run->why, sizeof run->why, "%.255s", mg_context_error(s->context));
        return status == MG_ERROR_CANCELLED ? STATUS_INTERRUPTED : STATUS_SUCCESS;
    }
    if (!reached) {
        snprintf(run->why, sizeof run->why, "no tolerance reaches the error");
        return STATUS_SUCCESS;
    }
    run->wall = trial_times_of(&run->s).median;
    run->device = device_median_of(&run->s);
    run->right = command->error > 0 || run->options.bench.verify == BENCH_VERIFY_NONE ||
                 run->s.verb->runs->verify(&run->s, run->why, sizeof run->why);
    run->count = count_result(run, strcmp(name, "cc") == 0);
    return STATUS_SUCCESS;
}

void our_run_close(our_run *run) {
    mg_result_destroy(run->s.result);
    free(run->s.trials);
}
