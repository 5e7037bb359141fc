/* SPDX-License-Identifier: Apache-2.0
 *
 * --metrics: Gunrock's field names and units (milliseconds), numbers as JSON numbers, and additional fields.
 */
#include "tools/output/metrics.h"
#include "tools/output/machine.h"
#include "tools/output/summary.h"
#include "tools/output/wait.h"

#include <math.h>
#include <stdio.h>

static double trial_ms(const session *s, size_t i) {
    return 1e3 * s->trials[i].seconds;
}

static double trial_edges(const session *s, size_t i) {
    return (double)s->trials[i].edges_visited;
}

static double trial_vertices(const session *s, size_t i) {
    return (double)s->trials[i].vertices_visited;
}

static double trial_depth(const session *s, size_t i) {
    return (double)s->trials[i].iterations;
}

static double trial_mteps(const session *s, size_t i) {
    return mteps_of(&s->trials[i], s->trials[i].seconds);
}

/* Adds `list`, an array of one number per trial, and, if `stem` is given, avg_`stem`, min_`stem` and max_`stem`. */
static void add_list(json_builder *b, const session *s, const char *list, const char *stem,
                     double (*value)(const session *, size_t)) {
    json_builder array = json_array();
    double sum = 0, least = INFINITY, greatest = 0;
    for (size_t i = 0; i < s->trial_count; i++) {
        double x = value(s, i);
        json_number(&array, NULL, x);
        sum += x;
        least = x < least ? x : least;
        greatest = x > greatest ? x : greatest;
    }
    json_nest(b, list, array);
    if (stem) {
        const char *const prefixes[] = {"avg", "min", "max"};
        const double values[] = {sum / (double)s->trial_count, least, greatest};
        for (int i = 0; i < 3; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s_%s", prefixes[i], stem);
            json_number(b, name, values[i]);
        }
    }
}

static void add_sources(json_builder *b, const session *s) {
    json_builder list = json_array();
    const bool one = s->source != MG_NONE, some = s->sources || s->sample;
    size_t run = 0;
    const mg_vertex *sources = mg_result_sources(s->result, &run);
    const size_t count = one ? 1 : some ? run : 0;
    for (size_t i = 0; i < count; i++) {
        const mg_vertex v = one ? s->source : sources[i];
        const char *const name = mg_graph_name(s->graph, v);
        if (name) {
            json_text(&list, NULL, name);
        } else {
            json_u64(&list, NULL, mg_graph_id(s->graph, v));
        }
    }
    json_nest(b, "srcs", list);
}

/* Of a program: the totals that it left, if it has any. JSON has no infinities: null. */
static void add_totals(json_builder *b, const session *s) {
    json_builder list = json_array();
    size_t count = 0;
    const double *const totals = mg_result_totals(s->result, &count);
    for (size_t i = 0; i < count; i++) {
        json_number(&list, NULL, totals[i]);
    }
    if (count) {
        json_nest(b, "totals", list);
    }
}

void metrics_add_modes(json_builder *b, const mg_statistics *statistics) {
    json_builder modes = json_object();
    for (int mode = 0; mode < 4; mode++) {
        const char *name = mode == MG_MODE_AUTO ? "none" : mg_mode_name((mg_mode)mode);
        json_number(&modes, name, (double)statistics->mode_iterations[mode]);
    }
    json_nest(b, "mode_iterations", modes);
}

void metrics_add_representations(json_builder *b, const mg_statistics *statistics) {
    static const char *const names[MG_REPRESENTATION_COUNT] = {
        [MG_REPRESENTATION_ROWS] = "rows", [MG_REPRESENTATION_DENSE] = "dense", [MG_REPRESENTATION_TILES] = "tiles"};
    json_builder all = json_object();
    for (int kind = 0; kind < MG_REPRESENTATION_COUNT; kind++) {
        json_builder one = json_object();
        json_number(&one, "build_time", 1e3 * statistics->representation[kind].seconds);
        json_number(&one, "bytes", (double)statistics->representation[kind].bytes);
        json_nest(&all, names[kind], one);
    }
    json_nest(b, "representations", all);
}

void metrics_add_graph(json_builder *b, const mg_graph *graph, const char *name) {
    json_text(b, "graph_type", mg_graph_directed(graph) ? "directed" : "undirected");
    json_text(b, "graph_file", name);
    json_number(b, "num_vertices", mg_graph_vertex_count(graph));
    json_number(b, "num_edges", (double)mg_graph_edge_count(graph));
    double seconds;
    json_text(b, "order", mg_order_name(mg_graph_order(graph, &seconds)));
    json_number(b, "order_time", 1e3 * seconds);
}

void metrics_add_trials(json_builder *b, const session *s) {
    const trial_times times = trial_times_of(s);
    add_list(b, s, "process_times", "process_time", trial_ms);
    json_number(b, "stddev_process_time", 1e3 * times.deviation);
    json_number(b, "median_process_time", 1e3 * times.median);
    add_list(b, s, "edges_visited", NULL, trial_edges);
    add_list(b, s, "nodes_visited", NULL, trial_vertices);
    add_list(b, s, "search_depths", "search_depth", trial_depth);
    add_list(b, s, "mteps", "mteps", trial_mteps);
}

/* Several GPUs: the time and the arcs of each, what they exchanged, and the largest part over the mean. */
static void add_gpus(json_builder *b, const mg_statistics *statistics) {
    json_builder times = json_array(), arcs = json_array();
    double sum = 0.0, most = 0.0;
    if (!statistics->gpus) {
        return;
    }
    for (uint32_t i = 0; i < statistics->gpus; i++) {
        const double share = statistics->gpu_arcs[i] ? (double)statistics->gpu_arcs[i] : statistics->gpu_seconds[i];
        json_number(&times, NULL, 1e3 * statistics->gpu_seconds[i]);
        json_u64(&arcs, NULL, statistics->gpu_arcs[i]);
        sum += share;
        most = share > most ? share : most;
    }
    json_number(b, "gpus", statistics->gpus);
    json_nest(b, "gpu_times", times);
    json_nest(b, "gpu_arcs", arcs);
    json_number(b, "gpu_imbalance", sum > 0.0 ? most * statistics->gpus / sum : 1.0);
    json_u64(b, "exchanged_bytes", statistics->exchanged_bytes);
}

static double largest_over_mean(const mg_statistics *statistics, double (*value)(const mg_rank_share *)) {
    double sum = 0.0, most = 0.0;
    for (uint32_t r = 0; r < statistics->ranks; r++) {
        const double x = value(&statistics->rank[r]);
        sum += x;
        most = x > most ? x : most;
    }
    return sum > 0.0 ? most * statistics->ranks / sum : 1.0;
}

static double arcs_of(const mg_rank_share *share) {
    return (double)share->arcs;
}

static double compute_ms(const mg_rank_share *share) {
    return 1e3 * share->compute_seconds;
}

static double exchange_ms(const mg_rank_share *share) {
    return 1e3 * share->exchange_seconds;
}

static double sent_by(const mg_rank_share *share) {
    return (double)share->sent_bytes;
}

static double received_by(const mg_rank_share *share) {
    return (double)share->received_bytes;
}

double metrics_imbalance(const mg_statistics *statistics) {
    const bool parts = statistics->ranks && statistics->rank[0].arcs; /* else each had the whole graph */
    return largest_over_mean(statistics, parts ? arcs_of : compute_ms);
}

void metrics_add_ranks(json_builder *b, const mg_statistics *statistics) {
    static const struct {
        const char *name;
        double (*value)(const mg_rank_share *share);
    } lists[] = {{"rank_compute_times", compute_ms},
                 {"rank_exchange_times", exchange_ms},
                 {"rank_arcs", arcs_of},
                 {"rank_sent_bytes", sent_by},
                 {"rank_received_bytes", received_by}};
    if (!statistics->ranks) {
        return;
    }
    json_number(b, "ranks", statistics->ranks);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        json_builder list = json_array();
        for (uint32_t r = 0; r < statistics->ranks; r++) {
            json_number(&list, NULL, lists[i].value(&statistics->rank[r]));
        }
        json_nest(b, lists[i].name, list);
    }
    json_number(b, "rank_imbalance", metrics_imbalance(statistics));
    json_u64(b, "exchanges", statistics->rank[0].exchanges);
    json_u64(b, "exchanged_bytes", statistics->exchanged_bytes);
}

static void add_run(json_builder *b, const session *s) {
    const mg_statistics *statistics = mg_result_statistics(s->result);
    metrics_add_trials(b, s);
    if (device_median_of(s) > 0) {
        json_number(b, "median_device_time", 1e3 * device_median_of(s));
    }
    json_number(b, "load_time", 1e3 * s->load_seconds);
    json_number(b, "build_time", 1e3 * s->build_seconds);
    wait_add(b, s);
    json_text(b, "backend", statistics->backend);
    json_number(b, "threads", mg_context_threads(s->context));
    json_flag(b, "converged", s->outcome != MG_NOT_CONVERGED);
    json_flag(b, "verified", s->verified);
    metrics_add_modes(b, statistics);
    metrics_add_representations(b, statistics);
    add_gpus(b, statistics);
    metrics_add_ranks(b, statistics);
    json_nest(b, "iterations", trace_iterations(statistics));
}

bool metrics_write(sink *out, const session *s) {
    json_builder b = json_object();
    json_text(&b, "schema", "multigraph-metrics/1");
    json_text(&b, "engine", "MultiGraph");
    json_text(&b, "primitive", session_primitive(s));
    metrics_add_graph(&b, s->graph, s->options->operand);
    add_sources(&b, s);
    add_totals(&b, s);
    json_nest(&b, "tags", json_array());
    add_run(&b, s);
    machine_describe(&b, s->context, mg_result_statistics(s->result)->device_seconds > 0);
    return json_write(out, b);
}
