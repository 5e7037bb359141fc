/* SPDX-License-Identifier: Apache-2.0
 *
 * pull_walk.cuh: a pull in which every receiver adds up what all its neighbours send, on graphs of short rows: a lane
 * takes a row, a warp 32 adjacent ones. What a row wants first is asked for while the rows before it are worked on.
 * What silent vertices send changes nothing, so that no bit is looked at; and a receiver sends at once, into the array
 * of the next iteration, so that such pulls after one another are one pass each. Shared memory: none.
 */
#ifndef MG_CORE_CUDA_KERNEL_PULL_WALK_CUH
#define MG_CORE_CUDA_KERNEL_PULL_WALK_CUH

#include "core/cuda/kernel/panel_values.cuh"
#include "core/cuda/kernel/puller.cuh"
#include "core/cuda/kernel/row_walk.cuh"

/* What a vertex sends in the first iteration, or that it is silent, after `init`. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_send_first(const mg_work<Policy> &w, const mg_ctx &ctx, bool active, void *state) {
    if (mg_sends_at_once<Policy>(w.a, w.shared.state.iteration)) {
        w.sent(0)[ctx.vertex] = active ? Policy::scatter(&ctx, w.a.params, state) : mg_silent<Policy>();
    }
}

/* Before such a pull that follows a push: what has not been sent yet, and what is silent. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_send_all(const mg_work<Policy> &w) {
    typename Policy::bits *const sent = w.sent(0);
    const uint32_t *bits = w.bits_now();
    const bool ready = w.shared.state.ready == MG_READY_SENT;
#pragma unroll 1
    for (uint32_t v = w.thread(); v < w.a.n; v += w.threads()) {
        if (!mg_test(bits, v)) {
            sent[v] = mg_silent<Policy>();
        } else if (!ready) {
            const mg_ctx ctx = mg_context_of<Policy, Offset>(w, v);
            sent[v] = Policy::scatter(&ctx, w.a.params, w.state_of(v));
        }
    }
    w.barrier();
}

/* Row v, of so many edges, has received: the update, and what is sent in the next iteration. */
template <typename Policy, typename Offset>
MG_DEVICE bool mg_take_and_send(mg_puller<Policy, Offset> &puller, uint32_t v, uint64_t length,
                                typename Policy::bits got, bool sends) {
    const mg_work<Policy> &w = puller.w;
    void *const state = w.state_of(v);
    typename Policy::bits next = mg_silent<Policy>();
    bool active = false;
    if (got != Policy::identity()) {
        const bool known = w.a.out_offsets == w.a.receive[0].offsets;
        mg_ctx ctx = mg_context_of<Policy, Offset>(w, v, known, length);
        active = Policy::apply(&ctx, w.a.params, state, got, puller.add);
        if (active) {
            puller.vertices++;
            puller.edges += w.a.send[0].offsets == w.a.receive[0].offsets ? length : mg_send_degree<Offset>(w.a, v);
            if (sends) {
                ctx.iteration++;
                next = Policy::scatter(&ctx, w.a.params, state);
            }
        }
    }
    if (sends) {
        w.sent(1)[v] = next;
    }
    return active;
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_pull_walk(mg_puller<Policy, Offset> &puller) {
    typedef mg_edge_reader<Policy, Offset, false> Reader;
    const mg_work<Policy> &w = puller.w;
    const bool sends = mg_sends_at_once<Policy>(w.a, w.shared.state.iteration);
    const uint32_t threads = w.threads();
    Reader reader(w.a);
    mg_row_walk<Policy, Offset, true, Reader> walk(reader, w.thread(), threads);
    if (w.shared.state.ready != MG_READY_ALL) {
        mg_send_all<Policy, Offset>(w);
    }
    reader.x = w.sent(0);
    walk.start(0);
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_lane(); base < w.a.n; base += threads) {
        const uint32_t v = base + mg_lane(), left = v < w.a.n ? w.a.n - v : 0;
        Offset length;
        const typename Policy::bits got = walk.receive(v, left, &length);
        const bool active = left && mg_take_and_send(puller, v, length, got, sends);
        const uint32_t mask = __ballot_sync(MG_ALL_LANES, active);
        if (mg_lane() == 0) {
            puller.next[base / 32] = mask;
        }
        mg_record_found(w, active, v);
    }
}

#endif
