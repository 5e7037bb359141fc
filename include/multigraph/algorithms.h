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
    mg_run_options run;       /**< where and how it runs */
    mg_vertex source;         /**< MG_NONE: mg_graph_default_source() */
    const mg_vertex *sources; /**< instead of `source`: so many, each a search of its own; NULL: one */
    size_t source_count;      /**< elements of `sources` */
} mg_bfs_options;
/** All defaults. */
#define MG_BFS_OPTIONS_INIT                                                                                            \
    ((mg_bfs_options){.size = sizeof(mg_bfs_options), .run = {.size = sizeof(mg_run_options)}, .source = MG_NONE})

/** Breadth-first search. Columns: `depth` (uint32; fewest edges from the source, MG_UNREACHED) and `parent` (a
 *  vertex one level up with an edge to v; the source's is itself, MG_NONE unreached; which one may differ between
 *  runs). Depths are repeatable. With `sources` the columns have one value for each of them (mg_column.width), in their
 *  order; up to run.lanes of the searches share a pass over the edges. O(n + m) per source. Errors as mg_run; RANGE:
 *  no such source. Source: Beamer, Asanovic, Patterson, SC 2012; Then et al., VLDB 2014 (several sources at once). */
MG_API mg_status mg_bfs(mg_context *context, const mg_graph *graph, const mg_bfs_options *options, mg_result **result);

/** Options of mg_sssp(). */
typedef struct mg_sssp_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< where and how it runs */
    mg_vertex source;   /**< MG_NONE: mg_graph_default_source() */
    double delta;       /**< bucket width of delta-stepping; 0: chosen from the weights and degrees */
    bool parents;       /**< also compute column `parent` */
} mg_sssp_options;
/** All defaults. */
#define MG_SSSP_OPTIONS_INIT                                                                                           \
    ((mg_sssp_options){.size = sizeof(mg_sssp_options), .run = {.size = sizeof(mg_run_options)}, .source = MG_NONE})

/** Shortest paths from one source. Columns: `distance`, of type uint32 (no or int32 weights; uint64 where sums may
 *  not fit), float or double as the weights; unreached: the type's largest value, infinity; and `parent` if asked
 *  for, a tree of shortest paths also where weights are zero. Repeatable. Errors as mg_run; INVALID: a negative
 *  weight; RANGE: no such source. Source: Meyer, Sanders, J. Algorithms 49 (2003), delta-stepping. */
MG_API mg_status mg_sssp(mg_context *context, const mg_graph *graph, const mg_sssp_options *options,
                         mg_result **result);

/** Options of mg_cc(). */
typedef struct mg_cc_options {
    size_t size;        /**< of the struct; the INIT macro sets it */
    mg_run_options run; /**< where and how it runs */
} mg_cc_options;
/** All defaults. */
#define MG_CC_OPTIONS_INIT ((mg_cc_options){.size = sizeof(mg_cc_options), .run = {.size = sizeof(mg_run_options)}})

/** Connected components, weak ones of a directed graph. Column `component`: the smallest vertex of v's component.
 *  Repeatable. Errors as mg_run. Source: Sutton, Ben-Nun, Barak, IPDPS 2018 (Afforest). */
MG_API mg_status mg_cc(mg_context *context, const mg_graph *graph, const mg_cc_options *options, mg_result **result);

/** Options of mg_pagerank(). */
typedef struct mg_pagerank_options {
    size_t size;                   /**< of the struct; the INIT macro sets it */
    mg_run_options run;            /**< run.max_iterations 0: 100, data_driven: 1000 */
    double damping;                /**< 0 < damping < 1 */
    double tolerance;              /**< stop when the ranks' L1 change is below it; 0: run.max_iterations iterations */
    bool data_driven;              /**< push residuals instead of sweeping all edges */
    const double *personalization; /**< n values >= 0, not all 0: where a random jump leads; NULL: everywhere alike */
} mg_pagerank_options;
/** All defaults. */
#define MG_PAGERANK_OPTIONS_INIT                                                                                       \
    ((mg_pagerank_options){.size = sizeof(mg_pagerank_options),                                                        \
                           .run = {.size = sizeof(mg_run_options)},                                                    \
                           .damping = 0.85,                                                                            \
                           .tolerance = 1e-6})

/** PageRank; weights are ignored, parallel edges count as often as they occur. Column `rank` (double): sums to 1;
 *  the rank of vertices without out-edges jumps as the personalization says. NOT_CONVERGED: the iteration limit came
 *  first.
 *  With a tolerance of 1e-6 and more, ranks and their shares are floats while they are on a GPU, which moves the ranks
 * by less than 1e-6 in all. Topology-driven runs (the default) are repeatable to the last bit, on a GPU for devices of one
 * kind; data-driven ones that push are not. Errors
 * as mg_run; INVALID: damping, tolerance, personalization. Source: Page, Brin et al. 1999; Whang et al., Euro-Par 2015
 * (data-driven). */
MG_API mg_status mg_pagerank(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                             mg_result **result);

/** Draws `count` different vertices at random into `sources`; as many as the graph has: all of them in order. The same
 *  seed gives the same ones, which are those that mg_bc draws for a sample. O(n). Errors: INVALID (more than the graph
 *  has), MEMORY. */
MG_API mg_status mg_draw_sources(mg_context *context, const mg_graph *graph, uint64_t seed, size_t count,
                                 mg_vertex *sources);

/** Options of mg_bc(). */
typedef struct mg_bc_options {
    size_t size;              /**< of the struct; the INIT macro sets it */
    mg_run_options run;       /**< where and how it runs */
    const mg_vertex *sources; /**< source_count sources; NULL: all vertices, or `sample` of them */
    size_t source_count;      /**< elements of `sources` */
    uint64_t sample; /**< with sources NULL: so many different vertices drawn at random; 0: all. mg_result_sources() */
    uint64_t seed;   /**< of the draw: the same seed gives the same vertices */
    bool normalized; /**< divide by the number of pairs, as NetworkX */
} mg_bc_options;
/** All defaults. */
#define MG_BC_OPTIONS_INIT ((mg_bc_options){.size = sizeof(mg_bc_options), .run = {.size = sizeof(mg_run_options)}})

/** Betweenness centrality over unweighted shortest paths. Column `centrality` (double). Loops are ignored, parallel
 *  edges count once, a pair of an undirected graph counts once; with fewer sources than vertices values are scaled
 *  as NetworkX's betweenness_centrality(k=...). Up to run.lanes sources share a pass over the edges; dependencies
 *  are summed in the order of the sources. Where iterations push, path counts are added up as they come, so the last
 *  bits may differ between runs; mode pull repeats on a CPU. O(n + m) per source. Errors as mg_run; RANGE: no such
 *  source.
 *  Source: Brandes, J. Math. Sociology 25 (2001); Brandes, Pich 2007 (sampling). */
MG_API mg_status mg_bc(mg_context *context, const mg_graph *graph, const mg_bc_options *options, mg_result **result);

#ifdef __cplusplus
}
#endif

#endif
