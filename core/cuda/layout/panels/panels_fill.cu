/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_fill.cu: from sorted pieces to slices, chunks, ids and weights. Thread-to-work mapping: slices: a warp per
 * slice, a lane per piece; chunks: a thread per chunk; large_weights: strided weights per thread; fill: a warp per
 * chunk, a lane per piece of each slice.
 */
#include "core/cuda/layout/panels/panels_steps.cuh"

#define THREADS 256

/* The last of the groups whose slices begin at or before s: those without slices come before one with the same begin.
 */
static __device__ uint32_t mg_group_of(const mg_piece_group *groups, uint32_t count, uint64_t s) {
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (groups[middle].slice <= s) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

static __device__ uint64_t mg_piece_edge(uint64_t piece) {
    return piece & ((1ull << MG_PIECE_LENGTH_SHIFT) - 1);
}

static __device__ uint32_t mg_most_of_lanes(uint32_t value) {
    for (int offset = 16; offset; offset >>= 1) {
        const uint32_t other = __shfl_xor_sync(MG_ALL_LANES, value, offset);
        value = other > value ? other : value;
    }
    return value;
}

/* The piece that a lane sums in a slice of a group; UINT64_MAX: none. */
static __device__ uint64_t mg_piece_at(const mg_piece_group &group, uint64_t slice) {
    const uint64_t i = (slice - group.slice) * 32 + mg_warp_lane();
    return i < group.pieces ? group.piece + i : UINT64_MAX;
}

/* Place of a slot among the row tiles' slots, from its piece's cell. */
static __device__ uint64_t mg_slot_place(const mg_panel_shape &s, uint64_t piece, uint32_t each) {
    uint64_t low = 0, high = s.cell_count - 1;
    while (low < high) {
        const uint64_t middle = low + (high - low + 1) / 2;
        if (s.cell_piece[middle] <= piece) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return s.cell_at[low] + (piece - s.cell_piece[low]) / each;
}

/* Stores the row of a slot. */
static __device__ void mg_name_slot(const mg_panel_shape &s, uint64_t slot, uint64_t piece, uint32_t each) {
    const bool have = piece != UINT64_MAX;
    const uint32_t row = have ? (uint32_t)(s.edges[mg_piece_edge(s.pieces[piece])] >> MG_EDGE_ROW_SHIFT) : UINT32_MAX;
    s.rows[slot] = row;
    if (s.cell_piece) {
        s.slot_keys[slot] = have ? row : s.n;
        s.slot_at[slot] = have ? mg_slot_place(s, piece, each) : 0;
    }
}

/* Half vectors of a lane's piece. */
static __device__ uint32_t mg_lane_halves(const mg_panel_shape &s, uint32_t kind, uint64_t piece) {
    const uint32_t length = (uint32_t)(piece >> MG_PIECE_LENGTH_SHIFT);
    if (!mg_is_delta_encoded(s, kind)) {
        return (length + 3) / 4;
    }
    uint32_t bytes = 0;
    mg_write_deltas(
        s, mg_piece_edge(piece), length, [&](uint32_t) { bytes++; }, [] { return false; });
    return (bytes + 7) / 8;
}

__global__ void slices_kernel(const mg_panel_shape s) {
    const uint64_t warps = (uint64_t)gridDim.x * (THREADS / 32);
    for (uint64_t i = (uint64_t)blockIdx.x * (THREADS / 32) + threadIdx.x / 32; i < s.slice_count; i += warps) {
        const uint32_t g = mg_group_of(s.groups, s.group_count, i), kind = g % MG_PIECE_KINDS;
        const mg_piece_group group = s.groups[g];
        const uint64_t piece = mg_piece_at(group, i);
        const uint32_t halves = mg_most_of_lanes(piece != UINT64_MAX ? mg_lane_halves(s, kind, s.pieces[piece]) : 0);
        if (kind != MG_PIECE_WIDE) {
            mg_name_slot(s, group.slot + (i - group.slice) * 32 + mg_warp_lane(), piece, 1);
        } else if (mg_warp_lane() == 0) {
            mg_name_slot(s, group.slot + (i - group.slice), piece, 32);
        }
        if (mg_warp_lane() == 0) {
            s.halves[i] = kind == MG_PIECE_SINGLE ? 0 : halves;
        }
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        s.halves[s.slice_count] = 0;
    }
}

#define SPAN 1024u /* slices that are cut into chunks one after the other */

/* Finds the first slices of groups, of chunks of single edges (equally many slices each), and of spans of the
 * others. */
__global__ void starts_kernel(const mg_panel_shape s) {
    for (uint64_t i = blockIdx.x * THREADS + threadIdx.x; i <= s.slice_count; i += (uint64_t)gridDim.x * THREADS) {
        bool begins = false;
        if (i < s.slice_count) {
            const uint32_t g = mg_group_of(s.groups, s.group_count, i);
            const uint64_t before = i - s.groups[g].slice;
            begins =
                g % MG_PIECE_KINDS == MG_PIECE_SINGLE ? before % s.chunk_singles == 0 : before == 0 || i % SPAN == 0;
        }
        s.starts[i] = begins;
    }
}

/* The first slice that no longer fits a chunk that starts with `first`. One warp calls. */
static __device__ uint64_t mg_chunk_end(const mg_panel_shape &s, uint64_t first, uint64_t end) {
    const uint64_t most = s.halves[first] + s.chunk_halves;
    uint64_t next = first + 1;
    uint32_t fit = MG_ALL_LANES;
    while (fit == MG_ALL_LANES) {
        const uint64_t i = next + mg_warp_lane();
        fit = __ballot_sync(MG_ALL_LANES, i < end && s.halves[i + 1] <= most);
        next += __popc(fit); /* prefix sums ascend: the slices that fit come first */
    }
    return next;
}

/* Finds the beginnings of the other chunks, a warp per span: each chunk starts where the previous one is full. */
__global__ void cuts_kernel(const mg_panel_shape s) {
    const uint64_t warp = (uint64_t)blockIdx.x * (THREADS / 32) + threadIdx.x / 32, begin = warp * SPAN;
    const uint64_t end = begin + SPAN < s.slice_count ? begin + SPAN : s.slice_count;
    for (uint64_t first = begin; first < end;) {
        const uint32_t g = mg_group_of(s.groups, s.group_count, first);
        const uint64_t next = g + 1 < s.group_count ? s.groups[g + 1].slice : end, last = next < end ? next : end;
        while (g % MG_PIECE_KINDS != MG_PIECE_SINGLE && (first = mg_chunk_end(s, first, last)) < last) {
            if (mg_warp_lane() == 0) {
                s.starts[first] = 1;
            }
        }
        first = last;
    }
}

/* Stores the first slice of each chunk and the first chunk of each panel. */
__global__ void begins_kernel(const mg_panel_shape s) {
    for (uint64_t i = blockIdx.x * THREADS + threadIdx.x; i <= s.slice_count; i += (uint64_t)gridDim.x * THREADS) {
        if (i == s.slice_count || s.starts[i + 1] != s.starts[i]) {
            s.chunk_slice[s.starts[i]] = i;
        }
    }
    const uint32_t panels = s.group_count / MG_PIECE_KINDS;
    for (uint32_t p = blockIdx.x * THREADS + threadIdx.x; p <= panels; p += gridDim.x * THREADS) {
        const uint64_t slice = p < panels ? s.groups[p * MG_PIECE_KINDS].slice : s.slice_count;
        s.panel_chunk[p] = (uint32_t)s.starts[slice];
    }
}

static __device__ mg_panel_chunk mg_make_chunk(const mg_panel_shape &s, uint64_t first, uint64_t end) {
    const uint32_t g = mg_group_of(s.groups, s.group_count, first), kind = g % MG_PIECE_KINDS;
    const mg_piece_group group = s.groups[g];
    mg_panel_chunk chunk = {};
    uint32_t needed = (uint32_t)(end - first) / 8;
    if (kind != MG_PIECE_SINGLE) {
        for (uint64_t i = first; i < end; i++) {
            chunk.ends |= 1ull << (s.halves[i + 1] - s.halves[first] - 1);
        }
        needed = ((uint32_t)(s.halves[end] - s.halves[first]) + 1) / 2;
    }
    chunk.vectors = (uint16_t)(needed < MG_CHUNK_LEAST ? MG_CHUNK_LEAST : needed);
    chunk.slices = (uint16_t)(end - first);
    chunk.slot = (uint32_t)(group.slot + (first - group.slice) * (kind == MG_PIECE_WIDE ? 1 : 32));
    chunk.kind = kind;
    return chunk;
}

__global__ void chunks_kernel(const mg_panel_shape s) {
    for (uint32_t c = blockIdx.x * THREADS + threadIdx.x; c < s.chunk_count; c += gridDim.x * THREADS) {
        s.chunks[c] = mg_make_chunk(s, s.chunk_slice[c], s.chunk_slice[c + 1]);
        s.vectors[c] = s.chunks[c].vectors;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        s.vectors[s.chunk_count] = 0;
    }
}

__global__ void place_kernel(mg_panel_chunk *chunks, uint32_t chunk_count, const uint64_t *vectors) {
    for (uint32_t c = blockIdx.x * THREADS + threadIdx.x; c < chunk_count; c += gridDim.x * THREADS) {
        chunks[c].vector = (uint32_t)vectors[c];
    }
}

__global__ void large_weights_kernel(const uint32_t *weights, uint64_t arcs, uint64_t *large) {
    uint32_t bits = 0;
    for (uint64_t e = blockIdx.x * THREADS + threadIdx.x; e < arcs; e += (uint64_t)gridDim.x * THREADS) {
        bits |= weights[e];
    }
    if (bits > 0xffu) {
        *large = 1; /* all threads write the same value */
    }
}

/* Source and target of ids or weights. `Given`: type of the graph's weights. */
template <typename Given, typename W>
struct mg_filling {
    const mg_panel_shape &shape;
    const uint64_t *index;
    uint16_t *ids;
    const mg_panel_source &source;
    W *weights;

    /* Id k of half vector h of the vectors that begin at `vector`: edge e, if any, else a place of padding. */
    __device__ __forceinline__ void put(uint64_t vector, uint32_t h, uint32_t k, bool have, uint64_t e,
                                        uint32_t padding) const {
        if (ids) {
            const uint32_t place = have ? mg_place_at(shape.bank_lines, shape.edges[e]) : shape.places + padding;
            ids[((vector + h / 2) * 32 + mg_warp_lane()) * 8 + h % 2 * 4 + k] = (uint16_t)place;
        } else {
            const uint64_t from = have ? index[e] : 0;
            const Given *const of_side = (const Given *)source.receive[from >> 63].weights;
            const uint64_t half = (vector * 2 + h) * 32 + mg_warp_lane(),
                           whole = (vector + h / 2) * 32 + mg_warp_lane();
            const uint64_t at = sizeof(W) == 1 ? whole * 8 + h % 2 * 4 : half * 4;
            weights[at + k] = have ? (W)of_side[from << 1 >> 1] : W();
        }
    }
};

template <typename Filling>
static __device__ void mg_fill_singles(const mg_panel_shape &s, const Filling &to, const mg_panel_chunk &chunk,
                                       const mg_piece_group &group, uint64_t slice) {
    for (uint32_t i = 0; i < 8u * chunk.vectors; i++) {
        const uint64_t piece = mg_piece_at(group, slice + i);
        const bool have = piece != UINT64_MAX;
        to.put(chunk.vector, i / 4, i % 4, have, have ? mg_piece_edge(s.pieces[piece]) : 0, mg_warp_lane());
    }
}

/* The place of padding, behind those of the panel, that is in a bank. */
static __device__ uint32_t mg_padding_of(const mg_panel_shape &s, uint32_t bank) {
    return (bank - s.places) % (MG_PANEL_LINE / s.value_size);
}

/* Half vectors until the slice ends whose first one bit 0 of `ends` is for. */
static __device__ uint32_t mg_slice_halves(uint64_t ends) {
    return (uint32_t)__ffsll((long long)ends);
}

template <typename Filling>
static __device__ void mg_fill_lanes(const mg_panel_shape &s, const Filling &to, const mg_panel_chunk &chunk,
                                     const mg_piece_group &group, uint64_t slice) {
    uint32_t h = 0;
    for (uint64_t ends = chunk.ends; ends; slice++) {
        const uint32_t halves = mg_slice_halves(ends), end = h + halves;
        const uint64_t place = mg_piece_at(group, slice), piece = place != UINT64_MAX ? s.pieces[place] : 0;
        const uint64_t begin = mg_piece_edge(piece);
        mg_lane_ids ids(s.edges + begin, s.bank_lines, (uint32_t)(piece >> MG_PIECE_LENGTH_SHIFT), 4 * halves,
                        s.value_size);
        for (; h < end; h++) {
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t free_bank;
                const uint32_t id = ids.step(&free_bank);
                to.put(chunk.vector, h, k, id != NO_ID, begin + (id >> 16), mg_padding_of(s, free_bank));
            }
        }
        ends = halves < 64 ? ends >> halves : 0;
    }
    for (; h < 2u * chunk.vectors; h++) {
        for (uint32_t k = 0; k < 4; k++) {
            to.put(chunk.vector, h, k, false, 0, mg_warp_lane());
        }
    }
}

/* Fills the lanes that have no more edges with zero deltas, which stay at a sentinel. */
static __device__ void mg_fill_steps(const mg_panel_shape &s, uint16_t *ids, const mg_panel_chunk &chunk,
                                     const mg_piece_group &group, uint64_t slice) {
    mg_lane_bytes to = {(uint8_t *)ids + ((uint64_t)chunk.vector * 32 + mg_warp_lane()) * 16, 0};
    uint32_t end = 0;
    for (uint64_t ends = chunk.ends; ends; slice++) {
        const uint32_t halves = mg_slice_halves(ends);
        const uint64_t at = mg_piece_at(group, slice), piece = at != UINT64_MAX ? s.pieces[at] : 0;
        end += 8 * halves;
        mg_write_deltas(
            s, mg_piece_edge(piece), (uint32_t)(piece >> MG_PIECE_LENGTH_SHIFT), [&](uint32_t byte) { to.put(byte); },
            [&] { return to.count < end; });
        while (to.count < end) {
            to.put(0);
        }
        ends = halves < 64 ? ends >> halves : 0;
    }
    while (to.count < 16u * chunk.vectors) {
        to.put(0);
    }
}

template <typename Given, typename W>
__global__ void fill_kernel(const mg_panel_shape s, const uint64_t *index, uint16_t *ids, const mg_panel_source source,
                            W *weights) {
    const mg_filling<Given, W> to = {s, index, ids, source, weights};
    const uint32_t warps = gridDim.x * (THREADS / 32);
    for (uint32_t c = blockIdx.x * (THREADS / 32) + threadIdx.x / 32; c < s.chunk_count; c += warps) {
        const mg_panel_chunk chunk = s.chunks[c];
        const uint64_t slice = s.chunk_slice[c];
        const mg_piece_group group = s.groups[mg_group_of(s.groups, s.group_count, slice)];
        if (chunk.kind == MG_PIECE_SINGLE) {
            mg_fill_singles(s, to, chunk, group, slice);
        } else if (mg_is_delta_encoded(s, chunk.kind)) {
            mg_fill_steps(s, ids, chunk, group, slice);
        } else {
            mg_fill_lanes(s, to, chunk, group, slice);
        }
    }
}

static uint32_t blocks_for(uint64_t count) {
    return (uint32_t)(count < 1 ? 1 : count < 65536 ? count : 65536);
}

static uint32_t blocks_of_threads(uint64_t count) {
    return blocks_for(count / THREADS + 1);
}

extern "C" cudaError_t mg__panel_slices(const mg_panel_shape *shape, cudaStream_t stream) {
    slices_kernel<<<blocks_for(shape->slice_count / (THREADS / 32) + 1), THREADS, 0, stream>>>(*shape);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_starts(const mg_panel_shape *shape, cudaStream_t stream) {
    starts_kernel<<<blocks_of_threads(shape->slice_count + 1), THREADS, 0, stream>>>(*shape);
    cuts_kernel<<<blocks_of_threads((shape->slice_count / SPAN + 1) * 32), THREADS, 0, stream>>>(*shape);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_chunks(const mg_panel_shape *shape, cudaStream_t stream) {
    begins_kernel<<<blocks_of_threads(shape->slice_count + 1), THREADS, 0, stream>>>(*shape);
    chunks_kernel<<<blocks_of_threads(shape->chunk_count), THREADS, 0, stream>>>(*shape);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_place(mg_panel_chunk *chunks, uint32_t chunk_count, const uint64_t *vectors,
                                       cudaStream_t stream) {
    place_kernel<<<blocks_for(chunk_count / THREADS + 1), THREADS, 0, stream>>>(chunks, chunk_count, vectors);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_large_weights(const void *weights, uint64_t arcs, uint64_t *large,
                                               cudaStream_t stream) {
    large_weights_kernel<<<blocks_for(arcs / (16 * THREADS)), THREADS, 0, stream>>>((const uint32_t *)weights, arcs,
                                                                                    large);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_fill(const mg_panel_shape *shape, const uint64_t *index, uint16_t *ids,
                                      const mg_panel_source *source, uint32_t stored_bytes, void *weights,
                                      cudaStream_t stream) {
    const uint32_t blocks = blocks_for(shape->chunk_count / (THREADS / 32) + 1);
    if (stored_bytes == 8) {
        fill_kernel<uint64_t><<<blocks, THREADS, 0, stream>>>(*shape, index, ids, *source, (uint64_t *)weights);
    } else if (stored_bytes == 1) {
        fill_kernel<uint32_t><<<blocks, THREADS, 0, stream>>>(*shape, index, ids, *source, (uint8_t *)weights);
    } else {
        fill_kernel<uint32_t><<<blocks, THREADS, 0, stream>>>(*shape, index, ids, *source, (uint32_t *)weights);
    }
    return cudaGetLastError();
}
