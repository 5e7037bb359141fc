/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/frontier_lists.h"

#include "core/cuda/multi/communicator.h"
#include "core/cuda/multi/exchange.h"

/* Over NCCL to make and to take a long list costs more than its bytes: at most one vertex in eight. */
#define LINK_SHARE 8

/* The most vertices of the list of a part of `own` vertices. Through host memory bytes decide: a list is sent unless
 * bits and all states are shorter. */
static uint32_t most_listed(const mg_multi_run *multi, const mg_exchange_args *e, uint64_t own) {
    const uint64_t all = own / 8 + own * e->state_size;
    return (uint32_t)(mg__communicator_is_staged(multi->team->communicator) ? all / (sizeof(uint32_t) + e->state_size)
                                                                            : own / LINK_SHARE);
}

/* Returns the bytes of the block. */
static uint64_t lay_out(const mg_exchange_args *e, uint64_t total, char *base, mg_rank_frontier *f) {
    uint64_t at = 0;
    f->own.count = mg__cuda_carve(base, &at, sizeof *f->own.count);
    f->own.vertices = mg__cuda_carve(base, &at, f->own.most * sizeof(uint32_t));
    f->own.states = mg__cuda_carve(base, &at, (uint64_t)f->own.most * e->state_size);
    f->all.vertices = mg__cuda_carve(base, &at, total * sizeof(uint32_t));
    f->all.states = mg__cuda_carve(base, &at, total * e->state_size);
    return at;
}

mg_status mg__rank_frontier_prepare(const mg_multi_run *multi, const mg_exchange_args *e, mg_rank_frontier *f) {
    mg_status status = MG_OK;
    const mg_cuda_run *const run = &multi->run[e->part];
    uint64_t total = 0;
    mg__team_offsets(multi->parts, 32, sizeof(uint32_t), f->words);
    mg__team_offsets(multi->parts, 1, e->state_size, f->states);
    if (e->sends != MG_SEND_STATES) {
        return MG_OK;
    }
    for (uint32_t r = 0; r < e->parts; r++) {
        f->most[r] = most_listed(multi, e, (f->states[r + 1] - f->states[r]) / e->state_size);
        total += f->most[r];
    }
    f->own.exchange = f->all.exchange = *e;
    f->own.most = f->most[e->part];
    const uint64_t bytes = lay_out(e, total, NULL, f);
    MG_TRY(mg__cuda_get(run->context, run->cuda, &f->block, bytes, "an exchange"));
    lay_out(e, total, f->block, f);
out:
    return status;
}

/* Lists the own active vertices, and tells their number to all ranks. *fit: no list is too long. */
static mg_status list_own(const mg_multi_run *multi, mg_rank_frontier *f, uint32_t *counts, bool *fit) {
    const mg_cuda_run *const run = &multi->run[f->own.exchange.part];
    mg_ranks *const ranks = multi->team->communicator->ranks;
    const cudaStream_t stream = run->cuda->stream;
    mg_status status = MG_OK, shared;
    uint32_t own = 0;
    MG_CUDA_TRY(run->context, cudaMemsetAsync(f->own.count, 0, sizeof own, stream), "an exchange");
    MG_CUDA_TRY(run->context, mg__launch_list(&f->own, (uint32_t)run->cuda->sms, stream), "an exchange");
    MG_TRY(mg__team_settle(multi->context, multi->team));
    MG_TRY(mg__cuda_download(run->context, run->cuda, &own, f->own.count, sizeof own));
out:
    shared = mg__ranks_gather(multi->context, ranks, status, &own, sizeof own, counts);
    *fit = true;
    for (uint32_t r = 0; shared >= 0 && r < ranks->size; r++) {
        *fit = *fit && counts[r] <= f->most[r];
    }
    return shared;
}

static void set_offsets(const mg_rank_frontier *f, uint32_t parts, const uint32_t *counts, uint64_t *vertices,
                        uint64_t *states) {
    vertices[0] = states[0] = 0;
    for (uint32_t r = 0; r < parts; r++) {
        vertices[r + 1] = vertices[r] + counts[r] * sizeof(uint32_t);
        states[r + 1] = states[r] + (uint64_t)counts[r] * f->own.exchange.state_size;
    }
}

/* Sends lists, and takes those of the others. `counted`: the block of counts. */
static mg_status send_lists(const mg_multi_run *multi, mg_rank_frontier *f, const uint32_t *counts,
                            const mg_shared_block *counted) {
    mg_status status = MG_OK;
    const mg_exchange_args *const e = &f->own.exchange;
    const mg_cuda_run *const run = &multi->run[e->part];
    uint64_t vertices[MG_TEAM_MAX + 1], states[MG_TEAM_MAX + 1];
    set_offsets(f, e->parts, counts, vertices, states);
    const mg_shared_block blocks[] = {*counted,
                                      {.own = f->own.vertices, .all = f->all.vertices, .offsets = vertices},
                                      {.own = f->own.states, .all = f->all.states, .offsets = states}};
    f->all.total = (uint32_t)(vertices[e->parts] / sizeof(uint32_t));
    f->all.own_from = (uint32_t)(vertices[e->part] / sizeof(uint32_t));
    f->all.own_to = f->all.own_from + counts[e->part];
    MG_TRY(mg__communicator_exchange(multi->context, multi->team->communicator, blocks, 3, NULL));
    MG_CUDA_TRY(run->context, mg__launch_take_lists(&f->all, (uint32_t)run->cuda->sms, run->cuda->stream),
                "an exchange");
out:
    return status;
}

mg_status mg__rank_frontier_send(const mg_multi_run *multi, const mg_exchange_args *e, mg_rank_frontier *f) {
    mg_status status = MG_OK;
    const uint32_t own = e->part;
    const bool states = e->sends == MG_SEND_STATES;
    uint32_t listed[MG_TEAM_MAX];
    uint64_t counts[MG_TEAM_MAX + 1];
    bool fit = false;
    for (uint32_t k = 0; k <= e->parts; k++) {
        counts[k] = k * sizeof **e->counts;
    }
    const mg_shared_block blocks[] = {
        {.own = e->counts[own] + own, .all = e->counts[own], .offsets = counts},
        {.own = (const char *)e->bits[own] + f->words[own], .all = e->bits[own], .offsets = f->words},
        {.own = e->state[own] + f->states[own], .all = e->inbox[own], .offsets = f->states}};
    MG_TRY(states ? list_own(multi, f, listed, &fit) : MG_OK);
    MG_TRY(fit ? send_lists(multi, f, listed, blocks)
               : mg__communicator_exchange(multi->context, multi->team->communicator, blocks, states ? 3 : 2, NULL));
out:
    return status;
}
