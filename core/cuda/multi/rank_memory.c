/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/multi_run.h"
#include "core/cuda/multi/nccl.h"
#include "core/cuda/multi/rank_runs.h"
#include "core/cuda/multi/renumbered_run.h"
#include "core/ranks/ranks.h"

/* What all ranks send in the largest exchange of a phase, at most. */
static uint64_t sent_bytes(const mg_cuda_run *run, uint32_t ranks) {
    const mg_phase_info *const info = &run->info;
    const uint64_t n = run->graph->n, bits = n / 8;
    if (info->kind != MG_KIND_PROGRAM) { /* forests: pairs of ranks */
        return (ranks + 1) / 2 * (bits + n * sizeof(uint64_t));
    }
    if (info->properties & MG_ALL_ACTIVE) {
        const uint64_t values = (ranks - 1) * n < run->graph->arcs ? (ranks - 1) * n : run->graph->arcs;
        return values * info->value_size;
    }
    return bits + n * run->plan->state_size;
}

uint64_t mg__cuda_rank_bytes(const mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_cuda_run run = {.context = (mg_context *)context, .graph = graph, .plan = plan};
    const uint32_t ranks = mg__ranks_of(context);
    const uint64_t states = mg__multi_partition(context, plan) > MG_PARTITION_BLOCK ? graph->n * plan->state_size : 0;
    char why[256];
    uint64_t most = 0;
    if (!mg__cuda_runs_on_ranks(context, graph, plan)) {
        return 0;
    }
    for (size_t k = 0; k < plan->phase_count && !mg__nccl_open(why, sizeof why); k++) {
        mg__cuda_set_phase(&run, k);
        const uint64_t bytes = sent_bytes(&run, ranks);
        most = bytes > most ? bytes : most;
    }
    return (most + states) * mg__ranks_here(context);
}
