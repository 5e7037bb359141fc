/* SPDX-License-Identifier: Apache-2.0
 *
 * team.c: small iterations by all threads in one parallel region, which they do not leave while the following ones are
 * small, too. What lies between two iterations runs on the first thread; the others wait for it.
 */
#include "core/cpu/team.h"
#include "core/cpu/team_sync.h"

#include <assert.h>
#include <omp.h>

/* Vertices that a thread takes at a time in larger iterations: so many pieces for each thread, of at most so many
 * vertices. */
#define PIECES ((size_t)4)
#define LARGEST_PIECE ((size_t)64)
/* Edges per vertex above which a frontier may have hubs, whose edges are shared out. */
#define MOST_EDGES 64

typedef struct team {
    mg_cpu_work *work;
    mg_program_loop *loop;
    mg_first_hits *hits; /* by thread; NULL: push, then apply */
    bool by_edges;       /* parts of equal numbers of edges, not of vertices */
    bool by_pieces;      /* threads take pieces of the frontier until none is left */
    bool sees_scatter;   /* scatter must have finished everywhere before the push */
    bool sends_ahead;    /* what apply makes active sends at once, for the next iteration */
    bool goes_on;
    mg_status status;
    size_t piece;              /* vertices */
    _Alignas(64) size_t taken; /* vertices of all pieces that were taken */
    mg_team_sync sync;
} team;

/* A thread's part of the frontier: of its edges if they are many, since a hub may have most of them, else of its
 * vertices. */
static mg_frontier_slice part_of(const team *t, size_t thread, size_t threads) {
    const mg_cpu_work *work = t->work;
    const size_t count = work->now.count;
    if (!t->by_edges) {
        return (mg_frontier_slice){.begin = count * thread / threads, .end = count * (thread + 1) / threads};
    }
    const uint64_t edges = work->degree_prefix[count], first = edges * thread / threads,
                   last = edges * (thread + 1) / threads;
    return first < last ? mg__cut_slice(work, count, first, last) : (mg_frontier_slice){0};
}

/* Takes the next piece of the frontier; false: none is left. */
static bool take_piece(team *t, mg_frontier_slice *piece) {
    const size_t count = t->work->now.count, begin = __atomic_fetch_add(&t->taken, t->piece, __ATOMIC_RELAXED);
    if (begin >= count) {
        return false;
    }
    *piece = (mg_frontier_slice){.begin = begin, .end = count - begin < t->piece ? count : begin + t->piece};
    return true;
}

/* A thread's share of an iteration whose receivers take the first hit, by claims. */
static void push_by_claims(team *t, size_t thread, size_t threads) {
    mg_cpu_work *work = t->work;
    const mg_frame *f = &work->frame;
    const size_t capacity = work->sinks.capacity[thread], count = work->now.count;
    const size_t begin = count * thread / threads, end = count * (thread + 1) / threads;
    mg_sink sink = work->sinks.sink[thread];
    mg_first_hits hits = {.sink = &sink,
                          .shared = true,
                          .repeat_begin = capacity,
                          .repeat_end = capacity,
                          .add = mg__partial_totals(work, thread)};
    if (f->scatter_values && !work->has_scattered) {
        work->kernels->scatter(f, work->now.list, begin, end);
        mg__team_barrier(&t->sync, thread, threads); /* claims may change the states of senders */
    }
    if (!t->by_pieces) {
        work->kernels->push_first_hits(f, work->now.list + begin, end - begin, &hits);
    }
    for (mg_frontier_slice piece; t->by_pieces && take_piece(t, &piece);) {
        work->kernels->push_first_hits(f, work->now.list + piece.begin, piece.end - piece.begin, &hits);
    }
    work->sinks.sink[thread] = sink;
    hits.sink = &work->sinks.sink[thread];
    t->hits[thread] = hits;
}

static void push_slice(const team *t, mg_frontier_slice slice, mg_sink *sink) {
    const mg_cpu_work *work = t->work;
    const mg_frame *f = &work->frame;
    for (uint32_t side = 0; side < f->direction_count; side++) {
        work->kernels->push(f, &f->push_arcs[side], work->now.list, slice, false, sink);
    }
}

static void push_and_apply(team *t, size_t thread, size_t threads) {
    mg_cpu_work *work = t->work;
    const mg_frame *f = &work->frame;
    const size_t count = work->now.count;
    mg_sink sink = work->sinks.sink[thread];
    if (f->scatter_values && !work->has_scattered) {
        work->kernels->scatter(f, work->now.list, count * thread / threads, count * (thread + 1) / threads);
        if (t->sees_scatter) {
            mg__team_barrier(&t->sync, thread, threads);
        }
    }
    if (!t->by_pieces) {
        push_slice(t, part_of(t, thread, threads), &sink);
    }
    for (mg_frontier_slice piece; t->by_pieces && take_piece(t, &piece);) {
        push_slice(t, piece, &sink);
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
    work->sinks.sink[thread] = sink;
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
    const size_t capacity = t->hits ? 2 * (size_t)(edges < f->n ? edges : f->n) : (size_t)edges;
    assert(work->now.has_list && mg__is_plain_push(work));
    for (int i = 0; i < work->threads; i++) {
        if (!mg__sinks_reserve(work->context, &work->sinks, i, capacity)) {
            return mg__no_frontier_memory(work, work->now.count);
        }
    }
    t->by_pieces = edges >= MG_SERIAL_LIMIT && !may_have_hubs(&work->now);
    t->by_edges = !t->hits && !t->by_pieces && f->direction_count == 1 && edges >= MG_SERIAL_LIMIT;
    const size_t piece = work->now.count / ((size_t)work->threads * PIECES) + 1;
    t->piece = piece < LARGEST_PIECE ? piece : LARGEST_PIECE;
    t->taken = 0;
    /* Push may read the state of a receiver that is also a sender. */
    t->sees_scatter =
        f->scatter_values &&
        (t->by_edges || t->by_pieces ||
         (!(work->info.properties & MG_PURE_SCATTER) && (work->info.has_needs || work->info.has_edge_at)));
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
    for (int i = 0; t->hits && i < t->work->threads; i++) {
        mg_first_hits *const hits = &t->hits[i];
        hits->shared = false;
        if (hits->repeat_begin < hits->repeat_end) { /* there is none of a thread that the runtime did not grant */
            t->work->kernels->push_first_hits(&t->work->frame, t->work->now.list, 0, hits);
        }
    }
}

/* Not where what is sent might never be needed, if scatter may change the state. */
static bool sends_ahead(const team *t) {
    const mg_phase_info *info = &t->work->info;
    return t->work->frame.scatter_values && !t->hits &&
           ((info->properties & MG_PURE_SCATTER) || (!t->loop->limit && !info->has_finished));
}

/* Can the frontier be the team's next one? Not if a sample may decide about its mode, which all threads would push. */
static bool is_for_team(const team *t, const mg_frontier *next) {
    const uint64_t size = next->count + next->edges;
    return size < MG_SERIAL_LIMIT ||
           (size < MG_FUSED_LIMIT && !may_have_hubs(next) && mg__push_is_certain(t->work, next->edges));
}

/* On the first thread: ends the iteration and begins the next one if that is as small. */
static void between(team *t) {
    mg_cpu_work *work = t->work;
    mg_program_loop *loop = t->loop;
    mg_status status = MG_OK;
    t->goes_on = loop->begun = false;
    withdraw(t);
    mg__take_next_list(work);
    work->sent_ahead = t->sends_ahead;
    if (!is_for_team(t, &work->next)) {
        return;
    }
    MG_TRY(mg__end_iteration(work, loop));
    loop->begun = true;
    if (!loop->ended) {
        MG_TRY(mg__begin_iteration(work, loop));
    }
    if (!loop->ended && loop->mode == MG_MODE_SPARSE && work->now.has_list && mg__wants_team(work, loop)) {
        MG_TRY(prepare(t));
        t->goes_on = true;
    }
out:
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
    team t = {.work = work, .loop = loop, .sync = mg__team_sync(work->threads)};
    MG_TRY(mg__reserve_totals(work, (size_t)work->threads)); /* unused: phases with totals have no team */
    if (uses_claims(work)) {
        MG_TRY(MG_KEPT_ALLOC_ZEROED(work->context, t.hits, (uint64_t)work->threads, "first hits"));
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
            if (t.hits) {
                push_by_claims(&t, thread, threads);
            } else {
                push_and_apply(&t, thread, threads);
            }
            if (thread) {
                mg__team_pass(&t.sync);
            } else {
                mg__team_gather(&t.sync, threads);
                between(&t);
                mg__team_release(&t.sync);
            }
        } while (t.goes_on);
    }
    status = t.status;
out:
    mg__kept_release(work->context, t.hits);
    return status;
}
