/* SPDX-License-Identifier: Apache-2.0
 *
 * walks.h: random walks. Included by multigraph.h.
 */
#ifndef MG_WALKS_H
#define MG_WALKS_H

#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How a random walk chooses among the out-edges of its vertex. */
typedef enum mg_walk_kind {
    MG_WALK_UNIFORM,  /**< uniformly */
    MG_WALK_WEIGHTED, /**< in proportion to its weight; without weights as UNIFORM */
    MG_WALK_NODE2VEC  /**< in proportion to its weight times a factor that depends on the previous vertex */
} mg_walk_kind;

/** Options of mg_walks(). */
typedef struct mg_walks_options {
    size_t size;              /**< of the struct; the INIT macro sets it */
    mg_backend_kind backend;  /**< does not change the walks */
    mg_walk_kind kind;        /**< how edges are chosen */
    double p;                 /**< of NODE2VEC: steps back; more than 0 and finite */
    double q;                 /**< of NODE2VEC: steps away; likewise */
    const mg_vertex *sources; /**< host array, where walks begin; NULL: all vertices by ascending id */
    size_t source_count;      /**< elements of `sources`; 0 exactly if it is NULL */
    uint32_t walks;           /**< from each source, at least 1 */
    uint32_t length;          /**< steps of a walk; a row has one vertex more */
    uint64_t seed;            /**< of the random numbers */
} mg_walks_options;
/** Default number of steps. */
#define MG_WALKS_LENGTH 80
/** All defaults: one uniform walk from each vertex. */
#define MG_WALKS_OPTIONS_INIT                                                                                          \
    ((mg_walks_options){.size = sizeof(mg_walks_options), .p = 1, .q = 1, .walks = 1, .length = MG_WALKS_LENGTH})

/** Random walks along the out-edges; each parallel edge counts.
 *  graph: not changed. options: NULL for all defaults. Row r, of length + 1 vertex indices, is the walk r % walks of
 *  source r / walks; the rows `first` to first + count - 1 are made, so that a caller can write them part by part.
 *  walks: memory of the caller for count * (length + 1) indices, on the host or on the GPU of the context, which then
 *  makes the walks there (backend AUTO or CUDA) after the work of the default stream, and they are there on return. A
 *  walk ends at a vertex without an out-edge or, where weights count, without one of a positive weight; its remaining
 *  places are MG_NONE.
 *  After t -> v, NODE2VEC takes an edge v -> x in proportion to its weight (1 without weights) times 1/p if x is t, 1
 *  if the graph has an edge t -> x, else 1/q. The first step is that of WEIGHTED.
 *  Deterministic: random numbers are SplitMix64 of (seed, row, step), edges are drawn in the order of ids, and all of
 *  it is arithmetic of integers, so that walks depend neither on threads, parts and backend nor on the order of the
 *  vertices. Weights enter as multiples of 2^-32 of the mean of the vertex, rounded down; edges of weight 0 are never
 *  taken.
 *  O(1) a step; NODE2VEC: O(log m) for each of its proposals, of which the share min(1/p, 1, 1/q) / max(1/p, 1, 1/q) or
 *  more is accepted, and at most O(d log m) at a vertex of degree d. The graph keeps 4 m bytes if it has an order and 8
 *  m more for weights, which are prepared by the first call, in O(m log m) at worst. A GPU makes one walk a thread.
 *  Errors: INVALID (arguments, backend CPU for memory of a GPU, memory of another GPU, negative or infinite weights),
 *  RANGE (a source or a row that is not there), MEMORY, FORMAT (damaged snapshot), CANCELLED, UNSUPPORTED, DEVICE.
 *  Source: Walker, ACM Trans. Math. Softw. 3 (1977); Grover, Leskovec, KDD 2016; Yang et al., SOSP 2019 (rejection). */
MG_API mg_status mg_walks(mg_context *context, const mg_graph *graph, const mg_walks_options *options, uint64_t first,
                          uint64_t count, mg_vertex *walks);

#ifdef __cplusplus
}
#endif

#endif
