/* SPDX-License-Identifier: Apache-2.0
 *
 * phases.cuh: VERTICES phases, a vertex per thread, and phases that find the most frequent label, in one block. Shared
 * memory: parts of totals; the hash table of labels.
 */
#ifndef MG_CORE_CUDA_KERNEL_SWEEP_PHASES_CUH
#define MG_CORE_CUDA_KERNEL_SWEEP_PHASES_CUH

#include "core/cuda/kernel/common/block_step.cuh"

/* Calls `vertex` for every vertex once and joins the totals. True: some call of this thread returned true. */
template <typename Policy, typename Offset>
MG_DEVICE bool mg_vertices_round(const mg_block_step<Policy> &w, const double *totals) {
    mg_thread_totals<Policy> add;
    bool any = false;
#pragma unroll 1
    for (uint32_t v = w.a.own_begin + w.thread(); v < w.a.own_end; v += w.threads()) {
        mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
        ctx.totals = totals;
        any |= Policy::vertex(&ctx, w.a.params, w.a.state, add.part);
    }
    mg_add_totals(w, add.part);
    return any;
}

/* Calls `vertex` for every vertex; with an iteration limit, repeats until no call returns true. A launch with totals or
 * a limit is cooperative and stores totals and outcome in the loop state. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_vertices(const mg_loop_args &a) {
    __shared__ mg_loop_shared<typename Policy::bits> shared;
    uint32_t target = 0, round = 0, changed = 1;
    mg_block_step<Policy> w = {a, shared, MG_SCOPE_GRID, blockIdx.x, gridDim.x, target, nullptr};
    mg_wait_dependency();
    if (threadIdx.x == 0) {
        shared.state.iteration = shared.state.steps_in[MG_SCOPE_GRID] = 0;
    }
    if (!a.iteration_limit && !Policy::totals()) {
        __syncthreads();
        mg_vertices_round<Policy, Offset>(w, a.sweep.totals);
        return;
    }
    double *totals = shared.state.totals;
    if (threadIdx.x < MG_LOOP_TOTALS) {
        totals[threadIdx.x] = a.sweep.totals[threadIdx.x];
    }
    __syncthreads();
    const uint32_t rounds = a.iteration_limit ? a.iteration_limit : 1;
#pragma unroll 1
    for (; round < rounds && changed; round++) {
        w.counts = &a.control->counters[w.counters_at(0)].counts;
        if (w.thread() == 0) {
            a.control->counters[w.counters_at(1)].counts.touched = 0;
        }
        if (__any_sync(MG_ALL_LANES, mg_vertices_round<Policy, Offset>(w, totals)) && mg_warp_lane() == 0) {
            w.counts->touched = 1;
        }
        w.barrier();
        changed = *(volatile uint32_t *)&w.counts->touched;
        mg_take_totals(w);
        if (threadIdx.x == 0) {
            shared.state.iteration = shared.state.steps_in[MG_SCOPE_GRID] = round + 1;
        }
        __syncthreads();
    }
    if (w.rank == 0 && threadIdx.x < MG_LOOP_TOTALS) {
        a.control->state.totals[threadIdx.x] = totals[threadIdx.x];
    }
    if (w.thread() == 0) {
        a.control->state.iteration = round;
        a.control->state.outcome = changed && a.iteration_limit ? MG_LOOP_LIMIT : MG_LOOP_FINISHED;
    }
}

#define MG_LABEL_SAMPLES 1024u
#define MG_LABEL_SLOTS 2048u

/* Stores the most frequent label of evenly spaced vertices (on a tie the smallest) in the parameters. One block counts
 * in a hash table, whose slots hold the index of the first sample with the label, plus 1. */
template <typename Policy>
MG_DEVICE void mg_most_frequent_label(const mg_loop_args &a) {
    __shared__ uint32_t label[MG_LABEL_SAMPLES], slot[MG_LABEL_SLOTS], count[MG_LABEL_SLOTS];
    __shared__ unsigned long long best;
    const uint32_t own = a.own_end - a.own_begin, samples = own < MG_LABEL_SAMPLES ? own : MG_LABEL_SAMPLES;
    mg_wait_dependency();
    for (uint32_t i = threadIdx.x; i < MG_LABEL_SLOTS; i += MG_LOOP_THREADS) {
        slot[i] = count[i] = 0;
    }
    for (uint32_t i = threadIdx.x; i < samples; i += MG_LOOP_THREADS) {
        const uint64_t v = a.own_begin + (uint64_t)own * i / samples;
        label[i] = Policy::label((const char *)a.state + v * Policy::state_size());
    }
    if (threadIdx.x == 0) {
        best = 0;
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < samples; i += MG_LOOP_THREADS) {
        uint32_t at = label[i] * 2654435761u >> 21, first;
        while ((first = atomicCAS(&slot[at], 0, i + 1)) && label[first - 1] != label[i]) {
            at = (at + 1) % MG_LABEL_SLOTS;
        }
        atomicAdd(&count[at], 1);
    }
    __syncthreads();
    unsigned long long mine = 0;
    for (uint32_t i = threadIdx.x; i < MG_LABEL_SLOTS; i += MG_LOOP_THREADS) {
        const unsigned long long key = slot[i] ? (unsigned long long)count[i] << 32 | ~label[slot[i] - 1] : 0;
        mine = key > mine ? key : mine;
    }
    atomicMax(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0) {
        *(uint32_t *)((char *)a.params + a.sweep.label_offset) = ~(uint32_t)best;
    }
}

#endif
