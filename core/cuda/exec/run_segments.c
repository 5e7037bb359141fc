/* SPDX-License-Identifier: Apache-2.0
 *
 * run_segments.c: pushes along segments (kernel/segments/segments.cuh). The loop kernel ends before such a step, the
 * segments kernel sums the contributions to receivers of high in-degree, and the loop kernel sums the others.
 */
#include "core/cuda/exec/run_segments.h"

#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/layout/segments/device_segments.h"

/* Not with totals of first hits: segments would add a second place that updates vertices. */
static bool is_possible(const mg_cuda_run *run) {
    const mg_phase_info *info = &run->info;
    const bool both = info->direction == MG_DIRECTION_BOTH && run->graph->directed;
    const bool counts = info->totals && (info->properties & MG_FIRST_HIT);
    return run->plan->options.sparse_layout == MG_SPARSE_SEGMENTED && info->kind == MG_KIND_PROGRAM &&
           run->plan->options.lanes <= 1 && !(info->properties & MG_ALL_ACTIVE) && info->weight_type != MG_OTHER &&
           !both && !counts;
}

mg_status mg__cuda_get_segments(mg_cuda_run *run, const mg_segments_built **built) {
    mg_status status = MG_OK;
    const mg_device_need edges = {.in = true, .weights = run->info.weight_type};
    mg_device_graph *g = NULL;
    *built = NULL;
    if (is_possible(run)) {
        MG_TRY(mg__cuda_has_kernel(run, MG_KERNEL_SEGMENTS));
        MG_TRY(mg__device_graph(run->context, run->cuda, run->graph, &edges, &g));
        MG_TRY(mg__cuda_segments_get(run->context, run->cuda, run->graph, g, run->info.direction == MG_DIRECTION_IN,
                                     (uint32_t)run->info.value_size, run->info.weight_type, built));
    }
out:
    return status;
}

/* Thread blocks per segment in proportion to its edges, at least one. */
static uint32_t assign_blocks(const mg_cuda *cuda, const mg_segments_built *b, uint32_t *first) {
    const uint32_t segments = b->layout.segment_count, sms = (uint32_t)cuda->sms;
    const uint32_t spare = sms > segments ? sms - segments : 0;
    const double all = (double)(b->part_begin[segments + 1] - b->part_begin[1]);
    first[0] = 0;
    for (uint32_t s = 0; s < segments; s++) {
        const double before = (double)(b->part_begin[s + 2] - b->part_begin[1]);
        first[s + 1] = s + 1 + (uint32_t)(spare * before / (all > 0.0 ? all : 1.0));
    }
    return first[segments];
}

mg_status mg__cuda_prepare_segments(mg_cuda_run *run, mg_cuda_segments *segments, mg_loop_args *a) {
    mg_status status = MG_OK;
    const mg_segments_built *b = NULL;
    mg_segments_args *h = &segments->args;
    MG_TRY(mg__cuda_get_segments(run, &b));
    if (!b || b->layout.segment_count == 0) {
        return MG_OK;
    }
    const size_t value = run->info.value_size;
    h->segments = b->layout;
    h->segments.weights = b->weights[run->info.weight_type];
    segments->blocks = assign_blocks(run->cuda, b, h->first);
    segments->shared = h->segments.width * (uint32_t)value;
    const uint64_t sums = (uint64_t)segments->blocks * h->segments.width;
    MG_TRY(mg__cuda_kernel(run, MG_KERNEL_SEGMENTS, &segments->kernel));
    MG_TRY(mg__cuda_get(run->context, run->cuda, &h->sums, sums * value, "segments' sums"));
    a->segment_min_edges = (uint64_t)(run->cuda->tuning.segment_edge_share * (double)sums);
    a->send[1] = (mg_device_side){h->segments.offsets, h->segments.neighbours, h->segments.weights};
out:
    return status;
}

static mg_status launch(mg_cuda_run *run, mg_cuda_segments *segments, mg_segments_role role, uint32_t blocks,
                        uint32_t threads) {
    const mg_cuda_launch shape = {.kernel = segments->kernel,
                                  .argument = &segments->args,
                                  .argument_bytes = sizeof segments->args,
                                  .blocks = blocks,
                                  .threads = threads,
                                  .shared = role == MG_SEGMENTS_SUM ? segments->shared : 0};
    segments->args.role = role;
    return mg__cuda_launch(run, &shape);
}

mg_status mg__cuda_queue_segments(mg_cuda_run *run, mg_cuda_segments *segments, const mg_loop_args *a,
                                  const mg_loop_state *state) {
    mg_status status = MG_OK;
    const uint32_t wide = 2 * (uint32_t)run->cuda->sms, needed = segments->args.segments.rows / MG_LOOP_THREADS + 1;
    const bool sends = run->info.has_scatter && run->info.frontier != MG_FRONTIER_REPLAY && !state->frontier.sent_ahead;
    segments->args.loop = *a;
    MG_TRY(mg__cuda_upgrade_kernel(run, &segments->kernel));
    MG_CUDA_TRY(
        run->context,
        cudaFuncSetAttribute(segments->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)segments->shared),
        "shared memory");
    if (sends) {
        MG_TRY(launch(run, segments, MG_SEGMENTS_SEND, wide, MG_LOOP_THREADS));
    }
    MG_TRY(launch(run, segments, MG_SEGMENTS_SUM, segments->blocks, MG_SEGMENT_THREADS));
    MG_TRY(launch(run, segments, MG_SEGMENTS_DELIVER, needed < wide ? needed : wide, MG_LOOP_THREADS));
out:
    return status;
}
