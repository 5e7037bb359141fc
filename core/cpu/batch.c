/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/batch.h"

static uint64_t every_lane(const mg_work *work) {
    return ~(uint64_t)0 >> (MG_LANES_MAX - work->lanes);
}

mg_status mg__batch_create(mg_work *work) {
    mg_status status = MG_OK;
    const mg_vertex n = mg_graph_vertex_count(work->graph);
    work->lanes = work->plan->options.lanes > 1 ? work->plan->options.lanes : 1;
    work->live = every_lane(work);
    if (work->lanes > 1) {
        MG_TRY(MG_GET(work->context, work->words[0], n, "lanes of the frontier"));
        MG_TRY(MG_GET(work->context, work->words[1], n, "lanes of the frontier"));
        MG_TRY(MG_GET_ZEROED(work->context, work->needing_words, n, "lanes of receivers"));
    }
out:
    return status;
}

void mg__batch_destroy(mg_work *work) {
    const mg_allocator *memory = &work->context->memory;
    mg__release(memory, work->words[0]);
    mg__release(memory, work->words[1]);
    mg__release(memory, work->receiver_words);
    mg__release(memory, work->needing_words);
}

static void fill(const mg_work *work, uint64_t *words, uint64_t value) {
#pragma omp parallel for num_threads(work->threads) if (work->frame.n > MG_SERIAL_LIMIT)
    for (mg_vertex v = 0; v < work->frame.n; v++) {
        words[v] = value;
    }
}

static void show_lanes(mg_work *work) {
    mg_lanes *lanes = &work->frame.lanes;
    lanes->count = work->lanes;
    lanes->live = work->live;
    lanes->now = work->words[0];
    lanes->next = work->words[1];
    lanes->start = work->lane_start;
}

void mg__batch_phase(mg_work *work) {
    if (work->lanes == 1) {
        return;
    }
    work->live = every_lane(work);
    memset(work->lane_start, 0, sizeof work->lane_start);
    /* Labels change while edges are followed, and without init nobody fills the words. */
    const bool kept = !(work->info.properties & MG_LABEL) && work->info.frontier != MG_FRONTIER_REPLAY;
    work->frame.lanes.needing = kept ? work->needing_words : NULL;
    fill(work, work->words[0], 0);
    fill(work, work->words[1], 0);
    show_lanes(work);
}

static void swap_words(mg_work *work) {
    uint64_t *const swap = work->words[0];
    work->words[0] = work->words[1];
    work->words[1] = swap;
    show_lanes(work);
}

void mg__batch_begin(mg_work *work) {
    if (work->lanes > 1) {
        work->live = work->sinks.lanes;
        swap_words(work);
    }
}

void mg__words_set(mg_work *work, uint64_t *words, const mg_vertex *list, const uint64_t *values, size_t count) {
#pragma omp parallel for num_threads(work->threads) if (count > MG_SERIAL_LIMIT)
    for (size_t i = 0; i < count; i++) {
        words[list[i]] = values[i];
    }
}

void mg__words_clear(mg_work *work, uint64_t *words, const mg_vertex *list, size_t count) {
#pragma omp parallel for num_threads(work->threads) if (count > MG_SERIAL_LIMIT)
    for (size_t i = 0; i < count; i++) {
        words[list[i]] = 0;
    }
}

bool mg__batch_advance(mg_work *work, uint32_t iteration) {
    const mg_frontier *now = &work->now;
    uint64_t live = work->live & work->sinks.lanes;
    for (uint64_t rest = work->live; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctzll(rest);
        if (work->kernels->finished(&work->frame, iteration, work->totals + (size_t)lane * MG_TOTALS_MAX)) {
            live &= ~((uint64_t)1 << lane);
        }
    }
    work->live = live;
    if (now->has_list && now->count < work->frame.n / 16) {
        mg__words_clear(work, work->words[0], now->list, now->count);
    } else {
        fill(work, work->words[0], 0);
    }
    if (work->info.properties & MG_ALL_ACTIVE) {
        fill(work, work->words[1], live);
    }
    swap_words(work);
    return live != 0;
}
