/* SPDX-License-Identifier: Apache-2.0
 *
 * edits.h: changes of graphs. Included by multigraph.h.
 */
#ifndef MG_EDITS_H
#define MG_EDITS_H

#include <multigraph/graphs.h>
#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What an edit did. Arcs as in mg_graph_arc_count(): an undirected edge that is not a loop is two of them. */
typedef struct mg_edit_counts {
    uint64_t inserted; /**< arcs that the edit added */
    uint64_t removed;  /**< arcs that it removed, including those that `replace` replaced */
    uint64_t missing;  /**< distinct edges to remove that the graph does not have */
} mg_edit_counts;

/** A batch of changes of a graph, by vertex indices. Of an undirected graph every item is an edge in both directions.
 *  The arrays of edges are all in host memory or all in device memory; they are read during the call only. */
typedef struct mg_graph_edits {
    size_t size;                    /**< of the struct; the INIT macro sets it */
    uint64_t insert_count;          /**< edges to insert */
    const mg_vertex *insert_source; /**< their sources */
    const mg_vertex *insert_target; /**< their targets */
    const void *insert_weight;      /**< their weights, of the type of the graph's; NULL: 1; of a graph without: NULL */
    uint64_t remove_count;          /**< edges to remove: with each, all parallel ones; of the old graph only */
    const mg_vertex *remove_source; /**< their sources */
    const mg_vertex *remove_target; /**< their targets */
    bool replace; /**< an inserted edge replaces all edges of its pair, of several inserted edges the one of least
                       weight; false: it becomes a parallel edge */
    bool strict;  /**< INVALID if an edge to remove does not exist; false: it is counted as missing */
    mg_vertex new_vertices;  /**< vertices to add, with the indices n, n + 1, ... */
    const uint64_t *new_ids; /**< their ids, in host memory, distinct and new; NULL: those after the greatest id */
    /** Of a graph with names (mg_graph_name()): the names of the new vertices; NULL: their ids. Else NULL. Names must
     *  not be empty, and no other vertex may have them. */
    const char *const *new_names;
    mg_backend_kind backend; /**< AUTO: the GPU if the graph or the edits are on it already, else the CPU */
    mg_edit_counts *counts;  /**< receives what was done; NULL: not wanted */
    double *device_seconds;  /**< receives the seconds that the GPU spent, 0 on the CPU; NULL: not measured */
} mg_graph_edits;
/** No changes. */
#define MG_GRAPH_EDITS_INIT ((mg_graph_edits){.size = sizeof(mg_graph_edits)})

/** Makes a new version of a graph by a batch of changes; the old version stays as it is. Removals come first: an edge
 * that is both removed and inserted is in the new version. Vertices keep their indices, ids, names and order; nothing
 * is sorted again. The result is the graph that its edges would make: rows sorted by neighbour, parallel edges by
 * weight, for any number of threads and on either backend. In-edges are merged where the old version has them; other
 * representations are made when a run needs them. *result: set on success; the caller frees it with mg_graph_destroy(),
 * in any order with `graph`. With `new_ids` out of order in a graph of natural order, mg_graph_order() of the result is
 * SHUFFLED.
 *
 *  Rows without changes are copied unchanged: O(n + m) memory traffic, and O(k log k + k log degree) for k changes.
 * On a GPU the version is made on it, and the host arrays are filled when something first reads them. Deterministic.
 * Errors: INVALID (arguments, a vertex beyond the graph, ids or names that exist, strict), RANGE (NaN weight, 2^32
 *  - 1 vertices or more), MEMORY, FORMAT (damaged snapshot), UNSUPPORTED, DEVICE. */
MG_API mg_status mg_graph_edit(mg_context *context, const mg_graph *graph, const mg_graph_edits *edits,
                               mg_graph **result);

#ifdef __cplusplus
}
#endif

#endif
