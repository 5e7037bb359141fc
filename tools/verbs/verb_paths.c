/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs bfs and sssp: distances from a source; bfs also from several sources.
 */
#include "tools/cli/message.h"
#include "tools/output/number.h"
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

int prepare_source(session *s) {
    s->source = mg_graph_default_source(s->graph);
    if (s->options->source_given && !session_vertex(s, "--source", s->options->source, &s->source)) {
        return STATUS_USAGE;
    }
    return STATUS_SUCCESS;
}

static mg_status run_bfs(session *s, const mg_run_options *run, mg_result **result) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    o.run = *run;
    o.source = s->source;
    o.sources = s->sources;
    o.source_count = s->source_count;
    o.target = target_of(s);
    o.cutoff = depth_cutoff_of(s);
    return mg_bfs(s->context, s->graph, &o, result);
}

static mg_status run_sssp(session *s, const mg_run_options *run, mg_result **result) {
    mg_sssp_options o = MG_SSSP_OPTIONS_INIT;
    o.run = *run;
    o.source = s->source;
    o.delta = s->options->delta;
    o.target = target_of(s);
    o.cutoff = s->options->cutoff;
    o.parents = s->options->parents != NULL;
    return mg_sssp(s->context, s->graph, &o, result);
}

static bool verify_bfs(const session *s, char *why, size_t size) {
    return ends_early(s) ? verify_early_end(s, why, size)
                         : mgt_verify_bfs(s->context, s->graph, s->source, s->result, why, size);
}

static bool verify_sssp(const session *s, char *why, size_t size) {
    return ends_early(s) ? verify_early_end(s, why, size)
                         : mgt_verify_sssp(s->context, s->graph, s->source, s->result, why, size);
}

/* A distance as double; infinity where unreached. */
static double distance_at(const mg_column *column, uint64_t v) {
    switch (column->type) {
    case MG_UINT32: {
        uint32_t d = ((const uint32_t *)column->data)[v];
        return d == UINT32_MAX ? INFINITY : (double)d;
    }
    case MG_UINT64: {
        uint64_t d = ((const uint64_t *)column->data)[v];
        return d == UINT64_MAX ? INFINITY : (double)d;
    }
    case MG_FLOAT32:
        return (double)((const float *)column->data)[v];
    default:
        return ((const double *)column->data)[v];
    }
}

/* The distance of element `at`, in the digits of its own type. */
static int format_distance(char *number, const mg_column *column, uint64_t at) {
    switch (column->type) {
    case MG_UINT32:
        return (int)format_u64(number, ((const uint32_t *)column->data)[at]);
    case MG_UINT64:
        return (int)format_u64(number, ((const uint64_t *)column->data)[at]);
    case MG_FLOAT32:
        return (int)format_float(number, ((const float *)column->data)[at]);
    default:
        return (int)format_double(number, ((const double *)column->data)[at]);
    }
}

static int prepare_bfs(session *s) {
    const int status = prepare_searches(s);
    return status == STATUS_SUCCESS ? prepare_target(s) : status;
}

static int prepare_sssp(session *s) {
    const int status = prepare_source(s);
    return status == STATUS_SUCCESS ? prepare_target(s) : status;
}

static void describe_paths(const session *s, char *text, size_t size) {
    const mg_column *column = mg_result_column(s->result, s->verb->runs->column);
    const uint64_t n = mg_graph_vertex_count(s->graph), elements = n * column->width;
    uint64_t reached = 0, farthest = 0;
    double greatest = -INFINITY;
    const int threads = mg_context_threads(s->context);
#pragma omp parallel for reduction(+ : reached) reduction(max : greatest) num_threads(threads)
    for (uint64_t at = 0; at < elements; at++) {
        const double d = distance_at(column, at);
        reached += d < INFINITY;
        greatest = d < INFINITY && d > greatest ? d : greatest;
    }
    while (reached && distance_at(column, farthest) != greatest) {
        farthest++;
    }
    char number[NUMBER_SIZE] = "0", name[VERTEX_TEXT_SIZE];
    const int length = reached ? format_distance(number, column, farthest) : 1;
    const char *what = s->verb->runs->column;
    if (n == 0) {
        snprintf(text, size, "no vertices");
    } else if (s->sources) {
        snprintf(text, size, "reached %.6g of %" PRIu64 " vertices from %zu source%s, greatest %s %.*s",
                 (double)reached / (double)s->source_count, n, s->source_count,
                 s->source_count == 1 ? "" : "s in the mean", what, length, number);
    } else {
        snprintf(text, size, "reached %" PRIu64 " of %" PRIu64 " vertices from %s%s, greatest %s %.*s", reached, n,
                 vertex_text(s->graph, s->source, name), s->options->source_given ? "" : " (the most out-edges)", what,
                 length, number);
    }
}

const algorithm bfs_algorithm = {
    .column = "depth", .prepare = prepare_bfs, .run = run_bfs, .verify = verify_bfs, .describe = describe_paths};
const algorithm sssp_algorithm = {
    .column = "distance", .prepare = prepare_sssp, .run = run_sssp, .verify = verify_sssp, .describe = describe_paths};
