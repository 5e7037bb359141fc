/* SPDX-License-Identifier: Apache-2.0
 *
 * delta_stepping.c: label programs with priority by delta-stepping. One thread relaxes small buckets. From the first
 * large one on threads go on by themselves (steal_buckets.h), unless iterations are limited or recorded, or the search
 * has a target or a cutoff. Then all threads relax the lowest non-empty bucket together; afterwards each drains its own
 * bin of it without a barrier while it is small (bucket fusion [1]). They stay in one parallel region while the buckets
 * are large; what lies between two buckets runs on the first thread. Where rows are long, bins are filtered before: a
 * vertex is listed once, though several threads found it, and the edges of hubs, which may be most of a bucket, are
 * shared out.
 *
 * [1] Y. Zhang et al.: Optimizing Ordered Graph Algorithms with GraphIt. CGO 2020.
 */
#include "core/cpu/relax_bins.h"
#include "core/cpu/steal_buckets.h"
#include "core/cpu/team_sync.h"
#include "core/graph/row_facts.h"

#include <assert.h>
#include <omp.h>

/* A thread fuses bins of fewer vertices, which have about so many edges at most. */
#define FUSION_LIMIT 1000
#define FUSION_EDGES 8192
/* Vertices of a bucket that a thread takes at a time: so many pieces for each thread, of at most so many vertices. */
#define PIECES ((size_t)4)
#define LARGEST_PIECE ((size_t)64)
/* Smaller buckets are relaxed serially, unless they have more edges. */
#define SERIAL_BUCKET 256
#define SERIAL_EDGES 2048
/* A piece has about so many edges at most where rows are long; so many edges of a hub are relaxed at a time. */
#define PIECE_EDGES 2048
#define HUB_SLICE ((uint64_t)1024)
/* Hubs whose edges are shared out in a bucket; further ones are relaxed like other vertices. */
#define MOST_HUBS 256
/* Bins are filtered where this share of the arcs is in long rows, or where vertices have so many arcs in the mean. */
#define HUB_SHARE 64
#define FILTER_DEGREE 16

typedef struct bucket_hub {
    mg_vertex vertex;
    uint64_t next; /* its next edge that no thread has taken */
} bucket_hub;

typedef struct bucket_team {
    mg_cpu_work *work;
    mg_buckets buckets;
    uint32_t iteration, limit;
    bool goes_on;        /* the current bucket is to be relaxed */
    bool serial;         /* by one thread */
    bool failed;         /* for lack of memory */
    bool filters;        /* bins are filtered before they are listed */
    size_t fusion_limit; /* vertices */
    mg_status status;
    double start;   /* time when the current bucket began, */
    uint64_t edges; /* and edges that were relaxed before it */
    size_t piece;
    bucket_hub hubs[MOST_HUBS];
    _Alignas(64) size_t hub_count; /* may exceed MOST_HUBS */
    _Alignas(64) uint64_t listed;  /* edges of the list, if bins are filtered */
    _Alignas(64) size_t moved;     /* vertices of the list that are there */
    _Alignas(64) size_t next;      /* its next vertex that no thread has taken */
    mg_team_sync sync;
} bucket_team;

/* Bucket fusion: relaxes the own bin of the current bucket while it is small. */
static bool fuse_buckets(bucket_team *team, int t, bool serial) {
    mg_bin *const own = mg__bin_own(&team->buckets, t, team->buckets.current);
    mg_bin *const scratch = &team->buckets.thread[t].scratch;
    bool ok = true;
    while (ok && own->count && own->count < team->fusion_limit) {
        const mg_bin swap = *own;
        *own = *scratch;
        *scratch = swap;
        own->count = 0;
        ok = mg__relax_list(&team->buckets, t, scratch->items, 0, scratch->count, serial);
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
    const bool ok = mg__relax_list(&team->buckets, 0, buckets->list.items, 0, end, true) && fuse_buckets(team, 0, true);
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

/* Is the current bucket so small that other threads would not help? */
static bool is_serial(const bucket_team *team) {
    const mg_buckets *const buckets = &team->buckets;
    uint64_t edges = 0;
    if (buckets->list.count >= SERIAL_BUCKET || team->work->threads == 1) {
        return team->work->threads == 1;
    }
    for (int t = 0; team->filters && t < team->work->threads; t++) {
        const mg_bin *const bin = mg__bin_own(buckets, t, buckets->current);
        for (size_t i = 0; i < bin->count; i++) {
            edges += mg__relaxed_degree(&team->work->frame, bin->items[i]);
        }
    }
    return edges < SERIAL_EDGES;
}

/* Begins the current bucket, if there is one. */
static mg_status begin_bucket(bucket_team *team, bool more) {
    mg_status status = MG_OK;
    mg_cpu_work *work = team->work;
    team->goes_on = more && !team->failed && !mg__is_beyond_horizon(work, team->buckets.current);
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
    team->moved = team->next = team->hub_count = 0;
    team->listed = 0;
    team->serial = !team->failed && is_serial(team);
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

/* Is v on the list of the team already? */
static bool is_listed(const mg_cpu_work *work, mg_vertex v) {
    uint8_t *const flag = &work->frame.touched[v];
    return __atomic_load_n(flag, __ATOMIC_RELAXED) || __atomic_exchange_n(flag, 1, __ATOMIC_RELAXED);
}

/* Leaves what is stale, or listed already, out of the bin of thread t, and makes its hubs those of the team. */
static void filter_bin(bucket_team *team, int t) {
    const mg_cpu_work *const work = team->work;
    const uint32_t current = team->buckets.current;
    mg_bin *const bin = mg__bin_own(&team->buckets, t, current);
    uint64_t edges = 0;
    size_t kept = 0;
    for (size_t i = 0; i < bin->count; i++) {
        const mg_vertex v = bin->items[i];
        if (work->kernels->bucket(&work->frame, v) < current || is_listed(work, v)) {
            continue;
        }
        const uint64_t degree = mg__relaxed_degree(&work->frame, v);
        const size_t slot =
            degree < 2 * HUB_SLICE ? MOST_HUBS : __atomic_fetch_add(&team->hub_count, 1, __ATOMIC_RELAXED);
        if (slot < MOST_HUBS) {
            team->hubs[slot] = (bucket_hub){.vertex = v};
        } else {
            bin->items[kept++] = v;
            edges += degree;
        }
    }
    bin->count = kept;
    __atomic_fetch_add(&team->listed, edges, __ATOMIC_RELAXED);
}

/* Relaxes edges of the hubs until all are taken. */
static bool relax_hubs(bucket_team *team, int thread, int threads) {
    const mg_frame *const f = &team->work->frame;
    const size_t count = team->hub_count < MOST_HUBS ? team->hub_count : MOST_HUBS;
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        bucket_hub *const hub = &team->hubs[(i + count * (size_t)thread / (size_t)threads) % count];
        const uint64_t degree = mg__relaxed_degree(f, hub->vertex);
        for (uint64_t at; ok && (at = __atomic_fetch_add(&hub->next, HUB_SLICE, __ATOMIC_RELAXED)) < degree;) {
            const uint64_t end = degree - at < HUB_SLICE ? degree : at + HUB_SLICE;
            if (!at) {
                f->touched[hub->vertex] = 0;
            }
            const mg_frontier_slice slice = {.first_edge = at, .last_edges = end};
            ok = mg__relax_slice(&team->buckets, thread, &hub->vertex, slice, end - at, false);
        }
    }
    return ok;
}

/* A thread's share of the current bucket; `threads` may be fewer than wanted. */
static void relax_share(bucket_team *team, int thread, int threads) {
    mg_buckets *const buckets = &team->buckets;
    bool ok = true;
    for (int t = thread; t < team->work->threads; t += threads) {
        if (team->filters) {
            filter_bin(team, t);
        }
        mg__buckets_move(buckets, t, &team->moved);
    }
    mg__team_barrier(&team->sync, (size_t)thread, (size_t)threads);
    const size_t count = team->moved, by_edges = count * PIECE_EDGES / (team->listed + 1) + 1;
    const size_t piece = team->filters && by_edges < team->piece ? by_edges : team->piece;
    ok = relax_hubs(team, thread, threads);
    for (size_t at; (at = __atomic_fetch_add(&team->next, piece, __ATOMIC_RELAXED)) < count;) {
        const size_t end = count - at < piece ? count : at + piece;
        for (size_t i = at; team->filters && i < end; i++) {
            team->work->frame.touched[buckets->list.items[i]] = 0;
        }
        ok = ok && mg__relax_list(&team->buckets, thread, buckets->list.items, at, end, false);
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
                mg__team_pass(&team->sync, (size_t)thread);
            } else {
                mg__team_gather(&team->sync, (size_t)threads);
                assert(team->moved <= team->buckets.list.count);
                team->status = end_bucket(team);
                mg__team_release(&team->sync);
            }
        } while (team->goes_on && !team->serial);
    }
}

/* Buckets are relaxed one after the other if they are counted or recorded, or if a search ends at one of them: a thread
 * that steals may find vertices below its window, which do not count as its lowest before the window is empty. */
static bool may_steal(const bucket_team *team) {
    const mg_plan *const plan = team->work->plan;
    return !team->limit && !plan->recorder->keep && !plan->horizon;
}

static mg_status relax_by_stealing(bucket_team *team) {
    mg_cpu_work *const work = team->work;
    mg_statistics *const totals = &work->plan->recorder->totals;
    mg_steal_counts relaxed;
    const mg_status status = mg__steal_buckets(&team->buckets, team->filters, &relaxed);
    team->failed = status == MG_ERROR_MEMORY;
    team->goes_on = false;
    totals->iterations += relaxed.buckets;
    totals->mode_iterations[MG_MODE_SPARSE] += relaxed.buckets;
    totals->vertices_visited += relaxed.vertices;
    totals->edges_visited += edges_so_far(team) - team->edges;
    return team->failed ? MG_OK : status;
}

/* What depends on the rows of the graph. Slices of rows are those of one direction. */
static void set_limits(bucket_team *team) {
    const mg_cpu_work *const work = team->work;
    const uint64_t arcs = mg_graph_arc_count(work->graph);
    const uint64_t limit = FUSION_EDGES * (uint64_t)work->frame.n / (arcs + 1);
    team->fusion_limit = limit < FUSION_LIMIT ? (size_t)limit : FUSION_LIMIT;
    const bool long_rows =
        arcs >= FILTER_DEGREE * (uint64_t)work->frame.n ||
        mg__arcs_in_long_rows(work->graph, work->frame.push_arcs[0].offsets, work->threads) > arcs / HUB_SHARE;
    team->filters = long_rows && work->frame.touched && work->frame.direction_count == 1 && work->threads > 1;
}

mg_status mg__run_delta_stepping(mg_cpu_work *work) {
    mg_status status = MG_OK;
    bucket_team team = {.work = work};
    bool more = false;
    MG_TRY(mg__buckets_create(work, &team.buckets));
    MG_TRY(mg__run_init(work));
    team.limit = work->plan->options.max_iterations ? work->plan->options.max_iterations : work->info.iteration_limit;
    set_limits(&team);
    team.failed = !mg__buckets_start(&team.buckets, &more);
    MG_TRY(begin_bucket(&team, more));
    while (team.goes_on) {
        if (team.serial) {
            team.failed = !relax_serially(&team);
            team.status = end_bucket(&team);
        } else if (may_steal(&team)) {
            team.status = relax_by_stealing(&team);
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
