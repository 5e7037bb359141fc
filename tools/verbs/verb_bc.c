/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb bc: betweenness centrality.
 */
#include "tools/cli/progress.h"
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static int prepare_bc(session *s) {
    progress_remark(s->options->sources ? NULL : "try --sources 1000");
    return prepare_sources(s);
}

static mg_status run_bc(session *s, const mg_run_options *run, mg_result **result) {
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    o.run = *run;
    o.sources = s->sources;
    o.source_count = s->source_count;
    o.sample = s->sample;
    o.seed = s->options->seed;
    o.normalized = s->options->normalized;
    o.weighted = s->options->weighted;
    return mg_bc(s->context, s->graph, &o, result);
}

static bool verify_bc(const session *s, char *why, size_t size) {
    size_t count = 0;
    const mg_vertex *sources = mg_result_sources(s->result, &count);
    if (s->options->weighted && mg_graph_weight_type(s->graph) != MG_TYPE_NONE) {
        mg_bc_options o = MG_BC_OPTIONS_INIT;
        o.normalized = s->options->normalized;
        o.weighted = true;
        return mgt_verify_bc_paths(s->graph, sources, count, &o, false, mg_result_column(s->result, "centrality")->data,
                                   why, size);
    }
    return mgt_verify_bc(s->context, s->graph, sources, count, s->options->normalized, s->result, why, size);
}

static void describe_bc(const session *s, char *text, size_t size) {
    const double *centrality = mg_result_column(s->result, "centrality")->data;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    size_t sources = 0;
    mg_result_sources(s->result, &sources);
    mg_vertex at = 0;
    for (mg_vertex v = 1; v < n; v++) {
        at = centrality[v] > centrality[at] || isnan(centrality[at]) ? v : at;
    }
    if (n == 0) {
        snprintf(text, size, "no vertices");
    } else {
        char name[VERTEX_TEXT_SIZE], from[64 + VERTEX_TEXT_SIZE];
        describe_sources(s, sources, from, sizeof from);
        snprintf(text, size, "from %s, largest centrality %.6g at vertex %s", from, centrality[at],
                 vertex_text(s->graph, at, name));
    }
}

const algorithm bc_algorithm = {
    .column = "centrality", .prepare = prepare_bc, .run = run_bc, .verify = verify_bc, .describe = describe_bc};
