/* SPDX-License-Identifier: Apache-2.0
 *
 * panels.cuh: the sums of all pieces over the panels layout (dense_args.h).
 *
 * Thread-to-work mapping: one block per SM, with as many warps as fit. A block loads a panel's values into shared
 * memory. Its warps take chunks: first the block's static chunks of its first panel, then chunks from the panel's work
 * counter. When the panel is finished, the block switches to the panel that gains most from another block. Every lane
 * sums one piece of each slice of the chunk in a register: ids are loaded as coalesced vectors of 16 bytes per lane, up
 * to four in flight; values are read from shared memory. Each lane's sum is stored in a slot of its own.
 *
 * Wide pieces of 4-byte values may have 8-bit deltas instead of ids: half the bytes, and still one instruction per
 * address.
 *
 * Shared memory: 32 inactive values, the panel's values, 32 values of padding.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_PANELS_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_PANELS_CUH

#include "core/cuda/kernel/common/bulk.cuh"
#include "core/cuda/kernel/dense/panel_choice.cuh"
#include "core/cuda/kernel/dense/panel_values.cuh"

/* The block's remaining static chunks, in shared memory. None is left when it leaves its first panel. */
struct mg_static_chunks {
    uint32_t next, end;
};

/* One warp that processes one panel. */
template <typename Policy, uint32_t size>
struct mg_panel_warp {
    typedef typename Policy::bits B;
    static constexpr uint32_t depth = mg_panel_depth<size>();
    static_assert(depth <= MG_CHUNK_LEAST, "a chunk has at least `depth` vectors");
    const mg_dense_args &a;
    mg_static_chunks &own;
    const uint4 *ids;      /* the lane's ids in vector 0 */
    const void *weights;   /* and the weights */
    uint32_t values;       /* address of the panel's values in shared memory */
    uint32_t panel, end;   /* end: last chunk of the panel + 1 */
    uint32_t next;         /* this lane's word of the next chunk's description */
    bool has_next;         /* is there a next chunk? */
    uint32_t claimed;      /* lane 0: the chunk whose description is loaded next */
    uint64_t ends;         /* current chunk: its `ends`, from the next vector on */
    uint32_t left, kind;   /* current chunk: remaining vectors; kind of pieces */
    uint32_t at;           /* address that the lane's next delta starts from; 0: start of a slice */
    uint32_t slot, vector; /* slot of this lane's next sum; vectors loaded last */
    mg_lane_sum<Policy> sum;
    mg_panel_vector<size> v[depth]; /* in flight */

    /* The asm statements keep the compiler from recomputing the addresses from the thread index for every vector. */
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
    /* Chunk i, if the panel has it, is the next one: loads its description, a word per lane. */
    __device__ __forceinline__ void look_at(uint32_t i) {
        has_next = i < end;
        next = __ldg((const uint32_t *)&a.panels.chunk[has_next ? i : 0] + mg_warp_lane() % MG_CHUNK_DESCRIBED);
    }
    __device__ __forceinline__ void look_at_claimed() {
        look_at(__shfl_sync(MG_ALL_LANES, claimed, 0));
    }
    /* The word at byte `at` of the next chunk's description. */
    __device__ __forceinline__ uint32_t described(size_t at) const {
        return __shfl_sync(MG_ALL_LANES, next, (int)(at / 4));
    }
    /* The next chunk becomes the current one. */
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
    /* State of the current slice's row; `more` = 0: padding after the last slice. */
    __device__ __forceinline__ const void *receiver(uint64_t more) const {
        if (Policy::has() & MG_HAS_EDGE_AT) {
            const uint32_t row = more ? a.panels.rows[slot] : UINT32_MAX;
            const uint32_t at_row = row >= a.loop.n ? 0 : a.place ? a.place[row] : row;
            return (const char *)a.loop.state + (uint64_t)at_row * Policy::state_size();
        }
        return nullptr;
    }
    /* Loads vector k after the first one. */
    __device__ __forceinline__ void fetch(uint32_t first, uint32_t k) {
        v[k].ids = __ldcs(ids + (uint64_t)first * 32 + k * 32);
        v[k].fetch(weights, first, k);
    }
    /* Is the column at a place active? Sentinels and padding are not. */
    __device__ __forceinline__ bool sends(uint32_t place) const {
        const uint32_t column = panel * a.panels.width + place - place / MG_SENTINEL_STRIDE - 1;
        return place < a.panels.places && place % MG_SENTINEL_STRIDE &&
               (!a.masked || (__ldg(a.active + (column >> 5)) >> (column & 31u) & 1u));
    }
    /* Contribution of the edge with one of two ids, the k-th of four. */
    __device__ __forceinline__ B arriving(uint32_t ids, uint32_t upper, const void *weights, uint32_t k,
                                          const void *state) const {
        if (mg_needs_mask<Policy>() && !sends(upper ? ids >> 16 : ids & 0xffffu)) {
            return Policy::identity();
        }
        return Policy::edge(a.loop.params, mg_value_of<B>(values, ids, upper), weights, k, state);
    }
    /* Sum of 4 edges. */
    __device__ __forceinline__ B half_sum(uint32_t low, uint32_t high, const mg_half_weights<size> &weights,
                                          const void *state) const {
        const void *const given = weights.get();
        const B first = mg_combine<Policy>(arriving(low, 0, given, 0, state), arriving(low, 1, given, 1, state));
        const B second = mg_combine<Policy>(arriving(high, 0, given, 2, state), arriving(high, 1, given, 3, state));
        return mg_combine<Policy>(first, second);
    }
    /* Start address of a delta-encoded slice, after `sentinels` sentinels of the bank. */
    __device__ __forceinline__ uint32_t begin_steps(uint32_t sentinels) const {
        const uint32_t bank = mg_warp_lane(), own = values + bank * (uint32_t)sizeof(B);
        const uint32_t line = (sentinels - 1) * MG_SENTINEL_STRIDE + mg_sentinel_line(bank);
        return own + (sentinels ? line : 0xffffffffu) * MG_PANEL_LINE;
    }
    /* Contribution of the edge reached by the first of four deltas, those with 1 in their byte of `ones`. */
    __device__ __forceinline__ B arriving_delta(uint32_t steps, uint32_t ones, const void *state) const {
        const uint32_t from = __dp4a(steps, ones * MG_PANEL_LINE, at);
        if (mg_needs_mask<Policy>() && !sends((from - values) / (uint32_t)sizeof(B))) {
            return Policy::identity();
        }
        return Policy::edge(a.loop.params, mg_value_at<B>(from), nullptr, 0, state);
    }
    /* Adds the contributions of four deltas. */
    __device__ __forceinline__ void step(uint32_t steps, const void *state) {
        const B first = mg_combine<Policy>(arriving_delta(steps, 0x1u, state), arriving_delta(steps, 0x101u, state));
        const B second =
            mg_combine<Policy>(arriving_delta(steps, 0x10101u, state), arriving_delta(steps, 0x1010101u, state));
        at = __dp4a(steps, 0x1010101u * MG_PANEL_LINE, at);
        sum.add(mg_combine<Policy>(first, second));
    }
    /* The same as `add` for delta-encoded slices, whose first byte gives the start. */
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
    /* Sum of half vector i of a vector. */
    __device__ __forceinline__ B half_of(const mg_panel_vector<size> &t, uint32_t i, const void *state) const {
        return i ? half_sum(t.ids.z, t.ids.w, t.half(1), state) : half_sum(t.ids.x, t.ids.y, t.half(0), state);
    }
    /* Four single edges, each one its own slice. */
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
    /* Adds a vector. Bit h of `closing`: half vector h ends a slice. Values of both halves are loaded before their
     * first use. */
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
    /* Starts a panel with chunk i, if the panel has it, and loads its first vectors: a chunk has at least `depth`.
     * Reads nothing that another launch writes. */
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
    /* Prefetches the other ids of the first chunk into the L2 cache. */
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
    /* The same with a chunk from the work counter. */
    __device__ __forceinline__ void begin(uint32_t of_panel) {
        panel = of_panel;
        claim();
        begin(panel, __shfl_sync(MG_ALL_LANES, claimed, 0));
    }
    /* Before the panel's values have arrived: opens the first chunk and claims the second one. */
    __device__ __forceinline__ void prepare() {
        left = 0;
        if (has_next) {
            claim();
            open();
        }
    }
    /* Processes chunks until the panel has no more. A round consumes `depth` vectors and loads as many; the last round
     * of a chunk loads the first vectors of the next one. The compiler waits at the beginning of a round for all loads
     * of the round before. So a chunk is claimed in the last round of the chunk before the previous one, its
     * description is loaded in the first round of the previous chunk, and its first vectors in the last round of that.
     * Claiming earlier would leave some warps with chunks while others have none. */
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

/* Starts loading a panel's values. All threads call. */
template <typename Policy>
MG_DEVICE void mg_load_panel(const mg_dense_args &a, uint32_t panel, mg_bulk &bulk) {
    typedef typename Policy::bits B;
    const uint32_t first = panel * a.panels.places, left = mg_places_of(a.panels.columns) - first;
    const uint32_t count = left < a.panels.places ? left : a.panels.places;
    bulk.begin(mg_dense_shared<B>() + MG_PANEL_PADDING, (const B *)a.x + first,
               (count * (uint32_t)sizeof(B) + 15) / 16 * 16);
}

/* The sums of all slots, unless begins(), which is called after the launch before has ended, returns false. Before that
 * the block loads its first chunks, which do not change, and meanwhile its first panel. All threads of a launch of one
 * block per SM call. */
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
            bulk.wait(0); /* outstanding bulk copies must complete before the block exits */
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

/* The same, by the size of the weights. */
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
