/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/multi_run.h"

#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/run_dense.h"
#include "core/cuda/multi/renumbered_run.h"
#include "core/engine/plan_loops.h"
#include "core/stage_clock.h"

/* Why a PROGRAM phase cannot run on parts of a graph; NULL: it can. */
static const char *why_not_program(const mg_cuda_run *run) {
    const mg_phase_info *i = &run->info;
    const bool all = i->properties & MG_ALL_ACTIVE;
    if (i->record || i->frontier == MG_FRONTIER_REPLAY) {
        return "it replays recorded levels";
    }
    if (run->graph->directed && i->direction != MG_DIRECTION_OUT) {
        return "it sends against the direction of edges";
    }
    if (i->monoid == MG_MOST_FREQUENT) {
        return "it counts most frequent values";
    }
    if (i->minima || i->maxima) {
        return "it has totals that are no sums";
    }
    if (!all && i->has_finished) {
        return "its totals end it";
    }
    if (all && (!mg__cuda_can_fuse(i) || i->weight_type == MG_OTHER || !mg__cuda_is_built(run, MG_KERNEL_DENSE_ROWS) ||
                run->plan->options.dense_layout == MG_DENSE_BLOCKS)) {
        return "it cannot run in panels";
    }
    return NULL;
}

/* Do the phases find a forest, which is united at the end? */
static bool finds_forest(mg_cuda_run *run) {
    bool forest = false, others = false;
    for (size_t i = 0; i < run->plan->phase_count; i++) {
        mg__cuda_set_phase(run, i);
        forest = forest || (run->info.properties & MG_FOREST);
        others = others || run->info.kind == MG_KIND_PROGRAM || run->info.kind == MG_KIND_TRIANGLES ||
                 (run->info.kind == MG_KIND_EDGES && !(run->info.properties & MG_FOREST));
    }
    return forest && !others;
}

bool mg__multi_fits(const mg_cuda *cuda, const mg_graph *graph) {
    const uint64_t rows = 2 * (graph->n * 8ull + graph->arcs * 4ull);
    return 2 * rows < cuda->memory;
}

bool mg__multi_must_share(const mg_context *context, const mg_cuda *cuda, const mg_graph *graph) {
    return context->device_count > 1 && (cuda->tuning.team_arcs == 0 || !mg__multi_fits(cuda, graph));
}

/* Does the plan run in kernels that exchange inside? Not label programs: on one device they have dense iterations. */
static bool exchanges_inside(mg_cuda_run *run) {
    mg_team *team = NULL;
    mg__cuda_set_phase(run, 0);
    if ((run->info.properties & MG_LABEL) || !mg__team_has_kernel(run->plan)) {
        return false;
    }
    if (mg__team_open(run->context, &team) < 0) {
        return true; /* the run, which opens it again, fails with the reason */
    }
    return mg__team_has_loop(team, run->plan->phases[0]) || mg__team_has_search(team, run->plan, run->graph);
}

/* Several devices pay for a graph that fits on one only where iterations are much longer than an exchange: in
 * topology-driven phases of large graphs, and in frontiers that kernels exchange inside
 * (docs/notebook/several-gpus.md). */
static bool is_better_on_one(mg_cuda_run *run) {
    const uint64_t least = run->cuda->tuning.team_arcs;
    bool values = true;
    if (!least || !mg__multi_fits(run->cuda, run->graph)) {
        return false;
    }
    if (mg__cuda_has_low_degree(run->graph) || run->graph->arcs < least) {
        return true;
    }
    for (size_t i = 0; i < run->plan->phase_count; i++) {
        mg__cuda_set_phase(run, i);
        values = values && (run->info.properties & MG_ALL_ACTIVE);
    }
    return !values && !exchanges_inside(run);
}

const char *mg__multi_why_not(mg_cuda_run *run) {
    const mg_plan *const plan = run->plan;
    const char *why = NULL;
    if (plan->options.lanes > 1) {
        return "it is a batch of sources";
    }
    if (plan->recorder && plan->recorder->keep) {
        return "every iteration is recorded";
    }
    if (plan->loop_count) {
        return "it repeats phases";
    }
    if (plan->callbacks || plan->columns || plan->sums || mg__on_device(plan->state)) {
        return "its states or outputs are in device memory";
    }
    if (finds_forest(run)) {
        return mg__plan_totals(plan) ? "it has totals over all vertices" : NULL;
    }
    for (size_t i = 0; i < plan->phase_count && !why; i++) {
        mg__cuda_set_phase(run, i);
        why = run->info.kind == MG_KIND_PROGRAM ? why_not_program(run) : "it has phases over all vertices or edges";
    }
    return why;
}

bool mg__multi_runs(mg_context *context, const mg_cuda *cuda, const mg_graph *graph, const mg_plan *plan, bool log) {
    mg_cuda_run run = {.context = context, .cuda = (mg_cuda *)cuda, .graph = graph, .plan = plan};
    if (context->device_count < 2 || graph->n == 0) {
        return false;
    }
    const char *const why =
        is_better_on_one(&run) ? "the graph fits on one, which is expected to be faster" : mg__multi_why_not(&run);
    if (why && log) {
        mg__log(context, MG_LOG_INFO, "phase %s: runs on one of the %u GPUs: %s", plan->phases[0]->name,
                context->device_count, why);
    }
    return !why;
}

mg_status mg__multi_open(mg_context *context, mg_team *team, const mg_graph *graph, const mg_plan *plan,
                         mg_multi_run *multi) {
    mg_status status = MG_OK;
    *multi = (mg_multi_run){.context = context, .graph = graph, .given = plan, .plan = plan, .team = team};
    MG_TRY(mg__team_parts(context, multi->team, graph, mg__multi_partition(context, plan), &multi->parts));
    for (uint32_t i = team->begin; i < team->end; i++) {
        const mg_team_member *const m = &multi->team->member[i];
        multi->plans[i] = *plan;
        multi->plans[i].recorder = &multi->recorders[i];
        multi->run[i] = (mg_cuda_run){.context = m->context,
                                      .cuda = m->cuda,
                                      .graph = multi->parts->part[i].graph,
                                      .plan = &multi->plans[i],
                                      .part = &multi->parts->part[i].part};
    }
out:
    return status;
}

/* The runs of all devices of the context. */
static mg_status open_runs(mg_context *context, const mg_graph *graph, const mg_plan *plan, mg_multi_run *multi) {
    mg_status status = MG_OK;
    mg_team *team = NULL;
    *multi = (mg_multi_run){.context = context};
    MG_TRY(mg__team_open(context, &team));
    MG_TRY(mg__multi_open(context, team, graph, plan, multi));
out:
    return status;
}

static mg_status build_phase(mg_cuda_run *run) {
    mg_status status = MG_OK;
    mg_device_graph *on_device = NULL;
    const bool all = run->info.kind == MG_KIND_PROGRAM && (run->info.properties & MG_ALL_ACTIVE);
    const mg_device_need need = mg__cuda_need_of(run);
    MG_TRY(mg__device_graph(run->context, run->cuda, run->graph, &need, &on_device));
    MG_TRY(all ? mg__cuda_build_dense(run) : MG_OK);
out:
    return status;
}

mg_status mg__multi_build_parts(mg_multi_run *multi) {
    mg_status status = MG_OK;
    const mg_team *const team = multi->team;
    for (uint32_t i = team->begin; i < team->end; i++) {
        mg_team_member *const m = &multi->team->member[i];
        MG_TRY(mg__team_use(m));
        for (size_t k = 0; k < multi->plan->phase_count; k++) {
            mg__cuda_set_phase(&multi->run[i], k);
            MG_TEAM_TRY(multi->context, m, build_phase(&multi->run[i]));
        }
        MG_TEAM_TRY(multi->context, m, mg__multi_may_reach(multi) ? mg__multi_build_reach(&multi->run[i]) : MG_OK);
    }
    status = mg__team_use(&multi->team->member[team->begin]);
out:
    return status;
}

mg_status mg__multi_build(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_multi_run multi;
    MG_TRY(open_runs(context, graph, plan, &multi));
    MG_TRY(mg__multi_build_parts(&multi));
out:
    return status;
}

/* What a member does while the others do the same. */
typedef struct member_work {
    mg_multi_run *multi;
    uint32_t i;
    mg_status (*work)(mg_multi_run *multi, uint32_t i);
    mg_status status;
    pthread_t thread;
    bool started;
} member_work;

static void *work(void *data) {
    member_work *const w = data;
    w->status = mg__team_use(&w->multi->team->member[w->i]);
    w->status = w->status < 0 ? w->status : w->work(w->multi, w->i);
    return NULL;
}

/* Works for all members at the same time, each in a thread of its own; the first, and those without a thread, in this
 * one. */
static mg_status on_members(mg_multi_run *multi, mg_status (*each)(mg_multi_run *multi, uint32_t i)) {
    mg_status status = MG_OK;
    member_work w[MG_TEAM_MAX] = {0};
    const uint32_t begin = multi->team->begin, end = multi->team->end;
    for (uint32_t i = begin; i < end; i++) {
        w[i] = (member_work){.multi = multi, .i = i, .work = each};
        w[i].started = i > begin && pthread_create(&w[i].thread, NULL, work, &w[i]) == 0;
    }
    for (uint32_t i = begin; i < end; i++) {
        if (!w[i].started) {
            work(&w[i]);
        }
    }
    for (uint32_t i = begin; i < end; i++) {
        if (w[i].started) {
            pthread_join(w[i].thread, NULL);
        }
    }
    for (uint32_t i = begin; i < end; i++) {
        MG_TEAM_TRY(multi->context, &multi->team->member[i], w[i].status);
    }
    status = mg__team_use(&multi->team->member[begin]);
out:
    return status;
}

/* States of the own vertices and parameters; other states are 0 until they are received. */
static mg_status set_up(mg_multi_run *multi, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &multi->run[i];
    const size_t size = run->plan->state_size, begin = run->part->own_begin * size, end = run->part->own_end * size;
    const double start = mg__now();
    run->cuda->times = (mg_cuda_times){0};
    MG_TRY(mg__cuda_get(run->context, run->cuda, &run->allocated_state, run->graph->n * size, "vertex states"));
    run->state = run->allocated_state;
    MG_CUDA_TRY(run->context, cudaMemsetAsync(run->state, 0, run->graph->n * size, run->cuda->stream),
                "clearing device memory");
    MG_TRY(mg__cuda_upload(run->context, run->cuda, (char *)run->state + begin, (const char *)run->plan->state + begin,
                           end - begin));
    MG_TRY(mg__cuda_take_controls(run));
    run->cuda->times.upload = (float)(1e3 * (mg__now() - start));
out:
    return status;
}

static mg_status run_phases(mg_multi_run *multi) {
    mg_status status = MG_OK;
    const mg_team *const team = multi->team;
    mg_cuda_run *const own = &multi->run[team->begin];
    if (finds_forest(own)) {
        bool reached = false;
        MG_TRY(mg__multi_may_reach(multi) ? mg__multi_reach(multi, &reached) : MG_OK);
        multi->on_first = !reached;
        return reached ? MG_OK : mg__multi_forest(multi);
    }
    for (size_t k = 0; k < multi->plan->phase_count; k++) {
        for (uint32_t i = team->begin; i < team->end; i++) {
            mg__cuda_set_phase(&multi->run[i], k);
        }
        const bool all = own->info.properties & MG_ALL_ACTIVE;
        mg__log(multi->context, MG_LOG_DEBUG, "phase %s: %u GPUs exchange %s", own->phase->name, team->count,
                all ? "values" : "frontiers");
        const bool inside = !all && mg__multi_has_loop(multi, own->phase);
        mg_loop_state unused;
        MG_TRY(all ? mg__multi_values(multi) : inside ? mg__multi_loop(multi, 0, &unused) : mg__multi_frontier(multi));
    }
out:
    return status;
}

/* The states from their owners, or all from the first device. */
static mg_status bring_states(mg_multi_run *multi, uint32_t i) {
    const mg_team_member *const m = &multi->team->member[i];
    const mg_cuda_part *const p = multi->run[i].part;
    const bool first = multi->on_first;
    const size_t size = multi->plan->state_size;
    const size_t begin = first ? 0 : p->own_begin * size, end = (first ? multi->graph->n : p->own_end) * size;
    if (first && i) {
        return MG_OK;
    }
    return mg__cuda_download(m->context, m->cuda, (char *)multi->plan->state + begin,
                             (const char *)multi->run[i].state + begin, end - begin);
}

mg_status mg__multi_bring(mg_multi_run *multi) {
    MG_STAGE(multi->context, MG_STAGE_DOWNLOAD);
    return on_members(multi, bring_states);
}

mg_status mg__multi_totals(const mg_multi_run *multi) {
    const mg_cuda_run *const run = &multi->run[multi->team->begin];
    mg_recorder *const recorder = multi->plan->recorder;
    recorder->total_count = recorder->keep_totals ? mg__plan_totals(multi->plan) : 0;
    return recorder->total_count ? mg__cuda_download(run->context, run->cuda, recorder->last_totals, run->totals,
                                                     sizeof recorder->last_totals)
                                 : MG_OK;
}

mg_part_record mg__multi_record(const mg_multi_run *multi, uint32_t i) {
    return (mg_part_record){.seconds = 1e-3 * (double)multi->run[i].cuda->times.kernels,
                            .arcs = multi->run[i].graph->arcs,
                            .edges = multi->recorders[i].totals.edges_visited};
}

void mg__multi_add(const mg_multi_run *multi, const mg_part_record *records) {
    mg_statistics *const totals = &multi->plan->recorder->totals;
    const mg_statistics *const one = &multi->recorders[multi->team->begin].totals;
    double longest = 0.0;
    totals->iterations += one->iterations;
    totals->vertices_visited += one->vertices_visited;
    for (int mode = 0; mode < 4; mode++) {
        totals->mode_iterations[mode] += one->mode_iterations[mode];
    }
    for (uint32_t i = 0; i < multi->team->count; i++) {
        totals->edges_visited += records[i].edges;
        totals->gpu_seconds[i] += records[i].seconds;
        totals->gpu_arcs[i] = records[i].arcs;
        longest = records[i].seconds > longest ? records[i].seconds : longest;
    }
    totals->gpus = multi->team->count;
    totals->exchanged_bytes += multi->exchanged;
    totals->device_seconds += longest;
}

mg_status mg__multi_run_parts(mg_multi_run *multi) {
    mg_status status = MG_OK;
    MG_TRY(mg__multi_renumber(multi));
    MG_TRY(on_members(multi, set_up));
    MG_TRY(run_phases(multi));
out:
    return status;
}

mg_status mg__multi_close(mg_multi_run *multi, mg_status status) {
    const mg_team *const team = multi->team;
    if (!multi->parts) {
        return status;
    }
    if (status < 0) {
        mg__team_drain(multi->team);
    }
    for (uint32_t i = team->begin; i < team->end; i++) {
        status = status >= 0 && multi->run[i].stopped_at_limit ? MG_NOT_CONVERGED : status;
        mg__team_use(&multi->team->member[i]);
        mg__cuda_release_run(&multi->run[i]);
    }
    mg__multi_release_renumbered(multi);
    mg__team_use(&multi->team->member[team->begin]);
    return status;
}

mg_status mg__multi_run_plan(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_multi_run multi;
    mg_part_record records[MG_TEAM_MAX];
    MG_TRY(open_runs(context, graph, plan, &multi));
    MG_TRY(mg__multi_run_parts(&multi));
    MG_TRY(mg__multi_bring(&multi));
    mg__multi_number_back(&multi, true);
    MG_TRY(mg__multi_totals(&multi));
    for (uint32_t i = 0; i < multi.team->count; i++) {
        records[i] = mg__multi_record(&multi, i);
    }
    mg__multi_add(&multi, records);
out:
    return mg__multi_close(&multi, status);
}

mg_status mg__multi_deal(mg_context *context, const mg_graph *graph, uint32_t device, mg_context **own,
                         const mg_graph **copy) {
    mg_status status = MG_OK;
    mg_team *team = NULL;
    MG_TRY(mg__team_open(context, &team));
    *own = team->member[device].context;
    *copy = graph;
    MG_TRY(device ? mg__team_copy(context, team, graph, device, copy) : MG_OK);
out:
    return status;
}
