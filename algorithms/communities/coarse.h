/* SPDX-License-Identifier: Apache-2.0
 *
 * coarse.h: the graphs of the levels of Louvain and Leiden. The first has the vertices and edges of an mg_graph without
 * directions; a vertex of the next is a community of the one before. Weights are whole numbers: those of the graph, or
 * multiples of a unit of 2^-60 of all weights or less, so that sums do not depend on their order.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_COARSE_H
#define MG_ALGORITHMS_COMMUNITIES_COARSE_H

#include "core/engine/coarse_level.h"

/* Entries of the rows of v. */
static inline uint64_t mg__coarse_width(const mg_coarse *g, mg_vertex v) {
    uint64_t width = 0;
    for (uint32_t r = 0; r < g->row_count; r++) {
        width += g->rows[r].end[v] - g->rows[r].begin[v];
    }
    return width;
}

/* No more labels than this are beside v. */
static inline uint64_t mg__coarse_labels(const mg_coarse *g, mg_vertex v) {
    const uint64_t width = mg__coarse_width(g, v);
    return width < g->n ? width : g->n;
}

/* The first level without strengths. The graph's in-edges must stay until it is released. INVALID: weights that are
 * negative or not finite. */
mg_status mg__coarse_create(mg_context *context, const mg_graph *graph, bool weighted, mg_coarse *g);
/* Sets its strengths, unless that was done: each function below needs them. */
mg_status mg__coarse_count(mg_context *context, bool directed, mg_coarse *g);
void mg__coarse_release(mg_context *context, mg_coarse *g);

/* Merges the vertices of each label into a vertex of *next; number[label] becomes that vertex, by ascending label. */
mg_status mg__coarse_merge(mg_context *context, const mg_coarse *g, const mg_vertex *label, mg_vertex *number,
                           mg_coarse *next);

/* The vertices of a merged graph that have edges; *members: which they are. */
mg_status mg__coarse_gather(mg_context *context, const mg_coarse *g, mg_coarse *gathered, mg_vertex **members);

/* Memory for a partition of n vertices. */
mg_status mg__clustering_create(mg_context *context, mg_vertex n, mg_clustering *p);
void mg__clustering_release(mg_context *context, mg_clustering *p);
/* Sets strengths and sizes by the labels. */
void mg__clustering_count(const mg_context *context, const mg_coarse *g, mg_clustering *p);
/* Gives each vertex a label of its own, its key. */
void mg__clustering_singletons(const mg_context *context, const mg_coarse *g, mg_clustering *p);
/* Modularity by the sum of the squares of the communities' strengths; 0 without edges. */
double mg__quality_of(const mg_coarse *g, unsigned __int128 squares, double resolution);
/* Modularity where each vertex is a community: the same for the vertices in any order. */
double mg__coarse_quality(const mg_context *context, const mg_coarse *g, double resolution);

/* Are there so few edges that vertices move one after the other? */
bool mg__coarse_is_small(const mg_coarse *g);
/* Is it to be gathered before its vertices move? */
bool mg__coarse_is_sparse(const mg_coarse *g);
/* Threads for work on all edges and vertices. */
int mg__coarse_threads(const mg_context *context, const mg_coarse *g);

#endif
