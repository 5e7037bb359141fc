/* SPDX-License-Identifier: Apache-2.0
 *
 * sets_job.h: what a backend gets to count the neighbours that vertices have in common.
 */
#ifndef MG_CORE_ENGINE_SETS_JOB_H
#define MG_CORE_ENGINE_SETS_JOB_H

#include "core/graph/graph.h"

typedef struct mg_sets_job {
    const mg_vertex *source, *target; /* of the pairs; NULL: the pairs are the arcs, of a graph without directions only
                                         those to vertices of no larger index, and the others get 0 */
    uint64_t count;
} mg_sets_job;

#endif
