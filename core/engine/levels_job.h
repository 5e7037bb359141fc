/* SPDX-License-Identifier: Apache-2.0
 *
 * levels_job.h: what a backend gets to find the levels of Louvain, or of a pass of Leiden, that have many edges: it
 * moves the vertices of a level and merges its communities, or their parts, to the next one, as algorithms/communities
 * does.
 */
#ifndef MG_CORE_ENGINE_LEVELS_JOB_H
#define MG_CORE_ENGINE_LEVELS_JOB_H

#include "core/engine/coarse_level.h"

/* A level that was reached. */
typedef struct mg_level_found {
    mg_coarse g;               /* its counts, without arrays; of a refined level with `inside` of its communities */
    unsigned __int128 squares; /* the sum of the squares of its strengths, or of those of its communities */
    uint64_t moved;            /* of the level before; 0: it is that level again; of a refined level its own */
    mg_vertex communities;     /* of a refined level */
} mg_level_found;

typedef struct mg_levels_job {
    const mg_graph *graph;
    const mg_coarse *first; /* only its rows, keys and counts of edges */
    double resolution;
    const double *least;               /* gain of modularity that a move must exceed; `reached` may change it */
    const uint32_t *convergence_share; /* mg_moves_end(); likewise */
    const char *stage;
    uint64_t (*next_key)(void *levels); /* of the next sweep */
    /* Called with the first level, then after the moves of each. Is the level taken, and does another follow? The first
     * is always taken. */
    bool (*reached)(void *levels, const mg_level_found *found, bool *goes_on);
    /* Of a pass of Leiden, else NULL: is this level left to the CPU? There `reached` is called with the first level,
     * then after the refinement of each; where its communities are as many as its vertices it follows again. */
    bool (*leaves)(const mg_coarse *level);
    void *levels;
    mg_vertex *label; /* of a pass of Leiden: where to start, NULL: each vertex alone; memory of the caller */
    /* results */
    mg_vertex *best;       /* of a pass: the communities of the last level taken, if any; memory of the caller */
    mg_vertex *vertex;     /* of each vertex of the first level: that of the last one taken; memory of the caller */
    mg_coarse last;        /* n is 0 where none was taken after the first; the caller releases it */
    mg_vertex *least_key;  /* of the first level's vertices in each vertex of the last one; the caller releases it */
    mg_vertex *last_label; /* of a pass: where the vertices of the last level start; the caller releases it */
    uint64_t visited;      /* entries of rows */
} mg_levels_job;

#endif
