/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_wait.c: bench wait: whole processes of this command, from the shell's point of view. Each verb runs on each
 * backend and file as a process of its own, whose metrics say how its time divides (wait.h); what is missing to the
 * whole is the end of the process, which gives its memory back. The floor is the same on a graph of one edge.
 */
#include "tools/bench/bench.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/cli/spawn.h"
#include "tools/output/json_read.h"
#include "tools/output/summary.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VERBS "bfs,cc,pagerank"
#define MOST_RUNS 64
#define FEWEST_RUNS 3
#define LIMIT 5.0    /* seconds for the runs of a row, unless --time-limit */
#define LONGEST 600. /* seconds of one run */
#define SMALL_SHARE 0.01
#define PATH_SIZE 4096

typedef struct wait_row {
    char name[BENCH_NAME_SIZE]; /* of the file, with its suffixes */
    const bench_algorithm *algorithm;
    const char *path, *backend;
    double seconds[MOST_RUNS];
    size_t runs;
    cJSON *best; /* the division of the shortest run */
    char why[256];
} wait_row;

/* ---- one process ---- */

typedef struct command {
    char *argv[20];
    char threads[32], sources[32], weights[64];
} command;

/* The option --weights as it was given. */
static void write_weights(const cli_options *o, char *text, size_t size) {
    const char *const kind = o->weights == MG_WEIGHTS_UNIT ? "unit" : "random";
    if (o->weight_max) {
        snprintf(text, size, "--weights=%s:%" PRIu64 ":%" PRId32, kind, o->weight_seed, o->weight_max);
    } else if (o->weight_seed_given) {
        snprintf(text, size, "--weights=%s:%" PRIu64, kind, o->weight_seed);
    } else {
        snprintf(text, size, "--weights=%s", kind);
    }
}

static void fill_command(const bench_run *r, const wait_row *row, command *c) {
    const cli_options *const o = r->options;
    static char self[] = "/proc/self/exe";
    char **const argv = c->argv;
    size_t count = 0;
    argv[count++] = self;
    argv[count++] = (char *)row->algorithm->verb;
    argv[count++] = "--backend";
    argv[count++] = (char *)row->backend;
    argv[count++] = "--output=/dev/null";
    argv[count++] = "--metrics=-";
    argv[count++] = "--quiet";
    if (o->directedness != MG_AS_GIVEN) {
        argv[count++] = o->directedness == MG_DIRECTED ? "--directed" : "--undirected";
    }
    if (o->weights == MG_WEIGHTS_RANDOM || o->weights == MG_WEIGHTS_UNIT) {
        write_weights(o, c->weights, sizeof c->weights);
        argv[count++] = c->weights;
    }
    if (row->algorithm->sources) {
        snprintf(c->sources, sizeof c->sources, "--sources=%u", row->algorithm->sources);
        argv[count++] = c->sources;
    }
    if (row->algorithm->data_driven) {
        argv[count++] = "--data-driven";
    }
    if (o->threads) {
        snprintf(c->threads, sizeof c->threads, "--threads=%" PRIu64, o->threads);
        argv[count++] = c->threads;
    }
    argv[count++] = "--"; /* the path may begin with a dash */
    argv[count++] = (char *)row->path;
    argv[count] = NULL;
}

/* Keeps the division of the shortest run, with the end of the process as a further part. */
static bool take_wait(wait_row *row, const spawn_result *done) {
    cJSON *const metrics = cJSON_Parse(done->output);
    cJSON *const wait = cJSON_DetachItemFromObject(metrics, "wait");
    cJSON_Delete(metrics);
    if (!wait) {
        return false;
    }
    bool shortest = true;
    for (size_t i = 0; i < row->runs; i++) {
        shortest = shortest && done->seconds <= row->seconds[i];
    }
    row->seconds[row->runs++] = done->seconds;
    if (!shortest) {
        cJSON_Delete(wait);
        return true;
    }
    const double end = 1e3 * done->seconds - json_number_of(wait, "total");
    cJSON_Delete(row->best);
    row->best = wait;
    return cJSON_AddNumberToObject(wait, "end", end > 0 ? end : 0) != NULL;
}

/* Runs the process once; false after setting `why`. */
static bool run_once(const bench_run *r, wait_row *row) {
    command c;
    fill_command(r, row, &c);
    spawn_result done = spawn_run(c.argv, LONGEST);
    bool taken = done.end == SPAWN_EXITED && done.status == 0 && take_wait(row, &done);
    if (!taken) {
        char *const line_end = strchr(done.output ? done.output : "", '\n');
        if (line_end) {
            *line_end = '\0';
        }
        snprintf(row->why, sizeof row->why, "failed: %s", done.output ? done.output : "it could not be started");
    }
    free(done.output);
    return taken;
}

static int run_row(const bench_run *r, wait_row *row) {
    const double limit = r->options->bench.time_limit > 0 ? r->options->bench.time_limit : LIMIT;
    const size_t most = r->options->bench.trials < MOST_RUNS ? (size_t)r->options->bench.trials : MOST_RUNS;
    const double begin = clock_seconds();
    bool good = true;
    for (size_t i = 0; i < most && good && (i < FEWEST_RUNS || clock_seconds() - begin < limit); i++) {
        good = run_once(r, row);
        if (interrupted()) {
            return STATUS_INTERRUPTED;
        }
    }
    return STATUS_SUCCESS;
}

/* ---- the table ---- */

static bool has_failed(const wait_row *row) {
    return row->why[0] || !row->runs;
}

static double median(wait_row *row) {
    qsort(row->seconds, row->runs, sizeof *row->seconds, compare_doubles);
    return quantile(row->seconds, row->runs, 0.5);
}

static void print_row(bench_run *r, wait_row *row) {
    char text[DURATION_SIZE], least[DURATION_SIZE];
    bench_print(&r->table, "%-16s %-9s %-4s ", row->name, row->algorithm->name, row->backend);
    if (has_failed(row)) {
        r->report.failed++;
        bench_print(&r->table, "%s\n", row->why);
        return;
    }
    const double whole = median(row);
    duration_text(whole, text);
    bench_print(&r->table, "%8s %8s ", text, duration_text(row->seconds[0], least));
    const cJSON *part;
    const char *separator = "";
    cJSON_ArrayForEach(part, row->best) {
        if (strcmp(part->string, "total") != 0 && part->valuedouble >= 1e3 * SMALL_SHARE * row->seconds[0]) {
            bench_print(&r->table, "%s%s %.3g", separator, part->string, part->valuedouble);
            separator = ", ";
        }
    }
    bench_print(&r->table, "\n");
    sink_flush(&r->table);
}

static void add_row(bench_run *r, wait_row *row) {
    json_builder b = json_object();
    json_text(&b, "engine", "MultiGraph");
    json_text(&b, "primitive", row->algorithm->name);
    json_text(&b, "graph", row->name);
    json_text(&b, "graph_file", row->path);
    json_text(&b, "backend", row->backend);
    json_text(&b, "mode", "wait");
    json_text(&b, "outcome", has_failed(row) ? "failed" : "unverified");
    if (!has_failed(row)) {
        json_number(&b, "median_process_time", 1e3 * median(row));
        json_builder times = json_array();
        for (size_t i = 0; i < row->runs; i++) {
            json_number(&times, NULL, 1e3 * row->seconds[i]);
        }
        json_nest(&b, "process_times", times);
        json_add(&b, "wait", row->best);
        row->best = NULL;
    }
    json_nest(&r->report.runs, NULL, b);
}

/* Measures the verbs of a file on all backends. */
static int run_file(bench_run *r, const char *path, const char *name) {
    const char *const slash = strrchr(name, '/');
    const char *list = r->options->bench.algorithms ? r->options->bench.algorithms : VERBS;
    int status = STATUS_SUCCESS;
    for (size_t length; *list && status == STATUS_SUCCESS; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        for (int backend = MG_BACKEND_CPU; backend <= MG_BACKEND_CUDA && status == STATUS_SUCCESS; backend++) {
            wait_row row = {.algorithm = bench_algorithm_find(list, length),
                            .path = path,
                            .backend = bench_backend_name((mg_backend_kind)backend)};
            snprintf(row.name, sizeof row.name, "%s", slash ? slash + 1 : name);
            if (r->report.backends & 1u << backend && row.algorithm->verb) { /* products are no command */
                status = run_row(r, &row);
            }
            if (status == STATUS_SUCCESS && (row.runs || row.why[0])) { /* not of an interrupted row */
                print_row(r, &row);
                add_row(r, &row);
            }
            cJSON_Delete(row.best);
        }
    }
    return status;
}

/* A file with one edge; the caller removes it. */
static bool make_floor(char path[PATH_SIZE]) {
    static const char edge[] = "0 1\n";
    const char *const folder = getenv("TMPDIR");
    snprintf(path, PATH_SIZE, "%s/multigraph-XXXXXX.el", folder && *folder ? folder : "/tmp");
    const int file = mkstemps(path, 3);
    const bool made = file >= 0 && write(file, edge, sizeof edge - 1) == (ssize_t)(sizeof edge - 1);
    if (!made) {
        message("cannot write %s: %s", path, strerror(errno));
    }
    if (file >= 0) {
        close(file);
    }
    if (file >= 0 && !made) {
        unlink(path);
    }
    return made;
}

/* Options of reading that the processes would not get. */
static bool has_other_options(const cli_options *o) {
    return o->drop_self_loops || o->merge_multi_edges || o->weight_type != MG_TYPE_NONE ||
           o->order != MG_ORDER_DEFAULT || o->columns || o->delimiter || o->named || o->names || o->skip_lines;
}

int bench_run_wait(bench_run *r, char *const *files, size_t count) {
    char floor[PATH_SIZE];
    if (!count) {
        message("bench wait: graph files are missing");
        return STATUS_USAGE;
    }
    if (has_other_options(r->options)) {
        message("bench wait: of the options of reading only --directed, --undirected and --weights are passed on");
        return STATUS_USAGE;
    }
    if (!make_floor(floor)) {
        return STATUS_FAILURE;
    }
    bench_print(&r->table,
                "\nWhole processes; the division is that of the shortest run, in ms\n%-16s %-9s %-4s %8s %8s\n",
                "graph", "verb", "on", "median", "least");
    int status = run_file(r, floor, "(one edge)");
    for (size_t i = 0; i < count && status == STATUS_SUCCESS; i++) {
        status = run_file(r, files[i], files[i]);
    }
    unlink(floor);
    r->interrupted |= status == STATUS_INTERRUPTED;
    return status;
}
