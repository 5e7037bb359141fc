/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/graph_runs.h"

#include "tools/cli/message.h"
#include "tools/cli/signals.h"
#include "tools/output/summary.h"
#include "tools/verbs/algorithm.h"

#include <stdlib.h>
#include <string.h>

const graph_way graph_ways[WAYS] = {{"auto", MG_MODE_AUTO, MG_SPARSE_AUTO},
                                    {"sparse", MG_MODE_SPARSE, MG_SPARSE_CSR},
                                    {"segmented", MG_MODE_SPARSE, MG_SPARSE_SEGMENTED},
                                    {"pull", MG_MODE_PULL, MG_SPARSE_AUTO},
                                    {"dense", MG_MODE_DENSE, MG_SPARSE_AUTO}};

/* ---- one algorithm ---- */

/* The iterations of a run, or their times where these are less. */
static bool keep_iterations(const mg_statistics *statistics, graph_times *times) {
    if (!times->iterations) {
        times->iterations = malloc(statistics->iteration_count * sizeof *times->iterations + 1);
        times->iteration_count = times->iterations ? statistics->iteration_count : 0;
        if (times->iterations && times->iteration_count) {
            memcpy(times->iterations, statistics->iteration, times->iteration_count * sizeof *times->iterations);
        }
        return times->iterations != NULL;
    }
    const size_t both =
        statistics->iteration_count < times->iteration_count ? statistics->iteration_count : times->iteration_count;
    for (size_t i = 0; i < both; i++) {
        double *const least = &times->iterations[i].seconds, now = statistics->iteration[i].seconds;
        *least = now < *least ? now : *least;
    }
    return true;
}

static void sum_bytes(const mg_statistics *statistics, graph_times *times) {
    times->bytes = 0;
    for (int kind = 0; kind < MG_REPRESENTATION_COUNT; kind++) {
        times->bytes += (double)statistics->representation[kind].bytes;
    }
}

static int run_trials(session *s, const mg_run_options *run, uint64_t trials, graph_times *times) {
    trial first;
    mg_status status = session_trial(s, run, &first);
    times->build_seconds = s->build_seconds;
    for (uint64_t i = 0; i < trials && status >= 0; i++) {
        status = session_trial(s, run, &s->trials[i]);
        s->trial_count += status >= 0;
        if (status >= 0 && run->statistics && !keep_iterations(mg_result_statistics(s->result), times)) {
            message("out of memory for the iterations");
            return STATUS_FAILURE;
        }
    }
    if (interrupted()) {
        return STATUS_INTERRUPTED;
    }
    if (status >= 0) {
        const double device = device_median_of(s);
        times->seconds = device > 0 ? device : trial_times_of(s).median;
        sum_bytes(mg_result_statistics(s->result), times);
    }
    return STATUS_SUCCESS;
}

int graph_time(const session *opened, const bench_algorithm *measured, mg_backend_kind backend, const graph_way *way,
               uint64_t trials, bool records, graph_times *times) {
    cli_options options = *opened->options;
    mg_vertex source = mg_graph_default_source(opened->graph);
    options.data_driven = measured->data_driven;
    options.tolerance = measured->tolerance > 0 ? measured->tolerance : options.tolerance;
    session s = {.verb = verb_find(measured->verb),
                 .options = &options,
                 .context = opened->context,
                 .graph = opened->graph,
                 .source = measured->from_source ? source : MG_NONE};
    mg_run_options run = session_run_options(s.verb, &options, backend);
    *times = (graph_times){.seconds = -1};
    run.mode = way->mode ? way->mode : run.mode;
    run.sparse_layout = way->layout ? way->layout : run.sparse_layout;
    run.statistics = records;
    if (measured->sources) {
        s.sources = &source;
        s.source_count = 1;
    }
    s.trials = calloc(trials + 1, sizeof *s.trials);
    if (!s.trials) {
        message("out of memory for --trials");
        return STATUS_FAILURE;
    }
    const int status = run_trials(&s, &run, trials, times);
    mg_result_destroy(s.result);
    free(s.trials);
    return status;
}

/* ---- the graphs ---- */

static int visit_job(bench_run *r, bench_job *job, graph_visitor *visit, void *data) {
    session s;
    bench_name(job);
    int status = session_create(&s, r->verb, r->options);
    if (status == STATUS_SUCCESS) {
        status = bench_graph_open(&s, job, true);
    }
    if (status == STATUS_SUCCESS) {
        status = visit(r, &s, job->name, data);
    }
    r->interrupted |= status == STATUS_INTERRUPTED;
    session_close(&s);
    return status;
}

int graph_list_visit(bench_run *r, const graph_list *list, graph_visitor *visit, void *data) {
    int status = STATUS_SUCCESS;
    for (size_t i = 0; i < list->count && status == STATUS_SUCCESS; i++) {
        bench_job job = {.path = list->files[i]};
        status = visit_job(r, &job, visit, data);
    }
    for (const bench_recipe *recipe = list->recipes; !list->count && recipe->kind && status == STATUS_SUCCESS;
         recipe++) {
        bench_job job = {.recipe = bench_shrunk(recipe, r->options->bench.shrink)};
        status = visit_job(r, &job, visit, data);
    }
    return status;
}
