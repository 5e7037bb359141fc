/* SPDX-License-Identifier: Apache-2.0
 *
 * rank_frontier.h: within core/cpu/ranks: what vertices send.
 */
#ifndef MG_CORE_CPU_RANKS_RANK_FRONTIER_H
#define MG_CORE_CPU_RANKS_RANK_FRONTIER_H

#include "core/cpu/ranks/rank_work.h"

/* Returns the bytes that a vertex sends, 0 if its number says all; *values: of the first vertex, *stride: bytes from
 * one to the next. */
size_t mg__rank_sends(const mg_cpu_work *work, char **values, size_t *stride);
/* Every rank gets what all vertices send. */
mg_status mg__rank_share_values(mg_cpu_work *work);

#endif
