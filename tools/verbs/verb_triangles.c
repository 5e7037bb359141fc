/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs triangles and lcc: triangles of every vertex, or with --total of the graph, and local clustering
 * coefficients.
 */
#include "tools/cli/message.h"
#include "tools/output/output_files.h"
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

static mg_status run_triangles(session *s, const mg_run_options *run, mg_result **result) {
    mg_triangles_options o = MG_TRIANGLES_OPTIONS_INIT;
    o.run = *run;
    o.total_only = s->options->total;
    return mg_triangles(s->context, s->graph, &o, result);
}

static bool verify_triangles(const session *s, char *why, size_t size) {
    return mgt_verify_triangles(s->context, s->graph, s->result, why, size);
}

static void describe_triangles(const session *s, char *text, size_t size) {
    const uint64_t *count = mg_result_column(s->result, "triangles")->data;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    char name[VERTEX_TEXT_SIZE];
    uint64_t corners = 0;
    mg_vertex most = 0;
    for (mg_vertex v = 0; v < n; v++) {
        corners += count[v];
        most = count[v] > count[most] ? v : most;
    }
    if (corners) {
        snprintf(text, size, "%" PRIu64 " triangle%s, most (%" PRIu64 ") at vertex %s", corners / 3,
                 corners == 3 ? "" : "s", count[most], vertex_text(s->graph, most, name));
    } else {
        snprintf(text, size, "no triangles");
    }
}

static uint64_t total_of(const session *s) {
    size_t count;
    const double *const total = mg_result_totals(s->result, &count);
    return count ? (uint64_t)total[0] : 0; /* a graph without vertices has none */
}

static bool verify_total(const session *s, char *why, size_t size) {
    return mgt_verify_triangle_total(s->context, s->graph, total_of(s), why, size);
}

static bool write_total(sink *out, const session *s) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64 "\n", total_of(s));
    sink_text(out, text);
    return true;
}

static void describe_total(const session *s, char *text, size_t size) {
    const uint64_t total = total_of(s);
    snprintf(text, size, "%" PRIu64 " triangle%s", total, total == 1 ? "" : "s");
}

static mg_status run_lcc(session *s, const mg_run_options *run, mg_result **result) {
    mg_lcc_options o = MG_LCC_OPTIONS_INIT;
    o.run = *run;
    return mg_lcc(s->context, s->graph, &o, result);
}

static bool verify_lcc(const session *s, char *why, size_t size) {
    return mgt_verify_lcc(s->context, s->graph, s->result, why, size);
}

static void describe_lcc(const session *s, char *text, size_t size) {
    const double *lcc = mg_result_column(s->result, "lcc")->data;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    double sum = 0;
    for (mg_vertex v = 0; v < n; v++) {
        sum += lcc[v];
    }
    snprintf(text, size, "mean %.6g", n ? sum / n : 0);
}

const algorithm triangles_algorithm = {
    .column = "triangles", .run = run_triangles, .verify = verify_triangles, .describe = describe_triangles};
static const algorithm total_algorithm = {
    .run = run_triangles, .verify = verify_total, .write = write_total, .describe = describe_total};

int run_triangles_verb(const verb *v, const cli_options *options) {
    verb total = *v;
    if (!options->total) {
        return run_algorithm(v, options);
    }
    if (options->top) {
        message("--total cannot be combined with --top");
        return STATUS_USAGE;
    }
    if (output_format_of(options, options->output) != OUTPUT_TSV) {
        message("--total: the output format is tsv");
        return STATUS_USAGE;
    }
    total.runs = &total_algorithm;
    return run_algorithm(&total, options);
}

const algorithm lcc_algorithm = {.column = "lcc", .run = run_lcc, .verify = verify_lcc, .describe = describe_lcc};
