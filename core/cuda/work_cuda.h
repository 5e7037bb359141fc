/* SPDX-License-Identifier: Apache-2.0
 *
 * work_cuda.h: one run of a plan on the device.
 */
#ifndef MG_CORE_CUDA_WORK_CUDA_H
#define MG_CORE_CUDA_WORK_CUDA_H

#include "core/backend.h"
#include "core/cuda/device_graph.h"
#include "core/cuda/kernel/kernels.h"

typedef struct mg_cuda_work {
    mg_context *context;
    mg_cuda *cuda;
    const mg_graph *graph;
    const mg_plan *plan;
    void *state, *params; /* on the device, for the whole plan */
    double totals[MG_TOTALS_MAX];
    const mg_phase *phase;
    mg_phase_info info;
    bool stopped_at_limit;
} mg_cuda_work;

/* What a phase reads of the graph. */
mg_device_need mg__cuda_need(const mg_phase_info *info);
/* UNSUPPORTED, in words, for phases that the device does not run yet. */
mg_status mg__cuda_supports(mg_context *context, const mg_phase *phase, const mg_phase_info *info, mg_mode mode);

/* Begins to link the kernel that a phase of a program's file will want first. */
mg_status mg__cuda_begin_kernel(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_plan *plan,
                                const mg_phase *phase, const mg_phase_info *info);
/* A kernel of a phase: built in, or linked with the program's file. */
mg_status mg__cuda_kernel(mg_cuda_work *work, mg_kernel_family family, const void **kernel);

/* Fewer than 8 edges a vertex: frontiers are small, and latency counts more than throughput. */
bool mg__cuda_is_sparse(const mg_graph *graph);

/* The arguments that all phases share; what depends on the kind is left zero. */
mg_status mg__cuda_arguments(mg_cuda_work *work, mg_loop_args *arguments);

/* Launches on the context's stream. `cluster` blocks form a cluster (1: none); cooperative kernels get as many blocks
 * as run at once, at most blocks_per_sm on each multiprocessor. */
mg_status mg__cuda_launch_all(mg_cuda_work *work, const void *kernel, const mg_loop_args *arguments, uint32_t cluster);

/* The kinds of phases. */
mg_status mg__cuda_run_loop(mg_cuda_work *work);
mg_status mg__cuda_run_sweep(mg_cuda_work *work);

#endif
