/* SPDX-License-Identifier: Apache-2.0
 *
 * backend_cpu.c: the CPU backend: builds what a plan needs and runs its phases in order.
 */
#include "core/cpu/spmv.h"
#include "core/cpu/work.h"

static mg_status build(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    for (size_t i = 0; i < plan->phase_count; i++) {
        mg_phase_info info;
        plan->phases[i]->describe(&info, plan->callbacks);
        const bool in = mg_graph_directed(graph) && mg__reads_in_edges(&info, plan->options.mode);
        mg_adjacency edges;
        const void *weights;
        if (in) {
            MG_TRY(mg_graph_in_edges(context, graph, &edges));
        }
        if (info.weight_type != MG_TYPE_NONE) {
            MG_TRY(mg__graph_weights(context, graph, false, info.weight_type, &weights));
            if (in) {
                MG_TRY(mg__graph_weights(context, graph, true, info.weight_type, &weights));
            }
        }
    }
out:
    return status;
}

static mg_status run_phase(mg_work *work) {
    if (work->info.kind != MG_KIND_PROGRAM) {
        return mg__run_sweep(work);
    }
    if (work->info.frontier == MG_FRONTIER_REPLAY) {
        return mg__run_replay(work);
    }
    return mg__is_ordered(&work->info, work->plan->options.mode) ? mg__run_ordered(work) : mg__run_program(work);
}

static mg_status run_plan(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_work work;
    if (plan->options.mode == MG_MODE_DENSE) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "mode dense is not there yet; use auto, sparse or pull");
    }
    MG_TRY(mg__work_create(context, graph, plan, &work));
    for (size_t i = 0; i < plan->phase_count; i++) {
        plan->recorder->phase = (uint32_t)i;
        MG_TRY(mg__work_phase(&work, i));
        MG_TRY(run_phase(&work));
    }
    status = work.stopped_at_limit ? MG_NOT_CONVERGED : MG_OK;
out:
    mg__work_destroy(&work);
    return status;
}

const mg_backend mg__cpu_backend = {
    .name = "cpu",
    .build = build,
    .run_plan = run_plan,
    .spmv = mg__cpu_spmv,
    .spmm = mg__cpu_spmm,
};
