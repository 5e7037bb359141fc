/* SPDX-License-Identifier: Apache-2.0
 *
 * levels.h: the frontiers of a recorded phase, kept for one that replays them backwards.
 */
#ifndef MG_CORE_CPU_LEVELS_H
#define MG_CORE_CPU_LEVELS_H

#include "core/cpu/work.h"

/* Keeps the frontier at hand as a further level, where the phase is recorded. PROGRAM where a vertex comes again. */
mg_status mg__record_level(mg_cpu_work *work);
void mg__levels_destroy(mg_cpu_work *work);

#endif
