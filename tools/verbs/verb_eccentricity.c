/* SPDX-License-Identifier: Apache-2.0
 *
 * The verbs eccentricity, of every vertex, and diameter, the greatest of them.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/output/output_files.h"
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>

static mg_status run_eccentricity(session *s, const mg_run_options *run, mg_result **result) {
    mg_eccentricity_options o = MG_ECCENTRICITY_OPTIONS_INIT;
    o.run = *run;
    return mg_eccentricity(s->context, s->graph, &o, result);
}

static bool verify_eccentricity(const session *s, char *why, size_t size) {
    return mgt_verify_eccentricity(s->graph, s->result, why, size);
}

static void describe_eccentricity(const session *s, char *text, size_t size) {
    const uint32_t *eccentricity = mg_result_column(s->result, "eccentricity")->data;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    uint32_t least = n ? eccentricity[0] : 0, greatest = least;
    for (mg_vertex v = 0; v < n; v++) {
        least = eccentricity[v] < least ? eccentricity[v] : least;
        greatest = eccentricity[v] > greatest ? eccentricity[v] : greatest;
    }
    snprintf(text, size, "from %" PRIu32 " to %" PRIu32 ", the diameter", least, greatest);
}

const algorithm eccentricity_algorithm = {.column = "eccentricity",
                                          .run = run_eccentricity,
                                          .verify = verify_eccentricity,
                                          .describe = describe_eccentricity};

static int write_diameter(const session *s, sink *out) {
    mg_eccentricity_options o = MG_ECCENTRICITY_OPTIONS_INIT;
    mg_diameter_info info = {0};
    char text[128];
    o.run.backend = (mg_backend_kind)s->options->backend;
    const mg_status status = mg_diameter(s->context, s->graph, &o, &info);
    progress_erase();
    if (status < 0) {
        return library_failure(s->context, status);
    }
    snprintf(text, sizeof text, "diameter\t%" PRIu32 "\ncomponents\t%" PRIu32 "\n", info.diameter, info.components);
    sink_text(out, text);
    if (s->options->verbosity > 0) {
        message("%" PRIu64 " searches", info.searches);
    }
    return sink_finish(out) && sink_commit(out) ? STATUS_SUCCESS : STATUS_FAILURE;
}

int run_diameter(const verb *v, const cli_options *options) {
    const output_file file = {"-o", options->output ? options->output : "-", "tsv", NULL, false, true};
    const char *const inputs[] = {options->operand};
    session s = {.verb = v, .options = options};
    sink out = SINK_NONE;
    int status = output_files_check(&file, 1, inputs, 1);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    if (!sink_open_packed(&out, options->output)) {
        return STATUS_FAILURE;
    }
    status = session_open(&s, v, options);
    status = status == STATUS_SUCCESS ? write_diameter(&s, &out) : status;
    sink_close(&out);
    session_close(&s);
    return status;
}
