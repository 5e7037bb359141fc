/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/team_shares.h"
#include "core/cpu/team.h"

#include <assert.h>

/* Pieces for each thread, of at most so many vertices. */
#define PIECES ((size_t)4)
#define LARGEST_PIECE ((size_t)64)

/* Smaller frontiers are processed without taking from others if no thread has more than its part and a quarter of that
 * for each other thread, at most as much again: to join the lists takes longer where they are many. */
#define QUARTERS 4

/* Of a frontier, of which a thread has at most `most` vertices. */
static void set_piece(mg_team_shares *shares, const mg_frontier *frontier, size_t most) {
    const size_t threads = (size_t)shares->work->threads, piece = frontier->count / (threads * PIECES) + 1;
    shares->steals = frontier->count + frontier->edges >= MG_SERIAL_LIMIT;
    const size_t quarters = QUARTERS + (threads - 1 < QUARTERS ? threads - 1 : QUARTERS);
    shares->even = shares->steals || QUARTERS * most * threads <= quarters * frontier->count;
    shares->piece = !shares->steals ? frontier->count + 1 : piece < LARGEST_PIECE ? piece : LARGEST_PIECE;
}

bool mg__shares_are_even(const mg_team_shares *shares) {
    return shares->even;
}

mg_status mg__shares_begin(mg_cpu_work *work, mg_team_shares *shares) {
    mg_status status = MG_OK;
    if (!work->team_shares) {
        MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, work->team_shares, (uint64_t)work->threads, "frontier lists"));
    }
    *shares = (mg_team_shares){.work = work, .share = work->team_shares};
    for (int t = 0; t < work->threads; t++) { /* not all may be in the team */
        mg_team_share *const s = &shares->share[t];
        s->lists[0] = s->lists[1] = (mg_share_list){0};
        s->reached.count = s->reached.edges = 0;
        s->hits = (mg_first_hits){0};
    }
    set_piece(shares, &work->now, 0);
out:
    return status;
}

void mg__shares_destroy(mg_cpu_work *work) {
    for (int t = 0; work->team_shares && t < work->threads; t++) {
        mg__kept_release(work->context, work->team_shares[t].reached.items);
    }
    mg__kept_release(work->context, work->team_shares);
    work->team_shares = NULL;
}

void mg__shares_deal(mg_team_shares *shares, size_t thread, size_t threads) {
    const mg_frontier *const now = &shares->work->now;
    const size_t begin = now->count * thread / threads, end = now->count * (thread + 1) / threads;
    shares->share[thread].lists[shares->now] = (mg_share_list){.list = now->list + begin, .count = end - begin};
}

bool mg__shares_take(mg_team_shares *shares, mg_piece_cursor *cursor, mg_team_piece *piece) {
    const size_t most = shares->steals ? cursor->threads : 1;
    for (; cursor->searched < most; cursor->searched++) {
        const size_t from = (cursor->thread + cursor->searched) % cursor->threads;
        mg_share_list *const l = &shares->share[from].lists[shares->now];
        if (__atomic_load_n(&l->taken, __ATOMIC_RELAXED) >= l->count) {
            continue;
        }
        const size_t begin = __atomic_fetch_add(&l->taken, shares->piece, __ATOMIC_RELAXED);
        if (begin < l->count) {
            const size_t left = l->count - begin;
            *piece = (mg_team_piece){.list = l->list + begin, .count = left < shares->piece ? left : shares->piece};
            return true;
        }
    }
    return false;
}

/* The memory of the current list, which others may still read, is the sink's from the next iteration on. */
static void swap_memory(mg_team_shares *shares, size_t thread) {
    mg_team_share *const s = &shares->share[thread];
    mg_sinks *const sinks = &shares->work->sinks;
    const mg_sink sink = sinks->sink[thread];
    const size_t capacity = sinks->capacity[thread];
    sinks->sink[thread] = s->reached;
    sinks->capacity[thread] = s->capacity;
    s->reached = sink;
    s->capacity = capacity;
}

void mg__shares_reached(mg_team_shares *shares, size_t thread, mg_sink sink) {
    mg_team_share *const s = &shares->share[thread];
    s->reached.count = s->reached.edges = 0;
    swap_memory(shares, thread);
    s->reached = sink;
    s->lists[!shares->now] = (mg_share_list){.list = sink.items, .count = sink.count};
}

void mg__shares_next(mg_team_shares *shares) {
    mg_frontier *const next = &shares->work->next;
    size_t most = 0;
    next->count = next->edges = 0;
    for (int t = 0; t < shares->work->threads; t++) {
        mg_team_share *const s = &shares->share[t];
        s->begin = next->count;
        next->count += s->reached.count;
        next->edges += s->reached.edges;
        most = s->reached.count > most ? s->reached.count : most;
    }
    next->all = next->has_bits = false;
    next->has_list = true; /* as lists of threads */
    shares->now = !shares->now;
    set_piece(shares, next, most);
}

void mg__shares_join(mg_team_shares *shares, mg_frontier *frontier) {
    for (int t = 0; t < shares->work->threads; t++) {
        swap_memory(shares, (size_t)t);
    }
    mg__take_list(shares->work, frontier);
}
