/* SPDX-License-Identifier: Apache-2.0
 *
 * backend_cuda.c: the CUDA backend: uploads what a plan needs, runs its phases in order, brings the states back.
 */
#include "core/cuda/backend_cuda.h"

#include "core/cuda/work_cuda.h"

#include <string.h>

mg_device_need mg__cuda_need(const mg_phase_info *info) {
    const bool program = info->kind == MG_KIND_PROGRAM, label = info->properties & MG_LABEL;
    const bool in = info->direction == MG_DIRECTION_IN;
    const bool first = program && (info->properties & MG_FIRST_HIT) && !info->has_edge && !info->has_edge_at &&
                       info->direction != MG_DIRECTION_BOTH;
    return (mg_device_need){.in = info->direction != MG_DIRECTION_OUT || (program && !label) ||
                                  (info->properties & MG_IN_DEGREE),
                            .weights = info->weight_type,
                            .first = {first && in, first && !in}};
}

mg_status mg__cuda_supports(mg_context *context, const mg_phase *phase, const mg_phase_info *info, mg_mode mode) {
    const char *what = NULL;
    if (mode == MG_MODE_DENSE) {
        what = "mode dense";
    } else if (info->kind == MG_KIND_MODE) {
        what = "MODE phases";
    } else if (info->kind == MG_KIND_PROGRAM && (info->frontier == MG_FRONTIER_REPLAY || info->record)) {
        what = "recorded and replayed phases";
    } else if (info->kind == MG_KIND_PROGRAM && info->weight_type == MG_OTHER) {
        what = "weights of a user's type";
    }
    return what ? mg__fail(context, MG_ERROR_UNSUPPORTED, "phase %s: %s run on the CPU only so far", phase->name, what)
                : MG_OK;
}

static mg_status build(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_cuda *cuda = NULL;
    MG_TRY(mg__cuda_open(context, &cuda));
    if (plan->callbacks) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "function pointers run on the CPU only");
    }
    for (size_t i = 0; i < plan->phase_count; i++) {
        mg_phase_info info;
        plan->phases[i]->describe(&info, plan->callbacks);
        MG_TRY(mg__cuda_supports(context, plan->phases[i], &info, plan->options.mode));
        MG_TRY(mg__cuda_begin_kernel(context, cuda, graph, plan, plan->phases[i], &info));
    }
    for (size_t i = 0; i < plan->phase_count; i++) {
        mg_phase_info info;
        mg_device_graph *on_device;
        plan->phases[i]->describe(&info, plan->callbacks);
        const mg_device_need need = mg__cuda_need(&info);
        MG_TRY(mg__device_graph(context, cuda, graph, &need, &on_device));
    }
out:
    return status;
}

static mg_status run_phase(mg_cuda_work *work, size_t i) {
    mg_status status = MG_OK;
    work->phase = work->plan->phases[i];
    work->phase->describe(&work->info, NULL);
    work->plan->recorder->phase = (uint32_t)i;
    MG_TRY(mg__cuda_supports(work->context, work->phase, &work->info, work->plan->options.mode));
    status = work->info.kind == MG_KIND_PROGRAM ? mg__cuda_run_loop(work) : mg__cuda_run_sweep(work);
out:
    return status;
}

static mg_status run_plan(mg_context *context, const mg_graph *graph, const mg_plan *plan) {
    mg_status status = MG_OK;
    mg_cuda_work work = {.context = context, .graph = graph, .plan = plan};
    const size_t bytes = (size_t)graph->n * plan->state_size;
    MG_TRY(mg__cuda_open(context, &work.cuda));
    work.cuda->times = (mg_cuda_times){0};
    const double start = mg__now();
    MG_TRY(mg__cuda_get(context, work.cuda, &work.state, bytes, "vertex states"));
    MG_TRY(mg__cuda_get(context, work.cuda, &work.params, plan->params_size ? plan->params_size : 1, "parameters"));
    MG_TRY(mg__cuda_upload(context, work.cuda, work.state, plan->state, bytes));
    MG_TRY(mg__cuda_upload(context, work.cuda, work.params, plan->params, plan->params_size));
    work.cuda->times.upload = (float)(1e3 * (mg__now() - start));
    for (size_t i = 0; i < plan->phase_count; i++) {
        MG_TRY(run_phase(&work, i));
    }
    const double ran = mg__now();
    MG_TRY(mg__cuda_download(context, work.cuda, plan->state, work.state, bytes));
    work.cuda->times.download = (float)(1e3 * (mg__now() - ran));
    status = work.stopped_at_limit ? MG_NOT_CONVERGED : MG_OK;
out:
    if (work.cuda) {
        mg__cuda_release(work.cuda, work.state);
        mg__cuda_release(work.cuda, work.params);
    }
    return status;
}

static mg_status no_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                         void *y) {
    (void)graph, (void)options, (void)x, (void)y;
    return mg__fail(context, MG_ERROR_UNSUPPORTED, "sparse products run on the CPU only so far");
}

static mg_status no_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                         const void *x, void *y) {
    (void)k;
    return no_spmv(context, graph, options, x, y);
}

static const mg_backend cuda_backend = {
    .name = "cuda", .build = build, .run_plan = run_plan, .spmv = no_spmv, .spmm = no_spmm};

const mg_backend *mg__cuda_backend_probe(mg_context *context) {
    mg_cuda *cuda = NULL;
    return mg__cuda_open(context, &cuda) < 0 ? NULL : &cuda_backend;
}
