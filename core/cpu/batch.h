/* SPDX-License-Identifier: Apache-2.0
 *
 * batch.h: what a run in several lanes needs beside the frontiers: for every vertex a word with a bit for each lane in
 * which it is active. A lane ends when its frontier is empty or `finished` says so; the phase ends with its last lane.
 */
#ifndef MG_CORE_CPU_BATCH_H
#define MG_CORE_CPU_BATCH_H

#include "core/cpu/work.h"

/* Room for the words, where there are lanes. */
mg_status mg__batch_create(mg_cpu_work *work);
void mg__batch_destroy(mg_cpu_work *work);
/* The frame's lanes at the start of a phase: all live, none active. */
void mg__batch_phase(mg_cpu_work *work);
/* After init: what it activated is the first frontier. */
void mg__batch_begin(mg_cpu_work *work);
/* After an iteration: ends lanes, makes the next frontier the present one; false: no lane goes on. `iteration`: how
 * many are complete. */
bool mg__batch_advance(mg_cpu_work *work, uint32_t iteration);

/* words[list[i]] = values[i], and back to 0. */
void mg__lane_masks_set(mg_cpu_work *work, uint64_t *words, const mg_vertex *list, const uint64_t *values,
                        size_t count);
void mg__lane_masks_clear(mg_cpu_work *work, uint64_t *words, const mg_vertex *list, size_t count);

#endif
