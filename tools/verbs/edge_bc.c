/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb bc with --edges: betweenness centrality of edges; without, of vertices as all algorithms.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/output/output_files.h"
#include "tools/verbs/algorithm.h"
#include "tools/verbs/visit_edges.h"
#include "tools/verify/verify.h"

#include <stdlib.h>

/* The sources of a sample are drawn by the library; the verifier draws them again. */
static bool verify(session *s, const mg_bc_options *o, const double *centrality, char *why, size_t size) {
    mg_vertex *drawn = malloc(s->sample * sizeof *drawn + 1);
    bool holds = drawn && (!s->sample || mg_draw_sources(s->context, s->graph, o->seed, s->sample, drawn) == MG_OK);
    holds =
        holds && mgt_verify_bc_paths(s->graph, s->sample ? drawn : o->sources,
                                     s->sample ? (size_t)s->sample : o->source_count, o, true, centrality, why, size);
    free(drawn);
    return holds;
}

static int compute(session *s, double *centrality) {
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    char why[256] = "out of memory";
    o.run = session_run_options(s->verb, s->options, (mg_backend_kind)s->options->backend);
    o.sources = s->sources;
    o.source_count = s->source_count;
    o.sample = s->sample;
    o.seed = s->options->seed;
    o.normalized = s->options->normalized;
    o.weighted = s->options->weighted;
    const mg_status status = mg_edge_bc(s->context, s->graph, &o, centrality);
    progress_erase();
    if (status < 0) {
        return library_failure(s->context, status);
    }
    if (s->options->verify && !verify(s, &o, centrality, why, sizeof why)) {
        message("verification of bc FAILED: %s", why);
        return STATUS_VERIFICATION;
    }
    return STATUS_SUCCESS;
}

static int check_options(const cli_options *o) {
    const output_file file = edges_file_of(o, "-o", o->output ? o->output : "-");
    const char *const inputs[] = {o->operand};
    const char *const other = o->top          ? "--top"
                              : o->metrics    ? "--metrics"
                              : o->trace      ? "--trace"
                              : o->trials > 1 ? "--trials"
                                              : NULL;
    if (other) {
        message("--edges cannot be combined with %s", other);
        return STATUS_USAGE;
    }
    if (o->output_format != OUTPUT_TSV && o->output_format != OUTPUT_NPY) {
        message("--edges: the output format is tsv or npy");
        return STATUS_USAGE;
    }
    if (npy_on_terminal(o)) {
        return STATUS_USAGE;
    }
    return output_files_check(&file, 1, inputs, 1);
}

static int run_edges(const verb *v, const cli_options *options) {
    session s = {.verb = v, .options = options};
    sink out = SINK_NONE;
    double *centrality = NULL;
    int status = check_options(options);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    if (!sink_open_packed(&out, options->output)) {
        return STATUS_FAILURE;
    }
    status = session_open(&s, v, options);
    status = status == STATUS_SUCCESS ? prepare_sources(&s) : status;
    if (status == STATUS_SUCCESS) {
        centrality = malloc(mg_graph_arc_count(s.graph) * sizeof *centrality + 1);
        if (!centrality) {
            message("out of memory for the centralities");
            status = STATUS_FAILURE;
        }
    }
    status = status == STATUS_SUCCESS ? compute(&s, centrality) : status;
    if (status == STATUS_SUCCESS) {
        const edge_values values = {"centrality", MG_FLOAT64, centrality, MG_NUMBER};
        status = write_edge_values(&s, &out, &values, NULL, NULL);
    }
    sink_close(&out);
    free(centrality);
    session_close(&s);
    return status;
}

int run_betweenness(const verb *v, const cli_options *options) {
    return options->edges ? run_edges(v, options) : run_algorithm(v, options);
}
