/* SPDX-License-Identifier: Apache-2.0
 *
 * mpi_link.c: the plug-in multigraph_mpi.so: ranks that are processes, whose bytes MPI moves. Operations do not block,
 * so that a lost rank is noticed.
 */
#include "core/ranks/process_link.h"

#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* MPI counts bytes in an int: larger blocks go in pieces. */
#define MOST_BYTES ((size_t)1 << 30)
/* Polls of an operation before the processor is left to others. */
#define SPINS 2000

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Waits for an operation; false: not in time, or MPI failed. */
static bool wait_for(const mg_ranks *ranks, MPI_Request *request) {
    const double start = seconds();
    int done = 0;
    for (uint64_t polls = 0; !done; polls++) {
        if (MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
            return false;
        }
        if (!done && polls > SPINS) {
            const struct timespec pause = {.tv_nsec = polls > 100 * SPINS ? 50000 : 0};
            pause.tv_nsec ? nanosleep(&pause, NULL) : sched_yield();
            if (ranks->timeout > 0.0 && seconds() - start > ranks->timeout) {
                return false;
            }
        }
    }
    return true;
}

/* Puts the own block to its place, so that all ranks gather in place: MPI wants that of all or of none. */
static void place_own(const mg_ranks *ranks, const void *own, void *all, const size_t *offsets) {
    char *const block = (char *)all + offsets[ranks->rank];
    const size_t bytes = offsets[ranks->rank + 1] - offsets[ranks->rank];
    if (bytes && own != block) {
        memcpy(block, own, bytes);
    }
}

/* Blocks below 2^31 bytes in all. */
static bool gather_small(const mg_ranks *ranks, void *all, const size_t *offsets) {
    static int counts[MG_RANKS_MAX], places[MG_RANKS_MAX];
    MPI_Request request;
    for (uint32_t r = 0; r < ranks->size; r++) {
        counts[r] = (int)(offsets[r + 1] - offsets[r]);
        places[r] = (int)offsets[r];
    }
    return MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all, counts, places, MPI_BYTE, MPI_COMM_WORLD, &request) ==
               MPI_SUCCESS &&
           wait_for(ranks, &request);
}

/* Larger ones: every rank sends its block to all, piece by piece. */
static bool gather_large(const mg_ranks *ranks, void *all, const size_t *offsets) {
    for (uint32_t r = 0; r < ranks->size; r++) {
        char *const block = (char *)all + offsets[r];
        const size_t bytes = offsets[r + 1] - offsets[r];
        for (size_t at = 0; at < bytes; at += MOST_BYTES) {
            const size_t piece = bytes - at < MOST_BYTES ? bytes - at : MOST_BYTES;
            MPI_Request request;
            if (MPI_Ibcast(block + at, (int)piece, MPI_BYTE, (int)r, MPI_COMM_WORLD, &request) != MPI_SUCCESS ||
                !wait_for(ranks, &request)) {
                return false;
            }
        }
    }
    return true;
}

static mg_status gather(mg_ranks *ranks, const void *own, void *all, const size_t *offsets, char *why,
                        size_t why_size) {
    const bool small = offsets[ranks->size] < 2 * MOST_BYTES;
    place_own(ranks, own, all, offsets);
    if ((small ? gather_small : gather_large)(ranks, all, offsets)) {
        return MG_OK;
    }
    snprintf(why, why_size, "a rank did not take part in an exchange for %g seconds, or MPI failed", ranks->timeout);
    return MG_ERROR_DEVICE;
}

/* Where a rank is lost MPI_Finalize() would wait for it; mpirun ends all when this process ends. */
static void leave(mg_ranks *ranks, bool lost) {
    (void)ranks;
    if (!lost) {
        MPI_Finalize();
    }
}

/* Its number among the processes that share memory with it. */
static uint32_t number_on_host(int rank) {
    MPI_Comm host;
    int number = rank;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host) == MPI_SUCCESS) {
        MPI_Comm_rank(host, &number);
        MPI_Comm_free(&host);
    }
    return (uint32_t)number;
}

static const mg_ranks_link mpi_link = {.name = "mpi", .gather = gather, .close = leave};

__attribute__((visibility("default"))) bool mg_mpi_join(mg_ranks *ranks, char *why, size_t why_size) {
    int level, rank, size, there = 0;
    MPI_Initialized(&there);
    if (there || MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) {
        snprintf(why, why_size, "%s", there ? "this process has joined before" : "MPI_Init failed");
        return false;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ranks->link = &mpi_link;
    ranks->rank = (uint32_t)rank;
    ranks->size = (uint32_t)size;
    ranks->host_rank = number_on_host(rank);
    return true;
}
