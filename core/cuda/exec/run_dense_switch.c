/* SPDX-License-Identifier: Apache-2.0
 *
 * run_dense_switch.c: dense iterations in phases of the loop kernel, which ends with MG_LOOP_DENSE when it chooses one.
 * Several are queued at a time, then the permutation back to vertex order; they do nothing once another mode is chosen.
 */
#include "core/cuda/exec/run_dense_switch.h"

#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/phase_memory.h"

#include <math.h>

#define QUEUED_FIRST 2u

/* Replays read states and bits in vertex order; other phases permute them into row order first. */
static bool replays(const mg_cuda_run *run) {
    return run->info.frontier == MG_FRONTIER_REPLAY;
}

/* Memory of dense iterations beside the loop kernel's; the first *zeroed bytes must be 0. */
static uint64_t lay_out(const mg_cuda_run *run, const mg_panels_built *built, char *base, mg_dense_args *a,
                        uint64_t *zeroed) {
    uint64_t at = 0;
    a->blocks_done = mg__cuda_carve(base, &at, sizeof *a->blocks_done);
    *zeroed = at;
    for (int i = 0; i < 3 && !replays(run); i++) {
        a->loop.frontier.bits[i] = mg__cuda_carve(base, &at, (run->graph->n + 31ull) / 32 * 4);
    }
    if (!replays(run)) {
        a->loop.state = mg__cuda_carve(base, &at, (uint64_t)run->graph->n * run->info.state_size);
    }
    mg__cuda_carve_dense(run, built, base, &at, a);
    return at;
}

static mg_status prepare(mg_cuda_run *run, mg_dense_switch *dense_switch, const mg_loop_args *own) {
    mg_status status = MG_OK;
    uint64_t zeroed = 0;
    mg_dense_args *a = &dense_switch->args;
    MG_TRY(mg__cuda_dense_arguments(run, a, &dense_switch->built));
    MG_TRY(mg__cuda_dense_steps(run, dense_switch->built, false, &dense_switch->rows, &dense_switch->steps));
    a->fuses_scatter = 0; /* the next iteration may run in the loop kernel */
    a->loop = *own;
    a->vertex_states = own->state;
    a->vertex_far_bits = own->near_far.far_bits;
    for (int i = 0; i < 3; i++) {
        a->vertex_bits[i] = own->frontier.bits[i];
    }
    a->run_outcome = MG_LOOP_DENSE;
    a->place = replays(run) ? a->panels.order : NULL;
    const uint64_t bytes = lay_out(run, dense_switch->built, NULL, a, &zeroed);
    MG_TRY(mg__cuda_get(run->context, run->cuda, &dense_switch->memory, bytes, "dense iterations"));
    lay_out(run, dense_switch->built, dense_switch->memory, a, &zeroed);
    MG_TRY(mg__panels_clear_tail(run->context, run->cuda, dense_switch->built, a));
    MG_CUDA_TRY(run->context, cudaMemsetAsync(dense_switch->memory, 0, zeroed, run->cuda->stream),
                "clearing device memory");
    dense_switch->queued = replays(run) ? 1 : QUEUED_FIRST;
out:
    return status;
}

/* Continues without the dense representation. The frontier, or the sending level, is a bitmap. */
static mg_status give_up(mg_cuda_run *run, mg_loop_args *a, mg_loop_control *control) {
    const bool label = run->info.properties & MG_LABEL;
    mg_loop_state *s = &control->state;
    a->dense = MG_DENSE_NEVER;
    s->outcome = MG_LOOP_RUNNING;
    s->choice.mode = label ? MG_MODE_SPARSE : MG_MODE_PULL;
    s->next = label ? MG_STEP_TO_QUEUE : replays(run) ? MG_STEP_LEVEL_PULL : MG_STEP_PULL;
    return mg__cuda_upload(run->context, run->cuda, &a->control->state, s, sizeof *s);
}

mg_status mg__cuda_prepare_switch(mg_cuda_run *run, mg_dense_switch *dense_switch, mg_loop_args *a,
                                  mg_loop_control *control) {
    mg_status status = MG_OK;
    if (dense_switch->memory) {
        return MG_OK;
    }
    status = prepare(run, dense_switch, a);
    if (status == MG_ERROR_MEMORY && run->plan->options.mode == MG_MODE_AUTO) {
        return give_up(run, a, control);
    }
    MG_TRY(status);
    a->dense = dense_switch->args.loop.dense = MG_DENSE_READY;
out:
    return status;
}

mg_status mg__cuda_queue_switch(mg_cuda_run *run, mg_dense_switch *dense_switch, const mg_loop_args *a) {
    mg_status status = MG_OK;
    dense_switch->args.loop.record.base = a->record.base;
    MG_TRY(mg__cuda_upgrade_steps(run, &dense_switch->steps));
    if (!replays(run)) {
        MG_TRY(mg__cuda_launch_role(run, &dense_switch->rows, MG_DENSE_ENTER, &dense_switch->args));
    }
    for (uint32_t i = 0; i < dense_switch->queued * dense_switch->steps.count; i++) {
        MG_TRY(
            mg__cuda_launch_step(run, &dense_switch->steps.each[i % dense_switch->steps.count], &dense_switch->args));
    }
    if (!replays(run)) {
        MG_TRY(mg__cuda_launch_role(run, &dense_switch->rows, MG_DENSE_LEAVE, &dense_switch->args));
    }
    dense_switch->queued = 2 * dense_switch->queued < MG_QUEUED_MAX ? 2 * dense_switch->queued : MG_QUEUED_MAX;
out:
    return status;
}

mg_dense_readiness mg__cuda_plans_switch(const mg_cuda_run *run) {
    const mg_phase_info *info = &run->info;
    const mg_mode mode = run->plan->options.mode;
    const bool possible = run->plan->options.lanes <= 1 && info->kind == MG_KIND_PROGRAM &&
                          !(info->properties & MG_ALL_ACTIVE) && info->weight_type != MG_OTHER &&
                          mg__cuda_is_built(run, MG_KERNEL_DENSE_ROWS);
    if (possible && (mode == MG_MODE_DENSE || (mode == MG_MODE_AUTO && run->cuda->test.cycle_modes))) {
        return MG_DENSE_READY;
    }
    return possible && mode == MG_MODE_AUTO && mg__cuda_is_large(run) ? MG_DENSE_UNBUILT : MG_DENSE_NEVER;
}

uint64_t mg__cuda_switch_bytes(const mg_cuda_run *run, const mg_phase_sizes *sizes) {
    mg_dense_args a = {.loop = sizes->loop};
    uint64_t zeroed = 0;
    return lay_out(run, &sizes->panels, NULL, &a, &zeroed);
}

mg_status mg__cuda_may_switch(mg_cuda_run *run, mg_dense_readiness *dense) {
    mg_status status = MG_OK;
    bool built = false;
    *dense = mg__cuda_plans_switch(run);
    if (*dense == MG_DENSE_UNBUILT) {
        MG_TRY(mg__cuda_has_dense(run, &built));
        *dense = built ? MG_DENSE_READY : MG_DENSE_UNBUILT;
    }
    if (*dense != MG_DENSE_NEVER) {
        MG_TRY(mg__cuda_has_kernel(run, mg__cuda_gather_family(run)));
    }
out:
    return status;
}

void mg__cuda_end_switch(mg_cuda_run *run, mg_dense_switch *dense_switch, const mg_loop_args *a, float mispredict_ns) {
    if (a->dense == MG_DENSE_UNBUILT) {
        mg__device_mispredict_ns(run->graph, fmaxf(mispredict_ns, 0.0f));
    }
    mg__cuda_release(run->cuda, dense_switch->memory);
    mg__cuda_release(run->cuda, dense_switch->segments.args.sums);
}
