/* SPDX-License-Identifier: Apache-2.0
 *
 * walk_rows.h: what random walks draw edges from, built on demand and cached with the graph.
 */
#ifndef MG_CORE_GRAPH_WALK_ROWS_H
#define MG_CORE_GRAPH_WALK_ROWS_H

#include "core/graph/graph.h"
#include "core/graph/walk_step.h"

/* Rows in the order of ids, so that walks do not depend on the order of the vertices. */
typedef struct mg_walk_rows {
    const mg_vertex *choices;      /* neighbours of each row by id; the graph's own in the natural order */
    const mg_walk_column *columns; /* alias tables of the weights; NULL: not weighted */
} mg_walk_rows;

/* The arrays are valid until mg__graph_end_use(). INVALID: weights that are negative or not finite. Uniform rows in the
 * natural order take no memory; else 4 bytes an arc, with weights 8 more. O(n + m log of the largest degree). */
mg_status mg__graph_walk_rows(mg_context *context, const mg_graph *graph, bool weighted, mg_walk_rows *rows);

#endif
