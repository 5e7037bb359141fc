/* SPDX-License-Identifier: Apache-2.0
 *
 * run_reach.c: connected components of undirected graphs on devices with access to each other's memory. The component
 * of the vertex of largest degree, usually the giant, is found by a search on all devices (run_team_loop.c). Its root
 * is the smallest of its vertices. Then the phases that skip rows of the giant run on the own rows of each device;
 * edges outside of the giant are few, and what they join is told to all.
 *
 * A search that is long, or that reaches few edges, is given up: then the plan runs as run_forest.c has it.
 */
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/multi/multi_run.h"
#include "core/cuda/multi/reach.h"
#include "core/cuda/multi/team_kernels.h"

#define MOST_LEVELS 32 /* of the search */

typedef struct reach {
    mg_multi_run *multi;
    mg_reach_args args[MG_TEAM_MAX];
    void *box[MG_TEAM_MAX];
} reach;

/* The search that goes with a plan; NULL: there is none. */
static const mg_phase *find_search(const mg_plan *plan) {
    for (const mg_team_kernel *k = mg__team_kernels; k->program; k++) {
        if (k->reaches_for && k->reaches_for->phases[0] == plan->phases[0]) {
            return k->program->phases[0];
        }
    }
    return NULL;
}

/* A part's arcs are needed in both directions, and as much memory again. */
static bool fits(const mg_cuda_run *run) {
    return 4 * (run->graph->n * 8ull + run->graph->arcs * 4ull) < run->cuda->memory;
}

/* Makes the search the run's phase. */
static void set_search(mg_cuda_run *run, const mg_phase *search) {
    run->phase = search;
    search->describe(&run->info, NULL);
    run->phase_index = 0;
}

bool mg__team_has_search(const mg_team *team, const mg_plan *plan, const mg_graph *graph) {
    const mg_phase *const search = find_search(plan);
    return search && !graph->directed && mg__team_has_loop(team, search);
}

bool mg__multi_may_reach(const mg_multi_run *multi) {
    bool may = mg__team_has_search(multi->team, multi->plan, multi->graph) && !multi->parts->search_failed &&
               mg__multi_has_loop(multi, find_search(multi->plan));
    for (uint32_t i = 0; may && i < multi->team->count; i++) {
        may = fits(&multi->run[i]);
    }
    return may;
}

mg_status mg__multi_build_reach(mg_cuda_run *run) {
    mg_status status = MG_OK;
    mg_device_graph *on_device = NULL;
    set_search(run, find_search(run->plan));
    const mg_device_need need = mg__cuda_need_of(run);
    MG_TRY(mg__device_graph(run->context, run->cuda, run->graph, &need, &on_device));
out:
    return status;
}

/* The first phase after the one that finds the giant; phase_count: none finds it. */
static size_t first_remaining(mg_multi_run *multi) {
    mg_cuda_run *const run = &multi->run[0];
    size_t first = multi->plan->phase_count;
    for (size_t k = 0; k < multi->plan->phase_count; k++) {
        mg__cuda_set_phase(run, k);
        first = run->info.kind == MG_KIND_MOST_FREQUENT ? k + 1 : first;
    }
    return first;
}

static mg_status prepare_part(reach *r, uint32_t i, size_t label_offset) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &r->multi->run[i];
    mg_reach_args *const a = &r->args[i];
    const uint32_t n = r->multi->graph->n;
    const mg_vertex source = mg_graph_default_source(r->multi->graph);
    uint64_t at = 0;
    *a = (mg_reach_args){.states = run->state,
                         .n = n,
                         .stride = (uint32_t)run->plan->state_size,
                         .own_begin = run->part->own_begin,
                         .own_end = run->part->own_end,
                         .parts = r->multi->team->count,
                         .part = i,
                         .giant = (uint32_t *)((char *)run->params + label_offset)};
    const uint64_t bytes = sizeof **a->own + 256 + n * sizeof **a->pairs;
    MG_TRY(mg__cuda_get(run->context, run->cuda, &r->box[i], bytes, "an exchange"));
    a->own[i] = mg__cuda_carve(r->box[i], &at, sizeof **a->own);
    a->pairs[i] = mg__cuda_carve(r->box[i], &at, n * sizeof **a->pairs);
    MG_CUDA_TRY(run->context, cudaMemsetAsync(a->own[i], 0, sizeof **a->own, run->cuda->stream),
                "clearing device memory");
    MG_TRY(mg__cuda_upload(run->context, run->cuda, a->giant, &source, sizeof source));
out:
    return status;
}

static mg_status prepare(reach *r, size_t first) {
    mg_status status = MG_OK;
    mg_team *const team = r->multi->team;
    mg__cuda_set_phase(&r->multi->run[0], first - 1);
    const size_t label_offset = r->multi->run[0].info.label_offset;
    for (uint32_t i = 0; i < team->count; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(r->multi->context, &team->member[i], prepare_part(r, i, label_offset));
        set_search(&r->multi->run[i], find_search(r->multi->plan));
    }
    for (uint32_t i = 0; i < team->count; i++) {
        for (uint32_t k = 0; k < team->count; k++) {
            r->args[i].own[k] = r->args[k].own[k];
            r->args[i].pairs[k] = r->args[k].pairs[k];
        }
    }
out:
    return status;
}

/* A launch on every device, each after all have done the one before if they `meet`. */
static mg_status on_all(reach *r, cudaError_t (*launch)(const mg_reach_args *, uint32_t, cudaStream_t), bool meet) {
    mg_status status = MG_OK;
    mg_team *const team = r->multi->team;
    for (uint32_t i = 0; i < team->count; i++) {
        mg_team_member *const m = &team->member[i];
        MG_TRY(mg__team_use(m));
        MG_TEAM_TRY(r->multi->context, m, meet ? mg__team_await_sent(team, m) : MG_OK);
        MG_TEAM_TRY(
            r->multi->context, m,
            mg__cuda_check(m->context, launch(&r->args[i], (uint32_t)m->cuda->sms, m->cuda->stream), "components"));
        MG_TEAM_TRY(r->multi->context, m, meet ? MG_OK : mg__team_record(m, m->sent));
    }
out:
    return status;
}

static mg_status run_remaining(reach *r, size_t first) {
    mg_status status = MG_OK;
    mg_team *const team = r->multi->team;
    for (size_t k = first; k < r->multi->plan->phase_count; k++) {
        for (uint32_t i = 0; i < team->count; i++) {
            mg_cuda_run *const run = &r->multi->run[i];
            MG_TRY(mg__team_use(&team->member[i]));
            mg__cuda_set_phase(run, k);
            if (run->info.kind == MG_KIND_EDGES) { /* those of kind VERTICES only shorten paths */
                MG_TEAM_TRY(r->multi->context, &team->member[i], mg__cuda_choose_executor(run));
                MG_TEAM_TRY(r->multi->context, &team->member[i], run->executor->run(run));
            }
        }
    }
out:
    return status;
}

/* After the search, on all devices. */
static mg_status find_others(reach *r, size_t first) {
    mg_status status = MG_OK;
    MG_TRY(on_all(r, mg__reach_least, false));
    MG_TRY(on_all(r, mg__reach_settle, true));
    MG_TRY(run_remaining(r, first));
    MG_TRY(on_all(r, mg__reach_send, false));
    MG_TRY(on_all(r, mg__reach_take, true));
out:
    return status;
}

static mg_status end_part(mg_cuda_run *run) {
    mg_status status = MG_OK;
    double unused;
    MG_TRY(mg__cuda_stop_time(run));
    MG_CUDA_TRY(run->context, cudaStreamSynchronize(run->cuda->stream), "running a plan");
    MG_TRY(mg__cuda_take_time(run, &unused));
out:
    return status;
}

static mg_status run_reach(reach *r, bool *done) {
    mg_status status = MG_OK;
    mg_multi_run *const multi = r->multi;
    mg_team *const team = multi->team;
    mg_loop_state found;
    const size_t first = first_remaining(multi);
    MG_TRY(prepare(r, first));
    MG_TRY(mg__multi_loop(multi, MOST_LEVELS, &found));
    *done = found.outcome == MG_LOOP_FINISHED && 2 * found.edges_visited > multi->run[0].graph->arcs;
    multi->parts->search_failed = !*done;
    if (*done) {
        MG_TRY(find_others(r, first));
        for (uint32_t i = 0; i < team->count; i++) {
            MG_TRY(mg__team_use(&team->member[i]));
            MG_TEAM_TRY(multi->context, &team->member[i], end_part(&multi->run[i]));
        }
    }
out:
    return status;
}

mg_status mg__multi_reach(mg_multi_run *multi, bool *done) {
    reach r = {.multi = multi};
    const mg_status status = run_reach(&r, done);
    if (status < 0) {
        mg__team_drain(multi->team);
    }
    for (uint32_t i = 0; i < multi->team->count; i++) {
        mg__team_use(&multi->team->member[i]);
        mg__cuda_release(multi->team->member[i].cuda, r.box[i]);
    }
    return status;
}
