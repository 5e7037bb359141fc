/* SPDX-License-Identifier: Apache-2.0
 *
 * kernels.cuh: the __global__ functions for a policy, and the table of a phase's kernels.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_KERNELS_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_KERNELS_CUH

#include "core/cuda/kernel/batch/batch_loop.cuh"
#include "core/cuda/kernel/common/kernels.h"
#include "core/cuda/kernel/dense/blocks.cuh"
#include "core/cuda/kernel/gather/groups.cuh"
#include "core/cuda/kernel/gather/triangles.cuh"
#include "core/cuda/kernel/loop/loop.cuh"
#include "core/cuda/kernel/rows/rows.cuh"
#include "core/cuda/kernel/segments/segments.cuh"
#include "core/cuda/kernel/sweep/phases.cuh"
#include "core/cuda/kernel/sweep/range_edges.cuh"
#include "core/cuda/kernel/tiles/dataflow.cuh"

#ifndef MG_WIDE_ARCHITECTURE
#define MG_WIDE_ARCHITECTURE 80
#endif

/* Wide kernels, whose offsets have 64 bits, are empty for older architectures than this: mg__device_graph() refuses
 * graphs of 2^32 arcs there. */
template <typename Offset>
__device__ constexpr bool mg_is_compiled() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 10 * MG_WIDE_ARCHITECTURE
    return sizeof(Offset) == 4;
#else
    return true;
#endif
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_LOOP_THREADS, 4) mg_loop_kernel(const __grid_constant__ mg_loop_args a) {
    if constexpr (mg_is_compiled<Offset>()) {
        __shared__ mg_loop_shared<typename Policy::bits> shared;
        mg_loop<Policy, Offset>(a, shared);
    }
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_LOOP_THREADS) mg_vertices_kernel(const __grid_constant__ mg_loop_args a) {
    if constexpr (mg_is_compiled<Offset>()) {
        mg_vertices<Policy, Offset>(a);
    }
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_LOOP_THREADS, MG_EDGES_OCCUPANCY)
    mg_edges_kernel(const __grid_constant__ mg_loop_args a) {
    if constexpr (mg_is_compiled<Offset>()) {
        mg_edges<Policy, Offset>(a);
    }
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_RANGE_EDGES_THREADS)
    mg_range_edges_kernel(const __grid_constant__ mg_loop_args a) {
    if constexpr (mg_is_compiled<Offset>()) {
        mg_range_edges<Policy, Offset>(a);
    }
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_LOOP_THREADS, MG_BATCH_OCCUPANCY)
    mg_batch_kernel(const __grid_constant__ mg_loop_args a) {
    if constexpr (mg_is_compiled<Offset>()) {
        __shared__ mg_loop_shared<typename Policy::bits> shared;
        mg_batch_loop<Policy, Offset>(a, shared);
    }
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_SEGMENT_THREADS, 1)
    mg_segments_kernel(const __grid_constant__ mg_segments_args a) {
    if constexpr (mg_is_compiled<Offset>()) {
        mg_segments_steps<Policy, Offset>(a);
    }
}

template <typename Policy>
__global__ void __launch_bounds__(MG_LOOP_THREADS) mg_most_frequent_kernel(const __grid_constant__ mg_loop_args a) {
    mg_most_frequent_label<Policy>(a);
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_LOOP_THREADS, MG_TRIANGLES_BLOCKS)
    mg_triangles_kernel(const __grid_constant__ mg_gather_args a) {
    if constexpr (mg_is_compiled<Offset>()) {
        mg_triangles<Policy, Offset>(a);
    }
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_LOOP_THREADS) mg_groups_kernel(const __grid_constant__ mg_gather_args a) {
    if constexpr (mg_is_compiled<Offset>()) {
        mg_groups<Policy, Offset>(a);
    }
}

template <typename Policy>
__global__ void __launch_bounds__(MG_TILES_THREADS, 2) mg_tiles_kernel(const __grid_constant__ mg_tiles_args a) {
    mg_tiles_run<Policy>(a);
}

template <typename Policy>
__global__ void __launch_bounds__(MG_DATAFLOW_THREADS) mg_dataflow_kernel(const __grid_constant__ mg_dataflow_args a) {
    mg_dataflow_run<Policy>(a);
}

template <typename Policy>
__global__ void __launch_bounds__(MG_DENSE_THREADS, 1) mg_dense_kernel(const __grid_constant__ mg_dense_args a) {
    mg_dense_sums<Policy>(a);
}

template <typename Policy>
__global__ void __launch_bounds__(MG_BLOCK_THREADS, 1) mg_blocks_kernel(const __grid_constant__ mg_dense_args a) {
    mg_matrix_block_sums<Policy>(a);
}

template <typename Policy>
__global__ void __launch_bounds__(MG_ROW_THREADS, MG_SUM_BLOCKS)
    mg_dense_rows_kernel(const __grid_constant__ mg_dense_args a) {
    mg_dense_steps<Policy>(a);
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_ROW_THREADS, MG_ROW_BLOCKS)
    mg_rows_kernel(const __grid_constant__ mg_dense_args a) {
    if constexpr (mg_is_compiled<Offset>()) {
        mg_rows_steps<Policy, Offset>(a);
    }
}

/* Only the kernel families that the phase's kind needs are compiled; batch kernels only with MG_CUDA_BATCH, dense ones
 * not with MG_CUDA_SPARSE. */
template <typename Policy>
static mg_kernel_table mg_kernels_of() {
    mg_kernel_table t = {};
    if constexpr (Policy::gathers_groups()) {
        t.kernel[MG_KERNEL_GROUPS][0] = (const void *)mg_groups_kernel<Policy, uint32_t>;
        t.kernel[MG_KERNEL_GROUPS][1] = (const void *)mg_groups_kernel<Policy, uint64_t>;
    } else if constexpr (Policy::kind() == MG_KIND_TRIANGLES) {
        t.kernel[MG_KERNEL_TRIANGLES][0] = (const void *)mg_triangles_kernel<Policy, uint32_t>;
        t.kernel[MG_KERNEL_TRIANGLES][1] = (const void *)mg_triangles_kernel<Policy, uint64_t>;
    } else if constexpr (Policy::kind() == MG_KIND_PROGRAM) {
        if constexpr (!Policy::is_row_wise()) { /* mg__cuda_rows_eligible() takes the others */
            t.kernel[MG_KERNEL_LOOP][0] = (const void *)mg_loop_kernel<Policy, uint32_t>;
            t.kernel[MG_KERNEL_LOOP][1] = (const void *)mg_loop_kernel<Policy, uint64_t>;
        }
#ifdef MG_PAPER_LAYOUTS
        if constexpr (!Policy::is_all_active()) {
            t.kernel[MG_KERNEL_SEGMENTS][0] = (const void *)mg_segments_kernel<Policy, uint32_t>;
            t.kernel[MG_KERNEL_SEGMENTS][1] = (const void *)mg_segments_kernel<Policy, uint64_t>;
        }
#endif
        if constexpr (Policy::is_ordered_label()) {
            t.kernel[MG_KERNEL_TILES][0] = (const void *)mg_tiles_kernel<Policy>;
        }
        if constexpr (Policy::has_depths()) {
            t.kernel[MG_KERNEL_DATAFLOW][0] = (const void *)mg_dataflow_kernel<Policy>;
        }
#ifndef MG_CUDA_SPARSE
        t.kernel[MG_KERNEL_DENSE][0] = t.kernel[MG_KERNEL_DENSE][1] = (const void *)mg_dense_kernel<Policy>;
        t.kernel[MG_KERNEL_DENSE_ROWS][0] = t.kernel[MG_KERNEL_DENSE_ROWS][1] =
            (const void *)mg_dense_rows_kernel<Policy>;
#ifdef MG_PAPER_LAYOUTS
        t.kernel[MG_KERNEL_BLOCKS][0] = t.kernel[MG_KERNEL_BLOCKS][1] = (const void *)mg_blocks_kernel<Policy>;
#endif
#endif
        if constexpr (Policy::is_all_active()) {
            t.kernel[MG_KERNEL_ROWS][0] = (const void *)mg_rows_kernel<Policy, uint32_t>;
            t.kernel[MG_KERNEL_ROWS][1] = (const void *)mg_rows_kernel<Policy, uint64_t>;
        }
#ifdef MG_CUDA_BATCH
        t.kernel[MG_KERNEL_BATCH][0] = (const void *)mg_batch_kernel<Policy, uint32_t>;
        t.kernel[MG_KERNEL_BATCH][1] = (const void *)mg_batch_kernel<Policy, uint64_t>;
#endif
    } else if constexpr (Policy::kind() == MG_KIND_VERTICES) {
        t.kernel[MG_KERNEL_VERTICES][0] = (const void *)mg_vertices_kernel<Policy, uint32_t>;
        t.kernel[MG_KERNEL_VERTICES][1] = (const void *)mg_vertices_kernel<Policy, uint64_t>;
    } else if constexpr (Policy::kind() == MG_KIND_EDGES && Policy::is_within_blocks()) {
        t.kernel[MG_KERNEL_RANGE_EDGES][0] = (const void *)mg_range_edges_kernel<Policy, uint32_t>;
        t.kernel[MG_KERNEL_RANGE_EDGES][1] = (const void *)mg_range_edges_kernel<Policy, uint64_t>;
    } else if constexpr (Policy::kind() == MG_KIND_EDGES) {
        t.kernel[MG_KERNEL_EDGES][0] = (const void *)mg_edges_kernel<Policy, uint32_t>;
        t.kernel[MG_KERNEL_EDGES][1] = (const void *)mg_edges_kernel<Policy, uint64_t>;
    } else {
        t.kernel[MG_KERNEL_MOST_FREQUENT][0] = t.kernel[MG_KERNEL_MOST_FREQUENT][1] =
            (const void *)mg_most_frequent_kernel<Policy>;
    }
    return t;
}

#endif
