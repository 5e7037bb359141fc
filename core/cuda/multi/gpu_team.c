/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/gpu_team.h"

#include "core/cuda/device/pinned.h"
#include "core/cuda/multi/communicator.h"
#include "core/kept_memory.h"
#include "core/result_memory.h"

#include <sched.h>
#include <string.h>

#define AHEAD 3u /* queued rounds, the running one included */

mg_status mg__team_use(mg_team_member *m) {
    return mg__cuda_check(m->context, cudaSetDevice(m->cuda->ordinal), "choosing the device");
}

mg_status mg__team_status(mg_context *context, const mg_team_member *m, mg_status status) {
    char text[sizeof m->own.error];
    if (status < 0 && m->context != context) {
        memcpy(text, m->own.error, sizeof text);
        return mg__fail(context, status, "GPU %d: %.900s", m->cuda ? m->cuda->ordinal : -1, text);
    }
    return status;
}

static void close_member(mg_team_member *m) {
    const cudaEvent_t events[] = {m->sent, m->taken};
    if (m->cuda) {
        cudaSetDevice(m->cuda->ordinal);
    }
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
        if (events[i]) {
            cudaEventDestroy(events[i]);
        }
    }
    if (m->context == &m->own) { /* the first device is closed by its context */
        mg__cuda_unmake(m->context, m->cuda);
        if (m->own.scratch) {
            m->own.scratch_remove(&m->own);
        }
        mg__kept_destroy(&m->own);
        mg__result_memory_close(&m->own);
    }
}

static void close_team(mg_context *context, mg_team *team) {
    for (uint32_t i = team->begin; i < team->end; i++) {
        close_member(&team->member[i]);
    }
    mg__release(&context->memory, team);
}

/* first: the context's own device, for the first member; NULL: opens device i of the context. */
static mg_status open_member(mg_context *context, mg_cuda *first, uint32_t i, mg_team_member *m) {
    mg_status status = MG_OK;
    m->context = first ? context : &m->own;
    /* devices that runs are dealt to use their threads at the same time */
    const int share = context->threads / (int)context->device_count;
    m->own = (mg_context){.threads = share > 0 ? share : 1,
                          .log_level = context->log_level,
                          .log = context->log,
                          .log_data = context->log_data,
                          .memory = context->memory,
                          .device_count = 1,
                          .clock = {.since = mg__now()}};
    m->own.devices[0] = context->devices[i];
    m->cuda = first;
    if (!first) {
        MG_TRY(mg__cuda_make_at(m->context, context->devices[i], &m->cuda));
        m->own.device = m->cuda; /* closed with the team */
        MG_TRY(mg__pinned_open(m->context, m->cuda));
    }
    MG_TRY(mg__team_use(m));
    cudaEvent_t *const events[] = {&m->sent, &m->taken};
    for (size_t k = 0; k < sizeof events / sizeof *events; k++) {
        MG_CUDA_TRY(m->context, cudaEventCreateWithFlags(events[k], cudaEventDisableTiming), "creating an event");
        MG_CUDA_TRY(m->context, cudaEventRecord(*events[k], m->cuda->stream), "an event");
    }
out:
    return status;
}

/* Gives a device access to the memory of another one: to that of cudaMalloc, and to its pool. */
static bool may_access(const mg_team_member *from, const mg_team_member *to) {
    const struct cudaMemAccessDesc access = {.location = {.type = cudaMemLocationTypeDevice, .id = from->cuda->ordinal},
                                             .flags = cudaMemAccessFlagsProtReadWrite};
    int possible = 0;
    if (from->cuda->ordinal == to->cuda->ordinal) {
        return true;
    }
    if (cudaDeviceCanAccessPeer(&possible, from->cuda->ordinal, to->cuda->ordinal) != cudaSuccess || !possible ||
        cudaSetDevice(from->cuda->ordinal) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    const cudaError_t enabled = cudaDeviceEnablePeerAccess(to->cuda->ordinal, 0);
    cudaGetLastError();
    const cudaError_t pool = cudaMemPoolSetAccess(to->cuda->pool, &access, 1);
    cudaGetLastError();
    return (enabled == cudaSuccess || enabled == cudaErrorPeerAccessAlreadyEnabled) && pool == cudaSuccess;
}

static bool has_atomics(const mg_team_member *from, const mg_team_member *to) {
    int native = 0;
    const cudaError_t error =
        cudaDeviceGetP2PAttribute(&native, cudaDevP2PAttrNativeAtomicSupported, from->cuda->ordinal, to->cuda->ordinal);
    cudaGetLastError();
    return error == cudaSuccess && native;
}

static void connect(mg_context *context, mg_team *team) {
    team->peers = team->atomics = true;
    for (uint32_t i = 0; i < team->count; i++) {
        for (uint32_t k = 0; k < team->count; k++) {
            team->peers = team->peers && may_access(&team->member[i], &team->member[k]);
            team->atomics = team->atomics && (i == k || has_atomics(&team->member[i], &team->member[k]));
        }
    }
    mg__log(context, MG_LOG_DEBUG, "%u GPUs, which exchange %s", team->count,
            team->peers ? "by access to each other's memory" : "through host memory: a pair has no peer access");
}

mg_status mg__team_open(mg_context *context, mg_team **team) {
    mg_status status = MG_OK;
    mg_cuda *first = NULL;
    mg_team *made = NULL;
    MG_TRY(mg__cuda_open(context, &first));
    if (!first->team) {
        MG_TRY(MG_ALLOC_ZEROED(context, made, 1, "several GPUs"));
        for (uint32_t i = 0; i < context->device_count; i++) {
            made->count = made->end = i + 1;
            MG_TEAM_TRY(context, &made->member[i], open_member(context, i ? NULL : first, i, &made->member[i]));
        }
        connect(context, made);
        first->team = made;
        first->team_release = close_team;
        made = NULL;
    }
    for (uint32_t i = 1; i < first->team->count; i++) { /* tests change them */
        mg_cuda *const c = first->team->member[i].cuda;
        c->tuning = first->tuning;
        c->test = first->test;
        c->more_programs = first->more_programs;
    }
    *team = first->team;
    status = mg__team_use(&first->team->member[0]);
out:
    if (made) {
        close_team(context, made);
        cudaSetDevice(first->ordinal);
    }
    return status;
}

mg_status mg__team_open_rank(mg_context *context, mg_communicator *communicator, mg_team **team) {
    mg_status status = MG_OK;
    const mg_ranks *const ranks = communicator->ranks;
    mg_cuda *cuda = NULL;
    mg_team *made = NULL;
    MG_TRY(mg__cuda_open(context, &cuda));
    if (!cuda->team) {
        MG_TRY(MG_ALLOC_ZEROED(context, made, 1, "the GPUs of ranks"));
        made->count = ranks->size;
        made->begin = ranks->rank;
        made->end = ranks->rank + 1;
        MG_TRY(open_member(context, cuda, 0, &made->member[ranks->rank]));
        cuda->team = made;
        cuda->team_release = close_team;
        made = NULL;
    }
    cuda->team->communicator = communicator;
    *team = cuda->team;
out:
    if (made) {
        close_team(context, made);
    }
    return status;
}

bool mg__team_is_direct(const mg_team *team) {
    return team->peers && !team->member[0].cuda->test.staged_exchange;
}

mg_status mg__team_record(mg_team_member *m, cudaEvent_t event) {
    return mg__cuda_check(m->context, cudaEventRecord(event, m->cuda->stream), "an exchange");
}

static mg_status await(mg_team *team, mg_team_member *m, bool sent) {
    mg_status status = MG_OK;
    for (uint32_t i = team->begin; i < team->end; i++) {
        const mg_team_member *const other = &team->member[i];
        if (other != m) {
            MG_CUDA_TRY(m->context, cudaStreamWaitEvent(m->cuda->stream, sent ? other->sent : other->taken, 0),
                        "an exchange");
        }
    }
out:
    return status;
}

mg_status mg__team_await_sent(mg_team *team, mg_team_member *m) {
    return await(team, m, true);
}

mg_status mg__team_await_taken(mg_team *team, mg_team_member *m) {
    return await(team, m, false);
}

/* A kernel that failed reports no progress: the failure of any stream; are all idle? */
static mg_status look(mg_context *context, mg_team *team, bool *idle) {
    mg_status status = MG_OK;
    *idle = true;
    for (uint32_t i = team->begin; i < team->end; i++) {
        mg_team_member *const m = &team->member[i];
        MG_TRY(mg__team_use(m));
        const cudaError_t error = cudaStreamQuery(m->cuda->stream);
        *idle = *idle && error == cudaSuccess;
        MG_TEAM_TRY(context, m,
                    mg__cuda_check(m->context, error == cudaErrorNotReady ? cudaSuccess : error, "running a phase"));
    }
out:
    return status;
}

/* Ranks do not see each other's reports in time: each queues as many rounds after the last one as may be queued before
 * any rank has seen the end. */
static mg_status wait_as_rank(mg_context *context, mg_team *team, uint64_t queued, uint32_t late, bool *running) {
    mg_status status = MG_OK;
    const volatile uint64_t *const progress = team->member[team->begin].cuda->host_progress;
    const uint64_t ahead = late + (mg__communicator_is_staged(team->communicator) ? 0 : 1);
    const double start = mg__now();
    for (uint32_t polls = 1;; polls++) {
        const uint64_t now = *progress, done = now >> 32;
        const bool ended = (uint32_t)now != MG_LOOP_RUNNING;
        *running = !ended || queued < done + ahead;
        if (ended || done + ahead >= queued) {
            break;
        }
        if (polls % 4096 == 0) {
            MG_TRY(mg__communicator_check(context, team->communicator, start));
            sched_yield(); /* the other ranks may be threads without a processor */
        }
    }
out:
    return status;
}

mg_status mg__team_wait(mg_context *context, mg_team *team, uint64_t queued, uint32_t late, bool *running) {
    mg_status status = MG_OK;
    const volatile uint64_t *const progress = team->member[team->begin].cuda->host_progress;
    bool idle = false;
    if (team->communicator) {
        return wait_as_rank(context, team, queued, late, running);
    }
    for (uint32_t polls = 1;; polls++) {
        const uint64_t now = *progress;
        *running = (uint32_t)now == MG_LOOP_RUNNING;
        if (!*running || (now >> 32) + AHEAD > queued || idle) {
            break;
        }
        MG_TRY(polls % 4096 ? MG_OK : look(context, team, &idle));
    }
out:
    return status;
}

mg_status mg__team_settle(mg_context *context, mg_team *team) {
    return team->communicator ? mg__communicator_wait(context, team->communicator) : MG_OK;
}

void mg__team_drain(mg_team *team) {
    if (team->communicator) {
        mg__communicator_drain(team->communicator);
    }
    for (uint32_t i = team->begin; i < team->end; i++) {
        cudaSetDevice(team->member[i].cuda->ordinal);
        cudaStreamSynchronize(team->member[i].cuda->stream);
        cudaGetLastError();
    }
}

mg_status mg__team_synchronize(mg_context *context, mg_team *team) {
    mg_status first = MG_OK;
    for (uint32_t i = team->begin; i < team->end; i++) {
        mg_team_member *const m = &team->member[i];
        mg_status status = mg__team_use(m);
        if (status == MG_OK) {
            status = mg__cuda_check(m->context, cudaStreamSynchronize(m->cuda->stream), "running a plan");
        }
        first = first < 0 ? first : mg__team_status(context, m, status);
    }
    return first;
}
