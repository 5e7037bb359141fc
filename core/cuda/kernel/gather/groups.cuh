/* SPDX-License-Identifier: Apache-2.0
 *
 * groups.cuh: phases with MG_MOST_FREQUENT. Thread-to-work mapping: a lane gathers the contributions of a vertex with
 * up to 8 edges in registers; a warp those of a vertex with up to 32, one in each lane, which finds the lanes of equal
 * value, and of up to 128 in a hash table in shared memory. A thread block gathers those of other vertices in a larger
 * table. Where too many values differ, it counts them in passes, in each the values of one part of the hashes; the
 * number of parts doubles until every pass fits. Lanes of a warp with equal values are counted together, because most
 * values are equal after a few iterations. Shared memory: the hash table of the block, of which each warp has a part.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_GROUPS_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_GROUPS_CUH

#include "core/cuda/kernel/gather/gather.cuh"

#define MG_WARP_BITS 3   /* MG_WARPS as a power of two */
#define MG_GROUP_LOADS 4 /* contributions that a thread of a block loads before it counts them */
/* Slots that a pass tries for a value; all, when the part has so many bits, so that the parts do not get ever smaller
 * because of values whose hashes are alike. */
#define MG_GROUPS_TRIES 64u
#define MG_GROUPS_PART_BITS 20

/* The best value so far; count 0: none. */
template <typename B>
struct mg_group_best {
    B value;
    uint32_t count;
};

template <typename B>
struct mg_groups_shared {
    mg_group_best<B> best[MG_WARPS];
    uint32_t next, overflows;
};

/* A hash table, or a part of one. */
template <typename B>
struct mg_group_table {
    B *value; /* the identity: the slot is free */
    uint32_t *count;
    uint32_t slot_bits, tries; /* slots that are tried before a value counts as one too many */

    __device__ __forceinline__ uint32_t slots() const {
        return 1u << slot_bits;
    }
    __device__ __forceinline__ void clear(B identity, uint32_t thread, uint32_t threads) const {
        for (uint32_t i = thread; i < slots(); i += threads) {
            value[i] = identity;
            count[i] = 0;
        }
    }
};

template <typename Policy>
MG_DEVICE bool mg_is_less(typename Policy::bits a, typename Policy::bits b) {
    typedef typename Policy::bits B;
    if constexpr (sizeof(B) == 4) {
        return Policy::value_type() == MG_INT32 ? (int32_t)a < (int32_t)b : a < b;
    } else {
        return Policy::value_type() == MG_INT64 ? (long long)a < (long long)b : a < b;
    }
}

template <typename Policy>
MG_DEVICE void mg_improve(mg_group_best<typename Policy::bits> &best, typename Policy::bits value, uint32_t count) {
    if (count > best.count || (count && count == best.count && mg_is_less<Policy>(value, best.value))) {
        best.value = value;
        best.count = count;
    }
}

/* The best of all lanes. */
template <typename Policy>
MG_DEVICE mg_group_best<typename Policy::bits> mg_warp_best(mg_group_best<typename Policy::bits> best) {
#pragma unroll
    for (uint32_t offset = 16; offset; offset /= 2) {
        const typename Policy::bits value = __shfl_xor_sync(MG_ALL_LANES, best.value, offset);
        const uint32_t count = __shfl_xor_sync(MG_ALL_LANES, best.count, offset);
        mg_improve<Policy>(best, value, count);
    }
    return best;
}

/* The rows of a receiver, laid end to end. */
template <typename Policy, typename Offset>
struct mg_receiver_rows {
    const mg_gather_args &a;
    uint32_t v;
    uint64_t begin[2], length[2];

    __device__ __forceinline__ mg_receiver_rows(const mg_gather_args &args, uint32_t vertex) : a(args), v(vertex) {
#pragma unroll
        for (uint32_t side = 0; side < 2; side++) {
            const void *const offsets = a.loop.receive[side].offsets;
            begin[side] = side < a.loop.sides ? mg_offset<Offset>(offsets, v) : 0;
            length[side] = side < a.loop.sides ? mg_offset<Offset>(offsets, v + 1) - begin[side] : 0;
        }
    }
    __device__ __forceinline__ uint64_t all() const {
        return length[0] + length[1];
    }
    /* Contribution i; the identity counts as none. */
    __device__ __forceinline__ typename Policy::bits contribution(uint64_t i) const {
        const uint32_t side = i >= length[0];
        const mg_device_side &edges = a.loop.receive[side];
        const uint64_t e = side ? begin[1] + (i - length[0]) : begin[0] + i;
        const uint32_t u = edges.neighbours[e];
        const typename Policy::bits sent =
            Policy::properties() & MG_SOURCE_ID ? (typename Policy::bits)u : ((typename Policy::bits *)a.loop.sent)[u];
        return Policy::edge(a.loop.params, sent, edges.weights, e, mg_gather_state<Policy>(a, v));
    }
};

/* Applies the best value. One thread calls. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_apply_best(const mg_gather_args &a, uint32_t v, mg_group_best<typename Policy::bits> best,
                             double *add) {
    const mg_ctx ctx = mg_gather_context<Policy, Offset>(a, v);
    const typename Policy::bits value = best.count ? best.value : Policy::identity();
    if (Policy::apply(&ctx, a.loop.params, mg_gather_state<Policy>(a, v), value, add)) {
        a.counts->active = 1;
    }
}

/* One-to-one functions (the finalisers of MurmurHash3): the high bits choose the pass, the others the slot. Different
 * values never agree in all bits. */
MG_DEVICE uint32_t mg_group_hash(uint32_t value) {
    value = (value ^ value >> 16) * 0x85ebca6bu;
    value = (value ^ value >> 13) * 0xc2b2ae35u;
    return value ^ value >> 16;
}
MG_DEVICE unsigned long long mg_group_hash(unsigned long long value) {
    value = (value ^ value >> 33) * 0xff51afd7ed558ccdull;
    value = (value ^ value >> 33) * 0xc4ceb9fe1a85ec53ull;
    return value ^ value >> 33;
}

/* Part `part` of 2^part_bits parts of the block's table, with as many slots as `values` values fill at most half of, or
 * all. */
template <typename B>
MG_DEVICE mg_group_table<B> mg_group_part(const mg_gather_args &a, uint32_t part, uint32_t part_bits, uint64_t values) {
    extern __shared__ __align__(16) unsigned char mg_group_memory[];
    const uint32_t most = a.slot_bits - part_bits, first = part << most;
    B *const value = (B *)mg_group_memory;
    const uint32_t bits = values > 1ull << (most - 1) ? most : 33 - (uint32_t)__clz((int)values - 1);
    return {value + first, (uint32_t *)(value + (1u << a.slot_bits)) + first, bits, 1u << bits};
}

/* Counts a value `times` times; false: no slot of those that are tried is left. */
template <typename Policy>
MG_DEVICE bool mg_count_value(const mg_group_table<typename Policy::bits> &t, typename Policy::bits value, uint32_t at,
                              uint32_t times) {
    typedef typename Policy::bits B;
#pragma unroll 1
    for (uint32_t tries = 0; tries < t.tries; tries++, at = (at + 1) & (t.slots() - 1)) {
        B found = *(volatile B *)&t.value[at];
        if (found == Policy::identity()) {
            found = atomicCAS(&t.value[at], Policy::identity(), value);
        }
        if (found == Policy::identity() || found == value) {
            atomicAdd(&t.count[at], times);
            return true;
        }
    }
    return false;
}

/* Counts the lanes' values whose hash begins with the `part_bits` bits `part`; the identity counts as none. False in a
 * lane whose value has no slot. All lanes call. */
template <typename Policy>
MG_DEVICE bool mg_count_lanes(const mg_group_table<typename Policy::bits> &t, typename Policy::bits value,
                              uint64_t part, uint32_t part_bits) {
    typedef typename Policy::bits B;
    const uint32_t bits = 8 * sizeof(B), equal = __match_any_sync(MG_ALL_LANES, value);
    const B hash = mg_group_hash(value);
    const bool mine = part_bits == 0 || hash >> (bits - part_bits) == part;
    if (value == Policy::identity() || !mine || mg_warp_lane() != __ffs((int)equal) - 1) {
        return true;
    }
    const B rest = part_bits ? hash << part_bits : hash;
    return mg_count_value<Policy>(t, value, (uint32_t)(rest >> (bits - t.slot_bits)), __popc(equal));
}

/* The best of up to `room` contributions, in this lane. */
template <typename Policy, typename Offset, uint32_t room>
MG_DEVICE mg_group_best<typename Policy::bits> mg_groups_of_lane(const mg_receiver_rows<Policy, Offset> &rows) {
    typedef typename Policy::bits B;
    B value[room];
    mg_group_best<B> best = {Policy::identity(), 0};
#pragma unroll
    for (uint32_t i = 0; i < room; i++) {
        value[i] = i < rows.all() ? rows.contribution(i) : Policy::identity();
    }
#pragma unroll
    for (uint32_t i = 0; i < room; i++) {
        uint32_t equal = 0;
#pragma unroll
        for (uint32_t k = 0; k < room; k++) {
            equal += value[k] == value[i];
        }
        mg_improve<Policy>(best, value[i], value[i] == Policy::identity() ? 0 : equal);
    }
    return best;
}

/* Rows of a lane; lists the others. A warp looks at 32 vertices at a time. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_groups_short(const mg_gather_args &a, double *add) {
    const uint32_t warps = gridDim.x * MG_WARPS, warp = blockIdx.x * MG_WARPS + threadIdx.x / 32;
#pragma unroll 1
    for (uint64_t base = 32ull * warp; base < a.loop.n; base += 32ull * warps) {
        const bool in = base + mg_warp_lane() < a.loop.n;
        constexpr uint32_t half = MG_GROUPS_LANE_ROW / 2;
        const uint32_t v = in ? (uint32_t)base + mg_warp_lane() : (uint32_t)base;
        const mg_receiver_rows<Policy, Offset> rows(a, v);
        const uint64_t length = rows.all();
        const bool of_block = in && length > MG_GROUPS_WARP_ROW;
        const bool of_lane = in && length <= MG_GROUPS_LANE_ROW;
        const bool is_wide = length > MG_GROUPS_BLOCK_ROW;
        mg_gather_add_row(a, MG_LIST_WIDE, of_block && is_wide, v);
        mg_gather_add_row(a, MG_LIST_BLOCK, of_block && !is_wide, v);
        mg_gather_add_row(a, MG_LIST_WARP, in && !of_block && !of_lane, v);
        const bool all_half = __all_sync(MG_ALL_LANES, !of_lane || length <= half);
        if (of_lane) {
            const mg_group_best<typename Policy::bits> best =
                all_half ? mg_groups_of_lane<Policy, Offset, half>(rows)
                         : mg_groups_of_lane<Policy, Offset, MG_GROUPS_LANE_ROW>(rows);
            mg_apply_best<Policy, Offset>(a, v, best, add);
        }
    }
}

/* A row of a warp. All lanes call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_groups_of_warp(const mg_gather_args &a, uint32_t v, double *add) {
    typedef typename Policy::bits B;
    const mg_receiver_rows<Policy, Offset> rows(a, v);
    const uint32_t lane = mg_warp_lane(), length = (uint32_t)rows.all();
    mg_group_best<B> best = {Policy::identity(), 0};
    if (length <= MG_GROUPS_LANES_ROW) {
        const B value = lane < length ? rows.contribution(lane) : Policy::identity();
        const uint32_t equal = __popc(__match_any_sync(MG_ALL_LANES, value));
        mg_improve<Policy>(best, value, value == Policy::identity() ? 0 : equal);
    } else {
        const mg_group_table<B> t = mg_group_part<B>(a, threadIdx.x / 32, MG_WARP_BITS, length);
        t.clear(Policy::identity(), lane, 32);
        __syncwarp();
#pragma unroll 1
        for (uint32_t base = 0; base < length; base += 32) {
            mg_count_lanes<Policy>(t, base + lane < length ? rows.contribution(base + lane) : Policy::identity(), 0, 0);
        }
        __syncwarp();
        for (uint32_t i = lane; i < t.slots(); i += 32) {
            mg_improve<Policy>(best, t.value[i], t.count[i]);
        }
        __syncwarp();
    }
    best = mg_warp_best<Policy>(best);
    if (lane == 0) {
        mg_apply_best<Policy, Offset>(a, v, best, add);
    }
}

/* One pass: values whose hash begins with the `part_bits` bits `part`. Improves this thread's best value; false: too
 * many values differ. All threads of the block call. */
template <typename Policy, typename Offset>
MG_DEVICE bool mg_groups_pass(mg_groups_shared<typename Policy::bits> &s, const mg_receiver_rows<Policy, Offset> &rows,
                              uint64_t part, uint32_t part_bits, mg_group_best<typename Policy::bits> &best) {
    typedef typename Policy::bits B;
    mg_group_table<B> t = mg_group_part<B>(rows.a, 0, 0, rows.all());
    t.tries = rows.all() > t.slots() && part_bits < MG_GROUPS_PART_BITS ? MG_GROUPS_TRIES : t.slots();
    __syncthreads();
    t.clear(Policy::identity(), threadIdx.x, MG_LOOP_THREADS);
    if (threadIdx.x == 0) {
        s.overflows = 0;
    }
    __syncthreads();
#pragma unroll 1
    for (uint64_t base = 0; base < rows.all(); base += MG_GROUP_LOADS * MG_LOOP_THREADS) {
        B value[MG_GROUP_LOADS];
        bool fits = true;
#pragma unroll
        for (uint32_t k = 0; k < MG_GROUP_LOADS; k++) {
            const uint64_t i = base + k * MG_LOOP_THREADS + threadIdx.x;
            value[k] = i < rows.all() ? rows.contribution(i) : Policy::identity();
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_GROUP_LOADS; k++) {
            fits = mg_count_lanes<Policy>(t, value[k], part, part_bits) && fits;
        }
        if (!fits) {
            s.overflows = 1;
        }
        if (__any_sync(MG_ALL_LANES, !fits || *(volatile uint32_t *)&s.overflows)) {
            break;
        }
    }
    __syncthreads();
    const bool fits = !s.overflows;
    for (uint32_t i = threadIdx.x; fits && i < t.slots(); i += MG_LOOP_THREADS) {
        mg_improve<Policy>(best, t.value[i], t.count[i]);
    }
    return fits;
}

/* A row of a thread block. All threads call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_groups_of_block(const mg_gather_args &a, mg_groups_shared<typename Policy::bits> &s, uint32_t v,
                                  double *add) {
    typedef typename Policy::bits B;
    const mg_receiver_rows<Policy, Offset> rows(a, v);
    mg_group_best<B> best = {Policy::identity(), 0};
    const uint32_t usual = rows.all() >> a.slot_bits ? 33 - __clz((int)(rows.all() >> a.slot_bits)) : 0;
    uint32_t part_bits = 0;
#pragma unroll 1
    for (uint64_t part = 0; part < 1ull << part_bits;) {
        if (mg_groups_pass<Policy, Offset>(s, rows, part, part_bits, best)) {
            part++;
            for (; part_bits > usual && part % 2 == 0; part_bits--) { /* values whose hashes are alike are behind */
                part /= 2;
            }
        } else { /* earlier parts are counted: each is two of the smaller ones */
            part *= 2;
            part_bits++;
        }
    }
    const mg_group_best<B> of_warp = mg_warp_best<Policy>(best);
    if (mg_warp_lane() == 0) {
        s.best[threadIdx.x / 32] = of_warp;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (uint32_t i = 0; i < MG_WARPS; i++) {
            mg_improve<Policy>(best, s.best[i].value, s.best[i].count);
        }
        mg_apply_best<Policy, Offset>(a, v, best, add);
    }
}

/* The listed rows of thread blocks. All threads call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_groups_blocks(const mg_gather_args &a, mg_gather_list list,
                                mg_groups_shared<typename Policy::bits> &s, double *add) {
    for (uint32_t v = mg_gather_next(a, list, s.next); v != MG_NONE; v = mg_gather_next(a, list, s.next)) {
        mg_groups_of_block<Policy, Offset>(a, s, v, add);
    }
}

/* `init` in the first role, `scatter` in the second. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_groups_vertices(const mg_gather_args &a) {
    const uint32_t callback = a.role == MG_GATHER_BEGIN ? MG_HAS_INIT : MG_HAS_SCATTER;
#pragma unroll 1
    for (uint32_t v = blockIdx.x * MG_LOOP_THREADS + threadIdx.x; v < a.loop.n && (Policy::has() & callback);
         v += gridDim.x * MG_LOOP_THREADS) {
        const mg_ctx ctx = mg_gather_context<Policy, Offset>(a, v);
        void *const state = mg_gather_state<Policy>(a, v);
        if (a.role == MG_GATHER_BEGIN) {
            Policy::init(&ctx, a.loop.params, state);
        } else {
            ((typename Policy::bits *)a.loop.sent)[v] = Policy::scatter(&ctx, a.loop.params, state);
        }
    }
}

/* The listed roles work at the same time; the second one waits for the first at its end. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_groups(const mg_gather_args &a) {
    __shared__ mg_groups_shared<typename Policy::bits> shared;
    mg_thread_totals<Policy> add;
    if (a.role != MG_GATHER_LISTED) {
        mg_wait_dependency();
    }
    if (a.role == MG_GATHER_BEGIN || a.role == MG_GATHER_SEND) {
        mg_groups_vertices<Policy, Offset>(a);
    } else if (a.role == MG_GATHER_SHORT) {
        mg_groups_short<Policy, Offset>(a, add.part);
        mg_gather_add<Policy>(a, add.part);
    } else if (a.role == MG_GATHER_WIDE) {
        mg_groups_blocks<Policy, Offset>(a, MG_LIST_WIDE, shared, add.part);
        mg_gather_add<Policy>(a, add.part);
    } else if (a.role == MG_GATHER_LISTED) {
        mg_groups_blocks<Policy, Offset>(a, MG_LIST_BLOCK, shared, add.part);
        mg_gather_warps(a, [&](uint32_t v) { mg_groups_of_warp<Policy, Offset>(a, v, add.part); });
        mg_gather_add<Policy>(a, add.part);
        mg_wait_dependency();
    } else if (blockIdx.x == 0 && threadIdx.x == 0) {
        mg_gather_decide<Policy>(a);
    }
}

#endif
