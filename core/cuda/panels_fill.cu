/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_fill.cu: from sorted pieces to chunks, ids and weights, and the blocks' shares of the work.
 *
 * shape: a block of 256 threads a chunk, a thread a piece, lengths in shared memory. fill: a warp a chunk, a lane a
 * piece of each slice.
 */
#include "core/cuda/kernel/append.cuh"

extern "C" {
#include "core/cuda/panels_build.h"
}

#define THREADS 256

/* Pieces of a chunk, by class. */
static __device__ uint32_t mg_chunk_pieces(uint32_t group) {
    const uint32_t kind = group % MG_PIECE_CLASSES;
    return kind == 0 ? 32 : kind == 1 ? 64 : MG_CHUNK_PIECES;
}

/* The last of the groups whose chunks begin at or before c: those without chunks come before one with the same begin.
 */
static __device__ uint32_t mg_group_of(const mg_piece_group *groups, uint32_t count, uint32_t c) {
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (groups[middle].chunk <= c) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Pieces of the chunk that come before piece i when sorted by falling length. */
static __device__ uint32_t mg_sorted_place(const uint8_t *length, uint32_t i) {
    uint32_t place = 0;
    for (uint32_t k = 0; k < MG_CHUNK_PIECES; k++) {
        place += length[k] > length[i] || (length[k] == length[i] && k < i);
    }
    return place;
}

__global__ void shape_kernel(const mg_piece_group *groups, uint32_t group_count, const uint64_t *edges,
                             const uint64_t *pieces, uint32_t chunk_count, mg_panel_chunk *chunks, uint32_t *rows,
                             uint8_t *places, uint64_t *slots, uint64_t *vectors) {
    __shared__ uint8_t length[MG_CHUNK_PIECES], sorted[MG_CHUNK_PIECES];
    const uint32_t i = threadIdx.x;
    for (uint32_t c = blockIdx.x; c < chunk_count; c += gridDim.x) {
        const uint32_t g = mg_group_of(groups, group_count, c), size = mg_chunk_pieces(g);
        const mg_piece_group group = groups[g];
        const uint64_t before = (uint64_t)(c - group.chunk) * size, row = group.row + before;
        const bool have = i < size && before + i < group.pieces, is_short = size == MG_CHUNK_PIECES;
        const uint64_t piece = have ? pieces[group.piece + before + i] : 0;
        __syncthreads();
        length[i] = (uint8_t)(piece >> MG_PIECE_LENGTH_SHIFT);
        __syncthreads();
        const uint32_t slot = is_short ? mg_sorted_place(length, i) : i;
        sorted[slot] = length[i];
        if (i < size) {
            const uint64_t first = piece & ((1ull << MG_PIECE_LENGTH_SHIFT) - 1);
            rows[row + i] = have ? (uint32_t)(edges[first] >> MG_EDGE_ROW_SHIFT) : UINT32_MAX;
            slots[row + slot] = piece;
        }
        if (is_short) {
            places[(uint64_t)(group.place + (c - group.chunk)) * MG_CHUNK_PIECES + i % 32 * 8 + i / 32] = (uint8_t)slot;
        }
        __syncthreads();
        if (i == 0) {
            mg_panel_chunk chunk = {};
            uint32_t halves = 0;
            for (uint32_t s = 0; s < size / 32 && sorted[s * 32]; s++) {
                halves += (sorted[s * 32] + 3) / 4;
                chunk.ends |= 1ull << (halves - 1);
                chunk.slices++;
            }
            const uint32_t needed = (halves + 1) / 2;
            chunk.vectors = (uint16_t)(needed < MG_CHUNK_LEAST ? MG_CHUNK_LEAST : needed);
            chunk.row = (uint32_t)row;
            chunk.place = is_short ? group.place + (c - group.chunk) : UINT32_MAX;
            chunks[c] = chunk;
            vectors[c] = chunk.vectors;
        }
    }
    if (blockIdx.x == 0 && i == 0) {
        vectors[chunk_count] = 0;
    }
}

__global__ void place_kernel(mg_panel_chunk *chunks, uint32_t chunk_count, const uint64_t *vectors) {
    for (uint32_t c = blockIdx.x * THREADS + threadIdx.x; c < chunk_count; c += gridDim.x * THREADS) {
        chunks[c].vector = (uint32_t)vectors[c];
    }
}

/* Where a lane writes: half vector h of a chunk, that begins at `vector`. */
static __device__ uint64_t mg_id_at(uint64_t vector, uint32_t h) {
    return ((vector + h / 2) * 32 + mg_lane()) * 8 + h % 2 * 4;
}

static __device__ uint64_t mg_weight_at(uint64_t vector, uint32_t h) {
    return ((vector * 2 + h) * 32 + mg_lane()) * 4;
}

template <typename W>
__global__ void fill_kernel(const mg_panel_chunk *chunks, uint32_t chunk_count, const uint64_t *edges,
                            const uint64_t *index, const uint64_t *slots, uint32_t width, uint16_t *ids,
                            const mg_panel_source source, W *weights) {
    const uint32_t warps = gridDim.x * (THREADS / 32);
    for (uint32_t c = blockIdx.x * (THREADS / 32) + threadIdx.x / 32; c < chunk_count; c += warps) {
        const mg_panel_chunk chunk = chunks[c];
        uint64_t ends = chunk.ends, begin = 0;
        uint32_t length = 0, at = 0, slice = 0;
        bool is_new = true;
        for (uint32_t h = 0; h < 2u * chunk.vectors; h++, ends >>= 1) {
            if (is_new) {
                const uint64_t piece = ends ? slots[(uint64_t)chunk.row + slice * 32 + mg_lane()] : 0;
                length = (uint32_t)(piece >> MG_PIECE_LENGTH_SHIFT);
                begin = piece & ((1ull << MG_PIECE_LENGTH_SHIFT) - 1);
                at = 0;
                slice++;
            }
#pragma unroll
            for (uint32_t k = 0; k < 4; k++, at++) {
                const bool have = at < length;
                if (ids) {
                    const uint64_t edge = have ? edges[begin + at] : 0;
                    const uint32_t local = (uint32_t)(edge >> MG_EDGE_LOCAL_SHIFT) & 0xffffu;
                    ids[mg_id_at(chunk.vector, h) + k] = (uint16_t)(have ? local : width + mg_lane());
                } else {
                    const uint64_t e = have ? index[begin + at] : 0;
                    const W *from = (const W *)source.receive[e >> 63].weights;
                    weights[mg_weight_at(chunk.vector, h) + k] = have ? from[e << 1 >> 1] : W();
                }
            }
            is_new = ends & 1u;
        }
    }
}

__global__ void costs_kernel(const mg_panels p, uint32_t vector_cost, uint32_t value_size, uint64_t *costs) {
    for (uint32_t c = blockIdx.x * THREADS + threadIdx.x; c < p.chunks; c += gridDim.x * THREADS) {
        costs[c] = p.chunk[c].vectors * vector_cost + p.chunk[c].slices * MG_SLICE_COST * value_size;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        costs[p.chunks] = 0;
    }
}

/* The panel at a point of the line on which panels lie one after the other, each MG_PANEL_COST and its chunks long. */
static __device__ uint64_t mg_panel_begin(const mg_panels &p, const uint64_t *costs, uint32_t panel) {
    return costs[p.panel_chunk[panel]] + (uint64_t)panel * MG_PANEL_COST;
}

static __device__ uint32_t mg_panel_at(const mg_panels &p, const uint64_t *costs, uint64_t at) {
    uint32_t low = 0, high = p.panels - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (mg_panel_begin(p, costs, middle) <= at) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Every panel has a block that stays to its end: the one whose share holds the panel's beginning, unless it gave up a
 * short end because a whole share of the panel follows. */
__global__ void shares_kernel(const mg_panels p, const uint64_t *costs, uint32_t blocks, uint32_t warps,
                              mg_panel_share *shares) {
    for (uint32_t b = threadIdx.x; b < blocks; b += blockDim.x) {
        mg_panel_share share = {1, 0, UINT64_MAX};
        const uint64_t total = p.panels ? mg_panel_begin(p, costs, p.panels) : 0;
        const uint64_t begin = total / blocks * b, end = b + 1 == blocks ? total : total / blocks * (b + 1);
        if (end > begin) {
            share.first = mg_panel_at(p, costs, begin);
            share.last = mg_panel_at(p, costs, end - 1);
            const uint64_t last_end = mg_panel_begin(p, costs, share.last + 1);
            if (share.first < share.last && last_end - end >= end - begin &&
                end - mg_panel_begin(p, costs, share.last) < MG_PANEL_COST) {
                share.last--;
            }
            const bool begun = mg_panel_begin(p, costs, share.first) < begin;
            const uint64_t rest = mg_panel_begin(p, costs, share.first + 1) - begin;
            if (begun && share.first < share.last) {
                share.quota = rest / warps;
                share.first += rest < MG_PANEL_COST / 2;
                share.quota = rest < MG_PANEL_COST / 2 ? UINT64_MAX : share.quota;
            }
        }
        shares[b] = share;
    }
}

static uint32_t blocks_for(uint64_t count) {
    return (uint32_t)(count < 1 ? 1 : count < 65536 ? count : 65536);
}

extern "C" cudaError_t mg__panel_shape(const mg_piece_group *groups, uint32_t group_count, const uint64_t *edges,
                                       const uint64_t *pieces, uint32_t chunk_count, mg_panel_chunk *chunks,
                                       uint32_t *rows, uint8_t *places, uint64_t *slots, uint64_t *vectors,
                                       cudaStream_t stream) {
    shape_kernel<<<blocks_for(chunk_count), THREADS, 0, stream>>>(groups, group_count, edges, pieces, chunk_count,
                                                                  chunks, rows, places, slots, vectors);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_place(mg_panel_chunk *chunks, uint32_t chunk_count, const uint64_t *vectors,
                                       cudaStream_t stream) {
    place_kernel<<<blocks_for(chunk_count / THREADS + 1), THREADS, 0, stream>>>(chunks, chunk_count, vectors);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_fill(const mg_panel_chunk *chunks, uint32_t chunk_count, const uint64_t *edges,
                                      const uint64_t *index, const uint64_t *slots, uint32_t width, uint16_t *ids,
                                      const mg_panel_source *source, uint32_t weight_size, void *weights,
                                      cudaStream_t stream) {
    const uint32_t blocks = blocks_for(chunk_count / (THREADS / 32) + 1);
    if (weight_size == 8) {
        fill_kernel<<<blocks, THREADS, 0, stream>>>(chunks, chunk_count, edges, index, slots, width, ids, *source,
                                                    (uint64_t *)weights);
    } else {
        fill_kernel<<<blocks, THREADS, 0, stream>>>(chunks, chunk_count, edges, index, slots, width, ids, *source,
                                                    (uint32_t *)weights);
    }
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_costs(const mg_panels *panels, uint32_t vector_cost, uint32_t value_size,
                                       uint64_t *costs, cudaStream_t stream) {
    costs_kernel<<<blocks_for(panels->chunks / THREADS + 1), THREADS, 0, stream>>>(*panels, vector_cost, value_size,
                                                                                   costs);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_shares(const mg_panels *panels, const uint64_t *costs, uint32_t blocks, uint32_t warps,
                                        mg_panel_share *shares, cudaStream_t stream) {
    shares_kernel<<<1, 256, 0, stream>>>(*panels, costs, blocks, warps, shares);
    return cudaGetLastError();
}
