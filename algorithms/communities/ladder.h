/* SPDX-License-Identifier: Apache-2.0
 *
 * ladder.h: the level that Louvain or Leiden has reached on the CPU, and the way to it from the first one.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_LADDER_H
#define MG_ALGORITHMS_COMMUNITIES_LADDER_H

#include "algorithms/communities/multilevel.h"

typedef struct mg_ladder {
    const mg_coarse *first;
    const mg_coarse *g; /* the graph of this level: first, or &own */
    mg_coarse own;
    mg_clustering p, parts; /* communities; their connected parts */
    mg_vertex *vertex;      /* of each vertex of the first level: its vertex of this one */
    mg_vertex *number;      /* by label: the vertex of the next level */
} mg_ladder;

mg_status mg__ladder_create(mg_context *context, const mg_coarse *first, bool refines, mg_ladder *l);
void mg__ladder_release(mg_context *context, mg_ladder *l);
/* Goes to the next level, whose vertices are those of `label`. */
void mg__climb(mg_context *context, mg_ladder *l, const mg_vertex *label, mg_coarse *next);
/* Sets the community of each vertex v of the first level: the label of its vertex of another level, vertex[v]; label
 * NULL: that vertex itself. `found` may be `vertex`. */
void mg__take_labels(const mg_context *context, const mg_coarse *first, const mg_vertex *vertex, const mg_vertex *label,
                     mg_vertex *found);

#endif
