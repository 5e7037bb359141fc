/* SPDX-License-Identifier: Apache-2.0
 *
 * output_edges.h: writes edges by their ends, each with a value or without: as text, by names or ids, or as records of
 * npy, by ids.
 */
#ifndef MG_TOOLS_OUTPUT_OUTPUT_EDGES_H
#define MG_TOOLS_OUTPUT_OUTPUT_EDGES_H

#include "tools/output/sink.h"

#include <multigraph/multigraph.h>

typedef struct edge_values {
    const char *name;
    mg_type type; /* MG_TYPE_NONE: edges have no values */
    const void *data;
    mg_meaning meaning; /* as of a column of vertices */
} edge_values;

/* A line `source<TAB>target<TAB>value`; the value is element `at`. */
void output_edge_text(sink *out, const mg_graph *graph, mg_vertex source, mg_vertex target, const edge_values *values,
                      uint64_t at);
/* The same as a record, after the header of a file of `count` records. */
void output_edge_header(sink *out, const edge_values *values, uint64_t count);
void output_edge_record(sink *out, const mg_graph *graph, mg_vertex source, mg_vertex target, const edge_values *values,
                        uint64_t at);

#endif
