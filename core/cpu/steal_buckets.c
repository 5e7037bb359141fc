/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/steal_buckets.h"
#include "core/cpu/bucket_offer.h"
#include "core/cpu/relax_bins.h"

#include <assert.h>
#include <string.h>

/* No bucket. */
#define NOTHING UINT64_MAX
/* Smaller buckets of a thread are not offered, unless they have as many edges as a piece of long rows. */
#define LEAST_OFFER 64
/* While the bin of the current bucket has fewer vertices again, its thread goes on with it alone (bucket fusion). */
#define FUSION_LIMIT 256
/* Into how many pieces a bucket is cut, and vertices of a piece, at least and at most. */
#define PIECES 32
#define LEAST_PIECE 8
#define MOST_PIECE 64
/* A piece has about so many edges at most where rows are long; edges of a hub in a piece. */
#define PIECE_EDGES 2048
#define HUB_PIECE 1024
/* Hubs whose edges are offered; further ones are relaxed like other vertices. */
#define MOST_HUBS 256
/* The owner takes this share of the pieces that are left, so that most rows are requested ahead. */
#define OWN_SHARE 4
/* A waiting first thread reports once in so many tests. */
#define REPORT_SPINS 1024

typedef struct steal_thread {
    mg_bin list; /* the vertices of the bucket that it relaxes */
    size_t hub_count;
    mg_steal_counts relaxed;
    mg_vertex hubs[MOST_HUBS];
    mg_vertex copy[MOST_PIECE]; /* of a piece from another thread */
    mg_offer offer;
} steal_thread;

typedef struct steal_run {
    mg_cpu_work *work;
    mg_buckets *buckets;
    steal_thread *thread;
    uint64_t *open; /* by thread: the bucket that it offers, or NOTHING */
    size_t threads; /* that the runtime granted */
    bool filters;
    bool failed; /* for lack of memory */
    mg_status status;
    mg_team_sync sync;          /* for its waits */
    _Alignas(64) uint32_t idle; /* threads without a bucket */
    _Alignas(64) bool ended;
} steal_run;

static bool has_ended(const steal_run *r) {
    return __atomic_load_n(&r->ended, __ATOMIC_ACQUIRE);
}

static void end(steal_run *r) {
    __atomic_store_n(&r->ended, true, __ATOMIC_RELEASE);
}

static void fail(steal_run *r) {
    __atomic_store_n(&r->failed, true, __ATOMIC_RELAXED);
    end(r);
}

static void check(steal_run *r, bool ok) {
    if (!ok) {
        fail(r);
    }
}

/* The bins of thread t may have vertices of this bucket. */
static void lower(const steal_run *r, int t, uint32_t bucket) {
    mg_bucket_thread *const own = &r->buckets->thread[t];
    const uint32_t begin = own->bins->window_begin, least = bucket < begin ? begin : bucket;
    own->lowest = least < own->lowest ? least : own->lowest;
}

/* Thread t relaxes vertices of this bucket. */
static void set_current(const steal_run *r, int t, uint32_t bucket) {
    r->buckets->thread[t].bins->current = bucket;
    lower(r, t, bucket);
}

/* ---- vertices are listed once ---- */

/* From now on a vertex of the list that improves is listed again. One that has improved to a lower bucket until now,
 * and may have been left out elsewhere because it is listed here, goes to that bucket. */
static bool unlist(const steal_run *r, int t, const mg_vertex *list, size_t count, uint32_t bucket) {
    const mg_cpu_work *const work = r->work;
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        __atomic_store_n(&work->frame.touched[list[i]], 0, __ATOMIC_RELAXED);
    }
    __atomic_thread_fence(__ATOMIC_SEQ_CST); /* the labels are read after that */
    for (size_t i = 0; i < count && ok; i++) {
        const uint32_t now = work->kernels->bucket(&work->frame, list[i]);
        if (now < bucket) {
            lower(r, t, now);
            ok = mg__bin_put(r->buckets, t, list[i]);
        }
    }
    return ok;
}

/* Is v on a list already? */
static bool is_listed(const mg_cpu_work *work, mg_vertex v) {
    uint8_t *const flag = &work->frame.touched[v];
    return __atomic_load_n(flag, __ATOMIC_RELAXED) || __atomic_exchange_n(flag, 1, __ATOMIC_SEQ_CST);
}

/* Leaves out of the list of thread t what is stale, or listed already, and its hubs. Returns its edges. */
static uint64_t filter_list(steal_run *r, int t, uint32_t bucket) {
    const mg_cpu_work *const work = r->work;
    steal_thread *const own = &r->thread[t];
    uint64_t edges = 0;
    size_t kept = 0;
    __atomic_thread_fence(__ATOMIC_SEQ_CST); /* these vertices improved before their flags are read */
    for (size_t i = 0; i < own->list.count; i++) {
        const mg_vertex v = own->list.items[i];
        if (work->kernels->bucket(&work->frame, v) < bucket || is_listed(work, v)) {
            continue;
        }
        const uint64_t degree = mg__relaxed_degree(&work->frame, v);
        if (degree >= 2 * HUB_PIECE && own->hub_count < MOST_HUBS) {
            own->hubs[own->hub_count++] = v;
        } else {
            own->list.items[kept++] = v;
            edges += degree;
        }
    }
    own->list.count = kept;
    return edges;
}

/* ---- a piece ---- */

static bool relax_vertices(const steal_run *r, int t, const mg_vertex *list, size_t count, uint32_t bucket) {
    const bool ok = !r->filters || unlist(r, t, list, count, bucket);
    return ok && mg__relax_list(r->buckets, t, list, 0, count, false);
}

static bool relax_hub(const steal_run *r, int t, const mg_vertex *hub, const mg_taken *taken) {
    const mg_frontier_slice slice = {.first_edge = taken->begin, .last_edges = taken->end};
    return mg__relax_slice(r->buckets, t, hub, slice, taken->end - taken->begin, false);
}

/* The last piece of `owner` has been taken. */
static void close_offer(steal_run *r, size_t owner) {
    __atomic_store_n(&r->open[owner], NOTHING, __ATOMIC_RELAXED);
}

/* Thread t offers something and takes from it until nothing is left. */
static void relax_offered(steal_run *r, int t, const mg_offered *offered) {
    mg_offer *const offer = &r->thread[t].offer;
    mg_taken taken;
    /* set before the pieces can be taken, because the thread that takes the last one clears it */
    __atomic_store_n(&r->open[t], (uint64_t)offered->bucket, __ATOMIC_RELAXED);
    mg__offer_open(offer, offered);
    while (mg__offer_take(offer, offered->is_hub ? UINT32_MAX : OWN_SHARE, &taken)) {
        if (taken.last) {
            close_offer(r, (size_t)t);
        }
        check(r, offered->is_hub ? relax_hub(r, t, offered->items, &taken)
                                 : relax_vertices(r, t, offered->items + taken.begin, (size_t)(taken.end - taken.begin),
                                                  offered->bucket));
        mg__offer_settle(offer, taken.pieces);
    }
    mg__offer_wait(offer, &r->sync);
}

/* ---- the bucket of a thread ---- */

/* The vertices of the bin become the list, whose memory becomes the bin's. */
static void take_bin(steal_thread *own, mg_bin *bin) {
    const mg_bin list = own->list;
    own->list = *bin;
    *bin = list;
    bin->count = 0;
}

static void relax_hubs(steal_run *r, int t, uint32_t bucket) {
    const steal_thread *const own = &r->thread[t];
    for (size_t i = 0; i < own->hub_count; i++) {
        const uint64_t degree = mg__relaxed_degree(&r->work->frame, own->hubs[i]);
        const mg_offered edges = {.items = &own->hubs[i],
                                  .count = degree,
                                  .piece = HUB_PIECE,
                                  .pieces = (uint32_t)((degree + HUB_PIECE - 1) / HUB_PIECE),
                                  .bucket = bucket,
                                  .is_hub = true};
        check(r, unlist(r, t, &own->hubs[i], 1, bucket));
        relax_offered(r, t, &edges);
    }
}

static void offer_list(steal_run *r, int t, uint32_t bucket, uint64_t edges) {
    const mg_bin *const list = &r->thread[t].list;
    const size_t even = list->count / PIECES + 1, by_edges = list->count * PIECE_EDGES / (edges + 1) + 1;
    size_t piece = even < LEAST_PIECE ? LEAST_PIECE : even > MOST_PIECE ? MOST_PIECE : even;
    piece = r->filters && by_edges < piece ? by_edges : piece;
    const mg_offered vertices = {.items = list->items,
                                 .count = list->count,
                                 .piece = (uint32_t)piece,
                                 .pieces = (uint32_t)((list->count + piece - 1) / piece),
                                 .bucket = bucket};
    relax_offered(r, t, &vertices);
}

static void relax_bucket(steal_run *r, int t, uint32_t bucket) {
    steal_thread *const own = &r->thread[t];
    mg_bin *const bin = mg__bin_own(r->buckets, t, bucket);
    own->relaxed.buckets++;
    own->hub_count = 0;
    take_bin(own, bin);
    mg__bin_empty(r->buckets, t, bin);
    set_current(r, t, bucket);
    const uint64_t edges = r->filters ? filter_list(r, t, bucket) : 0;
    own->relaxed.vertices += own->hub_count + own->list.count;
    relax_hubs(r, t, bucket);
    if (own->list.count >= LEAST_OFFER || edges >= PIECE_EDGES) {
        offer_list(r, t, bucket, edges);
    } else {
        check(r, relax_vertices(r, t, own->list.items, own->list.count, bucket));
    }
    while (bin->count && bin->count < FUSION_LIMIT && !has_ended(r)) { /* not listed, so nothing is left out */
        take_bin(own, bin);
        own->relaxed.vertices += own->list.count;
        check(r, mg__relax_list(r->buckets, t, own->list.items, 0, own->list.count, false));
    }
}

/* Relaxes a piece of the lowest bucket below `own` that another thread offers; false: there is none. */
static bool steal(steal_run *r, int t, uint64_t own) {
    steal_thread *const self = &r->thread[t];
    size_t owner = 0;
    uint64_t lowest = own;
    for (size_t i = 1; i < r->threads; i++) {
        const size_t other = ((size_t)t + i) % r->threads;
        const uint64_t bucket = __atomic_load_n(&r->open[other], __ATOMIC_RELAXED);
        if (bucket < lowest) {
            lowest = bucket;
            owner = other;
        }
    }
    mg_offer *const offer = &r->thread[owner].offer;
    mg_taken taken;
    if (lowest == own || !mg__offer_take(offer, UINT32_MAX, &taken)) {
        return false;
    }
    const size_t count = taken.from.is_hub ? 1 : (size_t)(taken.end - taken.begin);
    assert(count <= MOST_PIECE);
    memcpy(self->copy, taken.from.items + (taken.from.is_hub ? 0 : taken.begin), count * sizeof *self->copy);
    if (taken.last) {
        close_offer(r, owner);
    }
    mg__offer_settle(offer, taken.pieces);
    set_current(r, t, taken.from.bucket);
    check(r, taken.from.is_hub ? relax_hub(r, t, self->copy, &taken)
                               : relax_vertices(r, t, self->copy, count, taken.from.bucket));
    return true;
}

/* ---- the lowest bucket of a thread ---- */

/* Moves the window of thread t to the lowest bucket of its overflow; false: it is empty. */
static bool move_window(steal_run *r, int t) {
    const mg_cpu_work *const work = r->work;
    mg_bins *const bins = r->buckets->thread[t].bins;
    const mg_bin overflow = bins->overflow;
    uint32_t lowest = UINT32_MAX;
    bool ok = true;
    if (!overflow.count) {
        return false;
    }
    for (size_t i = 0; i < overflow.count; i++) {
        const uint32_t bucket = work->kernels->bucket(&work->frame, overflow.items[i]);
        lowest = bucket < lowest ? bucket : lowest;
    }
    bins->overflow = (mg_bin){0};
    r->buckets->thread[t].lowest = bins->window_begin = lowest;
    for (size_t i = 0; i < overflow.count && ok; i++) {
        ok = mg__bin_put(r->buckets, t, overflow.items[i]);
    }
    mg__kept_release(work->context, overflow.items);
    check(r, ok);
    return ok;
}

static uint64_t lowest_bucket(steal_run *r, int t) {
    mg_bucket_thread *const own = &r->buckets->thread[t];
    do {
        const uint64_t end_of_window = (uint64_t)own->bins->window_begin + MG_BUCKET_WINDOW;
        while (own->lowest < end_of_window && !mg__bin_own(r->buckets, t, (uint32_t)own->lowest)->count) {
            own->lowest++;
        }
        if (own->lowest < end_of_window) {
            return own->lowest;
        }
    } while (move_window(r, t));
    return NOTHING;
}

/* ---- the run ---- */

static bool is_any_open(const steal_run *r) {
    bool any = false;
    for (size_t i = 0; i < r->threads; i++) {
        any |= __atomic_load_n(&r->open[i], __ATOMIC_RELAXED) != NOTHING;
    }
    return any;
}

/* On the first thread. */
static void report(steal_run *r, int t) {
    if (t == 0) {
        r->status = mg__progress(r->work->context, "running", -1.0);
        if (r->status < 0) {
            end(r);
        }
    }
}

/* Waits until others offer something; false: all wait, so nothing is left. */
static bool wait_for_offers(steal_run *r, int t) {
    __atomic_fetch_add(&r->idle, 1, __ATOMIC_ACQ_REL);
    for (uint32_t spins = 0; !has_ended(r);) {
        if (__atomic_load_n(&r->idle, __ATOMIC_ACQUIRE) == r->threads) {
            break;
        }
        if (is_any_open(r)) {
            __atomic_fetch_sub(&r->idle, 1, __ATOMIC_ACQ_REL);
            return true;
        }
        mg__team_wait(&r->sync, &spins);
        if (spins % REPORT_SPINS == 0) {
            report(r, t);
        }
    }
    end(r);
    return false;
}

static void run_thread(steal_run *r, int t) {
    uint32_t spins = 0; /* since the thread last had something to relax */
    while (!has_ended(r)) {
        const uint64_t own = lowest_bucket(r, t);
        report(r, t);
        if (steal(r, t, own)) {
            spins = 0;
        } else if (own != NOTHING) {
            relax_bucket(r, t, (uint32_t)own);
            spins = 0;
        } else if (wait_for_offers(r, t)) {
            mg__team_wait(&r->sync, &spins); /* others may take all of the offer */
        } else {
            break;
        }
    }
}

static mg_status create(steal_run *r) {
    mg_status status = MG_OK;
    mg_context *const context = r->work->context;
    MG_TRY(MG_KEPT_ALLOC_ZEROED(context, r->thread, (uint64_t)r->work->threads, "buckets"));
    MG_TRY(MG_KEPT_ALLOC(context, r->open, (uint64_t)r->work->threads, "buckets"));
    for (int t = 0; t < r->work->threads; t++) {
        close_offer(r, (size_t)t);
        r->buckets->thread[t].lowest = r->buckets->current;
    }
out:
    return status;
}

static void destroy(steal_run *r) {
    for (int t = 0; r->thread && t < r->work->threads; t++) {
        mg__kept_release(r->work->context, r->thread[t].list.items);
    }
    mg__kept_release(r->work->context, r->thread);
    mg__kept_release(r->work->context, r->open);
}

mg_status mg__steal_buckets(mg_buckets *buckets, bool filters, mg_steal_counts *relaxed) {
    mg_status status = MG_OK;
    mg_cpu_work *const work = buckets->work;
    steal_run r = {.work = work, .buckets = buckets, .filters = filters, .sync = mg__team_sync(work->threads)};
    *relaxed = (mg_steal_counts){0};
    MG_TRY(create(&r));
#pragma omp parallel num_threads(work->threads)
    {
#pragma omp single
        r.threads = (size_t)omp_get_num_threads();
        run_thread(&r, omp_get_thread_num());
    }
    for (int t = 0; t < work->threads; t++) {
        const mg_steal_counts own = r.thread[t].relaxed;
        relaxed->buckets = own.buckets > relaxed->buckets ? own.buckets : relaxed->buckets;
        relaxed->vertices += own.vertices;
    }
    MG_TRY(r.status);
    if (r.failed) {
        status = MG_ERROR_MEMORY;
    }
out:
    destroy(&r);
    return status;
}
