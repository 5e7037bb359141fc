/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of bench, as a table that is printed line by line and as one JSON object (docs/bench.md).
 */
#include "tools/bench/bench.h"
#include "tools/cli/progress.h"
#include "tools/output/machine.h"
#include "tools/output/metrics.h"
#include "tools/output/number.h"
#include "tools/output/summary.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char bench_timed[] =
    "one call on the loaded graph until its result is in host memory, allocations and transfers included; not reading "
    "or making the graph (load_time), not building representations (build_time), not warm-ups";

void bench_print(sink *out, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    sink_text(out, line);
}

#define LINE_WIDTH 80

static void print_wrapped(sink *out, const char *label, const char *text) {
    size_t column = strlen(label);
    sink_text(out, label);
    for (size_t length; *text; text += length + (text[length] == ' ')) {
        length = strcspn(text, " ");
        const bool fits = column + 1 + length <= LINE_WIDTH;
        bench_print(out, "%s%.*s", column == strlen(label) ? "" : fits ? " " : "\n  ", (int)length, text);
        column = fits ? column + 1 + length : 2 + length;
    }
    sink_text(out, "\n");
}

void bench_report_heading(bench_report *r, mg_context *context, const cli_options *options) {
    const bench_options *o = &options->bench;
    char cpu[MACHINE_NAME_SIZE], gpu[MACHINE_NAME_SIZE];
    const bool with_gpu = r->backends & 1u << MG_BACKEND_CUDA;
    char machine[2 * MACHINE_NAME_SIZE + 32];
    snprintf(machine, sizeof machine, "%s on %s%s%s", mg_version(), machine_name(context, false, cpu),
             with_gpu ? "; " : "", with_gpu ? machine_name(context, true, gpu) : "");
    print_wrapped(r->table, "multigraph ", machine);
    bench_print(r->table, "%" PRIu64 " trial%s after %" PRIu64 " warm-up%s, sources drawn with seed %" PRIu64 "\n",
                o->trials, o->trials == 1 ? "" : "s", o->warm_ups, o->warm_ups == 1 ? "" : "s", o->seed);
    print_wrapped(r->table, "timed: ", bench_timed);
    if (options->bench.paper) {
        print_wrapped(r->table, "paper: ",
                      "segments, blocks, a choice by samples, bfs without pulling and sssp without buckets, as the "
                      "MultiGraph paper has them");
    }
    print_wrapped(r->table,
                  "MTEPS: ", "arcs of the graph / median (bc: twice, for each source), on a GPU of the device's times");
    sink_flush(r->table);
}

void bench_report_graph(bench_report *r, const session *s, const bench_job *job) {
    char load[DURATION_SIZE];
    r->last_algorithm = NULL;
    bench_print(r->table, "\n%s: %s, %" PRIu32 " vertices, %" PRIu64 " arcs, %s in %s", job->name,
                mg_graph_directed(s->graph) ? "directed" : "undirected", mg_graph_vertex_count(s->graph),
                mg_graph_arc_count(s->graph), job->path ? "read" : "made", duration_text(s->load_seconds, load));
    if (job->threads) {
        bench_print(r->table, ", %d thread%s", job->threads, job->threads == 1 ? "" : "s");
    }
    const bool with_gpu = r->backends & 1u << MG_BACKEND_CUDA;
    bench_print(r->table, "\n%-16s %-4s %-6s %8s %17s %7s %5s %s\n", "algorithm", "on", "mode", "median",
                with_gpu ? "on the device" : "quartiles", "MTEPS", "ratio", "result");
    sink_flush(r->table);
}

/* MTEPS as the paper counts them: arcs of the graph instead of visited edges, on a GPU without transfers. */
static double paper_mteps(const bench_cell *cell) {
    const bench_algorithm *a = cell->algorithm;
    const double device = device_median_of(&cell->s), seconds = device > 0 ? device : trial_times_of(&cell->s).median;
    const double arcs = (double)mg_graph_arc_count(cell->s.graph) * a->passes;
    return seconds > 0 ? 1e-6 * arcs * (a->sources ? (double)cell->source_count : 1) / seconds : 0;
}

/* The quartiles, with one unit where it is the same. */
static void quartiles_text(const trial_times *times, char *text, size_t size) {
    char lower[DURATION_SIZE], upper[DURATION_SIZE];
    duration_text(times->lower, lower);
    duration_text(times->upper, upper);
    char *const unit = strchr(lower, ' '), *const other = strchr(upper, ' ');
    if (unit && other && strcmp(unit, other) == 0) {
        *unit = '\0';
    }
    snprintf(text, size, "%s .. %s", lower, upper);
}

static void print_cell(bench_report *r, const bench_cell *cell) {
    bench_print(r->table, "%-16s %-4s %-6s ", cell->algorithm->name, bench_backend_name(cell->backend),
                mg_mode_name(cell->mode));
    if (cell->s.trial_count == 0) {
        bench_print(r->table, "%s: %s\n", bench_outcome_name(cell->outcome), cell->why);
        return;
    }
    const trial_times times = trial_times_of(&cell->s);
    char median[DURATION_SIZE], spread[2 * DURATION_SIZE + 8];
    if (r->last_algorithm != cell->algorithm) {
        r->first_median = times.median;
        r->last_algorithm = cell->algorithm;
    }
    const double mteps = paper_mteps(cell), device = device_median_of(&cell->s);
    if (!(r->backends & 1u << MG_BACKEND_CUDA)) {
        quartiles_text(&times, spread, sizeof spread);
    } else if (device > 0) {
        duration_text(device, spread);
    } else {
        strcpy(spread, "-");
    }
    bench_print(r->table, "%8s %17s %7.*f %5.2f %s", duration_text(times.median, median), spread, mteps < 100 ? 1 : 0,
                mteps, r->first_median > 0 ? times.median / r->first_median : 1,
                cell->outcome == BENCH_WRONG ? "WRONG: " : bench_outcome_name(cell->outcome));
    const bool limited = cell->s.result && cell->s.outcome == MG_NOT_CONVERGED && !cell->options.max_iterations;
    bench_print(r->table, "%s\n%s", cell->outcome == BENCH_VERIFIED ? "" : cell->why,
                limited ? "  stopped at its limit of iterations before it converged\n" : "");
}

static void add_sources(json_builder *b, const bench_cell *cell) {
    json_builder list = json_array();
    for (size_t i = 0; i < cell->source_count * cell->s.trial_count; i++) {
        json_u64(&list, NULL, cell->sources[i]);
    }
    json_nest(b, "srcs", list);
}

/* Times by the GPU's clock, if any were measured. */
static void add_device_times(json_builder *b, const session *s) {
    json_builder list = json_array();
    for (size_t i = 0; i < s->trial_count && s->trials[i].device_seconds > 0; i++) {
        json_number(&list, NULL, 1e3 * s->trials[i].device_seconds);
    }
    json_nest(b, "device_times", list);
    if (device_median_of(s) > 0) {
        json_number(b, "median_device_time", 1e3 * device_median_of(s));
    }
}

static void add_trials(json_builder *b, const bench_cell *cell) {
    const session *s = &cell->s;
    const trial_times times = trial_times_of(s);
    metrics_add_trials(b, s);
    json_number(b, "lower_quartile_process_time", 1e3 * times.lower);
    json_number(b, "upper_quartile_process_time", 1e3 * times.upper);
    json_number(b, "paper_mteps", paper_mteps(cell));
    add_device_times(b, s);
    json_number(b, "build_time", 1e3 * s->build_seconds);
    if (s->result) {
        const mg_statistics *statistics = mg_result_statistics(s->result);
        json_flag(b, "converged", s->outcome != MG_NOT_CONVERGED);
        metrics_add_modes(b, statistics);
        json_number(b, "kept_bytes", (double)statistics->kept_bytes);
        metrics_add_representations(b, statistics);
    } else {
        json_number(b, "flops", cell->flops);
        json_number(b, "compulsory_bytes", cell->bytes);
    }
}

/* Size of the graph as CSR: offsets, neighbours and weights. */
static double csr_bytes(const mg_graph *graph) {
    const double arcs = (double)mg_graph_arc_count(graph), n = mg_graph_vertex_count(graph);
    const size_t arc = sizeof(mg_vertex) + type_size(mg_graph_weight_type(graph));
    return (n + 1) * sizeof(uint64_t) + arcs * (double)arc;
}

static json_builder cell_json(const bench_cell *cell, double load_seconds) {
    static const char *const scalings[] = {"none", "strong", "weak", "sizes"};
    json_builder b = json_object();
    json_text(&b, "engine", "MultiGraph");
    json_text(&b, "primitive", cell->algorithm->name);
    json_text(&b, "graph", cell->job->name);
    metrics_add_graph(&b, cell->s.graph, cell->job->path ? cell->job->path : cell->job->name);
    json_number(&b, "num_arcs", (double)mg_graph_arc_count(cell->s.graph));
    json_number(&b, "csr_bytes", csr_bytes(cell->s.graph));
    json_text(&b, "backend", bench_backend_name(cell->backend));
    json_text(&b, "mode", mg_mode_name(cell->mode));
    json_number(&b, "threads", mg_context_threads(cell->s.context));
    json_text(&b, "scaling", scalings[cell->job->recipe.threads]);
    json_number(&b, "load_time", 1e3 * load_seconds);
    json_text(&b, "outcome", bench_outcome_name(cell->outcome));
    json_flag(&b, "verified", cell->outcome == BENCH_VERIFIED);
    json_text(&b, "reason", cell->outcome == BENCH_VERIFIED ? "" : cell->why);
    add_sources(&b, cell);
    if (cell->s.trial_count) {
        add_trials(&b, cell);
    }
    return b;
}

void bench_report_cell(bench_report *r, const bench_cell *cell, double load_seconds) {
    r->cells++;
    r->wrong += cell->outcome == BENCH_WRONG;
    r->failed += cell->outcome == BENCH_FAILED;
    print_cell(r, cell);
    sink_flush(r->table);
    json_nest(&r->runs, NULL, cell_json(cell, load_seconds));
}

json_builder bench_report_finish(bench_report *r, mg_context *context, const cli_options *options, bool complete) {
    static const char *const checks[] = {"all", "last", "none"};
    const bench_options *o = &options->bench;
    char machine[MACHINE_NAME_SIZE];
    json_builder b = json_object();
    const bool gpu = r->backends & 1u << MG_BACKEND_CUDA;
    json_text(&b, "schema", BENCH_SCHEMA);
    json_flag(&b, "complete", complete);
    json_text(&b, "timed", bench_timed);
    json_flag(&b, "paper", options->bench.paper);
    json_text(&b, "machine", machine_name(context, false, machine));
    json_text(&b, "device", gpu ? machine_name(context, true, machine) : "");
    json_number(&b, "trials", (double)o->trials);
    json_number(&b, "warm_ups", (double)o->warm_ups);
    json_u64(&b, "seed", o->seed);
    json_text(&b, "verify", checks[o->verify]);
    machine_describe(&b, context, gpu);
    json_nest(&b, "runs", r->runs);
    json_nest(&b, "tables", r->tables);
    return b;
}
