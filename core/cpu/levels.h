/* SPDX-License-Identifier: Apache-2.0
 *
 * levels.h: stores the frontiers of a recorded phase for a later phase with MG_FRONTIER_REPLAY.
 */
#ifndef MG_CORE_CPU_LEVELS_H
#define MG_CORE_CPU_LEVELS_H

#include "core/cpu/work.h"

/* Appends the current frontier as a level if the phase is recorded. PROGRAM: vertices were activated more than once. */
mg_status mg__record_level(mg_cpu_work *work);
/* If the frontier was dealt to the threads of a team (team_shares.h), its list is copied by these. */
void mg__record_list(mg_cpu_work *work, const mg_vertex *list, size_t begin, size_t count);
void mg__levels_destroy(mg_cpu_work *work);

#endif
