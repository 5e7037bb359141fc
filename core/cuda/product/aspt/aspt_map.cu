/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_map.cu: which column has each slot of the dense tiles. Thread-to-work mapping: a thread block takes a part, a
 * warp a row. Shared memory: none. All nonzeros of a slot have the same column, so they may all store it.
 */
extern "C" {
#include "core/cuda/product/aspt/aspt_kernels.h"
}

static __global__ void __launch_bounds__(MG_ASPT_THREADS) map_kernel(const __grid_constant__ mg_aspt_mapping p) {
    const mg_aspt_part part = p.aspt.parts[blockIdx.x];
    const uint32_t slots = p.aspt.tile_columns;
    const uint64_t *const starts = p.aspt.starts + part.starts;
    for (uint32_t row = threadIdx.x / 32; row < part.rows; row += MG_ASPT_THREADS / 32) {
        for (uint32_t t = part.first; t < part.end; t++) {
            const uint64_t *const own = starts + (uint64_t)row * part.tiles + t;
            uint32_t *const map = p.map + (uint64_t)(part.map + t - part.first) * slots;
            for (uint64_t e = own[0] + threadIdx.x % 32; e < own[1]; e += 32) {
                const uint32_t column = p.aspt.column[e];
                map[column & (slots - 1)] = column;
            }
        }
    }
}

extern "C" const void *mg__aspt_map_kernel(void) {
    return (const void *)map_kernel;
}
