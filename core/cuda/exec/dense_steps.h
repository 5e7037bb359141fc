/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_steps.h: iterations that are several launches: what they consist of, and the queue of them that the host keeps
 * ahead of the device.
 */
#ifndef MG_CORE_CUDA_EXEC_DENSE_STEPS_H
#define MG_CORE_CUDA_EXEC_DENSE_STEPS_H

#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/layout/panels/panels.h"

#define MG_QUEUED_MAX 16u /* iterations queued at a time */

/* The launches of one iteration. */
typedef struct mg_dense_steps {
    mg_dense_launch each[4];
    uint32_t count;
} mg_dense_steps;

/* A launch over all rows in another role. */
mg_dense_launch mg__dense_with_role(const mg_dense_launch *rows, mg_dense_role role);
/* Launches one of them, with its role. */
mg_status mg__cuda_launch_step(mg_cuda_run *run, const mg_dense_launch *step, mg_dense_args *arguments);
/* Launches it. */
mg_status mg__cuda_launch_role(mg_cuda_run *run, const mg_dense_launch *rows, mg_dense_role role,
                               mg_dense_args *arguments);
/* Replaces the quick kernels of a new program by the optimised ones, once those are linked. */
mg_status mg__cuda_upgrade_steps(mg_cuda_run *run, mg_dense_steps *steps);

/* Before a phase's first launch: the device will write its progress to host memory. */
void mg__cuda_track_progress(mg_cuda_run *run, mg_dense_args *arguments);
/* Iterates until the phase is over. `state`: up to where iterations were recorded. */
mg_status mg__cuda_iterate(mg_cuda_run *run, mg_dense_steps *steps, mg_dense_args *arguments, mg_loop_state *state);
/* Waits for the end of the phase, records its last iterations, and keeps its totals. */
mg_status mg__cuda_end_phase(mg_cuda_run *run, const mg_dense_args *arguments, const mg_loop_state *recorded);

#endif
