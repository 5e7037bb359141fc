/* SPDX-License-Identifier: Apache-2.0
 *
 * similarities.h: how similar the neighbours of two vertices are. Included by multigraph.h.
 */
#ifndef MG_SIMILARITIES_H
#define MG_SIMILARITIES_H

#include <multigraph/runs.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Measures of two sets of out-neighbours, A and B; 0 if one of them (for JACCARD both) is empty. */
typedef enum mg_set_measure {
    MG_SET_JACCARD, /**< elements of both / elements of either */
    MG_SET_OVERLAP, /**< elements of both / elements of the smaller one (Szymkiewicz, Simpson) */
    MG_SET_COSINE   /**< elements of both / sqrt(elements of A * elements of B) (Salton) */
} mg_set_measure;

/** Options of mg_set_similarity() and mg_set_similarity_top(). */
typedef struct mg_set_similarity_options {
    size_t size;             /**< of the struct; the INIT macro sets it */
    mg_set_measure measure;  /**< how sets are compared */
    mg_backend_kind backend; /**< in mode AUTO the CPU takes what a GPU cannot do or hold */
} mg_set_similarity_options;
/** All defaults. */
#define MG_SET_SIMILARITY_OPTIONS_INIT ((mg_set_similarity_options){.size = sizeof(mg_set_similarity_options)})

/** Scores pairs of vertices by their out-neighbours (the neighbours of an undirected graph). Parallel edges count once,
 *  and a loop makes a vertex its own neighbour, as in NetworkX; weights are ignored.
 *  graph: not changed. options: NULL for all defaults. source, target: host arrays of `count` vertex indices; both
 * NULL: the pairs are the arcs in the order of mg_graph_out_edges(), and count is their number. scores: host memory for
 *  `count` doubles.
 *  Deterministic. O(n + m) for the sizes of the sets, 4 n bytes; then for each pair O(a + b) or, where b is much larger
 *  than a, O(a log b), of sets of a and b elements; for an undirected edge O(a), and n / 8 bytes a thread. On a GPU
 *  O(a log b), the smaller set searched in the larger one by a warp, for each pair of vertices with an edge once; 4
 *  bytes a pair on the host, on the device up to 200 MB beside the graph. The scores have the same bits.
 *  Errors: INVALID (arguments, the wrong count of arcs), RANGE (not a vertex), UNSUPPORTED (there is no GPU), MEMORY,
 *  FORMAT (damaged snapshot), CANCELLED. Source: Jaccard, Bull. Soc. Vaudoise Sci. Nat. 37 (1901); Liben-Nowell,
 *  Kleinberg, CIKM 2003. */
MG_API mg_status mg_set_similarity(mg_context *context, const mg_graph *graph, const mg_set_similarity_options *options,
                                   uint64_t count, const mg_vertex *source, const mg_vertex *target, double *scores);

/** The `most` pairs of highest score among all pairs of different vertices with a common out-neighbour, with or without
 *  an edge between them, highest first; pairs of equal score are ordered by the smaller id, then by the larger id. Sets
 *  and scores are those of mg_set_similarity(). source, target, scores: host memory for `most` elements each; the
 *  source has the smaller id. *found: the number of pairs that were written.
 *  Deterministic. O(n + m + sum over the vertices of in-degree^2). Memory on the CPU: 4 n bytes, for each thread 8 n
 *  and 16 `most` more, and the in-edges of directed graphs. On a GPU a thread block counts for a vertex: 8 n bytes for
 *  each of up to 4 thread blocks a multiprocessor, one at least and no more than fit a quarter of the free memory, 4 n
 *  (12 n in another order than that of the ids), 32 for each of `most` + n + min(16 n, 4 M) candidates; on the host 4 n
 *  and 32 `most`. The results are the same. Errors: as of mg_set_similarity(). */
MG_API mg_status mg_set_similarity_top(mg_context *context, const mg_graph *graph,
                                       const mg_set_similarity_options *options, uint64_t most, mg_vertex *source,
                                       mg_vertex *target, double *scores, uint64_t *found);

#ifdef __cplusplus
}
#endif

#endif
