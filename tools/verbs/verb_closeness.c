/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb closeness: closeness and harmonic centralities.
 */
#include "tools/cli/message.h"
#include "tools/output/vertex_name.h"
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int prepare_closeness(session *s) {
    const char *column = s->options->column;
    if (column && strcmp(column, "closeness") != 0 && strcmp(column, "harmonic") != 0) {
        message("--column: expected closeness or harmonic, found '%s'", column);
        return STATUS_USAGE;
    }
    return prepare_sources(s);
}

static mg_status run_closeness(session *s, const mg_run_options *run, mg_result **result) {
    mg_closeness_options o = MG_CLOSENESS_OPTIONS_INIT;
    o.run = *run;
    o.sources = s->sources;
    o.source_count = s->source_count;
    o.sample = s->sample;
    o.seed = s->options->seed;
    return mg_closeness(s->context, s->graph, &o, result);
}

static bool verify_closeness(const session *s, char *why, size_t size) {
    size_t count = 0;
    const mg_vertex *sources = mg_result_sources(s->result, &count);
    return mgt_verify_closeness(s->context, s->graph, sources, count, s->result, why, size);
}

static void describe_closeness(const session *s, char *text, size_t size) {
    const double *closeness = mg_result_column(s->result, "closeness")->data;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    size_t sources = 0;
    mg_vertex at = 0;
    if (!mg_result_sources(s->result, &sources)) {
        sources = n;
    }
    for (mg_vertex v = 1; v < n; v++) {
        at = closeness[v] > closeness[at] || isnan(closeness[at]) ? v : at;
    }
    if (n == 0) {
        snprintf(text, size, "no vertices");
    } else {
        char name[VERTEX_TEXT_SIZE], from[64 + VERTEX_TEXT_SIZE];
        describe_sources(s, sources, from, sizeof from);
        snprintf(text, size, "from %s, largest closeness %.6g at vertex %s", from, closeness[at],
                 vertex_text(s->graph, at, name));
    }
}

const algorithm closeness_algorithm = {.column = "closeness",
                                       .prepare = prepare_closeness,
                                       .run = run_closeness,
                                       .verify = verify_closeness,
                                       .describe = describe_closeness};
