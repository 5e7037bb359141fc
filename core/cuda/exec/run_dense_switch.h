/* SPDX-License-Identifier: Apache-2.0
 *
 * run_dense_switch.h: dense iterations in the middle of a phase that the loop kernel runs.
 */
#ifndef MG_CORE_CUDA_EXEC_RUN_DENSE_SWITCH_H
#define MG_CORE_CUDA_EXEC_RUN_DENSE_SWITCH_H

#include "core/cuda/exec/run_dense.h"
#include "core/cuda/exec/run_segments.h"

/* Zeros until the loop kernel chooses the first dense iteration. */
typedef struct mg_dense_switch {
    mg_dense_args args;
    mg_dense_launch rows;
    mg_dense_steps steps;
    const mg_panels_built *built;
    void *memory;
    uint32_t queued; /* iterations that are queued next */
    mg_cuda_segments segments;
} mg_dense_switch;

/* May the phase switch to the dense representation, and is it built? */
mg_status mg__cuda_may_switch(mg_cuda_run *run, mg_dense_readiness *dense);
/* Before the first dense iteration: builds the representation if need be, and takes memory. Without memory the phase
 * continues in other modes. */
mg_status mg__cuda_prepare_switch(mg_cuda_run *run, mg_dense_switch *dense_switch, mg_loop_args *arguments,
                                  mg_loop_control *control);
/* Queues dense iterations, and the way back to the loop kernel's order. */
mg_status mg__cuda_queue_switch(mg_cuda_run *run, mg_dense_switch *dense_switch, const mg_loop_args *arguments);
/* Releases memory. Where the representation was not built, keeps with the graph what it would have saved. */
void mg__cuda_end_switch(mg_cuda_run *run, mg_dense_switch *dense_switch, const mg_loop_args *arguments,
                         float mispredict_ns);

#endif
