/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs bipartite and matching: two sides of a graph, and edges without common ends.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

static mg_status run_bipartite(session *s, const mg_run_options *run, mg_result **result) {
    mg_bipartite_options o = MG_BIPARTITE_OPTIONS_INIT;
    o.run = *run;
    return mg_bipartite(s->context, s->graph, &o, result);
}

static bool verify_bipartite(const session *s, char *why, size_t size) {
    return mgt_verify_bipartite(s->context, s->graph, s->result, why, size);
}

static void describe_bipartite(const session *s, char *text, size_t size) {
    const uint32_t *side = mg_result_column(s->result, "side")->data;
    mg_vertex count[3] = {0};
    for (mg_vertex v = 0; v < mg_graph_vertex_count(s->graph); v++) {
        count[side[v]]++;
    }
    if (count[2]) {
        snprintf(text, size, "not bipartite: %" PRIu32 " vertices in components with odd cycles", count[2]);
    } else {
        snprintf(text, size, "bipartite: %" PRIu32 " and %" PRIu32 " vertices", count[0], count[1]);
    }
}

static mg_status run_matching(session *s, const mg_run_options *run, mg_result **result) {
    mg_matching_options o = MG_MATCHING_OPTIONS_INIT;
    o.run = *run;
    o.seed = s->options->seed;
    return mg_matching(s->context, s->graph, &o, result);
}

static bool verify_matching(const session *s, char *why, size_t size) {
    return mgt_verify_matching(s->context, s->graph, s->result, why, size);
}

static void describe_matching(const session *s, char *text, size_t size) {
    const mg_vertex *mate = mg_result_column(s->result, "mate")->data, n = mg_graph_vertex_count(s->graph);
    mg_vertex count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        count += mate[v] != MG_NONE;
    }
    snprintf(text, size, "%" PRIu32 " edges, %" PRIu32 " of %" PRIu32 " vertices without", count / 2, n - count, n);
}

const algorithm bipartite_algorithm = {
    .column = "side", .run = run_bipartite, .verify = verify_bipartite, .describe = describe_bipartite};
const algorithm matching_algorithm = {
    .column = "mate", .run = run_matching, .verify = verify_matching, .describe = describe_matching};
