/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_reader.cuh: how a lane reads the edges of a CSR where rows receive along all of them: sent values of neighbours,
 * the first edges of a row by its own lane, the remaining ones by the warp. Shared memory: none.
 */
#ifndef MG_CORE_CUDA_KERNEL_ROWS_EDGE_READER_CUH
#define MG_CORE_CUDA_KERNEL_ROWS_EDGE_READER_CUH

#include "core/cuda/kernel/common/row_warp.cuh"
#include "core/cuda/kernel/dense/mixed_precision.cuh"

#define MG_ROW_PREFETCH 4u    /* edges of a later row that are prefetched */
#define MG_ROW_LANE_EDGES 16u /* further edges that a lane reads before the warp helps */

/* `narrows`: sent values may be floats (MG_MIXED_PRECISION). */
template <typename Policy, typename Offset, bool narrows>
struct mg_edge_reader {
    typedef typename Policy::bits B;
    const mg_loop_args &l;
    const void *x; /* send buffer of this iteration; NULL: the iteration has not begun */

    __device__ __forceinline__ mg_edge_reader(const mg_loop_args &args) : l(args), x(nullptr) {
    }
    __device__ __forceinline__ static bool narrowed() {
        return narrows && mg_uses_floats<Policy>();
    }
    __device__ __forceinline__ const void *state_of(uint32_t v) const {
        return (const char *)l.state + (uint64_t)v * Policy::state_size();
    }
    __device__ __forceinline__ uint64_t begin_of(uint32_t v) const {
        return mg_offset<Offset>(l.receive[0].offsets, v);
    }
    /* The value that u sends, not widened yet, so that nothing waits for the load. */
    __device__ __forceinline__ B sent(uint32_t u) const {
        if (Policy::properties() & MG_SOURCE_ID) {
            return (B)u;
        }
        return narrows ? mg_load_sent<Policy>(x, u) : ((const B *)x)[u];
    }
    /* A sent value (not widened) that changes nothing, if the phase has no `edge`. */
    __device__ __forceinline__ static B nothing() {
        if constexpr (sizeof(B) == 8) {
            if (narrowed()) {
                return mg_narrow(Policy::identity());
            }
        }
        return Policy::identity();
    }
    __device__ __forceinline__ B edge(uint64_t e, B sent, const void *state) const {
        const bool arrived = !narrows || (Policy::properties() & MG_SOURCE_ID);
        const B value = arrived ? sent : mg_widen_sent<Policy>(sent);
        return Policy::edge(l.params, value, l.receive[0].weights, e, state);
    }
    __device__ __forceinline__ B arriving(uint64_t e, const void *state) const {
        return edge(e, sent(l.receive[0].neighbours[e]), state);
    }
    /* The edges of one row, read by the whole warp. */
    __device__ __forceinline__ B by_warp(uint64_t begin, uint64_t end, const void *state) const {
        const auto one = [&](uint64_t e) { return arriving(e, state); };
        return mg_edges_by_warp<Policy>(
            begin, end, [&](uint64_t e) { return mg_four_edges<Policy>(e, 32, end, one); }, [](B) { return false; });
    }
    /* Remaining edges of the lanes' rows: a few by each lane, then row by row by the warp. All lanes call. */
    __device__ __forceinline__ B rest(uint64_t begin, uint64_t end, B got, const void *state) const {
        const uint64_t alone = end - begin < MG_ROW_LANE_EDGES ? end : begin + MG_ROW_LANE_EDGES;
#pragma unroll 1
        for (; begin < alone; begin += 4) {
            const auto one = [&](uint64_t e) { return arriving(e, state); };
            got = mg_combine<Policy>(got, mg_four_edges<Policy>(begin, 1, alone, one));
        }
#pragma unroll 1
        for (uint32_t left = __ballot_sync(MG_ALL_LANES, alone < end); left; left &= left - 1) {
            const int lane = __ffs(left) - 1;
            const void *receiver = (const void *)__shfl_sync(MG_ALL_LANES, (unsigned long long)state, lane);
            const B mine =
                by_warp(__shfl_sync(MG_ALL_LANES, alone, lane), __shfl_sync(MG_ALL_LANES, end, lane), receiver);
            got = lane == (int)mg_warp_lane() ? mg_combine<Policy>(got, mine) : got;
        }
        return got;
    }
    /* Combines the prefetched edges of a row; the row has `count` edges in all. */
    __device__ __forceinline__ B first_edges(Offset from, Offset count, const B *now, const void *state) const {
        if constexpr (sizeof(B) == 8) {
            if (narrowed() && !(Policy::has() & MG_HAS_EDGE)) { /* four floats are summed as floats */
                typedef mg_float_policy<Policy> R;
                return mg_widen(mg_combine<R>(mg_combine<R>((uint32_t)now[0], (uint32_t)now[1]),
                                              mg_combine<R>((uint32_t)now[2], (uint32_t)now[3])));
            }
        }
        B got = Policy::identity();
#pragma unroll
        for (uint32_t k = 0; k < MG_ROW_PREFETCH; k++) {
            const bool has = k < count || (!(Policy::has() & MG_HAS_EDGE) && !(Policy::properties() & MG_SOURCE_ID));
            got = mg_combine<Policy>(got, has ? edge(from + k, now[k], state) : Policy::identity());
        }
        return got;
    }
};

#endif
