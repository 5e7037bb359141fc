/* SPDX-License-Identifier: Apache-2.0
 *
 * full_pull.cuh: a pull in which every receiver sums over its whole row, for graphs of short rows: a row per lane, 32
 * adjacent rows per warp. Loads for later rows are prefetched while earlier rows are summed (row_pipeline.cuh).
 * Inactive senders hold the inactive value, so no bitmap is read. A receiver scatters in the same step, into the send
 * buffer of the next iteration, so that consecutive full pulls take one pass each. Shared memory: only for counts and
 * totals.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_FULL_PULL_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_FULL_PULL_CUH

#include "core/cuda/kernel/loop/pull_gather.cuh"
#include "core/cuda/kernel/rows/row_pipeline.cuh"

/* A state in registers while it is updated, if its size allows loads and stores of 16 bytes; else in place. Two
 * consecutive stores to one sector take the L2 cache several times as long as one. */
template <typename Policy>
struct mg_vector_state {
    alignas(MG_STATE_ALIGNMENT) unsigned long long copy[4]; /* aligned: callbacks may take its address */
    void *const at;

    __device__ __forceinline__ static bool fits() {
        return Policy::state_size() % MG_STATE_ALIGNMENT == 0 && Policy::state_size() <= sizeof copy;
    }
    __device__ __forceinline__ explicit mg_vector_state(void *from) : at(from) {
#pragma unroll
        for (uint32_t i = 0; i < 4; i += 2) {
            if (fits() && 8 * i < Policy::state_size()) {
                const ulonglong2 both = ((const ulonglong2 *)from)[i / 2];
                copy[i] = both.x;
                copy[i + 1] = both.y;
            }
        }
    }
    __device__ __forceinline__ void *get() {
        return fits() ? (void *)copy : at;
    }
    __device__ __forceinline__ void store() const {
#pragma unroll
        for (uint32_t i = 0; i < 4; i += 2) {
            if (fits() && 8 * i < Policy::state_size()) {
                ((ulonglong2 *)at)[i / 2] = {copy[i], copy[i + 1]};
            }
        }
    }
};

/* `scatter` in the iteration of `ctx`, or the inactive value. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_scatter_if_active(const mg_block_step<Policy> &w, const mg_ctx &ctx, bool active,
                                                     void *state) {
    return active ? Policy::scatter(&ctx, w.a.params, state) : mg_inactive_value<Policy>();
}

/* First states, their scatter, and the first frontier as a bitmap. All threads call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_init_full_pull(const mg_block_step<Policy> &w) {
    const bool sends = mg_scatters_early<Policy>(w.a, w.shared.state.iteration);
    uint32_t *const bits = w.bits_now();
    uint32_t vertices = 0;
    uint64_t edges = 0;
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_warp_lane(); base < w.a.n; base += w.threads()) {
        const uint32_t v = base + mg_warp_lane();
        bool active = false;
        if (v < w.a.n) {
            const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
            mg_vector_state<Policy> own(w.state_of(v));
            active = Policy::init(&ctx, w.a.params, own.get()) || Policy::frontier() == MG_FRONTIER_ALL;
            if (sends) {
                w.sent(0)[v] = mg_scatter_if_active(w, ctx, active, own.get());
            }
            own.store();
            ((typename Policy::bits *)w.a.acc)[v] = Policy::identity();
            vertices += active;
            edges += active ? mg_send_degree<Offset>(w.a, v) : 0;
        }
        const uint32_t mask = __ballot_sync(MG_ALL_LANES, active);
        if (mg_warp_lane() == 0) {
            bits[base / 32] = mask;
        }
        mg_record_found(w, active, v);
    }
    mg_count_block(w, vertices, edges);
}

/* Before a pull: `scatter` of the frontier's vertices, unless they have scattered; before a full pull also the inactive
 * value of all others. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_send_bits(const mg_block_step<Policy> &w) {
    typename Policy::bits *const sent = w.sent(0);
    const uint32_t *bits = w.bits_now();
    const bool full_pull = mg_uses_full_pull<Policy>(w.a),
               ready = full_pull && w.shared.state.frontier.sent_ahead == MG_SENT_ACTIVE;
#pragma unroll 1
    for (uint32_t v = w.thread(); v < w.a.n; v += w.threads()) {
        if ((Policy::properties() & MG_ALL_ACTIVE) || mg_test(bits, v)) {
            if (!ready) {
                const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
                sent[v] = Policy::scatter(&ctx, w.a.params, w.state_of(v));
            }
        } else if (full_pull) {
            sent[v] = mg_inactive_value<Policy>();
        }
    }
    w.barrier();
}

/* Applies what row v (of `length` edges) received, and scatters for the next iteration. */
template <typename Policy, typename Offset>
MG_DEVICE bool mg_apply_and_scatter(mg_pull_gather<Policy, Offset> &puller, uint32_t v, uint64_t length,
                                    typename Policy::bits got, bool sends) {
    const mg_block_step<Policy> &w = puller.w;
    typename Policy::bits next = mg_inactive_value<Policy>();
    bool active = false;
    if (got != Policy::identity()) {
        const bool known = w.a.out_offsets == w.a.receive[0].offsets;
        mg_ctx ctx = mg_context_of<Policy, Offset>(w, v, known, length);
        mg_vector_state<Policy> own(w.state_of(v));
        active = Policy::apply(&ctx, w.a.params, own.get(), got, puller.add.part);
        if (active) {
            puller.count(v, length);
        }
        if (sends) {
            ctx.iteration++;
            next = mg_scatter_if_active(w, ctx, active, own.get());
        }
        own.store();
    }
    if (sends) {
        w.sent(1)[v] = next;
    }
    return active;
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_full_pull(mg_pull_gather<Policy, Offset> &puller) {
    typedef mg_edge_reader<Policy, Offset, false> Reader;
    const mg_block_step<Policy> &w = puller.w;
    const bool sends = mg_scatters_early<Policy>(w.a, w.shared.state.iteration);
    const uint32_t threads = w.threads();
    Reader reader(w.a);
    mg_row_pipeline<Policy, Offset, true, Reader> pipeline(reader, w.thread(), threads);
    if (w.shared.state.frontier.sent_ahead != MG_SENT_ALL) {
        mg_send_bits<Policy, Offset>(w);
    }
    reader.x = w.sent(0);
    pipeline.start(0);
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_warp_lane(); base < w.a.n; base += threads) {
        const uint32_t v = base + mg_warp_lane(), left = v < w.a.n ? w.a.n - v : 0;
        Offset length;
        const typename Policy::bits got = pipeline.receive(v, left, &length);
        const bool active = left && mg_apply_and_scatter(puller, v, length, got, sends);
        const uint32_t mask = __ballot_sync(MG_ALL_LANES, active);
        if (mg_warp_lane() == 0) {
            puller.next[base / 32] = mask;
        }
        mg_record_found(w, active, v);
    }
}

#endif
