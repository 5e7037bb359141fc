/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb cdlp: communities by label propagation.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

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
    double modularity = 0;
    if (mg_modularity(s->context, s->graph, NULL, mg_result_column_at(s->result, 0)->data, &modularity) == MG_OK) {
        describe_modularity(s, modularity, text, size);
    } else { /* of negative weights, say */
        describe_classes(s, "community", "communities", text, size);
    }
}

const algorithm cdlp_algorithm = {.column = "label", .run = run_cdlp, .verify = verify_cdlp, .describe = describe_cdlp};
