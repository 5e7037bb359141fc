/* SPDX-License-Identifier: Apache-2.0
 *
 * centralities.h: built-in centralities beside betweenness, PageRank and HITS. Included by multigraph.h.
 */
#ifndef MG_CENTRALITIES_H
#define MG_CENTRALITIES_H

#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of mg_closeness(). */
typedef struct mg_closeness_options {
    size_t size;              /**< of the struct; the INIT macro sets it */
    mg_run_options run;       /**< options of the run; lanes at most 1; max_iterations is ignored */
    const mg_vertex *sources; /**< host array of source vertices, each counts once; NULL: all vertices, or `sample` of
                                   them */
    size_t source_count;      /**< elements of `sources`; 0 exactly if it is NULL */
    uint64_t sample; /**< sources NULL: number of random distinct sources, see mg_result_sources(); 0: all vertices */
    uint64_t seed;   /**< seed of the sample */
} mg_closeness_options;
/** All defaults. */
#define MG_CLOSENESS_OPTIONS_INIT                                                                                      \
    ((mg_closeness_options){.size = sizeof(mg_closeness_options), .run = {.size = sizeof(mg_run_options)}})

/** Closeness and harmonic centralities, over unweighted distances to the vertex from the others. graph: not changed.
 *  options: NULL for all defaults. *result: set on MG_OK; the caller frees it with mg_result_destroy(). Columns, one
 *  double per vertex: `closeness`, with r other vertices that reach the vertex over distances of sum s, r / s * r / (n
 *  - 1), 0 if r is 0; and `harmonic`, the sum of 1 / distance. Both are those of closeness_centrality() and
 *  harmonic_centrality() of NetworkX. With k sources other than the vertex itself r and s are computed from these, k
 *  replaces n - 1, and the harmonic sum is multiplied by (n - 1) / k; NaN for the only source, whose value is unknown.
 *  Searches from 64 sources at once, one bit for each. Deterministic. O(n + m) for each 64 sources if their searches
 *  overlap, at worst for each source; the number of iterations is the greatest distance. 56 n bytes. Errors: those of
 *  mg_run(); RANGE (a source is not a vertex); INVALID (`sources` and source_count contradict, sample > n); UNSUPPORTED
 *  (run.lanes > 1). Source: Wasserman, Faust 1994; Marchiori, Latora, Physica A 285 (2000); Then et al., PVLDB 8
 *  (2014); Eppstein, Wang, J. Graph Algorithms Appl. 8 (2004) (sampling). */
MG_API mg_status mg_closeness(mg_context *context, const mg_graph *graph, const mg_closeness_options *options,
                              mg_result **result);

/** Options of mg_eigenvector(). */
typedef struct mg_eigenvector_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< max_iterations 0: 100; lanes at most 1; mode and layouts are ignored */
    double tolerance;   /**< stop when the L1 change is less than n * tolerance; 0: run all max_iterations */
} mg_eigenvector_options;
/** Default tolerance. */
#define MG_EIGENVECTOR_TOLERANCE 1e-6
/** All defaults. */
#define MG_EIGENVECTOR_OPTIONS_INIT                                                                                    \
    ((mg_eigenvector_options){.size = sizeof(mg_eigenvector_options),                                                  \
                              .run = {.size = sizeof(mg_run_options)},                                                 \
                              .tolerance = MG_EIGENVECTOR_TOLERANCE})

/** Eigenvector centrality: the centrality of a vertex is proportional to the sum of the centralities of its
 *  in-neighbours. Weights are ignored; each parallel edge counts.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK and MG_NOT_CONVERGED; the caller frees it
 *  with mg_result_destroy().
 *  Column `centrality`, one double per vertex, at least 0; the sum of their squares is 1. As eigenvector_centrality()
 *  of NetworkX: power iteration with the adjacency matrix plus the identity from equal centralities. The products are
 *  mg_spmv() on the backend, with the vectors copied to a GPU and back in every iteration; the rest runs on the CPU.
 *  O(n + m) per iteration, 24 n bytes. Deterministic as mg_spmv() is. Errors: MEMORY, FORMAT (damaged snapshot),
 *  CANCELLED, DEVICE, INVALID (tolerance); UNSUPPORTED (run.lanes > 1); NOT_CONVERGED (iteration limit reached with a
 *  tolerance > 0; the result is valid). Source: Bonacich, J. Math. Sociology 2 (1972). */
MG_API mg_status mg_eigenvector(mg_context *context, const mg_graph *graph, const mg_eigenvector_options *options,
                                mg_result **result);

/** Options of mg_katz(). */
typedef struct mg_katz_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< max_iterations 0: 1000; lanes at most 1; mode and layouts are ignored */
    double alpha;       /**< attenuation of an edge; the iteration converges below 1 / the largest eigenvalue */
    double beta;        /**< constant that is added to every vertex */
    double tolerance;   /**< stop when the L1 change is less than n * tolerance; 0: run all max_iterations */
    bool raw;           /**< do not scale the values; else the sum of their squares is 1 */
} mg_katz_options;
/** Default attenuation. */
#define MG_KATZ_ALPHA 0.1
/** All defaults. */
#define MG_KATZ_OPTIONS_INIT                                                                                           \
    ((mg_katz_options){.size = sizeof(mg_katz_options),                                                                \
                       .run = {.size = sizeof(mg_run_options)},                                                        \
                       .alpha = MG_KATZ_ALPHA,                                                                         \
                       .beta = 1.0,                                                                                    \
                       .tolerance = MG_EIGENVECTOR_TOLERANCE})

/** Katz centrality: x = alpha * the sum of x of the in-neighbours + beta. Weights are ignored; each parallel edge
 *  counts.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK and MG_NOT_CONVERGED; the caller frees it
 *  with mg_result_destroy().
 *  Column `centrality`, one double per vertex. As katz_centrality() of NetworkX: iterations from 0. Products,
 *  complexity, memory and determinism as of mg_eigenvector().
 *  Errors: those of mg_eigenvector(); INVALID (alpha or beta is not finite). NOT_CONVERGED also if alpha is too large:
 *  then the values are useless. Source: Katz, Psychometrika 18 (1953). */
MG_API mg_status mg_katz(mg_context *context, const mg_graph *graph, const mg_katz_options *options,
                         mg_result **result);

/** Options of mg_eccentricity() and mg_diameter(). */
typedef struct mg_eccentricity_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the searches; lanes at most 1; max_iterations is ignored */
} mg_eccentricity_options;
/** All defaults. */
#define MG_ECCENTRICITY_OPTIONS_INIT                                                                                   \
    ((mg_eccentricity_options){.size = sizeof(mg_eccentricity_options), .run = {.size = sizeof(mg_run_options)}})

/** Eccentricity of every vertex of an undirected graph: the greatest distance, in edges, to a vertex of its component.
 *  graph: not changed; weights are ignored. options: NULL for all defaults. *result: set on MG_OK; the caller frees it
 *  with mg_result_destroy().
 *  Column `eccentricity`, one uint32 per vertex, exact; `iterations` of the statistics is the number of searches.
 *  Deterministic. mg_cc(), and searches from vertices until the lower and the upper bound of each vertex are equal: a
 *  small share of n searches on most graphs, at worst n, each O(n + m), by mg_bfs() on the backend if a component has
 *  2048 vertices or more. 36 n bytes.
 *  Errors: those of mg_run(); UNSUPPORTED (a directed graph; run.lanes > 1). Source: Takes, Kosters, Algorithms 6
 *  (2013). */
MG_API mg_status mg_eccentricity(mg_context *context, const mg_graph *graph, const mg_eccentricity_options *options,
                                 mg_result **result);

/** What mg_diameter() finds. */
typedef struct mg_diameter_info {
    uint32_t diameter;    /**< greatest distance between two vertices that is not infinite; 0 without edges */
    mg_vertex components; /**< number of components, of a directed graph strongly connected ones; more than 1: some
                               distances are infinite and ignored, as in igraph (NetworkX fails) */
    uint64_t searches;    /**< that were needed */
} mg_diameter_info;

/** Diameter, exact: the greatest distance, in edges, over all pairs of vertices with a path.
 *  graph: not changed; weights are ignored. options: NULL for all defaults. info: set on MG_OK.
 *  Deterministic. As mg_eccentricity(), but it stops when no pair of vertices can have a greater distance: after a few
 *  dozen searches on most graphs; components that are too small are not searched. 36 n bytes. On directed graphs
 *  mg_scc(), then two searches for each vertex whose bound is too high, one by mg_bfs(), one backwards by one thread;
 *  56 n bytes and the in-edges.
 *  Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Takes, Kosters, CIKM 2011; directed: Akiba, Iwata,
 *  Kawata, SEA 2015. */
MG_API mg_status mg_diameter(mg_context *context, const mg_graph *graph, const mg_eccentricity_options *options,
                             mg_diameter_info *info);

#ifdef __cplusplus
}
#endif

#endif
