/* SPDX-License-Identifier: Apache-2.0
 *
 * run_batch.c: PROGRAM phases of a batch: memory for all lanes, and the launches of its kernel slice by slice.
 */
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/phase_memory.h"
#include "core/cuda/exec/run_loop.h"
#include "core/engine/plan_loops.h"

/* Returns the bytes needed; the first *zeroed of them must be 0. */
static uint64_t lay_out(const mg_cuda_run *run, char *base, mg_loop_args *a, uint64_t *zeroed) {
    const mg_phase_info *info = &run->info;
    const uint64_t n = a->n, values = n * a->batch.lanes * info->value_size;
    const uint64_t entries = (n + a->arcs / MG_PUSH_PIECE + 2) * a->sides;
    const bool label = info->properties & MG_LABEL;
    uint64_t at = 0;
    for (int i = 0; i < 2; i++) {
        a->batch.active_masks[i] = mg__cuda_carve(base, &at, n * sizeof *a->batch.active_masks[i]);
    }
    *zeroed = at;
    a->batch.need_masks = mg__cuda_carve(base, &at, n * sizeof *a->batch.need_masks);
    for (int i = 0; i < 2; i++) {
        a->frontier.queue[i] = mg__cuda_carve(base, &at, entries * sizeof(mg_loop_entry));
    }
    a->acc = mg__cuda_carve(base, &at, label ? 0 : values);
    /* threads of unused lanes read at the first vertex plus their lane, which may be past the last value */
    const uint64_t beyond = (uint64_t)MG_LANES_MAX * info->value_size;
    a->sent = mg__cuda_carve(base, &at, info->has_scatter ? values + beyond : 0);
    a->frontier.touched = mg__cuda_carve(base, &at, n * sizeof *a->frontier.touched);
    a->record.iterations =
        mg__cuda_carve(base, &at, run->plan->recorder->keep ? MG_LOOP_RECORDS * sizeof(mg_loop_record) : 0);
    return at;
}

static mg_status take_memory(mg_cuda_run *run, mg_loop_args *a) {
    mg_status status = MG_OK;
    uint64_t zeroed = 0;
    MG_TRY(mg__cuda_need_scratch(run, lay_out(run, NULL, a, &zeroed)));
    lay_out(run, run->scratch, a, &zeroed);
    MG_CUDA_TRY(run->context, cudaMemsetAsync(run->scratch, 0, zeroed, run->cuda->stream), "clearing device memory");
out:
    return status;
}

#define SUMS_BYTES (MG_LANES_MAX * MG_LOOP_TOTALS * sizeof(double)) /* one set of each lane's sums */

/* Minima and maxima do not begin at 0. */
static mg_status clear_lane_totals(mg_cuda_run *run, double *totals) {
    double start[MG_LANES_MAX][MG_LOOP_TOTALS];
    for (size_t lane = 0; lane < MG_LANES_MAX; lane++) {
        mg__clear_totals(&run->info, start[lane]);
    }
    return mg__cuda_upload(run->context, run->cuda, totals, start, sizeof start);
}

/* A vertex may be in one level per lane. */
static uint64_t level_room(const mg_loop_args *a) {
    const uint64_t all = (uint64_t)a->n * a->batch.lanes;
    return all < UINT32_MAX ? all : UINT32_MAX;
}

static uint64_t levels_bytes(const mg_loop_args *a) {
    return level_room(a) * 12 + ((uint64_t)a->n + 3) * 4 + MG_LANES_MAX * 4 + 4 * 256;
}

/* Memory for the whole plan: each lane's sums and, for recorded phases, the levels and how many each lane has. */
static mg_status take_lanes(mg_cuda_run *run, mg_loop_args *a) {
    mg_status status = MG_OK;
    const uint64_t n = a->n, room = level_room(a), sums = SUMS_BYTES;
    const bool levels = run->info.record || run->info.frontier == MG_FRONTIER_REPLAY;
    uint64_t at = 0;
    if (!run->lane_totals) {
        MG_TRY(mg__cuda_get(run->context, run->cuda, &run->lane_totals, 4 * sums, "the lanes' sums"));
        MG_CUDA_TRY(run->context, cudaMemsetAsync(run->lane_totals, 0, 4 * sums, run->cuda->stream), "the sums");
    }
    a->batch.last_totals = mg__cuda_carve(run->lane_totals, &at, sums);
    for (int i = 0; i < 3; i++) {
        a->batch.totals[i] = mg__cuda_carve(run->lane_totals, &at, sums);
        MG_CUDA_TRY(run->context, cudaMemsetAsync(a->batch.totals[i], 0, sums, run->cuda->stream), "the sums");
        MG_TRY(run->info.minima || run->info.maxima ? clear_lane_totals(run, a->batch.totals[i]) : MG_OK);
    }
    at = 0;
    if (levels && !run->levels) {
        MG_TRY(mg__cuda_get(run->context, run->cuda, &run->levels, levels_bytes(a), "recorded levels"));
    }
    a->batch.level_masks = mg__cuda_carve(run->levels, &at, room * sizeof *a->batch.level_masks);
    a->levels.list = mg__cuda_carve(run->levels, &at, room * sizeof *a->levels.list);
    a->levels.begin = mg__cuda_carve(run->levels, &at, (n + 3) * sizeof *a->levels.begin);
    a->batch.lane_levels = mg__cuda_carve(run->levels, &at, MG_LANES_MAX * sizeof *a->batch.lane_levels);
    a->batch.level_room = room;
    a->levels.count = run->level_count;
    if (run->info.record) {
        MG_CUDA_TRY(
            run->context,
            cudaMemsetAsync(a->batch.lane_levels, 0, MG_LANES_MAX * sizeof *a->batch.lane_levels, run->cuda->stream),
            "clearing device memory");
    }
out:
    return status;
}

void mg__cuda_batch_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory) {
    mg_loop_args a = sizes->loop;
    uint64_t zeroed = 0;
    const bool levels = run->info.record || run->info.frontier == MG_FRONTIER_REPLAY;
    memory->scratch = lay_out(run, NULL, &a, &zeroed);
    memory->lanes = 4 * SUMS_BYTES;
    memory->levels = levels ? levels_bytes(&a) : 0;
}

bool mg__cuda_batch_eligible(const mg_cuda_run *run) {
    return run->info.kind == MG_KIND_PROGRAM && run->plan->options.lanes > 1;
}

mg_status mg__cuda_run_batch(mg_cuda_run *run) {
    mg_status status = MG_OK;
    mg_loop_args a;
    mg_loop_control control = {0};
    const void *kernel = NULL;
    MG_TRY(mg__cuda_kernel(run, MG_KERNEL_BATCH, &kernel));
    MG_TRY(mg__cuda_arguments(run, &a));
    MG_TRY(take_memory(run, &a));
    MG_TRY(take_lanes(run, &a));
    mg__cuda_tune_loop(run, &a);
    a.scope.cluster_blocks = 1;
    a.batch.pull_edges =
        (float)(run->info.properties & MG_FIRST_HIT ? run->cuda->tuning.pull_share * a.n
                                                    : run->cuda->tuning.sweep_share * (double)(a.arcs * a.sides));
    control.state.live_lanes = UINT64_MAX >> (MG_LANES_MAX - a.batch.lanes);
    MG_TRY(mg__cuda_upload(run->context, run->cuda, a.control, &control, sizeof control));
    MG_TRY(mg__cuda_converge_loop(run, kernel, &a, &control));
out:
    return status;
}
