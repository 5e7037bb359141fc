/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_steps.cuh: the edges of a lane of a wide piece as bytes (kernel/dense_args.h): a block of places, then steps.
 */
#ifndef MG_CORE_CUDA_PANELS_STEPS_CUH
#define MG_CORE_CUDA_PANELS_STEPS_CUH

extern "C" {
#include "core/cuda/panels_build.h"
}

/* Are the slices of a kind written as steps? */
static __device__ bool mg_is_near(const mg_panel_shape &s, uint32_t kind) {
    return s.near && kind == MG_PIECE_WIDE;
}

static __device__ uint32_t mg_place_at(const mg_panel_shape &s, uint64_t edge) {
    return (uint32_t)(s.edges[edge] >> MG_EDGE_LOCAL_SHIFT) & 0xffffu;
}

/* Calls write(byte) for what a lane's edges are as steps: the block that the first one is in, then from the beginning
 * of that block, which is of no column, from place to place. Where a step is too long, it leads to the next block
 * first. */
template <typename Write>
static __device__ void mg_write_steps(const mg_panel_shape &s, uint64_t edge, uint32_t length, uint32_t *place,
                                      Write write) {
    *place = length ? mg_place_at(s, edge) / MG_PANEL_BLOCK * MG_PANEL_BLOCK : 0;
    write(*place / MG_PANEL_BLOCK);
    for (uint32_t i = 0; i < length; i++) {
        const uint32_t next = mg_place_at(s, edge + i);
        while (next - *place > 0xffu) {
            const uint32_t block = (*place / MG_PANEL_BLOCK + 1) * MG_PANEL_BLOCK;
            write(block - *place);
            *place = block;
        }
        write(next - *place);
        *place = next;
    }
}

/* Bytes that follow one another in half vectors of a lane, 8 in each. */
struct mg_lane_bytes {
    uint8_t *of_lane; /* those of the chunk's first half vector */
    uint32_t count;

    __device__ __forceinline__ void put(uint32_t byte) {
        const uint32_t half = count / 8;
        of_lane[half / 2 * 512 + half % 2 * 8 + count % 8] = (uint8_t)byte;
        count++;
    }
};

#endif
