/* SPDX-License-Identifier: Apache-2.0
 *
 * walk_job.h: what a backend gets to make random walks.
 */
#ifndef MG_CORE_ENGINE_WALK_JOB_H
#define MG_CORE_ENGINE_WALK_JOB_H

#include "core/graph/walk_rows.h"

typedef struct mg_walk_job {
    mg_walk_rule rule;
    bool weighted;            /* edges are drawn by weight */
    const mg_vertex *sources; /* NULL: vertex i is the source i */
    uint32_t walks, length;   /* from each source; steps */
    uint64_t first, count;    /* rows: row r is walk r % walks of source r / walks */
    bool to_device;           /* the walks go to memory of the backend, else of the host */
} mg_walk_job;

static inline mg_vertex mg__walk_source(const mg_walk_job *job, uint64_t row) {
    const uint64_t i = row / job->walks;
    return job->sources ? job->sources[i] : (mg_vertex)i;
}

#endif
