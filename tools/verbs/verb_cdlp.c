/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb cdlp: communities by label propagation.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static mg_cdlp_options cdlp_options(const session *s) {
    mg_cdlp_options o = MG_CDLP_OPTIONS_INIT;
    const uint64_t limit = s->options->max_iterations;
    o.iterations = limit ? (uint32_t)limit : MG_CDLP_ITERATIONS;
    return o;
}

/* --max-iterations is what the rule calls its number of iterations, not a limit that cuts the run short. */
static mg_status run_cdlp(session *s, const mg_run_options *run, mg_result **result) {
    mg_cdlp_options o = cdlp_options(s);
    o.run = *run;
    o.run.max_iterations = 0;
    return mg_cdlp(s->context, s->graph, &o, result);
}

static bool verify_cdlp(const session *s, char *why, size_t size) {
    return mgt_verify_cdlp(s->context, s->graph, cdlp_options(s).iterations, s->result, why, size);
}

static void describe_cdlp(const session *s, char *text, size_t size) {
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    const mg_vertex *label = mg_result_column(s->result, "label")->data;
    uint64_t *sizes = calloc(n ? n : 1, sizeof *sizes), count = 0, largest = 0;
    if (!sizes) {
        snprintf(text, size, "communities not counted: out of memory");
        return;
    }
    for (mg_vertex v = 0; v < n; v++) {
        count += sizes[label[v]]++ == 0;
        largest = sizes[label[v]] > largest ? sizes[label[v]] : largest;
    }
    free(sizes);
    snprintf(text, size, "%" PRIu64 " communit%s, the largest of %" PRIu64 " vertices", count,
             count == 1 ? "y" : "ies", largest);
}

const algorithm cdlp_algorithm = {
    .column = "label", .run = run_cdlp, .verify = verify_cdlp, .describe = describe_cdlp};
