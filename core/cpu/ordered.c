/* SPDX-License-Identifier: Apache-2.0
 *
 * ordered.c: label programs in the order of their priority, as delta-stepping does it. Every thread keeps bins for a
 * window of MG_BINS buckets; the lowest bucket of all threads is worked off together, and a thread goes on with what it
 * found for the same bucket itself as long as that is little (bucket fusion [1]). Buckets beyond the window wait in `far`
 * until the window is empty.
 *
 * [1] Y. Zhang et al.: Optimizing Ordered Graph Algorithms with GraphIt. CGO 2020.
 */
#include "core/cpu/work.h"

#include <omp.h>

#define FUSE_LIMIT 1000
#define CHUNK 64
/* A bucket of fewer vertices is left to one thread. */
#define SERIAL_BUCKET 256

typedef struct ordered_team {
    mg_work *work;
    mg_bins **bins;   /* one per thread */
    mg_bin *scratch;  /* one per thread */
    mg_bin list;      /* the bucket at hand, from all threads */
    bool failed;
} ordered_team;

static bool bin_reserve(const mg_allocator *memory, mg_bin *bin, size_t capacity) {
    if (capacity <= bin->capacity) {
        return true;
    }
    capacity = capacity < 2 * bin->capacity ? 2 * bin->capacity : capacity;
    capacity = capacity < 64 ? 64 : capacity;
    mg_vertex *items = mg__allocate(memory, capacity, sizeof *items);
    if (!items) {
        return false;
    }
    if (bin->count) {
        memcpy(items, bin->items, bin->count * sizeof *items);
    }
    mg__release(memory, bin->items);
    bin->items = items;
    bin->capacity = capacity;
    return true;
}

static mg_bin *bin_of(mg_bins *bins, uint32_t bucket) {
    return bucket - bins->first < MG_BINS ? &bins->bins[bucket % MG_BINS] : &bins->far;
}

static bool put(const ordered_team *team, mg_bins *bins, mg_vertex v) {
    mg_bin *bin = bin_of(bins, team->work->kernels->bucket(&team->work->frame, v));
    if (!bin_reserve(&team->work->context->memory, bin, bin->count + 1)) {
        return false;
    }
    bin->items[bin->count++] = v;
    return true;
}

/* Relaxes list[begin .. end) into a thread's bins; grows those that were full. */
static bool relax(ordered_team *team, mg_bins *bins, const mg_vertex *list, size_t begin, size_t end, bool serial) {
    const mg_frame *f = &team->work->frame;
    uint64_t edges = 0;
    for (size_t i = begin; i < end; i++) {
        for (uint32_t side = 0; side < f->sides; side++) {
            edges += f->send[side].offsets[list[i] + 1] - f->send[side].offsets[list[i]];
        }
    }
    if (!bin_reserve(&team->work->context->memory, &bins->spill, (size_t)edges)) {
        return false;
    }
    team->work->kernels->relax(f, list, begin, end, serial, bins);
    bool ok = true;
    for (size_t i = 0; ok && i < bins->spill.count; i++) {
        ok = put(team, bins, bins->spill.items[i]);
    }
    bins->spill.count = 0;
    return ok;
}

/* Works off what this thread itself found for the bucket at hand while it is little. */
static bool fuse(ordered_team *team, int t, bool serial) {
    mg_bins *bins = team->bins[t];
    mg_bin *own = &bins->bins[bins->current % MG_BINS], *scratch = &team->scratch[t];
    bool ok = true;
    while (ok && own->count && own->count < FUSE_LIMIT) {
        const mg_bin swap = *own;
        *own = *scratch;
        *scratch = swap;
        own->count = 0;
        ok = relax(team, bins, scratch->items, 0, scratch->count, serial);
    }
    return ok;
}

/* list = the bucket `current` of all threads. */
static bool collect(ordered_team *team, uint32_t current) {
    size_t total = 0;
    for (int t = 0; t < team->work->threads; t++) {
        total += team->bins[t]->bins[current % MG_BINS].count;
    }
    team->list.count = 0;
    if (!bin_reserve(&team->work->context->memory, &team->list, total)) {
        return false;
    }
    for (int t = 0; t < team->work->threads; t++) {
        mg_bin *bin = &team->bins[t]->bins[current % MG_BINS];
        team->bins[t]->current = current;
        if (bin->count) {
            memcpy(team->list.items + team->list.count, bin->items, bin->count * sizeof *bin->items);
            team->list.count += bin->count;
            bin->count = 0;
        }
    }
    return true;
}

static bool work_off(ordered_team *team) {
    const size_t count = team->list.count;
    const mg_vertex *list = team->list.items;
    if (count < SERIAL_BUCKET || team->work->threads == 1) {
        return relax(team, team->bins[0], list, 0, count, true) && fuse(team, 0, true);
    }
#pragma omp parallel num_threads(team->work->threads)
    {
        const int t = omp_get_thread_num();
        bool ok = true;
#pragma omp for schedule(dynamic, 1) nowait
        for (size_t begin = 0; begin < count; begin += CHUNK) {
            ok = ok && relax(team, team->bins[t], list, begin, count - begin < CHUNK ? count : begin + CHUNK, false);
        }
        ok = ok && fuse(team, t, false);
        if (!ok) {
            __atomic_store_n(&team->failed, true, __ATOMIC_RELAXED);
        }
    }
    return !team->failed;
}

/* The lowest bucket from `current` on that holds something; false: the window is empty. */
static bool next_bucket(const ordered_team *team, uint32_t *current) {
    const uint32_t first = team->bins[0]->first;
    for (uint32_t b = *current; b - first < MG_BINS; b++) {
        for (int t = 0; t < team->work->threads; t++) {
            if (team->bins[t]->bins[b % MG_BINS].count) {
                *current = b;
                return true;
            }
        }
        if (b == UINT32_MAX) {
            break;
        }
    }
    return false;
}

/* Moves the window to the lowest bucket that waits in `far`. What was worked off since it went there is dropped.
 * done: every bucket below it is complete. False where nothing is left. */
static bool open_window(ordered_team *team, uint64_t done, uint32_t *current) {
    const mg_work *work = team->work;
    uint32_t lowest = UINT32_MAX;
    bool any = false;
    for (int t = 0; t < work->threads; t++) {
        const mg_bin *far = &team->bins[t]->far;
        for (size_t i = 0; i < far->count; i++) {
            const uint32_t bucket = work->kernels->bucket(&work->frame, far->items[i]);
            if (bucket >= done) {
                any = true;
                lowest = bucket < lowest ? bucket : lowest;
            }
        }
    }
    for (int t = 0; t < work->threads && any; t++) {
        mg_bins *bins = team->bins[t];
        mg_bin far = bins->far;
        bins->far = (mg_bin){0};
        bins->first = lowest;
        for (size_t i = 0; i < far.count; i++) {
            if (work->kernels->bucket(&work->frame, far.items[i]) >= done && !put(team, bins, far.items[i])) {
                team->failed = true;
            }
        }
        mg__release(&work->context->memory, far.items);
    }
    *current = lowest;
    return any;
}

static mg_status create_team(mg_work *work, ordered_team *team) {
    mg_status status = MG_OK;
    *team = (ordered_team){.work = work};
    MG_TRY(MG_GET_ZEROED(work->context, team->bins, (uint64_t)work->threads, "buckets"));
    MG_TRY(MG_GET_ZEROED(work->context, team->scratch, (uint64_t)work->threads, "buckets"));
    for (int t = 0; t < work->threads; t++) {
        MG_TRY(MG_GET_ZEROED(work->context, team->bins[t], 1, "buckets"));
    }
out:
    return status;
}

static void destroy_team(ordered_team *team) {
    const mg_allocator *memory = &team->work->context->memory;
    for (int t = 0; team->bins && t < team->work->threads; t++) {
        mg_bins *bins = team->bins[t];
        for (uint32_t b = 0; bins && b < MG_BINS; b++) {
            mg__release(memory, bins->bins[b].items);
        }
        if (bins) {
            mg__release(memory, bins->far.items);
            mg__release(memory, bins->spill.items);
        }
        if (team->scratch) {
            mg__release(memory, team->scratch[t].items);
        }
        mg__release(memory, bins);
    }
    mg__release(memory, team->bins);
    mg__release(memory, team->scratch);
    mg__release(memory, team->list.items);
}

static uint64_t edges_so_far(const ordered_team *team) {
    uint64_t edges = 0;
    for (int t = 0; t < team->work->threads; t++) {
        edges += team->bins[t]->edges;
    }
    return edges;
}

/* The first frontier goes to thread 0; the window opens at its lowest bucket. */
static bool seed(ordered_team *team, uint32_t *current) {
    mg_work *work = team->work;
    mg_bin *far = &team->bins[0]->far;
    mg__need_list(work);
    if (!bin_reserve(&work->context->memory, far, work->now.count)) {
        team->failed = true;
        return false;
    }
    memcpy(far->items, work->now.list, work->now.count * sizeof *far->items);
    far->count = work->now.count;
    return open_window(team, 0, current);
}

mg_status mg__run_ordered(mg_work *work) {
    mg_status status = MG_OK;
    ordered_team team;
    uint32_t current = 0;
    const uint32_t limit =
        work->plan->options.max_iterations ? work->plan->options.max_iterations : work->info.iteration_limit;
    MG_TRY(create_team(work, &team));
    MG_TRY(mg__run_init(work));
    bool more = work->now.count && seed(&team, &current);
    for (uint32_t iteration = 0; more && !team.failed; iteration++) {
        if (limit && iteration == limit) {
            work->stopped_at_limit = true;
            break;
        }
        const double start = mg__now();
        const uint64_t before = edges_so_far(&team);
        MG_TRY(mg__progress(work->context, "running", -1.0));
        work->frame.iteration = iteration;
        if (!collect(&team, current) || !work_off(&team)) {
            team.failed = true;
            break;
        }
        MG_TRY(mg__record(work->context, work->plan->recorder,
                          (mg_iteration){.iteration = iteration,
                                         .mode = MG_MODE_SPARSE,
                                         .frontier_vertices = team.list.count,
                                         .frontier_edges = edges_so_far(&team) - before,
                                         .seconds = mg__now() - start}));
        more = next_bucket(&team, &current) || open_window(&team, (uint64_t)current + 1, &current);
    }
    if (team.failed) {
        status = mg__fail(work->context, MG_ERROR_MEMORY, "out of memory: buckets of phase %s", work->phase->name);
    }
out:
    destroy_team(&team);
    return status;
}
