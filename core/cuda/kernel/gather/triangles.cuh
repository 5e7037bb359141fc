/* SPDX-License-Identifier: Apache-2.0
 *
 * triangles.cuh: TRIANGLES phases. Thread-to-work mapping: a team, which is a warp or for long rows a thread block,
 * takes a forward row of a vertex u. A warp takes 32 neighbours v of u at a time, and its lanes go along the rows of
 * these, one third corner w after the other. Is w in the row of u? A small bitmap of hashes in shared memory refuses
 * most that are not, binary search decides. Shared memory: this bitmap, the row of u, and what its vertices receive.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_TRIANGLES_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_TRIANGLES_CUH

#include "core/cuda/kernel/gather/gather.cuh"

/* Words of the bitmap for each team: eight bits or more for each vertex of the longest row that shared memory holds. */
#define MG_WARP_FILTER (MG_TRIANGLES_WARP_ROW / 4)
#define MG_BLOCK_FILTER (MG_TRIANGLES_BLOCK_ROW / 4)

/* Shared memory of a team with rows of `room` vertices. */
template <typename B, uint32_t room>
struct mg_triangle_row {
    B received[room];
    uint32_t row[room], filter[room / 4];
};

template <typename B>
union mg_triangles_shared {
    mg_triangle_row<B, MG_TRIANGLES_WARP_ROW> warp[MG_WARPS];
    mg_triangle_row<B, MG_TRIANGLES_BLOCK_ROW> block;
};

/* Threads that work on one row. */
template <uint32_t size>
struct mg_team {
    MG_CALL uint32_t thread() {
        return size == 32 ? mg_warp_lane() : threadIdx.x;
    }
    MG_CALL void sync() {
        if (size == 32) {
            __syncwarp();
        } else {
            __syncthreads();
        }
    }
};

/* The row of u and what its vertices receive: in shared memory, or of a row that does not fit in global memory. */
template <typename Policy, uint32_t size, uint32_t room>
struct mg_row_of {
    typedef typename Policy::bits B;
    typedef mg_team<size> team;
    const mg_gather_args &a;
    mg_triangle_row<B, room> &shared;
    uint32_t u, length;
    uint64_t begin;

    __device__ __forceinline__ bool fits() const {
        return length <= room;
    }
    __device__ __forceinline__ uint32_t at(uint32_t place) const {
        return fits() ? shared.row[place] : a.forward.neighbours[begin + place];
    }
    __device__ __forceinline__ static uint32_t hash(uint32_t v) {
        return v * 0x9e3779b1u >> 16 & (room * 8 - 1);
    }
    __device__ __forceinline__ void load() const {
        for (uint32_t i = team::thread(); i < room / 4; i += size) {
            shared.filter[i] = 0;
        }
        team::sync();
        for (uint32_t i = team::thread(); i < length; i += size) {
            const uint32_t v = a.forward.neighbours[begin + i];
            atomicOr(&shared.filter[hash(v) / 32], 1u << hash(v) % 32);
            if (fits()) {
                shared.row[i] = v;
                shared.received[i] = Policy::identity();
            }
        }
        team::sync();
    }
    /* Place of w in the row; MG_NONE: it is not there. */
    __device__ __forceinline__ uint32_t find(uint32_t w) const {
        if (!(shared.filter[hash(w) / 32] >> hash(w) % 32 & 1)) {
            return MG_NONE;
        }
        uint32_t low = 0, high = length;
        while (low < high) {
            const uint32_t middle = (low + high) / 2;
            if (at(middle) < w) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < length && at(low) == w ? low : MG_NONE;
    }
    __device__ __forceinline__ void give(uint32_t place, B value) const {
        B *const to = fits() ? &shared.received[place] : (B *)a.loop.acc + a.forward.neighbours[begin + place];
        if (value != Policy::identity()) {
            mg_atomic_combine<Policy>(to, value);
        }
    }
    __device__ __forceinline__ void store() const {
        team::sync();
        for (uint32_t i = team::thread(); fits() && i < length; i += size) {
            if (shared.received[i] != Policy::identity()) {
                mg_atomic_combine<Policy>((B *)a.loop.acc + shared.row[i], shared.received[i]);
            }
        }
        team::sync();
    }
};

/* Edges of a pair, by its position among the forward edges. */
MG_DEVICE uint32_t mg_pair_edges(const mg_gather_args &a, uint64_t pair) {
    return a.forward.edges ? a.forward.edges[pair] : 1;
}

template <typename Policy>
MG_DEVICE typename Policy::bits mg_corner(const mg_gather_args &a, uint32_t own, uint32_t x, uint32_t y,
                                          uint32_t edges) {
    return Policy::triangle(a.loop.params, mg_gather_state<Policy>(a, own), mg_gather_state<Policy>(a, x),
                            mg_gather_state<Policy>(a, y), edges);
}

/* Neighbours v of u, one in each lane from place `first`. Their rows are laid end to end, and the lanes take the third
 * corners in this order. Returns what u receives in this lane. All lanes of the warp call. */
template <typename Policy, typename Row>
MG_DEVICE typename Policy::bits mg_triangles_of_lanes(const Row &r, uint32_t first) {
    typedef typename Policy::bits B;
    const mg_gather_args &a = r.a;
    const uint32_t mine = first + mg_warp_lane();
    const uint32_t v_of_lane = mine < r.length ? r.at(mine) : 0;
    const uint64_t from = mine < r.length ? a.forward.offsets[v_of_lane] : 0;
    const uint32_t length = mine < r.length ? (uint32_t)(a.forward.offsets[v_of_lane + 1] - from) : 0;
    uint32_t end = length; /* inclusive prefix sum */
#pragma unroll
    for (uint32_t offset = 1; offset < 32; offset *= 2) {
        const uint32_t other = __shfl_up_sync(MG_ALL_LANES, end, offset);
        end += mg_warp_lane() >= offset ? other : 0;
    }
    const uint32_t all = __shfl_sync(MG_ALL_LANES, end, 31);
    B own = Policy::identity();
#pragma unroll 1
    for (uint32_t base = 0; base < all; base += 32) {
        const uint32_t i = base + mg_warp_lane();
        uint32_t lane = 0; /* number of rows that end before i */
#pragma unroll
        for (uint32_t half = 16; half; half /= 2) {
            const uint32_t middle = __shfl_sync(MG_ALL_LANES, end, (lane + half - 1) & 31);
            lane += middle <= i ? half : 0;
        }
        lane &= 31;
        const uint32_t v = __shfl_sync(MG_ALL_LANES, v_of_lane, lane);
        const uint64_t row = __shfl_sync(MG_ALL_LANES, from, lane);
        const uint32_t before = __shfl_sync(MG_ALL_LANES, end - length, lane);
        if (i < all) {
            const uint64_t vw = row + (i - before);
            const uint32_t w = a.forward.neighbours[vw], place = r.find(w);
            if (place != MG_NONE) {
                own = mg_combine<Policy>(own, mg_corner<Policy>(a, r.u, v, w, mg_pair_edges(a, vw)));
                r.give(first + lane, mg_corner<Policy>(a, v, r.u, w, mg_pair_edges(a, r.begin + place)));
                r.give(place, mg_corner<Policy>(a, w, r.u, v, mg_pair_edges(a, r.begin + first + lane)));
            }
        }
    }
    return own;
}

/* Combines over the lanes. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_warp_combine(typename Policy::bits value) {
#pragma unroll
    for (uint32_t offset = 16; offset; offset /= 2) {
        value = mg_combine<Policy>(value, __shfl_xor_sync(MG_ALL_LANES, value, offset));
    }
    return value;
}

/* The triangles whose first corner is u. All threads of the team call. */
template <typename Policy, uint32_t size, uint32_t room>
MG_DEVICE void mg_triangles_of(const mg_gather_args &a, mg_triangle_row<typename Policy::bits, room> &shared,
                               uint32_t u) {
    typedef typename Policy::bits B;
    const uint64_t begin = a.forward.offsets[u];
    const mg_row_of<Policy, size, room> r = {a, shared, u, (uint32_t)(a.forward.offsets[u + 1] - begin), begin};
    const uint32_t warp = size == 32 ? 0 : threadIdx.x / 32;
    B own = Policy::identity();
    r.load();
#pragma unroll 1
    for (uint32_t first = 32 * warp; first < r.length; first += size) {
        own = mg_combine<Policy>(own, mg_triangles_of_lanes<Policy>(r, first));
    }
    own = mg_warp_combine<Policy>(own);
    if (mg_warp_lane() == 0 && own != Policy::identity()) {
        mg_atomic_combine<Policy>((B *)a.loop.acc + u, own);
    }
    r.store();
}

/* Short rows; a warp looks at 32 vertices at a time. */
template <typename Policy>
MG_DEVICE void mg_triangles_short(const mg_gather_args &a, mg_triangles_shared<typename Policy::bits> &shared) {
    const uint32_t warps = gridDim.x * MG_WARPS, warp = blockIdx.x * MG_WARPS + threadIdx.x / 32;
#pragma unroll 1
    for (uint64_t base = 32ull * warp; base < a.loop.n; base += 32ull * warps) {
        const uint64_t v = base + mg_warp_lane();
        const uint64_t length = v < a.loop.n ? a.forward.offsets[v + 1] - a.forward.offsets[v] : 0;
        if (length > MG_TRIANGLES_WARP_ROW) {
            a.list[atomicAdd(&a.counts->listed, 1)] = (uint32_t)v;
        }
#pragma unroll 1
        for (uint32_t left = __ballot_sync(MG_ALL_LANES, length > 1 && length <= MG_TRIANGLES_WARP_ROW); left;
             left &= left - 1) {
            mg_triangles_of<Policy, 32>(a, shared.warp[threadIdx.x / 32], (uint32_t)base + __ffs((int)left) - 1);
        }
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_triangles_begin(const mg_gather_args &a) {
#pragma unroll 1
    for (uint32_t v = blockIdx.x * MG_LOOP_THREADS + threadIdx.x; v < a.loop.n; v += gridDim.x * MG_LOOP_THREADS) {
        ((typename Policy::bits *)a.loop.acc)[v] = Policy::identity();
        if (Policy::has() & MG_HAS_INIT) {
            const mg_ctx ctx = mg_gather_context<Policy, Offset>(a, v);
            Policy::init(&ctx, a.loop.params, mg_gather_state<Policy>(a, v));
        }
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_triangles_apply(const mg_gather_args &a) {
    mg_thread_totals<Policy> add;
#pragma unroll 1
    for (uint32_t v = blockIdx.x * MG_LOOP_THREADS + threadIdx.x; v < a.loop.n; v += gridDim.x * MG_LOOP_THREADS) {
        const mg_ctx ctx = mg_gather_context<Policy, Offset>(a, v);
        Policy::apply(&ctx, a.loop.params, mg_gather_state<Policy>(a, v), ((typename Policy::bits *)a.loop.acc)[v],
                      add.part);
    }
    mg_gather_add<Policy>(a, add.part);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_triangles(const mg_gather_args &a) {
    __shared__ mg_triangles_shared<typename Policy::bits> shared;
    __shared__ uint32_t next;
    mg_wait_dependency();
    if (a.role == MG_GATHER_BEGIN) {
        mg_triangles_begin<Policy, Offset>(a);
    } else if (a.role == MG_GATHER_SHORT) {
        mg_triangles_short<Policy>(a, shared);
    } else if (a.role == MG_GATHER_LISTED) {
        for (uint32_t u = mg_gather_next(a, next); u != MG_NONE; u = mg_gather_next(a, next)) {
            mg_triangles_of<Policy, MG_LOOP_THREADS>(a, shared.block, u);
        }
    } else if (a.role == MG_GATHER_APPLY) {
        mg_triangles_apply<Policy, Offset>(a);
    } else if (blockIdx.x == 0 && threadIdx.x == 0) {
        mg_gather_decide<Policy>(a);
    }
}

#endif
