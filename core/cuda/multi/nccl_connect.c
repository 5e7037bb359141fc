/* SPDX-License-Identifier: Apache-2.0
 *
 * nccl_connect.c: ncclCommInitRank waits for all ranks, without a limit: for ever if one has died. It therefore runs in
 * a thread of its own, which the caller can leave behind. NCCL's own way, communicators that do not block, would cost
 * more in each exchange: ncclGroupEnd then starts a thread every time (NCCL 2.28, src/group.cc).
 */
#include "core/cuda/multi/nccl.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

/* Not in memory of the context, which may end before a thread that was left behind. */
typedef struct attempt {
    const mg_nccl *nccl;
    mg_nccl_member member;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool done, left; /* the thread has a result; nobody waits for it any more */
    mg_nccl_comm comm;
    mg_nccl_result result;
} attempt;

static void release(attempt *a) {
    pthread_cond_destroy(&a->ended);
    pthread_mutex_destroy(&a->lock);
    free(a);
}

static void *run(void *data) {
    attempt *const a = data;
    const mg_nccl_member *const m = &a->member;
    mg_nccl_comm comm = NULL;
    mg_nccl_result result = MG_NCCL_CUDA_ERROR;
    if (a->nccl->set_device(m->device) == cudaSuccess) {
        result = a->nccl->comm_init_rank(&comm, (int)m->size, m->id, (int)m->rank);
    }
    pthread_mutex_lock(&a->lock);
    a->comm = comm;
    a->result = result;
    a->done = true;
    const bool left = a->left;
    pthread_cond_signal(&a->ended);
    pthread_mutex_unlock(&a->lock);
    if (left) {
        if (result == MG_NCCL_SUCCESS) {
            a->nccl->comm_abort(comm);
        }
        release(a);
    }
    return NULL;
}

/* Of the monotonic clock. */
static struct timespec after(double seconds) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += (time_t)seconds;
    at.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    at.tv_sec += at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    return at;
}

/* True: the thread has a result; else it is left behind. */
static bool wait_for(attempt *a, double limit) {
    const struct timespec until = after(limit);
    int error = 0;
    pthread_mutex_lock(&a->lock);
    while (!a->done && !error) {
        error =
            limit > 0.0 ? pthread_cond_timedwait(&a->ended, &a->lock, &until) : pthread_cond_wait(&a->ended, &a->lock);
    }
    const bool done = a->done;
    a->left = !done;
    pthread_mutex_unlock(&a->lock);
    return done;
}

static attempt *begin(const mg_nccl *nccl, const mg_nccl_member *member, pthread_t *thread) {
    attempt *const a = calloc(1, sizeof *a);
    pthread_condattr_t clock;
    if (!a) {
        return NULL;
    }
    a->nccl = nccl;
    a->member = *member;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&a->ended, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&a->lock, NULL);
    if (pthread_create(thread, NULL, run, a) != 0) {
        release(a);
        return NULL;
    }
    return a;
}

mg_nccl_result mg__nccl_connect(const mg_nccl *nccl, const mg_nccl_member *member, double limit, mg_nccl_comm *comm) {
    pthread_t thread;
    attempt *const a = begin(nccl, member, &thread);
    if (!a) {
        return MG_NCCL_SYSTEM_ERROR;
    }
    if (!wait_for(a, limit)) {
        pthread_detach(thread);
        return MG_NCCL_LATE;
    }
    pthread_join(thread, NULL);
    const mg_nccl_result result = a->result;
    *comm = a->comm;
    release(a);
    return result;
}
