/* SPDX-License-Identifier: Apache-2.0
 *
 * panel_choice.cuh: which panel a block of the gather kernel takes next (work stealing between panels).
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_PANEL_CHOICE_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_PANEL_CHOICE_CUH

#include "core/cuda/kernel/common/append.cuh"
#include "core/cuda/kernel/dense/dense_args.h"

/* How much a panel would gain from one more block: remaining cost per block at work there. Panels without a block come
 * first. */
MG_DEVICE unsigned long long mg_panel_gain_key(const mg_dense_args &a, uint32_t panel) {
    const uint32_t end = a.panels.panel_chunk[panel + 1], taken = __ldcg(&a.panel_progress[panel].chunk);
    const uint32_t blocks = __ldcg(&a.panel_progress[panel].blocks);
    const unsigned long long left = taken < end ? a.panels.costs[end] - a.panels.costs[taken] : 0;
    if (blocks == 0) {
        return left | 1ull << 46;
    }
    const float each = __fdividef((float)left, (float)blocks); /* a 64-bit division takes a microsecond */
    return each > MG_PANEL_COST ? (unsigned long long)each : 0;
}

/* The panel that this block takes next; a.panels.panels: none pays off. All threads call. */
MG_DEVICE uint32_t mg_next_panel(const mg_dense_args &a) {
    __shared__ unsigned long long best;
    __syncthreads();
    if (threadIdx.x == 0) {
        best = 0;
    }
    __syncthreads();
    unsigned long long mine = 0;
    for (uint32_t p = threadIdx.x; p < a.panels.panels; p += blockDim.x) {
        const unsigned long long need = mg_panel_gain_key(a, p), key = need ? need << 16 | p : 0;
        mine = key > mine ? key : mine;
    }
    if (mine) {
        atomicMax(&best, mine);
    }
    __syncthreads();
    const uint32_t panel = best ? (uint32_t)best & 0xffffu : a.panels.panels;
    if (best && threadIdx.x == 0) {
        atomicAdd(&a.panel_progress[panel].blocks, 1);
    }
    return panel;
}

/* Resets the progress of all panels. All threads of a launch call. */
MG_DEVICE void mg_reset_panels(const mg_dense_args &a) {
    const uint32_t threads = gridDim.x * blockDim.x;
#pragma unroll 1
    for (uint32_t p = blockIdx.x * blockDim.x + threadIdx.x; p < a.panels.panels; p += threads) {
        a.panel_progress[p].chunk = a.panels.first_shared[p];
        a.panel_progress[p].blocks = a.panels.starting_blocks[p];
    }
}

#endif
