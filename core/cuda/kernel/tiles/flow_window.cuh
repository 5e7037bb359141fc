/* SPDX-License-Identifier: Apache-2.0
 *
 * flow_window.cuh: the window of a tile's vertices, in the order of their depths, that a warp of the flow kernel
 * (flow.cuh) has in shared memory. Entries, states and values of a vertex of rank k lie at k modulo MG_FLOW_WINDOW;
 * what comes next is fetched 32 vertices at a time, long before it is due. All lanes call everything.
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_FLOW_WINDOW_CUH
#define MG_CORE_CUDA_KERNEL_TILES_FLOW_WINDOW_CUH

#include "core/cuda/kernel/tiles/flow_slot.cuh"

#define MG_FLOW_CHUNKS (MG_FLOW_WINDOW / MG_FLOW_CHUNK)
#define MG_FLOW_STATES (MG_FLOW_CHUNKS - 2) /* chunks of states: vertices must be known two chunks before these are */

/* A copy from device memory that goes on by itself. */
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

/* Waits for all groups but the last `but`. */
template <uint32_t but>
MG_DEVICE void mg_copy_wait() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(but) : "memory");
#endif
    __syncwarp();
}

template <typename Policy>
struct mg_flow {
    typedef typename Policy::bits B;
    const mg_flow_args &a;
    uint32_t tile, first, reached, done;
    const uint32_t shift; /* from a place to the iterations that are complete when it sends */
    unsigned long long vertices;

    __device__ __forceinline__ mg_flow(const mg_flow_args &args)
        : a(args), tile(0), first(0), reached(0), done(0),
          shift(args.backward ? args.summary->deepest - MG_FLOW_LAST : UINT32_MAX), vertices(0) {
    }
    __device__ __forceinline__ static char *memory() {
        extern __shared__ uint4 mg_flow_memory[];
        return (char *)mg_flow_memory;
    }
    __device__ __forceinline__ static mg_flow_layout at() {
        return mg_flow_lay_out(sizeof(B), Policy::state_size());
    }
    __device__ __forceinline__ static bool keeps_states() {
        return Policy::state_size() <= MG_FLOW_KEPT;
    }
    __device__ __forceinline__ static uint4 *entry(uint32_t rank) {
        return (uint4 *)memory() + rank % MG_FLOW_WINDOW;
    }
    __device__ __forceinline__ static uint2 *vertex(uint32_t rank) {
        return (uint2 *)(memory() + at().vertices) + rank % MG_FLOW_WINDOW;
    }
    __device__ __forceinline__ static B *value(uint32_t rank) {
        return (B *)(memory() + at().values) + rank % MG_FLOW_WINDOW;
    }
    __device__ __forceinline__ static char *kept(uint32_t rank) {
        return memory() + at().states + rank % MG_FLOW_WINDOW * Policy::state_size();
    }
    __device__ __forceinline__ char *stored(uint32_t of) const {
        return (char *)a.state + (uint64_t)of * Policy::state_size();
    }
    __device__ __forceinline__ char *state(uint32_t rank, uint32_t of) const {
        return keeps_states() ? kept(rank) : stored(of);
    }
};

/* Entries and vertices of a chunk. */
template <typename Policy>
MG_DEVICE void mg_flow_fetch_order(const mg_flow<Policy> &f, uint32_t chunk) {
    const uint32_t rank = chunk * MG_FLOW_CHUNK + mg_lane();
    if (rank < f.reached) {
        mg_copy_start<16>(f.entry(rank), f.a.order.entries + f.first + rank);
        mg_copy_start<8>(f.vertex(rank), f.a.order.vertices + f.first + rank);
    }
}

/* The states of a chunk whose vertices came. */
template <typename Policy>
MG_DEVICE void mg_flow_fetch_states(const mg_flow<Policy> &f, uint32_t chunk) {
    const uint32_t rank = chunk * MG_FLOW_CHUNK + mg_lane(), size = Policy::state_size();
    if (!f.keeps_states() || rank >= f.reached) {
        return;
    }
    char *const to = f.kept(rank);
    const char *const from = f.stored(f.vertex(rank)->x);
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
MG_DEVICE void mg_flow_copy(char *to, const char *from, uint32_t size) {
    for (uint32_t i = 0; i < size / sizeof(Word); i++) {
        ((Word *)to)[i] = ((const Word *)from)[i];
    }
}

/* The states of a chunk's vertices that are done, back from where they were fetched. */
template <typename Policy>
MG_DEVICE void mg_flow_store_states(const mg_flow<Policy> &f, uint32_t chunk) {
    const uint32_t rank = chunk * MG_FLOW_CHUNK + mg_lane(), size = Policy::state_size();
    if (!f.keeps_states() || rank >= f.done) {
        return;
    }
    char *const to = f.stored(f.vertex(rank)->x);
    if (size % 16 == 0) {
        mg_flow_copy<uint4>(to, f.kept(rank), size);
    } else if (size % 4 == 0) {
        mg_flow_copy<uint32_t>(to, f.kept(rank), size);
    } else {
        mg_flow_copy<char>(to, f.kept(rank), size);
    }
}

/* The first vertex of a chunk is due next: the chunk before goes, and what takes its place is fetched. Two groups of
 * copies are on their way; those of the vertices whose states are fetched came in the one before. */
template <typename Policy>
MG_DEVICE void mg_flow_turn(const mg_flow<Policy> &f, uint32_t chunk) {
    mg_flow_store_states(f, chunk - 1);
    mg_copy_wait<1>();
    mg_flow_fetch_order(f, chunk + MG_FLOW_CHUNKS - 1);
    mg_flow_fetch_states(f, chunk + MG_FLOW_STATES - 1);
    mg_copy_group();
}

/* Values that a tile which was put away left, in the slots of all vertices that had theirs in the window. */
template <typename Policy>
MG_DEVICE void mg_flow_fetch_values(const mg_flow<Policy> &f) {
    typedef typename Policy::bits B;
    const uint32_t begin = f.done > MG_FLOW_WINDOW ? f.done - MG_FLOW_WINDOW : 0;
#pragma unroll 1
    for (uint32_t rank = begin + mg_lane(); rank < f.done; rank += 32) {
        mg_slot<B> slot = {};
        mg_slot_read_if(f.a.slots, f.first + (f.a.order.vertices[f.first + rank].index & MG_FLOW_INDEX), true, slot);
        *f.value(rank) = slot.value();
    }
}

template <typename Policy>
MG_DEVICE void mg_flow_leave_values(const mg_flow<Policy> &f) {
    const uint32_t begin = f.done > MG_FLOW_WINDOW ? f.done - MG_FLOW_WINDOW : 0;
#pragma unroll 1
    for (uint32_t rank = begin + mg_lane(); rank < f.done; rank += 32) {
        const uint32_t index = f.a.order.vertices[f.first + rank].index;
        if (!(index & MG_DATAFLOW_REMOTE_OUT)) {
            mg_slot_write(f.a.slots, f.first + (index & MG_FLOW_INDEX), *f.value(rank));
        }
    }
}

template <typename Policy>
MG_DEVICE void mg_flow_open(mg_flow<Policy> &f, uint32_t tile) {
    f.tile = tile;
    f.first = f.a.tiles.first[tile];
    f.reached = f.a.order.reached[tile];
    f.done = *(volatile uint32_t *)&f.a.progress[tile];
    const uint32_t chunk = f.done / MG_FLOW_CHUNK;
#pragma unroll 1
    for (uint32_t k = 0; k < MG_FLOW_CHUNKS; k++) {
        mg_flow_fetch_order(f, chunk + k);
    }
    mg_copy_group();
    mg_copy_wait<0>();
#pragma unroll 1
    for (uint32_t k = 0; k < MG_FLOW_STATES; k++) {
        mg_flow_fetch_states(f, chunk + k);
    }
    mg_copy_group();
    mg_flow_fetch_values(f);
    mg_copy_wait<0>();
}

/* Writes back what is left, and what is needed to go on where the tile is not done. */
template <typename Policy>
MG_DEVICE void mg_flow_close(const mg_flow<Policy> &f) {
    mg_flow_control *const c = f.a.control;
    const bool done = f.done == f.reached;
    mg_copy_wait<0>();
    mg_flow_store_states(f, f.done / MG_FLOW_CHUNK);
    if (!done) {
        mg_flow_leave_values(f);
        mg_fence();
    }
    __syncwarp();
    if (mg_lane() == 0) {
        *(volatile uint32_t *)&f.a.progress[f.tile] = done ? MG_FLOW_FINISHED : f.done;
        if (done) {
            atomicAdd(&c->advanced, 1);
            atomicAdd(&c->finished, 1);
        }
    }
    __syncwarp();
}

#endif
