/* SPDX-License-Identifier: Apache-2.0
 *
 * executors.h: the ways in which a phase runs on the device, in one table (executors.c). Building, run-time linking and
 * running all choose from it.
 */
#ifndef MG_CORE_CUDA_EXEC_EXECUTORS_H
#define MG_CORE_CUDA_EXEC_EXECUTORS_H

#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/kernel/common/kernels.h"

typedef struct mg_executor {
    const char *name;
    /* May this executor run the phase? Decided by the phase, the options and the graph's size; builds nothing. */
    bool (*eligible)(const mg_cuda_run *run);
    /* Is the graph's structure suited? Builds what shows that, and keeps it with the graph. NULL: always. */
    mg_status (*suits)(mg_cuda_run *run, bool *suited);
    mg_kernel_family kernels[2]; /* the kernels that it launches first */
    uint32_t kernel_count;
    /* Builds the representation it runs on and keeps it with the graph. NULL: the graph's rows are enough. */
    mg_status (*build)(mg_cuda_run *run);
    mg_status (*run)(mg_cuda_run *run);
} mg_executor;

/* Sets run->executor to the first eligible one. Structure is not looked at: run-time linking begins before. */
void mg__cuda_first_executor(mg_cuda_run *run);
/* Sets run->executor to the first that is eligible and whose structure suits. */
mg_status mg__cuda_choose_executor(mg_cuda_run *run);

bool mg__cuda_batch_eligible(const mg_cuda_run *run);
mg_status mg__cuda_run_batch(mg_cuda_run *run);

bool mg__cuda_tiles_eligible(const mg_cuda_run *run);
bool mg__cuda_dataflow_eligible(const mg_cuda_run *run);
mg_status mg__cuda_suits_tiles(mg_cuda_run *run, bool *suited);
mg_status mg__cuda_run_tiles(mg_cuda_run *run);
mg_status mg__cuda_run_dataflow(mg_cuda_run *run);

bool mg__cuda_ranges_eligible(const mg_cuda_run *run);
bool mg__cuda_vertices_eligible(const mg_cuda_run *run);
bool mg__cuda_edges_eligible(const mg_cuda_run *run);
bool mg__cuda_most_frequent_eligible(const mg_cuda_run *run);
mg_status mg__cuda_run_sweep(mg_cuda_run *run);

bool mg__cuda_panels_eligible(const mg_cuda_run *run);
bool mg__cuda_blocks_eligible(const mg_cuda_run *run);
mg_status mg__cuda_build_dense(mg_cuda_run *run);
mg_status mg__cuda_run_dense(mg_cuda_run *run);

bool mg__cuda_rows_eligible(const mg_cuda_run *run);
mg_status mg__cuda_run_rows(mg_cuda_run *run);

bool mg__cuda_loop_eligible(const mg_cuda_run *run);
mg_status mg__cuda_build_loop(mg_cuda_run *run);
mg_status mg__cuda_run_loop(mg_cuda_run *run);

#endif
