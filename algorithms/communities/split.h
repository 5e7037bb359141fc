/* SPDX-License-Identifier: Apache-2.0
 *
 * split.h: what is done with the communities that were found. Labels are below n.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_SPLIT_H
#define MG_ALGORITHMS_COMMUNITIES_SPLIT_H

#include "algorithms/communities/coarse.h"

/* Replaces labels by those of the connected parts of communities, each its smallest index. */
mg_status mg__split_communities(mg_context *context, const mg_coarse *g, mg_vertex *label);

/* Modularity of the communities; 0 without edges. */
mg_status mg__labels_quality(mg_context *context, const mg_coarse *g, const mg_vertex *label, double resolution,
                             double *quality);

#endif
