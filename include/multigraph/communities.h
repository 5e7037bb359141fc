/* SPDX-License-Identifier: Apache-2.0
 *
 * communities.h: built-in algorithms that find communities by modularity. Included by multigraph.h.
 */
#ifndef MG_COMMUNITIES_H
#define MG_COMMUNITIES_H

#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What mg_louvain() and mg_leiden() found. */
typedef struct mg_communities {
    double modularity; /**< of the communities */
    mg_vertex count;   /**< number of communities */
    uint32_t levels;   /**< number of levels whose communities became vertices of the next level; of all passes of
                            mg_leiden() */
} mg_communities;

/** Options of mg_louvain() and mg_leiden(). */
typedef struct mg_communities_options {
    size_t size;           /**< of the struct; the INIT macro sets it */
    mg_run_options run;    /**< options of the run; lanes at most 1; mode, layouts and max_iterations are ignored */
    double resolution;     /**< factor of the expected weight, at least 0; larger: smaller communities */
    double threshold;      /**< stop after a level that adds at most this to the modularity; mg_leiden(): after a
                                pass, from the second one on */
    uint32_t max_levels;   /**< of a pass; 0: no limit */
    uint32_t passes;       /**< mg_leiden(): maximum number of passes, each from the communities of the previous one; 0:
                                no limit */
    uint64_t seed;         /**< of the groups of vertices that move at the same time */
    bool unweighted;       /**< weights are ignored */
    mg_communities *found; /**< receives what was found; NULL: not wanted */
} mg_communities_options;
/** Default of the threshold. */
#define MG_COMMUNITIES_THRESHOLD 1e-7
/** Default number of passes of mg_leiden(). */
#define MG_LEIDEN_PASSES 2
/** All defaults. */
#define MG_COMMUNITIES_OPTIONS_INIT                                                                                    \
    ((mg_communities_options){.size = sizeof(mg_communities_options),                                                  \
                              .run = {.size = sizeof(mg_run_options)},                                                 \
                              .resolution = 1,                                                                         \
                              .threshold = MG_COMMUNITIES_THRESHOLD,                                                   \
                              .passes = MG_LEIDEN_PASSES})

/** Communities by the method of Louvain: vertices move to the community of a neighbour with the largest gain of
 *  modularity, communities become the vertices of the next level, and so on as long as modularity grows by more than
 *  the threshold. Directed graphs are treated as undirected: each edge counts at both ends, two opposite edges count
 *  twice. Loops count as in NetworkX; each parallel edge counts. Weights must not be negative.
 *  graph: not changed. options: NULL for all defaults. *result: set on MG_OK; the caller frees it with
 *  mg_result_destroy().
 *  Column `community`, one uint32 vertex index per vertex: the vertex of smallest id in its community. Deterministic:
 *  the seed determines the result, for any number of threads and any order of the vertices. Vertices are assigned to
 *  groups by hashes of the seed, the ranks of their ids and the number of the sweep; all vertices of a group decide
 *  before any of them moves. A level ends with a sweep that moves at most 1/32 of its vertices. Sums are sums of
 *  integers; weights that are no integers are rounded to multiples of 2^-60 of their sum or less. A GPU finds the levels
 *  of graphs with a million entries of rows and more (with backend CUDA of all but small ones), with the same
 *  communities; the CPU finds levels of fewer than 8,192 entries.
 *  O(m) expected for each sweep over the vertices of a level that may move, and for merging; on the CPU one thread merges
 *  a community. 57 n bytes, those of the next level, at most 12 m + 24 n, for each thread at most 80 bytes for each
 *  neighbour of the vertex or community that has the most, of graphs with weights 8 m (directed: 16 m), and the in-edges
 *  of directed graphs; on a GPU about 70 n, 16 to 32 bytes for each entry while a level is merged, and tables for the
 *  widest vertices.
 *  Errors: those of mg_run(); INVALID (negative or infinite weights; resolution or threshold is negative or not a
 *  number); UNSUPPORTED (run.lanes > 1). Source: Blondel et al., J. Stat. Mech. P10008 (2008); groups:
 *  Gottesbueren, Hamann, Euro-Par 2022. */
MG_API mg_status mg_louvain(mg_context *context, const mg_graph *graph, const mg_communities_options *options,
                            mg_result **result);

/** Communities by the method of Leiden. As mg_louvain(), but each community is refined before the next level: its
 *  vertices are merged into connected parts, which become the vertices of that level, so all communities are connected.
 *  Options, result, graphs, backend and errors as of mg_louvain(); a pass ends when each community is one vertex of its
 *  level, when no parts can be merged, or after max_levels; the last pass is the one, from the second on, that adds at
 *  most the threshold. A level of many edges ends with a sweep that moves at most 1/128 of its vertices. Deterministic in
 *  the same way. O(m) for each sweep; memory as of mg_louvain(), and 44 n bytes, on a GPU 41 n. Source: Traag, Waltman, van Eck, Scientific Reports 9 (2019); vertices join the best part, as in
 *  Sahu, CoRR abs/2312.13936 (2023). */
MG_API mg_status mg_leiden(mg_context *context, const mg_graph *graph, const mg_communities_options *options,
                           mg_result **result);

/** Options of mg_modularity(). */
typedef struct mg_modularity_options {
    size_t size;       /**< of the struct; the INIT macro sets it */
    double resolution; /**< factor of the expected weight, at least 0 */
    bool unweighted;   /**< weights are ignored */
} mg_modularity_options;
/** All defaults. */
#define MG_MODULARITY_OPTIONS_INIT ((mg_modularity_options){.size = sizeof(mg_modularity_options), .resolution = 1})

/** Modularity of given communities: with m the sum of all weights, for each community the weight of the edges within it
 *  / m - resolution * (sum of the weights at its vertices / 2 m)^2, where a loop counts twice at its vertex. Directions
 *  are ignored as by mg_louvain(), so that on directed graphs it is not the modularity of NetworkX for such graphs. 0
 *  without edges.
 *  graph: not changed. options: NULL for all defaults. labels: for each vertex its community, a number below n; not
 *  changed. *modularity: set on MG_OK. Deterministic. O(n + m) on the CPU; 16 n bytes and, as of mg_louvain(), weights
 *  and in-edges.
 *  Errors: INVALID (NULL, negative or infinite weights, resolution is negative or not a number), RANGE (a label is not
 *  below n), MEMORY, FORMAT. Source: Newman, Girvan, Phys. Rev. E 69 (2004). */
MG_API mg_status mg_modularity(mg_context *context, const mg_graph *graph, const mg_modularity_options *options,
                               const mg_vertex *labels, double *modularity);

#ifdef __cplusplus
}
#endif

#endif
