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

typedef struct mg_team_sync {
    uint32_t most_spins;         /* then a waiting thread yields */
    _Alignas(64) size_t arrived; /* threads but the first one */
    _Alignas(64) size_t passed;  /* barriers */
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
    for (uint32_t spins = 0; __atomic_load_n(&s->arrived, __ATOMIC_ACQUIRE) != threads - 1;) {
        mg__team_wait(s, &spins);
    }
}

/* The first thread lets the others go on. */
static inline void mg__team_release(mg_team_sync *s) {
    __atomic_store_n(&s->arrived, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&s->passed, s->passed + 1, __ATOMIC_RELEASE);
}

/* Another thread arrives, and waits for the first one. */
static inline void mg__team_pass(mg_team_sync *s) {
    const size_t before = __atomic_load_n(&s->passed, __ATOMIC_RELAXED);
    __atomic_fetch_add(&s->arrived, 1, __ATOMIC_ACQ_REL);
    for (uint32_t spins = 0; __atomic_load_n(&s->passed, __ATOMIC_ACQUIRE) == before;) {
        mg__team_wait(s, &spins);
    }
}

static inline void mg__team_barrier(mg_team_sync *s, size_t thread, size_t threads) {
    if (thread) {
        mg__team_pass(s);
    } else {
        mg__team_gather(s, threads);
        mg__team_release(s);
    }
}

#endif
