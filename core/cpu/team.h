/* SPDX-License-Identifier: Apache-2.0
 *
 * team.h: the loop over the iterations of a PROGRAM phase, and small iterations by a team of threads.
 */
#ifndef MG_CORE_CPU_TEAM_H
#define MG_CORE_CPU_TEAM_H

#include "core/cpu/work.h"

typedef struct mg_program_loop {
    uint32_t iteration, limit; /* limit 0: none */
    uint64_t explored, visited;
    mg_mode mode;
    double start;
    bool begun; /* mg__begin_iteration was called for `iteration` */
    bool ended;
    bool asked, parallel; /* has the tuner been asked about `iteration`; its answer */
} mg_program_loop;

/* Records the level and chooses the mode of the iteration, or sets `ended`: nothing is active, or the limit is
 * reached. */
mg_status mg__begin_iteration(mg_cpu_work *work, mg_program_loop *loop);
/* Learns from and records the iteration, makes the next frontier the current one. Sets `ended` if the phase is
 * finished. */
mg_status mg__end_iteration(mg_cpu_work *work, mg_program_loop *loop);
/* Merges the sinks of a push that applied what it reached: its next frontier. */
void mg__take_list(mg_cpu_work *work, mg_frontier *frontier);

/* Is the current iteration a plain push that the tuner wants in parallel? */
bool mg__wants_team(mg_cpu_work *work, mg_program_loop *loop);
/* Runs it, and those that follow as long as this holds and they are small. Afterwards either the last one is not ended
 * yet, or the next one has begun. */
mg_status mg__push_team(mg_cpu_work *work, mg_program_loop *loop);

/* First-hit pushes by several threads leave claims in acc. Resets it, before it is used otherwise. */
void mg__end_claims(mg_cpu_work *work);

#endif
