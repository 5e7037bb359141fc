/* SPDX-License-Identifier: Apache-2.0
 *
 * coarse_level.h: a level of Louvain or Leiden, and communities of its vertices. A level has the vertices and
 * edges of an mg_graph without directions, or the communities of the level before as vertices. Weights are whole
 * numbers, so that sums do not depend on their order.
 */
#ifndef MG_CORE_ENGINE_COARSE_LEVEL_H
#define MG_CORE_ENGINE_COARSE_LEVEL_H

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
    unsigned __int128 apart; /* sum of the squares of the strengths of communities that have no vertex here */
    bool scattered;          /* many vertices may be without edges */
    void *owned[5];
} mg_coarse;

/* A partition of the vertices of a coarse graph, by labels below n. */
typedef struct mg_clustering {
    mg_vertex *label;   /* of each vertex */
    uint64_t *strength; /* by label: sum of the strengths of its vertices */
    mg_vertex *size;    /* by label: their number */
} mg_clustering;

#endif
