/* SPDX-License-Identifier: Apache-2.0
 *
 * row_facts.h: counts of the rows of a graph, which runs ask for each time. They are kept with the graph, which never
 * changes.
 */
#ifndef MG_CORE_GRAPH_ROW_FACTS_H
#define MG_CORE_GRAPH_ROW_FACTS_H

#include "core/graph/graph.h"

/* Loops over fewer vertices run on one thread: waking the others takes longer. */
#define MG_FEW_VERTICES 16384

/* Arcs from which on a row is long. */
#define MG_LONG_ROW 256

/* Number of empty rows, of arcs in long rows, and whether nearly all rows are as long as the one before, by `offsets`:
 * those of the out-edges or of the in-edges of the graph, or n + 1 others, whose counts are not kept. O(n) with
 * `threads` threads; if the counts are kept, O(1). */
uint64_t mg__empty_rows(const mg_graph *graph, const uint64_t *offsets, int threads);
uint64_t mg__arcs_in_long_rows(const mg_graph *graph, const uint64_t *offsets, int threads);
bool mg__rows_are_alike(const mg_graph *graph, const uint64_t *offsets, int threads);

#endif
