/* SPDX-License-Identifier: Apache-2.0
 *
 * run_loop.h: launches of the persistent kernels (loop and batch) slice by slice.
 */
#ifndef MG_CORE_CUDA_EXEC_RUN_LOOP_H
#define MG_CORE_CUDA_EXEC_RUN_LOOP_H

#include "core/cuda/exec/run_dense_switch.h"

/* Sets the arguments of a PROGRAM phase from tuning and options. */
void mg__cuda_tune_loop(const mg_cuda_run *run, mg_loop_args *arguments);
/* Everything before the first launch of the loop kernel: its arguments, with their memory and the first state. kernel:
 * NULL if another kernel runs the phase. */
mg_status mg__cuda_prepare_loop(mg_cuda_run *run, const void **kernel, mg_loop_args *arguments);
/* Launches a loop or batch kernel until the phase is over, and keeps what later phases need. */
mg_status mg__cuda_converge_loop(mg_cuda_run *run, const void *kernel, mg_loop_args *arguments,
                                 mg_loop_control *control);
/* One launch of the loop kernel, after dense iterations where it chose them; its seconds by events. */
mg_status mg__cuda_run_slice(mg_cuda_run *run, const void *kernel, mg_loop_args *arguments,
                             mg_dense_switch *dense_switch, mg_loop_control *control, double *seconds);

/* For tests: with a watch, each step is a separate launch, and `step` is called after it. */
typedef struct mg_cuda_watch {
    mg_status (*step)(struct mg_cuda_watch *watch, mg_cuda_run *run, const void *kernel, mg_loop_args *arguments,
                      mg_dense_switch *dense_switch, mg_loop_control *control);
} mg_cuda_watch;

#endif
