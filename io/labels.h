/* SPDX-License-Identifier: Apache-2.0
 *
 * labels.h: names of vertices that have ids, of a file of names (--names) or of a graph file with labels.
 */
#ifndef MG_IO_LABELS_H
#define MG_IO_LABELS_H

#include "core/graph/graph.h"

/* Where a name comes from. */
typedef struct mg_label_place {
    uint64_t id; /* of the vertex */
    uint64_t line;
} mg_label_place;

/* Name number i is that of the vertex places[i].id; by_rank: of the vertex of i-th smallest id. */
typedef struct mg_labels {
    mg_label_place *places;
    uint64_t room;
    bool by_rank;
    mg_names names;
} mg_labels;

mg_status mg__labels_add(mg_context *context, mg_labels *labels, mg_label_place place, const char *name, size_t length);

/* Names the vertices of the graph by the labels, the others by their ids. Two vertices with the same name: with
 * `optional` a warning, and all vertices keep their ids; else an error (FORMAT) with both lines, as for a vertex that
 * is named twice. */
mg_status mg__labels_apply(mg_context *context, const char *path, const mg_labels *labels, bool optional,
                           mg_graph *graph);

/* Reads a file of names: lines `id name`, the first a header if it begins with no id, or lines of names only. */
mg_status mg__labels_read(mg_context *context, const char *path, mg_labels *labels);

void mg__labels_release(const mg_allocator *memory, mg_labels *labels);

#endif
