/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs mis and coloring: a maximal independent set, and colours that differ between neighbours.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

static mg_status run_mis(session *s, const mg_run_options *run, mg_result **result) {
    mg_mis_options o = MG_MIS_OPTIONS_INIT;
    o.run = *run;
    o.seed = s->options->seed;
    return mg_mis(s->context, s->graph, &o, result);
}

static bool verify_mis(const session *s, char *why, size_t size) {
    return mgt_verify_mis(s->context, s->graph, s->result, why, size);
}

static void describe_mis(const session *s, char *text, size_t size) {
    const uint32_t *member = mg_result_column(s->result, "member")->data;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    mg_vertex count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        count += member[v];
    }
    snprintf(text, size, "%" PRIu32 " of %" PRIu32 " vertices in the set", count, n);
}

static mg_status run_coloring(session *s, const mg_run_options *run, mg_result **result) {
    mg_coloring_options o = MG_COLORING_OPTIONS_INIT;
    o.run = *run;
    o.seed = s->options->seed;
    return mg_coloring(s->context, s->graph, &o, result);
}

static bool verify_coloring(const session *s, char *why, size_t size) {
    return mgt_verify_coloring(s->context, s->graph, s->result, why, size);
}

static void describe_coloring(const session *s, char *text, size_t size) {
    const uint32_t *color = mg_result_column(s->result, "color")->data;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    uint32_t count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        count = color[v] >= count ? color[v] + 1 : count;
    }
    snprintf(text, size, "%" PRIu32 " colour%s", count, count == 1 ? "" : "s");
}

const algorithm mis_algorithm = {.column = "member", .run = run_mis, .verify = verify_mis, .describe = describe_mis};
const algorithm coloring_algorithm = {
    .column = "color", .run = run_coloring, .verify = verify_coloring, .describe = describe_coloring};
