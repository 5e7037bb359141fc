/* SPDX-License-Identifier: Apache-2.0
 *
 * walks.cu: random walks, one a thread, by the steps of walk_step.h.
 */
extern "C" {
#include "core/cuda/walk/walk_args.h"
}

#define THREADS 256
#define MOST_BLOCKS 65536u

__global__ void walks_kernel(const mg_walk_args a) {
    const uint64_t threads = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += threads) {
        const uint64_t row = a.first + i, source = row / a.walks, key = mg_walk_key(&a.rule, row);
        uint32_t *const out = a.out + i * ((uint64_t)a.length + 1);
        uint32_t before = MG_WALK_END, at = a.sources ? a.sources[source] : (uint32_t)source;
        out[0] = at;
        for (uint32_t step = 0; step < a.length; step++) {
            const uint32_t next =
                at == MG_WALK_END ? MG_WALK_END : mg_walk_next(&a.graph, &a.rule, key, step, before, at);
            before = at;
            at = next;
            out[step + 1] = at;
        }
    }
}

extern "C" cudaError_t mg__launch_walks(const mg_walk_args *args, cudaStream_t stream) {
    const uint64_t blocks = args->count / THREADS + 1;
    walks_kernel<<<(uint32_t)(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
