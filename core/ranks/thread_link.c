/* SPDX-License-Identifier: Apache-2.0
 *
 * thread_link.c: ranks that are threads of one process. Each shows the others its bytes, and all copy them between two
 * barriers.
 */
#include "core/ranks/ranks.h"

#include <errno.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Times that a rank looks for the others before it sleeps, with a yield after each: about 0.1 ms if each has a core. */
#define LOOKS 300
#define LOOKS_WITHOUT_A_CORE 3
/* Seconds of a yield above which another process has had the core, and waits for which a rank then does not look. */
#define LONG_YIELD 1e-3
#define WAITS_WITHOUT_LOOKS 1000

/* What a rank has on the board. */
typedef struct seat {
    const void *shown;      /* its bytes in this exchange */
    uint32_t without_looks; /* waits */
} seat;

typedef struct board {
    mg_allocator memory;
    pthread_mutex_t lock;
    pthread_cond_t all_came;
    uint32_t size, came; /* ranks that wait at the barrier, */
    uint64_t round;      /* of this round */
    bool broken;         /* a rank has given up */
    int looks;           /* of a rank in a wait */
    mg_ranks *ranks;     /* size */
    seat seats[];        /* size */
} board;

static struct timespec deadline(double seconds) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += (time_t)seconds;
    at.tv_nsec += (long)(1e9 * (seconds - (double)(time_t)seconds));
    if (at.tv_nsec >= 1000000000) {
        at.tv_sec++;
        at.tv_nsec -= 1000000000;
    }
    return at;
}

static bool is_over(board *b, uint64_t round) {
    return __atomic_load_n(&b->round, __ATOMIC_ACQUIRE) != round || __atomic_load_n(&b->broken, __ATOMIC_ACQUIRE);
}

/* Counts this rank; the last one ends the round. Returns the number of the round. */
static uint64_t come(board *b) {
    pthread_mutex_lock(&b->lock);
    const uint64_t round = b->round;
    if (!b->broken && ++b->came == b->size) { /* those that gave up came, too */
        b->came = 0;
        __atomic_store_n(&b->round, round + 1, __ATOMIC_RELEASE);
        pthread_cond_broadcast(&b->all_came);
    }
    pthread_mutex_unlock(&b->lock);
    return round;
}

/* Most ranks come soon: the others look a few times before they sleep. Where other processes want the cores, each yield
 * costs one of their time slices, and a rank that sleeps is woken sooner. */
static void look(board *b, seat *own, uint64_t round) {
    if (own->without_looks) {
        own->without_looks--;
        return;
    }
    double before = mg__now();
    for (int i = 0; i < b->looks && !is_over(b, round); i++) {
        sched_yield();
        const double now = mg__now();
        if (now - before > LONG_YIELD) {
            own->without_looks = WAITS_WITHOUT_LOOKS;
            return;
        }
        before = now;
    }
}

/* False: a rank did not come in time. */
static bool wait_for_all(board *b, seat *own, double timeout) {
    const uint64_t round = come(b);
    look(b, own, round);
    if (!is_over(b, round)) {
        const struct timespec until = deadline(timeout);
        pthread_mutex_lock(&b->lock);
        while (!is_over(b, round)) {
            const int waited = timeout > 0.0 ? pthread_cond_timedwait(&b->all_came, &b->lock, &until)
                                             : pthread_cond_wait(&b->all_came, &b->lock);
            if (waited == ETIMEDOUT && b->round == round) {
                __atomic_store_n(&b->broken, true, __ATOMIC_RELEASE);
                pthread_cond_broadcast(&b->all_came);
            }
        }
        pthread_mutex_unlock(&b->lock);
    }
    return __atomic_load_n(&b->round, __ATOMIC_ACQUIRE) != round;
}

static mg_status gather(mg_ranks *ranks, const void *own, void *all, const size_t *offsets, char *why,
                        size_t why_size) {
    board *const b = ranks->data;
    seat *const own_seat = &b->seats[ranks->rank];
    own_seat->shown = own;
    bool came = wait_for_all(b, own_seat, ranks->timeout);
    for (uint32_t r = 0; came && r < ranks->size; r++) {
        const size_t bytes = offsets[r + 1] - offsets[r];
        char *const to = (char *)all + offsets[r];
        if (bytes && to != b->seats[r].shown) {
            memcpy(to, b->seats[r].shown, bytes);
        }
    }
    came = came && wait_for_all(b, own_seat, ranks->timeout); /* nobody changes its bytes before all have them */
    if (!came) {
        snprintf(why, why_size, "a rank did not take part in an exchange for %g seconds", ranks->timeout);
        return MG_ERROR_DEVICE;
    }
    return MG_OK;
}

static void stop(mg_ranks *ranks) {
    board *const b = ranks->data;
    pthread_mutex_lock(&b->lock);
    __atomic_store_n(&b->broken, true, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&b->all_came);
    pthread_mutex_unlock(&b->lock);
}

/* Called for the first rank, when no thread of the others runs any more. */
static void close_board(mg_ranks *ranks, bool lost) {
    board *const b = ranks->data;
    const mg_allocator memory = b->memory;
    (void)lost;
    pthread_cond_destroy(&b->all_came);
    pthread_mutex_destroy(&b->lock);
    mg__release(&memory, b->ranks);
    mg__release(&memory, b);
}

static const mg_ranks_link thread_link = {
    .name = "threads", .threads = true, .gather = gather, .stop = stop, .close = close_board};

mg_status mg__ranks_threads(mg_context *context, uint32_t size, double timeout, mg_ranks **ranks) {
    mg_status status;
    board *b = NULL;
    mg_ranks *made = NULL;
    pthread_condattr_t attributes;
    MG_TRY(mg__alloc_zeroed(context, (void **)&b, 1, sizeof *b + size * sizeof *b->seats, "ranks"));
    MG_TRY(MG_ALLOC_ZEROED(context, made, size, "ranks"));
    b->memory = context->memory;
    b->size = size;
    b->looks = (int)size <= omp_get_num_procs() ? LOOKS : LOOKS_WITHOUT_A_CORE;
    b->ranks = made;
    pthread_mutex_init(&b->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&b->all_came, &attributes);
    pthread_condattr_destroy(&attributes);
    for (uint32_t r = 0; r < size; r++) {
        made[r] =
            (mg_ranks){.link = &thread_link, .data = b, .rank = r, .size = size, .host_rank = r, .timeout = timeout};
    }
    *ranks = made;
    made = NULL;
    b = NULL;
out:
    mg__release(&context->memory, made);
    mg__release(&context->memory, b);
    return status;
}
