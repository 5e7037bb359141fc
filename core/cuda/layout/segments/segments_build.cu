/* SPDX-License-Identifier: Apache-2.0
 *
 * segments_build.cu: from rows to segments. Thread-to-work mapping: a vertex per thread; to count and place edges a
 * warp takes a sender, 32 edges at a time, in their order. Shared memory: for each warp, its sender's edge count per
 * part.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/layout/segments/segments_build.h"
#include "core/cuda/layout/sorts.h"
}

#define THREADS 256
#define WARPS (THREADS / 32)
#define GROUP_BITS 3 /* groups 1 to 4, and low vertices */

static uint32_t blocks_for(uint64_t threads) {
    const uint64_t blocks = threads / THREADS + 1;
    return blocks < 8192 ? (uint32_t)blocks : 8192;
}

template <typename Offset>
__global__ void groups_kernel(mg_segments_source s) {
    const Offset *const offsets = (const Offset *)s.in_offsets;
    for (uint32_t base = blockIdx.x * THREADS + threadIdx.x - mg_warp_lane(); base < s.n; base += gridDim.x * THREADS) {
        const uint32_t v = base + mg_warp_lane();
        uint32_t group = 4;
        if (v < s.n) {
            const uint64_t degree = offsets[v + 1] - offsets[v];
            group = degree < s.degree ? 4 : degree >= 2048 ? 0 : degree >= 1024 ? 1 : degree >= 512 ? 2 : 3;
            s.keys[0][v] = group;
            s.vertices[0][v] = v;
        }
        const uint32_t high = __popc(__ballot_sync(MG_ALL_LANES, group < 4));
        if (mg_warp_lane() == 0 && high) {
            atomicAdd(s.rows, high);
        }
    }
}

__global__ void rank_kernel(const uint32_t *row, uint32_t rows, uint32_t *rank) {
    for (uint32_t i = blockIdx.x * THREADS + threadIdx.x; i < rows; i += gridDim.x * THREADS) {
        rank[row[i]] = i;
    }
}

static __device__ uint32_t part_of(const mg_segments_source &s, uint32_t rank) {
    const uint32_t segment = rank / s.width + 1; /* those beyond the last segment are low */
    return segment < s.parts ? segment : 0;
}

/* Calls place(lane's edge, receiver's rank, part, edges of the sender in the part before it) for all edges of the
 * warp's sender; counts them in `seen`. */
template <typename Offset, typename Place>
static __device__ void each_edge(const mg_segments_source &s, uint32_t sender, uint32_t *seen, Place place) {
    const Offset *const offsets = (const Offset *)s.send.offsets;
    const Offset begin = offsets[sender], end = offsets[sender + 1];
    for (Offset base = begin; base < end; base += 32) {
        const Offset e = base + mg_warp_lane();
        const bool have = e < end;
        const uint32_t rank = have ? s.rank[s.send.neighbours[e]] : 0, part = have ? part_of(s, rank) : 0xffffffffu;
        const uint32_t same = __match_any_sync(MG_ALL_LANES, part),
                       before = __popc(same & ((1u << mg_warp_lane()) - 1));
        if (have) {
            place(e, rank, part, seen[part] + before);
        }
        __syncwarp();
        if (have && before == 0) {
            seen[part] += __popc(same);
        }
        __syncwarp();
    }
}

template <typename Offset>
__global__ void count_kernel(mg_segments_source s, Offset *offsets) {
    __shared__ uint32_t counts[WARPS][MG_SEGMENTS_MAX + 1];
    uint32_t *const seen = counts[threadIdx.x / 32];
    for (uint32_t v = blockIdx.x * WARPS + threadIdx.x / 32; v < s.n; v += gridDim.x * WARPS) {
        if (mg_warp_lane() < s.parts) {
            seen[mg_warp_lane()] = 0;
        }
        __syncwarp();
        each_edge<Offset>(s, v, seen, [](Offset, uint32_t, uint32_t, uint32_t) {});
        if (mg_warp_lane() < s.parts) {
            offsets[(uint64_t)mg_warp_lane() * s.n + v] = seen[mg_warp_lane()];
        }
    }
}

template <typename Offset>
__global__ void fill_kernel(mg_segments_source s, mg_device_segments layout, uint32_t *neighbours, uint16_t *ids,
                            void *weights, uint32_t size) {
    __shared__ uint32_t counts[WARPS][MG_SEGMENTS_MAX + 1];
    const Offset *const offsets = (const Offset *)layout.offsets;
    uint32_t *const seen = counts[threadIdx.x / 32];
    for (uint32_t v = blockIdx.x * WARPS + threadIdx.x / 32; v < s.n; v += gridDim.x * WARPS) {
        if (mg_warp_lane() < s.parts) {
            seen[mg_warp_lane()] = 0;
        }
        __syncwarp();
        each_edge<Offset>(s, v, seen, [&](Offset e, uint32_t rank, uint32_t part, uint32_t before) {
            const uint64_t to = offsets[(uint64_t)part * s.n + v] + before;
            if (ids && part) {
                ids[to - layout.low_edges] = (uint16_t)(rank % s.width);
            } else if (ids) {
                neighbours[to] = s.send.neighbours[e];
            }
            if (size == 8) {
                ((uint64_t *)weights)[to] = ((const uint64_t *)s.send.weights)[e];
            } else if (size == 4) {
                ((uint32_t *)weights)[to] = ((const uint32_t *)s.send.weights)[e];
            }
        });
    }
}

extern "C" cudaError_t mg__cuda_segments_order(const mg_segments_source *s, void *temporary, size_t *bytes,
                                               cudaStream_t stream) {
    if (temporary && s->wide) {
        groups_kernel<unsigned long long><<<blocks_for(s->n), THREADS, 0, stream>>>(*s);
    } else if (temporary) {
        groups_kernel<uint32_t><<<blocks_for(s->n), THREADS, 0, stream>>>(*s);
    }
    return mg__sort_small_pairs(temporary, bytes, s->keys[0], s->keys[1], s->vertices[0], s->vertices[1], s->n,
                                GROUP_BITS, stream);
}

extern "C" cudaError_t mg__cuda_segments_rank(const mg_segments_source *s, const uint32_t *row, uint32_t rows,
                                              cudaStream_t stream) {
    rank_kernel<<<blocks_for(rows), THREADS, 0, stream>>>(row, rows, s->rank);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__cuda_segments_count(const mg_segments_source *s, void *offsets, cudaStream_t stream) {
    const uint32_t blocks = blocks_for(32ull * s->n);
    if (s->wide) {
        count_kernel<unsigned long long><<<blocks, THREADS, 0, stream>>>(*s, (unsigned long long *)offsets);
    } else {
        count_kernel<uint32_t><<<blocks, THREADS, 0, stream>>>(*s, (uint32_t *)offsets);
    }
    return cudaGetLastError();
}

extern "C" cudaError_t mg__cuda_segments_scan(const mg_segments_source *s, void *offsets, void *temporary,
                                              size_t *bytes, cudaStream_t stream) {
    const uint64_t count = (uint64_t)s->parts * s->n + 1;
    uint32_t *const narrow = (uint32_t *)offsets;
    return s->wide ? mg__prefix_sums(temporary, bytes, (uint64_t *)offsets, count, stream)
                   : mg__small_prefix_sums(temporary, bytes, narrow, narrow, count, stream);
}

extern "C" cudaError_t mg__cuda_segments_fill(const mg_segments_source *s, const mg_device_segments *layout,
                                              uint32_t *neighbours, uint16_t *ids, void *weights, size_t size,
                                              cudaStream_t stream) {
    const uint32_t blocks = blocks_for(32ull * s->n), bytes = weights ? (uint32_t)size : 0;
    if (s->wide) {
        fill_kernel<unsigned long long><<<blocks, THREADS, 0, stream>>>(*s, *layout, neighbours, ids, weights, bytes);
    } else {
        fill_kernel<uint32_t><<<blocks, THREADS, 0, stream>>>(*s, *layout, neighbours, ids, weights, bytes);
    }
    return cudaGetLastError();
}
