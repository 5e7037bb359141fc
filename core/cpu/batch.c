/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/batch.h"

#include <assert.h>
#include <string.h>

static uint64_t every_lane(const mg_cpu_work *work) {
    assert(work->lanes >= 1 && work->lanes <= MG_LANES_MAX);
    return ~(uint64_t)0 >> (MG_LANES_MAX - work->lanes);
}

mg_status mg__batch_create(mg_cpu_work *work) {
    mg_status status = MG_OK;
    const mg_vertex n = mg_graph_vertex_count(work->graph);
    work->lanes = work->plan->options.lanes > 1 ? work->plan->options.lanes : 1;
    work->running = every_lane(work);
    if (work->lanes > 1) {
        MG_TRY(MG_KEPT_ALLOC(work->context, work->lane_masks[0], n, "lanes of the frontier"));
        MG_TRY(MG_KEPT_ALLOC(work->context, work->lane_masks[1], n, "lanes of the frontier"));
        MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, work->needing_masks, n, "lanes of receivers"));
    }
out:
    return status;
}

void mg__batch_destroy(mg_cpu_work *work) {
    mg_context *context = work->context;
    mg__kept_release(context, work->lane_masks[0]);
    mg__kept_release(context, work->lane_masks[1]);
    mg__kept_release(context, work->receiver_masks);
    mg__kept_release(context, work->needing_masks);
}

static void fill_lane_masks(const mg_cpu_work *work, uint64_t *words, uint64_t value) {
#pragma omp parallel for num_threads(work->threads) if (work->frame.n > MG_SERIAL_LIMIT)
    for (mg_vertex v = 0; v < work->frame.n; v++) {
        words[v] = value;
    }
}

static void set_frame_lanes(mg_cpu_work *work) {
    mg_lanes *lanes = &work->frame.lanes;
    lanes->count = work->lanes;
    lanes->running = work->running;
    lanes->now = work->lane_masks[0];
    lanes->next = work->lane_masks[1];
    lanes->first_iteration = work->lane_first_iteration;
}

void mg__batch_phase(mg_cpu_work *work) {
    if (work->lanes == 1) {
        return;
    }
    work->running = every_lane(work);
    memset(work->lane_first_iteration, 0, sizeof work->lane_first_iteration);
    /* The masks are not cached for labels, which change during push, nor in replays, which may have no init to fill
     * them. */
    const bool uses_masks = !(work->info.properties & MG_LABEL) && work->info.frontier != MG_FRONTIER_REPLAY;
    work->frame.lanes.needing = uses_masks ? work->needing_masks : NULL;
    fill_lane_masks(work, work->lane_masks[0], 0);
    fill_lane_masks(work, work->lane_masks[1], 0);
    set_frame_lanes(work);
}

static void swap_lane_masks(mg_cpu_work *work) {
    uint64_t *const swap = work->lane_masks[0];
    work->lane_masks[0] = work->lane_masks[1];
    work->lane_masks[1] = swap;
    set_frame_lanes(work);
}

void mg__batch_begin(mg_cpu_work *work) {
    if (work->lanes > 1) {
        work->running = work->sinks.lanes;
        swap_lane_masks(work);
    }
}

void mg__lane_masks_set(mg_cpu_work *work, uint64_t *words, const mg_vertex *list, const uint64_t *values,
                        size_t count) {
#pragma omp parallel for num_threads(work->threads) if (count > MG_SERIAL_LIMIT)
    for (size_t i = 0; i < count; i++) {
        words[list[i]] = values[i];
    }
}

void mg__lane_masks_clear(mg_cpu_work *work, uint64_t *words, const mg_vertex *list, size_t count) {
#pragma omp parallel for num_threads(work->threads) if (count > MG_SERIAL_LIMIT)
    for (size_t i = 0; i < count; i++) {
        words[list[i]] = 0;
    }
}

bool mg__batch_advance(mg_cpu_work *work, uint32_t iteration) {
    const mg_frontier *now = &work->now;
    uint64_t running = work->running & work->sinks.lanes;
    assert((work->running & ~every_lane(work)) == 0);
    for (uint64_t rest = work->running; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        if (work->kernels->finished(&work->frame, iteration, work->totals + (size_t)lane * MG_TOTALS_MAX)) {
            running &= ~((uint64_t)1 << lane);
        }
    }
    work->running = running;
    if (now->has_list && now->count < work->frame.n / 16) {
        mg__lane_masks_clear(work, work->lane_masks[0], now->list, now->count);
    } else {
        fill_lane_masks(work, work->lane_masks[0], 0);
    }
    if (work->info.properties & MG_ALL_ACTIVE) {
        fill_lane_masks(work, work->lane_masks[1], running);
    }
    swap_lane_masks(work);
    return running != 0;
}
