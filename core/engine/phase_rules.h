/* SPDX-License-Identifier: Apache-2.0
 *
 * phase_rules.h: which declarations of a phase go together.
 */
#ifndef MG_CORE_ENGINE_PHASE_RULES_H
#define MG_CORE_ENGINE_PHASE_RULES_H

#include "core/context.h"

#include <multigraph/cpu/loops.h>

/* The first rule of program.h that a phase breaks, in words; NULL: none. */
const char *mg__broken_rule(const mg_phase_info *info);

/* A TRIANGLES phase that wants the number of all triangles, its only total, and gives nothing to vertices. */
static inline bool mg__counts_all_triangles(const mg_phase_info *info) {
    return info->kind == MG_KIND_TRIANGLES && !info->has_triangle && !info->has_apply && info->totals;
}

#endif
