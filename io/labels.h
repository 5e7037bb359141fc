/* SPDX-License-Identifier: Apache-2.0
 *
 * labels.h: names of vertices that have ids, of a file of names (--names) or of a graph file with labels.
 */
#ifndef MG_IO_LABELS_H
#define MG_IO_LABELS_H

#include "core/graph/graph.h"

/* Name number i is that of the vertex ids[i]; ids NULL: of the vertex of i-th smallest id. */
typedef struct mg_labels {
    uint64_t *ids, room;
    mg_names names;
} mg_labels;

mg_status mg__labels_add(mg_context *context, mg_labels *labels, uint64_t id, const char *name, size_t length);

/* Names the vertices of the graph by the labels, the others by their ids. distinct: keeps the ids where two vertices
 * have the same name; else only a warning says so. */
mg_status mg__labels_apply(mg_context *context, const char *path, const mg_labels *labels, bool distinct,
                           mg_graph *graph);

/* Reads a file of names: lines `id name`, the first a header if it begins with no id, or lines of names only. */
mg_status mg__labels_read(mg_context *context, const char *path, mg_labels *labels);

void mg__labels_release(const mg_allocator *memory, mg_labels *labels);

#endif
