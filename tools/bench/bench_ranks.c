/* SPDX-License-Identifier: Apache-2.0
 *
 * bench ranks: how algorithms scale over ranks that are threads of this process (docs/ranks.md). Every rank has as many
 * threads as the others, whatever their number. All runs begin at the same sources; the first result on one rank is
 * verified, and all timed results on several are compared with it.
 */
#include "tools/bench/bench.h"
#include "tools/bench/graph_runs.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/output/metrics.h"
#include "tools/output/number.h"
#include "tools/output/summary.h"
#include "tools/verbs/algorithm.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNTS_MAX 16
#define BC_SOURCES 16 /* or as many as ranks, so that they are dealt */
/* Two ranks of PageRank may each be off by tolerance * damping / (1 - damping). */
#define RANK_DIFFERENCE (2 * MG_PAGERANK_TOLERANCE * 0.85 / 0.15)

/* What is measured: the largest difference to one rank, by the sum of all values. 0: equal bit by bit. */
static const struct {
    const char *name;
    double difference;
} measured_names[] = {{"bfs", 0}, {"sssp", 0}, {"cc", 0}, {"pagerank", RANK_DIFFERENCE}, {"bc", 1e-9}};
#define MEASURED (sizeof measured_names / sizeof *measured_names)
#define ALL "bfs,sssp,cc,pagerank,bc"

typedef struct rank_counts {
    uint32_t count[COUNTS_MAX]; /* the first one is 1 */
    size_t counts;
    uint32_t most;
    int threads; /* of each rank */
} rank_counts;

/* One algorithm on one number of ranks. */
typedef struct ranks_row {
    const char *graph;
    const bench_algorithm *algorithm;
    double difference; /* allowed */
    uint32_t ranks;
    session s; /* the graph is borrowed */
    bench_outcome outcome;
    char why[512];
} ranks_row;

/* The results on one rank. */
typedef struct ranks_first {
    mg_result *result; /* NULL: there is none */
    double median;
} ranks_first;

/* ---- which numbers of ranks ---- */

static bool add_count(rank_counts *c, uint64_t ranks) {
    if (ranks < 1 || ranks > MG_RANKS_MAX || c->counts == COUNTS_MAX) {
        return false;
    }
    if (ranks > 1) {
        c->count[c->counts++] = (uint32_t)ranks;
        c->most = ranks > c->most ? (uint32_t)ranks : c->most;
    }
    return true;
}

/* --ranks, or 1, 2, 4, ... up to the number of processors, at least two. */
static bool choose_counts(const cli_options *options, int processors, rank_counts *c) {
    const char *list = options->bench.ranks;
    *c = (rank_counts){.count = {1}, .counts = 1, .most = 1};
    for (uint32_t ranks = 2; !list && (ranks == 2 || (int)ranks <= processors) && ranks <= MG_RANKS_MAX; ranks *= 2) {
        add_count(c, ranks);
    }
    for (size_t length; list && *list; list += length + (list[length] == ',')) {
        char word[24];
        uint64_t ranks;
        length = strcspn(list, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, list);
        if (length >= sizeof word || !parse_u64(word, &ranks) || !add_count(c, ranks)) {
            message("--ranks: expected at most %d whole numbers from 1 to %d, found '%s'", COUNTS_MAX - 1, MG_RANKS_MAX,
                    options->bench.ranks);
            return false;
        }
    }
    c->threads = processors / (int)c->most;
    c->threads = c->threads > 0 ? c->threads : 1;
    return true;
}

/* ---- runs ---- */

/* The sum of differences of two columns of n doubles, over that of their values. */
static double relative_difference(const double *a, const double *b, size_t n) {
    double sum = 0.0, total = 0.0;
    for (size_t v = 0; v < n; v++) {
        sum += fabs(a[v] - b[v]);
        total += fabs(b[v]);
    }
    return total > 0.0 ? sum / total : sum;
}

/* Is the result that on one rank? Else says why not. */
static bool is_the_same(ranks_row *row, const mg_result *first) {
    const mg_column *const now = session_column(&row->s), *const before = mg_result_column(first, now->name);
    const size_t n = mg_graph_vertex_count(row->s.graph);
    if (row->difference > 0.0) {
        const double difference = relative_difference(now->data, before->data, n);
        if (difference > row->difference) {
            snprintf(row->why, sizeof row->why, "%s differs from one rank's by %.3g", now->name, difference);
        }
        return difference <= row->difference;
    }
    if (memcmp(now->data, before->data, n * type_size(now->type)) == 0) {
        return true;
    }
    snprintf(row->why, sizeof row->why, "%s is not that of one rank", now->name);
    return false;
}

/* Checks the result of a timed run: by the verifier, the first time on one rank, or against that result. */
static void check(ranks_row *row, const mg_result *first, bool last) {
    const int when = row->s.options->bench.verify;
    const bool due = when == BENCH_VERIFY_ALL || (when == BENCH_VERIFY_LAST && last);
    if (!due) {
        return;
    }
    const bool right = first ? is_the_same(row, first) : row->s.verb->runs->verify(&row->s, row->why, sizeof row->why);
    row->outcome = right ? BENCH_VERIFIED : BENCH_WRONG;
}

/* A failed call of the library. Returns the exit status of an interruption, or success: bench goes on. */
static int fail(ranks_row *row, mg_status status) {
    if (status == MG_ERROR_CANCELLED || interrupted()) {
        return STATUS_INTERRUPTED;
    }
    row->outcome = BENCH_FAILED;
    row->s.trial_count = 0;
    snprintf(row->why, sizeof row->why, "%s", mg_context_error(row->s.context));
    return STATUS_SUCCESS;
}

static int run_trials(ranks_row *row, const mg_result *first) {
    session *const s = &row->s;
    const bench_options *const o = &s->options->bench;
    const mg_run_options run = session_run_options(s->verb, s->options, MG_BACKEND_CPU);
    trial warm;
    mg_status status = MG_OK;
    for (uint64_t i = 0; i < o->warm_ups && status >= 0; i++) {
        status = session_trial(s, &run, &warm);
    }
    const double start = clock_seconds();
    bool late = false;
    for (uint64_t i = 0; i < o->trials && status >= 0 && !late && row->outcome != BENCH_WRONG; i++) {
        status = session_trial(s, &run, &s->trials[i]);
        late = o->time_limit > 0 && clock_seconds() - start > o->time_limit;
        if (status >= 0) {
            s->trial_count++;
            check(row, first, late || i + 1 == o->trials);
        }
    }
    return status < 0 || interrupted() ? fail(row, status) : STATUS_SUCCESS;
}

/* The sources of all runs: the default one, or of bc some at random. False after printing why there are none. */
static bool set_sources(ranks_row *row, uint32_t most_ranks) {
    session *const s = &row->s;
    const size_t count = !row->algorithm->sources ? 0 : most_ranks > BC_SOURCES ? most_ranks : BC_SOURCES;
    s->source = row->algorithm->from_source ? mg_graph_default_source(s->graph) : MG_NONE;
    s->trials = calloc(s->options->bench.trials, sizeof *s->trials);
    s->sources = count ? calloc(count, sizeof *s->sources) : NULL;
    s->source_count = count;
    if (!s->trials || (count && !s->sources)) {
        message("out of memory for the trials of %s on %s", row->algorithm->name, row->graph);
        return false;
    }
    if (count && !bench_draw_sources(s->graph, s->options->bench.seed, count, s->sources)) {
        message("%s on %s: no vertex has an out-edge", row->algorithm->name, row->graph);
        return false;
    }
    return true;
}

/* ---- the table and the report ---- */

static void print_row(bench_run *r, const ranks_row *row, double first_median) {
    char median[DURATION_SIZE], compute[DURATION_SIZE] = "-", exchange[DURATION_SIZE] = "-";
    bench_print(&r->table, "%-9s %5" PRIu32 " ", row->algorithm->name, row->ranks);
    if (!row->s.trial_count) {
        bench_print(&r->table, "%s: %s\n", bench_outcome_name(row->outcome), row->why);
        return;
    }
    const mg_statistics *const statistics = mg_result_statistics(row->s.result);
    const double time = trial_times_of(&row->s).median;
    double computing = 0.0, exchanging = 0.0; /* of the last trial, the means over the ranks */
    for (uint32_t k = 0; k < statistics->ranks; k++) {
        computing += statistics->rank[k].compute_seconds / statistics->ranks;
        exchanging += statistics->rank[k].exchange_seconds / statistics->ranks;
    }
    if (statistics->ranks) {
        duration_text(computing, compute);
        duration_text(exchanging, exchange);
    }
    bench_print(&r->table, "%8s %5.2f %8s %8s %8.2f %9.3f %s%s\n", duration_text(time, median),
                first_median > 0 ? time / first_median : 1.0, compute, exchange,
                1e-6 * (double)statistics->exchanged_bytes, metrics_imbalance(statistics),
                row->outcome == BENCH_WRONG ? "WRONG: " : bench_outcome_name(row->outcome),
                row->outcome == BENCH_WRONG ? row->why : "");
}

static void add_row(bench_run *r, const ranks_row *row, double first_median) {
    const session *const s = &row->s;
    json_builder b = json_object();
    json_text(&b, "engine", "MultiGraph");
    json_text(&b, "primitive", row->algorithm->name);
    json_text(&b, "graph", row->graph);
    metrics_add_graph(&b, s->graph, row->graph);
    json_number(&b, "num_arcs", (double)mg_graph_arc_count(s->graph));
    json_text(&b, "backend", "cpu");
    json_text(&b, "mode", "ranks");
    json_number(&b, "threads", mg_context_threads(s->context));
    json_text(&b, "scaling", "ranks");
    json_text(&b, "partition", mg_partition_name((mg_partition_kind)s->options->partition));
    json_text(&b, "outcome", bench_outcome_name(row->outcome));
    json_flag(&b, "verified", row->outcome == BENCH_VERIFIED);
    json_text(&b, "reason", row->why);
    if (s->trial_count) {
        const trial_times times = trial_times_of(s);
        const mg_statistics *const statistics = mg_result_statistics(s->result);
        metrics_add_trials(&b, s);
        json_number(&b, "lower_quartile_process_time", 1e3 * times.lower);
        json_number(&b, "upper_quartile_process_time", 1e3 * times.upper);
        json_number(&b, "ratio", first_median > 0 ? times.median / first_median : 1.0);
        metrics_add_ranks(&b, statistics);
    }
    if (row->ranks == 1 || !s->trial_count) { /* else they are said */
        json_number(&b, "ranks", row->ranks);
    }
    json_nest(&r->report.runs, NULL, b);
}

/* ---- graphs ---- */

/* Reports a row; the result on one rank is kept for the comparison with all others. */
static void finish_row(bench_run *r, ranks_row *row, ranks_first *first) {
    const bool is_first = row->ranks == 1 && row->s.trial_count;
    if (is_first) {
        first->median = trial_times_of(&row->s).median;
    }
    print_row(r, row, first->median);
    add_row(r, row, first->median);
    sink_flush(&r->table);
    r->report.wrong += row->outcome == BENCH_WRONG;
    r->report.failed += row->outcome == BENCH_FAILED;
    if (is_first && row->outcome != BENCH_WRONG) {
        first->result = row->s.result;
        row->s.result = NULL;
    }
}

static int run_row(bench_run *r, const session *opened, const rank_counts *c, ranks_row *row, ranks_first *first) {
    cli_options options = *r->options;
    options.ranks = row->ranks;
    options.threads = (uint64_t)c->threads * row->ranks;
    int status = session_create(&row->s, r->verb, &options);
    if (status == STATUS_SUCCESS) {
        row->s.verb = verb_find(row->algorithm->verb);
        row->s.graph = opened->graph;
        status = set_sources(row, c->most) ? run_trials(row, first->result) : STATUS_FAILURE;
    }
    if (status == STATUS_SUCCESS) {
        finish_row(r, row, first);
    }
    row->s.graph = NULL;
    session_close(&row->s);
    return status;
}

static int run_counts(bench_run *r, const session *opened, const char *graph, const rank_counts *c, size_t which) {
    const char *const name = measured_names[which].name;
    ranks_first first = {.result = NULL};
    int status = STATUS_SUCCESS;
    for (size_t i = 0; i < c->counts && status == STATUS_SUCCESS; i++) {
        ranks_row row = {.graph = graph,
                         .algorithm = bench_algorithm_find(name, strlen(name)),
                         .difference = measured_names[which].difference,
                         .ranks = c->count[i],
                         .outcome = BENCH_UNVERIFIED};
        status = run_row(r, opened, c, &row, &first);
    }
    mg_result_destroy(first.result);
    return status;
}

/* The position in measured_names; MEASURED: it is not there. */
static size_t position_of(const char *name, size_t length) {
    size_t i = 0;
    while (i < MEASURED &&
           (strlen(measured_names[i].name) != length || strncmp(measured_names[i].name, name, length) != 0)) {
        i++;
    }
    return i;
}

static int run_graph(bench_run *r, session *s, const char *name, void *data) {
    (void)data;
    const char *list = r->options->bench.algorithms ? r->options->bench.algorithms : ALL;
    rank_counts c;
    int status = STATUS_SUCCESS;
    choose_counts(r->options, mg_context_threads(s->context), &c);
    bench_print(&r->table, "\n%s: %s, %" PRIu32 " vertices, %" PRIu64 " arcs; each rank has %d thread%s\n", name,
                mg_graph_directed(s->graph) ? "directed" : "undirected", mg_graph_vertex_count(s->graph),
                mg_graph_arc_count(s->graph), c.threads, c.threads == 1 ? "" : "s");
    bench_print(&r->table, "%-9s %5s %8s %5s %8s %8s %8s %9s %s\n", "algorithm", "ranks", "median", "ratio", "compute",
                "exchange", "MB", "imbalance", "result");
    for (size_t length; *list && status == STATUS_SUCCESS; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        status = run_counts(r, s, name, &c, position_of(list, length));
    }
    return status;
}

/* What ranks cannot do, before anything is measured. */
static bool is_possible(const cli_options *options) {
    const char *list = options->bench.algorithms ? options->bench.algorithms : ALL;
    rank_counts c;
    if (options->bench.backends & 1u << MG_BACKEND_CUDA || options->gpus > 1) {
        message("bench ranks: ranks run on the CPU");
        return false;
    }
    for (size_t length; *list; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        if (position_of(list, length) == MEASURED) {
            message("bench ranks: it measures %s, not %.*s", ALL, (int)length, list);
            return false;
        }
    }
    return choose_counts(options, 1, &c);
}

int bench_run_ranks(bench_run *r, char *const *files, size_t count) {
    static const bench_recipe graphs[] = {
        {"kron", 16, 16, 0, BENCH_ALL_THREADS}, {"road", 0, 0, 300, BENCH_ALL_THREADS}, {0}};
    const graph_list list = {.recipes = graphs, .files = files, .count = count};
    if (!is_possible(r->options)) {
        return STATUS_USAGE;
    }
    bench_print(&r->table, "\nRanks: threads of this process, each with a part of the graph\n"
                           "ratio: to one rank. compute, exchange: of the last run, means over the ranks\n"
                           "MB: what all got from others. Results are compared with that of one rank\n");
    return graph_list_visit(r, &list, run_graph, NULL);
}
