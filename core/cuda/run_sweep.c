/* SPDX-License-Identifier: Apache-2.0
 *
 * run_sweep.c: VERTICES and EDGES phases.
 */
#include "core/cuda/work_cuda.h"

#include <string.h>

mg_status mg__cuda_run_sweep(mg_cuda_work *work) {
    mg_status status = MG_OK;
    mg_cuda *cuda = work->cuda;
    mg_loop_args a;
    mg_loop_control control = {0};
    void *on_device = NULL;
    const void *kernel = NULL;
    float ms = 0.0f;
    const bool vertices = work->info.kind == MG_KIND_VERTICES;
    if (work->graph->n == 0) {
        return MG_OK;
    }
    MG_TRY(mg__progress(work->context, "running", -1.0));
    MG_TRY(mg__cuda_kernel(work, vertices ? MG_KERNEL_VERTICES : MG_KERNEL_EDGES, &kernel));
    MG_TRY(mg__cuda_arguments(work, &a));
    MG_TRY(mg__cuda_get(work->context, cuda, &on_device, sizeof control, "a phase's control block"));
    memcpy(control.state.totals, work->totals, sizeof work->totals);
    MG_TRY(mg__cuda_upload(work->context, cuda, on_device, &control, sizeof control));
    a.control = on_device;
    a.iteration_limit = work->info.iteration_limit;
    MG_CUDA_TRY(work->context, cudaEventRecord(cuda->begin, cuda->stream), "timing");
    MG_TRY(mg__cuda_launch_all(work, kernel, &a, 1));
    MG_CUDA_TRY(work->context, cudaEventRecord(cuda->end, cuda->stream), "timing");
    MG_TRY(mg__cuda_download(work->context, cuda, &control, on_device, sizeof control));
    MG_CUDA_TRY(work->context, cudaEventElapsedTime(&ms, cuda->begin, cuda->end), "timing");
    cuda->times.kernels += ms;
    if (vertices && work->info.totals) {
        memcpy(work->totals, control.slot[0].totals, sizeof work->totals);
    }
    work->stopped_at_limit = work->stopped_at_limit || control.state.outcome == MG_LOOP_LIMIT;
    const uint32_t rounds = vertices ? control.state.iteration : 1;
    for (uint32_t i = 0; i < rounds; i++) {
        MG_TRY(mg__record(work->context, work->plan->recorder,
                          (mg_iteration){.iteration = i, .seconds = 1e-3 * (double)ms / rounds}));
    }
out:
    mg__cuda_release(cuda, on_device);
    return status;
}
