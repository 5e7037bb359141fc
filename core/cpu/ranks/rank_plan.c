/* SPDX-License-Identifier: Apache-2.0
 *
 * rank_plan.c: runs a plan on ranks.
 */
#include "core/cpu/ranks/rank_work.h"

#include <string.h>

bool mg__rank_shares(const mg_phase_info *info) {
    return info->kind == MG_KIND_PROGRAM && info->monoid != MG_MOST_FREQUENT;
}

/* Does any phase run on parts; does any send against or along both directions of edges? */
static bool looks_for(const mg_plan *plan, bool reversed) {
    for (size_t i = 0; i < plan->phase_count; i++) {
        mg_phase_info info;
        plan->phases[i]->describe(&info, plan->callbacks);
        if (mg__rank_shares(&info) && (!reversed || info.direction != MG_DIRECTION_OUT)) {
            return true;
        }
    }
    return false;
}

bool mg__runs_on_ranks(const mg_context *context, const mg_plan *plan) {
    return mg__ranks_of(context) > 1 && plan->options.lanes <= 1 && looks_for(plan, false);
}

bool mg__ranks_reverse(const mg_plan *plan) {
    return looks_for(plan, true);
}

typedef struct rank_plan {
    const mg_graph *graph;
    const mg_plan *plan;
} rank_plan;

static mg_status build_rank(mg_context *context, mg_ranks *ranks, void *data) {
    const rank_plan *const given = data;
    mg_rank_parts *parts;
    return mg__rank_parts_get(context, ranks, given->graph, mg__ranks_reverse(given->plan), &parts);
}

mg_status mg__build_on_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    rank_plan given = {.graph = graph, .plan = plan};
    return mg__on_ranks(context, build_rank, &given, NULL);
}

static mg_status run_phases(mg_context *context, mg_ranks *ranks, const mg_graph *graph, const mg_plan *plan) {
    mg_cpu_work work;
    mg_rank_work r = {.ranks = ranks};
    mg_status status;
    MG_TRY(mg__work_create(context, graph, plan, &work));
    MG_TRY(mg__rank_work_create(&work, ranks, &r));
    status = mg__run_work(&work);
out:
    mg__rank_work_destroy(&work);
    mg__work_destroy(&work);
    return status;
}

/* A rank that is a thread gets states, parameters and a record of its own, but for the first. */
static mg_status run_rank(mg_context *context, mg_ranks *ranks, void *data) {
    const rank_plan *const given = data;
    mg_plan plan = *given->plan;
    mg_recorder recorder = {0};
    void *state = NULL;
    mg_status status = MG_OK;
    const size_t bytes = plan.state_size * given->graph->n;
    plan.options.mode = plan.options.mode == MG_MODE_DENSE ? MG_MODE_PULL : plan.options.mode;
    plan.options.choice = MG_CHOICE_LEARNT;
    plan.options.sparse_layout = MG_SPARSE_CSR;
    if (ranks->rank && ranks->link->threads) {
        status = mg__kept_alloc(context, &state, given->graph->n, plan.state_size, "the states of a rank");
        if (status >= 0) {
            memcpy(state, plan.state, bytes);
        }
        plan.state = state;
        plan.recorder = &recorder;
    }
    MG_TRY(mg__ranks_gather(context, ranks, status, NULL, 0, NULL)); /* all have copied the states */
    status = run_phases(context, ranks, given->graph, &plan);
out:
    mg__kept_release(context, state);
    if (ranks->rank && ranks->link->threads) {
        mg__kept_end_run(context);
    }
    mg__release(&context->memory, recorder.iterations);
    return status;
}

mg_status mg__run_on_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    rank_plan given = {.graph = graph, .plan = plan};
    return mg__on_ranks(context, run_rank, &given, &plan->recorder->shares);
}
