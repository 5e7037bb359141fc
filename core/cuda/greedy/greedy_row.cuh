/* SPDX-License-Identifier: Apache-2.0
 *
 * greedy_row.cuh: states, priorities and rows of vertices, and for which neighbour a vertex waits.
 */
#ifndef MG_CORE_CUDA_GREEDY_GREEDY_ROW_CUH
#define MG_CORE_CUDA_GREEDY_GREEDY_ROW_CUH

#include "core/cuda/kernel/common/append.cuh"
#include "core/graph/priority.h"

extern "C" {
#include "core/cuda/greedy/greedy_args.h"
}

/* From the L2 cache, where other multiprocessors write. */
MG_DEVICE uint32_t mg_greedy_load(const uint32_t *from) {
    uint32_t value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(from)));
    return value;
}

MG_DEVICE uint32_t mg_greedy_load(const uint8_t *from) {
    uint32_t value;
    asm volatile("ld.relaxed.gpu.global.u8 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(from)));
    return value;
}

MG_DEVICE void mg_greedy_store(uint32_t *to, uint32_t value) {
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "r"(value));
}

MG_DEVICE void mg_greedy_store(uint8_t *to, uint32_t value) {
    asm volatile("st.relaxed.gpu.global.u8 [%0], %1;" ::"l"(__cvta_generic_to_global(to)), "r"(value));
}

MG_DEVICE uint32_t mg_greedy_priority(const mg_greedy_args &a, uint32_t v) {
    return a.priority ? a.priority[v] : priority_of(v, a.seed);
}

/* The state of a vertex; whether it is decided. */
template <bool Colors>
MG_DEVICE uint32_t mg_greedy_state(const mg_greedy_args &a, uint32_t v) {
    return Colors ? mg_greedy_load((const uint32_t *)a.state + v) : mg_greedy_load((const uint8_t *)a.state + v);
}

template <bool Colors>
MG_DEVICE bool mg_greedy_decided(uint32_t state) {
    return state != (Colors ? MG_GREEDY_UNCOLORED : MG_GREEDY_OPEN);
}

template <bool Colors>
MG_DEVICE void mg_greedy_decide(const mg_greedy_args &a, uint32_t v, uint32_t state) {
    if constexpr (Colors) {
        mg_greedy_store((uint32_t *)a.state + v, state);
    } else {
        mg_greedy_store((uint8_t *)a.state + v, state);
    }
}

/* An open neighbour of higher priority, with the priority above it. Of several a vertex waits for that whose decision
 * is of most use: in a colouring for the lowest one, which is likely to be the last; in a set for the highest one,
 * which is likely to be in the set. */
template <bool Colors>
struct mg_greedy_awaited {
    static constexpr uint64_t none = Colors ? UINT64_MAX : 0;
    uint64_t key = none;

    __device__ __forceinline__ bool waits() const {
        return key != none;
    }
    __device__ __forceinline__ uint32_t neighbour() const {
        return (uint32_t)key;
    }
    __device__ __forceinline__ void add(uint64_t other) {
        key = (Colors ? other < key : other > key) ? other : key;
    }
    /* All lanes call, and get that of all. */
    __device__ __forceinline__ void add_lanes() {
        for (int offset = 16; offset; offset >>= 1) {
            add(__shfl_xor_sync(MG_ALL_LANES, key, offset));
        }
    }
    /* A neighbour u. */
    __device__ __forceinline__ void look_at(const mg_greedy_args &a, uint32_t own, uint32_t u, uint32_t state) {
        const uint32_t priority = mg_greedy_priority(a, u);
        add(priority > own && !mg_greedy_decided<Colors>(state) ? (uint64_t)priority << 32 | u : none);
    }
};

/* The edges of a vertex: those of the first side, then, of a directed graph, those of the second. */
template <bool Directed>
struct mg_greedy_edges {
    uint64_t begin[2], count[2];

    __device__ __forceinline__ mg_greedy_edges() : begin{0, 0}, count{0, 0} {
    }
    __device__ __forceinline__ mg_greedy_edges(const mg_greedy_args &a, uint32_t v) : mg_greedy_edges() {
#pragma unroll
        for (uint32_t i = 0; i < (Directed ? 2 : 1); i++) {
            const uint64_t *const wide = (const uint64_t *)a.side[i].offsets;
            const uint32_t *const narrow = (const uint32_t *)a.side[i].offsets;
            begin[i] = a.wide ? wide[v] : narrow[v];
            count[i] = (a.wide ? wide[v + 1] : narrow[v + 1]) - begin[i];
        }
    }
    __device__ __forceinline__ uint64_t all() const {
        return Directed ? count[0] + count[1] : count[0];
    }
    __device__ __forceinline__ uint32_t neighbour(const mg_greedy_args &a, uint64_t at) const {
        return !Directed || at < count[0] ? a.side[0].neighbours[begin[0] + at]
                                          : a.side[1].neighbours[begin[1] + (at - count[0])];
    }
};

/* Keeps the waits of the lanes that `wait`, after the `kept` ones of the list; returns how many there are now. */
template <typename Wait>
MG_DEVICE uint32_t mg_greedy_keep_waits(Wait *list, uint32_t kept, bool waits, const Wait &wait) {
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, waits);
    if (waits) {
        list[kept + (uint32_t)__popc(mask & ((1u << mg_warp_lane()) - 1))] = wait;
    }
    __syncwarp();
    return kept + (uint32_t)__popc(mask);
}

#endif
