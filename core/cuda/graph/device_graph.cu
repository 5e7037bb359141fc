/* SPDX-License-Identifier: Apache-2.0
 *
 * device_graph.cu: finds every row's neighbour of largest degree, on the device.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/graph/device_graph.h"
}

template <typename Offset>
static __device__ uint32_t mg_degree(const Offset *offsets, uint32_t u) {
    return (uint32_t)min((unsigned long long)(offsets[u + 1] - offsets[u]), 0xffffffffull);
}

/* The neighbour of largest degree, the first one of several; a short row per lane, a long one per warp. */
template <typename Offset>
__global__ void largest_kernel(const Offset *offsets, const Offset *degrees, const uint32_t *neighbours, uint32_t n,
                               uint32_t *first) {
    const uint32_t threads = gridDim.x * blockDim.x;
    for (uint32_t base = blockIdx.x * blockDim.x + threadIdx.x - mg_warp_lane(); base < n; base += threads) {
        const uint32_t v = base + mg_warp_lane();
        const Offset begin = v < n ? offsets[v] : 0, end = v < n ? offsets[v + 1] : 0;
        unsigned long long best = 0; /* degree above, position from the row's end below: the first of several wins */
        const bool is_long = end - begin > 32;
        for (Offset e = begin; e < end && !is_long; e++) {
            const uint32_t u = neighbours[e], degree = mg_degree(degrees, u);
            const unsigned long long key = (unsigned long long)degree << 32 | (uint32_t)(end - e);
            best = key > best ? key : best;
        }
        for (uint32_t rows = __ballot_sync(MG_ALL_LANES, is_long); rows; rows &= rows - 1) {
            const int lane = __ffs(rows) - 1;
            const Offset from = __shfl_sync(MG_ALL_LANES, begin, lane), to = __shfl_sync(MG_ALL_LANES, end, lane);
            unsigned long long mine = 0;
            for (Offset e = from + mg_warp_lane(); e < to; e += 32) {
                const uint32_t degree = mg_degree(degrees, neighbours[e]);
                const unsigned long long key = (unsigned long long)degree << 32 | (uint32_t)(to - e);
                mine = key > mine ? key : mine;
            }
            for (int offset = 16; offset; offset >>= 1) {
                const unsigned long long other = __shfl_xor_sync(MG_ALL_LANES, mine, offset);
                mine = other > mine ? other : mine;
            }
            best = lane == (int)mg_warp_lane() ? mine : best;
        }
        if (v < n) {
            first[v] = begin < end ? neighbours[end - (uint32_t)best] : 0xffffffffu;
        }
    }
}

extern "C" cudaError_t mg__launch_largest(const mg_device_csr *csr, const void *degrees, uint32_t n, bool wide,
                                          cudaStream_t stream) {
    const uint32_t blocks = n / 256 + 1 < 4096 ? n / 256 + 1 : 4096;
    if (wide) {
        largest_kernel<<<blocks, 256, 0, stream>>>((const unsigned long long *)csr->offsets,
                                                   (const unsigned long long *)degrees, csr->neighbours, n,
                                                   csr->largest_neighbour);
    } else {
        largest_kernel<<<blocks, 256, 0, stream>>>((const uint32_t *)csr->offsets, (const uint32_t *)degrees,
                                                   csr->neighbours, n, csr->largest_neighbour);
    }
    return cudaGetLastError();
}
