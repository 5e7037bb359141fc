/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/buckets.h"

#include <assert.h>
#include <string.h>

/* The smallest block of a bin. */
#define LEAST_CAPACITY 64

bool mg__bin_reserve(mg_buckets *buckets, int t, mg_bin *bin, size_t capacity) {
    mg_context *const context = buckets->work->context;
    mg_bucket_thread *const own = &buckets->thread[t];
    if (capacity <= bin->capacity) {
        return true;
    }
    if (!bin->capacity && own->spares && own->spare[own->spares - 1].capacity >= capacity) {
        *bin = own->spare[--own->spares];
        return true;
    }
    capacity = capacity < 2 * bin->capacity ? 2 * bin->capacity : capacity;
    capacity = capacity < LEAST_CAPACITY ? LEAST_CAPACITY : capacity;
    mg_vertex *items = mg__kept_allocate(context, capacity, sizeof *items);
    if (!items) {
        return false;
    }
    if (bin->count) {
        memcpy(items, bin->items, bin->count * sizeof *items);
    }
    mg__kept_release(context, bin->items);
    bin->items = items;
    bin->capacity = capacity;
    return true;
}

static mg_bin *bin_of(mg_bins *bins, uint32_t bucket) {
    return bucket - bins->window_begin < MG_BUCKET_WINDOW ? &bins->bins[bucket % MG_BUCKET_WINDOW] : &bins->overflow;
}

bool mg__bin_put(mg_buckets *buckets, int t, mg_vertex v) {
    const mg_cpu_work *work = buckets->work;
    assert(v < work->frame.n);
    mg_bin *bin = bin_of(buckets->thread[t].bins, work->kernels->bucket(&work->frame, v));
    if (!mg__bin_reserve(buckets, t, bin, bin->count + 1)) {
        return false;
    }
    bin->items[bin->count++] = v;
    return true;
}

void mg__bin_empty(mg_buckets *buckets, int t, mg_bin *bin) {
    mg_bucket_thread *const own = &buckets->thread[t];
    bin->count = 0;
    if (bin->capacity && own->spares < MG_SPARE_BINS) {
        own->spare[own->spares++] = *bin;
        *bin = (mg_bin){0};
    }
}

mg_bin *mg__bin_own(const mg_buckets *buckets, int t, uint32_t bucket) {
    return &buckets->thread[t].bins->bins[bucket % MG_BUCKET_WINDOW];
}

bool mg__buckets_reserve(mg_buckets *buckets) {
    const uint32_t current = buckets->current;
    assert(current - buckets->thread[0].bins->window_begin < MG_BUCKET_WINDOW);
    size_t total = 0;
    for (int t = 0; t < buckets->work->threads; t++) {
        total += buckets->thread[t].lowest <= current ? mg__bin_own(buckets, t, current)->count : 0;
    }
    buckets->list.count = 0;
    if (!mg__bin_reserve(buckets, 0, &buckets->list, total)) {
        return false;
    }
    buckets->list.count = total;
    return true;
}

void mg__buckets_move(mg_buckets *buckets, int t, size_t *end) {
    mg_bucket_thread *const own = &buckets->thread[t];
    mg_bin *const bin = mg__bin_own(buckets, t, buckets->current);
    own->bins->current = buckets->current;
    if (own->lowest <= buckets->current && bin->count) {
        const size_t at = __atomic_fetch_add(end, bin->count, __ATOMIC_RELAXED);
        memcpy(buckets->list.items + at, bin->items, bin->count * sizeof *bin->items);
        mg__bin_empty(buckets, t, bin);
    }
}

void mg__buckets_find_lowest(mg_buckets *buckets, int t) {
    mg_bucket_thread *const own = &buckets->thread[t];
    const uint64_t end = (uint64_t)own->bins->window_begin + MG_BUCKET_WINDOW;
    uint64_t b = buckets->current;
    while (b < end && !mg__bin_own(buckets, t, (uint32_t)b)->count) {
        b++;
    }
    own->lowest = b;
}

/* Finds the lowest non-empty bucket; false: the window is empty. */
static bool next_in_window(mg_buckets *buckets) {
    const uint64_t end = (uint64_t)buckets->thread[0].bins->window_begin + MG_BUCKET_WINDOW;
    uint64_t lowest = end;
    for (int t = 0; t < buckets->work->threads; t++) {
        lowest = buckets->thread[t].lowest < lowest ? buckets->thread[t].lowest : lowest;
    }
    buckets->current = lowest < end ? (uint32_t)lowest : buckets->current;
    return lowest < end;
}

/* Redistributes the overflow bin of thread t to a window that begins at `lowest`. */
static bool redistribute(mg_buckets *buckets, int t, uint64_t done, uint32_t lowest) {
    const mg_cpu_work *work = buckets->work;
    mg_bins *bins = buckets->thread[t].bins;
    mg_bin overflow = bins->overflow;
    bool ok = true;
    bins->overflow = (mg_bin){0};
    bins->window_begin = buckets->current = lowest;
    for (size_t i = 0; i < overflow.count; i++) {
        if (work->kernels->bucket(&work->frame, overflow.items[i]) >= done) {
            ok = mg__bin_put(buckets, t, overflow.items[i]) && ok;
        }
    }
    mg__kept_release(work->context, overflow.items);
    mg__buckets_find_lowest(buckets, t);
    return ok;
}

/* Moves the window to the lowest bucket in the overflow bins. All buckets below `done` are complete, so entries in them
 * are stale and dropped. */
static bool move_window(mg_buckets *buckets, uint64_t done, bool *more) {
    const mg_cpu_work *work = buckets->work;
    uint32_t lowest = UINT32_MAX;
    bool ok = true;
    *more = false;
    for (int t = 0; t < work->threads; t++) {
        const mg_bin *overflow = &buckets->thread[t].bins->overflow;
        for (size_t i = 0; i < overflow->count; i++) {
            const uint32_t bucket = work->kernels->bucket(&work->frame, overflow->items[i]);
            if (bucket >= done) {
                *more = true;
                lowest = bucket < lowest ? bucket : lowest;
            }
        }
    }
    for (int t = 0; t < work->threads && *more; t++) {
        ok = redistribute(buckets, t, done, lowest) && ok;
    }
    return ok;
}

bool mg__buckets_next(mg_buckets *buckets, uint64_t done, bool *more) {
    *more = next_in_window(buckets);
    return *more || move_window(buckets, done, more);
}

bool mg__is_beyond_horizon(const mg_cpu_work *work, uint32_t bucket) {
    const mg_horizon *const horizon = work->plan->horizon;
    return horizon && (bucket > horizon->last_bucket ||
                       (horizon->target != MG_NONE && bucket > work->kernels->bucket(&work->frame, horizon->target)));
}

/* The overflow bin of thread 0 takes them; the window begins at the lowest bucket. */
bool mg__buckets_start(mg_buckets *buckets, bool *more) {
    mg_cpu_work *work = buckets->work;
    mg_bin *overflow = &buckets->thread[0].bins->overflow;
    *more = false;
    if (!work->now.count) {
        return true;
    }
    mg__ensure_list(work);
    if (!mg__bin_reserve(buckets, 0, overflow, work->now.count)) {
        return false;
    }
    memcpy(overflow->items, work->now.list, work->now.count * sizeof *overflow->items);
    overflow->count = work->now.count;
    return move_window(buckets, 0, more);
}

mg_status mg__buckets_create(mg_cpu_work *work, mg_buckets *buckets) {
    mg_status status = MG_OK;
    *buckets = (mg_buckets){.work = work};
    MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, buckets->thread, (uint64_t)work->threads, "buckets"));
    for (int t = 0; t < work->threads; t++) {
        MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, buckets->thread[t].bins, 1, "buckets"));
    }
out:
    return status;
}

static void destroy_thread(mg_context *context, mg_bucket_thread *own) {
    for (uint32_t b = 0; own->bins && b < MG_BUCKET_WINDOW; b++) {
        mg__kept_release(context, own->bins->bins[b].items);
    }
    if (own->bins) {
        mg__kept_release(context, own->bins->overflow.items);
        mg__kept_release(context, own->bins->spill.items);
    }
    for (size_t i = 0; i < own->spares; i++) {
        mg__kept_release(context, own->spare[i].items);
    }
    mg__kept_release(context, own->scratch.items);
    mg__kept_release(context, own->bins);
}

void mg__buckets_destroy(mg_buckets *buckets) {
    mg_context *context = buckets->work->context;
    for (int t = 0; buckets->thread && t < buckets->work->threads; t++) {
        destroy_thread(context, &buckets->thread[t]);
    }
    mg__kept_release(context, buckets->thread);
    mg__kept_release(context, buckets->list.items);
}
