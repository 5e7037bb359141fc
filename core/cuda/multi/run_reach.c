/* SPDX-License-Identifier: Apache-2.0
 *
 * run_reach.c: connected components of undirected graphs on devices with access to each other's memory. The component
 * of the vertex of largest degree, usually the giant, is found by a search on all devices (run_team_loop.c). Its
 * vertices get the smallest of them as root. Edges outside of the giant are few: each device links its own rows, and
 * what they join is sent to all. The phases of the plan do not run.
 *
 * A search that is long, or that reaches few edges, is given up: then the plan runs as run_forest.c has it.
 */
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

/* Makes the search the run's phase. */
static void set_search(mg_cuda_run *run, const mg_phase *search) {
    run->phase = search;
    search->describe(&run->info, NULL);
    run->phase_index = 0;
}

bool mg__team_has_kernel(const mg_plan *plan) {
    return mg__team_kernel_of(plan->phases[0]) || find_search(plan);
}

bool mg__team_has_search(const mg_team *team, const mg_plan *plan, const mg_graph *graph) {
    const mg_phase *const search = find_search(plan);
    return search && !graph->directed && mg__team_has_loop(team, search);
}

bool mg__multi_may_reach(const mg_multi_run *multi) {
    bool may = mg__team_has_search(multi->team, multi->plan, multi->graph) &&
               !__atomic_load_n(&multi->parts->search_failed, __ATOMIC_RELAXED) &&
               mg__multi_has_loop(multi, find_search(multi->plan));
    for (uint32_t i = 0; may && i < multi->team->count; i++) {
        may = mg__multi_fits(multi->run[i].cuda, multi->run[i].graph);
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

/* Where the parameters have the vertex that the search starts from: there the plan keeps the giant. */
static size_t source_offset(mg_multi_run *multi) {
    mg_cuda_run *const run = &multi->run[0];
    size_t offset = 0;
    for (size_t k = 0; k < multi->plan->phase_count; k++) {
        mg__cuda_set_phase(run, k);
        offset = run->info.kind == MG_KIND_MOST_FREQUENT ? run->info.label_offset : offset;
    }
    return offset;
}

static uint32_t largest_part(const mg_multi_run *multi) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < multi->team->count; i++) {
        const mg_cuda_part *const p = multi->run[i].part;
        most = p->own_end - p->own_begin > most ? p->own_end - p->own_begin : most;
    }
    return most;
}

/* Returns the bytes of a box. */
static uint64_t lay_out(char *base, mg_reach_args *a) {
    uint64_t at = 0;
    a->own[a->part] = mg__cuda_carve(base, &at, sizeof **a->own);
    a->list[a->part] = mg__cuda_carve(base, &at, (uint64_t)a->room * sizeof **a->list);
    a->pairs[a->part] = mg__cuda_carve(base, &at, (uint64_t)a->n * sizeof **a->pairs);
    return at;
}

static mg_status prepare_part(reach *r, uint32_t i, size_t offset) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &r->multi->run[i];
    mg_reach_args *const a = &r->args[i];
    const mg_vertex source = mg_graph_default_source(r->multi->graph);
    mg_loop_args rows;
    set_search(run, find_search(r->multi->plan));
    MG_TRY(mg__cuda_arguments(run, &rows));
    *a = (mg_reach_args){.states = run->state,
                         .n = r->multi->graph->n,
                         .stride = (uint32_t)run->plan->state_size,
                         .own_begin = run->part->own_begin,
                         .own_end = run->part->own_end,
                         .parts = r->multi->team->count,
                         .part = i,
                         .source = source,
                         .room = largest_part(r->multi),
                         .offsets = rows.receive[0].offsets,
                         .neighbours = rows.receive[0].neighbours};
    MG_TRY(mg__cuda_get(run->context, run->cuda, &r->box[i], lay_out(NULL, a), "an exchange"));
    lay_out(r->box[i], a);
    MG_CUDA_TRY(run->context, cudaMemsetAsync(a->own[i], 0, sizeof **a->own, run->cuda->stream),
                "clearing device memory");
    MG_TRY(mg__cuda_upload(run->context, run->cuda, (char *)run->params + offset, &source, sizeof source));
out:
    return status;
}

static mg_status prepare(reach *r) {
    mg_status status = MG_OK;
    mg_team *const team = r->multi->team;
    const size_t offset = source_offset(r->multi);
    for (uint32_t i = 0; i < team->count; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(r->multi->context, &team->member[i], prepare_part(r, i, offset));
    }
    for (uint32_t i = 0; i < team->count; i++) {
        for (uint32_t k = 0; k < team->count; k++) {
            r->args[i].own[k] = r->args[k].own[k];
            r->args[i].list[k] = r->args[k].list[k];
            r->args[i].pairs[k] = r->args[k].pairs[k];
        }
    }
out:
    return status;
}

typedef cudaError_t (*launch_function)(const mg_reach_args *, uint32_t, cudaStream_t);

static mg_status launch_part(reach *r, uint32_t i, launch_function launch) {
    mg_status status = MG_OK;
    mg_team_member *const m = &r->multi->team->member[i];
    MG_CUDA_TRY(m->context, launch(&r->args[i], (uint32_t)m->cuda->sms, m->cuda->stream), "components");
    MG_TRY(mg__team_record(m, m->sent));
out:
    return status;
}

/* After the search: three steps, each after all devices have done the one before. */
static mg_status find_others(reach *r) {
    static const launch_function steps[] = {mg__reach_list, mg__reach_link, mg__reach_end};
    mg_status status = MG_OK;
    mg_team *const team = r->multi->team;
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        for (uint32_t i = 0; k && i < team->count; i++) { /* before any event is recorded again */
            MG_TRY(mg__team_use(&team->member[i]));
            MG_TEAM_TRY(r->multi->context, &team->member[i], mg__team_await_sent(team, &team->member[i]));
        }
        for (uint32_t i = 0; i < team->count; i++) {
            MG_TRY(mg__team_use(&team->member[i]));
            MG_TEAM_TRY(r->multi->context, &team->member[i], launch_part(r, i, steps[k]));
        }
    }
out:
    return status;
}

static mg_status end_part(mg_cuda_run *run) {
    mg_status status = MG_OK;
    double unused;
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
    MG_TRY(prepare(r));
    MG_TRY(mg__multi_loop(multi, MOST_LEVELS, &found));
    *done = found.outcome == MG_LOOP_FINISHED && 2 * found.edges_visited > multi->run[0].graph->arcs;
    if (!*done) {
        __atomic_store_n(&multi->parts->search_failed, true, __ATOMIC_RELAXED);
    } else {
        multi->recorders[0].totals.iterations += found.iteration;
        MG_TRY(find_others(r));
        for (uint32_t i = 0; i < team->count; i++) {
            MG_TRY(mg__team_use(&team->member[i]));
            MG_TEAM_TRY(multi->context, &team->member[i], mg__cuda_stop_time(&multi->run[i]));
        }
        for (uint32_t i = 0; i < team->count; i++) {
            MG_TRY(mg__team_use(&team->member[i]));
            MG_TEAM_TRY(multi->context, &team->member[i], end_part(&multi->run[i]));
            multi->exchanged += *team->member[i].cuda->host_progress;
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
