/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_fill.cu: from sorted pieces to chunks, ids and weights, and the panels that blocks begin with.
 *
 * shape: a block of 256 threads a chunk, a thread a piece, lengths in shared memory. fill: a warp a chunk, a lane a
 * piece of each slice.
 */
#include "core/cuda/kernel/append.cuh"

extern "C" {
#include "core/cuda/panels_build.h"
}

#define THREADS 256

/* Pieces of a chunk, by class: 64 half vectors at most. */
static __device__ uint32_t mg_chunk_pieces(uint32_t group) {
    const uint32_t kind = group % MG_PIECE_CLASSES;
    return kind < 2 ? 64 : kind == 2 ? 128 : MG_WINDOW;
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

/* Pieces of the chunk that come before piece i when sorted by falling number of half vectors: those with equally many
 * stay in the order of their rows. */
static __device__ uint32_t mg_sorted_place(const uint8_t *length, uint32_t i) {
    const uint32_t own = (length[i] + 3u) / 4;
    uint32_t place = 0;
    for (uint32_t k = 0; k < MG_WINDOW; k++) {
        const uint32_t other = (length[k] + 3u) / 4;
        place += other > own || (other == own && k < i);
    }
    return place;
}

static __device__ uint64_t mg_piece_edge(uint64_t piece) {
    return piece & ((1ull << MG_PIECE_LENGTH_SHIFT) - 1);
}

/* A chunk from the lengths of its pieces in the order of their lanes. */
static __device__ mg_panel_chunk mg_make_chunk(const uint8_t *length, uint32_t size, uint32_t slot, bool wide) {
    mg_panel_chunk chunk = {};
    uint32_t halves = 0;
    for (uint32_t s = 0; s < size / 32 && length[s * 32]; s++) {
        halves += (length[s * 32] + 3) / 4;
        chunk.ends |= 1ull << (halves - 1);
        chunk.slices++;
    }
    const uint32_t needed = (halves + 1) / 2;
    chunk.vectors = (uint16_t)(needed < MG_CHUNK_LEAST ? MG_CHUNK_LEAST : needed);
    chunk.slot = slot;
    chunk.wide = wide;
    return chunk;
}

/* Says whose a slot is. */
static __device__ void mg_name_slot(const mg_panel_shape &s, uint32_t slot, uint64_t piece, uint32_t panel) {
    const uint32_t row = piece ? (uint32_t)(s.edges[mg_piece_edge(piece)] >> MG_EDGE_ROW_SHIFT) : UINT32_MAX;
    s.rows[slot] = row;
    if (s.slot_keys) {
        s.slot_keys[slot] = piece ? (uint64_t)row << s.panel_bits | panel : UINT64_MAX;
        s.slot_at[slot] = slot;
    }
}

__global__ void shape_kernel(const mg_panel_shape s) {
    __shared__ uint8_t length[MG_WINDOW], sorted[MG_WINDOW];
    const uint32_t i = threadIdx.x;
    for (uint32_t c = blockIdx.x; c < s.chunk_count; c += gridDim.x) {
        const uint32_t g = mg_group_of(s.groups, s.group_count, c), size = mg_chunk_pieces(g);
        const mg_piece_group group = s.groups[g];
        const uint64_t before = (uint64_t)(c - group.chunk) * size;
        const bool is_short = size == MG_WINDOW, wide = g % MG_PIECE_CLASSES == 0;
        const uint64_t piece = i < size && before + i < group.pieces ? s.pieces[group.piece + before + i] : 0;
        const uint32_t slot = group.slot + (uint32_t)(wide ? before / 32 : before);
        __syncthreads();
        length[i] = (uint8_t)(piece >> MG_PIECE_LENGTH_SHIFT);
        __syncthreads();
        const uint32_t lane = is_short ? mg_sorted_place(length, i) : i;
        sorted[lane] = length[i];
        if (i < size) {
            s.placed[group.place + before + lane] = piece;
            if (!wide) {
                mg_name_slot(s, slot + lane, piece, g / MG_PIECE_CLASSES);
            } else if (piece && i % 32 == 0) {
                mg_name_slot(s, slot + i / 32, piece, g / MG_PIECE_CLASSES);
            }
        }
        __syncthreads();
        if (i == 0) {
            s.chunks[c] = mg_make_chunk(sorted, size, slot, wide);
            s.vectors[c] = s.chunks[c].vectors;
        }
    }
    if (blockIdx.x == 0 && i == 0) {
        s.vectors[s.chunk_count] = 0;
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
__global__ void fill_kernel(const mg_panel_shape s, const uint64_t *index, uint32_t width, uint16_t *ids,
                            const mg_panel_source source, W *weights) {
    const uint32_t warps = gridDim.x * (THREADS / 32);
    for (uint32_t c = blockIdx.x * (THREADS / 32) + threadIdx.x / 32; c < s.chunk_count; c += warps) {
        const mg_panel_chunk chunk = s.chunks[c];
        const uint32_t g = mg_group_of(s.groups, s.group_count, c);
        const uint64_t *placed = s.placed + s.groups[g].place + (uint64_t)(c - s.groups[g].chunk) * mg_chunk_pieces(g);
        uint64_t ends = chunk.ends, begin = 0;
        uint32_t length = 0, at = 0, slice = 0;
        bool is_new = true;
        for (uint32_t h = 0; h < 2u * chunk.vectors; h++, ends >>= 1) {
            if (is_new) {
                const uint64_t piece = ends ? placed[slice * 32 + mg_lane()] : 0;
                length = (uint32_t)(piece >> MG_PIECE_LENGTH_SHIFT);
                begin = mg_piece_edge(piece);
                at = 0;
                slice++;
            }
#pragma unroll
            for (uint32_t k = 0; k < 4; k++, at++) {
                const bool have = at < length;
                if (ids) {
                    const uint64_t edge = have ? s.edges[begin + at] : 0;
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

__global__ void costs_kernel(const mg_panels p, uint64_t *costs) {
    for (uint32_t c = blockIdx.x * THREADS + threadIdx.x; c < p.chunks; c += gridDim.x * THREADS) {
        costs[c] = p.chunk[c].vectors * MG_VECTOR_COST + p.chunk[c].slices * MG_SLICE_COST;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        costs[p.chunks] = 0;
    }
}

/* The panel at a point of the line on which panels lie one after the other, each MG_PANEL_COST and its chunks long. */
static __device__ uint64_t mg_panel_begin(const mg_panels &p, uint32_t panel) {
    return p.costs[p.panel_chunk[panel]] + (uint64_t)panel * MG_PANEL_COST;
}

static __device__ uint32_t mg_panel_at(const mg_panels &p, uint64_t at) {
    uint32_t low = 0, high = p.panels - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (mg_panel_begin(p, middle) <= at) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Every block begins with the panel in which its share of the line begins; where it goes on is seen while it runs. */
__global__ void beginnings_kernel(const mg_panels p, uint32_t blocks, uint32_t *first, uint32_t *beginners) {
    const uint64_t total = p.panels ? mg_panel_begin(p, p.panels) : 0;
    for (uint32_t i = threadIdx.x; i < p.panels; i += blockDim.x) {
        beginners[i] = 0;
    }
    __syncthreads();
    for (uint32_t b = threadIdx.x; b < blocks; b += blockDim.x) {
        first[b] = p.panels ? mg_panel_at(p, total / blocks * b) : 0;
        if (p.panels) {
            atomicAdd(&beginners[first[b]], 1);
        }
    }
}

static uint32_t blocks_for(uint64_t count) {
    return (uint32_t)(count < 1 ? 1 : count < 65536 ? count : 65536);
}

extern "C" cudaError_t mg__panel_shape(const mg_panel_shape *shape, cudaStream_t stream) {
    shape_kernel<<<blocks_for(shape->chunk_count), THREADS, 0, stream>>>(*shape);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_place(mg_panel_chunk *chunks, uint32_t chunk_count, const uint64_t *vectors,
                                       cudaStream_t stream) {
    place_kernel<<<blocks_for(chunk_count / THREADS + 1), THREADS, 0, stream>>>(chunks, chunk_count, vectors);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_fill(const mg_panel_shape *shape, const uint64_t *index, uint32_t width, uint16_t *ids,
                                      const mg_panel_source *source, uint32_t weight_size, void *weights,
                                      cudaStream_t stream) {
    const uint32_t blocks = blocks_for(shape->chunk_count / (THREADS / 32) + 1);
    if (weight_size == 8) {
        fill_kernel<<<blocks, THREADS, 0, stream>>>(*shape, index, width, ids, *source, (uint64_t *)weights);
    } else {
        fill_kernel<<<blocks, THREADS, 0, stream>>>(*shape, index, width, ids, *source, (uint32_t *)weights);
    }
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_costs(const mg_panels *panels, uint64_t *costs, cudaStream_t stream) {
    costs_kernel<<<blocks_for(panels->chunks / THREADS + 1), THREADS, 0, stream>>>(*panels, costs);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_beginnings(const mg_panels *panels, uint32_t blocks, uint32_t *first,
                                            uint32_t *beginners, cudaStream_t stream) {
    beginnings_kernel<<<1, 1024, 0, stream>>>(*panels, blocks, first, beginners);
    return cudaGetLastError();
}
