/* SPDX-License-Identifier: Apache-2.0
 *
 * sets_job.h: what a backend gets to count the neighbours that vertices have in common, or to find the most similar
 * pairs.
 */
#ifndef MG_CORE_ENGINE_SETS_JOB_H
#define MG_CORE_ENGINE_SETS_JOB_H

#include "core/graph/graph.h"

#include <multigraph/similarities.h>

typedef struct mg_sets_job {
    const mg_vertex *source, *target; /* of the pairs; NULL: the pairs are the arcs, of a graph without directions only
                                         those to vertices of no larger index, and the others get 0 */
    uint64_t count;
} mg_sets_job;

/* Two vertices by the ranks of their ids; `first` is the smaller one. */
typedef struct mg_scored_pair {
    double score;
    mg_vertex first, second;
} mg_scored_pair;

typedef struct mg_top_sets_job {
    mg_set_measure measure;
    const uint32_t *sizes; /* by vertex: different out-neighbours */
    const mg_vertex *rank; /* by vertex, of its id; NULL: its index */
    uint64_t most;         /* at least 1 */
    mg_scored_pair *pairs; /* the result, of up to `most` pairs, best first */
    uint64_t found;        /* how many they are */
} mg_top_sets_job;

#endif
