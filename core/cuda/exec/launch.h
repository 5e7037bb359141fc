/* SPDX-License-Identifier: Apache-2.0
 *
 * launch.h: launches of a phase's kernels, how many thread blocks they get, and their times.
 */
#ifndef MG_CORE_CUDA_EXEC_LAUNCH_H
#define MG_CORE_CUDA_EXEC_LAUNCH_H

#include "core/cuda/exec/cuda_run.h"

/* Launches, counted in times.launches. The first launch since the last mg__cuda_take_time starts the time, and never
 * depends on the launch before. */
mg_status mg__cuda_launch(mg_cuda_run *run, const mg_cuda_launch *launch);

/* Sets launch->blocks to the number of thread blocks of this launch that are resident at the same time, at most
 * `per_sm` on each multiprocessor and at most `most`, which is at least cluster_blocks. Raises the kernel's limit of
 * dynamic shared memory to launch->shared. DEVICE if not one block fits. */
mg_status mg__cuda_fit_blocks(mg_cuda_run *run, uint32_t per_sm, uint32_t most, mg_cuda_launch *launch);

/* The launch of a cooperative kernel on loop arguments with as many thread blocks as are resident at the same time;
 * `cluster_blocks` of them form a cluster (1: no clusters). */
mg_status mg__cuda_fit_cooperative(mg_cuda_run *run, const void *kernel, const mg_loop_args *arguments,
                                   uint32_t cluster_blocks, mg_cuda_launch *launch);
/* Launches a cooperative kernel on loop arguments with as many thread blocks as are resident at the same time;
 * `cluster_blocks` of them form a cluster (1: no clusters). */
mg_status mg__cuda_launch_cooperative(mg_cuda_run *run, const void *kernel, const mg_loop_args *arguments,
                                      uint32_t cluster_blocks);

/* Starts the time unless a launch has started it. */
mg_status mg__cuda_start_time(mg_cuda_run *run);
/* From here to the stop, time is added to times.ordering as well. */
mg_status mg__cuda_start_ordering(mg_cuda_run *run);
mg_status mg__cuda_stop_time(mg_cuda_run *run);
/* After the stream was synchronised: adds the time from start to stop to times.kernels and returns it in seconds. */
mg_status mg__cuda_take_time(mg_cuda_run *run, double *seconds);

#endif
