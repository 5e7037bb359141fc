/* SPDX-License-Identifier: Apache-2.0
 *
 * paths_job.h: what a backend gets to find what depends on vertices or arcs by shortest paths (Brandes' dependencies).
 */
#ifndef MG_CORE_ENGINE_PATHS_JOB_H
#define MG_CORE_ENGINE_PATHS_JOB_H

#include "core/context.h"

/* Rows without loops and parallel arcs. */
typedef struct mg_path_rows {
    const uint64_t *offsets;
    const mg_vertex *neighbours;
    const double *weights; /* more than 0; NULL: all 1 */
} mg_path_rows;

typedef struct mg_paths_job {
    mg_vertex n;
    mg_path_rows out, in; /* the arcs by source and by target; without directions both are the same arrays */
    const mg_vertex *sources;
    size_t count;
    bool by_arc;  /* of each arc of `out`, else of each vertex, where a source gets none from itself */
    double *sums; /* overwritten: dependencies on all targets, of all sources, in their order */
} mg_paths_job;

#endif
