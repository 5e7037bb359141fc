/* SPDX-License-Identifier: Apache-2.0
 *
 * structures.h: built-in algorithms that find structures of a graph: cores, independent sets, colourings, spanning
 * forests, sides, matchings. Included by multigraph.h.
 */
#ifndef MG_STRUCTURES_H
#define MG_STRUCTURES_H

#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of mg_kcore(). */
typedef struct mg_kcore_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1; max_iterations is ignored */
} mg_kcore_options;
/** All defaults. */
#define MG_KCORE_OPTIONS_INIT                                                                                          \
    ((mg_kcore_options){.size = sizeof(mg_kcore_options), .run = {.size = sizeof(mg_run_options)}})

/** Coreness of every vertex: the largest k such that the vertex is in the k-core, the largest subgraph in which every
 *  vertex has at least k edges. Directed graphs are treated as undirected: the edges of a vertex are its in-edges and
 *  its out-edges, as for core_number() of NetworkX. Loops and weights are ignored; each parallel edge counts.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `core`, one uint32 per vertex. Deterministic. O(n + m) for the edges, each of which is read once from either
 *  end, and O(n) for each level up to the largest coreness; levels without vertices are skipped many at a time. 12 n
 *  bytes, and the in-edges of directed graphs.
 *  Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Batagelj, Zaversnik, CoRR cs.DS/0310049 (2003);
 *  Kabir, Madduri, IPDPS Workshops 2017. */
MG_API mg_status mg_kcore(mg_context *context, const mg_graph *graph, const mg_kcore_options *options,
                          mg_result **result);

/** Options of mg_ktruss(). */
typedef struct mg_ktruss_options {
    size_t size;             /**< of the struct; the INIT macro sets it */
    mg_backend_kind backend; /**< does not change the result */
} mg_ktruss_options;
/** All defaults. */
#define MG_KTRUSS_OPTIONS_INIT ((mg_ktruss_options){.size = sizeof(mg_ktruss_options)})

/** Trussness of every edge: the largest k such that the edge is in the k-truss, the largest subgraph in which every
 *  edge is in at least k - 2 triangles, as of k_truss() of NetworkX; 2 for edges without triangles. Directions, weights
 *  and loops are ignored and parallel edges count once, so that parallel and opposite edges have the same trussness; a
 *  loop has 0.
 *  graph: not changed. options: NULL for all defaults. trussness: receives an element per arc, in the order of
 *  mg_graph_out_edges(). Deterministic, the same on every backend. O(sum of the smaller number of neighbours of both
 *  ends, over all pairs of neighbours), at most O(m^1.5), twice, times the logarithm of the larger number if they
 *  differ much (on a GPU always); and O(m) for each value of the trussness. 46 bytes per pair of neighbours and 28 n;
 *  on a GPU 49 and 28 n in its memory, 37 and 28 n in that of the host. Errors: INVALID (NULL), UNSUPPORTED (2^32 - 1
 *  pairs of neighbours or more), MEMORY, FORMAT (damaged snapshot), CANCELLED, DEVICE. Source: Cohen, Trusses, National
 *  Security Agency (2008); Kabir, Madduri, HPEC 2017. */
MG_API mg_status mg_ktruss(mg_context *context, const mg_graph *graph, const mg_ktruss_options *options,
                           uint32_t *trussness);

/** Options of mg_mis(). */
typedef struct mg_mis_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1; max_iterations is ignored */
    uint64_t seed;      /**< of the priorities */
} mg_mis_options;
/** All defaults. */
#define MG_MIS_OPTIONS_INIT ((mg_mis_options){.size = sizeof(mg_mis_options), .run = {.size = sizeof(mg_run_options)}})

/** A maximal independent set: no two of its vertices are neighbours, and every other vertex is the neighbour of one.
 *  Directions, loops and weights are ignored.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `member`, one uint32 per vertex: 1 in the set, else 0. The set is that of the greedy algorithm, which takes
 *  vertices in the order of pseudo-random priorities: hashes of `seed` and of the rank of the vertex's id.
 *  Deterministic, the same on every backend and in every order of the vertices. O(n + m) work in O(log^2 n) iterations,
 *  with high probability. 16 n bytes, and the in-edges of directed graphs; on a GPU, in mode AUTO and without
 *  statistics, the vertices are decided without iterations, in 17 n bytes and at most 1.8 for each arc, of directed
 *  graphs 5.8. Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Blelloch, Fineman, Shun, SPAA 2012;
 *  Burtscher et al., ACM Trans. Parallel Comput. 5 (2018). */
MG_API mg_status mg_mis(mg_context *context, const mg_graph *graph, const mg_mis_options *options, mg_result **result);

/** Options of mg_coloring(). */
typedef struct mg_coloring_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1; max_iterations is ignored */
    uint64_t seed;      /**< of the priorities */
} mg_coloring_options;
/** All defaults. */
#define MG_COLORING_OPTIONS_INIT                                                                                       \
    ((mg_coloring_options){.size = sizeof(mg_coloring_options), .run = {.size = sizeof(mg_run_options)}})

/** A colouring: neighbours have different colours. Directions, loops and weights are ignored.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `color`, one uint32 per vertex, 0 and up: the least colour that no neighbour of higher priority has; there
 *  are at most as many colours as the largest number of neighbours, and one more. Priorities are those of mg_mis(), and
 *  the vertices of colour 0 are its set. Deterministic, the same on every backend and in every order of the vertices.
 *  O(n + m) work for each 32 colours; after the first 32 only for vertices with more than 31 neighbours; expected O(log
 *  n / log log n) iterations where degrees are bounded, at worst n. 16 n bytes, and the in-edges of directed graphs.
 *  On a GPU, in mode AUTO and without statistics, the vertices are decided without iterations, in 12 n bytes and at
 * most 1.9 for each arc, of directed graphs 5.8. Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Jones,
 * Plassmann, SIAM J. Sci. Comput. 14 (1993). */
MG_API mg_status mg_coloring(mg_context *context, const mg_graph *graph, const mg_coloring_options *options,
                             mg_result **result);

/** Options of mg_msf(). */
typedef struct mg_msf_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1; mode and max_iterations are ignored */
} mg_msf_options;
/** All defaults. */
#define MG_MSF_OPTIONS_INIT ((mg_msf_options){.size = sizeof(mg_msf_options), .run = {.size = sizeof(mg_run_options)}})

/** Minimum spanning forest: a tree of edges for each connected component, of the least sum of weights. Directions and
 *  loops are ignored; weights may be negative, missing ones are 1. Of edges of equal weight the one whose smaller end
 *  has the smaller id is chosen, then the one whose larger end has the smaller id: so the forest is unique, for any
 *  order of the vertices and on every backend.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Columns, one element per vertex: `component` (uint32 vertex index: the vertex of smallest id in its tree), and an
 *  edge of the forest at every vertex but one of each tree: `source` and `target` (uint32 vertex indices, the smaller
 *  id first; MG_NONE: no edge at this vertex) and, of graphs with weights, `weight` (of the graph's type; 0 without an
 *  edge). Which edge is at which vertex depends on the order of the vertices.
 *  Deterministic. O(log n) rounds of O(n log n + m'), m' the edges of vertices with edges to other trees. 56 n bytes,
 *  and 24 n for the result; without statistics, of undirected graphs in the order of their ids with weights of at most
 *  32 bits, where that fits, on a GPU 40 n and 16 for each arc, on the CPU 28 n and 8 for each arc, and the light edges
 *  before the others. Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Boruvka, Prace moravske
 *  prirodovedecke spolecnosti 3 (1926); Bader, Cong, J. Parallel Distrib. Comput. 66 (2006); Osipov, Sanders, Singler,
 *  ALENEX 2009 (light edges). */
MG_API mg_status mg_msf(mg_context *context, const mg_graph *graph, const mg_msf_options *options, mg_result **result);

/** Options of mg_bipartite(). */
typedef struct mg_bipartite_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1; max_iterations is ignored */
} mg_bipartite_options;
/** All defaults. */
#define MG_BIPARTITE_OPTIONS_INIT                                                                                      \
    ((mg_bipartite_options){.size = sizeof(mg_bipartite_options), .run = {.size = sizeof(mg_run_options)}})

/** Two sides such that every edge leads from one side to the other, for each bipartite connected component. Directions
 *  and weights are ignored.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `side`, one uint32 per vertex: 0, the side of the smallest id in the component, or 1; 2 for all vertices of a
 *  component that is not bipartite, because it has a cycle of an odd number of edges, such as a loop. Deterministic.
 *  O(n + m): mg_cc(), a search and a pass over all edges. 12 n bytes, 4 n for the components, and the in-edges of
 *  directed graphs.
 *  Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Koenig, Math. Annalen 77 (1916). */
MG_API mg_status mg_bipartite(mg_context *context, const mg_graph *graph, const mg_bipartite_options *options,
                              mg_result **result);

/** Options of mg_matching(). */
typedef struct mg_matching_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1; max_iterations is ignored */
    uint64_t seed;      /**< of the priorities */
} mg_matching_options;
/** All defaults. */
#define MG_MATCHING_OPTIONS_INIT                                                                                       \
    ((mg_matching_options){.size = sizeof(mg_matching_options), .run = {.size = sizeof(mg_run_options)}})

/** A maximal matching: edges without common ends, to which no edge can be added. Directions, loops and weights are
 *  ignored.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `mate`, one uint32 vertex index per vertex: the other end of its edge; MG_NONE: it has none. The edges are
 *  those of the greedy algorithm, which takes them in the order of pseudo-random priorities: hashes of `seed` and of
 *  the ranks of the ids of both ends.
 *  Deterministic, the same on every backend and in every order of the vertices. O(log n) rounds, with high
 *  probability, each over the edges of vertices that may still get a mate. 32 n bytes, and the in-edges of directed
 *  graphs. On the CPU, in mode AUTO without statistics, the edges of least priority come before the others, in 16 n
 *  bytes (reordered graphs: 20 n) and 16 for each undirected edge or directed arc, where that fits.
 *  Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Preis, STACS 1999; Blelloch, Fineman, Shun, SPAA
 *  2012. */
MG_API mg_status mg_matching(mg_context *context, const mg_graph *graph, const mg_matching_options *options,
                             mg_result **result);

#ifdef __cplusplus
}
#endif

#endif
