/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verbs/visit_edges.h"

#include "tools/cli/message.h"
#include "tools/cli/signals.h"
#include "tools/output/output_files.h"

uint64_t visit_edges(const mg_graph *graph, edge_visitor put, void *data) {
    const mg_vertex *by_id = mg_graph_by_id(graph);
    const mg_adjacency edges = mg_graph_out_edges(graph);
    const bool directed = mg_graph_directed(graph);
    uint64_t count = 0;
    for (mg_vertex i = 0; i < mg_graph_vertex_count(graph) && !interrupted(); i++) {
        const mg_vertex u = by_id ? by_id[i] : i;
        const uint64_t source = mg_graph_id(graph, u);
        for (uint64_t arc = edges.offsets[u]; arc < edges.offsets[u + 1]; arc++) {
            const mg_vertex v = edges.neighbours[arc];
            if (directed || source <= mg_graph_id(graph, v)) {
                count++;
                if (put) {
                    put(data, u, v, arc);
                }
            }
        }
    }
    return count;
}

typedef struct edge_writer {
    sink *out; /* NULL: only counts */
    const mg_graph *graph;
    const edge_values *values;
    bool npy;
    edge_filter keep;
    const void *data;
    uint64_t count;
} edge_writer;

static void write_edge(void *data, mg_vertex source, mg_vertex target, uint64_t arc) {
    edge_writer *const w = data;
    if (w->keep && !w->keep(w->data, arc)) {
        return;
    }
    w->count++;
    if (w->out) {
        (w->npy ? output_edge_record : output_edge_text)(w->out, w->graph, source, target, w->values, arc);
    }
}

void put_edge_values(const session *s, sink *out, const edge_values *values, edge_filter keep, const void *data) {
    const bool npy = output_format_of(s->options, s->options->output) == OUTPUT_NPY;
    edge_writer w = {.graph = s->graph, .values = values, .npy = npy, .keep = keep, .data = data};
    if (npy) { /* the header has their number */
        visit_edges(s->graph, write_edge, &w);
        output_edge_header(out, values, w.count);
    }
    w.out = out;
    visit_edges(s->graph, write_edge, &w);
}

int write_edge_values(const session *s, sink *out, const edge_values *values, edge_filter keep, const void *data) {
    put_edge_values(s, out, values, keep, data);
    const bool done = sink_finish(out);
    if (interrupted()) {
        return message_interrupted();
    }
    return done && sink_commit(out) ? STATUS_SUCCESS : STATUS_FAILURE;
}
