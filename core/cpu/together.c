/* SPDX-License-Identifier: Apache-2.0
 *
 * together.c: small iterations by all threads, where that turns out to be faster than by one of them alone. It depends
 * on what else the machine does, since every iteration waits for the slowest thread: so both ways are tried, for a few
 * iterations now and then, and the faster one is taken.
 */
#include "core/cpu/segments.h"

#include <math.h>
#include <omp.h>

/* Fewer vertices and edges are not worth waking the others. */
#define LEAST 512
/* A trial has so many iterations. */
#define TRIAL 4
/* Iterations until the next one: twice as many as until the last, from the first number up to the second; after one
 * that was broken off eight times as many. */
#define FIRST_WAIT 16
#define LONGEST_WAIT 1024
/* What one thread takes so many times longer for than before is taken for a disturbance, and cut. */
#define PLAUSIBLE 4.0
/* Threads that must be woken first may take so many times as long as one alone; else there are others at work. */
#define WAKING 16.0

/* The next trial comes after `times` as many iterations as the last one. */
static void put_off(mg_together *t, uint32_t times) {
    const uint32_t longer = t->patience ? times * t->patience : FIRST_WAIT;
    t->wait = t->patience = longer < LONGEST_WAIT ? longer : LONGEST_WAIT;
}

static bool choose(mg_together *t) {
    const bool faster = t->cost[1] > 0.0 && t->cost[1] < t->cost[0];
    if (t->cost[0] <= 0.0) {
        return false;
    }
    if (t->trial > 0) {
        t->trial--;
        return t->chosen;
    }
    if (t->wait > 0) {
        t->wait--;
        return faster;
    }
    t->trial = TRIAL - 1;
    put_off(t, 2);
    return !faster;
}

/* Totals would be added up in another order with other threads. */
bool mg__goes_together(mg_work *work, uint64_t size) {
    mg_together *t = &work->together;
    t->size = 0;
    if (work->threads == 1 || work->lanes > 1 || work->info.totals || size >= MG_ALONE) {
        return false;
    }
    if (work->context->try_all) {
        return work->frame.iteration % 4 >= 2;
    }
    if (size < LEAST) {
        return false;
    }
    const bool before = t->chosen;
    t->size = size;
    t->chosen = choose(t);
    t->awake = !t->chosen || before;
    return t->chosen;
}

void mg__learn_together(mg_work *work, double seconds) {
    mg_together *t = &work->together;
    const double found = 1e9 * seconds / (double)(t->size ? t->size : 1), alone = t->cost[0];
    double *cost = &t->cost[t->chosen];
    if (t->size && !t->chosen) {
        *cost = alone > 0.0 ? (alone + fmin(found, PLAUSIBLE * alone)) / 2.0 : found;
    } else if (t->size &&
               (t->awake || found > WAKING * alone)) { /* one that waits for a core counts as long as it is */
        *cost = *cost > 0.0 ? (*cost + found) / 2.0 : found;
        if (t->trial && found > PLAUSIBLE * alone) {
            t->trial = 0;
            put_off(t, 4);
        }
    }
    t->size = 0;
}

bool mg__may_push_together(const mg_work *work) {
    return !(work->info.properties & (MG_LABEL | MG_ALL_ACTIVE)) && work->sample_end == 0 &&
           !mg__uses_segments(work, work->now.edges);
}

/* One thread's part of the frontier; what it reaches first is in its sink then. False without memory. */
static bool push_part(mg_work *work, int t, mg_slice part) {
    const mg_frame *f = &work->frame;
    const mg_vertex *list = work->now.list;
    uint64_t edges = 0;
    for (uint32_t side = 0; side < f->sides; side++) {
        for (size_t i = part.begin; i < part.end; i++) {
            edges += f->send[side].offsets[list[i] + 1] - f->send[side].offsets[list[i]];
        }
    }
    if (!mg__sinks_reserve(work->context, &work->sinks, t, (size_t)edges)) {
        return false;
    }
    mg_sink sink = work->sinks.sink[t];
    for (uint32_t side = 0; side < f->sides; side++) {
        work->kernels->push(f, &f->send[side], list, part, false, &sink);
    }
    work->sinks.sink[t] = sink;
    return true;
}

/* Updates what the thread has reached; those of the next frontier stay in its sink. */
static void apply_part(mg_work *work, int t) {
    mg_sink sink = work->sinks.sink[t];
    const size_t count = sink.count;
    sink.count = 0;
    work->kernels->apply(&work->frame, sink.items, 0, count, &sink, mg__sums_of(work, 0));
    work->sinks.sink[t] = sink;
}

mg_status mg__push_together(mg_work *work) {
    const size_t count = work->now.count;
    bool failed = false;
    const mg_status status = mg__need_sums(work, (size_t)work->threads);
    if (status < 0) {
        return status;
    }
#pragma omp parallel num_threads(work->threads)
    {
        const size_t t = (size_t)omp_get_thread_num(), team = (size_t)omp_get_num_threads();
        const mg_slice part = {.begin = count * t / team, .end = count * (t + 1) / team};
        if (!push_part(work, (int)t, part)) {
            __atomic_store_n(&failed, true, __ATOMIC_RELAXED);
        }
#pragma omp barrier
        apply_part(work, (int)t);
    }
    if (failed) {
        return mg__fail(work->context, MG_ERROR_MEMORY, "out of memory: frontier of %zu vertices", count);
    }
    return MG_OK;
}
