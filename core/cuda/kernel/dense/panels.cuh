/* SPDX-License-Identifier: Apache-2.0
 *
 * panels.cuh: the sums of all pieces over the panels layout (dense_args.h).
 *
 * One block an SM, as many warps as fit. The block loads a panel's values into shared memory; its warps take chunks,
 * of the panel that it begins with its own ones first, then from the panel's counter until they are used up, and the
 * block turns to the panel that needs another one most. In a chunk every lane sums one piece of each slice in a
 * register: ids come as coalesced vectors of 16 bytes a lane, up to four of them on their way, values from shared
 * memory. Sums leave in the order of the lanes, each for its own slot.
 *
 * Of wide pieces ids of values of 4 bytes may be steps of 8 bits from one place to the next: half as many bytes, and an
 * address in one instruction as well.
 *
 * Shared memory: 32 silent values, the panel's values, 32 values of padding.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_PANELS_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_PANELS_CUH

#include "core/cuda/kernel/common/bulk.cuh"
#include "core/cuda/kernel/dense/panel_choice.cuh"
#include "core/cuda/kernel/dense/panel_values.cuh"

/* The chunks of its first panel that are the block's own, in shared memory. When it leaves the panel none is left. */
struct mg_static_chunks {
    uint32_t next, end;
};

/* One warp on one panel. */
template <typename Policy, uint32_t size>
struct mg_panel_warp {
    typedef typename Policy::bits B;
    static constexpr uint32_t depth = mg_panel_depth<size>();
    static_assert(depth <= MG_CHUNK_LEAST, "the first vectors are asked for as if a chunk had so many");
    const mg_dense_args &a;
    mg_static_chunks &own;
    const uint4 *ids;      /* the lane's of vector 0, */
    const void *weights;   /* and their weights */
    uint32_t values;       /* the panel's, as an address in shared memory */
    uint32_t panel, end;   /* end: of the panel's chunks */
    uint32_t next;         /* this lane's word of the description of the chunk that comes next, */
    bool has_next;         /* if one does */
    uint32_t claimed;      /* lane 0: the chunk to be described next */
    uint64_t ends;         /* of the chunk at hand, as in its description, from the next vector on */
    uint32_t left, kind;   /* its vectors that are to come; of its pieces */
    uint32_t at;           /* where the lane's next step begins, as an address; 0: a slice begins */
    uint32_t slot, vector; /* where this lane's next sum goes; the vectors that were asked for last */
    mg_lane_sum<Policy> sum;
    mg_panel_vector<size> v[depth]; /* on their way */

    /* The compiler would make the addresses anew for every vector, from the thread's number up. */
    __device__ __forceinline__ mg_panel_warp(const mg_dense_args &args, mg_static_chunks &of_block)
        : a(args), own(of_block), ids((const uint4 *)args.panels.ids + mg_warp_lane()),
          weights(mg_panel_vector<size>::own(args.panels.weights)) {
        asm volatile("" : "+l"(ids));
        if (size > 0) {
            asm volatile("" : "+l"(weights));
        }
        values = (uint32_t)__cvta_generic_to_shared(mg_dense_shared<B>() + MG_PANEL_PADDING);
        asm volatile("" : "+r"(values));
    }
    __device__ __forceinline__ void claim() {
        claimed = mg_warp_lane() == 0 ? atomicAdd(&own.next, 1) : 0;
        if (mg_warp_lane() == 0 && claimed >= own.end) {
            claimed = mg_fetch_add(&a.panel_progress[panel].chunk, 1);
        }
    }
    /* Chunk i, if the panel has it, is the one that comes next: asks for its description, a word for each lane. */
    __device__ __forceinline__ void look_at(uint32_t i) {
        has_next = i < end;
        next = __ldg((const uint32_t *)&a.panels.chunk[has_next ? i : 0] + mg_warp_lane() % MG_CHUNK_DESCRIBED);
    }
    __device__ __forceinline__ void look_at_claimed() {
        look_at(__shfl_sync(MG_ALL_LANES, claimed, 0));
    }
    /* The word of the next chunk's description that begins with byte `at`. */
    __device__ __forceinline__ uint32_t described(size_t at) const {
        return __shfl_sync(MG_ALL_LANES, next, (int)(at / 4));
    }
    /* The next chunk becomes the one at hand. */
    __device__ __forceinline__ void open() {
        ends = described(offsetof(mg_panel_chunk, ends)) | (uint64_t)described(offsetof(mg_panel_chunk, ends) + 4)
                                                               << 32;
        left = described(offsetof(mg_panel_chunk, vectors)) & 0xffffu;
        kind = described(offsetof(mg_panel_chunk, kind));
        slot = described(offsetof(mg_panel_chunk, slot)) + (kind == MG_PIECE_WIDE ? 0 : mg_warp_lane());
        sum.clear();
        at = 0;
    }
    __device__ __forceinline__ void close_slice() {
        B *const sums = (B *)a.sums;
        const bool wide = kind == MG_PIECE_WIDE;
        if (wide) {
            sum.add_lanes();
            if (mg_warp_lane() == 0) {
                sums[slot] = sum.get();
            }
        } else {
            sums[slot] = sum.get();
        }
        slot += wide ? 1 : 32;
        sum.clear();
        at = 0;
    }
    /* The state of the row that the current slice is for; `more` 0: it is padding after the last one. */
    __device__ __forceinline__ const void *receiver(uint64_t more) const {
        if (Policy::has() & MG_HAS_EDGE_AT) {
            const uint32_t row = more ? a.panels.rows[slot] : UINT32_MAX;
            const uint32_t at_row = row >= a.loop.n ? 0 : a.place ? a.place[row] : row;
            return (const char *)a.loop.state + (uint64_t)at_row * Policy::state_size();
        }
        return nullptr;
    }
    /* Asks for vector k after the first one. */
    __device__ __forceinline__ void fetch(uint32_t first, uint32_t k) {
        v[k].ids = __ldcs(ids + (uint64_t)first * 32 + k * 32);
        v[k].fetch(weights, first, k);
    }
    /* Does the column of a place send? */
    __device__ __forceinline__ bool sends(uint32_t place) const {
        const uint32_t column = panel * a.panels.width + place - place / MG_SENTINEL_STRIDE - 1;
        return place < a.panels.places && place % MG_SENTINEL_STRIDE &&
               (!a.masked || (__ldg(a.active + (column >> 5)) >> (column & 31u) & 1u));
    }
    /* What the edge of one of two ids brings, the k-th of four. */
    __device__ __forceinline__ B arriving(uint32_t ids, uint32_t upper, const void *weights, uint32_t k,
                                          const void *state) const {
        if (mg_needs_mask<Policy>() && !sends(upper ? ids >> 16 : ids & 0xffffu)) {
            return Policy::identity();
        }
        return Policy::edge(a.loop.params, mg_value_of<B>(values, ids, upper), weights, k, state);
    }
    /* What 4 edges bring. */
    __device__ __forceinline__ B half_sum(uint32_t low, uint32_t high, const mg_half_weights<size> &weights,
                                          const void *state) const {
        const void *const given = weights.get();
        const B first = mg_combine<Policy>(arriving(low, 0, given, 0, state), arriving(low, 1, given, 1, state));
        const B second = mg_combine<Policy>(arriving(high, 0, given, 2, state), arriving(high, 1, given, 3, state));
        return mg_combine<Policy>(first, second);
    }
    /* Where a slice of steps begins, as an address: `silent` of the bank's silent places are before the first step. */
    __device__ __forceinline__ uint32_t begin_steps(uint32_t sentinels) const {
        const uint32_t bank = mg_warp_lane(), own = values + bank * (uint32_t)sizeof(B);
        const uint32_t line = (sentinels - 1) * MG_SENTINEL_STRIDE + mg_sentinel_line(bank);
        return own + (sentinels ? line : 0xffffffffu) * MG_PANEL_LINE;
    }
    /* What the edge brings that some of four steps lead to; `ones`: 1 in the bytes of these. */
    __device__ __forceinline__ B arriving_delta(uint32_t steps, uint32_t ones, const void *state) const {
        const uint32_t from = __dp4a(steps, ones * MG_PANEL_LINE, at);
        if (mg_needs_mask<Policy>() && !sends((from - values) / (uint32_t)sizeof(B))) {
            return Policy::identity();
        }
        return Policy::edge(a.loop.params, mg_value_at<B>(from), nullptr, 0, state);
    }
    /* Adds what the edges of four steps bring. */
    __device__ __forceinline__ void step(uint32_t steps, const void *state) {
        const B first = mg_combine<Policy>(arriving_delta(steps, 0x1u, state), arriving_delta(steps, 0x101u, state));
        const B second =
            mg_combine<Policy>(arriving_delta(steps, 0x10101u, state), arriving_delta(steps, 0x1010101u, state));
        at = __dp4a(steps, 0x1010101u * MG_PANEL_LINE, at);
        sum.add(mg_combine<Policy>(first, second));
    }
    /* The same as `add` where ids are steps, and the first one of a slice where it begins. */
    __device__ __forceinline__ void add_deltas(const mg_panel_vector<size> &taken, uint64_t closing) {
#pragma unroll
        for (uint32_t i = 0; i < 2; i++) {
            const void *const state = Policy::has() & MG_HAS_EDGE_AT ? receiver(closing >> i) : nullptr;
            uint32_t low = i ? taken.ids.z : taken.ids.x;
            if (at == 0) {
                at = begin_steps(low & 0xffu);
                low &= ~0xffu;
            }
            step(low, state);
            step(i ? taken.ids.w : taken.ids.y, state);
            if ((uint32_t)closing & 1u << i) {
                close_slice();
            }
        }
    }
    /* Half vector i of a vector. */
    __device__ __forceinline__ B half_of(const mg_panel_vector<size> &t, uint32_t i, const void *state) const {
        return i ? half_sum(t.ids.z, t.ids.w, t.half(1), state) : half_sum(t.ids.x, t.ids.y, t.half(0), state);
    }
    /* Four ids of single edges, each a slice. */
    __device__ __forceinline__ void pass_on(uint32_t low, uint32_t high, const mg_half_weights<size> &weights) {
        B *const sums = (B *)a.sums + slot;
        B found[4];
#pragma unroll
        for (uint32_t k = 0; k < 4; k++) {
            found[k] = arriving(k < 2 ? low : high, k % 2, weights.get(), k, receiver(1));
            slot += 32;
        }
#pragma unroll
        for (uint32_t k = 0; k < 4; k++) {
            sums[k * 32] = found[k];
        }
    }
    __device__ __forceinline__ void add_singles(const mg_panel_vector<size> &taken) {
        pass_on(taken.ids.x, taken.ids.y, taken.half(0));
        pass_on(taken.ids.z, taken.ids.w, taken.half(1));
    }
    /* Bit h of `closing`: half vector h ends a slice. Both halves' values are on their way together. */
    __device__ __forceinline__ void add(const mg_panel_vector<size> &taken, uint64_t closing) {
        B part[2];
        if (!(Policy::has() & MG_HAS_EDGE_AT)) {
            part[0] = half_of(taken, 0, nullptr);
            part[1] = half_of(taken, 1, nullptr);
        }
#pragma unroll
        for (uint32_t i = 0; i < 2; i++) {
            if (Policy::has() & MG_HAS_EDGE_AT) {
                part[i] = half_of(taken, i, receiver(closing >> i));
            }
            sum.add(part[i]);
            if ((uint32_t)closing & 1u << i) {
                close_slice();
            }
        }
    }
    /* Turns to a panel, where chunk i, if the panel has it, is the first one, and asks for its first vectors: a chunk
     * has at least `depth` of them. Reads nothing that a launch writes. */
    __device__ __forceinline__ void begin(uint32_t of_panel, uint32_t i) {
        panel = of_panel;
        end = a.panels.panel_chunk[panel + 1];
        look_at(i);
        if (has_next) {
            vector = described(offsetof(mg_panel_chunk, vector));
#pragma unroll
            for (uint32_t k = 0; k < depth; k++) {
                fetch(vector, k);
            }
        }
    }
    /* Brings the other ids of the first chunk into the cache, before anything else is wanted from there. */
    __device__ __forceinline__ void prefetch() const {
#if __CUDA_ARCH__ >= 900
        const uint32_t vectors = (described(offsetof(mg_panel_chunk, vectors)) & 0xffffu) - depth;
        if (has_next && vectors && mg_warp_lane() == 0) {
            asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"((const uint4 *)a.panels.ids +
                                                                            (vector + depth) * 32ull),
                         "r"(vectors * 512)
                         : "memory");
        }
#endif
    }
    /* The same with a chunk that is claimed now. */
    __device__ __forceinline__ void begin(uint32_t of_panel) {
        panel = of_panel;
        claim();
        begin(panel, __shfl_sync(MG_ALL_LANES, claimed, 0));
    }
    /* What can be done before the panel's values are there: opens the first chunk and claims the second one. */
    __device__ __forceinline__ void prepare() {
        left = 0;
        if (has_next) {
            claim();
            open();
        }
    }
    /* Works off chunks until the panel has no more. Vectors are taken `depth` at a time, and the same number asked for;
     * the last ones of a chunk make room for the first ones of the next. The compiler waits for all that was asked for
     * together, at the beginning of a round. So in the last round of a chunk one is claimed, in the first round of the
     * next it is looked at, and in the last round of that its vectors are asked for. Claiming earlier would leave some
     * warps with chunks while others have none. */
    __device__ __forceinline__ void run() {
        bool fresh = true;
#pragma unroll 1
        while (left) {
            const bool last = left <= depth;
            if (fresh) {
                look_at_claimed();
                fresh = false;
            }
            if (last) {
                vector = described(offsetof(mg_panel_chunk, vector));
                claim();
            } else {
                vector += depth;
            }
            const uint32_t ready = last ? has_next ? depth : 0 : left - depth;
#pragma unroll
            for (uint32_t k = 0; k < depth; k++) {
                const mg_panel_vector<size> taken = v[k];
                if (k < ready) {
                    fetch(vector, k);
                }
                if (k < left && kind == MG_PIECE_SINGLE) {
                    add_singles(taken);
                } else if (size == 0 && sizeof(B) == 4 && k < left && kind == MG_PIECE_WIDE && a.panels.delta_encoded) {
                    add_deltas(taken, ends >> 2 * k);
                } else if (k < left) {
                    add(taken, ends >> 2 * k);
                }
            }
            ends >>= 2 * depth;
            left = last ? 0 : left - depth;
            if (last && has_next) {
                open();
                fresh = true;
            }
        }
    }
};

/* Begins to load a panel's values. All threads call. */
template <typename Policy>
MG_DEVICE void mg_load_panel(const mg_dense_args &a, uint32_t panel, mg_bulk &bulk) {
    typedef typename Policy::bits B;
    const uint32_t first = panel * a.panels.places, left = mg_places_of(a.panels.columns) - first;
    const uint32_t count = left < a.panels.places ? left : a.panels.places;
    bulk.begin(mg_dense_shared<B>() + MG_PANEL_PADDING, (const B *)a.x + first,
               (count * (uint32_t)sizeof(B) + 15) / 16 * 16);
}

/* The sums of all slots, unless `begins`, which is asked once the launch before has ended, says that there is nothing
 * to do. Before that the block asks for its first chunks, which are always the same, and meanwhile for its first panel.
 * All threads of a launch of one block an SM call. */
template <typename Policy, uint32_t size, typename Begins>
MG_DEVICE void mg_gather_panels(const mg_dense_args &a, Begins begins) {
    __shared__ mg_bulk bulk;
    __shared__ mg_static_chunks own;
    mg_panel_warp<Policy, size> warp(a, own);
    const mg_block_start first = a.panels.first[blockIdx.x];
    bool begun = first.panel < a.panels.panels;
    if (begun) {
        warp.begin(first.panel, first.chunk + threadIdx.x / 32);
        warp.prefetch();
    }
    if (threadIdx.x == 0) {
        bulk.open();
        own = {first.chunk + blockDim.x / 32, first.end};
    }
    if (threadIdx.x < MG_PANEL_PADDING) {
        typename Policy::bits *const before = mg_dense_shared<typename Policy::bits>() + threadIdx.x;
        before[0] = before[MG_PANEL_PADDING + a.panels.places] = mg_inactive_value<Policy>();
    }
    __syncthreads();
    mg_wait_dependency();
    if (begun) {
        mg_load_panel<Policy>(a, first.panel, bulk);
    }
    if (!begins()) {
        if (begun) {
            bulk.wait(0); /* nothing may be under way to the shared memory of a block that is gone */
        }
        return;
    }
    uint32_t panel = begun ? first.panel : mg_next_panel(a);
#pragma unroll 1
    for (uint32_t round = 0; panel < a.panels.panels; round++) {
        if (!begun) {
            mg_load_panel<Policy>(a, panel, bulk);
            warp.begin(panel);
        }
        warp.prepare();
        begun = false;
        bulk.wait(round);
        warp.run();
        panel = mg_next_panel(a);
    }
}

/* The same with the weights' size known. */
template <typename Policy, typename Begins>
MG_DEVICE void mg_gather_weighted(const mg_dense_args &a, Begins begins) {
    if constexpr (sizeof(typename Policy::bits) == 4) {
        if (Policy::weight_size() == 4 && a.panels.weights && a.low_byte_weights) {
            mg_gather_panels<Policy, 1>(a, begins);
            return;
        }
    }
    if (Policy::weight_size() == 4 && a.panels.weights) {
        mg_gather_panels<Policy, 4>(a, begins);
    } else if (Policy::weight_size() == 8 && a.panels.weights) {
        mg_gather_panels<Policy, 8>(a, begins);
    } else {
        mg_gather_panels<Policy, 0>(a, begins);
    }
}

template <typename Policy, typename Begins>
MG_DEVICE void mg_dense_gather(const mg_dense_args &a, Begins begins) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_uses_floats<Policy>()) {
            mg_gather_weighted<mg_float_policy<Policy>>(a, begins);
            return;
        }
    }
    mg_gather_weighted<Policy>(a, begins);
}

#endif
