/* SPDX-License-Identifier: Apache-2.0
 *
 * sweeps_cuda.c: the host side of sweeps: for each group a launch for vertices that decide, one for wide ones, and one
 * that moves them and wakes their neighbours. The host waits once a sweep, for the number of moves.
 */
#include "core/cuda/communities/sweeps_cuda.h"

#include <stddef.h>

#define BLOCKS_PER_SM 8u
#define TABLE_BYTES ((uint64_t)512 << 20) /* of the tables of wide vertices, about; at least one */

void mg__sweeps_lay_out(char *base, uint64_t *at, uint64_t n, mg_moves_args *a) {
    a->counts = mg__cuda_carve(base, at, sizeof *a->counts);
    a->list = mg__cuda_carve(base, at, n * sizeof *a->list);
    a->target = mg__cuda_carve(base, at, n * sizeof *a->target);
    a->next = mg__cuda_carve(base, at, n * sizeof *a->next);
    a->active = mg__cuda_carve(base, at, n * sizeof *a->active);
}

/* The tables of wide vertices, if there are any. */
static mg_status make_tables(mg_context *context, mg_cuda *cuda, mg_sweeps *s) {
    mg_moves_args *const a = &s->args;
    const uint64_t most = s->widest < a->level.n ? s->widest : a->level.n;
    const uint64_t sum = a->level.kind == MG_LEVEL_WIDE ? sizeof(uint64_t) : sizeof(uint32_t);
    uint64_t at = 0;
    mg_status status = MG_OK;
    s->tables = 0;
    if (s->widest <= MG_SWEEP_BLOCK_WIDTH) {
        return MG_OK;
    }
    a->slots = 2 * MG_SWEEP_BLOCK_SLOTS;
    while (a->slots < 2 * most) {
        a->slots *= 2;
    }
    if (a->slots > (uint64_t)1 << 31) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "communities: a vertex has more than 2^30 neighbours");
    }
    const uint64_t fit = TABLE_BYTES / ((sizeof *a->slot_labels + sum) * a->slots), full = (uint64_t)cuda->sms;
    s->tables = (uint32_t)(fit < 1 ? 1 : fit < full ? fit : full);
    for (int i = 0; i < 2; i++) {
        at = 0;
        a->slot_labels = mg__cuda_carve(s->block, &at, s->tables * a->slots * sizeof *a->slot_labels);
        a->slot_sums = mg__cuda_carve(s->block, &at, s->tables * a->slots * sum);
        if (i == 0) {
            MG_TRY(mg__cuda_get(context, cuda, &s->block, at, "sums of communities"));
        }
    }
    MG_CUDA_TRY(context, cudaStreamCreateWithFlags(&s->beside, cudaStreamNonBlocking), "a stream");
    MG_CUDA_TRY(context, cudaEventCreateWithFlags(&s->fork, cudaEventDisableTiming), "an event");
    MG_CUDA_TRY(context, cudaEventCreateWithFlags(&s->join, cudaEventDisableTiming), "an event");
out:
    return status;
}

/* The stream may still run after a failure. */
static void end_tables(mg_cuda *cuda, mg_sweeps *s) {
    if (s->beside) {
        cudaStreamSynchronize(s->beside);
        cudaStreamDestroy(s->beside);
    }
    if (s->fork) {
        cudaEventDestroy(s->fork);
    }
    if (s->join) {
        cudaEventDestroy(s->join);
    }
    mg__cuda_release(cuda, s->block);
    s->beside = NULL;
    s->fork = s->join = NULL;
    s->block = NULL;
}

static mg_status launch_on(mg_context *context, mg_cuda *cuda, const mg_sweeps *s, mg_sweep_step step, uint64_t blocks,
                           cudaStream_t stream) {
    const uint64_t full = BLOCKS_PER_SM * (uint64_t)cuda->sms;
    return mg__cuda_check(context, mg__launch_sweep(&s->args, step, (uint32_t)(blocks < full ? blocks : full), stream),
                          "moving vertices");
}

static mg_status launch(mg_context *context, mg_cuda *cuda, const mg_sweeps *s, mg_sweep_step step, uint64_t blocks) {
    return launch_on(context, cuda, s, step, blocks, cuda->stream);
}

/* Where a group goes: wide vertices take long and occupy few multiprocessors. */
static mg_status choose(mg_context *context, mg_cuda *cuda, const mg_sweeps *s, uint64_t blocks) {
    mg_status status = MG_OK;
    if (s->tables) {
        MG_CUDA_TRY(context, cudaEventRecord(s->fork, cuda->stream), "moving vertices");
        MG_CUDA_TRY(context, cudaStreamWaitEvent(s->beside, s->fork, 0), "moving vertices");
        MG_TRY(launch_on(context, cuda, s, MG_SWEEP_WIDE, s->tables, s->beside));
        MG_CUDA_TRY(context, cudaEventRecord(s->join, s->beside), "moving vertices");
    }
    MG_TRY(launch(context, cuda, s, MG_SWEEP_CHOOSE, blocks));
    if (s->tables) {
        MG_CUDA_TRY(context, cudaStreamWaitEvent(cuda->stream, s->join, 0), "moving vertices");
    }
out:
    return status;
}

static mg_status run_groups(mg_context *context, mg_cuda *cuda, mg_sweeps *s) {
    const uint64_t blocks = (s->args.level.n - 1) / MG_SWEEP_THREADS + 1;
    mg_status status = MG_OK;
    for (s->args.group = 0; s->args.group < s->args.groups; s->args.group++) {
        MG_TRY(choose(context, cuda, s, blocks));
        MG_TRY(launch(context, cuda, s, MG_SWEEP_MOVE, blocks));
    }
out:
    return status;
}

static mg_status run_sweep(mg_context *context, mg_cuda *cuda, mg_sweeps *s) {
    const uint64_t chunks = (s->args.level.n - 1) / MG_SWEEP_CHUNK + 1;
    mg_sweep_counts counts;
    mg_status status;
    MG_TRY(mg__progress(context, s->stage, -1));
    s->args.sweep_key = s->next_key(s->keys);
    MG_CUDA_TRY(context, cudaMemsetAsync(s->args.counts, 0, sizeof *s->args.counts, cuda->stream),
                "clearing device memory");
    MG_TRY(launch(context, cuda, s, MG_SWEEP_COUNT, chunks));
    MG_TRY(launch(context, cuda, s, MG_SWEEP_FILL, chunks));
    MG_TRY(run_groups(context, cuda, s));
    MG_TRY(mg__cuda_download(context, cuda, &counts, s->args.counts, offsetof(mg_sweep_counts, bucket)));
    s->sweeps++;
    s->moved += counts.moves;
    s->last_moved = counts.moves;
    s->visited += counts.visited;
out:
    return status;
}

mg_status mg__sweeps_run(mg_context *context, mg_cuda *cuda, mg_sweeps *s) {
    const mg_moves_args *const a = &s->args;
    mg_status status;
    s->sweeps = 0;
    s->moved = s->last_moved = s->visited = 0;
    MG_TRY(make_tables(context, cuda, s));
    MG_CUDA_TRY(
        context,
        cudaMemcpyAsync(a->next, a->label, a->level.n * sizeof *a->next, cudaMemcpyDeviceToDevice, cuda->stream),
        "communities");
    do {
        MG_TRY(run_sweep(context, cuda, s));
    } while (!mg_moves_end(s->convergence_share, s->joined, s->last_moved) && s->sweeps < s->most_sweeps);
out:
    end_tables(cuda, s);
    return status;
}
