/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_edit.h: new versions of graphs by batches of changes (mg_graph_edit).
 */
#ifndef MG_CORE_GRAPH_GRAPH_EDIT_H
#define MG_CORE_GRAPH_GRAPH_EDIT_H

#include "core/graph/graph_build.h"

/* A checked batch. */
typedef struct mg_edit_batch {
    const mg_graph *graph;
    const mg_graph_edits *edits; /* arrays of edges in host memory, unless a device takes the batch */
    mg_vertex n;                 /* vertices of the new version */
} mg_edit_batch;

/* Checks everything but the edges: fields, sizes, the number of vertices. */
mg_status mg__edit_check(mg_context *context, const mg_graph *graph, const mg_graph_edits *edits, mg_edit_batch *batch);

/* The failure of a batch whose edge `i` is wrong; `inserted`: one to insert, else one to remove. Where its vertices are
 * right its weight is NaN. */
mg_status mg__edit_fail_edge(mg_context *context, const mg_edit_batch *batch, bool inserted, uint64_t i, mg_vertex from,
                             mg_vertex to);
/* The failure of a strict batch: the graph does not have this edge. */
mg_status mg__edit_fail_missing(mg_context *context, const mg_edit_batch *batch, mg_vertex from, mg_vertex to);

/* Sets the fields of a new version that depend on its vertices: n, ids, id_base, by_id and order. `ids` becomes a block
 * of context->memory or NULL. */
mg_status mg__edit_vertices(mg_context *context, const mg_edit_batch *batch, mg_graph *version);

/* Gives the new version the names of the old one and of the new vertices, if the old one has names. */
mg_status mg__edit_names(mg_context *context, const mg_edit_batch *batch, mg_graph *version);

/* Makes the new version in host memory. */
mg_status mg__edit_on_host(mg_context *context, const mg_edit_batch *batch, mg_edit_counts *counts, mg_graph **version);

/* Merges one direction of a graph, `old`, with the rows of changes, which are sorted like it. */
typedef struct mg_edit_rows {
    mg_vertex old_n, n;
    mg_csr old;
    mg_type type;          /* of the weights of `old` and `insert` */
    mg_csr insert, remove; /* of n rows; no parallel arcs in `remove`, nor in `insert` if `replace` is set */
    bool replace, undirected;
    mg_edit_counts counts;              /* set by mg__edit_merge(); of an undirected graph `missing` counts edges */
    mg_vertex missing_from, missing_to; /* one that is missing, if any is: that of the least row */
} mg_edit_rows;
mg_status mg__edit_merge(mg_context *context, mg_edit_rows *rows, mg_csr *merged);

#endif
