/* SPDX-License-Identifier: Apache-2.0
 *
 * ranks.h: the exchange between ranks. A rank is a thread or a process that runs the same calls as the others, each on
 * its part of the graph. All ranks make the same exchanges in the same order; a rank that fails says so in its next
 * one, and every rank then fails with its message.
 */
#ifndef MG_CORE_RANKS_RANKS_H
#define MG_CORE_RANKS_RANKS_H

#include "core/context.h"

struct mg_ranks;

/* How bytes get from rank to rank. */
typedef struct mg_ranks_link {
    const char *name; /* "threads" or "mpi" */
    bool threads;     /* the ranks share memory */
    /* Gives every rank the bytes of all: rank r those of [offsets[r], offsets[r + 1]) of `all`, which are `own` of that
     * rank. The offsets are the same on every rank; `own` may be its own place in `all`. Returns when all are there.
     * DEVICE, with the reason in `why`, where a rank has not taken part for `timeout` seconds, or is lost. */
    mg_status (*gather)(struct mg_ranks *ranks, const void *own, void *all, const size_t *offsets, char *why,
                        size_t why_size);
    /* Makes the exchanges that others wait in fail. NULL: not possible. */
    void (*stop)(struct mg_ranks *ranks);
    /* Frees the link. `lost`: other ranks may be stuck, so no rank is waited for. */
    void (*close)(struct mg_ranks *ranks, bool lost);
} mg_ranks_link;

/* One rank's end of the link. */
typedef struct mg_ranks {
    const mg_ranks_link *link;
    void *data; /* of the link */
    uint32_t rank, size;
    uint32_t host_rank;  /* its number among the ranks of this host */
    double timeout;      /* seconds that a rank waits for the others in an exchange; 0: no limit */
    bool lost;           /* an exchange did not come to its end: none is possible any more */
    bool parted;         /* a rank has ended: likewise */
    bool failed;         /* a rank failed, and all know: no exchange until mg__ranks_agree() */
    mg_rank_share total; /* exchanges so far; arcs: of the current task; compute_seconds: unused */
    void *device_link;   /* of the backend whose devices exchange (core/cuda/multi/communicator.h); NULL: none yet */
    void (*device_link_release)(struct mg_ranks *ranks);
} mg_ranks;

#define MG_RANKS_TIMEOUT 300.0

/* Gathers `bytes` bytes of every rank, as many on each. Every exchange begins with the statuses of all ranks: where
 * `status` is a failure (its message is that of the context) on any rank, nothing is gathered, and all ranks fail with
 * the first one's status and message. O(bytes * size). */
mg_status mg__ranks_gather(mg_context *context, mg_ranks *ranks, mg_status status, const void *own, size_t bytes,
                           void *all);
/* The same for ranges of unequal size, offsets[size + 1], the same on every rank. */
mg_status mg__ranks_gather_ranges(mg_context *context, mg_ranks *ranks, mg_status status, const void *own, void *all,
                                  const size_t *offsets);
/* Replaces a block by that of rank 0. */
mg_status mg__ranks_take_first(mg_context *context, mg_ranks *ranks, mg_status status, void *block, size_t bytes);
/* Adds up `count` doubles over the ranks, in the order of the ranks: every rank gets the same sums. At most
 * MG_RANKS_SUMS. */
#define MG_RANKS_SUMS 16
mg_status mg__ranks_sum(mg_context *context, mg_ranks *ranks, mg_status status, double *sums, size_t count);
/* Waits for all ranks, and fails where one did: the end of what they do together. If all succeeded, `all` gets the
 * `own` of every rank, in their order. own and all NULL: only statuses are exchanged. */
mg_status mg__ranks_agree(mg_context *context, mg_ranks *ranks, mg_status status, const mg_rank_share *own,
                          mg_rank_share *all);

/* INVALID on a rank whose graph is not that of the first one, by the number of vertices and arcs, the type of weights
 * and directedness: it must make no further exchange but fail. All ranks call it together. */
mg_status mg__rank_check_graph(mg_context *context, mg_ranks *ranks, const mg_graph *graph);

/* Ends the part of this rank, and frees its end of the link: waits until all end; ranks that go on fail. */
void mg__ranks_leave(mg_context *context, mg_ranks *ranks);

/* What every rank does; its status ends in mg__ranks_agree(). It may change ranks->timeout, up to this end. */
typedef mg_status (*mg_rank_task)(mg_context *context, mg_ranks *ranks, void *data);

/* Runs a task on all ranks of a context. Those that are threads run on contexts of their own, kept by `context`, that
 * share its threads; the calling thread is rank 0. Processes run it on `context`. Without ranks, or with one: fails an
 * assertion (mg__ranks_of() > 1 before). Errors: those of the task on any rank, MEMORY, DEVICE.
 * *shares: what each rank did is added to it, an array with an element for each rank, made where it is NULL (the caller
 * frees it with the context's memory). shares may be NULL. */
mg_status mg__on_ranks(mg_context *context, mg_rank_task task, void *data, mg_rank_share **shares);
/* Of a run on ranks that fails in this process before its task: the others, which wait for it, learn so. Returns the
 * status, or that of another rank which failed, too. Without ranks that are processes, or within a task: nothing. */
mg_status mg__ranks_withdraw(mg_context *context, mg_status status);
/* UNSUPPORTED where a context has ranks and several GPUs: a rank has one. */
mg_status mg__ranks_check_devices(mg_context *context);
/* Number of ranks that a run with this context has; 1: it is no run on ranks, or runs within one. */
uint32_t mg__ranks_of(const mg_context *context);

/* How many of them are threads of this process; of processes 1. */
uint32_t mg__ranks_here(const mg_context *context);

/* Links between `size` threads of one process: *ranks becomes an array of `size` ends. Closing the first releases all.
 */
mg_status mg__ranks_threads(mg_context *context, uint32_t size, double timeout, mg_ranks **ranks);

#endif
