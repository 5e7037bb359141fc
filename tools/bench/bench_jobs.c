/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns suites and files into jobs, and jobs into cells.
 */
#include "tools/bench/graph_runs.h"
#include "tools/bench/papers.h"
#include "tools/cli/message.h"

#include <string.h>

/* ---- jobs ---- */

static uint32_t halve(uint32_t x, uint64_t times) {
    return times >= 32 || x >> times < 2 ? 2 : x >> times;
}

bench_recipe bench_shrunk(const bench_recipe *recipe, uint64_t shrink) {
    bench_recipe r = *recipe;
    r.scale = r.scale > shrink + 4 ? r.scale - (uint32_t)shrink : r.scale < 4 ? r.scale : 4;
    r.side = r.side ? halve(r.side, shrink / 2) : 0;
    r.side = r.side && shrink % 2 ? r.side * 7 / 10 + 1 : r.side;
    return r;
}

static int run_job(bench_run *r, const bench_job *job);

/* Runs a recipe; weak scaling: one job per thread count 1, 2, 4, ..., each with a larger graph. */
static int run_recipe(bench_run *r, const bench_suite *suite, const bench_recipe *recipe, int most) {
    bench_job job = {.algorithms = suite->algorithms};
    job.recipe = bench_shrunk(recipe, r->options->bench.shrink);
    const uint32_t scale = job.recipe.scale;
    int status = STATUS_SUCCESS;
    if (recipe->threads != BENCH_WEAK) { /* strong scaling varies the threads per cell, not per job */
        bench_name(&job);
        return run_job(r, &job);
    }
    for (int threads = 1, step = 0; threads <= most && status == STATUS_SUCCESS; threads *= 2, step++) {
        job.threads = threads;
        job.recipe.scale = scale + (uint32_t)step;
        bench_name(&job);
        status = run_job(r, &job);
    }
    return status;
}

static int run_suite(bench_run *r, const bench_suite *suite, int most) {
    int status = STATUS_SUCCESS;
    for (const bench_recipe *recipe = suite->recipes; recipe->kind && status == STATUS_SUCCESS; recipe++) {
        status = run_recipe(r, suite, recipe, most);
    }
    return status;
}

/* ---- cells ---- */

static int run_cell(bench_run *r, const bench_job *job, const bench_algorithm *measured, session *s,
                    mg_backend_kind backend, mg_mode mode) {
    bench_cell cell = {.job = job, .algorithm = measured, .backend = backend, .mode = mode};
    cell.s.context = s->context;
    cell.s.graph = s->graph;
    const int status = bench_cell_run(&cell, r->options);
    if (status == STATUS_SUCCESS) {
        bench_report_cell(&r->report, &cell, s->load_seconds);
    }
    r->interrupted |= status == STATUS_INTERRUPTED;
    bench_cell_close(&cell);
    return status;
}

static int run_algorithm_cells(bench_run *r, const bench_job *job, const bench_algorithm *measured, session *s,
                               unsigned backends) {
    const verb *const v = measured->verb ? verb_find(measured->verb) : NULL;
    for (int backend = MG_BACKEND_CPU; backend <= MG_BACKEND_CUDA; backend++) {
        const mg_mode usual = session_run_options(v, r->options, (mg_backend_kind)backend).mode;
        const unsigned modes = r->options->bench.modes ? r->options->bench.modes : 1u << usual;
        for (int mode = MG_MODE_AUTO; mode <= MG_MODE_PULL && backends & 1u << backend; mode++) {
            if (modes & 1u << mode) {
                const int status = run_cell(r, job, measured, s, (mg_backend_kind)backend, (mg_mode)mode);
                if (status != STATUS_SUCCESS) {
                    return status;
                }
            }
        }
    }
    return STATUS_SUCCESS;
}

/* Calls `visit` for each algorithm of the job that --algorithm allows. */
static int for_algorithms(bench_run *r, const bench_job *job, session *s, unsigned backends) {
    const char *list = r->options->bench.algorithms ? r->options->bench.algorithms : job->algorithms;
    for (size_t length; *list; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        const int status = run_algorithm_cells(r, job, bench_algorithm_find(list, length), s, backends);
        if (status != STATUS_SUCCESS) {
            return status;
        }
    }
    return STATUS_SUCCESS;
}

static bool wants_weights(const char *list) {
    for (size_t length; *list; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        if (bench_algorithm_find(list, length)->weights) {
            return true;
        }
    }
    return false;
}

/* The same graph with fewer threads needs a context of its own. */
static int run_threads(bench_run *r, const bench_job *job, const session *opened, int threads, unsigned backends) {
    cli_options options = *r->options;
    session s;
    options.threads = (uint64_t)threads;
    int status = session_create(&s, r->verb, &options);
    if (status == STATUS_SUCCESS) {
        bench_job named = *job;
        named.threads = threads;
        s.graph = opened->graph;
        s.load_seconds = opened->load_seconds;
        bench_report_graph(&r->report, &s, &named);
        status = for_algorithms(r, &named, &s, backends);
        s.graph = NULL;
    }
    session_close(&s);
    return status;
}

static int run_strong(bench_run *r, const bench_job *job, const session *s) {
    const int most = mg_context_threads(s->context);
    int status = STATUS_SUCCESS;
    for (int threads = 1; threads < most && status == STATUS_SUCCESS; threads *= 2) {
        status = run_threads(r, job, s, threads, r->report.backends & ~(1u << MG_BACKEND_CUDA));
    }
    return status == STATUS_SUCCESS ? run_threads(r, job, s, most, r->report.backends) : status;
}

static int run_job(bench_run *r, const bench_job *job) {
    const char *const list = r->options->bench.algorithms ? r->options->bench.algorithms : job->algorithms;
    session s;
    int status = session_create(&s, r->verb, r->options);
    if (status == STATUS_SUCCESS) {
        status = bench_graph_open(&s, job, wants_weights(list));
    }
    if (status == STATUS_SUCCESS) {
        if (job->threads) {
            status = run_threads(r, job, &s, job->threads, r->report.backends);
        } else if (job->recipe.threads == BENCH_STRONG) {
            status = run_strong(r, job, &s);
        } else {
            bench_report_graph(&r->report, &s, job);
            status = for_algorithms(r, job, &s, r->report.backends);
        }
    }
    r->interrupted |= status == STATUS_INTERRUPTED;
    session_close(&s);
    return status;
}

/* The operands after a suite of formats that are files. */
static size_t count_files(const cli_options *options, size_t begin) {
    size_t end = begin;
    while (end < options->operand_count && !bench_suite_find(options->operands[end])) {
        end++;
    }
    return end - begin;
}

static int run_tables(bench_run *r, const bench_suite *suite, char *const *words, size_t count) {
    switch (suite->formats) {
    case BENCH_PAPERS:
        return bench_run_papers(r, words, count);
    case BENCH_MODES:
        return bench_run_modes(r, words, count);
    case BENCH_WAIT:
        return bench_run_wait(r, words, count);
    case BENCH_RANKS:
        return bench_run_ranks(r, words, count);
    case BENCH_PREPROCESSING:
        return bench_run_preprocessing(r, words, count);
    default:
        return bench_run_formats(r, suite, words, count);
    }
}

int bench_run_operands(bench_run *r, int most) {
    const cli_options *options = r->options;
    int status = STATUS_SUCCESS;
    if (options->operand_count == 0) {
        return run_suite(r, bench_suite_find("quick"), most);
    }
    for (size_t i = 0; i < options->operand_count && status == STATUS_SUCCESS; i++) {
        const bench_suite *suite = bench_suite_find(options->operands[i]);
        if (suite && suite->formats) {
            const size_t count = count_files(options, i + 1);
            status = run_tables(r, suite, options->operands + i + 1, count);
            i += count;
        } else if (suite) {
            status = run_suite(r, suite, most);
        } else {
            bench_job job = {.path = options->operands[i], .algorithms = bench_file_suite.algorithms};
            bench_name(&job);
            status = run_job(r, &job);
        }
    }
    return status;
}
