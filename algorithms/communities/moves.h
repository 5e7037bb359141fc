/* SPDX-License-Identifier: Apache-2.0
 *
 * moves.h: local moves: each vertex goes to the community of a neighbour where modularity grows most, until none does.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_MOVES_H
#define MG_ALGORITHMS_COMMUNITIES_MOVES_H

#include "algorithms/communities/coarse.h"
#include "core/engine/backend.h"
#include "core/graph/move_group.h"

/* How vertices move, and what was done so far. */
typedef struct mg_moving {
    double resolution;
    double least; /* gain of modularity that a move must exceed */
    uint32_t
        convergence_share;    /* a level ends with a sweep that moves at most one of so many vertices; 0: moves none */
    bool serial;              /* one vertex after the other */
    uint64_t seed;            /* of the groups of vertices that move at the same time */
    const char *stage;        /* of the progress */
    uint32_t sweeps;          /* done */
    uint64_t visited;         /* edges that were looked at */
    const mg_backend *device; /* that moves the vertices of large levels; NULL: none */
    bool device_only;         /* and of small ones; the CPU does not take what it cannot hold */
    bool used_device;         /* it moved some */
} mg_moving;

/* Begins a sweep: the key of its random numbers. */
uint64_t mg__moving_key(mg_moving *moving);

/* Does the device move the vertices of this level? */
bool mg__moves_on_device(const mg_moving *moving, const mg_coarse *g);

/* Moves vertices of the partition, until no move gains more than `least`, or few do. *moved: the number of moves. */
mg_status mg__move_vertices(mg_context *context, const mg_coarse *g, mg_moving *moving, mg_clustering *p,
                            uint64_t *moved);

/* The groups of a sweep: group k has list[first[k]] .. list[first[k + 1] - 1]. */
typedef struct mg_move_groups {
    mg_vertex *list;  /* n */
    uint64_t *counts; /* MG_MOVE_GROUPS for each thread */
    uint32_t count;   /* of groups; the others are empty */
    uint64_t first[MG_MOVE_GROUPS + 1];
} mg_move_groups;

mg_status mg__move_groups_create(mg_context *context, mg_vertex n, mg_move_groups *groups);
void mg__move_groups_release(mg_context *context, mg_move_groups *groups);
/* Spreads the vertices whose flag is set over the groups, by hashes of their keys; within a group in the order of keys.
 */
void mg__move_groups_fill(const mg_coarse *g, const uint8_t *flag, uint64_t key, int threads, mg_move_groups *groups);
/* Threads for a sweep over the groups: one, if they would wait for each other longer than they work. */
int mg__move_groups_threads(const mg_context *context, const mg_coarse *g, const mg_move_groups *groups);

#endif
