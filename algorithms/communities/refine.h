/* SPDX-License-Identifier: Apache-2.0
 *
 * refine.h: the refinement of Leiden: connected parts of communities, which become the vertices of the next level.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_REFINE_H
#define MG_ALGORITHMS_COMMUNITIES_REFINE_H

#include "algorithms/communities/moves.h"

/* Sets *parts to connected parts of the communities of p. *inside: the part of the total that edges within the
 * communities of p have. */
mg_status mg__refine(mg_context *context, const mg_coarse *g, mg_moving *moving, const mg_clustering *p,
                     mg_clustering *parts, uint64_t *inside);

#endif
