/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_team.h: the devices of a context that runs on several. The first one is the context's own; each other one has a
 * context of its own for messages. One host thread queues the work of all.
 */
#ifndef MG_CORE_CUDA_MULTI_GPU_TEAM_H
#define MG_CORE_CUDA_MULTI_GPU_TEAM_H

#include "core/cuda/device/device.h"
#include "core/cuda/multi/exchange_args.h"

typedef struct mg_team_member {
    mg_context own;      /* unused in the first member */
    mg_context *context; /* the caller's, or `own` */
    mg_cuda *cuda;
    cudaEvent_t sent, taken; /* the last exchange: the part has sent; it has taken over what the others sent */
} mg_team_member;

typedef struct mg_team {
    uint32_t count;
    bool peers;   /* every device may access the memory of every other one */
    bool atomics; /* and the links carry atomic operations, unlike most PCIe links */
    mg_team_member member[MG_TEAM_MAX];
} mg_team;

/* The team of a context with several devices, opened at the first call. A device of it that fails: the message names
 * it. Errors: MEMORY, DEVICE. */
mg_status mg__team_open(mg_context *context, mg_team **team);

/* Makes a member's device the current one of the calling thread. */
mg_status mg__team_use(mg_team_member *member);
/* The status of a call for a member; its message becomes that of the caller's context, with the number of the GPU. */
mg_status mg__team_status(mg_context *context, const mg_team_member *member, mg_status status);
#define MG_TEAM_TRY(context, member, call) MG_TRY(mg__team_status((context), (member), (call)))

/* Do kernels write to the memory of the other devices? Else the host queues copies. */
bool mg__team_is_direct(const mg_team *team);

/* Records that a member has sent or taken; lets a member wait for that of all others. */
mg_status mg__team_record(mg_team_member *member, cudaEvent_t event);
mg_status mg__team_await_sent(mg_team *team, mg_team_member *member);
mg_status mg__team_await_taken(mg_team *team, mg_team_member *member);

/* Waits until so few of the `queued` rounds are unfinished that another one may be queued, or the phase is over
 * (!*running), as the first member reports in its host_progress. */
mg_status mg__team_wait(mg_context *context, mg_team *team, uint64_t queued, bool *running);
/* Waits until all streams are idle, after a failure: nothing may still write to memory that is given back. */
void mg__team_drain(mg_team *team);
/* Waits until all streams are idle; the first failure. */
mg_status mg__team_synchronize(mg_context *context, mg_team *team);

#endif
