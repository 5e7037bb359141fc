/* SPDX-License-Identifier: Apache-2.0
 *
 * append.cuh: warps collect the vertices they find in shared memory and append them to a global list 32 at a time.
 */
#ifndef MG_CORE_CUDA_KERNEL_APPEND_CUH
#define MG_CORE_CUDA_KERNEL_APPEND_CUH

#include "core/cuda/kernel/barrier.cuh"

#define MG_ALL_LANES 0xffffffffu

/* Vertices of one warp that wait to be written; at most 31 between calls. */
struct mg_pending {
    uint32_t *items; /* room for 64 */
    uint32_t count;
};

MG_DEVICE uint32_t mg_lane() {
    return threadIdx.x & 31u;
}

template <typename T> MG_DEVICE T mg_warp_sum(T value) {
    for (int offset = 16; offset; offset >>= 1) {
        value += __shfl_xor_sync(MG_ALL_LANES, value, offset);
    }
    return value;
}

MG_DEVICE uint32_t mg_warp_least(uint32_t value) {
#if __CUDA_ARCH__ >= 800
    return __reduce_min_sync(MG_ALL_LANES, value);
#else
    for (int offset = 16; offset; offset >>= 1) {
        value = min(value, __shfl_xor_sync(MG_ALL_LANES, value, offset));
    }
    return value;
#endif
}

/* The sum over the lanes below this one. */
MG_DEVICE uint32_t mg_warp_prefix(uint32_t value, uint32_t *total) {
    uint32_t sum = value;
    for (uint32_t offset = 1; offset < 32; offset <<= 1) {
        const uint32_t other = __shfl_up_sync(MG_ALL_LANES, sum, offset);
        sum += mg_lane() >= offset ? other : 0;
    }
    *total = __shfl_sync(MG_ALL_LANES, sum, 31);
    return sum - value;
}

template <typename Offset> MG_DEVICE uint64_t mg_offset(const void *offsets, uint32_t v) {
    return ((const Offset *)offsets)[v];
}

/* Writes the entries of one vertex's edges on one side. All lanes call; those with a long row get help. */
MG_DEVICE void mg_write_entries(mg_loop_entry *queue, uint32_t at, uint32_t v, uint64_t begin, uint64_t length,
                                uint32_t pieces, uint32_t marks, uint32_t first) {
    if (pieces == 1) {
        queue[at] = {v, (uint32_t)length | marks | first, begin};
    }
    uint32_t longer = __ballot_sync(MG_ALL_LANES, pieces > 1);
    while (longer) {
        const int lane = __ffs(longer) - 1;
        longer &= longer - 1;
        const uint32_t vertex = __shfl_sync(MG_ALL_LANES, v, lane), to = __shfl_sync(MG_ALL_LANES, at, lane);
        const uint32_t flags = __shfl_sync(MG_ALL_LANES, marks, lane), one = __shfl_sync(MG_ALL_LANES, first, lane);
        const uint64_t from = __shfl_sync(MG_ALL_LANES, begin, lane), all = __shfl_sync(MG_ALL_LANES, length, lane);
        const uint32_t count = __shfl_sync(MG_ALL_LANES, pieces, lane);
        for (uint32_t i = mg_lane(); i < count; i += 32) {
            const uint64_t skip = (uint64_t)i * MG_LOOP_SEGMENT, rest = all - skip;
            const uint32_t take = rest < MG_LOOP_SEGMENT ? (uint32_t)rest : MG_LOOP_SEGMENT;
            queue[to + i] = {vertex, take | flags | (i == 0 ? one : 0), from + skip};
        }
    }
}

MG_DEVICE uint32_t mg_pieces(uint64_t length) {
    return (uint32_t)((length + MG_LOOP_SEGMENT - 1) / MG_LOOP_SEGMENT);
}

/* Appends lane's vertex v (if `have`) with its edges to the queue and counts it. `idle`: see MG_ENTRY_IDLE. */
template <typename Offset>
MG_DEVICE void mg_enqueue(const mg_loop_args &a, mg_loop_slot *slot, mg_loop_entry *queue, bool have, uint32_t v,
                          bool idle) {
    uint64_t begin[2] = {0, 0}, length[2] = {0, 0};
    if (have && !idle) {
        begin[0] = mg_offset<Offset>(a.send[0].offsets, v);
        length[0] = mg_offset<Offset>(a.send[0].offsets, v + 1) - begin[0];
        if (a.sides == 2) {
            begin[1] = mg_offset<Offset>(a.send[1].offsets, v);
            length[1] = mg_offset<Offset>(a.send[1].offsets, v + 1) - begin[1];
        }
    }
    const uint32_t second = mg_pieces(length[1]);
    uint32_t first = mg_pieces(length[0]);
    first = have && first == 0 ? 1 : first;
    uint32_t total;
    uint32_t at = mg_warp_prefix(first + second, &total);
    const uint32_t vertices = __popc(__ballot_sync(MG_ALL_LANES, have && !idle));
    const uint64_t edges = mg_warp_sum(length[0] + length[1]);
    unsigned long long base = 0;
    if (mg_lane() == 0) {
        base = atomicAdd(&slot->entries_vertices, (unsigned long long)vertices << 32 | total);
        atomicAdd(&slot->edges, (unsigned long long)edges);
    }
    at += (uint32_t)__shfl_sync(MG_ALL_LANES, base, 0);
    mg_write_entries(queue, at, v, begin[0], length[0], have ? first : 0, idle ? MG_ENTRY_IDLE : 0, MG_ENTRY_FIRST);
    if (a.sides == 2) {
        mg_write_entries(queue, at + first, v, begin[1], length[1], second, MG_ENTRY_SIDE, 0);
    }
}

/* Collects the lanes' vertices; true: there are 32 or more, take them with mg_take. All lanes call. */
MG_DEVICE bool mg_collect(mg_pending &pending, bool have, uint32_t v) {
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, have);
    if (have) {
        pending.items[pending.count + __popc(mask & ((1u << mg_lane()) - 1))] = v;
    }
    pending.count += __popc(mask);
    __syncwarp();
    return pending.count >= 32;
}

/* Takes up to 32 vertices out; lane l gets one if l is below the count returned. */
MG_DEVICE uint32_t mg_take(mg_pending &pending, uint32_t *v) {
    const uint32_t count = pending.count < 32 ? pending.count : 32;
    *v = pending.items[mg_lane()];
    const uint32_t moved = pending.items[32 + mg_lane()];
    __syncwarp();
    pending.items[mg_lane()] = moved;
    pending.count -= count;
    __syncwarp();
    return count;
}

/* Appends lane's v to a plain list. */
MG_DEVICE void mg_append_list(uint32_t *list, uint32_t *list_count, bool have, uint32_t v) {
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, have);
    if (!mask) {
        return;
    }
    uint32_t base = 0;
    if (mg_lane() == 0) {
        base = atomicAdd(list_count, __popc(mask));
    }
    base = __shfl_sync(MG_ALL_LANES, base, 0);
    if (have) {
        list[base + __popc(mask & ((1u << mg_lane()) - 1))] = v;
    }
}

#endif
