/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/bench_formats.h"

#include "tools/cli/progress.h"
#include "tools/output/metrics.h"
#include "tools/output/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void formats_report_matrix(bench_report *r, const formats_matrix *of, mg_context *context) {
    char load[DURATION_SIZE];
    bench_print(r->table, "\n%s: %" PRIu64 " x %" PRIu64 ", %" PRIu64 " nonzeros, %s in %s, %d threads\n",
                of->job->name, mg_matrix_rows(of->matrix), mg_matrix_columns(of->matrix),
                mg_matrix_nonzeros(of->matrix), of->job->path ? "read" : "made", duration_text(of->load_seconds, load),
                mg_context_threads(context));
    bench_print(r->table, "  %-10s %-7s %-8s %10s %23s %9s %6s %10s %6s  %s\n", "product", "backend", "format",
                "median", "quartiles", "Gflop/s", "roof", "build", "pays", "result");
    sink_flush(r->table);
}

/* "spmv", "spmm-32", "sddmm-128". */
static void product_name(const formats_cell *cell, char text[32]) {
    if (cell->kind == BENCH_SPMV_FORMATS) {
        snprintf(text, 32, "spmv");
    } else {
        snprintf(text, 32, "%s-%" PRIu32, cell->kind == BENCH_SDDMM ? "sddmm" : "spmm", cell->k);
    }
}

static const char *format_name(const formats_cell *cell) {
    return cell->vendors ? "cusparse" : mg_matrix_format_name(cell->format);
}

/* Products after which the build has paid against cuSPARSE; negative: never, or unknown. */
static double vendor_break_even(const formats_cell *cell) {
    const double gain = cell->vendor_seconds - formats_seconds(cell);
    return cell->vendor_seconds > 0 && gain > 0 ? ceil(formats_build_seconds(cell) / gain) : -1;
}

/* With --vendor: the time with an empty cache, and the comparison. */
static void print_vendor(bench_report *r, const formats_cell *cell) {
    char cold[DURATION_SIZE];
    const double seconds = formats_seconds(cell), even = vendor_break_even(cell);
    if (cell->cold_seconds > 0) {
        bench_print(r->table, ", cold %s", duration_text(cell->cold_seconds, cold));
    }
    if (cell->vendors) {
        bench_print(r->table, ", %s is the best of: %s", cell->algorithm, cell->others);
    }
    if (cell->vendor_seconds > 0 && seconds > 0) {
        bench_print(r->table, ", %.2f x cuSPARSE", cell->vendor_seconds / seconds);
    }
    if (cell->vendor_seconds > 0 && even >= 0) {
        bench_print(r->table, ", pays after %.0f", even);
    }
    bench_print(r->table, "\n");
}

/* Share of the time that the least traffic takes at this bandwidth; negative where that is not known. */
static double roof_share(const formats_cell *cell, double bandwidth) {
    return bandwidth > 0 && formats_seconds(cell) > 0 ? formats_bytes(cell) / bandwidth / formats_seconds(cell) : -1;
}

static void print_cell(bench_report *r, const formats_cell *cell, double bandwidth) {
    char name[32], median[DURATION_SIZE], lower[DURATION_SIZE], upper[DURATION_SIZE], build[DURATION_SIZE];
    char quartiles[2 * DURATION_SIZE + 8], roof[16] = "-", pays[16] = "never";
    product_name(cell, name);
    bench_print(r->table, "  %-10s %-7s %-8s ", name, bench_backend_name(cell->backend), format_name(cell));
    if (!cell->s.trial_count) {
        bench_print(r->table, "%s: %s\n", bench_outcome_name(cell->outcome), cell->why);
        return;
    }
    const trial_times times = trial_times_of(&cell->s);
    const double share = roof_share(cell, bandwidth), even = formats_break_even(cell), seconds = formats_seconds(cell);
    snprintf(quartiles, sizeof quartiles, "%s .. %s", duration_text(times.lower, lower),
             duration_text(times.upper, upper));
    if (share >= 0) {
        snprintf(roof, sizeof roof, "%.0f %%", 100 * share);
    }
    if (even >= 0 || cell->csr_seconds <= 0) {
        snprintf(pays, sizeof pays, cell->vendors || cell->format == MG_FORMAT_CSR || even < 0 ? "-" : "%.0f", even);
    }
    bench_print(r->table, "%10s %23s %9.2f %6s %10s %6s  %s%s", duration_text(seconds, median), quartiles,
                seconds > 0 ? 1e-9 * formats_flops(cell) / seconds : 0, roof,
                duration_text(formats_build_seconds(cell), build), pays,
                cell->outcome == BENCH_WRONG ? "WRONG: " : bench_outcome_name(cell->outcome),
                cell->outcome == BENCH_WRONG ? cell->why : "");
    print_vendor(r, cell);
}

static void add_matrix(json_builder *b, const formats_cell *cell) {
    const mg_matrix *a = cell->of->matrix;
    const double rows = (double)mg_matrix_rows(a), nonzeros = (double)mg_matrix_nonzeros(a);
    json_text(b, "graph", cell->of->job->name);
    json_text(b, "graph_file", cell->of->job->path ? cell->of->job->path : cell->of->job->name);
    json_text(b, "graph_type", "matrix");
    json_number(b, "num_vertices", rows);
    json_number(b, "num_columns", (double)mg_matrix_columns(a));
    json_number(b, "num_arcs", nonzeros);
    json_number(b, "longest_row", (double)cell->statistics.longest_row);
    json_number(b, "heavy_share", cell->statistics.heavy_share);
}

static void add_trials(json_builder *b, const formats_cell *cell, double bandwidth) {
    const trial_times times = trial_times_of(&cell->s);
    json_builder list = json_array();
    metrics_add_trials(b, &cell->s);
    json_number(b, "lower_quartile_process_time", 1e3 * times.lower);
    json_number(b, "upper_quartile_process_time", 1e3 * times.upper);
    for (size_t i = 0; i < cell->s.trial_count && cell->s.trials[i].device_seconds > 0; i++) {
        json_number(&list, NULL, 1e3 * cell->s.trials[i].device_seconds);
    }
    json_nest(b, "device_times", list);
    if (device_median_of(&cell->s) > 0) {
        json_number(b, "median_device_time", 1e3 * device_median_of(&cell->s));
    }
    json_number(b, "flops", formats_flops(cell));
    json_number(b, "compulsory_bytes", formats_bytes(cell));
    if (bandwidth > 0) {
        json_number(b, "bandwidth", bandwidth);
        json_number(b, "roofline_share", roof_share(cell, bandwidth));
    }
    if (cell->cold_seconds > 0) {
        json_number(b, "cold_time", 1e3 * cell->cold_seconds);
    }
    if (cell->vendors) {
        json_text(b, "vendor_algorithm", cell->algorithm);
        json_text(b, "vendor_times", cell->others);
    }
    if (cell->vendor_seconds > 0) {
        json_number(b, "vendor_time", 1e3 * cell->vendor_seconds);
        if (vendor_break_even(cell) >= 0) {
            json_number(b, "vendor_break_even", vendor_break_even(cell));
        }
    }
    json_number(b, "build_time", 1e3 * formats_build_seconds(cell));
    if (formats_break_even(cell) >= 0) {
        json_number(b, "break_even", formats_break_even(cell));
    }
}

static json_builder cell_json(const formats_cell *cell, double bandwidth) {
    char name[32];
    json_builder b = json_object();
    product_name(cell, name);
    json_text(&b, "engine", cell->vendors ? "cuSPARSE" : "MultiGraph");
    json_text(&b, "primitive", name);
    add_matrix(&b, cell);
    json_text(&b, "backend", bench_backend_name(cell->backend));
    json_text(&b, "mode", format_name(cell));
    json_text(&b, "storage_format", format_name(cell));
    json_text(&b, "why", cell->statistics.why ? cell->statistics.why : "");
    json_number(&b, "columns", cell->k);
    json_number(&b, "threads", mg_context_threads(cell->s.context));
    json_text(&b, "scaling", "none");
    json_number(&b, "load_time", 1e3 * cell->of->load_seconds);
    json_number(&b, "format_bytes", (double)cell->statistics.bytes);
    json_text(&b, "outcome", bench_outcome_name(cell->outcome));
    json_flag(&b, "verified", cell->outcome == BENCH_VERIFIED);
    json_text(&b, "reason", cell->why);
    if (cell->s.trial_count) {
        add_trials(&b, cell, bandwidth);
    }
    return b;
}

void formats_report_cell(bench_report *r, const formats_cell *cell, const cli_options *options) {
    r->cells++;
    r->wrong += cell->outcome == BENCH_WRONG;
    r->failed += cell->outcome == BENCH_FAILED;
    const double bandwidth = bench_bandwidth(r, cell->s.context, cell->backend, options);
    print_cell(r, cell, bandwidth);
    sink_flush(r->table);
    json_nest(&r->runs, NULL, cell_json(cell, bandwidth));
}
