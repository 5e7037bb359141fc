/* SPDX-License-Identifier: Apache-2.0
 *
 * linked.cu: the kernels over linked callbacks, for values of 4 and of 8 bytes: all of them as LTO-IR (full kernels),
 * and each family (MG_ONLY_...) as machine code that calls the callbacks (quick kernels, MG_QUICK), except the large
 * kernels for 64-bit offsets.
 */
#include "core/cuda/kernel/batch/batch_loop.cuh"
#include "core/cuda/kernel/common/linked.cuh"
#include "core/cuda/kernel/dense/blocks.cuh"
#include "core/cuda/kernel/loop/loop.cuh"
#include "core/cuda/kernel/rows/rows.cuh"
#include "core/cuda/kernel/segments/segments.cuh"
#include "core/cuda/kernel/sweep/phases.cuh"
#include "core/cuda/kernel/sweep/range_edges.cuh"
#include "core/cuda/kernel/tiles/dataflow.cuh"

#if !defined(MG_QUICK) || defined(MG_ONLY_LOOP_32)
extern "C" __global__ void __launch_bounds__(MG_LOOP_THREADS, 4) mg_loop_32(const __grid_constant__ mg_loop_args a) {
    __shared__ mg_loop_shared<linked_program::bits> shared;
    mg_loop<linked_program, uint32_t>(a, shared);
}
#endif

#ifndef MG_QUICK
extern "C" __global__ void __launch_bounds__(MG_LOOP_THREADS, 4) mg_loop_64(const __grid_constant__ mg_loop_args a) {
    __shared__ mg_loop_shared<linked_program::bits> shared;
    mg_loop<linked_program, uint64_t>(a, shared);
}
#endif

#if !defined(MG_QUICK) || defined(MG_ONLY_SEGMENTS)
extern "C" __global__ void __launch_bounds__(MG_SEGMENT_THREADS, 1)
    mg_segments_32(const __grid_constant__ mg_segments_args a) {
    mg_segments_steps<linked_program, uint32_t>(a);
}

extern "C" __global__ void __launch_bounds__(MG_SEGMENT_THREADS, 1)
    mg_segments_64(const __grid_constant__ mg_segments_args a) {
    mg_segments_steps<linked_program, uint64_t>(a);
}
#endif

#if !defined(MG_QUICK) || defined(MG_ONLY_SWEEPS)
extern "C" __global__ void __launch_bounds__(MG_LOOP_THREADS) mg_vertices_32(const __grid_constant__ mg_loop_args a) {
    mg_vertices<linked_program, uint32_t>(a);
}

extern "C" __global__ void __launch_bounds__(MG_LOOP_THREADS) mg_vertices_64(const __grid_constant__ mg_loop_args a) {
    mg_vertices<linked_program, uint64_t>(a);
}

extern "C" __global__ void __launch_bounds__(MG_LOOP_THREADS, MG_EDGES_OCCUPANCY)
    mg_edges_32(const __grid_constant__ mg_loop_args a) {
    mg_edges<linked_program, uint32_t>(a);
}

extern "C" __global__ void __launch_bounds__(MG_LOOP_THREADS, MG_EDGES_OCCUPANCY)
    mg_edges_64(const __grid_constant__ mg_loop_args a) {
    mg_edges<linked_program, uint64_t>(a);
}

extern "C" __global__ void __launch_bounds__(MG_RANGE_EDGES_THREADS)
    mg_range_edges_32(const __grid_constant__ mg_loop_args a) {
    mg_range_edges<linked_program, uint32_t>(a);
}

extern "C" __global__ void __launch_bounds__(MG_RANGE_EDGES_THREADS)
    mg_range_edges_64(const __grid_constant__ mg_loop_args a) {
    mg_range_edges<linked_program, uint64_t>(a);
}

extern "C" __global__ void __launch_bounds__(MG_LOOP_THREADS) mg_most_frequent(const __grid_constant__ mg_loop_args a) {
    mg_most_frequent_label<linked_program>(a);
}
#endif

#if !defined(MG_QUICK) || defined(MG_ONLY_TILES)
extern "C" __global__ void __launch_bounds__(MG_TILES_THREADS, 2) mg_tiles_32(const __grid_constant__ mg_tiles_args a) {
    mg_tiles_run<linked_program>(a);
}
#endif

#if !defined(MG_QUICK) || defined(MG_ONLY_DATAFLOW)
extern "C" __global__ void __launch_bounds__(MG_DATAFLOW_THREADS)
    mg_dataflow_32(const __grid_constant__ mg_dataflow_args a) {
    mg_dataflow_run<linked_program>(a);
}
#endif

#if !defined(MG_QUICK) || defined(MG_ONLY_DENSE)
extern "C" __global__ void __launch_bounds__(MG_DENSE_THREADS, 1)
    mg_dense_gather_all(const __grid_constant__ mg_dense_args a) {
    mg_dense_sums<linked_program>(a);
}
#endif

#if !defined(MG_QUICK) || defined(MG_ONLY_BLOCKS)
extern "C" __global__ void __launch_bounds__(MG_BLOCK_THREADS, 1)
    mg_blocks_all(const __grid_constant__ mg_dense_args a) {
    mg_matrix_block_sums<linked_program>(a);
}
#endif

#if !defined(MG_QUICK) || defined(MG_ONLY_DENSE_ROWS)
extern "C" __global__ void __launch_bounds__(MG_ROW_THREADS, MG_SUM_BLOCKS)
    mg_dense_rows_all(const __grid_constant__ mg_dense_args a) {
    mg_dense_steps<linked_program>(a);
}
#endif

#if !defined(MG_QUICK) || defined(MG_ONLY_ROWS_32)
extern "C" __global__ void __launch_bounds__(MG_ROW_THREADS, MG_ROW_BLOCKS)
    mg_rows_32(const __grid_constant__ mg_dense_args a) {
    mg_rows_steps<linked_program, uint32_t>(a);
}
#endif

#ifndef MG_QUICK
extern "C" __global__ void __launch_bounds__(MG_ROW_THREADS, MG_ROW_BLOCKS)
    mg_rows_64(const __grid_constant__ mg_dense_args a) {
    mg_rows_steps<linked_program, uint64_t>(a);
}
#endif

#ifndef MG_QUICK
extern "C" __global__ void __launch_bounds__(MG_LOOP_THREADS, MG_BATCH_OCCUPANCY)
    mg_batch_32(const __grid_constant__ mg_loop_args a) {
    __shared__ mg_loop_shared<linked_program::bits> shared;
    mg_batch_loop<linked_program, uint32_t>(a, shared);
}

extern "C" __global__ void __launch_bounds__(MG_LOOP_THREADS, MG_BATCH_OCCUPANCY)
    mg_batch_64(const __grid_constant__ mg_loop_args a) {
    __shared__ mg_loop_shared<linked_program::bits> shared;
    mg_batch_loop<linked_program, uint64_t>(a, shared);
}
#endif
