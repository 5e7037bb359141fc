/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb scc: strongly connected components.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

static mg_status run_scc(session *s, const mg_run_options *run, mg_result **result) {
    mg_scc_options o = MG_SCC_OPTIONS_INIT;
    o.run = *run;
    return mg_scc(s->context, s->graph, &o, result);
}

static bool verify_scc(const session *s, char *why, size_t size) {
    return mgt_verify_scc(s->context, s->graph, s->result, why, size);
}

static void describe_scc(const session *s, char *text, size_t size) {
    describe_classes(s, "component", "components", text, size);
}

const algorithm scc_algorithm = {.column = "component", .run = run_scc, .verify = verify_scc, .describe = describe_scc};
