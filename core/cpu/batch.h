/* SPDX-License-Identifier: Apache-2.0
 *
 * batch.h: lane masks of a batch: per vertex a 64-bit mask of the lanes in which it is active. A lane ends when its
 * frontier is empty or `finished` returns true; the phase ends with its last lane.
 */
#ifndef MG_CORE_CPU_BATCH_H
#define MG_CORE_CPU_BATCH_H

#include "core/cpu/work.h"

/* Allocates the masks if the run is a batch. */
mg_status mg__batch_create(mg_cpu_work *work);
void mg__batch_destroy(mg_cpu_work *work);
/* Initialises the lanes of the frame for a phase: all running, no vertex active. */
void mg__batch_phase(mg_cpu_work *work);
/* After init: makes the masks that init wrote the current ones. */
void mg__batch_begin(mg_cpu_work *work);
/* After an iteration: ends lanes and swaps the masks; false: no lane is running. `iteration`: number of completed
 * ones. */
bool mg__batch_advance(mg_cpu_work *work, uint32_t iteration);

/* Set words[list[i]] = values[i]; set words[list[i]] = 0. */
void mg__lane_masks_set(mg_cpu_work *work, uint64_t *words, const mg_vertex *list, const uint64_t *values,
                        size_t count);
void mg__lane_masks_clear(mg_cpu_work *work, uint64_t *words, const mg_vertex *list, size_t count);

#endif
