/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/graphalytics.h"

#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/output/output_files.h"
#include "tools/output/sink.h"
#include "tools/output/summary.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_SIZE 4096
#define NAME_SIZE 256
#define LARGEST_FILE ((long)1 << 20) /* of properties */

typedef struct dataset {
    session *s;
    sink *table;
    char name[NAME_SIZE], folder[PATH_SIZE];
    char *properties; /* the text of the file */
    bool wrong, failed;
} dataset;

/* ---- properties ---- */

static char *read_text(const char *path) {
    FILE *const file = fopen(path, "rb");
    char *text = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        rewind(file);
        text = size >= 0 && size < LARGEST_FILE ? calloc((size_t)size + 2, 1) : NULL;
        if (text && fread(text + 1, 1, (size_t)size, file) != (size_t)size) {
            free(text);
            text = NULL;
        }
        if (text) {
            *text = '\n'; /* every line begins after one */
        }
    }
    if (file) {
        fclose(file);
    }
    return text;
}

/* The value of `graph.NAME.key`, without blanks at its ends, in `value`; false: there is none. */
static bool property(const dataset *d, const char *key, char value[NAME_SIZE]) {
    char line[2 * NAME_SIZE];
    snprintf(line, sizeof line, "\ngraph.%s.%s", d->name, key);
    for (const char *at = strstr(d->properties, line); at; at = strstr(at + 1, line)) {
        const char *after = at + strlen(line);
        after += strspn(after, " \t");
        if (*after == '=') {
            after += 1 + strspn(after + 1, " \t");
            size_t length = strcspn(after, "\r\n");
            while (length && (after[length - 1] == ' ' || after[length - 1] == '\t')) {
                length--;
            }
            snprintf(value, NAME_SIZE, "%.*s", (int)(length < NAME_SIZE ? length : NAME_SIZE - 1), after);
            return true;
        }
    }
    return false;
}

static bool number_property(const dataset *d, const char *key, double *number) {
    char value[NAME_SIZE], *end;
    const bool found = property(d, key, value);
    *number = found ? strtod(value, &end) : 0;
    return found && end != value && !*end;
}

static bool source_property(const dataset *d, const char *key, mg_vertex *source) {
    char value[NAME_SIZE], *end;
    const bool found = property(d, key, value);
    const uint64_t id = found ? strtoull(value, &end, 10) : 0;
    return found && end != value && !*end && mg_graph_find(d->s->graph, id, source);
}

/* ---- the six algorithms ---- */

typedef mg_status (*graphalytics_run)(const dataset *d, const mg_run_options *run, bool *known, mg_result **result);

static mg_status run_bfs(const dataset *d, const mg_run_options *run, bool *known, mg_result **result) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    o.run = *run;
    *known = source_property(d, "bfs.source-vertex", &o.source);
    return *known ? mg_bfs(d->s->context, d->s->graph, &o, result) : MG_ERROR_INVALID;
}

static mg_status run_cdlp(const dataset *d, const mg_run_options *run, bool *known, mg_result **result) {
    mg_cdlp_options o = MG_CDLP_OPTIONS_INIT;
    double iterations;
    o.run = *run;
    *known = number_property(d, "cdlp.max-iterations", &iterations) && iterations >= 1 && iterations <= UINT32_MAX;
    o.iterations = *known ? (uint32_t)iterations : 1;
    return *known ? mg_cdlp(d->s->context, d->s->graph, &o, result) : MG_ERROR_INVALID;
}

static mg_status run_lcc(const dataset *d, const mg_run_options *run, bool *known, mg_result **result) {
    mg_lcc_options o = MG_LCC_OPTIONS_INIT;
    o.run = *run;
    *known = true;
    return mg_lcc(d->s->context, d->s->graph, &o, result);
}

static mg_status run_pr(const dataset *d, const mg_run_options *run, bool *known, mg_result **result) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    double iterations;
    o.run = *run;
    o.tolerance = 0;
    *known = number_property(d, "pr.damping-factor", &o.damping) &&
             number_property(d, "pr.num-iterations", &iterations) && iterations >= 1 && iterations <= UINT32_MAX;
    o.run.max_iterations = *known ? (uint32_t)iterations : 1;
    return *known ? mg_pagerank(d->s->context, d->s->graph, &o, result) : MG_ERROR_INVALID;
}

static mg_status run_sssp(const dataset *d, const mg_run_options *run, bool *known, mg_result **result) {
    mg_sssp_options o = MG_SSSP_OPTIONS_INIT;
    o.run = *run;
    *known = source_property(d, "sssp.source-vertex", &o.source);
    return *known ? mg_sssp(d->s->context, d->s->graph, &o, result) : MG_ERROR_INVALID;
}

static mg_status run_wcc(const dataset *d, const mg_run_options *run, bool *known, mg_result **result) {
    mg_cc_options o = MG_CC_OPTIONS_INIT;
    o.run = *run;
    *known = true;
    return mg_cc(d->s->context, d->s->graph, &o, result);
}

static const struct {
    const char *name, *reference, *column;
    graphalytics_rule rule;
    graphalytics_run run;
} algorithms[] = {{"bfs", "BFS", "depth", GRAPHALYTICS_EXACT, run_bfs},
                  {"cdlp", "CDLP", "label", GRAPHALYTICS_EXACT, run_cdlp},
                  {"lcc", "LCC", "lcc", GRAPHALYTICS_NEAR, run_lcc},
                  {"pr", "PR", "rank", GRAPHALYTICS_NEAR, run_pr},
                  {"sssp", "SSSP", "distance", GRAPHALYTICS_NEAR, run_sssp},
                  {"wcc", "WCC", "component", GRAPHALYTICS_EQUIVALENT, run_wcc}};
#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

/* Is the word in a list that is separated by commas and blanks? */
static bool lists(const char *list, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = list; *(at += strspn(at, ", \t"));) {
        const size_t size = strcspn(at, ", \t");
        if (size == length && strncmp(at, word, size) == 0) {
            return true;
        }
        at += size;
    }
    return false;
}

/* ---- a row of the table; EVPS: vertices and edges per second ---- */

static int compare_seconds(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median time; the last result is left in *result. False: it failed, which is in the table. */
static bool run_trials(dataset *d, size_t which, const char **backend, double *median, mg_result **result, char *why,
                       size_t size) {
    const uint64_t trials = d->s->options->bench.trials;
    const mg_run_options run = session_run_options(d->s->verb, d->s->options, MG_BACKEND_AUTO);
    mg_run_options chosen = run;
    double *const seconds = malloc(trials * sizeof *seconds);
    const unsigned backends = d->s->options->bench.backends;
    bool known = true, good = seconds != NULL;
    chosen.backend = backends == 1u << MG_BACKEND_CPU    ? MG_BACKEND_CPU
                     : backends == 1u << MG_BACKEND_CUDA ? MG_BACKEND_CUDA
                                                         : MG_BACKEND_AUTO;
    snprintf(why, size, "out of memory");
    for (uint64_t i = 0; i < trials && good; i++) {
        mg_result_destroy(*result);
        *result = NULL;
        const double start = clock_seconds();
        const mg_status status = algorithms[which].run(d, &chosen, &known, result);
        good = status >= 0;
        if (!good) {
            snprintf(why, size, "%s", known ? mg_context_error(d->s->context) : "its properties are missing or wrong");
            break;
        }
        const mg_statistics *const statistics = mg_result_statistics(*result);
        seconds[i] = clock_seconds() - start - statistics->build_seconds;
        *backend = statistics->backend;
    }
    progress_erase();
    if (good) {
        *why = '\0';
        qsort(seconds, trials, sizeof *seconds, compare_seconds);
        *median = quantile(seconds, trials, 0.5);
    }
    free(seconds);
    return good;
}

static void put_row(dataset *d, const char *name, const char *backend, const char *seconds, const char *rate,
                    const char *verdict) {
    char line[2 * PATH_SIZE];
    snprintf(line, sizeof line, "%-24s %-9s %-7s %12s %10s  %s\n", d->name, name, backend, seconds, rate, verdict);
    sink_text(d->table, line);
}

static void run_row(dataset *d, size_t which) {
    static const char *const verdicts[] = {[GRAPHALYTICS_VALID] = "valid", [GRAPHALYTICS_MISSING] = "no reference"};
    mg_result *result = NULL;
    const char *backend = "-";
    double median = 0;
    char why[512] = "", verdict[600], seconds[32], rate[32], path[2 * PATH_SIZE];
    if (!run_trials(d, which, &backend, &median, &result, why, sizeof why)) {
        snprintf(verdict, sizeof verdict, "FAILED: %s", why);
        put_row(d, algorithms[which].name, "-", "-", "-", verdict);
        d->failed = true;
        mg_result_destroy(result);
        return;
    }
    snprintf(path, sizeof path, "%s/%s-%s", d->folder, d->name, algorithms[which].reference);
    const mg_column *const column = mg_result_column(result, algorithms[which].column);
    const graphalytics_verdict found =
        graphalytics_check(d->s->graph, column, algorithms[which].rule, path, why, sizeof why);
    snprintf(verdict, sizeof verdict, "%s%s", found == GRAPHALYTICS_WRONG ? "WRONG: " : verdicts[found], why);
    const double size = (double)mg_graph_vertex_count(d->s->graph) + (double)mg_graph_edge_count(d->s->graph);
    snprintf(seconds, sizeof seconds, "%.6f", median);
    snprintf(rate, sizeof rate, "%.3g", median > 0 ? size / median : 0);
    d->wrong = d->wrong || found == GRAPHALYTICS_WRONG;
    put_row(d, algorithms[which].name, backend, seconds, rate, verdict);
    mg_result_destroy(result);
}

/* ---- graphs ---- */

static int run_dataset(dataset *d, const char *path) {
    const char *const slash = strrchr(path, '/');
    const size_t suffix = strlen(".properties");
    char listed[NAME_SIZE];
    snprintf(d->folder, sizeof d->folder, "%.*s", (int)(slash - path), path);
    snprintf(d->name, sizeof d->name, "%.*s", (int)(strlen(slash + 1) - suffix), slash + 1);
    d->properties = read_text(path);
    if (!d->properties || !property(d, "algorithms", listed)) {
        message("%s: expected a property graph.%s.algorithms", path, d->name);
        free(d->properties);
        return STATUS_USAGE;
    }
    const mg_status status = mg_graph_read(d->s->context, path, NULL, &d->s->graph);
    progress_erase();
    if (status < 0) {
        free(d->properties);
        return library_failure(d->s->context, status);
    }
    for (size_t i = 0; i < ALGORITHMS && !interrupted(); i++) {
        if (lists(listed, algorithms[i].name)) {
            run_row(d, i);
        }
    }
    mg_graph_destroy(d->s->graph);
    d->s->graph = NULL;
    free(d->properties);
    d->properties = NULL;
    return interrupted() ? message_interrupted() : STATUS_SUCCESS;
}

static int run_folder(session *s, sink *table, const char *folder) {
    char pattern[PATH_SIZE];
    glob_t found = {0};
    dataset d = {.s = s, .table = table};
    int status = STATUS_SUCCESS;
    snprintf(pattern, sizeof pattern, "%.4000s/*.properties", folder);
    if (glob(pattern, 0, NULL, &found) != 0) {
        message("%s: expected a folder with graphs of LDBC Graphalytics, found no file *.properties", folder);
        return STATUS_USAGE;
    }
    snprintf(d.name, sizeof d.name, "graph");
    put_row(&d, "algorithm", "backend", "seconds", "EVPS", "result");
    for (size_t i = 0; i < found.gl_pathc && status == STATUS_SUCCESS; i++) {
        status = run_dataset(&d, found.gl_pathv[i]);
    }
    globfree(&found);
    if (!(sink_finish(table) && sink_commit(table))) {
        return STATUS_FAILURE;
    }
    return status != STATUS_SUCCESS ? status
           : d.wrong                ? STATUS_VERIFICATION
           : d.failed               ? STATUS_FAILURE
                                    : STATUS_SUCCESS;
}

int run_graphalytics(const verb *v, const cli_options *options) {
    session s;
    sink table = SINK_NONE;
    if (options->operand_count != 2 || options->metrics || options->bench.against) {
        message("bench graphalytics takes one folder, and no --metrics or --against");
        return STATUS_USAGE;
    }
    if (output_files_check_report(options) != STATUS_SUCCESS) {
        return STATUS_USAGE;
    }
    if (!sink_open(&table, options->output)) {
        return STATUS_FAILURE;
    }
    int status = session_create(&s, v, options);
    status = status == STATUS_SUCCESS ? run_folder(&s, &table, options->operands[1]) : status;
    sink_close(&table);
    session_close(&s);
    return status;
}
