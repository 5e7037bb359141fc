/* SPDX-License-Identifier: Apache-2.0
 *
 * run_loop.c: PROGRAM phases: memory for the loop kernel, its launches slice by slice, and its record.
 */
#include "core/cuda/work_cuda.h"

#include <string.h>

#define RECORDS 65536u /* iterations recorded per slice; a slice of 20 ms has fewer */

/* The device memory of one phase; released as one. */
typedef struct mg_loop_memory {
    void *block;
    mg_loop_control *control; /* at the front, with the bitmaps: zeroed */
    size_t zeroed;
    uint64_t bytes;
} mg_loop_memory;

/* Hands out pieces of a block whose size is not known yet: with base NULL only the sizes are added up. */
static void *carve(char *base, uint64_t *at, uint64_t bytes) {
    const uint64_t begin = *at;
    *at += (bytes + 255) / 256 * 256;
    return base && bytes ? base + begin : NULL;
}

static void lay_out(const mg_cuda_work *work, mg_loop_memory *memory, mg_loop_args *a) {
    const mg_phase_info *info = &work->info;
    const uint64_t n = a->n, words = (n + 31) / 32, value = info->value_size;
    const bool label = info->properties & MG_LABEL, all = info->properties & MG_ALL_ACTIVE;
    const bool accumulates = !label && !(info->properties & MG_FIRST_HIT);
    const uint64_t entries = all ? 0 : (n + a->arcs / MG_LOOP_SEGMENT + 1) * a->sides;
    uint64_t at = 0;
    char *base = memory->block;
    memory->control = carve(base, &at, sizeof *memory->control);
    a->control = memory->control;
    for (int i = 0; i < 2; i++) {
        a->claim[i] = carve(base, &at, all ? 0 : words * 4);
        a->bits[i] = carve(base, &at, label ? 0 : words * 4);
    }
    a->far_bits = carve(base, &at, info->has_priority ? words * 4 : 0);
    memory->zeroed = at;
    for (int i = 0; i < 2; i++) {
        a->queue[i] = carve(base, &at, entries * sizeof(mg_loop_entry));
        a->far[i] = carve(base, &at, info->has_priority ? n * 4 : 0);
    }
    a->acc = carve(base, &at, accumulates && !all ? n * value : 0);
    a->touched = carve(base, &at, label || all ? 0 : accumulates ? n * 4 : 2 * n * 4);
    a->sent = carve(base, &at, info->has_scatter ? n * value : 0);
    a->record = carve(base, &at, work->plan->recorder->keep ? RECORDS * sizeof(mg_loop_record) : 0);
    memory->bytes = at;
}

static mg_status create_memory(mg_cuda_work *work, mg_loop_memory *memory, mg_loop_args *a) {
    mg_status status = MG_OK;
    *memory = (mg_loop_memory){0};
    lay_out(work, memory, a);
    MG_TRY(mg__cuda_get(work->context, work->cuda, &memory->block, memory->bytes, "a phase's queues and bitmaps"));
    lay_out(work, memory, a);
    MG_CUDA_TRY(work->context, cudaMemsetAsync(memory->block, 0, memory->zeroed, work->cuda->stream),
                "clearing device memory");
out:
    return status;
}

static void tune(const mg_cuda_work *work, mg_loop_args *a) {
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
    a->record_capacity = work->plan->recorder->keep ? RECORDS : 0;
}

static mg_status begin(mg_cuda_work *work, const mg_loop_args *a) {
    mg_status status = MG_OK;
    mg_loop_control control = {.far_min = {UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    control.state.width = work->cuda->tuning.first_width;
    control.state.near_limit = a->iteration_limit ? UINT32_MAX : control.state.width;
    memcpy(control.state.totals, work->totals, sizeof work->totals);
    MG_TRY(mg__cuda_upload(work->context, work->cuda, a->control, &control, sizeof control));
out:
    return status;
}

/* Adds what one slice did to the run's record. Without a record of every iteration only the sums are known. */
static mg_status record_slice(mg_cuda_work *work, const mg_loop_args *a, const mg_loop_control *control,
                              const mg_loop_state *before, double seconds) {
    mg_status status = MG_OK;
    mg_recorder *recorder = work->plan->recorder;
    const mg_loop_state *s = &control->state;
    const uint32_t done = s->iteration - before->iteration, count = recorder->keep && done > RECORDS ? RECORDS : done;
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
    float ms = 0.0f;
    MG_CUDA_TRY(work->context, cudaMemsetAsync(&a->control->arrived, 0, sizeof a->control->arrived, cuda->stream),
                "a slice");
    MG_CUDA_TRY(work->context, cudaMemsetAsync(&a->control->state.outcome, 0, sizeof(uint32_t), cuda->stream),
                "a slice");
    MG_CUDA_TRY(work->context, cudaEventRecord(cuda->begin, cuda->stream), "timing");
    MG_TRY(mg__cuda_launch_all(work, kernel, a, a->cluster_blocks));
    MG_CUDA_TRY(work->context, cudaEventRecord(cuda->end, cuda->stream), "timing");
    const mg_loop_state before = control->state;
    MG_TRY(mg__cuda_download(work->context, cuda, control, a->control, sizeof *control));
    MG_CUDA_TRY(work->context, cudaEventElapsedTime(&ms, cuda->begin, cuda->end), "timing");
    cuda->times.kernels += ms;
    MG_TRY(record_slice(work, a, control, &before, 1e-3 * (double)ms));
out:
    return status;
}

mg_status mg__cuda_run_loop(mg_cuda_work *work) {
    mg_status status = MG_OK;
    mg_loop_memory memory = {0};
    mg_loop_args a;
    mg_loop_control control = {0};
    const void *kernel = NULL;
    if (work->graph->n == 0) {
        return MG_OK;
    }
    MG_TRY(mg__cuda_kernel(work, MG_KERNEL_LOOP, &kernel));
    MG_TRY(mg__cuda_arguments(work, &a));
    MG_TRY(create_memory(work, &memory, &a));
    a.iteration_limit =
        work->plan->options.max_iterations ? work->plan->options.max_iterations : work->info.iteration_limit;
    tune(work, &a);
    MG_TRY(begin(work, &a));
    do {
        MG_TRY(mg__progress(work->context, "running", -1.0));
        a.record_base = control.state.iteration;
        MG_TRY(run_slice(work, kernel, &a, &control));
    } while (control.state.outcome == MG_LOOP_SLICE);
    memcpy(work->totals, control.state.totals, sizeof work->totals);
    work->stopped_at_limit = work->stopped_at_limit || control.state.outcome == MG_LOOP_LIMIT;
out:
    mg__cuda_release(work->cuda, memory.block);
    return status;
}
