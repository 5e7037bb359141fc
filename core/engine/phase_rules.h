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

#endif
