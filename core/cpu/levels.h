/* SPDX-License-Identifier: Apache-2.0
 *
 * levels.h: stores the frontiers of a recorded phase for a later phase with MG_FRONTIER_REPLAY.
 */
#ifndef MG_CORE_CPU_LEVELS_H
#define MG_CORE_CPU_LEVELS_H

#include "core/cpu/work.h"

/* Appends the current frontier as a level if the phase is recorded. PROGRAM: vertices were activated more than once. */
mg_status mg__record_level(mg_cpu_work *work);
void mg__levels_destroy(mg_cpu_work *work);

#endif
