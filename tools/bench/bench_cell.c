/* SPDX-License-Identifier: Apache-2.0
 *
 * One cell of bench: warm-ups, trials from rotating sources, a check of every result.
 */
#include "tools/bench/bench_product.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/verbs/algorithm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *bench_outcome_name(bench_outcome outcome) {
    static const char *const names[] = {"verified", "unverified", "skipped", "wrong", "failed"};
    return names[outcome];
}

const char *bench_backend_name(mg_backend_kind backend) {
    return backend == MG_BACKEND_CUDA ? "cuda" : "cpu";
}

/* Allocates the trials and draws their sources; false: out of memory. */
static bool prepare(bench_cell *cell, mg_vertex **drawn) {
    const bench_algorithm *a = cell->algorithm;
    const size_t per_trial = a->from_source ? 1 : a->sources;
    const size_t count = per_trial * cell->options.bench.trials;
    cell->s.trials = calloc(cell->options.bench.trials, sizeof *cell->s.trials);
    *drawn = calloc(count + 1, sizeof **drawn);
    cell->sources = calloc(count + 1, sizeof *cell->sources);
    if (!cell->s.trials || !*drawn || !cell->sources) {
        return false;
    }
    if (count && bench_draw_sources(cell->s.graph, cell->options.bench.seed, count, *drawn)) {
        cell->source_count = per_trial;
    }
    return true;
}

/* Sets the outcome of a cell from a failed library call. The caller reports an interruption. */
static int fail(bench_cell *cell, mg_status status) {
    if (status == MG_ERROR_CANCELLED || interrupted()) {
        return STATUS_INTERRUPTED;
    }
    const char *error = mg_context_error(cell->s.context);
    cell->outcome = status == MG_ERROR_UNSUPPORTED ? BENCH_SKIPPED : BENCH_FAILED;
    snprintf(cell->why, sizeof cell->why, "%s", error[0] ? error : mg_status_text(status));
    return STATUS_SUCCESS;
}

static mg_status run_trial(bench_cell *cell, const bench_vectors *vectors, mg_vertex *sources, trial *t) {
    if (cell->algorithm->product) {
        return bench_product_run(cell, vectors, t);
    }
    mg_run_options run = session_run_options(cell->s.verb, &cell->options, cell->backend);
    run.mode = cell->mode;
    cell->s.source = cell->source_count && cell->algorithm->from_source ? sources[0] : MG_NONE;
    cell->s.sources = cell->source_count && !cell->algorithm->from_source ? sources : NULL;
    cell->s.source_count = cell->s.sources ? cell->source_count : 0;
    return session_trial(&cell->s, &run, t);
}

static bool verify(bench_cell *cell, const bench_vectors *vectors) {
    if (cell->algorithm->product) {
        return bench_product_verify(cell, vectors);
    }
    return cell->s.verb->runs->verify(&cell->s, cell->why, sizeof cell->why);
}

/* True: verification is due for this trial and its result is wrong. */
static bool is_wrong(bench_cell *cell, const bench_vectors *vectors, uint64_t index, bool last) {
    const int when = cell->options.bench.verify;
    if (when == BENCH_VERIFY_NONE || (when == BENCH_VERIFY_LAST && !last)) {
        return false;
    }
    const double start = clock_seconds();
    if (verify(cell, vectors)) {
        cell->outcome = BENCH_VERIFIED;
        cell->s.verify_seconds += clock_seconds() - start;
        return false;
    }
    cell->outcome = BENCH_WRONG;
    const size_t length = strlen(cell->why);
    snprintf(cell->why + length, sizeof cell->why - length, " (trial %llu)", (unsigned long long)index);
    return true;
}

static int run_trials(bench_cell *cell, const bench_vectors *vectors, mg_vertex *drawn) {
    const bench_options *o = &cell->options.bench;
    trial warm;
    for (uint64_t i = 0; i < o->warm_ups; i++) {
        const mg_status status = run_trial(cell, vectors, drawn + i % o->trials * cell->source_count, &warm);
        if (status < 0) {
            return fail(cell, status);
        }
    }
    const double start = clock_seconds();
    for (uint64_t i = 0; i < o->trials; i++) {
        mg_vertex *const sources = drawn + i * cell->source_count;
        const mg_status status = run_trial(cell, vectors, sources, &cell->s.trials[i]);
        if (status < 0) {
            return fail(cell, status);
        }
        cell->s.trial_count = i + 1;
        for (size_t k = 0; k < cell->source_count; k++) {
            cell->sources[i * cell->source_count + k] = mg_graph_id(cell->s.graph, sources[k]);
        }
        const bool late = o->time_limit > 0 && clock_seconds() - start > o->time_limit;
        if (interrupted()) {
            return STATUS_INTERRUPTED;
        }
        if (is_wrong(cell, vectors, i, late || i + 1 == o->trials) || late) {
            break;
        }
    }
    return STATUS_SUCCESS;
}

int bench_cell_run(bench_cell *cell, const cli_options *options) {
    mg_vertex *drawn = NULL;
    bench_vectors vectors = {NULL, NULL};
    cell->options = *options;
    cell->options.operand = cell->job->name;
    cell->options.data_driven = cell->algorithm->data_driven;
    cell->options.tolerance = cell->algorithm->tolerance > 0 ? cell->algorithm->tolerance : options->tolerance;
    cell->s.options = &cell->options;
    cell->s.verb = cell->algorithm->verb ? verb_find(cell->algorithm->verb) : NULL;
    cell->s.source = MG_NONE;
    cell->outcome = BENCH_UNVERIFIED;
    int status = STATUS_FAILURE;
    if (!prepare(cell, &drawn) || (cell->algorithm->product && !bench_product_prepare(cell, &vectors))) {
        message("out of memory for the trials of %s on %s", cell->algorithm->name, cell->job->name);
        goto out;
    }
    if (cell->algorithm->product && cell->mode == MG_MODE_SPARSE) {
        cell->outcome = BENCH_SKIPPED;
        snprintf(cell->why, sizeof cell->why, "products have no sparse mode");
        status = STATUS_SUCCESS;
        goto out;
    }
    status = run_trials(cell, &vectors, drawn);
out:
    bench_product_release(&vectors);
    cell->s.sources = NULL;
    free(drawn);
    return status;
}

void bench_cell_close(bench_cell *cell) {
    mg_result_destroy(cell->s.result);
    free(cell->s.trials);
    free(cell->sources);
}
