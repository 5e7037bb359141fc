/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb pagerank.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

static mg_pagerank_options pagerank_options(const session *s) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    o.run.max_iterations = (uint32_t)s->options->max_iterations;
    o.damping = s->options->damping;
    o.tolerance = s->options->tolerance;
    o.data_driven = s->options->data_driven;
    o.weighted = s->options->weighted;
    o.personalization = s->personalization;
    o.sources = s->sources;
    o.source_count = s->source_count;
    return o;
}

static mg_status run_pagerank(session *s, const mg_run_options *run, mg_result **result) {
    mg_pagerank_options o = pagerank_options(s);
    o.run = *run;
    return mg_pagerank(s->context, s->graph, &o, result);
}

static bool verify_pagerank(const session *s, char *why, size_t size) {
    const mg_pagerank_options o = pagerank_options(s);
    return mgt_verify_pagerank(s->context, s->graph, &o, s->outcome, s->result, why, size);
}

static void describe_pagerank(const session *s, char *text, size_t size) {
    const mg_column *column = mg_result_column(s->result, "rank");
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    double largest = 0;
    mg_vertex at = 0;
    if (s->source_count) {
        snprintf(text, size, "%s, from %zu source%s", s->outcome == MG_NOT_CONVERGED ? "not converged" : "converged",
                 s->source_count, s->source_count == 1 ? "" : "s");
        return;
    }
    for (mg_vertex v = 0; v < n; v++) {
        const double rank = ((const double *)column->data)[v];
        if (rank > largest) {
            largest = rank;
            at = v;
        }
    }
    if (n == 0) {
        snprintf(text, size, "no vertices");
    } else {
        char name[VERTEX_TEXT_SIZE];
        snprintf(text, size, "%s, largest rank %.6g at vertex %s",
                 s->outcome == MG_NOT_CONVERGED ? "not converged" : "converged", largest,
                 vertex_text(s->graph, at, name));
    }
}

const algorithm pagerank_algorithm = {.column = "rank",
                                      .prepare = prepare_personalization,
                                      .run = run_pagerank,
                                      .verify = verify_pagerank,
                                      .describe = describe_pagerank};
