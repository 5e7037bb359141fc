/* SPDX-License-Identifier: Apache-2.0
 *
 * rank_runs.h: runs of a plan on ranks, each of which has a GPU and a part of the graph.
 */
#ifndef MG_CORE_CUDA_MULTI_RANK_RUNS_H
#define MG_CORE_CUDA_MULTI_RANK_RUNS_H

#include "core/engine/backend.h"

/* mg_backend.runs_on_ranks; also of a rank that has no device. */
bool mg__cuda_runs_on_ranks(const mg_context *context, const mg_graph *graph, const mg_plan *plan);
/* Of a plan for which that is false: the log says what the ranks do, and why. */
void mg__cuda_log_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan);

/* mg_backend.build and run_plan, for a plan that runs on ranks. */
mg_status mg__cuda_build_on_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan);
mg_status mg__cuda_run_on_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan);

/* Host memory that the ranks of this process need for such a run: states in the numbering of a partition and, where
 * there is no NCCL, what they exchange. */
uint64_t mg__cuda_rank_bytes(const mg_context *context, const mg_graph *graph, const mg_plan *plan);

#endif
