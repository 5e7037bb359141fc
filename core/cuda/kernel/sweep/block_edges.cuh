/* SPDX-License-Identifier: Apache-2.0
 *
 * block_edges.cuh: EDGES phases inside blocks of vertices (MG_WITHIN_BLOCKS). A thread block takes a block of vertices
 * and holds all their states in dynamic shared memory. A thread takes vertices MG_BLOCK_EDGES_THREADS apart, four of
 * them at a time; longer rows are visited by warps and by all threads, as in edges.cuh.
 */
#ifndef MG_CORE_CUDA_KERNEL_SWEEP_BLOCK_EDGES_CUH
#define MG_CORE_CUDA_KERNEL_SWEEP_BLOCK_EDGES_CUH

#include "core/cuda/kernel/sweep/edges.cuh"

#define MG_ROWS_IN_FLIGHT 4u /* of a thread under way */

/* One block of vertices. */
struct mg_vertex_block {
    uint32_t first, count;
};

/* Copies the block's states, whose size need not be that of words. */
template <typename Policy>
MG_DEVICE void mg_copy_block(void *to, const void *from, uint32_t count) {
    const uint32_t bytes = count * Policy::state_size();
    if (Policy::state_size() % 4 == 0) {
        for (uint32_t i = threadIdx.x; i < bytes / 4; i += MG_BLOCK_EDGES_THREADS) {
            ((uint32_t *)to)[i] = ((const uint32_t *)from)[i];
        }
    } else {
        for (uint32_t i = threadIdx.x; i < bytes; i += MG_BLOCK_EDGES_THREADS) {
            ((char *)to)[i] = ((const char *)from)[i];
        }
    }
}

/* Short rows; what they need of four vertices is asked for together. Returns whether the thread met a longer one. */
template <typename Policy, typename Offset>
MG_DEVICE bool mg_visit_short(const mg_edge_visitor<Policy> &visitor, mg_vertex_block block, uint32_t side) {
    const mg_device_side &s = visitor.a.send[side];
    bool met = false;
#pragma unroll 1
    for (uint32_t i = threadIdx.x; i < block.count; i += MG_ROWS_IN_FLIGHT * MG_BLOCK_EDGES_THREADS) {
        uint64_t at[MG_ROWS_IN_FLIGHT];
        uint32_t left[MG_ROWS_IN_FLIGHT], u[MG_ROWS_IN_FLIGHT], most = 0;
#pragma unroll
        for (uint32_t k = 0; k < MG_ROWS_IN_FLIGHT; k++) {
            const uint32_t j = i + k * MG_BLOCK_EDGES_THREADS;
            uint64_t end = 0;
            at[k] = 0;
            if (j < block.count && visitor.wants(block.first + j)) {
                mg_edges_of<Policy, Offset>(s, block.first + j, &at[k], &end);
            }
            met = met || end - at[k] > MG_EDGES_LANE;
            left[k] = end - at[k] > MG_EDGES_LANE ? 0 : (uint32_t)(end - at[k]);
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_ROWS_IN_FLIGHT; k++) {
            most = left[k] > most ? left[k] : most;
        }
#pragma unroll 1
        for (uint32_t e = 0; e < most; e++) {
#pragma unroll
            for (uint32_t k = 0; k < MG_ROWS_IN_FLIGHT; k++) {
                u[k] = e < left[k] ? s.neighbours[at[k] + e] : MG_NONE;
            }
#pragma unroll
            for (uint32_t k = 0; k < MG_ROWS_IN_FLIGHT; k++) {
                if (u[k] - block.first < block.count) { /* MG_NONE is not */
                    visitor.visit(block.first + i + k * MG_BLOCK_EDGES_THREADS, u[k], side, at[k] + e);
                }
            }
        }
    }
    return met;
}

/* The other rows. All threads call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_visit_longer(const mg_edge_visitor<Policy> &visitor, mg_vertex_block block, uint32_t side,
                               mg_long_rows &rows) {
#pragma unroll 1
    for (uint32_t base = threadIdx.x - mg_warp_lane(); base < block.count; base += MG_BLOCK_EDGES_THREADS) {
        const uint32_t v = block.first + base + mg_warp_lane();
        mg_edge_row row = {v, side, 0, 0};
        if (base + mg_warp_lane() < block.count && visitor.wants(v)) {
            mg_edges_of<Policy, Offset>(visitor.a.send[side], v, &row.begin, &row.end);
        }
        mg_visit_by_warp(visitor, row, rows);
    }
}

/* What comes before the edges: `init`, or the states as they are; and what comes after them. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_begin_block(const mg_loop_args &a, mg_vertex_block block, char *states) {
    char *const own = states + (uint64_t)block.first * Policy::state_size();
    if (Policy::has() & MG_HAS_INIT) {
        for (uint32_t i = threadIdx.x; i < block.count; i += MG_BLOCK_EDGES_THREADS) {
            const mg_ctx ctx = mg_make_context<Policy, Offset>(a, block.first + i, 0, a.totals);
            Policy::init(&ctx, a.params, own + i * Policy::state_size());
        }
    } else {
        mg_copy_block<Policy>(own, (const char *)a.state + (uint64_t)block.first * Policy::state_size(), block.count);
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_end_block(const mg_loop_args &a, mg_vertex_block block, char *states) {
    double unused[MG_LOOP_TOTALS];
    for (uint32_t i = threadIdx.x; i < block.count; i += MG_BLOCK_EDGES_THREADS) {
        const mg_ctx ctx = mg_make_context<Policy, Offset>(a, block.first + i, 0, a.totals);
        Policy::vertex(&ctx, a.params, states, unused);
    }
    __syncthreads();
    mg_copy_block<Policy>((char *)a.state + (uint64_t)block.first * Policy::state_size(),
                          states + (uint64_t)block.first * Policy::state_size(), block.count);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_block_edges(const mg_loop_args &a) {
    extern __shared__ uint4 mg_block_states[];
    __shared__ mg_long_rows rows;
    const uint32_t first = blockIdx.x * a.block_vertices, left = a.n - first;
    const mg_vertex_block block = {first, left < a.block_vertices ? left : a.block_vertices};
    /* Callbacks count vertices from the first of all. */
    char *const states = (char *)mg_block_states - (uint64_t)first * Policy::state_size();
    const mg_edge_visitor<Policy> visitor = {a, states};
    mg_follow();
    if (threadIdx.x == 0) {
        rows.count = 0;
    }
    mg_begin_block<Policy, Offset>(a, block, states);
    __syncthreads();
    bool met = false;
#pragma unroll 1
    for (uint32_t side = 0; side < a.sides; side++) {
        met = mg_visit_short<Policy, Offset>(visitor, block, side) || met;
    }
    if (__syncthreads_or(met)) {
#pragma unroll 1
        for (uint32_t side = 0; side < a.sides; side++) {
            mg_visit_longer<Policy, Offset>(visitor, block, side, rows);
        }
        mg_visit_listed<MG_BLOCK_EDGES_THREADS, MG_BLOCK_EDGES_THREADS>(visitor, rows);
        __syncthreads();
    }
    mg_end_block<Policy, Offset>(a, block, states);
}

#endif
