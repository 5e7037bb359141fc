/* SPDX-License-Identifier: Apache-2.0
 *
 * verify.h: serial verifiers, which check properties of a result independently of its computation. Each returns true if
 * the result is correct; else false with the reason, in ids of the file, in `why` (size bytes; may be NULL). They use
 * the public interface of the library only. Lack of memory is reported as a reason, too.
 */
#ifndef MG_TOOLS_VERIFY_H
#define MG_TOOLS_VERIFY_H

#include <multigraph/multigraph.h>

/* Depths grow by at most one along every edge, and every parent is one level up with an edge to its child. Source
 * MG_NONE: the default source; results of several searches contain their sources. O(n + m log degree) each. */
bool mgt_verify_bfs(mg_context *context, const mg_graph *graph, mg_vertex source, const mg_result *result, char *why,
                    size_t size);

/* No edge gives a shorter distance, and paths of tight edges (without slack) lead from the source to every reached
 * vertex. Both together hold exactly for the least distances, in the arithmetic of the column's type. A column `parent`
 * must be a tree of tight edges. Floats also in long double: distances are the lengths of these paths, and no edge
 * makes one shorter, within the rounding of as many additions, at most 2^-16 (float) or 2^-30 (double) of the length.
 * O(n + m). */
bool mgt_verify_sssp(mg_context *context, const mg_graph *graph, mg_vertex source, const mg_result *result, char *why,
                     size_t size);

/* The same for a search with this cutoff: what is farther is unreached. */
bool mgt_verify_sssp_within(const mg_graph *graph, mg_vertex source, double cutoff, const mg_result *result, char *why,
                            size_t size);

/* Each label is the smallest vertex of its component, found by union-find. O(n + m). */
bool mgt_verify_cc(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* With F one step of the power iteration and d the damping: |F(r) - r| in L1 is at most
 *     2 * tolerance   where the run converged (status MG_OK, tolerance > 0),
 *     2 * d^k         where it ended after k iterations with a mode (from the result's statistics), from any start,
 * plus MGT_ROUNDING epsilons of the column's type, or MGT_ROUNDED for a run on a GPU whose tolerance is no smaller,
 * since ranks are floats there. |sum r - 1| is at most tolerance / (1 - d) plus the same. All ranks are finite and
 * positive (at least 0 with a personalization). For a data-driven run that did not converge only the signs of the ranks
 * and a sum of at most 2 are checked. With sources all this holds for each column, in double precision, where k is the
 * iteration limit, within the rounding of sums of n numbers. options NULL: all defaults. O(n + m), with sources for
 * each. */
#define MGT_ROUNDING 64
#define MGT_ROUNDED 1e-6
bool mgt_verify_pagerank(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                         mg_status status, const mg_result *result, char *why, size_t size);

/* Equal to a serial Brandes within 1e-4 relative, for these sources (NULL: all vertices; sampled scaling as NetworkX
 * 3.6's betweenness_centrality). Slow: O(n + m) for every source. */
bool mgt_verify_bc(mg_context *context, const mg_graph *graph, const mg_vertex *sources, size_t source_count,
                   bool normalized, const mg_result *result, char *why, size_t size);

/* Equal, within 1e-12 relative, to sums over a serial search from each source (NULL: all vertices). Slow: O(n + m) for
 * every source. */
bool mgt_verify_closeness(mg_context *context, const mg_graph *graph, const mg_vertex *sources, size_t source_count,
                          const mg_result *result, char *why, size_t size);

/* Hubs and authorities are at least 0 and sum to 1, and the hubs are in proportion to the sums of the authorities of
 * the out-neighbours. Where the run converged (status MG_OK, tolerance > 0) one more iteration changes the hubs in L1
 * by at most 2 sqrt(n) * tolerance. All within the rounding of sums of as many numbers as n or the largest degree. O(n
 * + m). */
bool mgt_verify_hits(mg_context *context, const mg_graph *graph, const mg_hits_options *options, mg_status status,
                     const mg_result *result, char *why, size_t size);

/* Every score, in the order of the out-edges, is that of a loop over the features in long double, within the rounding
 * of k + 8 operations; integers exactly. O(m k). */
bool mgt_verify_similarity(const mg_graph *graph, const mg_similarity_options *options, uint32_t k, const void *x,
                           uint64_t x_stride, const void *scores, char *why, size_t size);

/* The counts are those of a serial search of all triangles; the coefficients are that of such counts, within 1e-15.
 * O(m^1.5). */
bool mgt_verify_triangles(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);
bool mgt_verify_triangle_total(mg_context *context, const mg_graph *graph, uint64_t total, char *why, size_t size);
bool mgt_verify_lcc(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* The labels are those of a serial run that sorts the labels of the neighbours. O(m log degree) per iteration. */
bool mgt_verify_cdlp(mg_context *context, const mg_graph *graph, uint32_t iterations, const mg_result *result,
                     char *why, size_t size);

/* Each label is the vertex of smallest id with this label; their number and modularity are what `found` says, the
 * latter within 1e-9 of a serial sum in long double. mg_louvain() without a limit of levels: joining two communities
 * does not add more than the threshold, and 1e-9, to modularity. mg_leiden() (connected): a search within a community
 * reaches all of it. options NULL: all defaults. O(n + m log m). */
bool mgt_verify_communities(mg_context *context, const mg_graph *graph, const mg_communities_options *options,
                            bool connected, const mg_communities *found, const mg_result *result, char *why,
                            size_t size);

/* Each label is the vertex of smallest id in its strongly connected component, found by Tarjan's algorithm. O(n + m).
 */
bool mgt_verify_scc(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* The coreness is that of a serial peeling with buckets. O(n + m). */
bool mgt_verify_kcore(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* The trussness of each arc is that of a serial removal of edges. O(m^1.5), and O(m) for each value. */
bool mgt_verify_ktruss(mg_context *context, const mg_graph *graph, const uint32_t *trussness, char *why, size_t size);

/* Neighbours have different colours, and neighbours of a vertex have all colours below its own. O(n + m). */
bool mgt_verify_coloring(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* No two vertices of the set are neighbours, and every other vertex has a neighbour in it. O(n + m). */
bool mgt_verify_mis(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* The edges are those of Kruskal's algorithm by weight and ids, each once, and the components are the trees'. O(m log
 * m).
 */
bool mgt_verify_msf(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* A distance or depth; infinity: unreached. */
double mgt_distance_at(const mg_column *column, mg_vertex v);

/* `part`, a result of bfs or sssp with a target or a cutoff (MG_NONE, infinity: none), is that part of `full`, a result
 * without, that is no farther than both. Parents of bfs are one level up with an edge; others are those of `full`. O(n
 * log degree). */
bool mgt_verify_within(const mg_graph *graph, const mg_result *full, mg_vertex target, double cutoff,
                       const mg_result *part, char *why, size_t size);

/* Mates have an edge and each other, and no edge joins two vertices without one. O(n log degree + m). */
bool mgt_verify_matching(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* The sides are those that union-find over two copies of every vertex gives. O(n + m). */
bool mgt_verify_bipartite(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* Equal, within 1e-9 of the largest, to as many serial iterations as the run had; where it converged (status MG_OK,
 * tolerance > 0) the last one changed less than n * tolerance. options NULL: all defaults. O(n + m) per iteration. */
bool mgt_verify_eigenvector(const mg_graph *graph, const mg_eigenvector_options *options, mg_status status,
                            const mg_result *result, char *why, size_t size);
bool mgt_verify_katz(const mg_graph *graph, const mg_katz_options *options, mg_status status, const mg_result *result,
                     char *why, size_t size);

/* The eccentricities are the depths of a search from every vertex. O(n (n + m)). */
bool mgt_verify_eccentricity(const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* Betweenness by weight (options->weighted) of vertices, or of edges by arc, within 1e-9. sources NULL: all. O(n m
 * degree) for each source. */
bool mgt_verify_bc_paths(const mg_graph *graph, const mg_vertex *sources, size_t count, const mg_bc_options *options,
                         bool by_edge, const double *given, char *why, size_t size);

/* The scores of the pairs, or of the arcs (source NULL), within 1e-15, by marking neighbours. O(sum of the degrees). */
bool mgt_verify_sets(const mg_graph *graph, mg_set_measure measure, uint64_t count, const mg_vertex *source,
                     const mg_vertex *target, const double *scores, char *why, size_t size);
/* The same, and they are the first `most` of all pairs with a common neighbour. O(n m). */
bool mgt_verify_top_sets(const mg_graph *graph, mg_set_measure measure, uint64_t most, uint64_t count,
                         const mg_vertex *source, const mg_vertex *target, const double *scores, char *why,
                         size_t size);

/* Walks begin at their sources, every step is an edge (with weights, unless kind is UNIFORM, one of positive weight),
 * and they end early only where there is none. O(log degree + parallel edges) a step. */
bool mgt_verify_walks(const mg_graph *graph, const mg_walks_options *options, uint64_t first, uint64_t count,
                      const mg_vertex *walks, char *why, size_t size);

#endif
