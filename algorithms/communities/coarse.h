/* SPDX-License-Identifier: Apache-2.0
 *
 * coarse.h: the graphs of the levels of Louvain and Leiden. The first has the vertices and edges of an mg_graph without
 * directions; a vertex of the next is a community of the one before. Weights are whole numbers: those of the graph, or
 * multiples of a unit of 2^-60 of all weights or less, so that sums do not depend on their order.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_COARSE_H
#define MG_ALGORITHMS_COMMUNITIES_COARSE_H

#include "core/context.h"

/* The edges of v are begin[v] .. end[v] - 1. */
typedef struct mg_coarse_rows {
    const uint64_t *begin, *end;
    const mg_vertex *neighbours;
    const uint64_t *weights; /* NULL: all 1 */
} mg_coarse_rows;

typedef struct mg_coarse {
    mg_vertex n;
    uint32_t row_count;     /* 1; of a directed graph 2, out-edges and in-edges */
    mg_coarse_rows rows[2]; /* may have loops, which are to be skipped */
    const mg_vertex *key;   /* position of each vertex in the order of ids; NULL: its index */
    const mg_vertex *order; /* vertices by key; NULL: 0, 1, 2, ... */
    uint64_t *strength;     /* sum of the weights of a vertex's edges, loops twice */
    uint64_t total;         /* sum of the strengths */
    uint64_t inside;        /* the part of the sum that are loops, or edges within vertices of earlier levels */
    uint64_t edges, widest; /* entries of all rows; most of one vertex */
    void *owned[5];
} mg_coarse;

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

/* A partition of the vertices of a coarse graph, by labels below n. */
typedef struct mg_clustering {
    mg_vertex *label;   /* of each vertex */
    uint64_t *strength; /* by label: sum of the strengths of its vertices */
    mg_vertex *size;    /* by label: their number */
} mg_clustering;

/* The first level. The graph's in-edges must stay until it is released. INVALID: weights that are negative or not
 * finite. */
mg_status mg__coarse_create(mg_context *context, const mg_graph *graph, bool weighted, mg_coarse *g);
void mg__coarse_release(mg_context *context, mg_coarse *g);

/* Merges the vertices of each label into a vertex of *next; number[label] becomes that vertex, by ascending label. */
mg_status mg__coarse_merge(mg_context *context, const mg_coarse *g, const mg_vertex *label, mg_vertex *number,
                           mg_coarse *next);

/* Memory for a partition of n vertices. */
mg_status mg__clustering_create(mg_context *context, mg_vertex n, mg_clustering *p);
void mg__clustering_release(mg_context *context, mg_clustering *p);
/* Sets strengths and sizes by the labels. */
void mg__clustering_count(const mg_context *context, const mg_coarse *g, mg_clustering *p);
/* Gives each vertex a label of its own, its key. */
void mg__clustering_singletons(const mg_context *context, const mg_coarse *g, mg_clustering *p);
/* Modularity where each vertex is a community. */
double mg__coarse_quality(const mg_coarse *g, double resolution);

/* Is there so little work that the start of threads takes longer? */
bool mg__coarse_is_small(const mg_coarse *g);
/* Threads for work on all edges and vertices. */
int mg__coarse_threads(const mg_context *context, const mg_coarse *g);

#endif
