/* SPDX-License-Identifier: Apache-2.0
 *
 * depths.cu: the tiles kernel whose labels are breadth-first depths (kernel/tiles/tiles.cuh).
 */
#include "core/cuda/kernel/tiles/tiles.cuh"

extern "C" {
#include "core/cuda/graph/depths.h"
}

/* A label program whose initial labels are already stored. */
struct depth_program {
    typedef uint32_t bits;

    MG_CALL constexpr uint32_t properties() {
        return MG_LABEL | MG_MONOTONE;
    }
    MG_CALL constexpr uint32_t frontier() {
        return MG_FRONTIER_INIT;
    }
    MG_CALL constexpr uint32_t monoid() {
        return MG_MIN;
    }
    MG_CALL constexpr uint32_t value_type() {
        return MG_UINT32;
    }
    MG_CALL constexpr uint32_t state_size() {
        return sizeof(uint32_t);
    }
    MG_CALL constexpr bits identity() {
        return MG_UNREACHED;
    }
    MG_CALL bool init(const mg_ctx *, const void *, void *) {
        return false;
    }
    MG_CALL bits edge(const void *, bits depth, const void *, uint64_t, const void *) {
        return depth + 1;
    }
    MG_CALL bits combine(bits a, bits b) {
        return a < b ? a : b;
    }
    MG_CALL uint32_t priority(const void *, bits depth) {
        return depth;
    }
};

static __global__ void __launch_bounds__(MG_TILES_THREADS, 2) depths_kernel(const __grid_constant__ mg_tiles_args a) {
    mg_tiles_run<depth_program>(a);
}

extern "C" const void *mg__depths_kernel(void) {
    return (const void *)depths_kernel;
}
