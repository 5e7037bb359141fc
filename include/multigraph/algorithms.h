/* SPDX-License-Identifier: Apache-2.0
 *
 * algorithms.h: the built-in algorithms. Included by multigraph.h.
 */
#ifndef MG_ALGORITHMS_H
#define MG_ALGORITHMS_H

#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of mg_bfs(). */
typedef struct mg_bfs_options {
    size_t size;              /**< of the struct; the INIT macro sets it */
    mg_run_options run;       /**< options of the run: backend, mode, limits */
    mg_vertex source;         /**< vertex index; MG_NONE: mg_graph_default_source() */
    const mg_vertex *sources; /**< host array, one search per element, instead of `source`; NULL: a single source */
    size_t source_count;      /**< elements of `sources`, at most UINT32_MAX; 0 exactly if it is NULL */
    mg_vertex target;         /**< stop at this vertex: what is farther from the source is unreached; MG_NONE: none */
    uint32_t cutoff;          /**< vertices of a greater depth are unreached; UINT32_MAX: none are */
} mg_bfs_options;
/** All defaults. */
#define MG_BFS_OPTIONS_INIT                                                                                            \
    ((mg_bfs_options){.size = sizeof(mg_bfs_options),                                                                  \
                      .run = {.size = sizeof(mg_run_options)},                                                         \
                      .source = MG_NONE,                                                                               \
                      .target = MG_NONE,                                                                               \
                      .cutoff = UINT32_MAX})

/** Breadth-first search along the out-edges from one or several sources.
 *  graph: not changed; weights are ignored. options: NULL for all defaults. *result: set on MG_OK and MG_NOT_CONVERGED;
 *  the caller frees it with mg_result_destroy().
 *  Columns, one element per vertex: `depth` (uint32: number of edges on a shortest path from the source; MG_UNREACHED
 *  if there is none) and `parent` (uint32 vertex index: a vertex of depth - 1 with an edge to this vertex; the source
 *  is its own parent; MG_NONE if unreached).
 *  With `sources` every vertex has source_count elements in the order of the sources (mg_column.width); up to run.lanes
 *  searches form a batch that reads the edges once.
 *  With `target` or `cutoff` the search ends as soon as all vertices up to that depth are reached.
 *  Depths are deterministic; which of several valid parents is chosen may differ between runs. O(n + m) per source.
 *  Errors: those of mg_run(); RANGE (a source or the target is not a vertex); INVALID (`sources` and source_count
 *  contradict; `sources` with `target` or `cutoff`); UNSUPPORTED (run.from with `target` or `cutoff`). Source: Beamer,
 *  Asanovic, Patterson, SC 2012 (direction optimisation); Then et al., VLDB 2014 (batches). */
MG_API mg_status mg_bfs(mg_context *context, const mg_graph *graph, const mg_bfs_options *options, mg_result **result);

/** Options of mg_sssp(). */
typedef struct mg_sssp_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1 */
    mg_vertex source;   /**< vertex index; MG_NONE: mg_graph_default_source() */
    double delta;       /**< bucket width of delta-stepping, in units of weight; 0: from mean weight and degree */
    bool parents;       /**< also compute column `parent` */
    mg_vertex target;   /**< stop at this vertex: what is farther from the source is unreached; MG_NONE: none */
    double cutoff;      /**< vertices of a greater distance are unreached; infinity: none are */
} mg_sssp_options;
/** All defaults. */
#define MG_SSSP_OPTIONS_INIT                                                                                           \
    ((mg_sssp_options){.size = sizeof(mg_sssp_options),                                                                \
                       .run = {.size = sizeof(mg_run_options)},                                                        \
                       .source = MG_NONE,                                                                              \
                       .target = MG_NONE,                                                                              \
                       .cutoff = (double)MG_INFINITY})

/** Shortest paths along the out-edges from one source; weights must be >= 0, missing weights are 1.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK and MG_NOT_CONVERGED; the caller frees it
 *  with mg_result_destroy().
 *  Columns, one element per vertex: `distance` (sum of the weights on a shortest path; uint32 for graphs without
 *  weights or with int32 weights, uint64 if (n - 1) * largest weight does not fit and for int64 weights, else float or
 *  double like the weights; the type's largest value or infinity if unreached) and, with options->parents and unless
 *  the iteration limit was reached, `parent` (uint32 vertex index: predecessor in a tree of shortest paths, which has
 *  no cycle even with zero weights; the source is its own parent; MG_NONE if unreached). Deterministic, parents
 *  included.
 *  With `target` or `cutoff` delta-stepping on the CPU ends after the last needed bucket; other modes and a GPU run to
 *  the end, with the same result. Work depends on delta; at worst O(n m) with one bucket (Bellman-Ford). Sums of floats
 *  are rounded: see mg_graph_options.weight_type. No vertex is reached through an edge of infinite weight.
 *  Errors: those of mg_run(); INVALID (negative weight, negative or infinite delta, cutoff below 0 or NaN); RANGE (the
 *  source or the target is not a vertex; a distance exceeds its type, the message names the edge); UNSUPPORTED
 *  (run.lanes > 1; run.from with `target` or `cutoff`). Source: Meyer, Sanders, J. Algorithms 49 (2003),
 *  delta-stepping. */
MG_API mg_status mg_sssp(mg_context *context, const mg_graph *graph, const mg_sssp_options *options,
                         mg_result **result);

/** Options of mg_path(). */
typedef struct mg_path_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1 */
    mg_vertex source;   /**< first vertex of the path */
    mg_vertex target;   /**< its last vertex */
    bool unweighted;    /**< fewest edges; else the least sum of weights */
} mg_path_options;
/** All defaults; source and target are to be set. */
#define MG_PATH_OPTIONS_INIT                                                                                           \
    ((mg_path_options){.size = sizeof(mg_path_options),                                                                \
                       .run = {.size = sizeof(mg_run_options)},                                                        \
                       .source = MG_NONE,                                                                              \
                       .target = MG_NONE})

/** A shortest path from a vertex to another one, along out-edges.
 *  graph: not changed. options: not NULL. vertices: host array of n elements, receives the vertices of the path, source
 *  and target included. distances: host array of n elements, receives the distance of each of them from the source;
 *  NULL: not wanted. *count: their number; 0: there is no path.
 *  Runs mg_sssp(), or mg_bfs() on graphs without weights and with `unweighted`, with this target. Deterministic with
 *  weights; without weights any one of several shortest paths. Complexity as of these functions.
 *  Errors: those of mg_sssp() and mg_bfs(); INVALID (NULL argument); RANGE (source or target is not a vertex);
 *  NOT_CONVERGED (iteration limit reached; *count is 0). */
MG_API mg_status mg_path(mg_context *context, const mg_graph *graph, const mg_path_options *options,
                         mg_vertex *vertices, double *distances, mg_vertex *count);

/** Options of mg_cc(). */
typedef struct mg_cc_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1 */
} mg_cc_options;
/** All defaults. */
#define MG_CC_OPTIONS_INIT ((mg_cc_options){.size = sizeof(mg_cc_options), .run = {.size = sizeof(mg_run_options)}})

/** Connected components; of a directed graph the weakly connected ones. Weights are ignored.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `component`, one uint32 vertex index per vertex: the vertex of smallest id in its component.
 *  Deterministic. O(n + m) reads of vertices and edges, plus the pointer chains that linking follows.
 *  Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Sutton, Ben-Nun, Barak, IPDPS 2018 (Afforest). */
MG_API mg_status mg_cc(mg_context *context, const mg_graph *graph, const mg_cc_options *options, mg_result **result);

/** Options of mg_pagerank(). */
typedef struct mg_pagerank_options {
    size_t size;                   /**< of the struct; the INIT macro sets it */
    mg_run_options run;            /**< max_iterations 0: 100, data_driven 1000; lanes at most 1 without `sources` */
    double damping;                /**< probability of following an edge; 0 < damping < 1 */
    double tolerance;              /**< stop when the L1 change of the ranks is less: their L1 error is then at most
                                        tolerance * damping / (1 - damping); 0: run all max_iterations */
    bool data_driven;              /**< push residuals above a threshold instead of iterating over all edges */
    const double *personalization; /**< host array, n weights >= 0, not all 0: distribution of random jumps; any scale;
                                        NULL: uniform */
    const mg_vertex *sources;      /**< host array: one run per element, with all jumps to it; NULL: a single run */
    size_t source_count;           /**< elements of `sources`, at most UINT32_MAX; 0 exactly if it is NULL */
    bool weighted; /**< edges are followed in proportion to their weights, which must be >= 0; uniformly without
                        weights */
} mg_pagerank_options;
/** Default damping. */
#define MG_PAGERANK_DAMPING 0.85
/** Default tolerance. */
#define MG_PAGERANK_TOLERANCE 1e-6
/** All defaults. */
#define MG_PAGERANK_OPTIONS_INIT                                                                                       \
    ((mg_pagerank_options){.size = sizeof(mg_pagerank_options),                                                        \
                           .run = {.size = sizeof(mg_run_options)},                                                    \
                           .damping = MG_PAGERANK_DAMPING,                                                             \
                           .tolerance = MG_PAGERANK_TOLERANCE})

/** PageRank. Weights are ignored unless `weighted`; each parallel edge counts.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK and MG_NOT_CONVERGED; the caller frees it
 *  with mg_result_destroy().
 *  Column `rank`, one double per vertex: its probability in the stationary distribution; the ranks sum to 1. The rank
 *  of vertices without out-edges (dangling) is distributed like random jumps, by the personalization.
 *  Undirected graphs on the CPU, with tolerance > 0 and not data-driven: conjugate gradients, or on graphs of fewer
 *  than 24 arcs a vertex and without personalization Chebyshev semi-iteration, which take about a third of the plain
 *  iterations; also directed graphs that have both directions of every edge, with equal weights, unless the mode is
 *  sparse. They stop when a plain iteration of the result would change it by less than tolerance * damping in L1, by a
 *  bound that is known before, which gives the same bound of the error. If tolerance * damping >= 1.2e-7, shares are sent as float; this changes the ranks by
 *  less than 5e-7 in sum.
 *  Mixed precision: on a GPU with tolerance >= 1e-6 ranks and shares are stored as float and summed as double; this
 *  changes the ranks by less than 1e-6 in sum.
 *  Topology-driven runs (the default) are bitwise deterministic, on a GPU among devices of one model; data-driven runs
 *  that push are not. O(n + m) per topology-driven iteration.
 *  `weighted`: as pagerank() of NetworkX; vertices whose weights sum to 0 are dangling. Plain iterations in double
 *  precision, by mg_spmv() on the backend, with the vectors copied to a GPU and back in every one, the rest on the CPU;
 *  the mode is ignored. 40 n bytes. Deterministic as mg_spmv() is. INVALID: weights that are negative or not finite;
 *  with `sources`, data_driven or run.from.
 *  With `sources` every vertex has source_count ranks in the order of the sources (mg_column.width), each those of a
 *  run with a personalization of 1 at the source and 0 elsewhere, up to the tolerance. run.lanes sources (0: automatic)
 *  are columns of one product of matrices, mg_matrix_spmm(), an iteration; when a column has converged, the next source
 *  takes its place. Double precision; the products run on the backend, with the operands copied to a GPU and back in
 *  every iteration, the rest on the CPU. Memory: 24 n lanes + 8 n source_count bytes. Deterministic for a number of
 *  lanes.
 *  Errors: those of mg_run(); INVALID (damping, tolerance, personalization; data_driven with tolerance 0; `sources`
 *  with data_driven or personalization, or without source_count); RANGE (a source is not a vertex); UNSUPPORTED
 *  (run.lanes > 1 without `sources`); NOT_CONVERGED (iteration limit reached with a tolerance > 0; the result is
 *  valid). Source: Page, Brin, Motwani, Winograd, Stanford 1999; Whang et al., Euro-Par 2015 (data-driven). */
MG_API mg_status mg_pagerank(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                             mg_result **result);

/** Draws `count` distinct vertices uniformly at random, without replacement; with count = n all vertices by ascending
 *  id. sources: host array of the caller, receives `count` vertex indices; may be NULL if count is 0. The drawn ids
 *  depend only on the ids, `seed` and `count`; mg_bc() draws its sample with this function. O(n) time and memory.
 *  Errors: INVALID (NULL argument, count > n), MEMORY, FORMAT (damaged snapshot). */
MG_API mg_status mg_draw_sources(mg_context *context, const mg_graph *graph, uint64_t seed, size_t count,
                                 mg_vertex *sources);

/** Options of mg_bc(). */
typedef struct mg_bc_options {
    size_t size;              /**< of the struct; the INIT macro sets it */
    mg_run_options run;       /**< options of the run; max_iterations is ignored; lanes 0: no batches */
    const mg_vertex *sources; /**< host array of source vertices; NULL: all vertices, or `sample` of them */
    size_t source_count;      /**< elements of `sources`; 0 exactly if it is NULL */
    uint64_t sample; /**< sources NULL: number of random distinct sources, see mg_result_sources(); 0: all vertices */
    uint64_t seed;   /**< seed of the sample */
    bool normalized; /**< relative to the number of pairs that could have a path over the vertex, see mg_bc() */
    bool weighted;   /**< paths of least weight; else, and without weights, of fewest edges */
} mg_bc_options;
/** All defaults. */
#define MG_BC_OPTIONS_INIT ((mg_bc_options){.size = sizeof(mg_bc_options), .run = {.size = sizeof(mg_run_options)}})

/** Betweenness centrality over shortest paths, of fewest edges or, `weighted`, of least weight. Loops are ignored,
 *  parallel edges count once, with the least weight.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `centrality`, one double per vertex: sum over pairs (s, t) of the share of the shortest s-t paths that
 *  contain this vertex, s and t other vertices; a pair of an undirected graph counts once. With k sources other than
 *  the vertex itself the sum over their pairs is extrapolated, as by betweenness_centrality(k=..., endpoints=False) of
 *  NetworkX 3.6: times (n - 1) / k, halved for undirected graphs; with `normalized` times 1 / (k (n - 2)). NaN for the
 *  only source, whose value is unknown. 0 if n <= 2.
 *  Up to run.lanes sources form a batch that reads the edges once. Dependencies are added in the order of the sources,
 *  on a GPU in its memory; on several GPUs each adds those of its batches, and then these sums are added. Push adds
 *  path counts in the order of arrival, so the last bits may differ between runs; mode pull on the CPU is
 *  deterministic. O(n + m) per source. By weight: lengths are sums of doubles, and paths are equally long only if all
 *  bits are equal; deterministic on the CPU and on a GPU, but with different last bits. On the CPU Dijkstra's
 *  algorithm, O(m log m) per source, one source a thread; 40 n + 16 m bytes a thread. On a GPU near-far searches of
 *  about 4,200,000 / n sources at the same time, at least one and at most 1,024, in 56 n bytes of device memory each,
 *  and 12 m for the edges (directed: 24 m).
 *  Errors: those of mg_run(); RANGE (a source is not a vertex); INVALID (`sources` and source_count contradict, sample
 *  > n; weighted: a weight that is not more than 0); UNSUPPORTED (weighted: lanes > 1; backend CUDA, if a weight is so
 *  small that it does not change a distance; with backend AUTO the CPU runs then); RANGE (weighted: lengths of paths of
 *  whole weights may exceed 2^53). Source: Brandes, J. Math. Sociology 25 (2001); Brandes, Pich 2007 (sampling);
 *  Davidson, Baxter, Garland, Owens, IPDPS 2014 (near-far). */
MG_API mg_status mg_bc(mg_context *context, const mg_graph *graph, const mg_bc_options *options, mg_result **result);

/** Betweenness centrality of edges: sum over pairs (s, t) of the share of the shortest s-t paths that take the edge; a
 *  pair of an undirected graph counts once. As edge_betweenness_centrality() of NetworkX 3.6, also with a sample of k
 *  sources: times n / k, halved for undirected graphs; with `normalized` times 1 / (k (n - 1)). Loops have 0; parallel
 *  edges (weighted: those of least weight) share the value of their pair.
 *  graph: not changed. options: as of mg_bc(); run.mode is ignored. centrality: host memory for an element per arc, in
 *  the order of mg_graph_out_edges(); both directions of an undirected edge have the same value.
 *  Deterministic. O(n + m) per source, weighted O(m log m). On the CPU one source a thread, in 40 n + 8 m bytes,
 *  weighted 24 m; on a GPU as of mg_bc() by weight, with 4 m bytes for the edges without weights and 12 m more. Errors:
 *  as of mg_bc() by weight. Source: Girvan, Newman, PNAS 99 (2002); Brandes, Social Networks 30 (2008). */
MG_API mg_status mg_edge_bc(mg_context *context, const mg_graph *graph, const mg_bc_options *options,
                            double *centrality);

/** Options of mg_hits(). */
typedef struct mg_hits_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< max_iterations 0: 1000; lanes at most 1; mode and layouts are ignored */
    double tolerance;   /**< stop when the L1 change of the hubs is less; 0: run all max_iterations */
} mg_hits_options;
/** Default tolerance. */
#define MG_HITS_TOLERANCE 1e-8
/** All defaults. */
#define MG_HITS_OPTIONS_INIT                                                                                           \
    ((mg_hits_options){                                                                                                \
        .size = sizeof(mg_hits_options), .run = {.size = sizeof(mg_run_options)}, .tolerance = MG_HITS_TOLERANCE})

/** Hubs and authorities (HITS). Weights are ignored; each parallel edge counts.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK and MG_NOT_CONVERGED; the caller frees it
 *  with mg_result_destroy().
 *  Columns `hub` and `authority`, one double per vertex, at least 0; each sums to 1, as of NetworkX. A vertex's
 *  authority is in proportion to the sum of the hubs of its in-neighbours, its hub to the sum of the authorities of its
 *  out-neighbours: the power iteration from equal hubs. If several solutions exist (a graph of several equal
 *  components) it is the one nearest to equal hubs. Without edges all scores are 1 / n.
 *  The products are mg_spmv() on the backend, with the vectors copied to a GPU and back in every iteration; the rest
 *  runs on the CPU. O(n + m) per iteration, 24 n bytes. Deterministic as mg_spmv() is. If convergence is slow, the
 *  iteration stops too early: the distance from the solution may be the tolerance divided by (1 - the ratio of the two
 *  largest eigenvalues).
 *  Errors: MEMORY, FORMAT (damaged snapshot), CANCELLED, DEVICE, INVALID (tolerance); UNSUPPORTED (run.lanes > 1);
 *  NOT_CONVERGED (iteration limit reached with a tolerance > 0; the result is valid).
 *  Source: Kleinberg, J. ACM 46 (1999). */
MG_API mg_status mg_hits(mg_context *context, const mg_graph *graph, const mg_hits_options *options,
                         mg_result **result);

/** Options of mg_scc(). */
typedef struct mg_scc_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1; max_iterations is ignored */
} mg_scc_options;
/** All defaults. */
#define MG_SCC_OPTIONS_INIT ((mg_scc_options){.size = sizeof(mg_scc_options), .run = {.size = sizeof(mg_run_options)}})

/** Strongly connected components: two vertices are in the same component if paths lead from each to the other. Weights
 *  are ignored. For an undirected graph they are the connected components, found by mg_cc().
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `component`, one uint32 vertex index per vertex: the vertex of smallest id in its component.
 *  Deterministic. On the CPU, in mode AUTO without statistics, O(n + m): searches of both directions from a vertex of
 *  many edges by all threads, then Tarjan's algorithm on what is left by two; 17 n bytes and the in-edges. On a GPU,
 *  likewise, the component of a vertex with many edges is found first, then those of others by the least keys that
 *  reach a vertex and that it reaches, in expected O(log n) passes over the edges; 100 n bytes and 0.25 for each arc,
 *  where that fits. Otherwise O(n + m) for trimming in each round and, for colouring, the edges of every vertex as
 * often as its colour changes; a few rounds on most graphs, at worst one for each component that remains after
 * trimming; 16 n bytes, and the in-edges. Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Fleischer,
 * Hendrickson, Pinar, IPDPS 2000 (searches); Tarjan, SIAM J. Comput. 1 (1972); Orzan, PhD thesis, Amsterdam 2004
 * (colouring); Slota, Rajamanickam, Madduri, IPDPS 2014; Alabandi, Sands, Biros, Burtscher, SC 2023 (keys). */
MG_API mg_status mg_scc(mg_context *context, const mg_graph *graph, const mg_scc_options *options, mg_result **result);

/** Options of mg_triangles(). */
typedef struct mg_triangles_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1; mode and layouts are ignored */
    bool total_only;    /**< the number of triangles of the graph, and no column */
} mg_triangles_options;
/** All defaults. */
#define MG_TRIANGLES_OPTIONS_INIT                                                                                      \
    ((mg_triangles_options){.size = sizeof(mg_triangles_options), .run = {.size = sizeof(mg_run_options)}})

/** Triangles of every vertex. Directions and weights are ignored, loops too; parallel edges count once.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `triangles`, one uint64 per vertex: the number of sets of two neighbours that are neighbours of each other.
 * Its sum is three times the number of triangles of the graph. With total_only the result has no column, and this
 * number is the only one of mg_result_totals(); exact below 2^53. It takes less time. Deterministic. O(m^1.5): for
 * every edge, the edges of its end with more neighbours that lead to vertices with still more. Memory: the forward
 * edges, which the graph keeps: 12 n + 4 m bytes for m pairs of neighbours, 5 m and the in-edges for directed graphs; a
 * run has 8 n bytes, and n / 5 for each thread. Errors: those of mg_run(); UNSUPPORTED (run.lanes > 1). Source: Chiba,
 * Nishizeki, SIAM J. Computing 14 (1985); Latapy, Theor. Comp. Sci. 407 (2008). */
MG_API mg_status mg_triangles(mg_context *context, const mg_graph *graph, const mg_triangles_options *options,
                              mg_result **result);

/** Options of mg_lcc(). */
typedef struct mg_lcc_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< options of the run; lanes at most 1; mode and layouts are ignored */
} mg_lcc_options;
/** All defaults. */
#define MG_LCC_OPTIONS_INIT ((mg_lcc_options){.size = sizeof(mg_lcc_options), .run = {.size = sizeof(mg_run_options)}})

/** Local clustering coefficients, as LDBC Graphalytics defines them. Weights and loops are ignored; parallel edges
 * count once. graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `lcc`, one double per vertex: with k neighbours, in either direction of an edge, the number of edges from one
 *  of them to another, divided by k (k - 1); 0 if k < 2. An edge of an undirected graph counts in both directions.
 *  Deterministic. Complexity, memory, errors and source as of mg_triangles(); Iosup et al., PVLDB 9 (2016). */
MG_API mg_status mg_lcc(mg_context *context, const mg_graph *graph, const mg_lcc_options *options, mg_result **result);

/** Options of mg_cdlp(). */
typedef struct mg_cdlp_options {
    size_t size;         /**< of the struct; the INIT macro sets it */
    mg_run_options run;  /**< options of the run; lanes at most 1; mode and layouts are ignored */
    uint32_t iterations; /**< number of iterations, at least 1 */
} mg_cdlp_options;
/** Default number of iterations. */
#define MG_CDLP_ITERATIONS 10
/** All defaults. */
#define MG_CDLP_OPTIONS_INIT                                                                                           \
    ((mg_cdlp_options){                                                                                                \
        .size = sizeof(mg_cdlp_options), .run = {.size = sizeof(mg_run_options)}, .iterations = MG_CDLP_ITERATIONS})

/** Communities by label propagation, by the synchronous rule of LDBC Graphalytics. Weights are ignored; each parallel
 *  edge counts.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK and MG_NOT_CONVERGED; the caller frees it
 *  with mg_result_destroy().
 *  Column `label`, one uint32 vertex index per vertex: the vertex that began with this label. In each iteration a
 *  vertex takes the most frequent label of its neighbours, of several such labels that of the smallest id; an edge of a
 *  directed graph counts at both ends. A run ends after the given number of iterations, or earlier when no label
 *  changes.
 *  Deterministic. O(n + m) per iteration, expected: labels are counted in hash tables. Memory: 8 n bytes, and for each
 *  thread 32 bytes for each edge of the vertex that has the most.
 *  Errors: those of mg_run(); INVALID (iterations is 0); UNSUPPORTED (run.lanes > 1); NOT_CONVERGED (run.max_iterations
 *  is less than `iterations` and was reached; the result is valid). Source: Raghavan, Albert, Kumara, Phys. Rev. E 76
 *  (2007); Iosup et al., PVLDB 9 (2016). */
MG_API mg_status mg_cdlp(mg_context *context, const mg_graph *graph, const mg_cdlp_options *options,
                         mg_result **result);

/** Measures of mg_similarity(). */
typedef enum mg_similarity_measure {
    MG_SIMILARITY_DOT,   /**< sum of the products of the features */
    MG_SIMILARITY_COSINE /**< the same of features of length 1: the cosine of the angle; 0 with a row of zeros */
} mg_similarity_measure;

/** Options of mg_similarity(). */
typedef struct mg_similarity_options {
    size_t size;                   /**< of the struct; the INIT macro sets it */
    mg_similarity_measure measure; /**< how two rows of features are compared */
    mg_type type;                  /**< of x and scores: FLOAT32, FLOAT64; INT32 and INT64 with DOT */
    mg_backend_kind backend;       /**< backend of the products */
} mg_similarity_options;
/** All defaults. */
#define MG_SIMILARITY_OPTIONS_INIT ((mg_similarity_options){.size = sizeof(mg_similarity_options), .type = MG_FLOAT32})

/** Scores edges by the features of their ends. graph: not changed; weights are ignored. options: NULL for all defaults.
 *  x: n rows of k >= 1 features, row v for vertex v, row-major with x_stride >= k elements from row to row; not
 * changed. scores: receives an element per arc, in the order of mg_graph_out_edges(); must not overlap x. Both in host
 * memory. mg_matrix_sddmm() computes the products on the backend; lengths of rows are computed on the CPU. O(n k + m k)
 * and a copy of the out-edges (4 m + 8 n bytes), with COSINE also of x. Deterministic. Integers wrap around. Errors:
 * INVALID (arguments; COSINE of integers), MEMORY, FORMAT (damaged snapshot), UNSUPPORTED, DEVICE, CANCELLED. */
MG_API mg_status mg_similarity(mg_context *context, const mg_graph *graph, const mg_similarity_options *options,
                               uint32_t k, const void *x, uint64_t x_stride, void *scores);

/** Computes the memory that a run needs, without running it. algorithm: the name of a verb, such as "bfs"; it has its
 *  default options (of bc and closeness all vertices as sources), and those of `run`, NULL for all defaults: mode,
 *  lanes, layouts, backend (AUTO: the CPU). *estimate: set on success. host_bytes, and on a GPU device_bytes, are
 *  within 10 % of what is allocated, on graphs of 100,000 vertices and more; an upper bound for louvain, leiden and, of
 *  directed graphs, ktruss. Sizes that depend on the values of a run are typical sizes; a graph that may have tiles is
 *  assumed to have them. O(n), or O(m) on a directed graph with both directions of every edge; opens the backend's
 *  device. Writes at most to the states of the vertices; bc of a graph with parallel edges merges these first.
 *  Deterministic. Errors: INVALID (NULL, no such algorithm, options), FORMAT (damaged snapshot), MEMORY, DEVICE,
 *  UNSUPPORTED (no such device; an algorithm without kernels on a GPU). */
MG_API mg_status mg_estimate_memory(mg_context *context, const mg_graph *graph, const char *algorithm,
                                    const mg_run_options *run, mg_memory_estimate *estimate);
/** Returns the name of an algorithm of mg_estimate_memory() by its position, from 0; NULL after the last. Static. */
MG_API const char *mg_estimated_algorithm(size_t position);

#ifdef __cplusplus
}
#endif

#endif
