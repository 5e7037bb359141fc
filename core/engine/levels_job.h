/* SPDX-License-Identifier: Apache-2.0
 *
 * levels_job.h: what a backend gets to find the levels of Louvain that have many edges: it moves the vertices of a
 * level and merges its communities to the next one, as algorithms/communities does.
 */
#ifndef MG_CORE_ENGINE_LEVELS_JOB_H
#define MG_CORE_ENGINE_LEVELS_JOB_H

#include "core/engine/move_job.h"

/* A level that was reached. */
typedef struct mg_level_found {
    mg_coarse g;               /* its counts, without arrays */
    unsigned __int128 squares; /* the sum of the squares of its strengths */
    uint64_t moved;            /* of the level before; 0: it is that level again */
} mg_level_found;

typedef struct mg_levels_job {
    const mg_graph *graph;
    const mg_coarse *first; /* only its rows, keys and counts of edges */
    double resolution;
    const double *least;        /* gain of modularity that a move must exceed; `reached` may change it */
    uint32_t convergence_share; /* mg_moves_end() */
    const char *stage;
    uint64_t (*next_key)(void *levels); /* of the next sweep */
    /* Called with the first level, then after the moves of each. Is the level taken, and does another follow? The first
     * is always taken. */
    bool (*reached)(void *levels, const mg_level_found *found, bool *goes_on);
    void *levels;
    /* results */
    mg_vertex *vertex;    /* of each vertex of the first level: that of the last one taken; memory of the caller */
    mg_coarse last;       /* n is 0 where none was taken after the first; the caller releases it */
    mg_vertex *least_key; /* of the first level's vertices in each vertex of the last one; the caller releases it */
    uint64_t visited;     /* entries of rows */
} mg_levels_job;

#endif
