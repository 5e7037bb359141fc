/* SPDX-License-Identifier: Apache-2.0
 *
 * value_lists.h: which sent values the parts of a team exchange in a dense layout.
 */
#ifndef MG_CORE_CUDA_MULTI_VALUE_LISTS_H
#define MG_CORE_CUDA_MULTI_VALUE_LISTS_H

#include "core/cuda/multi/team_parts.h"

/* Frees the arrays, whose device is the current one. */
void mg__value_lists_free(mg_value_lists *lists);

/* Makes lists->tile and share_tile, with as many shares as the layout has. */
mg_status mg__own_tiles(mg_team_member *m, const mg_team_part *part, const mg_panels_built *built,
                        mg_value_lists *lists);

#endif
