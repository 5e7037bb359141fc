/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/rank_runs.h"

#include "core/cuda/multi/communicator.h"
#include "core/cuda/multi/multi_run.h"
#include "core/cuda/multi/renumbered_run.h"
#include "core/stage_clock.h"

static const char *why_not(const mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_cuda_run run = {.context = (mg_context *)context, .cuda = context->device, .graph = graph, .plan = plan};
    return mg__multi_why_not(&run);
}

bool mg__cuda_runs_on_ranks(const mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    return mg__ranks_of(context) > 1 && graph->n > 0 && !why_not(context, graph, plan);
}

void mg__cuda_log_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    const char *const why = mg__ranks_of(context) > 1 && graph->n ? why_not(context, graph, plan) : NULL;
    if (why) {
        mg__log(context, MG_LOG_INFO, "phase %s: %s runs the whole on its GPU: %s", plan->phases[0]->name,
                mg__ranks_here(context) > 1 ? "the first rank" : "every rank", why);
    }
}

typedef struct rank_plan {
    const mg_graph *graph;
    const mg_plan *plan;
    const mg_cuda *first; /* of the caller */
} rank_plan;

/* The run of this rank. *own: its plan; a rank that is a thread keeps a record of its own, but for the first. */
static mg_status open_rank(mg_context *context, mg_ranks *ranks, const rank_plan *given, mg_plan *own,
                           mg_recorder *recorder, mg_multi_run *multi) {
    mg_status status = MG_OK;
    mg_communicator *communicator = NULL;
    mg_team *team = NULL;
    *own = *given->plan;
    if (ranks->rank && ranks->link->threads) {
        own->recorder = recorder;
    }
    MG_TRY(mg__rank_check_graph(context, ranks, given->graph));
    MG_TRY(mg__communicator_get(context, ranks, &communicator));
    MG_TRY(mg__team_open_rank(context, communicator, &team));
    if (ranks->link->threads && communicator->cuda != given->first) { /* tests change those of the caller */
        communicator->cuda->tuning = given->first->tuning;
        communicator->cuda->test = given->first->test;
        communicator->cuda->more_programs = given->first->more_programs;
    }
    MG_TRY(mg__multi_open(context, team, given->graph, own, multi));
    ranks->total.arcs = multi->run[ranks->rank].graph->arcs;
out:
    return status;
}

static mg_status build_rank(mg_context *context, mg_ranks *ranks, void *data) {
    mg_status status = MG_OK;
    mg_plan plan;
    mg_recorder recorder = {0};
    mg_multi_run multi = {.context = context};
    MG_TRY(open_rank(context, ranks, data, &plan, &recorder, &multi));
    MG_TRY(mg__multi_build_parts(&multi));
out:
    return status;
}

/* Every process gets all states: from the devices of the others, or from their host memory. */
static mg_status gather_states(mg_multi_run *multi) {
    MG_STAGE(multi->context, MG_STAGE_DOWNLOAD);
    mg_status status = MG_OK;
    mg_communicator *const c = multi->team->communicator;
    const uint32_t rank = c->ranks->rank, size = c->ranks->size;
    const mg_cuda_run *const run = &multi->run[rank];
    const uint64_t all = (uint64_t)multi->graph->n * multi->plan->state_size;
    uint64_t offsets[MG_TEAM_MAX + 1];
    mg__team_offsets(multi->parts, 1, multi->plan->state_size, offsets);
    for (uint32_t r = 1; multi->on_first && r <= size; r++) {
        offsets[r] = all;
    }
    if (mg__communicator_is_staged(c)) {
        char *const states = multi->plan->state;
        size_t places[MG_TEAM_MAX + 1];
        for (uint32_t r = 0; r <= size; r++) {
            places[r] = offsets[r];
        }
        status = mg__multi_bring(multi);
        return mg__ranks_gather_ranges(multi->context, c->ranks, status, states + places[rank], states, places);
    }
    const mg_shared_block block = {.own = (char *)run->state + offsets[rank], .all = run->state, .offsets = offsets};
    MG_TRY(mg__communicator_exchange(multi->context, c, &block, 1, NULL));
    MG_TRY(mg__communicator_wait(multi->context, c));
    MG_TRY(mg__cuda_download(multi->context, run->cuda, multi->plan->state, run->state, all));
out:
    return status;
}

/* What all parts did; the shares of the ranks have what they sent. */
static mg_status add_records(mg_multi_run *multi, mg_ranks *ranks) {
    const mg_part_record own = mg__multi_record(multi, ranks->rank);
    mg_part_record all[MG_TEAM_MAX];
    mg_status status;
    MG_TRY(mg__ranks_gather(multi->context, ranks, MG_OK, &own, sizeof own, all));
    multi->exchanged = 0;
    mg__multi_add(multi, all);
out:
    return status;
}

static mg_status run_rank(mg_context *context, mg_ranks *ranks, void *data) {
    mg_status status = MG_OK;
    mg_plan plan;
    mg_recorder recorder = {0};
    mg_multi_run multi = {.context = context};
    MG_TRY(open_rank(context, ranks, data, &plan, &recorder, &multi));
    MG_TRY(mg__multi_run_parts(&multi));
    MG_TRY(ranks->link->threads ? mg__multi_bring(&multi) : gather_states(&multi));
    mg__multi_number_back(&multi, !ranks->link->threads);
    MG_TRY(mg__multi_totals(&multi));
    MG_TRY(add_records(&multi, ranks));
out:
    status = mg__multi_close(&multi, status);
    mg__release(&context->memory, recorder.iterations);
    return status;
}

static mg_status on_ranks(mg_context *context, mg_rank_task task, const mg_graph *graph, const mg_plan *plan,
                          mg_rank_share **shares) {
    rank_plan given = {.graph = graph, .plan = plan, .first = context->device};
    return mg__on_ranks(context, task, &given, shares);
}

mg_status mg__cuda_build_on_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    return on_ranks(context, build_rank, graph, plan, NULL);
}

mg_status mg__cuda_run_on_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    return on_ranks(context, run_rank, graph, plan, &plan->recorder->shares);
}
