/* SPDX-License-Identifier: Apache-2.0
 *
 * communicator.h: exchanges between the GPUs of ranks: over NCCL, or through host memory and the link of the ranks.
 * Every exchange begins with the statuses of all ranks, so that no rank queues what another one will not take part in.
 */
#ifndef MG_CORE_CUDA_MULTI_COMMUNICATOR_H
#define MG_CORE_CUDA_MULTI_COMMUNICATOR_H

#include "core/cuda/device/device.h"
#include "core/cuda/device/pinned.h"
#include "core/cuda/multi/exchange_args.h"
#include "core/cuda/multi/nccl.h"
#include "core/ranks/ranks.h"

/* Who cut the parts of a graph that are kept with it: they may outlive their communicator, and are then for the next
 * one (team_parts.c). */
typedef struct mg_parts_owner {
    mg_allocator memory;
    uint32_t users; /* the communicator and parts of graphs */
    bool ended;     /* the communicator is gone */
} mg_parts_owner;
void mg__parts_owner_leave(mg_parts_owner *owner); /* accepts NULL */

/* Kept with the rank's end of the link (mg_ranks.device_link). */
typedef struct mg_communicator {
    mg_ranks *ranks;
    mg_allocator memory;
    mg_cuda *cuda;
    int ordinal;
    char uuid[16];        /* of the GPU */
    bool refused;         /* NCCL has failed to connect the ranks */
    bool broken;          /* a call of NCCL failed; the next run makes a new connection */
    const mg_nccl *nccl;  /* NULL: not found */
    mg_nccl_comm comm;    /* NULL: staged, through host memory */
    mg_pinned_block host; /* where staged */
    mg_parts_owner *owner;
    char why[320]; /* it is staged */
} mg_communicator;

/* What every rank sends to all others, in device memory: rank r bytes offsets[r] .. offsets[r + 1] - 1 of `all`; `own`
 * is where this rank has its bytes. */
typedef struct mg_shared_block {
    const void *own;
    void *all;
    const uint64_t *offsets;
} mg_shared_block;

/* What every rank sends to each other one, in device memory. */
typedef struct mg_dealt_block {
    const char *send[MG_TEAM_MAX];
    char *receive[MG_TEAM_MAX];
    uint64_t bytes[MG_TEAM_MAX][MG_TEAM_MAX]; /* from, to; the same on all ranks */
} mg_dealt_block;

/* The communicator of a rank, made or made again where a rank has none; all ranks call it together. UNSUPPORTED: more
 * than MG_TEAM_MAX ranks. */
mg_status mg__communicator_get(mg_context *context, mg_ranks *ranks, mg_communicator **communicator);
static inline bool mg__communicator_is_staged(const mg_communicator *c) {
    return !c->comm;
}

/* Exchanges blocks in the order of the device's stream. dealt: NULL, or one more. All ranks call it with the same
 * sizes. */
mg_status mg__communicator_exchange(mg_context *context, mg_communicator *c, const mg_shared_block *blocks,
                                    size_t count, const mg_dealt_block *dealt);

/* Fails where the device or NCCL has, or where what was queued at `start` has not ended in time: another rank is lost.
 */
mg_status mg__communicator_check(mg_context *context, mg_communicator *c, double start);
/* Waits until the stream is idle; fails as above. */
mg_status mg__communicator_wait(mg_context *context, mg_communicator *c);
/* After a failure: until it is idle, or what was queued is given up. */
void mg__communicator_drain(mg_communicator *c);

#endif
