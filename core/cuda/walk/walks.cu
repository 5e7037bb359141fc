/* SPDX-License-Identifier: Apache-2.0
 *
 * walks.cu: random walks, one a thread, by the steps of walk_step.h.
 */
extern "C" {
#include "core/cuda/walk/walk_args.h"
}

#define WARPS 8 /* of a thread block */
#define THREADS (32 * WARPS)
#define PLACES 16u         /* of each walk that are written together: two sectors of memory */
#define PITCH (PLACES + 1) /* threads write to different banks of shared memory */
#define MOST_BLOCKS 65536u

/* Writes places `from` to `end` of the walks of a warp, half a warp those of a walk. */
static __device__ void write_places(const mg_walk_args &a, uint64_t first, const uint32_t *places, uint64_t from,
                                    uint64_t end) {
    const uint32_t lane = threadIdx.x % 32, place = lane % PLACES;
    const uint64_t rows = a.count - first < 32 ? a.count - first : 32, pitch = (uint64_t)a.length + 1;
    if (from + place < end) {
        for (uint32_t row = lane / PLACES; row < rows; row += 32 / PLACES) {
            __stcs(&a.out[(first + row) * pitch + from + place], places[row * PITCH + place]);
        }
    }
}

/* A thread a walk, warps in strides. PITCH words of shared memory a thread: single vertices would be written to as many
 * sectors as there are threads, which then take the place of the graph in the second-level cache. */
__global__ void walks_kernel(const mg_walk_args a) {
    __shared__ uint32_t all_places[THREADS * PITCH];
    const uint32_t lane = threadIdx.x % 32;
    uint32_t *const places = all_places + (threadIdx.x - lane) * PITCH, *const mine = places + lane * PITCH;
    const uint64_t threads = (uint64_t)gridDim.x * THREADS, end = (uint64_t)a.length + 1;
    for (uint64_t first = (uint64_t)blockIdx.x * THREADS + threadIdx.x - lane; first < a.count; first += threads) {
        const uint64_t row = a.first + first + lane, source = row / a.walks, key = mg_walk_key(&a.rule, row);
        uint32_t before = MG_WALK_END, at = MG_WALK_END;
        if (first + lane < a.count) {
            at = a.sources ? a.sources[source] : (uint32_t)source;
        }
        for (uint64_t from = 0; from < end; from += PLACES) {
            const uint32_t count = end - from < PLACES ? (uint32_t)(end - from) : PLACES;
            for (uint32_t i = 0; i < count; i++) {
                if (at != MG_WALK_END && from + i) {
                    const uint32_t next = mg_walk_next(&a.graph, &a.rule, key, (uint32_t)(from + i - 1), before, at);
                    before = at;
                    at = next;
                }
                mine[i] = at;
            }
            __syncwarp();
            write_places(a, first, places, from, from + count);
            __syncwarp();
        }
    }
}

extern "C" cudaError_t mg__launch_walks(const mg_walk_args *args, cudaStream_t stream) {
    const uint64_t blocks = args->count / THREADS + 1;
    walks_kernel<<<(uint32_t)(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
