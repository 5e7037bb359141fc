/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb hits: hubs and authorities.
 */
#include "tools/cli/message.h"
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int prepare_hits(session *s) {
    const char *column = s->options->column;
    if (column && strcmp(column, "hub") != 0 && strcmp(column, "authority") != 0) {
        message("--column: expected hub or authority, found '%s'", column);
        return STATUS_USAGE;
    }
    return STATUS_SUCCESS;
}

static mg_hits_options hits_options(const session *s) {
    mg_hits_options o = MG_HITS_OPTIONS_INIT;
    o.run.max_iterations = (uint32_t)s->options->max_iterations;
    o.tolerance = s->options->tolerance;
    return o;
}

static mg_status run_hits(session *s, const mg_run_options *run, mg_result **result) {
    mg_hits_options o = hits_options(s);
    o.run = *run;
    return mg_hits(s->context, s->graph, &o, result);
}

static bool verify_hits(const session *s, char *why, size_t size) {
    const mg_hits_options o = hits_options(s);
    return mgt_verify_hits(s->context, s->graph, &o, s->outcome, s->result, why, size);
}

static mg_vertex largest(const session *s, const char *name, double *value) {
    const double *values = mg_result_column(s->result, name)->data;
    mg_vertex at = 0;
    for (mg_vertex v = 1; v < mg_graph_vertex_count(s->graph); v++) {
        at = values[v] > values[at] ? v : at;
    }
    *value = values[at];
    return at;
}

static void describe_hits(const session *s, char *text, size_t size) {
    if (mg_graph_vertex_count(s->graph) == 0) {
        snprintf(text, size, "no vertices");
        return;
    }
    char names[2][VERTEX_TEXT_SIZE];
    double hub, authority;
    const mg_vertex h = largest(s, "hub", &hub), a = largest(s, "authority", &authority);
    snprintf(text, size, "%s, largest authority %.6g at vertex %s, largest hub %.6g at vertex %s",
             s->outcome == MG_NOT_CONVERGED ? "not converged" : "converged", authority,
             vertex_text(s->graph, a, names[0]), hub, vertex_text(s->graph, h, names[1]));
}

const algorithm hits_algorithm = {
    .column = "authority", .prepare = prepare_hits, .run = run_hits, .verify = verify_hits, .describe = describe_hits};
