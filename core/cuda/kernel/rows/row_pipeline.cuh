/* SPDX-License-Identifier: Apache-2.0
 *
 * row_pipeline.cuh: software pipelining over the rows of a CSR, a row per lane: loads for later rows are issued while a
 * row is summed. Longer rows are finished by the warp (edge_reader.cuh). Shared memory: none.
 */
#ifndef MG_CORE_CUDA_KERNEL_ROWS_ROW_PIPELINE_CUH
#define MG_CORE_CUDA_KERNEL_ROWS_ROW_PIPELINE_CUH

#include "core/cuda/kernel/dense/dense_args.h"
#include "core/cuda/kernel/rows/edge_reader.cuh"

/* Reader of a launch's edges. */
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
    /* Sums the pieces of the lanes' long rows. All lanes call. */
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

/* Number of pieces of a long row. */
MG_DEVICE uint32_t mg_row_pieces(uint64_t length) {
    return (uint32_t)((length + MG_LONG_ROW - 1) / MG_LONG_ROW);
}

/* The rows of one warp's lanes, one group of 32 after the other. While a group is summed, in flight are: sent values of
 * the next group's first neighbours, the first neighbours of the group after that, and the offsets of the third one.
 * `plain`: no row has pieces. */
template <typename Policy, typename Offset, bool plain, typename Reader = mg_row_reader<Policy, Offset>>
struct mg_row_pipeline {
    typedef typename Policy::bits B;
    const Reader &r;
    const uint32_t threads;
    Offset begin[3], length[2], end;     /* of the current group and the next two */
    uint32_t neighbour[MG_ROW_PREFETCH]; /* first neighbours of the next group */
    B sent[MG_ROW_PREFETCH];             /* sent values for the current group */

    /* v: the lane's first row, if below the number of vertices. Before `start`, nothing is read that another launch
     * writes. */
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
    /* Call after the reader has begun. */
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
        asm("" : "+l"(first)); /* keeps the compiler from computing each address separately */
#pragma unroll
        for (uint32_t k = 0; k < MG_ROW_PREFETCH; k++) {
            neighbour[k] = k < length[i] ? __ldg(first + k) : 0;
        }
    }
    /* Missing edges get a value that changes nothing. */
    __device__ __forceinline__ void prefetch_sent(uint32_t i) {
#pragma unroll
        for (uint32_t k = 0; k < MG_ROW_PREFETCH; k++) {
            sent[k] = k < length[i] ? r.sent(neighbour[k]) : r.nothing();
        }
    }
    /* Returns what row v receives, and its length; prefetches the lane's next rows, which are `threads` apart. `left`:
     * vertices from v on. All lanes call. */
    __device__ __forceinline__ B receive(uint32_t v, uint32_t left, Offset *row_length) {
        const Offset from = begin[0], count = length[0];
        const void *state = r.state_of(v);
        const bool at_once = !(Policy::has() & MG_HAS_EDGE); /* no weights to load: sum the values now */
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
        if (__any_sync(MG_ALL_LANES, more)) { /* rare: reloads the offset, which saves a register */
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

/* The same over delta-encoded short rows (short_args.h). While a group is summed, sent values for the next group and
 * the deltas of the one after that are in flight. */
template <typename Policy, typename Offset>
struct mg_short_row_pipeline {
    typedef typename Policy::bits B;
    const mg_row_reader<Policy, Offset> &r;
    const mg_dense_args &a;
    const uint32_t threads;
    uint2 steps;            /* deltas of the next group */
    uint32_t count;         /* edges of the current row; more than MG_SHORT_EDGES: read it in the CSR */
    B sent[MG_SHORT_EDGES]; /* sent values for the current row */

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
    /* Loads the sent values for row v, whose deltas have been loaded. */
    __device__ __forceinline__ void prefetch_sent(uint32_t v) {
        const int32_t step[MG_SHORT_EDGES] = {(int16_t)steps.x, (int32_t)steps.x >> 16, (int16_t)steps.y,
                                              (int32_t)steps.y >> 16};
        const bool fits = step[MG_SHORT_EDGES - 1] != MG_SHORT_UNENCODED;
        count = 0;
#pragma unroll
        for (uint32_t k = 0; k < MG_SHORT_EDGES; k++) {
            const bool has = step[k] != MG_SHORT_NO_EDGE && (k + 1 < MG_SHORT_EDGES || fits);
            sent[k] = has ? r.sent(v + step[k]) : r.nothing();
            count += has;
        }
        count = fits ? count : MG_SHORT_EDGES + 1;
    }
    /* As in mg_row_pipeline. */
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
        if (__any_sync(MG_ALL_LANES, !fits)) { /* rare */
            const Offset begin = fits ? 0 : (Offset)r.begin_of(v), end = fits ? 0 : (Offset)r.begin_of(v + 1);
            got = r.rest(begin, end, got, state);
            *row_length = fits ? here : end - begin;
        }
        return got;
    }
};

#endif
