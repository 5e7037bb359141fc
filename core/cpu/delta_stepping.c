/* SPDX-License-Identifier: Apache-2.0
 *
 * delta_stepping.c: label programs with priority by delta-stepping. All threads relax the lowest non-empty bucket
 * together; then each thread drains its own bin of that bucket without a barrier while it is small (bucket fusion
 * [1]). They stay in one parallel region while the buckets are large; what lies between two buckets runs on the first
 * thread.
 *
 * [1] Y. Zhang et al.: Optimizing Ordered Graph Algorithms with GraphIt. CGO 2020.
 */
#include "core/cpu/buckets.h"
#include "core/cpu/team_sync.h"

#include <assert.h>
#include <omp.h>

#define FUSION_LIMIT 1000
/* Vertices of a bucket that a thread takes at a time: so many pieces for each thread, of at most so many vertices. */
#define PIECES ((size_t)4)
#define LARGEST_PIECE ((size_t)64)
/* A list is relaxed in pieces of at most as many edges, all of which may be spilled. */
#define SPILL_EDGES ((uint64_t)1 << 16)
/* Smaller buckets are relaxed serially. */
#define SERIAL_BUCKET 256

typedef struct bucket_team {
    mg_cpu_work *work;
    mg_buckets buckets;
    uint32_t iteration, limit;
    bool goes_on; /* the current bucket is to be relaxed */
    bool failed;  /* for lack of memory */
    mg_status status;
    double start;   /* time when the current bucket began, */
    uint64_t edges; /* and edges that were relaxed before it */
    size_t piece;
    _Alignas(64) size_t moved; /* vertices of the list that are there */
    _Alignas(64) size_t next;  /* its next vertex that no thread has taken */
    mg_team_sync sync;
} bucket_team;

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
static bool relax_piece(bucket_team *team, int t, const mg_vertex *list, size_t begin, size_t end, uint64_t edges,
                        bool serial) {
    mg_bins *const bins = team->buckets.thread[t].bins;
    if (!mg__bin_reserve(&team->buckets, t, &bins->spill, (size_t)edges)) {
        return false;
    }
    team->work->kernels->relax(&team->work->frame, list, begin, end, serial, bins);
    assert(bins->spill.count <= bins->spill.capacity);
    bool ok = true;
    for (size_t i = 0; ok && i < bins->spill.count; i++) {
        ok = mg__bin_put(&team->buckets, t, bins->spill.items[i]);
    }
    bins->spill.count = 0;
    return ok;
}

static bool relax(bucket_team *team, int t, const mg_vertex *list, size_t begin, size_t end, bool serial) {
    bool ok = true;
    while (ok && begin < end) {
        uint64_t edges;
        const size_t piece_end = cut_piece(&team->work->frame, list, begin, end, &edges);
        ok = relax_piece(team, t, list, begin, piece_end, edges, serial);
        begin = piece_end;
    }
    return ok;
}

/* Bucket fusion: relaxes the own bin of the current bucket while it is small. */
static bool fuse_buckets(bucket_team *team, int t, bool serial) {
    mg_bin *const own = mg__bin_own(&team->buckets, t, team->buckets.current);
    mg_bin *const scratch = &team->buckets.thread[t].scratch;
    bool ok = true;
    while (ok && own->count && own->count < FUSION_LIMIT) {
        const mg_bin swap = *own;
        *own = *scratch;
        *scratch = swap;
        own->count = 0;
        ok = relax(team, t, scratch->items, 0, scratch->count, serial);
    }
    if (!own->count) {
        mg__bin_empty(&team->buckets, t, own);
    }
    return ok;
}

static bool relax_serially(bucket_team *team) {
    mg_buckets *const buckets = &team->buckets;
    size_t end = 0;
    for (int t = 0; t < team->work->threads; t++) {
        mg__buckets_move(buckets, t, &end);
    }
    const bool ok = relax(team, 0, buckets->list.items, 0, end, true) && fuse_buckets(team, 0, true);
    for (int t = 0; t < team->work->threads; t++) {
        if (t == 0 || buckets->thread[t].lowest <= buckets->current) {
            mg__buckets_find_lowest(buckets, t);
        }
    }
    return ok;
}

static uint64_t edges_so_far(const bucket_team *team) {
    uint64_t edges = 0;
    for (int t = 0; t < team->work->threads; t++) {
        edges += team->buckets.thread[t].bins->edges;
    }
    return edges;
}

/* All labels up to the horizon are final: later buckets only have greater ones. */
static bool is_beyond(const mg_cpu_work *work, uint32_t bucket) {
    const mg_horizon *const horizon = work->plan->horizon;
    return horizon && (bucket > horizon->last_bucket ||
                       (horizon->target != MG_NONE && bucket > work->kernels->bucket(&work->frame, horizon->target)));
}

/* Begins the current bucket, if there is one. */
static mg_status begin_bucket(bucket_team *team, bool more) {
    mg_status status = MG_OK;
    mg_cpu_work *work = team->work;
    team->goes_on = more && !team->failed && !is_beyond(work, team->buckets.current);
    if (team->goes_on && team->limit && team->iteration == team->limit) {
        work->stopped_at_limit = true;
        team->goes_on = false;
    }
    if (!team->goes_on) {
        return MG_OK;
    }
    team->start = mg__now();
    team->edges = edges_so_far(team);
    MG_TRY(mg__progress(work->context, "running", -1.0));
    work->frame.iteration = team->iteration;
    team->failed = !mg__buckets_reserve(&team->buckets);
    const size_t piece = team->buckets.list.count / ((size_t)work->threads * PIECES) + 1;
    team->piece = piece < LARGEST_PIECE ? piece : LARGEST_PIECE;
    team->moved = team->next = 0;
out:
    team->goes_on = status >= 0 && !team->failed;
    return status;
}

/* Ends the current bucket and begins the next one. */
static mg_status end_bucket(bucket_team *team) {
    mg_status status = MG_OK;
    mg_cpu_work *work = team->work;
    bool more = false;
    if (team->failed) {
        return begin_bucket(team, false);
    }
    MG_TRY(mg__record(work->context, work->plan->recorder,
                      (mg_iteration){.iteration = team->iteration++,
                                     .mode = MG_MODE_SPARSE,
                                     .frontier_vertices = team->buckets.list.count,
                                     .frontier_edges = edges_so_far(team) - team->edges,
                                     .seconds = mg__now() - team->start}));
    team->failed = !mg__buckets_next(&team->buckets, (uint64_t)team->buckets.current + 1, &more);
    MG_TRY(begin_bucket(team, more));
out:
    team->goes_on = team->goes_on && status >= 0;
    return status;
}

static bool is_serial(const bucket_team *team) {
    return team->buckets.list.count < SERIAL_BUCKET || team->work->threads == 1;
}

/* A thread's share of the current bucket; `threads` may be fewer than wanted. */
static void relax_share(bucket_team *team, int thread, int threads) {
    mg_buckets *const buckets = &team->buckets;
    const size_t count = buckets->list.count, piece = team->piece;
    bool ok = true;
    for (int t = thread; t < team->work->threads; t += threads) {
        mg__buckets_move(buckets, t, &team->moved);
    }
    mg__team_barrier(&team->sync, (size_t)thread, (size_t)threads);
    for (size_t at; (at = __atomic_fetch_add(&team->next, piece, __ATOMIC_RELAXED)) < count;) {
        ok = ok && relax(team, thread, buckets->list.items, at, count - at < piece ? count : at + piece, false);
    }
    ok = ok && fuse_buckets(team, thread, false);
    for (int t = thread; t < team->work->threads; t += threads) {
        mg__buckets_find_lowest(buckets, t);
    }
    if (!ok) {
        __atomic_store_n(&team->failed, true, __ATOMIC_RELAXED);
    }
}

/* Relaxes the current bucket and those that follow while they are large. */
static void relax_by_team(bucket_team *team) {
    team->sync = mg__team_sync(team->work->threads);
#pragma omp parallel num_threads(team->work->threads)
    {
        const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
        do {
            relax_share(team, thread, threads);
            if (thread) {
                mg__team_pass(&team->sync);
            } else {
                mg__team_gather(&team->sync, (size_t)threads);
                assert(team->moved == team->buckets.list.count);
                team->status = end_bucket(team);
                mg__team_release(&team->sync);
            }
        } while (team->goes_on && !is_serial(team));
    }
}

mg_status mg__run_delta_stepping(mg_cpu_work *work) {
    mg_status status = MG_OK;
    bucket_team team = {.work = work};
    bool more = false;
    MG_TRY(mg__buckets_create(work, &team.buckets));
    MG_TRY(mg__run_init(work));
    team.limit = work->plan->options.max_iterations ? work->plan->options.max_iterations : work->info.iteration_limit;
    team.failed = !mg__buckets_start(&team.buckets, &more);
    MG_TRY(begin_bucket(&team, more));
    while (team.goes_on) {
        if (is_serial(&team)) {
            team.failed = !relax_serially(&team);
            team.status = end_bucket(&team);
        } else {
            relax_by_team(&team);
        }
        MG_TRY(team.status);
    }
    if (team.failed) {
        status = mg__fail(work->context, MG_ERROR_MEMORY, "out of memory: buckets of phase %s", work->phase->name);
    }
out:
    mg__buckets_destroy(&team.buckets);
    return status;
}
