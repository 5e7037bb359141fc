/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/communicator.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#define GIVEN_UP 2.0 /* seconds in which queued exchanges end if all ranks take part */

/* What ranks tell each other before they choose. */
typedef struct rank_card {
    char uuid[16];
    int32_t version; /* of NCCL; 0: not found */
    bool ready, refused;
} rank_card;

static void abort_comm(mg_communicator *c) {
    if (c->comm) {
        c->nccl->comm_abort(c->comm);
        c->comm = NULL;
    }
    c->broken = false;
}

void mg__parts_owner_leave(mg_parts_owner *owner) {
    if (owner && __atomic_sub_fetch(&owner->users, 1, __ATOMIC_ACQ_REL) == 0) {
        const mg_allocator memory = owner->memory;
        mg__release(&memory, owner);
    }
}

static void release(mg_ranks *ranks) {
    mg_communicator *const c = ranks->device_link;
    const mg_allocator memory = c->memory;
    cudaSetDevice(c->ordinal);
    if (ranks->lost || c->broken) {
        abort_comm(c);
    } else if (c->comm) {
        c->nccl->comm_destroy(c->comm);
    }
    mg__pinned_release(&memory, &c->host);
    __atomic_store_n(&c->owner->ended, true, __ATOMIC_RELEASE);
    mg__parts_owner_leave(c->owner);
    mg__release(&memory, c);
    ranks->device_link = NULL;
}

/* This rank's part, without a connection to the others. */
static mg_status make(mg_context *context, mg_cuda *cuda, mg_ranks *ranks) {
    mg_status status = MG_OK;
    mg_communicator *c = NULL;
    struct cudaDeviceProp properties;
    if (ranks->size > MG_TEAM_MAX) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "backend cuda: %u ranks; at most %d with a GPU are possible",
                        ranks->size, MG_TEAM_MAX);
    }
    MG_CUDA_TRY(context, cudaGetDeviceProperties(&properties, cuda->ordinal), "reading the device's properties");
    MG_TRY(MG_ALLOC_ZEROED(context, c, 1, "exchanges between GPUs"));
    MG_TRY(MG_ALLOC_ZEROED(context, c->owner, 1, "exchanges between GPUs"));
    *c->owner = (mg_parts_owner){.memory = context->memory, .users = 1};
    c->ranks = ranks;
    c->memory = context->memory;
    c->cuda = cuda;
    c->ordinal = cuda->ordinal;
    memcpy(c->uuid, &properties.uuid, sizeof c->uuid);
    c->nccl = mg__nccl_open(c->why, sizeof c->why);
    ranks->device_link = c;
    ranks->device_link_release = release;
    c = NULL;
out:
    mg__release(&context->memory, c);
    return status;
}

/* Why the ranks cannot use NCCL, by what all have said: in c->why. */
static bool cannot_connect(mg_communicator *c, const rank_card *cards) {
    const uint32_t size = c->ranks->size;
    for (uint32_t r = 0; r < size; r++) {
        if (cards[r].refused) {
            return true; /* c->why has the reason, which all have learnt */
        }
    }
    for (uint32_t r = 0; r < size; r++) {
        if (!cards[r].version && r != c->ranks->rank) {
            snprintf(c->why, sizeof c->why, "rank %u has no NCCL (libnccl.so.2)", r);
        }
        if (!cards[r].version) {
            return true;
        }
        if (cards[r].version != cards[0].version) {
            snprintf(c->why, sizeof c->why, "rank %u has NCCL %d, the first one %d", r, cards[r].version,
                     cards[0].version);
            return true;
        }
        for (uint32_t k = 0; k < r; k++) {
            if (memcmp(cards[r].uuid, cards[k].uuid, sizeof cards[r].uuid) == 0) {
                snprintf(c->why, sizeof c->why, "ranks %u and %u have the same GPU", k, r);
                return true;
            }
        }
    }
    return false;
}

#define NCCL_SHARE 0.5 /* of the ranks' limit of time: the others still wait when a rank has given NCCL up */

/* Connects all ranks by an id of the first one. Where NCCL fails on any, or takes too long, none uses it. */
static mg_status connect(mg_context *context, mg_communicator *c) {
    mg_status status = MG_OK;
    mg_ranks *const ranks = c->ranks;
    mg_nccl_member member = {.size = ranks->size, .rank = ranks->rank, .device = c->ordinal};
    const double limit = NCCL_SHARE * ranks->timeout;
    struct answer {
        int32_t failed;
        char text[80];
    } own = {0}, all[MG_TEAM_MAX];
    mg_nccl_result result = ranks->rank ? MG_NCCL_SUCCESS : c->nccl->get_unique_id(&member.id);
    own.failed = result != MG_NCCL_SUCCESS;
    MG_TRY(mg__ranks_take_first(context, ranks, MG_OK, &own.failed, sizeof own.failed));
    if (!own.failed) {
        MG_TRY(mg__ranks_take_first(context, ranks, MG_OK, &member.id, sizeof member.id));
        result = mg__nccl_connect(c->nccl, &member, limit, &c->comm);
    }
    if (result == MG_NCCL_LATE) {
        own.failed = 1;
        snprintf(own.text, sizeof own.text, "no connection in %g seconds", limit);
    } else if (result != MG_NCCL_SUCCESS) {
        own.failed = 1;
        snprintf(own.text, sizeof own.text, "%s", c->nccl->error_string(result));
    }
    MG_TRY(mg__ranks_gather(context, ranks, MG_OK, &own, sizeof own, all));
    for (uint32_t r = 0; r < ranks->size && !c->refused; r++) {
        if (all[r].failed) {
            c->refused = true;
            snprintf(c->why, sizeof c->why, "NCCL on rank %u: %s", r, all[r].text);
        }
    }
    if (c->refused) {
        abort_comm(c);
    }
out:
    return status;
}

static void log_choice(mg_context *context, const mg_communicator *c) {
    const int version = c->nccl ? c->nccl->version : 0;
    if (c->comm) {
        mg__log(context, MG_LOG_INFO, "%u ranks, each with a GPU, exchange over NCCL %d.%d.%d", c->ranks->size,
                version / 10000, version / 100 % 100, version % 100);
    } else {
        mg__log(context, MG_LOG_INFO, "%u ranks, each with a GPU, exchange through host memory: %s", c->ranks->size,
                c->why);
    }
    mg__log(context, MG_LOG_DEBUG, "rank %u has GPU %d, %s", c->ranks->rank, c->ordinal, c->cuda->name);
}

mg_status mg__communicator_get(mg_context *context, mg_ranks *ranks, mg_communicator **communicator) {
    rank_card own = {.version = 0}, cards[MG_RANKS_MAX];
    const bool is_new = !ranks->device_link;
    mg_cuda *cuda = NULL;
    mg_status status = mg__cuda_open(context, &cuda); /* and makes it the device of this thread */
    status = status >= 0 && is_new ? make(context, cuda, ranks) : status;
    mg_communicator *const c = ranks->device_link;
    bool ready = true;
    if (c) {
        own = (rank_card){
            .version = c->nccl ? c->nccl->version : 0, .ready = c->comm && !c->broken, .refused = c->refused};
        memcpy(own.uuid, c->uuid, sizeof own.uuid);
    }
    MG_TRY(mg__ranks_gather(context, ranks, status, &own, sizeof own, cards));
    for (uint32_t r = 0; r < ranks->size; r++) {
        ready = ready && cards[r].ready;
    }
    if (!ready) {
        abort_comm(c);
        MG_TRY(cannot_connect(c, cards) ? MG_OK : connect(context, c));
    }
    if (is_new) {
        log_choice(context, c);
    }
    *communicator = c;
out:
    return status;
}

static uint64_t own_bytes(const mg_shared_block *block, uint32_t rank) {
    return block->offsets[rank + 1] - block->offsets[rank];
}

/* Bytes that a rank sends to any other one. */
static uint64_t sent_by(const mg_communicator *c, uint32_t rank, const mg_shared_block *blocks, size_t count,
                        const mg_dealt_block *dealt) {
    uint64_t bytes = 0;
    for (size_t b = 0; b < count; b++) {
        bytes += own_bytes(&blocks[b], rank);
    }
    for (uint32_t k = 0; dealt && k < c->ranks->size; k++) {
        bytes += k != rank ? dealt->bytes[rank][k] : 0;
    }
    return bytes;
}

/* The calls for one other rank; both make theirs in the same order. */
static mg_nccl_result queue_pair(const mg_communicator *c, uint32_t other, const mg_shared_block *blocks, size_t count,
                                 const mg_dealt_block *dealt) {
    const mg_nccl *const n = c->nccl;
    const uint32_t rank = c->ranks->rank;
    const cudaStream_t stream = c->cuda->stream;
    mg_nccl_result result = MG_NCCL_SUCCESS;
    for (size_t b = 0; b < count; b++) {
        const uint64_t out = own_bytes(&blocks[b], rank), in = own_bytes(&blocks[b], other);
        char *const to = (char *)blocks[b].all + blocks[b].offsets[other];
        if (out && result == MG_NCCL_SUCCESS) {
            result = n->send(blocks[b].own, out, MG_NCCL_UINT8, (int)other, c->comm, stream);
        }
        if (in && result == MG_NCCL_SUCCESS) {
            result = n->receive(to, in, MG_NCCL_UINT8, (int)other, c->comm, stream);
        }
    }
    const uint64_t out = dealt ? dealt->bytes[rank][other] : 0, in = dealt ? dealt->bytes[other][rank] : 0;
    if (out && result == MG_NCCL_SUCCESS) {
        result = n->send(dealt->send[other], out, MG_NCCL_UINT8, (int)other, c->comm, stream);
    }
    if (in && result == MG_NCCL_SUCCESS) {
        result = n->receive(dealt->receive[other], in, MG_NCCL_UINT8, (int)other, c->comm, stream);
    }
    return result;
}

static mg_status fail_nccl(mg_context *context, mg_communicator *c, mg_nccl_result result) {
    c->broken = true;
    return mg__fail(context, MG_ERROR_DEVICE, "NCCL: %s", c->nccl->error_string(result));
}

static mg_status queue_all(mg_context *context, mg_communicator *c, const mg_shared_block *blocks, size_t count,
                           const mg_dealt_block *dealt) {
    mg_ranks *const ranks = c->ranks;
    mg_nccl_result result = c->nccl->group_start();
    for (uint32_t k = 1; k < ranks->size && result == MG_NCCL_SUCCESS; k++) {
        result = queue_pair(c, (ranks->rank + k) % ranks->size, blocks, count, dealt);
    }
    const mg_nccl_result ended = c->nccl->group_end();
    result = result == MG_NCCL_SUCCESS ? ended : result;
    if (result != MG_NCCL_SUCCESS) {
        return fail_nccl(context, c, result);
    }
    for (uint32_t r = 0; r < ranks->size; r++) {
        const uint64_t bytes = sent_by(c, r, blocks, count, dealt);
        *(r == ranks->rank ? &ranks->total.sent_bytes : &ranks->total.received_bytes) += bytes;
    }
    return MG_OK;
}

static mg_status reserve_host(mg_context *context, mg_communicator *c, uint64_t bytes) {
    mg_status status = MG_OK;
    if (bytes <= c->host.bytes) {
        return MG_OK;
    }
    MG_CUDA_TRY(context, cudaStreamSynchronize(c->cuda->stream), "an exchange");
    mg__pinned_release(&c->memory, &c->host);
    MG_TRY(mg__pinned_get(context, bytes, &c->host));
out:
    return status;
}

static mg_status copy(mg_context *context, const mg_communicator *c, void *to, const void *from, uint64_t bytes,
                      enum cudaMemcpyKind kind) {
    return bytes ? mg__cuda_check(context, cudaMemcpyAsync(to, from, bytes, kind, c->cuda->stream), "an exchange")
                 : MG_OK;
}

/* What this rank sends, to its place in host memory. */
static mg_status bring_own(mg_context *context, mg_communicator *c, const mg_shared_block *blocks, size_t count,
                           const mg_dealt_block *dealt, const size_t *places) {
    mg_status status = MG_OK;
    const uint32_t rank = c->ranks->rank;
    MG_TRY(reserve_host(context, c, places[c->ranks->size]));
    char *at = c->host.data + places[rank];
    for (size_t b = 0; b < count; b++) {
        MG_TRY(copy(context, c, at, blocks[b].own, own_bytes(&blocks[b], rank), cudaMemcpyDeviceToHost));
        at += own_bytes(&blocks[b], rank);
    }
    for (uint32_t k = 0; dealt && k < c->ranks->size; k++) {
        if (k != rank) {
            MG_TRY(copy(context, c, at, dealt->send[k], dealt->bytes[rank][k], cudaMemcpyDeviceToHost));
            at += dealt->bytes[rank][k];
        }
    }
    MG_CUDA_TRY(context, cudaStreamSynchronize(c->cuda->stream), "an exchange");
out:
    return status;
}

/* What another rank sent, from host memory. */
static mg_status take(mg_context *context, mg_communicator *c, uint32_t from, const mg_shared_block *blocks,
                      size_t count, const mg_dealt_block *dealt, const size_t *places) {
    mg_status status = MG_OK;
    const uint32_t rank = c->ranks->rank;
    const char *at = c->host.data + places[from];
    for (size_t b = 0; b < count; b++) {
        const uint64_t bytes = own_bytes(&blocks[b], from);
        MG_TRY(copy(context, c, (char *)blocks[b].all + blocks[b].offsets[from], at, bytes, cudaMemcpyHostToDevice));
        at += bytes;
    }
    for (uint32_t k = 0; dealt && k < rank; k++) {
        at += k != from ? dealt->bytes[from][k] : 0;
    }
    if (dealt) {
        MG_TRY(copy(context, c, dealt->receive[from], at, dealt->bytes[from][rank], cudaMemcpyHostToDevice));
    }
out:
    return status;
}

static mg_status exchange_staged(mg_context *context, mg_communicator *c, const mg_shared_block *blocks, size_t count,
                                 const mg_dealt_block *dealt) {
    mg_ranks *const ranks = c->ranks;
    size_t places[MG_TEAM_MAX + 1] = {0};
    mg_status status = MG_OK;
    for (uint32_t r = 0; r < ranks->size; r++) {
        places[r + 1] = places[r] + sent_by(c, r, blocks, count, dealt);
    }
    status = bring_own(context, c, blocks, count, dealt, places);
    MG_TRY(mg__ranks_gather_ranges(context, ranks, status, c->host.data + places[ranks->rank], c->host.data, places));
    for (uint32_t r = 0; r < ranks->size; r++) {
        MG_TRY(r == ranks->rank ? MG_OK : take(context, c, r, blocks, count, dealt, places));
    }
out:
    return status;
}

mg_status mg__communicator_exchange(mg_context *context, mg_communicator *c, const mg_shared_block *blocks,
                                    size_t count, const mg_dealt_block *dealt) {
    mg_status status = MG_OK;
    if (mg__communicator_is_staged(c)) {
        return exchange_staged(context, c, blocks, count, dealt);
    }
    MG_TRY(mg__ranks_gather(context, c->ranks, MG_OK, NULL, 0, NULL));
    MG_TRY(queue_all(context, c, blocks, count, dealt));
out:
    return status;
}

mg_status mg__communicator_check(mg_context *context, mg_communicator *c, double start) {
    mg_status status = MG_OK;
    const double limit = c->ranks->timeout;
    mg_nccl_result result = MG_NCCL_SUCCESS;
    const cudaError_t error = cudaStreamQuery(c->cuda->stream);
    MG_CUDA_TRY(context, error == cudaErrorNotReady ? cudaSuccess : error, "running a phase");
    if (c->comm) {
        const mg_nccl_result asked = c->nccl->comm_async_error(c->comm, &result);
        result = asked == MG_NCCL_SUCCESS ? result : asked;
    }
    if (result != MG_NCCL_SUCCESS && result != MG_NCCL_IN_PROGRESS) {
        return fail_nccl(context, c, result);
    }
    if (limit > 0.0 && mg__now() - start > limit) {
        c->ranks->lost = true;
        return mg__fail(context, MG_ERROR_DEVICE, "a rank did not take part in an exchange between GPUs for %g seconds",
                        limit);
    }
out:
    return status;
}

mg_status mg__communicator_wait(mg_context *context, mg_communicator *c) {
    mg_status status = MG_OK;
    const double start = mg__now();
    while (cudaStreamQuery(c->cuda->stream) == cudaErrorNotReady) {
        MG_TRY(mg__communicator_check(context, c, start));
        sched_yield();
    }
    status = mg__communicator_check(context, c, start);
out:
    return status;
}

void mg__communicator_drain(mg_communicator *c) {
    const double start = mg__now();
    while (c->comm && cudaStreamQuery(c->cuda->stream) == cudaErrorNotReady) {
        if (mg__now() - start > GIVEN_UP) {
            abort_comm(c);
        }
        sched_yield();
    }
    if (c->broken) {
        abort_comm(c);
    }
    cudaGetLastError();
}
