/* SPDX-License-Identifier: Apache-2.0
 *
 * edges.cuh: EDGES phases. Thread-to-work mapping: a vertex per thread. If a phase visits whole rows and has no `init`,
 * longer rows are listed for the block's warps, a warp per row, and the longest ones are visited in pieces by all
 * blocks. Otherwise longer rows are visited by their warp, and the longest ones by the block at the end. Shared memory:
 * the list of rows left for the block.
 */
#ifndef MG_CORE_CUDA_KERNEL_SWEEP_EDGES_CUH
#define MG_CORE_CUDA_KERNEL_SWEEP_EDGES_CUH

#include "core/cuda/kernel/common/block_step.cuh"

#define MG_EDGES_LISTED 256u /* rows that a block lists; further ones are visited by their warps immediately */

/* Blocks per multiprocessor: full occupancy, since threads wait for the loads of neighbours. Quick kernels call the
 * callbacks, which needs more registers. */
#ifdef MG_QUICK
#define MG_EDGES_OCCUPANCY 1
#elif !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100)
#define MG_EDGES_OCCUPANCY 8
#else
#define MG_EDGES_OCCUPANCY 4
#endif

static_assert(MG_EDGES_LISTED >= MG_LOOP_THREADS, "the list has room for one piece per thread");

/* A row: the edges of an owner on one side. */
struct mg_edge_row {
    uint32_t owner, side;
    uint64_t begin, end;
};

/* Rows listed for the whole block. */
struct mg_long_rows {
    mg_edge_row row[MG_EDGES_LISTED];
    uint32_t count;
};

/* Calls `visit` for edges, or stores their `score`; `states`: array of all states. */
template <typename Policy>
struct mg_edge_visitor {
    const mg_loop_args &a;
    void *states;

    __device__ __forceinline__ bool selects(uint32_t v) const {
        return Policy::where(a.params, (const char *)states + (uint64_t)v * Policy::state_size());
    }
    /* Are edges selected by the vertex range of their other end? */
    __device__ __forceinline__ static bool selects_by_range() {
        return Policy::properties() & (MG_WITHIN_BLOCKS | MG_BETWEEN_BLOCKS);
    }
    __device__ __forceinline__ uint32_t range_of(uint32_t owner) const {
        return selects_by_range() ? owner - owner % a.sweep.range_vertices : 0;
    }
    /* Is an edge selected that leads from the vertex range starting at `range` to u? */
    __device__ __forceinline__ bool selects_edge(uint32_t range, uint32_t u) const {
        return !selects_by_range() ||
               (u - range < a.sweep.range_vertices) == !!(Policy::properties() & MG_WITHIN_BLOCKS);
    }
    __device__ __forceinline__ void visit(uint32_t owner, uint32_t u, uint32_t side, uint64_t e) const {
        if (Policy::has() & MG_HAS_SCORE) {
            ((typename Policy::bits *)a.sweep.scores)[e] =
                Policy::score(owner, u, a.send[side].weights, e, a.params, states);
        } else {
            Policy::visit(owner, u, a.send[side].weights, e, a.params, states);
        }
    }
    /* Visits the edges begin, begin + step, ... */
    __device__ __forceinline__ void row(const mg_edge_row &r, uint32_t step) const {
        const uint32_t range = range_of(r.owner);
#pragma unroll 1
        for (uint64_t e = r.begin; e < r.end; e += step) {
            const uint32_t u = a.send[r.side].neighbours[e];
            if (selects_edge(range, u)) {
                visit(r.owner, u, r.side, e);
            }
        }
    }
};

/* The range of a row's edges that the phase visits. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_edges_of(const mg_device_side &s, uint32_t v, uint64_t *begin, uint64_t *end) {
    const uint64_t first = mg_offset<Offset>(s.offsets, v) + Policy::first_neighbour();
    const uint64_t last = mg_offset<Offset>(s.offsets, v + 1), count = Policy::neighbour_count();
    *end = count && first + count < last ? first + count : last;
    *begin = first < *end ? first : *end;
}

/* Does the phase visit whole rows, without an `init` that must come first? Then any block may visit any edge at any
 * time, and rows of more than MG_EDGES_WARP edges are cut into pieces. */
template <typename Policy>
MG_DEVICE bool mg_visits_pieces() {
    return !(Policy::properties() & MG_WITHIN_BLOCKS) && !(Policy::has() & MG_HAS_INIT) && !Policy::first_neighbour() &&
           !Policy::neighbour_count();
}

/* Lists the lanes' rows of more than MG_EDGES_LANE edges, or visits them by the warp. All lanes call. */
template <typename Policy>
MG_DEVICE void mg_visit_by_warp(const mg_edge_visitor<Policy> &visitor, const mg_edge_row &mine, mg_long_rows &rows) {
    const uint64_t length = mine.end - mine.begin;
    const bool in_pieces = mg_visits_pieces<Policy>() && length > MG_EDGES_WARP;
    bool waits = length > MG_EDGES_LANE && !in_pieces;
    if (mg_visits_pieces<Policy>() ? waits : length > MG_EDGES_WARP) {
        const uint32_t at = atomicAdd(&rows.count, 1);
        if (at < MG_EDGES_LISTED) {
            rows.row[at] = mine;
            waits = false;
        }
    }
#pragma unroll 1
    for (uint32_t left = __ballot_sync(MG_ALL_LANES, waits); left; left &= left - 1) {
        const int lane = __ffs(left) - 1;
        const uint64_t begin = __shfl_sync(MG_ALL_LANES, mine.begin, lane);
        const uint64_t end = __shfl_sync(MG_ALL_LANES, mine.end, lane);
        const mg_edge_row row = {__shfl_sync(MG_ALL_LANES, mine.owner, lane), mine.side, begin + mg_warp_lane(), end};
        visitor.row(row, 32);
    }
}

/* Visits the listed rows, each by `team` adjacent threads of a block of `threads`. All threads call. */
template <uint32_t team, uint32_t threads, typename Policy>
MG_DEVICE void mg_visit_listed(const mg_edge_visitor<Policy> &visitor, const mg_long_rows &rows) {
    __syncthreads();
    const uint32_t count = rows.count < MG_EDGES_LISTED ? rows.count : MG_EDGES_LISTED;
#pragma unroll 1
    for (uint32_t i = threadIdx.x / team; i < count; i += threads / team) {
        mg_edge_row row = rows.row[i];
        row.begin += threadIdx.x % team;
        visitor.row(row, team);
    }
}

/* Visits the pieces of long rows. A block loads a piece per thread, strided over the list, since high-degree vertices
 * of web crawls have adjacent ids; then all its threads visit one piece after the other. */
template <typename Policy>
MG_DEVICE void mg_visit_pieces(const mg_edge_visitor<Policy> &visitor, uint32_t side, mg_long_rows &rows) {
    const mg_loop_entry *const pieces = visitor.a.sweep.pieces[side];
    const uint32_t count = visitor.a.sweep.piece_count[side];
#pragma unroll 1
    for (uint32_t first = blockIdx.x; first < count; first += gridDim.x * MG_LOOP_THREADS) {
        const uint32_t i = first + threadIdx.x * gridDim.x;
        __syncthreads();
        if (threadIdx.x == 0) {
            rows.count = 0;
        }
        __syncthreads();
        if (i < count && visitor.selects(pieces[i].vertex)) {
            const mg_loop_entry piece = pieces[i];
            rows.row[atomicAdd(&rows.count, 1)] = {piece.vertex, side, piece.begin, piece.begin + piece.length};
        }
        mg_visit_listed<MG_LOOP_THREADS, MG_LOOP_THREADS>(visitor, rows);
    }
}

/* The thread's first vertex. Adjacent vertices have rows of similar length; if warps share rows, a block's warps take
 * vertices far apart. */
template <typename Policy>
MG_DEVICE uint32_t mg_first_owner() {
    return mg_visits_pieces<Policy>() ? (threadIdx.x / 32 * gridDim.x + blockIdx.x) * 32 + mg_warp_lane()
                                      : blockIdx.x * MG_LOOP_THREADS + threadIdx.x;
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_edges(const mg_loop_args &a) {
    __shared__ mg_long_rows rows;
    const bool few = Policy::neighbour_count() && Policy::neighbour_count() <= MG_EDGES_LANE;
    const mg_edge_visitor<Policy> visitor = {a, a.state};
    mg_wait_dependency();
    if (!few) {
        if (threadIdx.x == 0) {
            rows.count = 0;
        }
        __syncthreads();
    }
#pragma unroll 1
    for (uint32_t v = mg_first_owner<Policy>(); v - mg_warp_lane() < a.n; v += gridDim.x * MG_LOOP_THREADS) {
        if (Policy::has() & MG_HAS_INIT) {
            if (v < a.n) {
                const mg_ctx ctx = mg_make_context<Policy, Offset>(a, v, 0, a.sweep.totals);
                Policy::init(&ctx, a.params, (char *)a.state + (uint64_t)v * Policy::state_size());
            }
            __syncwarp();
        }
        const bool selected = v < a.n && visitor.selects(v);
#pragma unroll 1
        for (uint32_t side = 0; side < a.sides; side++) {
            mg_edge_row row = {v, side, 0, 0};
            if (selected) {
                mg_edges_of<Policy, Offset>(a.send[side], v, &row.begin, &row.end);
            }
            if (few || row.end - row.begin <= MG_EDGES_LANE) {
                visitor.row(row, 1);
            }
            if (!few) {
                mg_visit_by_warp(visitor, row, rows);
            }
        }
    }
    if (mg_visits_pieces<Policy>()) {
        mg_visit_listed<32, MG_LOOP_THREADS>(visitor, rows);
#pragma unroll 1
        for (uint32_t side = 0; side < a.sides; side++) {
            mg_visit_pieces(visitor, side, rows);
        }
    } else if (!few) {
        mg_visit_listed<MG_LOOP_THREADS, MG_LOOP_THREADS>(visitor, rows);
    }
}

#endif
