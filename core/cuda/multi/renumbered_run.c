/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/renumbered_run.h"

#include "core/cuda/exec/phase_kernels.h"
#include "core/kept_memory.h"
#include "core/parts/renumber.h"

#include <string.h>

/* Built-in programs whose phases that are shared compare numbers of vertices with parameters only, and that have
 * vertices in no other fields than columns. Others break ties by numbers, or label components with them. */
static const char *const free_programs[] = {"bfs", "sssp", "pagerank"};

static bool is_free(const mg_plan *plan) {
    bool found = false;
    for (size_t k = 0; k < sizeof free_programs / sizeof *free_programs; k++) {
        found = found || (plan->program && strcmp(plan->program->name, free_programs[k]) == 0);
    }
    return found && !plan->horizon && mg__cuda_is_builtin(plan->phases[0]);
}

mg_partition_kind mg__multi_partition(const mg_context *context, const mg_plan *plan) {
    return context->partition > MG_PARTITION_BLOCK && is_free(plan) ? context->partition : MG_PARTITION_BLOCK;
}

/* The own vertices of the members here, which are consecutive. */
static void own_range(const mg_multi_run *multi, mg_vertex *begin, mg_vertex *end) {
    *begin = multi->parts->partition.first[multi->team->begin];
    *end = multi->parts->partition.first[multi->team->end];
}

mg_status mg__multi_renumber(mg_multi_run *multi) {
    mg_status status = MG_OK;
    const mg_plan *const plan = multi->plan;
    const mg_partition *const partition = &multi->parts->partition;
    mg_vertex begin, end;
    if (!partition->order) {
        if (multi->context->partition > MG_PARTITION_BLOCK) {
            mg__log(multi->context, MG_LOG_INFO,
                    "phase %s: the parts are blocks: only BFS, SSSP and PageRank without bounds take others",
                    plan->phases[0]->name);
        }
        return MG_OK;
    }
    own_range(multi, &begin, &end);
    MG_TRY(mg__alloc(multi->context, &multi->own_params, 1, plan->params_size + 1, "parameters"));
    MG_TRY(mg__kept_alloc(multi->context, &multi->own_state, partition->n, plan->state_size, "vertex states"));
    memcpy(multi->own_params, plan->params, plan->params_size);
    mg__renumber_params(plan->program, partition, multi->own_params);
    mg__states_to_parts(multi->context, plan->program, partition, begin, end, plan->state, multi->own_state);
    multi->renumbered = *plan;
    multi->renumbered.params = multi->own_params;
    multi->renumbered.state = multi->own_state;
    multi->plan = &multi->renumbered;
    for (uint32_t i = multi->team->begin; i < multi->team->end; i++) {
        multi->plans[i].params = multi->own_params;
        multi->plans[i].state = multi->own_state;
    }
out:
    return status;
}

void mg__multi_number_back(mg_multi_run *multi, bool all) {
    const mg_partition *const partition = &multi->parts->partition;
    mg_vertex begin = 0, end = partition->n;
    if (!all) {
        own_range(multi, &begin, &end);
    }
    if (partition->order) {
        mg__states_from_parts(multi->context, multi->plan->program, partition, begin, end, multi->own_state,
                              multi->given->state);
    }
}

void mg__multi_release_renumbered(mg_multi_run *multi) {
    mg__release(&multi->context->memory, multi->own_params);
    mg__kept_release(multi->context, multi->own_state);
}
