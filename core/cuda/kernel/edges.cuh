/* SPDX-License-Identifier: Apache-2.0
 *
 * edges.cuh: EDGES phases. A thread takes a vertex; rows of more edges are visited by its warp, and those of many more
 * by the whole block in the end. Shared memory: the list of these.
 */
#ifndef MG_CORE_CUDA_KERNEL_EDGES_CUH
#define MG_CORE_CUDA_KERNEL_EDGES_CUH

#include "core/cuda/kernel/work.cuh"

#define MG_EDGES_ALONE 32u /* edges that a lane visits itself */
#define MG_EDGES_WARP 256u /* and a warp */
#define MG_EDGES_LONG 256u /* rows that a block keeps for all its threads; its warps visit others themselves */

/* The edges of an owner, on one side. */
struct mg_edge_row {
    uint32_t owner, side;
    uint64_t begin, end;
};

/* Rows of one block that all its threads visit. */
struct mg_long_rows {
    mg_edge_row row[MG_EDGES_LONG];
    uint32_t count;
};

/* Calls `visit`; `states` is the array of all states. */
template <typename Policy>
struct mg_edge_visitor {
    const mg_loop_args &a;
    void *states;

    __device__ __forceinline__ bool wants(uint32_t v) const {
        return Policy::where(a.params, (const char *)states + (uint64_t)v * Policy::state_size());
    }
    /* May an edge be left out, because of the block of its other end? */
    __device__ __forceinline__ static bool chooses() {
        return Policy::properties() & (MG_WITHIN_BLOCKS | MG_BETWEEN_BLOCKS);
    }
    __device__ __forceinline__ uint32_t block_of(uint32_t owner) const {
        return chooses() ? owner - owner % a.block_vertices : 0;
    }
    /* Is the edge between u and a vertex of the block that begins with `block` visited? */
    __device__ __forceinline__ bool takes(uint32_t block, uint32_t u) const {
        return !chooses() || (u - block < a.block_vertices) == !!(Policy::properties() & MG_WITHIN_BLOCKS);
    }
    __device__ __forceinline__ void visit(uint32_t owner, uint32_t u, uint32_t side, uint64_t e) const {
        Policy::visit(owner, u, a.send[side].weights, e, a.params, states);
    }
    /* The edges begin, begin + step, ... */
    __device__ __forceinline__ void row(const mg_edge_row &r, uint32_t step) const {
        const uint32_t block = block_of(r.owner);
#pragma unroll 1
        for (uint64_t e = r.begin; e < r.end; e += step) {
            const uint32_t u = a.send[r.side].neighbours[e];
            if (takes(block, u)) {
                visit(r.owner, u, r.side, e);
            }
        }
    }
};

/* Where the first of the edges is that the phase visits, and the end. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_edges_of(const mg_device_side &s, uint32_t v, uint64_t *begin, uint64_t *end) {
    const uint64_t first = mg_offset<Offset>(s.offsets, v) + Policy::first_neighbour();
    const uint64_t last = mg_offset<Offset>(s.offsets, v + 1), count = Policy::neighbour_count();
    *end = count && first + count < last ? first + count : last;
    *begin = first < *end ? first : *end;
}

/* The lanes' rows of more than MG_EDGES_ALONE edges. All lanes call. */
template <typename Policy>
MG_DEVICE void mg_visit_together(const mg_edge_visitor<Policy> &visitor, const mg_edge_row &mine, mg_long_rows &rows) {
    const uint64_t length = mine.end - mine.begin;
    bool waits = length > MG_EDGES_ALONE;
    if (length > MG_EDGES_WARP) {
        const uint32_t at = atomicAdd(&rows.count, 1);
        if (at < MG_EDGES_LONG) {
            rows.row[at] = mine;
            waits = false;
        }
    }
#pragma unroll 1
    for (uint32_t left = __ballot_sync(MG_ALL_LANES, waits); left; left &= left - 1) {
        const int lane = __ffs(left) - 1;
        const uint64_t begin = __shfl_sync(MG_ALL_LANES, mine.begin, lane);
        const uint64_t end = __shfl_sync(MG_ALL_LANES, mine.end, lane);
        const mg_edge_row row = {__shfl_sync(MG_ALL_LANES, mine.owner, lane), mine.side, begin + mg_lane(), end};
        visitor.row(row, 32);
    }
}

/* The rows that were kept. All threads call. */
template <typename Policy>
MG_DEVICE void mg_visit_long(const mg_edge_visitor<Policy> &visitor, const mg_long_rows &rows) {
    __syncthreads();
    const uint32_t count = rows.count < MG_EDGES_LONG ? rows.count : MG_EDGES_LONG;
#pragma unroll 1
    for (uint32_t i = 0; i < count; i++) {
        mg_edge_row row = rows.row[i];
        row.begin += threadIdx.x;
        visitor.row(row, blockDim.x);
    }
}

/* `visit` for the edges of the vertices that satisfy `where`. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_edges(const mg_loop_args &a) {
    __shared__ mg_long_rows rows;
    const bool few = Policy::neighbour_count() && Policy::neighbour_count() <= MG_EDGES_ALONE;
    const mg_edge_visitor<Policy> visitor = {a, a.state};
    mg_follow();
    if (threadIdx.x == 0) {
        rows.count = 0;
    }
    __syncthreads();
#pragma unroll 1
    for (uint32_t base = blockIdx.x * MG_LOOP_THREADS; base < a.n; base += gridDim.x * MG_LOOP_THREADS) {
        const uint32_t v = base + threadIdx.x;
        if (Policy::has() & MG_HAS_INIT) {
            if (v < a.n) {
                const mg_ctx ctx = mg_make_context<Policy, Offset>(a, v, 0, a.totals);
                Policy::init(&ctx, a.params, (char *)a.state + (uint64_t)v * Policy::state_size());
            }
            __syncwarp();
        }
        const bool wanted = v < a.n && visitor.wants(v);
#pragma unroll 1
        for (uint32_t side = 0; side < a.sides; side++) {
            mg_edge_row row = {v, side, 0, 0};
            if (wanted) {
                mg_edges_of<Policy, Offset>(a.send[side], v, &row.begin, &row.end);
            }
            if (few || row.end - row.begin <= MG_EDGES_ALONE) {
                visitor.row(row, 1);
            }
            if (!few) {
                mg_visit_together(visitor, row, rows);
            }
        }
    }
    if (!few) {
        mg_visit_long(visitor, rows);
    }
}

#endif
