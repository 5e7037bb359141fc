/* SPDX-License-Identifier: Apache-2.0
 *
 * executors.h: the ways in which a phase runs on the device, in one table (executors.c). Building, run-time linking and
 * running all choose from it.
 */
#ifndef MG_CORE_CUDA_EXEC_EXECUTORS_H
#define MG_CORE_CUDA_EXEC_EXECUTORS_H

#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/kernel/common/kernels.h"

struct mg_phase_sizes; /* phase_memory.h */
struct mg_phase_memory;

typedef struct mg_executor {
    const char *name;
    /* May this executor run the phase? Decided by the phase, the options and the graph's size; builds nothing. */
    bool (*eligible)(const mg_cuda_run *run);
    /* In mode auto: does the device have the memory that building takes? Builds nothing. NULL: always. */
    mg_status (*fits)(mg_cuda_run *run, bool *fits);
    /* Is the graph's structure suited? Builds what shows that, and keeps it with the graph. NULL: always. */
    mg_status (*suits)(mg_cuda_run *run, bool *suited);
    mg_kernel_family kernels[2]; /* the kernels that it launches first */
    uint32_t kernel_count;
    /* The device memory of the phase. NULL: states and parameters are all. */
    void (*memory)(const mg_cuda_run *run, const struct mg_phase_sizes *sizes, struct mg_phase_memory *memory);
    /* Builds the representation it runs on and keeps it with the graph. NULL: the graph's rows are enough. */
    mg_status (*build)(mg_cuda_run *run);
    /* Runs the phase. `kernels` come from mg__cuda_kernel(). run->scratch is free, its contents are lost with the
     * phase. Work that was queued on the stream counts as done, except where the host must know how the phase ended.
     * Leaves behind:
     *   run->state              the states, in vertex order;
     *   run->totals             where the phase has totals: those of its last iteration, on the device;
     *   run->stopped_at_limit   set where the iteration limit ended the phase;
     *   run->levels, level_count, level_direction   of a recorded phase, for its replays (dataflow: run->depths);
     *   plan->recorder          every iteration by mg__record(); without `keep` adding to its totals is enough.
     * A kernel that may run long is launched in slices (slices.h), other launches are queued a few at a time
     * (dense_steps.h): in between the host reports progress and can cancel. */
    mg_status (*run)(mg_cuda_run *run);
} mg_executor;

/* Sets run->executor to the first eligible one. Structure is not looked at: run-time linking begins before. */
void mg__cuda_first_executor(mg_cuda_run *run);
/* Sets run->executor to the first that is eligible and fits. Structure is not looked at: nothing is built. */
mg_status mg__cuda_expect_executor(mg_cuda_run *run);
/* Sets run->executor to the first that is eligible and fits, and whose structure suits. */
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

bool mg__cuda_triangles_eligible(const mg_cuda_run *run);
mg_status mg__cuda_build_triangles(mg_cuda_run *run);
mg_status mg__cuda_run_triangles(mg_cuda_run *run);

bool mg__cuda_groups_eligible(const mg_cuda_run *run);
mg_status mg__cuda_run_groups(mg_cuda_run *run);

bool mg__cuda_panels_eligible(const mg_cuda_run *run);
bool mg__cuda_blocks_eligible(const mg_cuda_run *run);
mg_status mg__cuda_dense_fits(mg_cuda_run *run, bool *fits);
mg_status mg__cuda_build_dense(mg_cuda_run *run);
mg_status mg__cuda_run_dense(mg_cuda_run *run);

bool mg__cuda_rows_eligible(const mg_cuda_run *run);
mg_status mg__cuda_run_rows(mg_cuda_run *run);

bool mg__cuda_loop_eligible(const mg_cuda_run *run);
mg_status mg__cuda_build_loop(mg_cuda_run *run);
mg_status mg__cuda_run_loop(mg_cuda_run *run);

#endif
