/* SPDX-License-Identifier: Apache-2.0
 *
 * sets.cu: what two rows have in common. A warp gives its lanes the elements of the shorter row, which they search in
 * the longer one; it takes 32 pairs at a time, whose ends its lanes find. Shared memory: none.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/sets/sets_args.h"
}

struct row {
    uint64_t begin, end;
};

template <typename Offset>
static __device__ __forceinline__ row row_of(const mg_sets_args &a, uint32_t v) {
    const row r = {mg_offset<Offset>(a.offsets, v), mg_offset<Offset>(a.offsets, v + 1)};
    return r;
}

/* The vertex in whose row an arc is. */
template <typename Offset>
static __device__ __forceinline__ uint32_t source_of(const mg_sets_args &a, uint64_t arc) {
    uint32_t low = 0, high = a.n;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (mg_offset<Offset>(a.offsets, middle) <= arc) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static __device__ __forceinline__ bool is_in(const uint32_t *neighbours, row r, uint32_t v) {
    const uint64_t end = r.end;
    while (r.begin < r.end) {
        const uint64_t middle = r.begin + (r.end - r.begin) / 2;
        if (neighbours[middle] < v) {
            r.begin = middle + 1;
        } else {
            r.end = middle;
        }
    }
    return r.begin < end && neighbours[r.begin] == v;
}

/* All lanes call, and get the number. Of equal elements, which are neighbours in a row, the first one counts. */
static __device__ __forceinline__ uint32_t count_common(const uint32_t *neighbours, row x, row y) {
    const bool swaps = x.end - x.begin > y.end - y.begin;
    const row few = swaps ? y : x, many = swaps ? x : y;
    uint32_t both = 0;
    for (uint64_t i = few.begin + mg_warp_lane(); i < few.end; i += 32) {
        const uint32_t v = neighbours[i];
        both += (i == few.begin || neighbours[i - 1] != v) && is_in(neighbours, many, v);
    }
    return mg_warp_sum(both);
}

template <typename Offset>
static __global__ void common_kernel(const mg_sets_args a) {
    for (;;) {
        unsigned long long first = mg_warp_lane() == 0 ? atomicAdd(a.next, 32ull) : 0;
        first = __shfl_sync(MG_ALL_LANES, first, 0);
        if (first >= a.count) {
            return;
        }
        const uint64_t mine = first + mg_warp_lane();
        uint32_t u = 0, v = 0;
        if (mine < a.count) {
            u = a.source ? a.source[mine] : source_of<Offset>(a, a.first + mine);
            v = a.source ? a.target[mine] : a.neighbours[a.first + mine];
        }
        const bool counts = mine < a.count && (a.source || !a.half || v <= u);
        uint32_t common = 0;
        for (uint32_t rest = __ballot_sync(MG_ALL_LANES, counts); rest; rest &= rest - 1) {
            const int lane = __ffs((int)rest) - 1;
            const uint32_t x = __shfl_sync(MG_ALL_LANES, u, lane), y = __shfl_sync(MG_ALL_LANES, v, lane);
            const uint32_t both = count_common(a.neighbours, row_of<Offset>(a, x), row_of<Offset>(a, y));
            common = (int)mg_warp_lane() == lane ? both : common;
        }
        if (mine < a.count) {
            a.common[mine] = common;
        }
    }
}

extern "C" cudaError_t mg__launch_sets(const mg_sets_args *args, uint32_t blocks, cudaStream_t stream) {
    if (args->wide) {
        common_kernel<uint64_t><<<blocks, MG_SETS_THREADS, 0, stream>>>(*args);
    } else {
        common_kernel<uint32_t><<<blocks, MG_SETS_THREADS, 0, stream>>>(*args);
    }
    return cudaGetLastError();
}
