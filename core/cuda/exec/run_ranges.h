/* SPDX-License-Identifier: Apache-2.0
 *
 * run_ranges.h: EDGES phases inside vertex ranges, whose states fit into shared memory.
 */
#ifndef MG_CORE_CUDA_EXEC_RUN_RANGES_H
#define MG_CORE_CUDA_EXEC_RUN_RANGES_H

#include "core/cuda/exec/cuda_run.h"

/* Vertices of a range; 0: not even one state fits. */
uint32_t mg__cuda_range_vertices(const mg_cuda_run *run);
/* Is this a phase inside ranges, and does the graph have few edges, most of them inside ranges? By a sample. */
bool mg__cuda_suits_ranges(const mg_cuda_run *run);
mg_status mg__cuda_launch_ranges(mg_cuda_run *run, const void *kernel, const mg_loop_args *arguments);

#endif
