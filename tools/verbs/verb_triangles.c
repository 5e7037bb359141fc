/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs triangles and lcc: triangles of every vertex, and local clustering coefficients.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

static mg_status run_triangles(session *s, const mg_run_options *run, mg_result **result) {
    mg_triangles_options o = MG_TRIANGLES_OPTIONS_INIT;
    o.run = *run;
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
const algorithm lcc_algorithm = {.column = "lcc", .run = run_lcc, .verify = verify_lcc, .describe = describe_lcc};
