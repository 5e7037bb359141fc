/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs eigenvector and katz: eigenvector and Katz centralities.
 */
#include "tools/output/vertex_name.h"
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <stdio.h>

static mg_eigenvector_options eigenvector_options(const session *s) {
    mg_eigenvector_options o = MG_EIGENVECTOR_OPTIONS_INIT;
    o.tolerance = s->options->tolerance;
    return o;
}

static mg_status run_eigenvector(session *s, const mg_run_options *run, mg_result **result) {
    mg_eigenvector_options o = eigenvector_options(s);
    o.run = *run;
    return mg_eigenvector(s->context, s->graph, &o, result);
}

static bool verify_eigenvector(const session *s, char *why, size_t size) {
    const mg_eigenvector_options o = eigenvector_options(s);
    return mgt_verify_eigenvector(s->graph, &o, s->outcome, s->result, why, size);
}

static mg_katz_options katz_options(const session *s) {
    mg_katz_options o = MG_KATZ_OPTIONS_INIT;
    o.tolerance = s->options->tolerance;
    o.alpha = s->options->katz_alpha;
    o.beta = s->options->katz_beta;
    o.raw = s->options->raw;
    return o;
}

static mg_status run_katz(session *s, const mg_run_options *run, mg_result **result) {
    mg_katz_options o = katz_options(s);
    o.run = *run;
    return mg_katz(s->context, s->graph, &o, result);
}

static bool verify_katz(const session *s, char *why, size_t size) {
    const mg_katz_options o = katz_options(s);
    return mgt_verify_katz(s->graph, &o, s->outcome, s->result, why, size);
}

static void describe(const session *s, char *text, size_t size) {
    const double *values = mg_result_column(s->result, "centrality")->data;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    mg_vertex at = 0;
    for (mg_vertex v = 1; v < n; v++) {
        at = values[v] > values[at] ? v : at;
    }
    if (n == 0) {
        snprintf(text, size, "no vertices");
    } else {
        char name[VERTEX_TEXT_SIZE];
        snprintf(text, size, "%s, largest centrality %.6g at vertex %s",
                 s->outcome == MG_NOT_CONVERGED ? "not converged" : "converged", values[at],
                 vertex_text(s->graph, at, name));
    }
}

const algorithm eigenvector_algorithm = {
    .column = "centrality", .run = run_eigenvector, .verify = verify_eigenvector, .describe = describe};
const algorithm katz_algorithm = {.column = "centrality", .run = run_katz, .verify = verify_katz, .describe = describe};
