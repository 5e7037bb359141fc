/* SPDX-License-Identifier: Apache-2.0
 *
 * executors.c: the table of executors. The first that is eligible and suits the graph runs the phase.
 */
#include "core/cuda/exec/executors.h"

#include "core/cuda/exec/phase_memory.h"

static const mg_executor executors[] = {
    {.name = "batch", /* several sources in one run */
     .eligible = mg__cuda_batch_eligible,
     .memory = mg__cuda_batch_memory,
     .kernels = {MG_KERNEL_BATCH},
     .kernel_count = 1,
     .run = mg__cuda_run_batch},
    {.name = "tiles", /* label programs with priorities, on graphs that partition well */
     .eligible = mg__cuda_tiles_eligible,
     .memory = mg__cuda_tiles_memory,
     .suits = mg__cuda_suits_tiles,
     .kernels = {MG_KERNEL_TILES},
     .kernel_count = 1,
     .run = mg__cuda_run_tiles},
    {.name = "dataflow", /* breadth-first phases and their replays, on such graphs */
     .eligible = mg__cuda_dataflow_eligible,
     .memory = mg__cuda_dataflow_memory,
     .suits = mg__cuda_suits_tiles,
     .kernels = {MG_KERNEL_DATAFLOW},
     .kernel_count = 1,
     .run = mg__cuda_run_dataflow},
    {.name = "ranges", /* EDGES phases inside vertex ranges */
     .eligible = mg__cuda_ranges_eligible,
     .kernels = {MG_KERNEL_RANGE_EDGES},
     .kernel_count = 1,
     .run = mg__cuda_run_sweep},
    {.name = "triangles",
     .eligible = mg__cuda_triangles_eligible,
     .memory = mg__cuda_gather_memory,
     .kernels = {MG_KERNEL_TRIANGLES},
     .kernel_count = 1,
     .build = mg__cuda_build_triangles,
     .run = mg__cuda_run_triangles},
    {.name = "groups", /* MG_MOST_FREQUENT: all contributions of a vertex together */
     .eligible = mg__cuda_groups_eligible,
     .memory = mg__cuda_gather_memory,
     .kernels = {MG_KERNEL_GROUPS},
     .kernel_count = 1,
     .run = mg__cuda_run_groups},
    {.name = "vertices",
     .eligible = mg__cuda_vertices_eligible,
     .kernels = {MG_KERNEL_VERTICES},
     .kernel_count = 1,
     .run = mg__cuda_run_sweep},
    {.name = "edges",
     .eligible = mg__cuda_edges_eligible,
     .kernels = {MG_KERNEL_EDGES},
     .kernel_count = 1,
     .run = mg__cuda_run_sweep},
    {.name = "most_frequent",
     .eligible = mg__cuda_most_frequent_eligible,
     .kernels = {MG_KERNEL_MOST_FREQUENT},
     .kernel_count = 1,
     .run = mg__cuda_run_sweep},
    {.name = "dense_panels", /* every iteration on the dense representation */
     .eligible = mg__cuda_panels_eligible,
     .fits = mg__cuda_dense_fits,
     .memory = mg__cuda_dense_memory,
     .kernels = {MG_KERNEL_DENSE, MG_KERNEL_DENSE_ROWS},
     .kernel_count = 2,
     .build = mg__cuda_build_dense,
     .run = mg__cuda_run_dense},
    {.name = "dense_blocks", /* the same on the paper's layout, which only options choose */
     .eligible = mg__cuda_blocks_eligible,
     .memory = mg__cuda_dense_memory,
     .kernels = {MG_KERNEL_BLOCKS, MG_KERNEL_DENSE_ROWS},
     .kernel_count = 2,
     .build = mg__cuda_build_dense,
     .run = mg__cuda_run_dense},
    {.name = "rows", /* topology-driven phases: one launch per iteration */
     .eligible = mg__cuda_rows_eligible,
     .memory = mg__cuda_rows_memory,
     .kernels = {MG_KERNEL_ROWS},
     .kernel_count = 1,
     .run = mg__cuda_run_rows},
    {.name = "loop", /* all other PROGRAM phases: one persistent kernel, with dense iterations where they pay */
     .eligible = mg__cuda_loop_eligible,
     .memory = mg__cuda_loop_memory,
     .kernels = {MG_KERNEL_LOOP},
     .kernel_count = 1,
     .build = mg__cuda_build_loop,
     .run = mg__cuda_run_loop},
};

#define EXECUTORS (sizeof executors / sizeof *executors)

void mg__cuda_first_executor(mg_cuda_run *run) {
    size_t i = 0;
    while (i + 1 < EXECUTORS && !executors[i].eligible(run)) {
        i++;
    }
    run->executor = &executors[i];
}

/* Sets run->executor to the first that may run the phase, from position *i on, and *i to the one after it. */
static mg_status next_executor(mg_cuda_run *run, size_t *i) {
    mg_status status = MG_OK;
    bool fits = false;
    while (*i < EXECUTORS && !fits) {
        const mg_executor *const e = &executors[(*i)++];
        fits = e->eligible(run);
        if (fits && e->fits) {
            MG_TRY(e->fits(run, &fits));
        }
        run->executor = e;
    }
out:
    return status;
}

mg_status mg__cuda_expect_executor(mg_cuda_run *run) {
    size_t i = 0;
    return next_executor(run, &i);
}

mg_status mg__cuda_choose_executor(mg_cuda_run *run) {
    mg_status status = MG_OK;
    bool suits = false;
    for (size_t i = 0; i < EXECUTORS && !suits;) {
        MG_TRY(next_executor(run, &i));
        suits = true;
        if (run->executor->suits) {
            MG_TRY(run->executor->suits(run, &suits));
        }
    }
out:
    return status;
}
