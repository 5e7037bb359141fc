/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb kcore: coreness of every vertex.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

static mg_status run_kcore(session *s, const mg_run_options *run, mg_result **result) {
    mg_kcore_options o = MG_KCORE_OPTIONS_INIT;
    o.run = *run;
    return mg_kcore(s->context, s->graph, &o, result);
}

static bool verify_kcore(const session *s, char *why, size_t size) {
    return mgt_verify_kcore(s->context, s->graph, s->result, why, size);
}

static void describe_kcore(const session *s, char *text, size_t size) {
    const uint32_t *core = mg_result_column(s->result, "core")->data;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    uint32_t most = 0;
    mg_vertex count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        count = core[v] > most ? 1 : count + (core[v] == most);
        most = core[v] > most ? core[v] : most;
    }
    snprintf(text, size, "largest core: k = %" PRIu32 ", of %" PRIu32 " vert%s", most, count,
             count == 1 ? "ex" : "ices");
}

const algorithm kcore_algorithm = {
    .column = "core", .run = run_kcore, .verify = verify_kcore, .describe = describe_kcore};
