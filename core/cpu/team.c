/* SPDX-License-Identifier: Apache-2.0
 *
 * team.c: small iterations by all threads in one parallel region, which they do not leave while the following ones are
 * small, too. What lies between two iterations runs on the first thread; the others wait for it.
 */
#include "core/cpu/team.h"
#include "core/cpu/levels.h"
#include "core/cpu/team_shares.h"
#include "core/cpu/team_sync.h"
#include "core/graph/row_facts.h"

#include <assert.h>
#include <omp.h>

/* Edges per vertex above which a frontier may have hubs, whose edges are shared out. */
#define MOST_EDGES 64
/* Graphs with a larger share of their arcs in long rows have uneven pieces. */
#define LONG_SHARE 64

typedef struct team {
    mg_cpu_work *work;
    mg_program_loop *loop;
    bool claims;      /* receivers take the first hit, by claims; else push, then apply */
    bool by_edges;    /* the first iteration: parts of equal numbers of edges */
    bool dealt;       /* the lists of the threads are the frontier, else it is one list */
    bool sends_ahead; /* what apply makes active sends at once, for the next iteration */
    bool goes_on;
    mg_status status;
    mg_team_shares shares;
    mg_team_sync sync;
} team;

/* A thread's part of the edges of a frontier with hubs. */
static mg_frontier_slice part_of_edges(const team *t, size_t thread, size_t threads) {
    const mg_cpu_work *work = t->work;
    const size_t count = work->now.count;
    const uint64_t edges = work->degree_prefix[count], first = edges * thread / threads,
                   last = edges * (thread + 1) / threads;
    return first < last ? mg__cut_slice(work, count, first, last) : (mg_frontier_slice){0};
}

/* The thread has its list of the frontier. */
static void begin_share(team *t, size_t thread, size_t threads) {
    if (t->dealt) {
        const mg_team_share *const own = &t->shares.share[thread];
        mg__record_list(t->work, own->lists[t->shares.now].list, own->begin, own->lists[t->shares.now].count);
    } else {
        mg__shares_deal(&t->shares, thread, threads);
        mg__team_barrier(&t->sync, thread, threads);
    }
}

/* Has the thread's part of the frontier send, unless it did. */
static void scatter_share(team *t, size_t thread, size_t threads) {
    mg_cpu_work *work = t->work;
    const mg_share_list *const own = &t->shares.share[thread].lists[t->shares.now];
    if (work->frame.scatter_values && !work->has_scattered) {
        work->kernels->scatter(&work->frame, own->list, 0, own->count);
        mg__team_barrier(&t->sync, thread, threads); /* others push these vertices, or claims change their states */
    }
}

/* A thread's share of an iteration whose receivers take the first hit, by claims. */
static void push_by_claims(team *t, size_t thread, size_t threads) {
    mg_cpu_work *work = t->work;
    mg_team_share *const own = &t->shares.share[thread];
    const size_t capacity = work->sinks.capacity[thread];
    mg_piece_cursor cursor = {.thread = thread, .threads = threads};
    mg_sink sink = work->sinks.sink[thread];
    mg_first_hits hits = {.sink = &sink,
                          .shared = true,
                          .repeat_begin = capacity,
                          .repeat_end = capacity,
                          .add = mg__partial_totals(work, thread)};
    scatter_share(t, thread, threads);
    for (mg_team_piece piece; mg__shares_take(&t->shares, &cursor, &piece);) {
        work->kernels->push_first_hits(&work->frame, piece.list, piece.count, &hits);
    }
    mg__shares_reached(&t->shares, thread, sink);
    hits.sink = &own->reached;
    own->hits = hits;
}

static void push_slice(const team *t, const mg_vertex *list, mg_frontier_slice slice, mg_sink *sink) {
    const mg_cpu_work *work = t->work;
    const mg_frame *f = &work->frame;
    for (uint32_t side = 0; side < f->direction_count; side++) {
        work->kernels->push(f, &f->push_arcs[side], list, slice, false, sink);
    }
}

static void push_and_apply(team *t, size_t thread, size_t threads) {
    mg_cpu_work *work = t->work;
    const mg_frame *f = &work->frame;
    mg_piece_cursor cursor = {.thread = thread, .threads = threads};
    mg_sink sink = work->sinks.sink[thread];
    scatter_share(t, thread, threads);
    if (t->by_edges) {
        push_slice(t, work->now.list, part_of_edges(t, thread, threads), &sink);
        cursor.searched = threads;
    }
    for (mg_team_piece piece; mg__shares_take(&t->shares, &cursor, &piece);) {
        push_slice(t, piece.list, (mg_frontier_slice){.end = piece.count}, &sink);
    }
    mg__team_barrier(&t->sync, thread, threads);
    const size_t touched = sink.count;
    assert(touched <= work->sinks.capacity[thread]);
    sink.count = 0; /* the next frontier overwrites the touched list; apply reads ahead of what it writes */
    work->kernels->apply(f, sink.items, 0, touched, &sink, mg__partial_totals(work, thread));
    if (t->sends_ahead) { /* the states are in the cache, and no push reads what is sent until all have arrived */
        mg_frame next = *f;
        next.iteration++;
        work->kernels->scatter(&next, sink.items, 0, sink.count);
    }
    mg__shares_reached(&t->shares, thread, sink);
}

static bool may_have_hubs(const mg_frontier *frontier) {
    return frontier->edges > MOST_EDGES * frontier->count;
}

/* Memory and cuts of the current iteration. */
static mg_status prepare(team *t) {
    mg_cpu_work *work = t->work;
    const mg_frame *f = &work->frame;
    const uint64_t edges = work->now.edges;
    /* Claims: a receiver may also be on the stack of those that still need contributions. */
    const size_t capacity = t->claims ? 2 * (size_t)(edges < f->n ? edges : f->n) : (size_t)edges;
    assert(work->now.has_list && mg__is_plain_push(work));
    for (int i = 0; i < work->threads; i++) {
        if (!mg__sinks_reserve(work->context, &work->sinks, i, capacity)) {
            return mg__no_frontier_memory(work, work->now.count);
        }
    }
    t->by_edges =
        !t->claims && !t->dealt && f->direction_count == 1 && edges >= MG_SERIAL_LIMIT && may_have_hubs(&work->now);
    if (t->by_edges) {
        mg__sum_degrees(work, f->push_arcs[0].offsets, work->now.list, work->now.count);
    }
    return MG_OK;
}

/* May the iteration run by claims? A claim looks at the state of a receiver that may send, too, and leaves those alone
 * that need nothing: what vertices need must change by apply only. */
static bool uses_claims(const mg_cpu_work *work) {
    const mg_phase_info *info = &work->info;
    const mg_frontier *now = &work->now;
    return (info->properties & MG_FIRST_HIT) && !info->has_edge_at &&
           (!work->frame.scatter_values || (info->properties & MG_PURE_SCATTER)) &&
           (now->edges < MG_SERIAL_LIMIT || !may_have_hubs(now));
}

void mg__end_claims(mg_cpu_work *work) {
    if (work->has_claims) {
#pragma omp parallel for num_threads(work->threads) if (work->frame.n > MG_SERIAL_LIMIT)
        for (size_t r = 0; r < work->ranges.count; r++) {
            work->kernels->reset(&work->frame, work->ranges.begin[r], work->ranges.begin[r + 1]);
        }
    }
    work->has_claims = false;
}

/* Withdraws the claims of receivers that still need contributions. */
static void withdraw(team *t) {
    for (int i = 0; t->claims && i < t->work->threads; i++) {
        mg_first_hits *const hits = &t->shares.share[i].hits;
        hits->shared = false;
        if (hits->repeat_begin < hits->repeat_end) { /* there is none of a thread that the runtime did not grant */
            t->work->kernels->push_first_hits(&t->work->frame, NULL, 0, hits);
        }
    }
}

/* Not where what is sent might never be needed, if scatter may change the state. */
static bool sends_ahead(const team *t) {
    const mg_phase_info *info = &t->work->info;
    return t->work->frame.scatter_values && !t->claims &&
           ((info->properties & MG_PURE_SCATTER) || (!t->loop->limit && !info->has_finished));
}

/* Pieces of a frontier differ if few rows have many of the edges. */
static bool has_long_rows(const mg_cpu_work *work) {
    const uint64_t arcs = mg_graph_arc_count(work->graph);
    return mg__arcs_in_long_rows(work->graph, work->frame.push_arcs[0].offsets, work->threads) > arcs / LONG_SHARE;
}

/* Can the frontier be the team's next one? Not if a sample may decide about its mode, which all threads would push. */
static bool is_for_team(const team *t, const mg_frontier *next) {
    const uint64_t size = next->count + next->edges;
    if (size < MG_SERIAL_LIMIT) {
        return true;
    }
    return size < MG_FUSED_LIMIT && !may_have_hubs(next) &&
           (mg__push_is_certain(t->work, next->edges) ||
            (!has_long_rows(t->work) && mg__pushes_next(t->work, next, t->loop->explored, t->loop->visited)));
}

/* A sample pushes vertices of the list. */
static bool may_sample(const mg_cpu_work *work) {
    return work->context->test_all_paths && work->plan->options.mode == MG_MODE_AUTO;
}

/* The frontier is a list again. */
static void join(team *t, mg_frontier *frontier) {
    mg__shares_join(&t->shares, frontier);
    t->dealt = false;
}

/* On the first thread: ends the iteration and begins the next one if that is as small. */
static void between(team *t) {
    mg_cpu_work *work = t->work;
    mg_program_loop *loop = t->loop;
    mg_status status = MG_OK;
    t->goes_on = loop->begun = false;
    withdraw(t);
    mg__shares_next(&t->shares);
    t->dealt = true;
    work->sent_ahead = t->sends_ahead;
    const bool ends = !is_for_team(t, &work->next);
    if (ends || may_sample(work) || !mg__shares_are_even(&t->shares)) {
        join(t, &work->next);
    }
    if (ends) {
        return;
    }
    MG_TRY(mg__end_iteration(work, loop));
    loop->begun = true;
    work->is_dealt = t->dealt;
    if (!loop->ended) {
        MG_TRY(mg__begin_iteration(work, loop));
    }
    work->is_dealt = false;
    if (!loop->ended && loop->mode == MG_MODE_SPARSE && work->now.has_list && mg__wants_team(work, loop)) {
        MG_TRY(prepare(t));
        t->goes_on = true;
    }
out:
    work->is_dealt = false;
    if (t->dealt && !t->goes_on) {
        join(t, &work->now);
        mg__record_list(work, work->now.list, 0, loop->ended || status < 0 ? 0 : work->now.count);
    }
    t->status = status;
}

bool mg__wants_team(mg_cpu_work *work, mg_program_loop *loop) {
    if (!loop->asked) {
        loop->asked = true;
        loop->parallel = mg__is_plain_push(work) && mg__tuner_parallel(work, work->now.count + work->now.edges);
    }
    return loop->parallel;
}

mg_status mg__push_team(mg_cpu_work *work, mg_program_loop *loop) {
    mg_status status = MG_OK;
    team t = {.work = work, .loop = loop, .claims = uses_claims(work), .sync = mg__team_sync(work->threads)};
    MG_TRY(mg__reserve_totals(work, (size_t)work->threads)); /* unused: phases with totals have no team */
    MG_TRY(mg__shares_begin(work, &t.shares));
    if (t.claims) {
        work->has_claims = true;
    } else {
        mg__end_claims(work);
    }
    t.sends_ahead = sends_ahead(&t);
    MG_TRY(prepare(&t));
#pragma omp parallel num_threads(work->threads)
    {
        const size_t thread = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        do {
            begin_share(&t, thread, threads);
            if (t.claims) {
                push_by_claims(&t, thread, threads);
            } else {
                push_and_apply(&t, thread, threads);
            }
            if (thread) {
                mg__team_pass(&t.sync, thread);
            } else {
                mg__team_gather(&t.sync, threads);
                between(&t);
                mg__team_release(&t.sync);
            }
        } while (t.goes_on);
    }
    status = t.status;
out:
    return status;
}
