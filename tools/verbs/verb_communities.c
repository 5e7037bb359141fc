/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs louvain and leiden: communities of large modularity.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static mg_communities_options community_options(const session *s) {
    mg_communities_options o = MG_COMMUNITIES_OPTIONS_INIT;
    o.resolution = s->options->resolution;
    o.threshold = s->options->threshold;
    o.max_levels = (uint32_t)s->options->max_levels;
    o.passes = (uint32_t)s->options->community_passes;
    o.seed = s->options->seed;
    return o;
}

static mg_status run_method(session *s, const mg_run_options *run, mg_result **result) {
    const bool is_leiden = s->verb->bit == VERB_LEIDEN;
    mg_communities_options o = community_options(s);
    o.run = *run;
    o.found = &s->communities;
    return (is_leiden ? mg_leiden : mg_louvain)(s->context, s->graph, &o, result);
}

static bool verify_communities(const session *s, char *why, size_t size) {
    const bool is_leiden = s->verb->bit == VERB_LEIDEN;
    const mg_communities_options o = community_options(s);
    return mgt_verify_communities(s->context, s->graph, &o, is_leiden, &s->communities, s->result, why, size);
}

void describe_modularity(const session *s, double modularity, char *text, size_t size) {
    describe_classes(s, "community", "communities", text, size);
    const size_t length = strlen(text);
    snprintf(text + length, size - length, ", modularity %.6f", modularity);
}

static void describe_communities(const session *s, char *text, size_t size) {
    describe_modularity(s, s->communities.modularity, text, size);
    const size_t length = strlen(text);
    snprintf(text + length, size - length, ", %" PRIu32 " level%s", s->communities.levels,
             s->communities.levels == 1 ? "" : "s");
}

const algorithm communities_algorithm = {
    .column = "community", .run = run_method, .verify = verify_communities, .describe = describe_communities};
