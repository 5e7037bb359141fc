/* SPDX-License-Identifier: Apache-2.0
 *
 * oracles.h: slow, serial, simple implementations of the algorithms. Every result has one element per vertex; the
 * caller frees it.
 */
#ifndef MG_TESTS_ORACLES_H
#define MG_TESTS_ORACLES_H

#include <multigraph/multigraph.h>

/* Depths by breadth-first search with a queue. */
uint32_t *oracle_bfs(const mg_graph *graph, mg_vertex source);

/* Distances by Bellman-Ford in the engine's arithmetic: sums in uint64, float or double, rounded along the path.
 * A missing weight is 1. Unreached: MG_UNREACHED64, INFINITY. */
uint64_t *oracle_sssp_integer(const mg_graph *graph, mg_vertex source);
float *oracle_sssp_float(const mg_graph *graph, mg_vertex source);
double *oracle_sssp_double(const mg_graph *graph, mg_vertex source);

/* The smallest vertex of each weak component, by depth-first search. */
mg_vertex *oracle_cc(const mg_graph *graph);

/* Ranks by `iterations` steps of power iteration in double from 1/n. The rank of vertices without out-edges is
 * distributed like random jumps. personalization: n values or NULL. */
double *oracle_pagerank(const mg_graph *graph, double damping, const double *personalization, uint32_t iterations);

/* Hubs by `iterations` steps of power iteration in long double from 1/n, each sum 1, and *authorities; without edges
 * all stay 1/n. */
double *oracle_hits(const mg_graph *graph, uint32_t iterations, double **authorities);

/* Brandes with path counts in long double, scaled as betweenness_centrality of NetworkX 3.6: with k sources other than
 * the vertex itself (NaN if k is 0) the sum of the dependencies is multiplied by
 *     normalized                   1 / (k (n-2))
 *     undirected, not normalized   (n-1) / (2 k)
 *     directed, not normalized     (n-1) / k
 * and by 1 where n <= 2. sources NULL: all vertices. */
double *oracle_bc(const mg_graph *graph, const mg_vertex *sources, size_t source_count, bool normalized);

/* Triangles of every vertex, and *lcc, the local clustering coefficients: looks at every pair of neighbours. */
uint64_t *oracle_triangles(const mg_graph *graph, double **lcc);

/* Labels after so many iterations of label propagation, by a quadratic count. */
mg_vertex *oracle_cdlp(const mg_graph *graph, uint32_t iterations);

/* The smallest vertex of each strongly connected component, by a search from every vertex. n^2 bytes. */
mg_vertex *oracle_scc(const mg_graph *graph);

/* Coreness by taking vertices away, for each k. O(n m) or more. */
uint32_t *oracle_kcore(const mg_graph *graph);

/* Colours of the greedy algorithm by falling priority. O(n m) or more. The vertices of colour 0 are the set of mis. */
uint32_t *oracle_coloring(const mg_graph *graph, uint64_t seed);

/* Mates of the greedy algorithm by falling order of priorities of edges: looks for each edge among all. O(n m). */
mg_vertex *oracle_matching(const mg_graph *graph, uint64_t seed);

/* Trussness of each arc by repeated removal of pairs. n^2 bytes, O(n m) for each round. */
uint32_t *oracle_ktruss(const mg_graph *graph);

/* Modularity of labels by the sum over all pairs of vertices; directed graphs are taken as undirected. n^2 numbers. */
double oracle_modularity(const mg_graph *graph, const mg_vertex *label, bool weighted, double resolution);

/* Closeness centralities over the distances from `count` different sources (NULL: all vertices), and *harmonic, by a
 * search from each; extrapolated as the documentation of mg_closeness() has it. */
double *oracle_closeness(const mg_graph *graph, const mg_vertex *sources, size_t count, double **harmonic);

/* The *count edges of the minimum spanning forest, by weight and ids, the smaller id as source: looks for each of them
 * among all edges. O(n m). */
typedef struct oracle_edge {
    mg_vertex source, target;
    double weight;
} oracle_edge;
oracle_edge *oracle_msf(const mg_graph *graph, mg_vertex *count);

#endif
