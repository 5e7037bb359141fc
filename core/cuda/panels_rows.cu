/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_rows.cu: from the slots, sorted by row and panel, to the lines that tell what makes a row's sum. A thread
 * takes a row, or a word of 32 rows.
 */
#include "core/cuda/kernel/append.cuh"

extern "C" {
#include "core/cuda/panels_build.h"
}

#define THREADS 256

__global__ void rows_kernel(const uint64_t *keys, uint64_t count, int panel_bits, uint32_t n, uint64_t *begin) {
    for (uint64_t r = blockIdx.x * THREADS + threadIdx.x; r <= n; r += (uint64_t)gridDim.x * THREADS) {
        uint64_t low = 0, high = count;
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            if (keys[middle] < r << panel_bits) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        begin[r] = low;
    }
}

__global__ void lines_kernel(const uint64_t *begin, uint32_t n, uint64_t *lines) {
    const uint32_t words = n / 32 + (n % 32 != 0);
    for (uint32_t w = blockIdx.x * THREADS + threadIdx.x; w <= words; w += gridDim.x * THREADS) {
        uint64_t most = 0;
        for (uint64_t r = 32ull * w; r < 32ull * w + 32 && r < n; r++) {
            const uint64_t own = begin[r + 1] - begin[r];
            most = own > most ? own : most;
        }
        lines[w] = most;
    }
}

/* All lanes of a warp have rows of one word. */
__global__ void slots_kernel(const uint64_t *at, const uint64_t *begin, const uint64_t *lines, uint32_t n,
                             uint32_t *slots, uint32_t *line_begin) {
    const uint64_t rows = (n + 31ull) / 32 * 32;
    for (uint64_t r = blockIdx.x * THREADS + threadIdx.x; r < rows + 32; r += (uint64_t)gridDim.x * THREADS) {
        if (r % 32 == 0) {
            line_begin[r / 32] = (uint32_t)lines[r / 32];
        }
        if (r >= rows) {
            continue;
        }
        const uint64_t first = lines[r / 32], count = lines[r / 32 + 1] - first;
        const uint64_t from = r < n ? begin[r] : 0, own = r < n ? begin[r + 1] - from : 0;
        for (uint64_t k = 0; k < count; k++) {
            slots[(first + k) * 32 + r % 32] = k < own ? (uint32_t)at[from + k] : MG_NO_SLOT;
        }
    }
}

static uint32_t blocks_for(uint64_t count) {
    const uint64_t blocks = count / THREADS + 1;
    return (uint32_t)(blocks < 65536 ? blocks : 65536);
}

extern "C" cudaError_t mg__panel_rows(const uint64_t *keys, uint64_t count, int panel_bits, uint32_t n, uint64_t *begin,
                                      uint64_t *lines, cudaStream_t stream) {
    rows_kernel<<<blocks_for(n + 1ull), THREADS, 0, stream>>>(keys, count, panel_bits, n, begin);
    lines_kernel<<<blocks_for(n / 32 + 2ull), THREADS, 0, stream>>>(begin, n, lines);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_lines(const uint64_t *at, const uint64_t *begin, const uint64_t *lines, uint32_t n,
                                       uint32_t *slots, uint32_t *line_begin, cudaStream_t stream) {
    slots_kernel<<<blocks_for(n + 64ull), THREADS, 0, stream>>>(at, begin, lines, n, slots, line_begin);
    return cudaGetLastError();
}
