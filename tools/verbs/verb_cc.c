/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb cc: connected components.
 */
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static mg_status run_cc(session *s, const mg_run_options *run, mg_result **result) {
    mg_cc_options o = MG_CC_OPTIONS_INIT;
    o.run = *run;
    return mg_cc(s->context, s->graph, &o, result);
}

static bool verify_cc(const session *s, char *why, size_t size) {
    return mgt_verify_cc(s->context, s->graph, s->result, why, size);
}

uint64_t *class_sizes(const session *s) {
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    const mg_vertex *label = mg_result_column(s->result, s->verb->runs->column)->data;
    uint64_t *sizes = calloc(n ? n : 1, sizeof *sizes);
    for (mg_vertex v = 0; sizes && v < n; v++) {
        sizes[label[v]]++;
    }
    return sizes;
}

void describe_classes(const session *s, const char *one, const char *many, char *text, size_t size) {
    uint64_t *sizes = class_sizes(s), largest = 0, count = 0;
    if (!sizes) {
        snprintf(text, size, "%s not counted: out of memory", many);
        return;
    }
    for (mg_vertex v = 0; v < mg_graph_vertex_count(s->graph); v++) {
        count += sizes[v] > 0;
        largest = sizes[v] > largest ? sizes[v] : largest;
    }
    free(sizes);
    snprintf(text, size, "%" PRIu64 " %s, the largest of %" PRIu64 " vertices", count, count == 1 ? one : many,
             largest);
}

static void describe_cc(const session *s, char *text, size_t size) {
    describe_classes(s, "component", "components", text, size);
}

const algorithm cc_algorithm = {.column = "component", .run = run_cc, .verify = verify_cc, .describe = describe_cc};
