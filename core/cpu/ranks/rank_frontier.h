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
/* Label programs with a priority: is the phase one? Before it: nothing waits. After an iteration: vertices of later
 * buckets wait, and leave `mine`. Where nothing is active in any rank: `mine` becomes those of the lowest bucket of
 * all. */
bool mg__rank_has_buckets(const mg_cpu_work *work);
mg_status mg__rank_buckets_begin(mg_cpu_work *work);
void mg__rank_hold_back(mg_cpu_work *work);
mg_status mg__rank_next_bucket(mg_cpu_work *work);
/* Every rank gets what all vertices send. */
mg_status mg__rank_share_values(mg_cpu_work *work);

#endif
