/* SPDX-License-Identifier: Apache-2.0
 *
 * multilevel.h: the levels of Louvain and Leiden.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_MULTILEVEL_H
#define MG_ALGORITHMS_COMMUNITIES_MULTILEVEL_H

#include "algorithms/communities/moves.h"

typedef struct mg_multilevel {
    mg_moving moving;
    double threshold;
    uint32_t max_levels; /* 0: no limit */
    mg_vertex *label;    /* of each vertex: its community, a number below n. Before: where to start */
    double quality;      /* modularity of the communities, before and after */
    uint32_t levels;     /* whose communities were merged */
} mg_multilevel;

/* Starts with each vertex alone. */
mg_status mg__louvain(mg_context *context, const mg_coarse *first, mg_multilevel *m);
/* Starts with the communities of `label`, which is changed only where modularity grows. */
mg_status mg__leiden(mg_context *context, const mg_coarse *first, mg_multilevel *m);

#endif
