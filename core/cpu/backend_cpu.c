/* SPDX-License-Identifier: Apache-2.0
 *
 * backend_cpu.c: the CPU backend: builds the representations that a plan needs and runs its phases in order.
 */
#include "core/cpu/backend_cpu.h"

#include "core/cpu/dense/dense.h"
#include "core/cpu/direct/direct_cpu.h"
#include "core/cpu/product/spmv.h"
#include "core/cpu/random_walks.h"
#include "core/cpu/ranks/rank_work.h"
#include "core/cpu/segments/segments.h"
#include "core/cpu/work_memory.h"
#include "core/engine/plan_loops.h"
#include "core/graph/forward.h"
#include "core/program/load.h"

#include <string.h>

/* The loops of a program whose description alone was compiled so far. */
static mg_status prepare_program(mg_context *context, const mg_program *program, mg_plan *plan,
                                 char path[MG_PATH_SIZE]) {
    (void)plan, (void)path;
    return mg__program_complete(context, program);
}

static mg_status build(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    for (size_t i = 0; i < plan->phase_count; i++) {
        mg_phase_info info;
        plan->phases[i]->describe(&info, plan->callbacks);
        MG_TRY(mg__check_loops(context, plan->phases[i], &info, plan->options.lanes > 1));
    }
    if (mg__runs_on_ranks(context, plan)) {
        return mg__build_on_ranks(context, graph, plan);
    }
    if (mg__ranks_of(context) > 1) {
        mg__log(context, MG_LOG_INFO, "no phase of this program runs on ranks: it runs as on one");
    }
    for (size_t i = 0; i < plan->phase_count; i++) {
        mg_phase_info info;
        plan->phases[i]->describe(&info, plan->callbacks);
        mg_frame frame = {.n = mg_graph_vertex_count(graph)};
        const mg_forward *forward;
        MG_TRY(mg__set_arcs(context, graph, &info, &plan->options, &frame));
        if (info.kind == MG_KIND_TRIANGLES) {
            MG_TRY(mg__graph_forward(context, graph, &forward));
        }
        if (mg__is_dense(context, graph, &frame, &info, &plan->options)) {
            const mg_dense *dense;
            const mg_dense_spec spec = mg__dense_spec(&info, &plan->options);
            MG_TRY(mg__dense_get(context, graph, &frame, &spec, &dense, &frame.dense_weights));
        }
        if (mg__is_segmented(&info, &plan->options)) {
            const mg_segments *segments;
            MG_TRY(mg__segments_get(context, graph, &frame, info.direction, info.weight_type, true, &segments));
        }
    }
out:
    return status;
}

static mg_status run_phase(mg_cpu_work *work) {
    if (work->info.kind != MG_KIND_PROGRAM) {
        return work->info.kind == MG_KIND_TRIANGLES ? mg__run_triangles(work) : mg__run_map(work);
    }
    if (work->info.monoid == MG_MOST_FREQUENT) {
        return mg__run_groups(work);
    }
    if (work->info.frontier == MG_FRONTIER_REPLAY) {
        return mg__run_replay(work);
    }
    return !work->ranks && mg__is_delta_stepping(&work->info, &work->plan->options) ? mg__run_delta_stepping(work)
                                                                                    : mg__run_program(work);
}

typedef struct cpu_runner {
    mg_phase_runner base;
    mg_cpu_work *work;
} cpu_runner;

static mg_status run_at(mg_phase_runner *runner, size_t position) {
    mg_status status = MG_OK;
    mg_cpu_work *const work = ((cpu_runner *)runner)->work;
    work->plan->recorder->phase = (uint32_t)position;
    work->round = runner->round;
    MG_TRY(mg__work_phase(work, position));
    MG_TRY(run_phase(work));
    MG_TRY(work->ranks ? mg__rank_share_states(work) : MG_OK);
out:
    return status;
}

/* On ranks those of all together, which each of them has. */
static mg_status read_totals(mg_phase_runner *runner, double totals[MG_TOTALS_MAX]) {
    memcpy(totals, ((cpu_runner *)runner)->work->totals, MG_TOTALS_MAX * sizeof *totals);
    return MG_OK;
}

mg_status mg__run_work(mg_cpu_work *work) {
    mg_status status = MG_OK;
    cpu_runner runner = {.base = {.run_phase = run_at, .read_totals = read_totals}, .work = work};
    MG_TRY(mg__run_phases(work->context, work->plan, mg_graph_vertex_count(work->graph), &runner.base));
    status = work->stopped_at_limit || runner.base.stopped_at_limit ? MG_NOT_CONVERGED : MG_OK;
out:
    return status;
}

static mg_status run_plan(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_cpu_work work;
    if (mg__runs_on_ranks(context, plan)) {
        return mg__run_on_ranks(context, graph, plan);
    }
    MG_TRY(mg__work_create(context, graph, plan, &work));
    status = mg__run_work(&work);
out:
    mg__work_destroy(&work);
    return status;
}

static bool runs_on_ranks(const mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    (void)graph;
    return mg__runs_on_ranks(context, plan);
}

const mg_backend mg__cpu_backend = {
    .name = "cpu",
    .kind = MG_BACKEND_CPU,
    .prepare_program = prepare_program,
    .build = build,
    .run_plan = run_plan,
    .memory = mg__cpu_memory,
    .runs_on_ranks = runs_on_ranks,
    .representations = mg__graph_representations,
    .matrix_spmm = mg__cpu_matrix_spmm,
    .matrix_sddmm = mg__cpu_matrix_sddmm,
    .walk = mg__cpu_walk,
    .direct_kinds = MG_CPU_DIRECT_KINDS,
    .direct = mg__cpu_direct,
    .direct_memory = mg__cpu_direct_memory,
};
