/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/levels.h"

#include <assert.h>
#include <string.h>

/* Reallocates *block for `capacity` elements and keeps the first `used`. */
static mg_status grow(mg_context *context, void **block, size_t used, size_t capacity, size_t size) {
    void *larger = NULL;
    const mg_status status = mg__kept_alloc(context, &larger, capacity, size, "recorded levels");
    if (status < 0) {
        return status;
    }
    if (used) {
        memcpy(larger, *block, used * size);
    }
    mg__kept_release(context, *block);
    *block = larger;
    return MG_OK;
}

static mg_status reserve_level(mg_cpu_work *work, size_t used, size_t more) {
    mg_status status = MG_OK;
    mg_levels *levels = &work->levels;
    if (levels->count + 2 > levels->capacity) {
        const size_t capacity = levels->capacity ? 2 * levels->capacity : 64;
        MG_TRY(grow(work->context, (void **)&levels->start, levels->capacity ? levels->count + 1 : 0, capacity,
                    sizeof *levels->start));
        MG_TRY(grow(work->context, (void **)&levels->edges, levels->count, capacity, sizeof *levels->edges));
        levels->capacity = capacity;
    }
    levels->start[0] = 0;
    if (used + more > levels->list_capacity) {
        const size_t least = work->frame.n, doubled = 2 * levels->list_capacity;
        const size_t wanted = used + more > doubled ? used + more : doubled, room = wanted > least ? wanted : least;
        levels->list_capacity = 0;
        MG_TRY(grow(work->context, (void **)&levels->list, used, room, sizeof *levels->list));
        if (work->lanes > 1) {
            MG_TRY(grow(work->context, (void **)&levels->lane_masks, used, room, sizeof *levels->lane_masks));
        }
        levels->list_capacity = room;
    }
out:
    return status;
}

/* Copies the lane masks of the level; returns the number of their bits. */
static size_t copy_lane_masks(mg_cpu_work *work, uint64_t *words) {
    const uint64_t *now = work->frame.lanes.now;
    size_t lane_vertices = 0;
#pragma omp parallel for num_threads(work->threads) reduction(+ : lane_vertices) if (work->now.count > MG_SERIAL_LIMIT)
    for (size_t i = 0; i < work->now.count; i++) {
        words[i] = now[work->now.list[i]] & work->running;
        lane_vertices += (size_t)__builtin_popcountll(words[i]);
    }
    for (uint64_t rest = work->running; rest; rest &= rest - 1) {
        work->levels.lane_levels[__builtin_ctzll(rest)]++;
    }
    return lane_vertices;
}

mg_status mg__record_level(mg_cpu_work *work) {
    mg_status status = MG_OK;
    mg_levels *levels = &work->levels;
    const size_t count = work->now.count;
    if (!work->info.record) {
        return MG_OK;
    }
    assert(count <= work->frame.n);
    const size_t begin = levels->count ? levels->start[levels->count] : 0;
    if (work->lanes == 1 && count > work->frame.n - begin) {
        goto activated_twice;
    }
    MG_TRY(reserve_level(work, begin, count));
    if (!work->is_dealt) {
        mg__ensure_list(work);
        memcpy(levels->list + begin, work->now.list, count * sizeof *levels->list);
    }
    if (work->lanes > 1) {
        levels->lane_vertices += copy_lane_masks(work, levels->lane_masks + begin);
        if (levels->lane_vertices > (size_t)work->frame.n * work->lanes) {
            goto activated_twice;
        }
    }
    levels->edges[levels->count] = work->now.edges;
    levels->start[++levels->count] = begin + count;
out:
    return status;
activated_twice:
    return mg__fail(work->context, MG_ERROR_PROGRAM, "phase %s: a recorded phase may activate every vertex only once",
                    work->phase->name);
}

void mg__record_list(mg_cpu_work *work, const mg_vertex *list, size_t begin, size_t count) {
    const mg_levels *const levels = &work->levels;
    if (work->info.record && count) {
        assert(levels->count && begin + count <= levels->start[levels->count] - levels->start[levels->count - 1]);
        memcpy(levels->list + levels->start[levels->count - 1] + begin, list, count * sizeof *levels->list);
    }
}

void mg__levels_destroy(mg_cpu_work *work) {
    mg_context *context = work->context;
    mg__kept_release(context, work->levels.list);
    mg__kept_release(context, work->levels.lane_masks);
    mg__kept_release(context, work->levels.start);
    mg__kept_release(context, work->levels.edges);
}
