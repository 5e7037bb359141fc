/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb ktruss: the trussness of edges, or the edges of a k-truss.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/session.h"
#include "tools/cli/signals.h"
#include "tools/output/output_edges.h"
#include "tools/output/output_files.h"
#include "tools/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct ktruss {
    session s;
    uint32_t *trussness; /* of each arc */
} ktruss;

static int compute(ktruss *t) {
    mg_ktruss_options o = MG_KTRUSS_OPTIONS_INIT;
    char why[256];
    o.backend = (mg_backend_kind)t->s.options->backend;
    t->trussness = malloc(mg_graph_arc_count(t->s.graph) * sizeof *t->trussness + 1);
    if (!t->trussness) {
        message("out of memory: the trussness of edges");
        return STATUS_FAILURE;
    }
    const mg_status status = mg_ktruss(t->s.context, t->s.graph, &o, t->trussness);
    progress_erase();
    if (status < 0) {
        return library_failure(t->s.context, status);
    }
    if (t->s.options->verify && !mgt_verify_ktruss(t->s.context, t->s.graph, t->trussness, why, sizeof why)) {
        message("verification of ktruss FAILED: %s", why);
        return STATUS_VERIFICATION;
    }
    return STATUS_SUCCESS;
}

typedef void (*put_edge)(sink *out, const mg_graph *graph, mg_vertex source, mg_vertex target,
                         const edge_values *values, uint64_t arc);

/* Edges of --k and more in the order of their ids, an undirected one once. Returns their number; put NULL: only counts.
 */
static uint64_t put_edges(sink *out, const ktruss *t, put_edge put) {
    const mg_graph *graph = t->s.graph;
    const mg_vertex *by_id = mg_graph_by_id(graph);
    const mg_adjacency edges = mg_graph_out_edges(graph);
    const edge_values values = {"trussness", MG_UINT32, t->trussness};
    uint64_t count = 0;
    for (mg_vertex i = 0; i < mg_graph_vertex_count(graph) && !interrupted(); i++) {
        const mg_vertex u = by_id ? by_id[i] : i;
        for (uint64_t arc = edges.offsets[u]; arc < edges.offsets[u + 1]; arc++) {
            const mg_vertex v = edges.neighbours[arc];
            const bool first = mg_graph_directed(graph) || mg_graph_id(graph, u) <= mg_graph_id(graph, v);
            if (first && t->trussness[arc] >= t->s.options->truss) {
                count++;
                if (put) {
                    put(out, graph, u, v, &values, arc);
                }
            }
        }
    }
    return count;
}

static int write_edges(const ktruss *t, sink *out) {
    if (output_format_of(t->s.options, t->s.options->output) == OUTPUT_NPY) {
        const edge_values values = {"trussness", MG_UINT32, t->trussness};
        output_edge_header(out, &values, put_edges(out, t, NULL));
        put_edges(out, t, output_edge_record);
    } else {
        put_edges(out, t, output_edge_text);
    }
    const bool done = sink_finish(out);
    if (interrupted()) {
        return message_interrupted();
    }
    return done && sink_commit(out) ? STATUS_SUCCESS : STATUS_FAILURE;
}

static int check_options(const cli_options *o) {
    const output_file file = edges_file_of(o, "-o", o->output ? o->output : "-");
    const char *const inputs[] = {o->operand};
    if (o->output_format == OUTPUT_NPY && !o->output && isatty(STDOUT_FILENO)) {
        message("npy cannot be written to a terminal; use -o FILE");
        return STATUS_USAGE;
    }
    return output_files_check(&file, 1, inputs, 1);
}

int run_ktruss(const verb *v, const cli_options *options) {
    ktruss t = {.trussness = NULL};
    sink out = SINK_NONE;
    int status = check_options(options);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    if (!sink_open_packed(&out, options->output)) {
        return STATUS_FAILURE;
    }
    status = session_open(&t.s, v, options);
    status = status == STATUS_SUCCESS ? compute(&t) : status;
    status = status == STATUS_SUCCESS ? write_edges(&t, &out) : status;
    sink_close(&out);
    free(t.trussness);
    session_close(&t.s);
    return status;
}
