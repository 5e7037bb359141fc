/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of compare: a row per peer and algorithm, geometric means as in the paper's tables 3.5 and 3.6, JSON.
 */
#include "tools/bench/bench.h"
#include "tools/cli/progress.h"
#include "tools/compare/compare.h"
#include "tools/output/machine.h"
#include "tools/output/metrics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const numberings[] = {"original", "random"};

void compare_report_graph(compare_report *r, const session *s, const peer_graph *g) {
    bench_print(r->table, "\n%s, %s numbering: %s, %" PRIu32 " vertices, %" PRIu64 " arcs\n", g->name,
                numberings[g->random], mg_graph_directed(s->graph) ? "directed" : "undirected",
                mg_graph_vertex_count(s->graph), mg_graph_arc_count(s->graph));
    bench_print(r->table, "  %-14s %-16s %10s %-6s %10s %8s  %s\n", "algorithm", "peer", "ours", "on", "theirs",
                "speedup", "result");
    sink_flush(r->table);
}

size_t compare_algorithm_position(const char *name) {
    size_t i = 0;
    while (compare_algorithms[i + 1] && strcmp(compare_algorithms[i], name) != 0) {
        i++;
    }
    return i;
}

static void add_to_mean(compare_report *r, const peer_graph *g, const comparison *c) {
    struct compare_mean *const mean = &r->means[compare_algorithm_position(c->command->algorithm)][c->peer - peers];
    const bool counts = (c->outcome == PEER_RIGHT || c->outcome == PEER_UNCHECKED) && c->ours > 0;
    if (counts) {
        mean->logarithms[g->random] += log(c->theirs / c->ours);
        mean->count[g->random]++;
    } else if (c->outcome != PEER_SKIPPED) {
        mean->left_out[g->random]++;
    }
}

static json_builder row_json(const peer_graph *g, const comparison *c) {
    json_builder b = json_object();
    json_text(&b, "engine", c->peer->name);
    json_text(&b, "primitive", c->command->algorithm);
    json_text(&b, "graph", g->name);
    metrics_add_graph(&b, g->graph, g->path);
    json_number(&b, "num_arcs", (double)mg_graph_arc_count(g->graph));
    json_text(&b, "numbering", numberings[g->random]);
    json_text(&b, "our_backend", c->our_backend);
    json_number(&b, "our_process_time", 1e3 * c->ours);
    if (c->theirs > 0) {
        json_number(&b, "process_time", 1e3 * c->theirs);
        json_number(&b, "speedup", c->ours > 0 ? c->theirs / c->ours : 0);
    }
    json_text(&b, "verdict", peer_outcome_name(c->outcome));
    json_text(&b, "remark", c->remark);
    json_text(&b, "note", c->command->note ? c->command->note : "");
    return b;
}

void compare_report_row(compare_report *r, const peer_graph *g, const comparison *c) {
    char ours[DURATION_SIZE] = "-", theirs[DURATION_SIZE] = "-", speedup[32] = "-";
    if (c->ours > 0) {
        duration_text(c->ours, ours);
    }
    if (c->theirs > 0) {
        duration_text(c->theirs, theirs);
        snprintf(speedup, sizeof speedup, "%.2fx", c->ours > 0 ? c->theirs / c->ours : 0);
    }
    bench_print(
        r->table, "  %-14s %-16s %10s %-6s %10s %8s  %s%s%s%s%s%s\n", c->command->algorithm, c->peer->name, ours,
        c->our_backend, theirs, speedup, c->outcome == PEER_WRONG ? "WRONG" : peer_outcome_name(c->outcome),
        c->remark[0] ? ": " : "", c->remark, c->command->note && c->theirs > 0 ? " (" : "",
        c->command->note && c->theirs > 0 ? c->command->note : "", c->command->note && c->theirs > 0 ? ")" : "");
    sink_flush(r->table);
    add_to_mean(r, g, c);
    compare_table_add(r, g, c);
    json_nest(&r->results, NULL, row_json(g, c));
}

/* The geometric mean over the graphs, as text; "-" without values. */
static void mean_text(const struct compare_mean *mean, int numbering, char *text, size_t size) {
    if (mean->count[numbering] == 0) {
        snprintf(text, size, "%s", mean->left_out[numbering] ? "*" : "-");
    } else {
        snprintf(text, size, "%.2f%s", exp(mean->logarithms[numbering] / (double)mean->count[numbering]),
                 mean->left_out[numbering] ? "*" : "");
    }
}

static bool has_row(const compare_report *r, size_t position, int numbering) {
    bool found = false;
    for (size_t p = 0; p < PEER_COUNT; p++) {
        found |= r->means[position][p].count[numbering] + r->means[position][p].left_out[numbering] > 0;
    }
    return found;
}

static void print_means(compare_report *r, const cli_options *options, int numbering) {
    char text[32];
    struct compare_mean total[PEER_COUNT] = {0};
    bench_print(r->table, "\nSpeedup, %s numbering (geometric means over the graphs)\n  %-14s", numberings[numbering],
                "algorithm");
    for (size_t p = 0; p < PEER_COUNT; p++) {
        if (options->peers[p]) {
            bench_print(r->table, " %15s", peers[p].name);
        }
    }
    sink_text(r->table, "\n");
    for (size_t a = 0; compare_algorithms[a]; a++) {
        if (!has_row(r, a, numbering)) {
            continue;
        }
        bench_print(r->table, "  %-14s", compare_algorithms[a]);
        for (size_t p = 0; p < PEER_COUNT; p++) {
            const struct compare_mean *const mean = &r->means[a][p];
            if (mean->count[numbering]) {
                total[p].logarithms[numbering] += mean->logarithms[numbering] / (double)mean->count[numbering];
                total[p].count[numbering]++;
            }
            total[p].left_out[numbering] += mean->left_out[numbering];
            mean_text(mean, numbering, text, sizeof text);
            if (options->peers[p]) {
                bench_print(r->table, " %15s", text);
            }
        }
        sink_text(r->table, "\n");
    }
    bench_print(r->table, "  %-14s", "average");
    for (size_t p = 0; p < PEER_COUNT; p++) {
        mean_text(&total[p], numbering, text, sizeof text);
        if (options->peers[p]) {
            bench_print(r->table, " %15s", text);
        }
    }
    sink_text(r->table, "\n");
}

void compare_report_means(compare_report *r, const cli_options *options) {
    for (int numbering = 0; numbering < 2; numbering++) {
        bool any = false;
        for (size_t a = 0; compare_algorithms[a]; a++) {
            any |= has_row(r, a, numbering);
        }
        if (any) {
            print_means(r, options, numbering);
        }
    }
    bench_print(
        r->table,
        "\n* without graphs where the peer crashed, timed out or was wrong. Speedup: theirs / ours; ours is the\n"
        "median of %" PRIu64 " runs from the same source: on a GPU the device's time, on the CPU the call's.\n",
        options->bench.trials);
    sink_flush(r->table);
}

/* Environment variables that affect the threads of CPU peers. */
static void add_environment(json_builder *b) {
    static const char *const names[] = {"OMP_NUM_THREADS", "OMP_WAIT_POLICY", "OMP_PROC_BIND", "GOMP_SPINCOUNT"};
    json_builder all = json_object();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *const value = getenv(names[i]);
        json_text(&all, names[i], value ? value : "");
    }
    json_nest(b, "peer_environment", all);
}

json_builder compare_report_json(compare_report *r, mg_context *context, const cli_options *options, bool complete) {
    char machine[MACHINE_NAME_SIZE];
    json_builder b = json_object();
    json_text(&b, "schema", "multigraph-compare/1");
    json_flag(&b, "complete", complete);
    json_text(&b, "machine", machine_name(context, false, machine));
    json_text(&b, "device", mg_device_count(context) ? machine_name(context, true, machine) : "");
    json_number(&b, "trials", (double)options->bench.trials);
    add_environment(&b);
    machine_describe(&b, context, true);
    json_nest(&b, "results", r->results);
    return b;
}
