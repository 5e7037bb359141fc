/* SPDX-License-Identifier: Apache-2.0
 *
 * run_loop.c: PROGRAM phases: memory for the loop kernel, its launches slice by slice, and its record.
 */
#include "core/cuda/work_cuda.h"

/* Returns the bytes that are wanted; the first *zeroed of them must be 0. */
static uint64_t lay_out(const mg_cuda_work *work, char *base, mg_loop_args *a, uint64_t *zeroed) {
    const mg_phase_info *info = &work->info;
    const uint64_t n = a->n, words = (n + 31) / 32, value = info->value_size;
    const bool label = info->properties & MG_LABEL, all = info->properties & MG_ALL_ACTIVE;
    const bool replay = info->frontier == MG_FRONTIER_REPLAY;
    const bool accumulates = !label && (replay || !(info->properties & MG_FIRST_HIT));
    const uint64_t pieces = (a->arcs * a->sides) / (MG_LOOP_SEGMENT / 2) + 2; /* of long rows, at most */
    const uint64_t entries = all ? pieces : (n + a->arcs / MG_LOOP_SEGMENT + 1) * a->sides;
    uint64_t at = 0;
    for (int i = 0; i < 2; i++) {
        a->claim[i] = mg__cuda_carve(base, &at, all ? 0 : words * 4);
        a->bits[i] = mg__cuda_carve(base, &at, label ? 0 : words * 4);
    }
    a->far_bits = mg__cuda_carve(base, &at, info->has_priority ? words * 4 : 0);
    *zeroed = at;
    for (int i = 0; i < 2; i++) {
        a->queue[i] = mg__cuda_carve(base, &at, entries * sizeof(mg_loop_entry));
        a->far[i] = mg__cuda_carve(base, &at, info->has_priority ? n * 4 : 0);
    }
    a->acc = mg__cuda_carve(base, &at, accumulates && !all ? n * value : 0);
    a->touched = mg__cuda_carve(base, &at, label || all ? 0 : accumulates ? n * 4 : 2 * n * 4);
    a->sent = mg__cuda_carve(base, &at, info->has_scatter ? n * value : 0);
    a->record = mg__cuda_carve(base, &at, work->plan->recorder->keep ? MG_LOOP_RECORDS * sizeof(mg_loop_record) : 0);
    return at;
}

static mg_status take_memory(mg_cuda_work *work, mg_loop_args *a) {
    mg_status status = MG_OK;
    uint64_t zeroed = 0;
    MG_TRY(mg__cuda_need_scratch(work, lay_out(work, NULL, a, &zeroed)));
    lay_out(work, work->scratch, a, &zeroed);
    if (zeroed) {
        MG_CUDA_TRY(work->context, cudaMemsetAsync(work->scratch, 0, zeroed, work->cuda->stream),
                    "clearing device memory");
    }
out:
    return status;
}

/* The list of recorded levels, where they begin, and their edges. */
static mg_status take_levels(mg_cuda_work *work, mg_loop_args *a) {
    mg_status status = MG_OK;
    const uint64_t n = a->n;
    uint64_t at = 0;
    if (!work->info.record && work->info.frontier != MG_FRONTIER_REPLAY) {
        return MG_OK;
    }
    if (!work->levels) {
        MG_TRY(mg__cuda_get(work->context, work->cuda, &work->levels, (n + 2) * 16 + 1024, "recorded levels"));
    }
    a->level_edges = mg__cuda_carve(work->levels, &at, (n + 2) * sizeof *a->level_edges);
    a->level_begin = mg__cuda_carve(work->levels, &at, (n + 2) * sizeof *a->level_begin);
    a->level_list = mg__cuda_carve(work->levels, &at, n * sizeof *a->level_list);
    a->level_count = work->level_count;
    const mg_direction from = work->level_direction, here = work->info.direction;
    a->level_exact = !work->graph->directed || (from == MG_DIRECTION_BOTH ? here == from : here != from);
out:
    return status;
}

/* What a later phase wants to know of this one. */
static mg_status hand_on(mg_cuda_work *work, const mg_loop_args *a, const mg_loop_state *s) {
    if (s->outcome == MG_LOOP_OVERFLOW) {
        return mg__fail(work->context, MG_ERROR_PROGRAM,
                        "phase %s: a recorded phase may activate every vertex only once", work->phase->name);
    }
    if (work->info.totals) {
        work->totals = a->control->state.totals;
    }
    if (work->info.record) {
        work->level_count = s->iteration;
        work->level_direction = work->info.direction;
    }
    work->stopped_at_limit = work->stopped_at_limit || s->outcome == MG_LOOP_LIMIT;
    return MG_OK;
}

void mg__cuda_tune_loop(const mg_cuda_work *work, mg_loop_args *a) {
    const mg_cuda_tuning *t = &work->cuda->tuning;
    const bool first_hit = work->info.properties & MG_FIRST_HIT;
    const uint32_t fitting = mg__cuda_is_sparse(work->graph) ? 16 : 8;
    a->cluster_blocks = work->cuda->major < 9 ? 1 : t->cluster_blocks ? t->cluster_blocks : fitting;
    a->block_entries = t->block_entries;
    a->cluster_entries = a->cluster_blocks > 1 ? t->cluster_entries * a->cluster_blocks : 0;
    a->least_chunk = t->least_chunk;
    a->width_goal = t->width_goal;
    a->pull_edges = (float)(first_hit ? t->pull_share * a->n : t->sweep_share * (double)(a->arcs * a->sides));
    a->pull_rest = (float)(first_hit ? t->rest_share : 0.0);
    a->slice_clocks = (long long)(t->slice_seconds * 1000.0 * work->cuda->clock_khz);
    a->iteration_limit =
        work->plan->options.max_iterations ? work->plan->options.max_iterations : work->info.iteration_limit;
    a->record_capacity = work->plan->recorder->keep ? MG_LOOP_RECORDS : 0;
}

static mg_status begin(mg_cuda_work *work, const mg_loop_args *a) {
    mg_status status = MG_OK;
    mg_loop_control control = {.far_min = {UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    control.state.width = work->cuda->tuning.first_width;
    control.state.near_limit = a->iteration_limit ? UINT32_MAX : control.state.width;
    MG_TRY(mg__cuda_upload(work->context, work->cuda, a->control, &control, sizeof control));
    if (work->totals != a->control->state.totals) {
        MG_CUDA_TRY(work->context,
                    cudaMemcpyAsync(a->control->state.totals, work->totals, sizeof control.state.totals,
                                    cudaMemcpyDeviceToDevice, work->cuda->stream),
                    "handing totals on");
    }
out:
    return status;
}

/* Adds what one slice did to the run's record. Without a record of every iteration only the sums are known. */
static mg_status record_slice(mg_cuda_work *work, const mg_loop_args *a, const mg_loop_control *control,
                              const mg_loop_state *before, double seconds) {
    mg_status status = MG_OK;
    mg_recorder *recorder = work->plan->recorder;
    const mg_loop_state *s = &control->state;
    const uint32_t done = s->iteration - before->iteration,
                   count = recorder->keep && done > MG_LOOP_RECORDS ? MG_LOOP_RECORDS : done;
    mg_loop_record *records = NULL;
    if (!recorder->keep) {
        recorder->totals.iterations += count;
        for (int mode = 0; mode < 4; mode++) {
            recorder->totals.mode_iterations[mode] += s->iterations_by_mode[mode] - before->iterations_by_mode[mode];
        }
        recorder->totals.vertices_visited += s->vertices_visited - before->vertices_visited;
        recorder->totals.edges_visited += s->edges_visited - before->edges_visited;
        return MG_OK;
    }
    const double clocks = (double)(control->clock_end - control->clock_begin);
    const double per_clock = clocks > 0.0 ? seconds / clocks : 0.0;
    uint64_t last = (uint64_t)control->clock_begin;
    MG_TRY(MG_GET(work->context, records, count, "iteration record"));
    MG_TRY(mg__cuda_download(work->context, work->cuda, records, a->record, count * sizeof *records));
    for (uint32_t i = 0; i < count; i++) {
        MG_TRY(mg__record(work->context, recorder,
                          (mg_iteration){.iteration = records[i].iteration,
                                         .mode = (mg_mode)records[i].mode,
                                         .frontier_vertices = records[i].vertices,
                                         .frontier_edges = records[i].edges,
                                         .seconds = (double)(records[i].clock - last) * per_clock}));
        last = records[i].clock;
    }
out:
    mg__release(&work->context->memory, records);
    return status;
}

/* One launch. */
static mg_status run_slice(mg_cuda_work *work, const void *kernel, const mg_loop_args *a, mg_loop_control *control) {
    mg_status status = MG_OK;
    mg_cuda *cuda = work->cuda;
    double seconds = 0.0;
    MG_CUDA_TRY(work->context, cudaMemsetAsync(&a->control->arrived, 0, sizeof a->control->arrived, cuda->stream),
                "a slice");
    MG_CUDA_TRY(work->context, cudaMemsetAsync(&a->control->state.outcome, 0, sizeof(uint32_t), cuda->stream),
                "a slice");
    MG_TRY(mg__cuda_start_time(work));
    MG_TRY(mg__cuda_launch_all(work, kernel, a, a->cluster_blocks));
    MG_TRY(mg__cuda_stop_time(work));
    const mg_loop_state before = control->state;
    MG_TRY(mg__cuda_download(work->context, cuda, control, a->control, sizeof *control));
    MG_TRY(mg__cuda_take_time(work, &seconds));
    MG_TRY(record_slice(work, a, control, &before, seconds));
out:
    return status;
}

mg_status mg__cuda_run_slices(mg_cuda_work *work, const void *kernel, mg_loop_args *a, mg_loop_control *control) {
    mg_status status = MG_OK;
    do {
        MG_TRY(mg__progress(work->context, "running", -1.0));
        MG_TRY(mg__cuda_better_kernel(work, &kernel));
        a->record_base = control->state.iteration;
        MG_TRY(run_slice(work, kernel, a, control));
    } while (control->state.outcome == MG_LOOP_SLICE);
    MG_TRY(hand_on(work, a, &control->state));
out:
    return status;
}

mg_status mg__cuda_run_loop(mg_cuda_work *work) {
    mg_status status = MG_OK;
    mg_loop_args a;
    mg_loop_control control = {0};
    const void *kernel = NULL;
    MG_TRY(mg__cuda_kernel(work, MG_KERNEL_LOOP, &kernel));
    MG_TRY(mg__cuda_arguments(work, &a));
    MG_TRY(take_memory(work, &a));
    MG_TRY(take_levels(work, &a));
    mg__cuda_tune_loop(work, &a);
    MG_TRY(begin(work, &a));
    MG_TRY(mg__cuda_run_slices(work, kernel, &a, &control));
out:
    return status;
}
