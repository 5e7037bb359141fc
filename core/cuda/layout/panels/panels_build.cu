/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_build.cu: from edges by receiver to sorted pieces. Thread-to-work mapping: a vertex, an edge or a run per
 * thread. Shared memory: row offsets for a block's edges; a run whose lanes are capped (panels_cap.cuh).
 */
#include "core/cuda/layout/panels/panels_cap.cuh"

#define THREADS 256
#define TILE 2048 /* edges that a block writes */

static uint32_t blocks_for(uint64_t count) {
    const uint64_t blocks = (count + THREADS - 1) / THREADS;
    return (uint32_t)(blocks < 1 ? 1 : blocks < 65536 ? blocks : 65536);
}

static __device__ uint64_t mg_at(const void *offsets, bool wide, uint32_t v) {
    return wide ? ((const uint64_t *)offsets)[v] : ((const uint32_t *)offsets)[v];
}

static __device__ uint64_t mg_length(const void *offsets, bool wide, uint32_t v) {
    return offsets ? mg_at(offsets, wide, v + 1) - mg_at(offsets, wide, v) : 0;
}

/* Degree groups in falling order, two per power of two; vertices that send nothing come last. */
static __device__ uint32_t mg_group(uint64_t degree) {
    if (degree == 0) {
        return MG_GROUP_NO_SENDERS;
    }
    const uint32_t exponent = 63 - __clzll((long long)degree);
    const uint32_t upper = exponent ? (uint32_t)(degree >> (exponent - 1)) & 1u : 0;
    return MG_GROUP_NO_SENDERS - 1 - (2 * exponent + upper);
}

__global__ void groups_kernel(const mg_panel_source s, uint64_t *keys, uint64_t *values) {
    for (uint32_t v = blockIdx.x * THREADS + threadIdx.x; v < s.n; v += gridDim.x * THREADS) {
        const uint64_t other = s.sides > 1 ? mg_length(s.send[1].offsets, s.wide, v) : 0;
        keys[v] = mg_group(mg_length(s.send[0].offsets, s.wide, v) + other);
        values[v] = v;
    }
}

__global__ void order_kernel(const uint64_t *keys, const uint64_t *values, uint32_t n, uint32_t *order, uint32_t *rank,
                             uint64_t *columns) {
    for (uint32_t r = blockIdx.x * THREADS + threadIdx.x; r < n; r += gridDim.x * THREADS) {
        const uint32_t v = (uint32_t)values[r];
        order[r] = v;
        rank[v] = r;
        if (keys[r] < MG_GROUP_NO_SENDERS && (r + 1 == n || keys[r + 1] == MG_GROUP_NO_SENDERS)) {
            *columns = r + 1;
        }
    }
}

__global__ void degrees_kernel(const mg_panel_source s, const uint32_t *order, uint32_t *out, uint32_t *in,
                               uint64_t *received) {
    for (uint32_t r = blockIdx.x * THREADS + threadIdx.x; r < s.n; r += gridDim.x * THREADS) {
        const uint32_t v = order[r];
        const uint64_t sent = mg_length(s.out_offsets, s.wide, v), got = mg_length(s.in_offsets, s.wide, v);
        out[r] = sent < UINT32_MAX ? (uint32_t)sent : UINT32_MAX;
        if (in) {
            in[r] = got < UINT32_MAX ? (uint32_t)got : UINT32_MAX;
        }
        received[r] =
            mg_length(s.receive[0].offsets, s.wide, v) + (s.sides > 1 ? mg_length(s.receive[1].offsets, s.wide, v) : 0);
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        received[s.n] = 0;
    }
}

/* The last row whose edges begin at or before e. */
static __device__ uint32_t mg_row_of(const uint64_t *begin, uint32_t low, uint32_t high, uint64_t e) {
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (begin[middle] <= e) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Number of a column within its panel, as stored in an edge. */
static __device__ uint32_t mg_local_of(const mg_panels &p, uint32_t bank_lines, uint32_t column) {
    const uint32_t place = p.places ? mg_place_of(column) : column;
    return bank_lines ? place % MG_PANEL_BANKS * bank_lines + place / MG_PANEL_BANKS : place;
}

/* A block writes TILE edges; it searches their rows between those of the first and the last edge. */
__global__ void edges_kernel(const mg_panel_source s, const mg_panels p, uint32_t bank_lines, const uint32_t *rank,
                             const uint64_t *begin, uint64_t edge_count, uint64_t *edges, uint64_t *index) {
    __shared__ uint32_t range[2];
    for (uint64_t tile = (uint64_t)blockIdx.x * TILE; tile < edge_count; tile += (uint64_t)gridDim.x * TILE) {
        const uint64_t end = edge_count - tile < TILE ? edge_count : tile + TILE;
        __syncthreads();
        if (threadIdx.x < 2) {
            range[threadIdx.x] = mg_row_of(begin, 0, s.n - 1, threadIdx.x ? end - 1 : tile);
        }
        __syncthreads();
        for (uint64_t e = tile + threadIdx.x; e < end; e += THREADS) {
            const uint32_t row = mg_row_of(begin, range[0], range[1], e), v = p.order[row];
            const uint64_t first = mg_at(s.receive[0].offsets, s.wide, v);
            const uint64_t length = mg_at(s.receive[0].offsets, s.wide, v + 1) - first;
            const uint64_t i = e - begin[row];
            const bool other = i >= length;
            const uint64_t at = other ? mg_at(s.receive[1].offsets, s.wide, v) + (i - length) : first + i;
            const uint32_t column = rank[s.receive[other].neighbours[at]], panel = column / p.width;
            const uint32_t local = mg_local_of(p, bank_lines, column - panel * p.width);
            edges[e] = (uint64_t)row << MG_EDGE_ROW_SHIFT | (uint64_t)local << MG_EDGE_LOCAL_SHIFT | panel;
            if (index) {
                index[e] = at | (uint64_t)other << 63;
            }
        }
    }
}

/* Number of delta-encoded wide pieces of a run: as many as the busiest lane needs. */
static __device__ uint64_t mg_delta_pieces(const uint64_t *edges, uint32_t bank_lines, uint64_t begin, uint64_t end) {
    uint64_t most = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint64_t count;
        mg_lane_edges(edges, bank_lines, begin, end, lane, &count);
        most = count > most ? count : most;
    }
    return (most + MG_WIDE_MOST / 32 - 1) / (MG_WIDE_MOST / 32);
}

/* Number of wide pieces of a run, and its remaining edges for lane pieces. delta_edges: edges in delta-encoded pieces
 * (panels_cap.cuh), or NULL. */
static __device__ uint64_t mg_wide_pieces(const uint64_t *edges, uint32_t bank_lines, uint64_t begin, uint64_t end,
                                          const uint32_t *delta_edges, uint64_t *rest) {
    const uint64_t length = end - begin;
    if (delta_edges && length >= MG_WIDE_LEAST) {
        *rest = length - *delta_edges;
        return mg_delta_pieces(edges, bank_lines, begin, begin + *delta_edges);
    }
    const uint64_t last = length % MG_WIDE_MOST;
    *rest = last >= MG_WIDE_LEAST ? 0 : last;
    return length / MG_WIDE_MOST + (last >= MG_WIDE_LEAST);
}

/* Also counts the slots of every word of 32 rows. */
__global__ void piece_counts_kernel(const uint64_t *edges, uint32_t bank_lines, const uint32_t *delta_edges,
                                    uint64_t *heads, uint64_t run_count, uint64_t edge_count, uint64_t *counts,
                                    uint32_t *word_slots) {
    for (uint64_t j = blockIdx.x * THREADS + threadIdx.x; j <= run_count; j += (uint64_t)gridDim.x * THREADS) {
        if (j == run_count) {
            heads[j] = edge_count;
            counts[j] = 0;
        } else {
            const uint64_t next = j + 1 == run_count ? edge_count : heads[j + 1];
            uint64_t rest;
            const uint64_t wide =
                mg_wide_pieces(edges, bank_lines, heads[j], next, delta_edges ? delta_edges + j : nullptr, &rest);
            const uint64_t others = (rest + MG_PIECE_IDS - 1) / MG_PIECE_IDS;
            counts[j] = 32 * wide + others;
            atomicAdd(&word_slots[edges[heads[j]] >> (MG_EDGE_ROW_SHIFT + 5)], (uint32_t)(wide + others));
        }
    }
}

static __device__ uint64_t mg_piece(uint64_t begin, uint64_t length) {
    return begin | length << MG_PIECE_LENGTH_SHIFT;
}

/* Writes a wide piece as 32 lane pieces, which stay adjacent when sorted. */
static __device__ void mg_write_wide(uint64_t edge, uint64_t length, uint64_t key, uint64_t *keys, uint64_t *pieces) {
    for (uint64_t lane = 0; lane < 32; lane++) {
        const uint64_t own = length / 32 + (lane < length % 32);
        keys[lane] = key;
        pieces[lane] = mg_piece(edge, own);
        edge += own;
    }
}

/* The same for delta-encoded pieces: the i-th of `wide` pieces has an equal part of each lane's edges. A lane without
 * edges has an empty piece. */
static __device__ void mg_write_delta_pieces(const uint64_t *edges, uint32_t bank_lines, uint64_t begin, uint64_t end,
                                             uint64_t wide, uint64_t key, uint64_t *keys, uint64_t *pieces) {
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint64_t count;
        const uint64_t first = mg_lane_edges(edges, bank_lines, begin, end, lane, &count);
        for (uint64_t i = 0; i < wide; i++) {
            const uint64_t from = count * i / wide, to = count * (i + 1) / wide;
            keys[32 * i + lane] = key;
            pieces[32 * i + lane] = mg_piece(from < to ? first + from : begin, to - from);
        }
    }
}

/* Sort key of a piece: panel, kind, tile, half vectors; the latter ascend and descend in alternate tiles, so that
 * pieces of a slice have similar lengths across a tile boundary. */
static __device__ uint64_t mg_piece_key(uint64_t panel, uint32_t kind, uint32_t tile, uint32_t tile_bits,
                                        uint64_t length) {
    const uint64_t halves = (length + 3) / 4, order = tile & 1u ? halves : MG_PIECE_IDS / 4 + 1 - halves;
    const uint64_t place = panel * MG_PIECE_KINDS + kind;
    return (place << tile_bits | tile) << MG_PIECE_TILE_SHIFT | (kind == MG_PIECE_LANE ? order : 0);
}

__global__ void pieces_kernel(const uint64_t *edges, uint32_t bank_lines, const uint32_t *delta_edges,
                              const uint64_t *heads, const uint64_t *first, uint64_t run_count,
                              const uint32_t *word_tile, uint32_t tile_bits, uint64_t *keys, uint64_t *pieces) {
    for (uint64_t j = blockIdx.x * THREADS + threadIdx.x; j < run_count; j += (uint64_t)gridDim.x * THREADS) {
        const uint64_t end = heads[j + 1], panel = edges[heads[j]] & MG_EDGE_PANEL;
        const uint32_t tile = word_tile[edges[heads[j]] >> (MG_EDGE_ROW_SHIFT + 5)];
        const uint64_t wide_key = mg_piece_key(panel, MG_PIECE_WIDE, tile, tile_bits, 0);
        uint64_t i = first[j], rest, e = heads[j];
        uint64_t wide = mg_wide_pieces(edges, bank_lines, e, end, delta_edges ? delta_edges + j : nullptr, &rest);
        if (delta_edges && wide) {
            mg_write_delta_pieces(edges, bank_lines, e, end - rest, wide, wide_key, keys + i, pieces + i);
            i += 32 * wide;
            wide = 0;
        }
        for (; wide; wide--, i += 32, e += MG_WIDE_MOST) {
            mg_write_wide(e, end - e < MG_WIDE_MOST ? end - e : MG_WIDE_MOST, wide_key, keys + i, pieces + i);
        }
        for (e = end - rest; e < end; e += MG_PIECE_IDS, i++) {
            const uint64_t length = end - e < MG_PIECE_IDS ? end - e : MG_PIECE_IDS;
            keys[i] = mg_piece_key(panel, length == 1 ? MG_PIECE_SINGLE : MG_PIECE_LANE, tile, tile_bits, length);
            pieces[i] = mg_piece(e, length);
        }
    }
}

__global__ void bounds_kernel(const uint64_t *keys, uint64_t piece_count, uint32_t groups, uint32_t tile_bits,
                              uint64_t *bounds) {
    for (uint32_t i = blockIdx.x * THREADS + threadIdx.x; i <= groups; i += gridDim.x * THREADS) {
        const uint64_t key = (uint64_t)i << tile_bits << MG_PIECE_TILE_SHIFT;
        uint64_t low = 0, high = piece_count;
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            if (keys[middle] < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        bounds[i] = i == groups ? piece_count : low;
    }
}

extern "C" cudaError_t mg__panel_groups(const mg_panel_source *source, uint64_t *keys, uint64_t *values,
                                        cudaStream_t stream) {
    groups_kernel<<<blocks_for(source->n), THREADS, 0, stream>>>(*source, keys, values);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_order(const uint64_t *keys, const uint64_t *values, uint32_t n, uint32_t *order,
                                       uint32_t *rank, uint64_t *columns, cudaStream_t stream) {
    order_kernel<<<blocks_for(n), THREADS, 0, stream>>>(keys, values, n, order, rank, columns);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_degrees(const mg_panel_source *source, const uint32_t *order, uint32_t *out,
                                         uint32_t *in, uint64_t *received, cudaStream_t stream) {
    degrees_kernel<<<blocks_for(source->n), THREADS, 0, stream>>>(*source, order, out, in, received);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_edges(const mg_panel_source *source, const mg_panels *layout, uint32_t bank_lines,
                                       const uint32_t *rank, const uint64_t *begin, uint64_t edge_count,
                                       uint64_t *edges, uint64_t *index, cudaStream_t stream) {
    edges_kernel<<<blocks_for(edge_count / (TILE / THREADS)), THREADS, 0, stream>>>(*source, *layout, bank_lines, rank,
                                                                                    begin, edge_count, edges, index);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_cap(uint64_t *edges, uint32_t bank_lines, const uint64_t *heads, uint64_t run_count,
                                     uint64_t edge_count, uint32_t *delta_edges, cudaStream_t stream) {
    cap_kernel<<<blocks_for(run_count), CAP_THREADS, 0, stream>>>(edges, bank_lines, heads, run_count, edge_count,
                                                                  delta_edges);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_piece_counts(const uint64_t *edges, uint32_t bank_lines, const uint32_t *delta_edges,
                                              uint64_t *heads, uint64_t run_count, uint64_t edge_count,
                                              uint64_t *counts, uint32_t *word_slots, cudaStream_t stream) {
    piece_counts_kernel<<<blocks_for(run_count + 1), THREADS, 0, stream>>>(edges, bank_lines, delta_edges, heads,
                                                                           run_count, edge_count, counts, word_slots);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_pieces(const uint64_t *edges, uint32_t bank_lines, const uint32_t *delta_edges,
                                        const uint64_t *heads, const uint64_t *first, uint64_t run_count,
                                        const uint32_t *word_tile, int tile_bits, uint64_t *keys, uint64_t *pieces,
                                        cudaStream_t stream) {
    pieces_kernel<<<blocks_for(run_count), THREADS, 0, stream>>>(
        edges, bank_lines, delta_edges, heads, first, run_count, word_tile, (uint32_t)tile_bits, keys, pieces);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_bounds(const uint64_t *keys, uint64_t piece_count, uint32_t groups, int tile_bits,
                                        uint64_t *bounds, cudaStream_t stream) {
    bounds_kernel<<<blocks_for(groups + 1), THREADS, 0, stream>>>(keys, piece_count, groups, (uint32_t)tile_bits,
                                                                  bounds);
    return cudaGetLastError();
}
