/* SPDX-License-Identifier: Apache-2.0
 *
 * panels.cuh: the sums of all rows over the panels layout (dense_args.h).
 *
 * One block an SM, as many warps as fit. The block loads a panel's values into shared memory; its warps take chunks
 * from the panel's counter until they are used up. In a chunk every lane sums one piece of each slice in a register:
 * ids come as coalesced vectors of 16 bytes a lane, two or four of them on their way, values from shared memory.
 * Finished sums wait in the warp's staging memory, so that they leave in the order of their rows, coalesced, one atomic
 * each.
 *
 * Shared memory: the panel's values, 32 values of padding, MG_CHUNK_PIECES values a warp.
 */
#ifndef MG_CORE_CUDA_KERNEL_PANELS_CUH
#define MG_CORE_CUDA_KERNEL_PANELS_CUH

#include "core/cuda/kernel/append.cuh"
#include "core/cuda/kernel/dense_args.h"

/* 8 ids of a lane and their weights of `size` bytes. */
template <uint32_t size>
struct mg_panel_vector {
    uint4 ids;
    uint4 weights[size ? size / 2 : 1];
};

/* The dynamic shared memory: the panel's values come first. A constant address, not a pointer, saves an addition for
 * every edge. */
template <typename B>
MG_DEVICE B *mg_panel_values() {
    extern __shared__ __align__(16) unsigned char mg_dense_memory[];
    return (B *)mg_dense_memory;
}

/* Vectors that a lane takes at a time, while as many are on their way: what fits the registers. */
template <uint32_t size>
MG_DEVICE constexpr uint32_t mg_panel_depth() {
    return size == 0 ? 4 : 1;
}

/* Does the value of a column not tell that it is silent? Padding has no receiver to look at. */
template <typename Policy>
MG_DEVICE bool mg_needs_guard() {
    return (Policy::has() & MG_HAS_EDGE_AT) ||
           ((Policy::has() & MG_HAS_EDGE) && !(Policy::properties() & MG_ANNIHILATES));
}

/* What a column holds that does not send. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_silent() {
    return Policy::properties() & MG_ANNIHILATES ? Policy::inactive() : Policy::identity();
}

/* One warp on one panel. */
template <typename Policy, uint32_t size>
struct mg_panel_warp {
    typedef typename Policy::bits B;
    static constexpr uint32_t depth = mg_panel_depth<size>();
    static constexpr uint32_t half_weights = size / 4; /* 16-byte words of a lane's half vector */
    const mg_dense_args &a;
    B *staging, *slot;   /* slot: where this lane's next sum goes */
    uint32_t panel, end; /* end: of the panel's chunks */
    mg_panel_chunk now, next;
    uint32_t has_next, claimed; /* claimed: lane 0 knows the chunk after the next one */
    B sum;
    mg_panel_vector<size> v[depth]; /* on their way */
    uint32_t row[MG_CHUNK_PIECES / 32];
    uint64_t permuted;

    __device__ __forceinline__ mg_panel_warp(const mg_dense_args &args, B *own) : a(args), staging(own) {
    }
    __device__ __forceinline__ void claim() {
        claimed = mg_lane() == 0 ? atomicAdd(&a.cursor[panel], 1) : 0;
    }
    /* The claimed chunk becomes the next one, and another is claimed if there is to be `more`. */
    __device__ __forceinline__ void look_ahead(bool more) {
        const uint32_t i = __shfl_sync(MG_ALL_LANES, claimed, 0);
        has_next = i < end;
        if (has_next) {
            const uint4 *from = (const uint4 *)&a.panels.chunk[i];
            ((uint4 *)&next)[0] = __ldg(from);
            ((uint4 *)&next)[1] = __ldg(from + 1);
            claimed = UINT32_MAX;
            if (more) {
                claim();
            }
        }
    }
    __device__ __forceinline__ uint64_t places() const {
        if (now.place == UINT32_MAX) {
            return 0;
        }
        return *(const uint64_t *)(a.panels.places + (uint64_t)now.place * MG_CHUNK_PIECES + mg_lane() * 8);
    }
    /* Where the sum of piece 32 * j + lane is staged. */
    __device__ __forceinline__ uint32_t place(uint64_t permuted, uint32_t j) const {
        return now.place != UINT32_MAX ? (uint32_t)(permuted >> 8 * j) & 0xffu : j * 32 + mg_lane();
    }
    __device__ __forceinline__ void open() {
        slot = staging + mg_lane();
        sum = Policy::identity();
        if (Policy::has() & MG_HAS_EDGE_AT) { /* a receiver's row lies where its sum will be staged */
            const uint64_t permuted = places();
#pragma unroll 1
            for (uint32_t j = 0; j < now.slices; j++) {
                staging[place(permuted, j)] = a.panels.rows[(uint64_t)now.row + j * 32 + mg_lane()];
            }
            __syncwarp();
        }
    }
    /* Asks for what `close` needs. */
    __device__ __forceinline__ void prepare_close() {
        const uint32_t *rows = a.panels.rows + now.row + mg_lane();
        permuted = places();
#pragma unroll
        for (uint32_t j = 0; j < MG_CHUNK_PIECES / 32; j++) {
            row[j] = j < now.slices ? __ldg(rows + j * 32) : UINT32_MAX;
        }
    }
    /* Sends the sums of a chunk to their rows. */
    __device__ __forceinline__ void close() {
        __syncwarp();
#pragma unroll
        for (uint32_t j = 0; j < MG_CHUNK_PIECES / 32; j++) {
            const B got = j < now.slices ? staging[place(permuted, j)] : Policy::identity();
            if (row[j] != UINT32_MAX && got != Policy::identity()) {
                mg_atomic_combine<Policy>((B *)a.loop.acc + row[j], got);
            }
        }
        __syncwarp();
    }
    __device__ __forceinline__ const void *receiver() const {
        if (Policy::has() & MG_HAS_EDGE_AT) {
            const bool padding = slot >= staging + MG_CHUNK_PIECES; /* after the last slice */
            const uint32_t row = padding ? UINT32_MAX : (uint32_t)*slot;
            const uint32_t at_row = row >= a.loop.n ? 0 : a.place ? a.place[row] : row;
            return (const char *)a.loop.state + (uint64_t)at_row * Policy::state_size();
        }
        return nullptr;
    }
    /* Vector k after `vector`. */
    __device__ __forceinline__ void fetch(uint32_t vector, uint32_t k) {
        v[k].ids = __ldcs((const uint4 *)a.panels.ids + ((uint64_t)vector * 32 + mg_lane()) + k * 32);
        if constexpr (size > 0) {
            const uint4 *from = (const uint4 *)a.panels.weights + ((uint64_t)vector * 64 + mg_lane()) * half_weights;
#pragma unroll
            for (uint32_t i = 0; i < 2 * half_weights; i++) {
                v[k].weights[i] =
                    __ldcs(from + k * 64 * half_weights + i / half_weights * 32 * half_weights + i % half_weights);
            }
        }
    }
    __device__ __forceinline__ B arriving(uint32_t id, const void *weights, uint32_t k, const void *state) const {
        if (mg_needs_guard<Policy>()) {
            const uint32_t column = panel * a.panels.width + id;
            if (id >= a.panels.width || (a.guarded && !(__ldg(a.active + (column >> 5)) >> (column & 31u) & 1u))) {
                return Policy::identity();
            }
        }
        return Policy::edge(a.loop.params, mg_panel_values<B>()[id], weights, k, state);
    }
    /* What 4 edges bring. */
    __device__ __forceinline__ B half_sum(uint32_t low, uint32_t high, const uint4 *weights, const void *state) const {
        alignas(16) unsigned char own[size ? 4 * size : 1];
        const void *given = nullptr;
        if constexpr (size > 0) {
#pragma unroll
            for (uint32_t k = 0; k < half_weights; k++) {
                ((uint4 *)own)[k] = weights[k];
            }
            given = own;
        }
        const B first =
            mg_combine<Policy>(arriving(low & 0xffffu, given, 0, state), arriving(low >> 16, given, 1, state));
        const B second =
            mg_combine<Policy>(arriving(high & 0xffffu, given, 2, state), arriving(high >> 16, given, 3, state));
        return mg_combine<Policy>(first, second);
    }
    __device__ __forceinline__ B half_of(const mg_panel_vector<size> *taken, uint32_t i, const void *state) const {
        const mg_panel_vector<size> &t = taken[i / 2];
        return i % 2 ? half_sum(t.ids.z, t.ids.w, t.weights + half_weights, state)
                     : half_sum(t.ids.x, t.ids.y, t.weights, state);
    }
    /* `count` vectors without a branch, so that their values are on their way together; bit h of `ends`: half vector h
     * ends a slice. Vectors beyond the chunk's last one end none and so are lost. */
    template <uint32_t count>
    __device__ __forceinline__ void add_vectors(const mg_panel_vector<size> *taken, uint32_t ends) {
        constexpr uint32_t halves = 2 * count;
        B part[halves];
        if (!(Policy::has() & MG_HAS_EDGE_AT)) {
#pragma unroll
            for (uint32_t i = 0; i < halves; i++) {
                part[i] = half_of(taken, i, nullptr);
            }
        }
#pragma unroll
        for (uint32_t i = 0; i < halves; i++) {
            if (Policy::has() & MG_HAS_EDGE_AT) {
                part[i] = half_of(taken, i, receiver());
            }
            sum = mg_combine<Policy>(sum, part[i]);
            if (ends & 1u << i) {
                *slot = sum;
                slot += 32;
                sum = Policy::identity();
            }
        }
    }
    /* Works off chunks until the panel has no more, or until they cost `quota`. Vectors are taken `depth` at a time;
     * the last ones of a chunk make room for the first ones of the next. */
    __device__ __forceinline__ void run(uint64_t quota) {
        claim();
        look_ahead(true);
        if (!has_next) {
            return;
        }
        now = next;
        look_ahead(true);
        open();
        uint32_t vector = now.vector, left = now.vectors;
        uint64_t cost = 0;
#pragma unroll
        for (uint32_t k = 0; k < depth; k++) {
            fetch(vector, k);
        }
#pragma unroll 1
        while (true) {
            const bool last = left <= depth;
            const uint32_t ready = last ? has_next ? depth : 0 : left - depth, ends = (uint32_t)now.ends;
            mg_panel_vector<size> taken[depth]; /* so that nothing waits for what is asked for now */
            vector = last ? next.vector : vector + depth;
            now.ends >>= 2 * depth;
#pragma unroll
            for (uint32_t k = 0; k < depth; k++) {
                taken[k] = v[k];
            }
#pragma unroll
            for (uint32_t k = 0; k < depth; k++) {
                if (k < ready) {
                    fetch(vector, k);
                }
            }
            if (last) {
                prepare_close();
            }
            constexpr uint32_t together = depth < 2 ? depth : 2;
#pragma unroll
            for (uint32_t k = 0; k < depth; k += together) {
                if (k == 0 || k < left) {
                    add_vectors<together>(taken + k, ends >> 2 * k);
                }
            }
            left -= depth;
            if (last) {
                cost += now.vectors * a.vector_cost + now.slices * (MG_SLICE_COST * (uint32_t)sizeof(B));
                close();
                if (!has_next) {
                    return;
                }
                now = next;
                left = now.vectors;
                open();
                look_ahead(cost < quota);
            }
        }
    }
};

/* Loads a panel's values; what is not a column is silent. */
template <typename Policy>
MG_DEVICE void mg_load_panel(const mg_dense_args &a, uint32_t panel, typename Policy::bits *values) {
    typedef typename Policy::bits B;
    constexpr uint32_t each = 16 / sizeof(B);
    const uint32_t first = panel * a.panels.width, left = a.panels.columns - first;
    const uint32_t count = left < a.panels.width ? left : a.panels.width, words = (count + each - 1) / each;
    const uint4 *from = (const uint4 *)((const B *)a.x + first);
#pragma unroll 4
    for (uint32_t i = threadIdx.x; i < words; i += blockDim.x) {
        ((uint4 *)values)[i] = __ldg(from + i);
    }
    if (threadIdx.x < MG_PANEL_PADDING) {
        values[a.panels.width + threadIdx.x] = mg_silent<Policy>();
    }
}

/* acc = the sums of all rows; acc holds the identity before. All threads of a launch of one block an SM call. */
template <typename Policy, uint32_t size>
MG_DEVICE void mg_gather_panels(const mg_dense_args &a) {
    typedef typename Policy::bits B;
    B *values = mg_panel_values<B>(), *staging = values + a.panels.width + MG_PANEL_PADDING;
    staging += threadIdx.x / 32 * MG_CHUNK_PIECES;
    const mg_panel_share share = a.share[blockIdx.x];
    mg_panel_warp<Policy, size> warp(a, staging);
#pragma unroll 1
    for (uint32_t panel = share.first; panel <= share.last && panel < a.panels.panels; panel++) {
        __syncthreads();
        mg_load_panel<Policy>(a, panel, values);
        __syncthreads();
        warp.panel = panel;
        warp.end = a.panels.panel_chunk[panel + 1];
        warp.run(panel == share.first ? share.quota : UINT64_MAX);
    }
}

/* The same with the weights' size known. */
template <typename Policy>
MG_DEVICE void mg_dense_gather(const mg_dense_args &a) {
    if (Policy::weight_size() == 4 && a.panels.weights) {
        mg_gather_panels<Policy, 4>(a);
    } else if (Policy::weight_size() == 8 && a.panels.weights) {
        mg_gather_panels<Policy, 8>(a);
    } else {
        mg_gather_panels<Policy, 0>(a);
    }
}

#endif
