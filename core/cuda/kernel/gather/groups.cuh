/* SPDX-License-Identifier: Apache-2.0
 *
 * groups.cuh: phases with MG_MOST_FREQUENT. Thread-to-work mapping: a warp gathers the contributions of a vertex with
 * up to 32 edges, one in each lane, which finds the lanes of equal value. A thread block gathers those of other
 * vertices in a hash table in shared memory. Where too many values differ, it counts them in passes, in each the values
 * of one part of the hashes; the number of parts doubles until every pass fits. Shared memory: the hash table.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_GROUPS_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_GROUPS_CUH

#include "core/cuda/kernel/gather/gather.cuh"

/* The best value so far; count 0: none. */
template <typename B>
struct mg_group_best {
    B value;
    uint32_t count;
};

template <typename B>
struct mg_groups_shared {
    B value[MG_GROUPS_SLOTS]; /* the identity: the slot is free */
    uint32_t count[MG_GROUPS_SLOTS];
    mg_group_best<B> best[MG_WARPS];
    uint32_t next, used, overflows;
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

/* Vertices of few edges; a warp looks at 32 of them at a time. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_groups_short(const mg_gather_args &a, double *add) {
    typedef typename Policy::bits B;
    const uint32_t warps = gridDim.x * MG_WARPS, warp = blockIdx.x * MG_WARPS + threadIdx.x / 32;
#pragma unroll 1
    for (uint64_t base = 32ull * warp; base < a.loop.n; base += 32ull * warps) {
        const uint64_t mine = base + mg_warp_lane();
        const uint64_t length = mine < a.loop.n ? mg_receiver_rows<Policy, Offset>(a, (uint32_t)mine).all() : 0;
        if (length > MG_GROUPS_WARP_ROW) {
            a.list[atomicAdd(&a.counts->listed, 1)] = (uint32_t)mine;
        }
#pragma unroll 1
        for (uint32_t left = __ballot_sync(MG_ALL_LANES, mine < a.loop.n && length <= MG_GROUPS_WARP_ROW); left;
             left &= left - 1) {
            const uint32_t v = (uint32_t)base + __ffs((int)left) - 1;
            const mg_receiver_rows<Policy, Offset> rows(a, v);
            const B value = mg_warp_lane() < rows.all() ? rows.contribution(mg_warp_lane()) : Policy::identity();
            const uint32_t equal = __popc(__match_any_sync(MG_ALL_LANES, value));
            const mg_group_best<B> found = {value, value == Policy::identity() ? 0 : equal};
            const mg_group_best<B> best = mg_warp_best<Policy>(found);
            if (mg_warp_lane() == 0) {
                mg_apply_best<Policy, Offset>(a, v, best, add);
            }
        }
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

/* Counts a value in the table; sets `overflows` where it has no slot left. */
template <typename Policy>
MG_DEVICE void mg_count_value(mg_groups_shared<typename Policy::bits> &s, typename Policy::bits value, uint32_t at) {
    typedef typename Policy::bits B;
#pragma unroll 1
    for (uint32_t tries = 0; tries < MG_GROUPS_SLOTS; tries++, at = (at + 1) % MG_GROUPS_SLOTS) {
        const B found = atomicCAS(&s.value[at], Policy::identity(), value);
        if (found == Policy::identity() || found == value) {
            atomicAdd(&s.count[at], 1);
            return;
        }
        if (*(volatile uint32_t *)&s.overflows) {
            return;
        }
    }
    s.overflows = 1;
}

/* One pass: values whose hash begins with the `part_bits` bits `part`. Improves this thread's best value; false: too
 * many values differ. All threads of the block call. */
template <typename Policy, typename Offset>
MG_DEVICE bool mg_groups_pass(mg_groups_shared<typename Policy::bits> &s, const mg_receiver_rows<Policy, Offset> &rows,
                              uint32_t part, uint32_t part_bits, mg_group_best<typename Policy::bits> &best) {
    typedef typename Policy::bits B;
    const uint32_t bits = 8 * sizeof(B);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < MG_GROUPS_SLOTS; i += MG_LOOP_THREADS) {
        s.value[i] = Policy::identity();
        s.count[i] = 0;
    }
    if (threadIdx.x == 0) {
        s.overflows = 0;
    }
    __syncthreads();
#pragma unroll 1
    for (uint64_t i = threadIdx.x; i < rows.all() && !*(volatile uint32_t *)&s.overflows; i += MG_LOOP_THREADS) {
        const B value = rows.contribution(i), hash = mg_group_hash(value);
        const bool mine = part_bits == 0 || hash >> (bits - part_bits) == part;
        if (value != Policy::identity() && mine) {
            const B rest = part_bits ? hash << part_bits : hash;
            mg_count_value<Policy>(s, value, (uint32_t)(rest >> (bits - MG_GROUPS_SLOT_BITS)));
        }
    }
    __syncthreads();
    const bool fits = !s.overflows;
    for (uint32_t i = threadIdx.x; fits && i < MG_GROUPS_SLOTS; i += MG_LOOP_THREADS) {
        mg_improve<Policy>(best, s.value[i], s.count[i]);
    }
    return fits;
}

/* The vertices of the list. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_groups_listed(const mg_gather_args &a, mg_groups_shared<typename Policy::bits> &s, double *add) {
    typedef typename Policy::bits B;
    for (uint32_t v = mg_gather_next(a, s.next); v != MG_NONE; v = mg_gather_next(a, s.next)) {
        const mg_receiver_rows<Policy, Offset> rows(a, v);
        mg_group_best<B> best = {Policy::identity(), 0};
        uint32_t part_bits = 0;
#pragma unroll 1
        for (uint32_t part = 0; part < 1u << part_bits;) {
            if (mg_groups_pass<Policy, Offset>(s, rows, part, part_bits, best)) {
                part++;
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

template <typename Policy, typename Offset>
MG_DEVICE void mg_groups(const mg_gather_args &a) {
    __shared__ mg_groups_shared<typename Policy::bits> shared;
    mg_thread_totals<Policy> add;
    mg_wait_dependency();
    if (a.role == MG_GATHER_BEGIN || a.role == MG_GATHER_SEND) {
        mg_groups_vertices<Policy, Offset>(a);
    } else if (a.role == MG_GATHER_SHORT) {
        mg_groups_short<Policy, Offset>(a, add.part);
        mg_gather_add<Policy>(a, add.part);
    } else if (a.role == MG_GATHER_LISTED) {
        mg_groups_listed<Policy, Offset>(a, shared, add.part);
        mg_gather_add<Policy>(a, add.part);
    } else if (blockIdx.x == 0 && threadIdx.x == 0) {
        mg_gather_decide<Policy>(a);
    }
}

#endif
