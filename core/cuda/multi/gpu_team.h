/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_team.h: the devices that share a graph: those of a context that runs on several, or one of each rank. Of several
 * the first one is the context's own; each other one has a context of its own for messages, and one host thread queues
 * the work of all. A rank has one member of the team, that with its number.
 */
#ifndef MG_CORE_CUDA_MULTI_GPU_TEAM_H
#define MG_CORE_CUDA_MULTI_GPU_TEAM_H

#include "core/cuda/device/device.h"
#include "core/cuda/multi/exchange_args.h"

struct mg_communicator; /* communicator.h */

typedef struct mg_team_member {
    mg_context own;      /* unused in the first member */
    mg_context *context; /* the caller's, or `own` */
    mg_cuda *cuda;
    cudaEvent_t sent, taken; /* the last exchange: the part has sent; it has taken over what the others sent */
} mg_team_member;

typedef struct mg_team {
    uint32_t count;                       /* of all members */
    uint32_t begin, end;                  /* those of this process or thread: all, or that of the rank */
    struct mg_communicator *communicator; /* with the members of other ranks; NULL: all are here */
    bool peers;                           /* every device may access the memory of every other one */
    bool atomics;                         /* and the links carry atomic operations, unlike most PCIe links */
    mg_team_member member[MG_TEAM_MAX];
} mg_team;

/* The team of a context with several devices, opened at the first call. A device of it that fails: the message names
 * it. Errors: MEMORY, DEVICE. */
mg_status mg__team_open(mg_context *context, mg_team **team);

/* The same of a rank, with the communicator of the ranks. */
mg_status mg__team_open_rank(mg_context *context, struct mg_communicator *communicator, mg_team **team);

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
 * (!*running), as the first member reports in its host_progress. All ranks queue the same number of rounds. late:
 * rounds that a member must begin before it reports the end of an earlier one. */
mg_status mg__team_wait(mg_context *context, mg_team *team, uint64_t queued, uint32_t late, bool *running);
/* Waits until the exchanges of a rank have ended, so that no other call waits for a rank that is lost. */
mg_status mg__team_settle(mg_context *context, mg_team *team);
/* Waits until all streams are idle, after a failure: nothing may still write to memory that is given back. */
void mg__team_drain(mg_team *team);
/* Waits until all streams are idle; the first failure. */
mg_status mg__team_synchronize(mg_context *context, mg_team *team);

#endif
