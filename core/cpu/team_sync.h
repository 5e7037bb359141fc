/* SPDX-License-Identifier: Apache-2.0
 *
 * team_sync.h: barriers within a parallel region whose steps take microseconds. What the first thread does between
 * mg__team_gather and mg__team_release no other thread sees half done.
 */
#ifndef MG_CORE_CPU_TEAM_SYNC_H
#define MG_CORE_CPU_TEAM_SYNC_H

#include <omp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>

/* Tests of a waiting thread before it gives its core away: other processes may need it. */
#define MG_TEAM_SPINS 2000

/* Counters of threads that arrive: a thread waits for those that add to the same one. */
#define MG_TEAM_COUNTERS 8

typedef struct mg_team_counter {
    _Alignas(64) size_t count;
} mg_team_counter;

typedef struct mg_team_sync {
    uint32_t most_spins;                       /* then a waiting thread yields */
    mg_team_counter arrived[MG_TEAM_COUNTERS]; /* threads but the first one, in all barriers */
    _Alignas(64) size_t passed;                /* barriers */
} mg_team_sync;

/* For a team of so many threads. If they are more than the cores, a waiting thread has the core of one that works. */
static inline mg_team_sync mg__team_sync(int threads) {
    return (mg_team_sync){.most_spins = threads <= omp_get_num_procs() ? MG_TEAM_SPINS : 1};
}

static inline void mg__team_wait(const mg_team_sync *s, uint32_t *spins) {
    if (++*spins >= s->most_spins) {
        sched_yield();
        return;
    }
#if defined __x86_64__
    __builtin_ia32_pause();
#endif
}

/* The first thread waits until the others have arrived. */
static inline void mg__team_gather(mg_team_sync *s, size_t threads) {
    const size_t barriers = s->passed + 1;
    uint32_t spins = 0;
    for (size_t k = 0; k < MG_TEAM_COUNTERS && k < threads; k++) {
        /* threads k, k + MG_TEAM_COUNTERS, ... without the first one */
        const size_t adding = (threads - k + MG_TEAM_COUNTERS - 1) / MG_TEAM_COUNTERS - (k == 0);
        while (__atomic_load_n(&s->arrived[k].count, __ATOMIC_ACQUIRE) != barriers * adding) {
            mg__team_wait(s, &spins);
        }
    }
}

/* The first thread lets the others go on. */
static inline void mg__team_release(mg_team_sync *s) {
    __atomic_store_n(&s->passed, s->passed + 1, __ATOMIC_RELEASE);
}

/* Another thread arrives, and waits for the first one. */
static inline void mg__team_pass(mg_team_sync *s, size_t thread) {
    const size_t before = __atomic_load_n(&s->passed, __ATOMIC_RELAXED);
    __atomic_fetch_add(&s->arrived[thread % MG_TEAM_COUNTERS].count, 1, __ATOMIC_ACQ_REL);
    for (uint32_t spins = 0; __atomic_load_n(&s->passed, __ATOMIC_ACQUIRE) == before;) {
        mg__team_wait(s, &spins);
    }
}

static inline void mg__team_barrier(mg_team_sync *s, size_t thread, size_t threads) {
    if (thread) {
        mg__team_pass(s, thread);
    } else {
        mg__team_gather(s, threads);
        mg__team_release(s);
    }
}

#endif
