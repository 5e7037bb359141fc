/* SPDX-License-Identifier: Apache-2.0
 *
 * delta_stepping.c: label programs with priority by delta-stepping. Each thread has bins for a window of
 * MG_BUCKET_WINDOW buckets. All threads relax the lowest non-empty bucket together; then each thread drains its own bin
 * of that bucket without a barrier while it is small (bucket fusion [1]). Buckets beyond the window share an overflow
 * bin, which is redistributed when the window is empty.
 *
 * [1] Y. Zhang et al.: Optimizing Ordered Graph Algorithms with GraphIt. CGO 2020.
 */
#include "core/cpu/work.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define FUSION_LIMIT 1000
#define CHUNK 64
/* A list is relaxed in pieces of at most as many edges, all of which may be spilled. */
#define SPILL_EDGES ((uint64_t)1 << 16)
/* Smaller buckets are relaxed serially. */
#define SERIAL_BUCKET 256

typedef struct bucket_team {
    mg_cpu_work *work;
    mg_bins **bins;   /* one per thread */
    mg_bin *scratch;  /* one per thread */
    uint64_t *lowest; /* one per thread: no bin of the window below this bucket has a vertex */
    mg_bin list;      /* the current bucket, merged from all threads */
    bool failed;
} bucket_team;

static bool bin_reserve(mg_context *context, mg_bin *bin, size_t capacity) {
    if (capacity <= bin->capacity) {
        return true;
    }
    capacity = capacity < 2 * bin->capacity ? 2 * bin->capacity : capacity;
    capacity = capacity < 64 ? 64 : capacity;
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

static bool put_in_bin(const bucket_team *team, mg_bins *bins, mg_vertex v) {
    assert(v < team->work->frame.n);
    mg_bin *bin = bin_of(bins, team->work->kernels->bucket(&team->work->frame, v));
    if (!bin_reserve(team->work->context, bin, bin->count + 1)) {
        return false;
    }
    bin->items[bin->count++] = v;
    return true;
}

/* Of list[begin .. end) as many vertices as have at most SPILL_EDGES edges, but at least one; returns their end. */
static size_t cut_piece(const mg_frame *f, const mg_vertex *list, size_t begin, size_t end, uint64_t *edges) {
    size_t i = begin;
    *edges = 0;
    for (; i < end; i++) {
        uint64_t degree = 0;
        for (uint32_t side = 0; side < f->direction_count; side++) {
            degree += f->push_arcs[side].offsets[list[i] + 1] - f->push_arcs[side].offsets[list[i]];
        }
        if (i > begin && *edges + degree > SPILL_EDGES) {
            break;
        }
        *edges += degree;
    }
    return i;
}

/* Relaxes a piece of a list into the bins of a thread; moves the spill to bins that had to grow. */
static bool relax_piece(bucket_team *team, mg_bins *bins, const mg_vertex *list, size_t begin, size_t end,
                        uint64_t edges, bool serial) {
    if (!bin_reserve(team->work->context, &bins->spill, (size_t)edges)) {
        return false;
    }
    team->work->kernels->relax(&team->work->frame, list, begin, end, serial, bins);
    assert(bins->spill.count <= bins->spill.capacity);
    bool ok = true;
    for (size_t i = 0; ok && i < bins->spill.count; i++) {
        ok = put_in_bin(team, bins, bins->spill.items[i]);
    }
    bins->spill.count = 0;
    return ok;
}

static bool relax(bucket_team *team, mg_bins *bins, const mg_vertex *list, size_t begin, size_t end, bool serial) {
    bool ok = true;
    while (ok && begin < end) {
        uint64_t edges;
        const size_t piece_end = cut_piece(&team->work->frame, list, begin, end, &edges);
        ok = relax_piece(team, bins, list, begin, piece_end, edges, serial);
        begin = piece_end;
    }
    return ok;
}

/* Bucket fusion: relaxes the own bin of the current bucket while it is small. */
static bool fuse_buckets(bucket_team *team, int t, bool serial) {
    mg_bins *bins = team->bins[t];
    mg_bin *own = &bins->bins[bins->current % MG_BUCKET_WINDOW], *scratch = &team->scratch[t];
    bool ok = true;
    while (ok && own->count && own->count < FUSION_LIMIT) {
        const mg_bin swap = *own;
        *own = *scratch;
        *scratch = swap;
        own->count = 0;
        ok = relax(team, bins, scratch->items, 0, scratch->count, serial);
    }
    return ok;
}

static mg_bin *own_bin(const bucket_team *team, int t, uint32_t bucket) {
    return &team->bins[t]->bins[bucket % MG_BUCKET_WINDOW];
}

/* Makes room in the list for the bins of bucket `current`; it is filled by move_bin. */
static bool reserve_list(bucket_team *team, uint32_t current) {
    assert(current - team->bins[0]->window_begin < MG_BUCKET_WINDOW);
    size_t total = 0;
    for (int t = 0; t < team->work->threads; t++) {
        total += team->lowest[t] <= current ? own_bin(team, t, current)->count : 0;
    }
    team->list.count = 0;
    if (!bin_reserve(team->work->context, &team->list, total)) {
        return false;
    }
    team->list.count = total;
    return true;
}

/* Moves the bin of a thread to the list, from *end on. */
static void move_bin(bucket_team *team, int t, uint32_t current, size_t *end) {
    mg_bin *const bin = own_bin(team, t, current);
    team->bins[t]->current = current;
    if (team->lowest[t] <= current && bin->count) {
        const size_t at = __atomic_fetch_add(end, bin->count, __ATOMIC_RELAXED);
        memcpy(team->list.items + at, bin->items, bin->count * sizeof *bin->items);
        bin->count = 0;
    }
}

/* Finds the lowest bucket of a thread from `current` on. */
static void find_lowest(bucket_team *team, int t, uint32_t current) {
    const uint64_t end = (uint64_t)team->bins[t]->window_begin + MG_BUCKET_WINDOW;
    uint64_t b = current;
    while (b < end && !own_bin(team, t, (uint32_t)b)->count) {
        b++;
    }
    team->lowest[t] = b;
}

static bool relax_serially(bucket_team *team, uint32_t current) {
    size_t end = 0;
    for (int t = 0; t < team->work->threads; t++) {
        move_bin(team, t, current, &end);
    }
    const bool ok = relax(team, team->bins[0], team->list.items, 0, end, true) && fuse_buckets(team, 0, true);
    for (int t = 0; t < team->work->threads; t++) {
        if (t == 0 || team->lowest[t] <= current) {
            find_lowest(team, t, current);
        }
    }
    return ok;
}

static bool relax_bucket(bucket_team *team, uint32_t current) {
    const size_t count = team->list.count;
    size_t moved = 0;
    if (count < SERIAL_BUCKET || team->work->threads == 1) {
        return relax_serially(team, current);
    }
#pragma omp parallel num_threads(team->work->threads)
    {
        const int t = omp_get_thread_num(), size = omp_get_num_threads(); /* OpenMP may start fewer threads */
        const mg_vertex *list = team->list.items;
        bool ok = true;
        for (int k = t; k < team->work->threads; k += size) {
            move_bin(team, k, current, &moved);
        }
#pragma omp barrier
#pragma omp for schedule(dynamic, 1) nowait
        for (size_t begin = 0; begin < count; begin += CHUNK) {
            ok = ok && relax(team, team->bins[t], list, begin, count - begin < CHUNK ? count : begin + CHUNK, false);
        }
        ok = ok && fuse_buckets(team, t, false);
        for (int k = t; k < team->work->threads; k += size) {
            find_lowest(team, k, current);
        }
        if (!ok) {
            __atomic_store_n(&team->failed, true, __ATOMIC_RELAXED);
        }
    }
    assert(moved == count);
    return !team->failed;
}

/* Finds the lowest non-empty bucket; false: the window is empty. */
static bool next_bucket(const bucket_team *team, uint32_t *current) {
    const uint64_t end = (uint64_t)team->bins[0]->window_begin + MG_BUCKET_WINDOW;
    uint64_t lowest = end;
    for (int t = 0; t < team->work->threads; t++) {
        lowest = team->lowest[t] < lowest ? team->lowest[t] : lowest;
    }
    *current = lowest < end ? (uint32_t)lowest : *current;
    return lowest < end;
}

/* Moves the window to the lowest bucket in the overflow bins and redistributes them. All buckets below `done` are
 * complete, so entries in them are stale and dropped. False: no vertex is left. */
static bool move_window(bucket_team *team, uint64_t done, uint32_t *current) {
    const mg_cpu_work *work = team->work;
    uint32_t lowest = UINT32_MAX;
    bool any = false;
    for (int t = 0; t < work->threads; t++) {
        const mg_bin *overflow = &team->bins[t]->overflow;
        for (size_t i = 0; i < overflow->count; i++) {
            const uint32_t bucket = work->kernels->bucket(&work->frame, overflow->items[i]);
            if (bucket >= done) {
                any = true;
                lowest = bucket < lowest ? bucket : lowest;
            }
        }
    }
    for (int t = 0; t < work->threads && any; t++) {
        mg_bins *bins = team->bins[t];
        mg_bin overflow = bins->overflow;
        bins->overflow = (mg_bin){0};
        bins->window_begin = lowest;
        for (size_t i = 0; i < overflow.count; i++) {
            if (work->kernels->bucket(&work->frame, overflow.items[i]) >= done &&
                !put_in_bin(team, bins, overflow.items[i])) {
                team->failed = true;
            }
        }
        mg__kept_release(work->context, overflow.items);
        find_lowest(team, t, lowest);
    }
    *current = lowest;
    return any;
}

static mg_status create_team(mg_cpu_work *work, bucket_team *team) {
    mg_status status = MG_OK;
    *team = (bucket_team){.work = work};
    MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, team->bins, (uint64_t)work->threads, "buckets"));
    MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, team->scratch, (uint64_t)work->threads, "buckets"));
    MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, team->lowest, (uint64_t)work->threads, "buckets"));
    for (int t = 0; t < work->threads; t++) {
        MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, team->bins[t], 1, "buckets"));
    }
out:
    return status;
}

static void destroy_team(bucket_team *team) {
    mg_context *context = team->work->context;
    for (int t = 0; team->bins && t < team->work->threads; t++) {
        mg_bins *bins = team->bins[t];
        for (uint32_t b = 0; bins && b < MG_BUCKET_WINDOW; b++) {
            mg__kept_release(context, bins->bins[b].items);
        }
        if (bins) {
            mg__kept_release(context, bins->overflow.items);
            mg__kept_release(context, bins->spill.items);
        }
        if (team->scratch) {
            mg__kept_release(context, team->scratch[t].items);
        }
        mg__kept_release(context, bins);
    }
    mg__kept_release(context, team->bins);
    mg__kept_release(context, team->scratch);
    mg__kept_release(context, team->lowest);
    mg__kept_release(context, team->list.items);
}

static uint64_t edges_so_far(const bucket_team *team) {
    uint64_t edges = 0;
    for (int t = 0; t < team->work->threads; t++) {
        edges += team->bins[t]->edges;
    }
    return edges;
}

/* Puts the first frontier into the overflow bin of thread 0; the window begins at its lowest bucket. */
static bool insert_sources(bucket_team *team, uint32_t *current) {
    mg_cpu_work *work = team->work;
    mg_bin *overflow = &team->bins[0]->overflow;
    mg__ensure_list(work);
    if (!bin_reserve(work->context, overflow, work->now.count)) {
        team->failed = true;
        return false;
    }
    memcpy(overflow->items, work->now.list, work->now.count * sizeof *overflow->items);
    overflow->count = work->now.count;
    return move_window(team, 0, current);
}

/* All labels up to the horizon are final: later buckets only have greater ones. */
static bool is_beyond(const mg_cpu_work *work, uint32_t bucket) {
    const mg_horizon *const horizon = work->plan->horizon;
    return horizon && (bucket > horizon->last_bucket ||
                       (horizon->target != MG_NONE && bucket > work->kernels->bucket(&work->frame, horizon->target)));
}

mg_status mg__run_delta_stepping(mg_cpu_work *work) {
    mg_status status = MG_OK;
    bucket_team team;
    uint32_t current = 0;
    const uint32_t limit =
        work->plan->options.max_iterations ? work->plan->options.max_iterations : work->info.iteration_limit;
    MG_TRY(create_team(work, &team));
    MG_TRY(mg__run_init(work));
    bool more = work->now.count && insert_sources(&team, &current);
    for (uint32_t iteration = 0; more && !team.failed && !is_beyond(work, current); iteration++) {
        if (limit && iteration == limit) {
            work->stopped_at_limit = true;
            break;
        }
        const double start = mg__now();
        const uint64_t before = edges_so_far(&team);
        MG_TRY(mg__progress(work->context, "running", -1.0));
        work->frame.iteration = iteration;
        if (!reserve_list(&team, current) || !relax_bucket(&team, current)) {
            team.failed = true;
            break;
        }
        MG_TRY(mg__record(work->context, work->plan->recorder,
                          (mg_iteration){.iteration = iteration,
                                         .mode = MG_MODE_SPARSE,
                                         .frontier_vertices = team.list.count,
                                         .frontier_edges = edges_so_far(&team) - before,
                                         .seconds = mg__now() - start}));
        more = next_bucket(&team, &current) || move_window(&team, (uint64_t)current + 1, &current);
    }
    if (team.failed) {
        status = mg__fail(work->context, MG_ERROR_MEMORY, "out of memory: buckets of phase %s", work->phase->name);
    }
out:
    destroy_team(&team);
    return status;
}
