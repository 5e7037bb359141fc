/* SPDX-License-Identifier: Apache-2.0
 *
 * range_edges.cuh: EDGES phases inside vertex ranges (MG_WITHIN_BLOCKS). Thread-to-work mapping: a thread block takes a
 * vertex range; a thread takes vertices MG_RANGE_EDGES_THREADS apart, four at a time; longer rows are visited by warps
 * and by the whole block, as in edges.cuh. Shared memory (dynamic): the states of the range.
 */
#ifndef MG_CORE_CUDA_KERNEL_SWEEP_RANGE_EDGES_CUH
#define MG_CORE_CUDA_KERNEL_SWEEP_RANGE_EDGES_CUH

#include "core/cuda/kernel/sweep/edges.cuh"

#define MG_ROWS_IN_FLIGHT 4u /* rows that a thread visits at a time */

/* A vertex range. */
struct mg_vertex_range {
    uint32_t first, count;
};

/* Copies the range's states; their size need not be a multiple of 4 bytes. */
template <typename Policy>
MG_DEVICE void mg_copy_range(void *to, const void *from, uint32_t count) {
    const uint32_t bytes = count * Policy::state_size();
    if (Policy::state_size() % 4 == 0) {
        for (uint32_t i = threadIdx.x; i < bytes / 4; i += MG_RANGE_EDGES_THREADS) {
            ((uint32_t *)to)[i] = ((const uint32_t *)from)[i];
        }
    } else {
        for (uint32_t i = threadIdx.x; i < bytes; i += MG_RANGE_EDGES_THREADS) {
            ((char *)to)[i] = ((const char *)from)[i];
        }
    }
}

/* Visits short rows; loads of MG_ROWS_IN_FLIGHT rows are issued together. True: the thread has seen a longer row. */
template <typename Policy, typename Offset>
MG_DEVICE bool mg_visit_short(const mg_edge_visitor<Policy> &visitor, mg_vertex_range range, uint32_t side) {
    const mg_device_side &s = visitor.a.send[side];
    bool has_long = false;
#pragma unroll 1
    for (uint32_t i = threadIdx.x; i < range.count; i += MG_ROWS_IN_FLIGHT * MG_RANGE_EDGES_THREADS) {
        uint64_t at[MG_ROWS_IN_FLIGHT];
        uint32_t left[MG_ROWS_IN_FLIGHT], u[MG_ROWS_IN_FLIGHT], most = 0;
#pragma unroll
        for (uint32_t k = 0; k < MG_ROWS_IN_FLIGHT; k++) {
            const uint32_t j = i + k * MG_RANGE_EDGES_THREADS;
            uint64_t end = 0;
            at[k] = 0;
            if (j < range.count && visitor.selects(range.first + j)) {
                mg_edges_of<Policy, Offset>(s, range.first + j, &at[k], &end);
            }
            has_long = has_long || end - at[k] > MG_EDGES_LANE;
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
                if (u[k] - range.first < range.count) { /* false for MG_NONE */
                    visitor.visit(range.first + i + k * MG_RANGE_EDGES_THREADS, u[k], side, at[k] + e);
                }
            }
        }
    }
    return has_long;
}

/* Visits the longer rows. All threads call. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_visit_longer(const mg_edge_visitor<Policy> &visitor, mg_vertex_range range, uint32_t side,
                               mg_long_rows &rows) {
#pragma unroll 1
    for (uint32_t base = threadIdx.x - mg_warp_lane(); base < range.count; base += MG_RANGE_EDGES_THREADS) {
        const uint32_t v = range.first + base + mg_warp_lane();
        mg_edge_row row = {v, side, 0, 0};
        if (base + mg_warp_lane() < range.count && visitor.selects(v)) {
            mg_edges_of<Policy, Offset>(visitor.a.send[side], v, &row.begin, &row.end);
        }
        mg_visit_by_warp(visitor, row, rows);
    }
}

/* Before the edges: `init`, or loads the states. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_begin_range(const mg_loop_args &a, mg_vertex_range range, char *states) {
    char *const own = states + (uint64_t)range.first * Policy::state_size();
    if (Policy::has() & MG_HAS_INIT) {
        for (uint32_t i = threadIdx.x; i < range.count; i += MG_RANGE_EDGES_THREADS) {
            const mg_ctx ctx = mg_make_context<Policy, Offset>(a, range.first + i, 0, a.sweep.totals);
            Policy::init(&ctx, a.params, own + i * Policy::state_size());
        }
    } else {
        mg_copy_range<Policy>(own, (const char *)a.state + (uint64_t)range.first * Policy::state_size(), range.count);
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_end_range(const mg_loop_args &a, mg_vertex_range range, char *states) {
    double unused[MG_LOOP_TOTALS];
    for (uint32_t i = threadIdx.x; i < range.count; i += MG_RANGE_EDGES_THREADS) {
        const mg_ctx ctx = mg_make_context<Policy, Offset>(a, range.first + i, 0, a.sweep.totals);
        Policy::vertex(&ctx, a.params, states, unused);
    }
    __syncthreads();
    mg_copy_range<Policy>((char *)a.state + (uint64_t)range.first * Policy::state_size(),
                          states + (uint64_t)range.first * Policy::state_size(), range.count);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_range_edges(const mg_loop_args &a) {
    extern __shared__ uint4 mg_range_states[];
    __shared__ mg_long_rows rows;
    const uint32_t first = blockIdx.x * a.sweep.range_vertices, left = a.n - first;
    const mg_vertex_range range = {first, left < a.sweep.range_vertices ? left : a.sweep.range_vertices};
    /* Callbacks index states by global vertex id. */
    char *const states = (char *)mg_range_states - (uint64_t)first * Policy::state_size();
    const mg_edge_visitor<Policy> visitor = {a, states};
    mg_wait_dependency();
    if (threadIdx.x == 0) {
        rows.count = 0;
    }
    mg_begin_range<Policy, Offset>(a, range, states);
    __syncthreads();
    bool has_long = false;
#pragma unroll 1
    for (uint32_t side = 0; side < a.sides; side++) {
        has_long = mg_visit_short<Policy, Offset>(visitor, range, side) || has_long;
    }
    if (__syncthreads_or(has_long)) {
#pragma unroll 1
        for (uint32_t side = 0; side < a.sides; side++) {
            mg_visit_longer<Policy, Offset>(visitor, range, side, rows);
        }
        mg_visit_listed<MG_RANGE_EDGES_THREADS, MG_RANGE_EDGES_THREADS>(visitor, rows);
        __syncthreads();
    }
    mg_end_range<Policy, Offset>(a, range, states);
}

#endif
