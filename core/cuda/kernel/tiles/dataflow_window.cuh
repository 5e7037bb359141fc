/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow_window.cuh: the sliding window of a tile's vertices, in level order, that a warp of the dataflow kernel
 * (dataflow.cuh) has in shared memory. Entry, state and value of the vertex of rank k are at k % MG_DATAFLOW_WINDOW
 * (ring buffer). The window is prefetched 32 vertices at a time, a lane each. All lanes call all functions here.
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_WINDOW_CUH
#define MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_WINDOW_CUH

#include "core/cuda/kernel/tiles/dataflow_slot.cuh"

#define MG_DATAFLOW_CHUNKS (MG_DATAFLOW_WINDOW / MG_DATAFLOW_CHUNK)
#define MG_DATAFLOW_STATE_CHUNKS                                                                                       \
    (MG_DATAFLOW_CHUNKS - 2) /* chunks of states; vertex ids must arrive two chunks earlier */

/* Asynchronous copy from global to shared memory (cp.async). */
template <uint32_t bytes>
MG_DEVICE void mg_copy_start(void *to, const void *from) {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"((uint32_t)__cvta_generic_to_shared(to)), "l"(from),
                 "n"(bytes)
                 : "memory");
#else
    for (uint32_t i = 0; i < bytes / 4; i++) {
        ((uint32_t *)to)[i] = ((const uint32_t *)from)[i];
    }
#endif
}

MG_DEVICE void mg_copy_group() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* Waits for all copy groups but the latest `but`. */
template <uint32_t but>
MG_DEVICE void mg_copy_wait() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(but) : "memory");
#endif
    __syncwarp();
}

template <typename Policy>
struct mg_dataflow_warp {
    typedef typename Policy::bits B;
    const mg_dataflow_args &a;
    uint32_t tile, first, reached, done;
    const uint32_t shift; /* place + shift: iterations complete when a vertex of that place sends */
    unsigned long long vertices;

    __device__ __forceinline__ mg_dataflow_warp(const mg_dataflow_args &args)
        : a(args), tile(0), first(0), reached(0), done(0),
          shift(args.backward ? args.summary->max_depth - MG_DATAFLOW_LAST : UINT32_MAX), vertices(0) {
    }
    __device__ __forceinline__ static char *memory() {
        extern __shared__ uint4 mg_dataflow_memory[];
        return (char *)mg_dataflow_memory;
    }
    __device__ __forceinline__ static mg_dataflow_layout at() {
        return mg_dataflow_lay_out(sizeof(B), Policy::state_size());
    }
    __device__ __forceinline__ static bool caches_states() {
        return Policy::state_size() <= MG_DATAFLOW_STATE_BYTES;
    }
    __device__ __forceinline__ static uint4 *entry(uint32_t rank) {
        return (uint4 *)memory() + rank % MG_DATAFLOW_WINDOW;
    }
    __device__ __forceinline__ static uint2 *vertex(uint32_t rank) {
        return (uint2 *)(memory() + at().vertices) + rank % MG_DATAFLOW_WINDOW;
    }
    __device__ __forceinline__ static B *value(uint32_t rank) {
        return (B *)(memory() + at().values) + rank % MG_DATAFLOW_WINDOW;
    }
    __device__ __forceinline__ static char *cached_state(uint32_t rank) {
        return memory() + at().states + rank % MG_DATAFLOW_WINDOW * Policy::state_size();
    }
    __device__ __forceinline__ char *global_state(uint32_t of) const {
        return (char *)a.state + (uint64_t)of * Policy::state_size();
    }
    __device__ __forceinline__ char *state(uint32_t rank, uint32_t of) const {
        return caches_states() ? cached_state(rank) : global_state(of);
    }
};

/* Starts copying the entries and vertices of a chunk. */
template <typename Policy>
MG_DEVICE void mg_dataflow_fetch_order(const mg_dataflow_warp<Policy> &f, uint32_t chunk) {
    const uint32_t rank = chunk * MG_DATAFLOW_CHUNK + mg_warp_lane();
    if (rank < f.reached) {
        mg_copy_start<16>(f.entry(rank), f.a.order.entries + f.first + rank);
        mg_copy_start<8>(f.vertex(rank), f.a.order.vertices + f.first + rank);
    }
}

/* Starts copying the states of a chunk whose vertex ids have arrived. */
template <typename Policy>
MG_DEVICE void mg_dataflow_fetch_states(const mg_dataflow_warp<Policy> &f, uint32_t chunk) {
    const uint32_t rank = chunk * MG_DATAFLOW_CHUNK + mg_warp_lane(), size = Policy::state_size();
    if (!f.caches_states() || rank >= f.reached) {
        return;
    }
    char *const to = f.cached_state(rank);
    const char *const from = f.global_state(f.vertex(rank)->x);
    if (size % 16 == 0) {
        for (uint32_t i = 0; i < size; i += 16) {
            mg_copy_start<16>(to + i, from + i);
        }
    } else if (size % 4 == 0) {
        for (uint32_t i = 0; i < size; i += 4) {
            mg_copy_start<4>(to + i, from + i);
        }
    } else {
        for (uint32_t i = 0; i < size; i++) {
            to[i] = from[i];
        }
    }
}

template <typename Word>
MG_DEVICE void mg_dataflow_copy(char *to, const char *from, uint32_t size) {
    for (uint32_t i = 0; i < size / sizeof(Word); i++) {
        ((Word *)to)[i] = ((const Word *)from)[i];
    }
}

/* Writes the states of a chunk's processed vertices back to global memory. */
template <typename Policy>
MG_DEVICE void mg_dataflow_store_states(const mg_dataflow_warp<Policy> &f, uint32_t chunk) {
    const uint32_t rank = chunk * MG_DATAFLOW_CHUNK + mg_warp_lane(), size = Policy::state_size();
    if (!f.caches_states() || rank >= f.done) {
        return;
    }
    char *const to = f.global_state(f.vertex(rank)->x);
    if (size % 16 == 0) {
        mg_dataflow_copy<uint4>(to, f.cached_state(rank), size);
    } else if (size % 4 == 0) {
        mg_dataflow_copy<uint32_t>(to, f.cached_state(rank), size);
    } else {
        mg_dataflow_copy<char>(to, f.cached_state(rank), size);
    }
}

/* Moves the window by one chunk when the first vertex of `chunk` is due: writes the chunk before it back and prefetches
 * its successors. Two copy groups are in flight; the vertex ids that mg_dataflow_fetch_states needs came in an earlier
 * one. */
template <typename Policy>
MG_DEVICE void mg_dataflow_advance(const mg_dataflow_warp<Policy> &f, uint32_t chunk) {
    mg_dataflow_store_states(f, chunk - 1);
    mg_copy_wait<1>();
    mg_dataflow_fetch_order(f, chunk + MG_DATAFLOW_CHUNKS - 1);
    mg_dataflow_fetch_states(f, chunk + MG_DATAFLOW_STATE_CHUNKS - 1);
    mg_copy_group();
}

/* Restores the values of a resumed tile that were in the window, from the message slots of their vertices. */
template <typename Policy>
MG_DEVICE void mg_dataflow_restore(const mg_dataflow_warp<Policy> &f) {
    typedef typename Policy::bits B;
    const uint32_t begin = f.done > MG_DATAFLOW_WINDOW ? f.done - MG_DATAFLOW_WINDOW : 0;
#pragma unroll 1
    for (uint32_t rank = begin + mg_warp_lane(); rank < f.done; rank += 32) {
        mg_message_slot<B> slot = {};
        mg_message_read_if(f.a.slots, f.first + (f.a.order.vertices[f.first + rank].index & MG_DATAFLOW_INDEX_MASK),
                           true, slot);
        *f.value(rank) = slot.value();
    }
}

template <typename Policy>
MG_DEVICE void mg_dataflow_save(const mg_dataflow_warp<Policy> &f) {
    const uint32_t begin = f.done > MG_DATAFLOW_WINDOW ? f.done - MG_DATAFLOW_WINDOW : 0;
#pragma unroll 1
    for (uint32_t rank = begin + mg_warp_lane(); rank < f.done; rank += 32) {
        const uint32_t index = f.a.order.vertices[f.first + rank].index;
        if (!(index & MG_DATAFLOW_REMOTE_OUT)) {
            mg_message_write(f.a.slots, f.first + (index & MG_DATAFLOW_INDEX_MASK), *f.value(rank));
        }
    }
}

template <typename Policy>
MG_DEVICE void mg_dataflow_begin_tile(mg_dataflow_warp<Policy> &f, uint32_t tile) {
    f.tile = tile;
    f.first = f.a.tiles.first[tile];
    f.reached = f.a.order.reached[tile];
    f.done = *(volatile uint32_t *)&f.a.progress[tile];
    const uint32_t chunk = f.done / MG_DATAFLOW_CHUNK;
#pragma unroll 1
    for (uint32_t k = 0; k < MG_DATAFLOW_CHUNKS; k++) {
        mg_dataflow_fetch_order(f, chunk + k);
    }
    mg_copy_group();
    mg_copy_wait<0>();
#pragma unroll 1
    for (uint32_t k = 0; k < MG_DATAFLOW_STATE_CHUNKS; k++) {
        mg_dataflow_fetch_states(f, chunk + k);
    }
    mg_copy_group();
    mg_dataflow_restore(f);
    mg_copy_wait<0>();
}

/* Writes the remaining states back and, if the tile is not finished, saves what it needs to be resumed. */
template <typename Policy>
MG_DEVICE void mg_dataflow_end_tile(const mg_dataflow_warp<Policy> &f) {
    mg_dataflow_control *const c = f.a.control;
    const bool done = f.done == f.reached;
    mg_copy_wait<0>();
    mg_dataflow_store_states(f, f.done / MG_DATAFLOW_CHUNK);
    if (!done) {
        mg_dataflow_save(f);
        mg_fence();
    }
    __syncwarp();
    if (mg_warp_lane() == 0) {
        *(volatile uint32_t *)&f.a.progress[f.tile] = done ? MG_DATAFLOW_FINISHED : f.done;
        if (done) {
            atomicAdd(&c->progress_ticks, 1);
            atomicAdd(&c->finished, 1);
        }
    }
    __syncwarp();
}

#endif
