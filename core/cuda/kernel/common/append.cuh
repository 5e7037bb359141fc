/* SPDX-License-Identifier: Apache-2.0
 *
 * append.cuh: warp-aggregated append. Each warp collects the vertices that it finds in a pending list in shared memory
 * and appends them to a global list 32 at a time, with one atomic. Also the warp-wide primitives and loads it needs.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_APPEND_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_APPEND_CUH

#include "core/cuda/kernel/common/barrier.cuh"

#define MG_ALL_LANES 0xffffffffu
#define MG_PENDING 192 /* at most 31, to which a pull adds 128 at a time */

/* Pending list of one warp. */
struct mg_pending {
    uint32_t *items; /* capacity MG_PENDING; 32 are never filled, since mg_take reads beyond `count` */
    uint32_t count;
};

MG_DEVICE uint32_t mg_warp_lane() {
    return threadIdx.x & 31u;
}

/* A zero that the assembler cannot fold. */
MG_DEVICE uint32_t mg_opaque_zero() {
    uint32_t lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane - mg_warp_lane();
}

/* Adds to a counter in global memory and returns its old value. For `atomicAdd` the compiler emits a sum over the warp,
 * even if a single lane calls, and waits for the result immediately, not where it is used. */
MG_DEVICE uint32_t mg_fetch_add(uint32_t *at, uint32_t value) {
    uint32_t before;
    asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(__cvta_generic_to_global(at + mg_opaque_zero())), "r"(value));
    return before;
}

MG_DEVICE unsigned long long mg_fetch_add(unsigned long long *at, unsigned long long value) {
    unsigned long long before;
    asm volatile("atom.relaxed.gpu.global.add.u64 %0, [%1], %2;"
                 : "=l"(before)
                 : "l"(__cvta_generic_to_global(at + mg_opaque_zero())), "l"(value));
    return before;
}

/* Volatile load: issued here. The compiler would sink an ordinary load to its first use and stall there. */
template <typename B>
MG_DEVICE B mg_load_volatile(const B *from) {
    B value;
    if constexpr (sizeof(B) == 4) {
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(__cvta_generic_to_global(from)));
    } else {
        asm volatile("ld.global.u64 %0, [%1];" : "=l"(value) : "l"(__cvta_generic_to_global(from)));
    }
    return value;
}

/* The first 32 bytes of a step's counters. */
struct mg_loaded_counts {
    unsigned long long entries_vertices, edges;
    uint32_t touched, stop, elapsed, needs_more;
};

static_assert(offsetof(mg_loop_control, counters) % 16 == 0 && sizeof(mg_step_counter_set) % 16 == 0,
              "slots are read 16 bytes at a time");
static_assert(sizeof(mg_loop_control) % 128 == 0, "phases' control blocks follow each other");

/* Loads a step's queue counters as one vector load: all blocks read them at the same time, and separate loads of one
 * cache line would be serialised. */
MG_DEVICE void mg_load_queue_counts(const mg_step_counters *counts, unsigned long long *entries_vertices,
                                    unsigned long long *edges) {
    asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(*entries_vertices), "=l"(*edges)
                 : "l"(__cvta_generic_to_global(&counts->entries_vertices)));
}

MG_DEVICE mg_loaded_counts mg_load_counts(const mg_step_counters *counts) {
    mg_loaded_counts c;
    mg_load_queue_counts(counts, &c.entries_vertices, &c.edges);
    asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(c.touched), "=r"(c.stop), "=r"(c.elapsed), "=r"(c.needs_more)
                 : "l"(__cvta_generic_to_global(&counts->touched)));
    return c;
}

template <typename T>
MG_DEVICE T mg_warp_sum(T value) {
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

template <typename Offset>
MG_DEVICE uint64_t mg_offset(const void *offsets, uint32_t v) {
    return ((const Offset *)offsets)[v];
}

MG_DEVICE uint32_t mg_pieces(uint64_t length, uint32_t most) {
    return (uint32_t)((length + most - 1) / most);
}

/* Sum of the lanes' lengths, each below 2^52. */
MG_DEVICE unsigned long long mg_warp_sum_lengths(uint64_t length) {
#if __CUDA_ARCH__ >= 800
    const uint32_t low = __reduce_add_sync(MG_ALL_LANES, (uint32_t)length & 0x3ffffffu);
    return low + ((unsigned long long)__reduce_add_sync(MG_ALL_LANES, (uint32_t)(length >> 26)) << 26);
#else
    return mg_warp_sum((unsigned long long)length);
#endif
}

/* Exclusive prefix sum over the warp; *total: sum over all lanes. */
MG_DEVICE uint32_t mg_warp_prefix(uint32_t value, uint32_t *total) {
    uint32_t sum = value;
#pragma unroll 1
    for (uint32_t offset = 1; offset < 32; offset <<= 1) {
        const uint32_t other = __shfl_up_sync(MG_ALL_LANES, sum, offset);
        sum += mg_warp_lane() >= offset ? other : 0;
    }
    *total = __shfl_sync(MG_ALL_LANES, sum, 31);
    return sum - value;
}

/* Queue entries for the remaining edges of the lanes' vertices on one side, from edge `begin` on. The warp writes the
 * entries of one lane after the other. */
MG_DEVICE void mg_enqueue_rest(mg_step_counters *counts, mg_loop_entry *queue, uint32_t v, uint64_t begin,
                               uint64_t length, uint32_t flags) {
    uint32_t total;
    uint32_t at = mg_warp_prefix(mg_pieces(length, MG_PUSH_PIECE), &total);
    unsigned long long base = 0;
    if (mg_warp_lane() == 0 && total) {
        base = mg_fetch_add(&counts->entries_vertices, (unsigned long long)total);
    }
    at += (uint32_t)__shfl_sync(MG_ALL_LANES, base, 0);
#pragma unroll 1
    for (uint32_t left = __ballot_sync(MG_ALL_LANES, length > 0); left; left &= left - 1) {
        const int lane = __ffs(left) - 1;
        const uint32_t u = __shfl_sync(MG_ALL_LANES, v, lane), to = __shfl_sync(MG_ALL_LANES, at, lane);
        const uint64_t from = __shfl_sync(MG_ALL_LANES, begin, lane), all = __shfl_sync(MG_ALL_LANES, length, lane);
#pragma unroll 1
        for (uint32_t i = mg_warp_lane(); i < mg_pieces(all, MG_PUSH_PIECE); i += 32) {
            const uint64_t skip = (uint64_t)i * MG_PUSH_PIECE, rest = all - skip;
            queue[to + i] = {u, (rest < MG_PUSH_PIECE ? (uint32_t)rest : MG_PUSH_PIECE) | flags, from + skip};
        }
    }
}

/* Offsets of the rows to be queued, and where vertices are recorded (or NULL). */
struct mg_send_rows {
    const void *offsets[2];
    uint32_t *record;
    uint32_t sides, room;
};

/* Appends the lane's vertex v (if `have`) with its edges to the queue and counts it. The position of the first entries
 * does not depend on the degrees, so the atomic and the loads of the offsets are in flight together. */
template <typename Offset>
MG_DEVICE void mg_enqueue(const mg_send_rows &rows, mg_step_counters *counts, mg_loop_entry *queue, bool have,
                          uint32_t v) {
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, have), vertices = __popc(mask);
    unsigned long long base = 0;
    if (mg_warp_lane() == 0) {
        base = mg_fetch_add(&counts->entries_vertices, (unsigned long long)vertices << 32 | vertices);
    }
    uint64_t begin = 0, length = 0;
    if (have) {
        begin = mg_offset<Offset>(rows.offsets[0], v);
        length = mg_offset<Offset>(rows.offsets[0], v + 1) - begin;
    }
    const uint32_t at = (uint32_t)__shfl_sync(MG_ALL_LANES, base, 0) + __popc(mask & ((1u << mg_warp_lane()) - 1));
    const uint64_t taken = length < MG_PUSH_PIECE ? length : MG_PUSH_PIECE;
    if (have) {
        queue[at] = {v, (uint32_t)taken | MG_ENTRY_FIRST, begin};
    }
    if (rows.record) {
        const uint32_t place =
            (uint32_t)(__shfl_sync(MG_ALL_LANES, base, 0) >> 32) + __popc(mask & ((1u << mg_warp_lane()) - 1));
        if (have && place < rows.room) {
            rows.record[place] = v;
        }
    }
    unsigned long long edges = mg_warp_sum_lengths(length);
    uint64_t rest = length - taken, from = begin + taken;
    uint32_t flags = 0;
#pragma unroll 1
    for (uint32_t side = 0; side < rows.sides; side++) {
        if (side) {
            from = have ? mg_offset<Offset>(rows.offsets[1], v) : 0;
            rest = have ? mg_offset<Offset>(rows.offsets[1], v + 1) - from : 0;
            edges += mg_warp_sum_lengths(rest);
            flags = MG_ENTRY_SIDE;
        }
        if (__any_sync(MG_ALL_LANES, rest > 0)) {
            mg_enqueue_rest(counts, queue, v, from, rest, flags);
        }
    }
    if (mg_warp_lane() == 0) {
        atomicAdd(&counts->edges, edges);
    }
}

/* Adds the lanes' vertices to the pending list. All lanes call. */
MG_DEVICE void mg_collect(mg_pending &pending, bool have, uint32_t v) {
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, have);
    if (have) {
        pending.items[pending.count + __popc(mask & ((1u << mg_warp_lane()) - 1))] = v;
    }
    pending.count += __popc(mask);
    __syncwarp();
}

/* Removes up to 32 vertices from the pending list; lane l gets one if l is below the returned count. */
MG_DEVICE uint32_t mg_take(mg_pending &pending, uint32_t *v) {
    const uint32_t count = pending.count < 32 ? pending.count : 32;
    pending.count -= count;
    *v = pending.items[pending.count + mg_warp_lane()];
    __syncwarp();
    return count;
}

/* Appends the lanes' v to a list. All lanes call. */
MG_DEVICE void mg_append_list(uint32_t *list, uint32_t *list_count, bool have, uint32_t v) {
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, have);
    if (!mask) {
        return;
    }
    uint32_t base = 0;
    if (mg_warp_lane() == 0) {
        base = mg_fetch_add(list_count, __popc(mask));
    }
    base = __shfl_sync(MG_ALL_LANES, base, 0);
    if (have) {
        list[base + __popc(mask & ((1u << mg_warp_lane()) - 1))] = v;
    }
}

/* The same for a list of limited capacity; what does not fit is only counted. */
MG_DEVICE void mg_append_room(uint32_t *list, uint32_t room, uint32_t *list_count, bool have, uint32_t v) {
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, have);
    uint32_t base = 0;
    if (mg_warp_lane() == 0 && mask) {
        base = mg_fetch_add(list_count, __popc(mask));
    }
    base = __shfl_sync(MG_ALL_LANES, base, 0) + __popc(mask & ((1u << mg_warp_lane()) - 1));
    if (have && base < room) {
        list[base] = v;
    }
}

#endif
