/* SPDX-License-Identifier: Apache-2.0
 *
 * run_verb.c: the steps of all verbs that run an algorithm: read, run, verify, write, print the summary.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/output/results.h"
#include "tools/output/summary.h"
#include "tools/output/wait.h"
#include "tools/verbs/algorithm.h"
#include "tools/verbs/session_edits.h"

#include <stdlib.h>

mg_status session_trial(session *s, const mg_run_options *run, trial *t) {
    mg_result_destroy(s->result);
    s->result = NULL;
    double start = clock_seconds();
    s->outcome = s->verb->runs->run(s, run, &s->result);
    double seconds = clock_seconds() - start;
    progress_erase();
    if (s->outcome < 0) {
        return s->outcome;
    }
    const mg_statistics *statistics = mg_result_statistics(s->result);
    s->build_seconds += statistics->build_seconds;
    *t = (trial){.seconds = seconds - statistics->build_seconds,
                 .device_seconds = statistics->device_seconds,
                 .iterations = statistics->iterations,
                 .vertices_visited = statistics->vertices_visited,
                 .edges_visited = statistics->edges_visited};
    return s->outcome;
}

static int run_once(session *s, const mg_run_options *run) {
    const mg_status status = session_trial(s, run, &s->trials[s->trial_count]);
    if (status < 0) {
        return library_failure(s->context, status);
    }
    s->trial_count++;
    return STATUS_SUCCESS;
}

mg_run_options session_run_options(const verb *v, const cli_options *options, mg_backend_kind backend) {
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    run.backend = backend;
    run.mode = (mg_mode)options->mode;
    run.choice = (mg_mode_choice)options->choice;
    run.sparse_layout = (mg_sparse_layout)options->sparse_layout;
    run.dense_layout = (mg_dense_layout)options->dense_layout;
    run.block_width = (uint32_t)options->block_width;
    run.heavy_edges = (uint32_t)options->heavy_edges;
    run.max_iterations = (uint32_t)options->max_iterations;
    run.lanes = (uint32_t)options->lanes;
    if (options->bench.paper && v && v->bit == VERB_BFS && backend == MG_BACKEND_CUDA && run.mode == MG_MODE_AUTO) {
        run.mode = MG_MODE_SPARSE;
    }
    return run;
}

static int run_trials(session *s) {
    const cli_options *options = s->options;
    const mg_backend_kind backend = session_backend(s);
    mg_run_options run = session_run_options(s->verb, options, backend);
    run.mode = run.mode == MG_MODE_AUTO ? session_mode(s, backend) : run.mode;
    /* Only for --trace: on a GPU recording rules out the executors that have no iterations to record. */
    run.statistics = options->trace != NULL;
    run.from = s->start_values ? &s->start : NULL;
    s->trials = calloc(options->trials, sizeof *s->trials);
    if (!s->trials) {
        message("out of memory for --trials");
        return STATUS_FAILURE;
    }
    int status = STATUS_SUCCESS;
    for (uint64_t i = 0; i < options->trials && status == STATUS_SUCCESS; i++) {
        status = run_once(s, &run);
    }
    if (status == STATUS_SUCCESS && s->outcome == MG_NOT_CONVERGED && options->verbosity >= 0) {
        message("warning: %s", mg_status_text(s->outcome));
    }
    return status;
}

static int verify(session *s) {
    char why[512];
    const double start = clock_seconds(), own = wait_own_seconds(s);
    if (!s->verb->runs->verify(s, why, sizeof why)) {
        message("verification of %s FAILED: %s", session_primitive(s), why);
        return STATUS_VERIFICATION;
    }
    s->verified = true;
    s->verify_seconds = clock_seconds() - start;
    s->verify_own = wait_own_seconds(s) - own;
    return STATUS_SUCCESS;
}

int run_and_write(session *s, results *r) {
    int status = s->verb->runs->prepare ? s->verb->runs->prepare(s) : STATUS_SUCCESS;
    if (status == STATUS_SUCCESS) {
        status = run_trials(s);
    }
    if (status == STATUS_SUCCESS && s->options->verify) {
        status = verify(s);
    }
    if (mg_ranks_index(s->context) > 0) {
        return status; /* the first rank writes for all */
    }
    if (status == STATUS_SUCCESS) {
        status = results_write(r, s);
    }
    if (status == STATUS_SUCCESS) {
        summary_print(s);
    }
    return status;
}

int run_algorithm(const verb *v, const cli_options *options) {
    results r;
    session s = {.verb = v, .options = options};
    int status = results_open(&r, v, options);
    if (status == STATUS_SUCCESS) {
        status = session_open(&s, v, options);
    }
    if (status == STATUS_SUCCESS) {
        status = session_edit(&s);
    }
    if (status == STATUS_SUCCESS) {
        status = session_read_start(&s);
    }
    if (status == STATUS_SUCCESS) {
        status = run_and_write(&s, &r);
    }
    results_close(&r);
    session_close(&s);
    return status;
}
