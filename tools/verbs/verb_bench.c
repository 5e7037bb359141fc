/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb bench: measures suites and files, writes the report, compares reports.
 */
#include "tools/bench/graphalytics.h"
#include "tools/bench/papers.h"
#include "tools/cli/message.h"
#include "tools/output/json_read.h"
#include "tools/output/output_files.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const schemas[] = {BENCH_SCHEMA, NULL};

/* Checks that every operand is a suite or a file, before the measurements begin. */
static bool operands_exist(const cli_options *options) {
    for (size_t i = 0; i < options->operand_count; i++) {
        const char *const word = options->operands[i];
        if (!bench_suite_find(word) && !bench_is_paper(word) && !bench_is_generated(word) && access(word, R_OK) != 0) {
            message("there is no suite '%s', and no file that can be read", word);
            if (!strpbrk(word, "./")) { /* else it is meant as a file */
                words_print(verb_find("bench"));
            }
            fputs("Try 'multigraph bench --help'.\n", stderr);
            return false;
        }
    }
    return true;
}

/* The backends to measure, as bits; 0 after printing which one is missing. */
static unsigned backends_of(const cli_options *options, mg_context *context) {
    const unsigned asked = options->bench.backends;
    const bool gpu = (asked == 0 || asked & 1u << MG_BACKEND_CUDA) && mg_device_count(context) > 0;
    if (asked & 1u << MG_BACKEND_CUDA && !gpu) {
        message("%s", mg_context_error(context));
        return 0;
    }
    return asked ? asked : 1u << MG_BACKEND_CPU | (gpu ? 1u << MG_BACKEND_CUDA : 0);
}

/* Writes the report, also after an interruption, and compares it with --against. */
static int finish(bench_run *r, mg_context *context, int status) {
    size_t slower = 0;
    json_builder whole = bench_report_finish(&r->report, context, r->options, status == STATUS_SUCCESS);
    if (r->before && whole.complete) {
        slower = bench_compare(&r->table, r->before, whole.json, r->options->bench.noise);
    }
    const bool stopped = r->interrupted;
    const bool written = json_finish(&r->table, r->options->metrics ? &r->metrics : NULL, whole, stopped);
    if (stopped) {
        return STATUS_INTERRUPTED;
    }
    if (status != STATUS_SUCCESS || !written || r->report.failed) {
        return status != STATUS_SUCCESS ? status : STATUS_FAILURE;
    }
    return r->report.wrong ? STATUS_VERIFICATION : slower ? STATUS_SLOWER : STATUS_SUCCESS;
}

static int measure(bench_run *r) {
    session s;
    int status = session_create(&s, r->verb, r->options);
    if (status == STATUS_SUCCESS) {
        r->report.backends = backends_of(r->options, s.context);
        status = r->report.backends ? STATUS_SUCCESS : STATUS_FAILURE;
    }
    if (status == STATUS_SUCCESS) {
        r->report.table = &r->table;
        r->report.runs = json_array();
        r->report.tables = json_array();
        bench_report_heading(&r->report, s.context, r->options);
        status = finish(r, s.context, bench_run_operands(r, mg_context_threads(s.context)));
    }
    session_close(&s);
    return status;
}

/* Compares two report files without measuring. */
static int compare_reports(bench_run *r, const char *path) {
    cJSON *const now = json_read(path, schemas);
    if (!now) {
        return STATUS_USAGE;
    }
    const size_t slower = bench_compare(&r->table, r->before, now, r->options->bench.noise);
    cJSON_Delete(now);
    const bool written = sink_flush(&r->table) && sink_commit(&r->table);
    return !written ? STATUS_FAILURE : slower ? STATUS_SLOWER : STATUS_SUCCESS;
}

static bool is_report(const cli_options *options) {
    const char *const name = options->operand_count == 1 ? options->operands[0] : "";
    const size_t length = strlen(name);
    return options->bench.against && length > 5 && strcmp(name + length - 5, ".json") == 0;
}

int run_bench(const verb *v, const cli_options *options) {
    bench_run r = {.verb = v, .options = options, .table = SINK_NONE, .metrics = SINK_NONE};
    int status = STATUS_USAGE;
    for (size_t i = 0; i < options->operand_count; i++) {
        if (strcmp(options->operands[i], "graphalytics") == 0) {
            return run_graphalytics(v, options);
        }
    }
    if (!operands_exist(options) || output_files_check_report(options) != STATUS_SUCCESS) {
        return status;
    }
    if (options->bench.against && !(r.before = json_read(options->bench.against, schemas))) {
        return status;
    }
    if (!sink_open(&r.table, options->output) || (options->metrics && !sink_open(&r.metrics, options->metrics))) {
        status = STATUS_FAILURE;
    } else {
        r.table.ignores_interrupt = r.metrics.ignores_interrupt = true; /* keep what was measured */
        status = is_report(options) ? compare_reports(&r, options->operands[0]) : measure(&r);
    }
    sink_close(&r.table);
    sink_close(&r.metrics);
    cJSON_Delete(r.before);
    return status;
}
