/* SPDX-License-Identifier: Apache-2.0 */
extern "C" {
#include "core/cuda/graph/hubs.h"
}

/* A warp takes the forward row of a hub at a time. All its vertices are hubs. */
__global__ void join_hubs(mg_forward_args forward, uint32_t n, uint32_t *joined) {
    const uint32_t warps = gridDim.x * blockDim.x / 32, lane = threadIdx.x % 32;
    for (uint64_t u = (blockIdx.x * blockDim.x + threadIdx.x) / 32; u < n; u += warps) {
        const uint32_t a = forward.hub[u];
        if (a == MG_NO_HUB) {
            continue;
        }
        for (uint64_t e = forward.offsets[u] + lane; e < forward.offsets[u + 1]; e += 32) {
            const uint32_t b = forward.hub[forward.neighbours[e]];
            atomicOr(&joined[(uint64_t)a * forward.hub_words + b / 32], 1u << b % 32);
            atomicOr(&joined[(uint64_t)b * forward.hub_words + a / 32], 1u << a % 32);
        }
    }
}

extern "C" cudaError_t mg__launch_join_hubs(const mg_forward_args *forward, uint32_t n, uint32_t *joined,
                                            cudaStream_t stream) {
    const uint32_t blocks = n / 8 + 1 < 4096 ? n / 8 + 1 : 4096;
    join_hubs<<<blocks, 256, 0, stream>>>(*forward, n, joined);
    return cudaGetLastError();
}
