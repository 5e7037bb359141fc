/* SPDX-License-Identifier: Apache-2.0
 *
 * depths.cu: the tiles kernel for depths, and the order in which the flow kernel takes tiles.
 */
#include "core/cuda/kernel/tiles.cuh"

#include <cub/device/device_radix_sort.cuh>

extern "C" {
#include "core/cuda/depths.h"
}

#define THREADS 256

/* A label program whose first labels others wrote. */
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

/* A warp to a tile: when its first vertex is due, and what the tile adds to the summary. */
static __global__ void depths_first_places(mg_tiles tiles, const uint32_t *depth, bool backward, uint32_t *place,
                                           uint32_t *entry, mg_depth_summary *summary) {
    const uint32_t k = blockIdx.x * (THREADS / 32) + threadIdx.x / 32;
    if (k >= tiles.count) {
        return;
    }
    uint32_t least = MG_FLOW_UNREACHED, most = 0;
    for (uint32_t p = tiles.first[k] + mg_lane(); p < tiles.first[k + 1]; p += 32) {
        least = min(least, depth[p]);
        most = max(most, depth[p] == MG_FLOW_UNREACHED ? 0 : depth[p]);
    }
    least = mg_warp_least(least);
    most = ~mg_warp_least(~most);
    if (mg_lane() == 0) {
        const bool reached = least != MG_FLOW_UNREACHED;
        place[k] = !reached ? MG_FLOW_UNREACHED : backward ? MG_FLOW_LAST - most : least;
        entry[k] = reached ? k + 1 : 0;
        if (reached) {
            atomicAdd(&summary->tiles, 1);
            atomicMax(&summary->deepest, most);
        }
    }
}

static mg_status order(mg_context *context, mg_cuda *cuda, const mg_tiles *tiles, const uint32_t *depth, bool backward,
                       uint32_t *words, void *scratch, size_t bytes, uint32_t *list, mg_depth_summary *summary) {
    mg_status status = MG_OK;
    uint32_t *const place = words, *const sorted = words + tiles->count, *const entry = words + 2 * tiles->count;
    const uint32_t blocks = (tiles->count + THREADS / 32 - 1) / (THREADS / 32);
    MG_CUDA_TRY(context, cudaMemsetAsync(summary, 0, sizeof *summary, cuda->stream), "clearing device memory");
    depths_first_places<<<blocks, THREADS, 0, cuda->stream>>>(*tiles, depth, backward, place, entry, summary);
    MG_CUDA_TRY(context, cudaGetLastError(), "the tiles' first levels");
    MG_CUDA_TRY(context,
                cub::DeviceRadixSort::SortPairs(scratch, bytes, place, sorted, entry, list, (int)tiles->count, 0, 32,
                                                cuda->stream),
                "sorting tiles");
out:
    return status;
}

extern "C" mg_status mg__depths_order(mg_context *context, mg_cuda *cuda, const mg_tiles *tiles, const uint32_t *depth,
                                      bool backward, uint32_t *list, mg_depth_summary *summary) {
    mg_status status = MG_OK;
    void *words = NULL, *scratch = NULL;
    size_t bytes = 0;
    MG_CUDA_TRY(context,
                cub::DeviceRadixSort::SortPairs(NULL, bytes, (uint32_t *)NULL, (uint32_t *)NULL, (uint32_t *)NULL,
                                                (uint32_t *)NULL, (int)tiles->count, 0, 32, cuda->stream),
                "sorting tiles");
    MG_TRY(mg__cuda_get(context, cuda, &words, (uint64_t)tiles->count * 12, "the order of tiles"));
    MG_TRY(mg__cuda_get(context, cuda, &scratch, bytes, "the order of tiles"));
    MG_TRY(order(context, cuda, tiles, depth, backward, (uint32_t *)words, scratch, bytes, list, summary));
out:
    mg__cuda_release(cuda, words);
    mg__cuda_release(cuda, scratch);
    return status;
}
