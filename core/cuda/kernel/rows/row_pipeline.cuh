/* SPDX-License-Identifier: Apache-2.0
 *
 * row_pipeline.cuh: the rows of a CSR that the lanes of a warp receive along: what is asked for ahead, and the rest of
 * rows that are longer.
 */
#ifndef MG_CORE_CUDA_KERNEL_ROWS_ROW_PIPELINE_CUH
#define MG_CORE_CUDA_KERNEL_ROWS_ROW_PIPELINE_CUH

#include "core/cuda/kernel/dense/dense_args.h"
#include "core/cuda/kernel/rows/edge_reader.cuh"

/* The edges of a launch as a lane reads them. */
template <typename Policy, typename Offset>
struct mg_row_reader : mg_edge_reader<Policy, Offset, true> {
    typedef typename Policy::bits B;
    const mg_dense_args &a;

    __device__ __forceinline__ mg_row_reader(const mg_dense_args &args)
        : mg_edge_reader<Policy, Offset, true>(args.loop), a(args) {
    }
    __device__ __forceinline__ void begin(uint32_t iteration) {
        this->x = iteration & 1u ? a.x_odd : a.x;
    }
    /* The sums of the pieces of the lanes' long rows. All lanes call. */
    __device__ __forceinline__ B long_rows(bool is_long, uint32_t v, uint32_t pieces) const {
        B got = Policy::identity();
#pragma unroll 1
        for (uint32_t left = __ballot_sync(MG_ALL_LANES, is_long); left; left &= left - 1) {
            const int lane = __ffs(left) - 1;
            const uint32_t first = a.first_piece[__shfl_sync(MG_ALL_LANES, v, lane)];
            const uint32_t count = __shfl_sync(MG_ALL_LANES, pieces, lane);
            B mine = Policy::identity();
#pragma unroll 1
            for (uint32_t i = mg_warp_lane(); i < count; i += 32) {
                mine = mg_combine<Policy>(mine, ((const B *)a.sums)[first + i]);
            }
            mine = mg_combine_lanes<Policy>(mine);
            got = lane == (int)mg_warp_lane() ? mine : got;
        }
        return got;
    }
};

/* Pieces of a row of so many edges; 0 for rows that are not long. */
MG_DEVICE uint32_t mg_row_pieces(uint64_t length) {
    return (uint32_t)((length + MG_LONG_ROW - 1) / MG_LONG_ROW);
}

/* The rows of one warp's lanes, one group after the other. While a group is worked on, what its next one's first
 * neighbours send is on its way, the first neighbours of the one after that, and the offsets of the one after that.
 * `plain`: no row has pieces. */
template <typename Policy, typename Offset, bool plain, typename Reader = mg_row_reader<Policy, Offset>>
struct mg_row_pipeline {
    typedef typename Policy::bits B;
    const Reader &r;
    const uint32_t threads;
    Offset begin[3], length[2], end;     /* of this group, the next one, and the one after that */
    uint32_t neighbour[MG_ROW_PREFETCH]; /* of the next group, */
    B sent[MG_ROW_PREFETCH];             /* and what is sent to this one */

    /* v: the lane's first row; from the number of vertices on it has none. What comes before `start` reads nothing that
     * a launch writes. */
    __device__ __forceinline__ mg_row_pipeline(const Reader &reader, uint32_t v, uint32_t stride)
        : r(reader), threads(stride) {
        const uint32_t left = v < r.l.n ? r.l.n - v : 0;
        Offset ends[3];
#pragma unroll
        for (uint32_t i = 0; i < 3; i++) {
            prefetch_offsets(i, v + i * threads, left > (uint64_t)i * threads);
            ends[i] = end;
        }
        length[0] = ends[0] - begin[0];
        length[1] = ends[1] - begin[1];
        prefetch_neighbours(0);
    }
    /* Once the reader has begun. */
    __device__ __forceinline__ void start(uint32_t) {
        prefetch_sent(0);
        prefetch_neighbours(1);
    }
    __device__ __forceinline__ void prefetch_offsets(uint32_t i, uint32_t v, bool valid) {
        begin[i] = end = 0;
        if (valid) {
            begin[i] = (Offset)r.begin_of(v);
            end = (Offset)r.begin_of(v + 1);
        }
    }
    __device__ __forceinline__ void prefetch_neighbours(uint32_t i) {
        const uint32_t *first = r.l.receive[0].neighbours + begin[i];
        asm("" : "+l"(first)); /* else the compiler makes the address of each on its own */
#pragma unroll
        for (uint32_t k = 0; k < MG_ROW_PREFETCH; k++) {
            neighbour[k] = k < length[i] ? __ldg(first + k) : 0;
        }
    }
    /* Where there is no edge, what changes nothing. */
    __device__ __forceinline__ void prefetch_sent(uint32_t i) {
#pragma unroll
        for (uint32_t k = 0; k < MG_ROW_PREFETCH; k++) {
            sent[k] = k < length[i] ? r.sent(neighbour[k]) : r.nothing();
        }
    }
    /* What row v receives, and its length; asks for the rows that come next, of which the lane has one for each
     * `threads` of the `left` ones from v on. All lanes call. */
    __device__ __forceinline__ B receive(uint32_t v, uint32_t left, Offset *row_length) {
        const Offset from = begin[0], count = length[0];
        const void *state = r.state_of(v);
        const bool at_once = !(Policy::has() & MG_HAS_EDGE); /* what came is added up: nothing else is asked for */
        B now[MG_ROW_PREFETCH], got = Policy::identity();
        *row_length = count;
        if (at_once) {
            got = r.first_edges(from, count, sent, state);
        } else {
#pragma unroll
            for (uint32_t k = 0; k < MG_ROW_PREFETCH; k++) {
                now[k] = sent[k];
            }
        }
        prefetch_sent(1);
        begin[0] = begin[1];
        length[0] = length[1];
        begin[1] = begin[2];
        length[1] = end - begin[2];
        prefetch_neighbours(1);
        prefetch_offsets(2, v + 3 * threads, left > 3ull * threads);
        const bool is_long = !plain && count > MG_LONG_ROW;
        if (!at_once && !is_long) {
            got = r.first_edges(from, count, now, state);
        }
        const bool more = !is_long && count > MG_ROW_PREFETCH;
        if (__any_sync(MG_ALL_LANES, more)) { /* seldom: where it began is asked for again, a register less */
            const Offset again = more ? (Offset)r.begin_of(v) : 0;
            got = r.rest(more ? again + MG_ROW_PREFETCH : 0, more ? again + count : 0, got, state);
        }
        if constexpr (!plain) {
            if (r.a.pieces) {
                const B longer = r.long_rows(is_long, v, mg_row_pieces(count));
                got = is_long ? longer : got;
            }
        }
        return got;
    }
};

static_assert((int)MG_ROW_PREFETCH == (int)MG_SHORT_EDGES, "first_edges takes either");

/* The same over short rows (short_args.h). While a group is worked on, what its next one's neighbours send is on its
 * way, and the neighbours of the one after that. */
template <typename Policy, typename Offset>
struct mg_short_row_pipeline {
    typedef typename Policy::bits B;
    const mg_row_reader<Policy, Offset> &r;
    const mg_dense_args &a;
    const uint32_t threads;
    uint2 steps;            /* of the next group */
    uint32_t count;         /* edges of this one's row, more than MG_SHORT_EDGES: it is read in the CSR; */
    B sent[MG_SHORT_EDGES]; /* and what comes along them */

    __device__ __forceinline__ mg_short_row_pipeline(const mg_row_reader<Policy, Offset> &reader, uint32_t v,
                                                     uint32_t stride)
        : r(reader), a(reader.a), threads(stride) {
        prefetch_steps(v, v < a.loop.n);
    }
    __device__ __forceinline__ void start(uint32_t v) {
        prefetch_sent(v);
        prefetch_steps(v + threads, v < a.loop.n && a.loop.n - v > threads);
    }
    __device__ __forceinline__ void prefetch_steps(uint32_t v, bool valid) {
        steps = {MG_SHORT_NO_EDGES, MG_SHORT_NO_EDGES};
        if (valid) {
            steps = __ldg((const uint2 *)a.short_row_deltas + v);
        }
    }
    /* The neighbours of row v have come. */
    __device__ __forceinline__ void prefetch_sent(uint32_t v) {
        const int32_t step[MG_SHORT_EDGES] = {(int16_t)steps.x, (int32_t)steps.x >> 16, (int16_t)steps.y,
                                              (int32_t)steps.y >> 16};
        const bool fits = step[MG_SHORT_EDGES - 1] != MG_SHORT_MISFIT;
        count = 0;
#pragma unroll
        for (uint32_t k = 0; k < MG_SHORT_EDGES; k++) {
            const bool has = step[k] != MG_SHORT_NO_EDGE && (k + 1 < MG_SHORT_EDGES || fits);
            sent[k] = has ? r.sent(v + step[k]) : r.nothing();
            count += has;
        }
        count = fits ? count : MG_SHORT_EDGES + 1;
    }
    /* As of mg_row_pipeline. */
    __device__ __forceinline__ B receive(uint32_t v, uint32_t left, Offset *row_length) {
        const bool at_once = !(Policy::has() & MG_HAS_EDGE), fits = count <= MG_SHORT_EDGES;
        const void *state = r.state_of(v);
        B now[MG_SHORT_EDGES], got = Policy::identity();
        const uint32_t here = count;
        *row_length = count;
        if (at_once) {
            got = r.first_edges(0, fits ? here : 0, sent, state);
        } else {
#pragma unroll
            for (uint32_t k = 0; k < MG_SHORT_EDGES; k++) {
                now[k] = sent[k];
            }
        }
        prefetch_sent(v + threads);
        prefetch_steps(v + 2 * threads, left > 2ull * threads);
        if (!at_once) {
            got = r.first_edges(0, fits ? here : 0, now, state);
        }
        if (__any_sync(MG_ALL_LANES, !fits)) { /* seldom */
            const Offset begin = fits ? 0 : (Offset)r.begin_of(v), end = fits ? 0 : (Offset)r.begin_of(v + 1);
            got = r.rest(begin, end, got, state);
            *row_length = fits ? here : end - begin;
        }
        return got;
    }
};

#endif
