/* SPDX-License-Identifier: Apache-2.0
 *
 * top_sets.cu: the most similar pairs. A thread block counts the ways of two edges from a source to all vertices of
 * larger id: common neighbours. Then it scores the vertices that it has counted, and adds those pairs to the candidates
 * that are better than the worst that can still be among the best.
 *
 * Thread-to-work mapping: a warp takes an out-neighbour of the source, and its lanes the in-edges of that; in-edges of
 * large vertices are for the whole block. Shared memory: such out-neighbours, and a few counters.
 */
#include "core/cuda/kernel/common/append.cuh"

#include <multigraph/similarities.h>

extern "C" {
#include "core/cuda/sets/top_sets_args.h"
}

#define WARPS (MG_TOP_SETS_THREADS / 32)
#define LONG 2048u     /* in-edges for the whole block */
#define MOST_LONG 256u /* such out-neighbours of a source; of further ones a warp takes the in-edges */

struct top_block {
    uint32_t *common, *touched;
    uint32_t source, source_rank;
};

struct top_shared {
    uint32_t rank, touched, better, long_count;
    uint32_t long_rows[MOST_LONG]; /* out-neighbours */
    unsigned long long base;
};

static __device__ __forceinline__ uint32_t rank_of(const mg_top_sets_args &a, uint32_t v) {
    return a.rank ? a.rank[v] : v;
}

/* Counts the way to the end of in-edge `at` of a row that begins at `begin`; of parallel edges the first one counts. */
static __device__ __forceinline__ void count_way(const mg_top_sets_args &a, const top_block &b, uint64_t begin,
                                                 uint64_t at, uint32_t *touched) {
    const uint32_t *const neighbours = a.neighbours[1];
    const uint32_t v = neighbours[at];
    if (rank_of(a, v) > b.source_rank && (at == begin || neighbours[at - 1] != v) && atomicAdd(&b.common[v], 1) == 0) {
        b.touched[atomicAdd(touched, 1)] = v;
    }
}

/* Leaves the in-edges of w to the whole block; false: there are too many such vertices. All lanes call. */
static __device__ __forceinline__ bool leave(top_shared *s, uint32_t w) {
    const uint32_t place = __shfl_sync(MG_ALL_LANES, mg_warp_lane() == 0 ? atomicAdd(&s->long_count, 1) : 0, 0);
    if (place < MOST_LONG && mg_warp_lane() == 0) {
        s->long_rows[place] = w;
    }
    return place < MOST_LONG;
}

/* All threads of the block call. */
template <typename Offset>
static __device__ void count_ways(const mg_top_sets_args &a, const top_block &b, top_shared *s) {
    const uint64_t begin = mg_offset<Offset>(a.offsets[0], b.source),
                   end = mg_offset<Offset>(a.offsets[0], b.source + 1);
    for (uint64_t e = begin + threadIdx.x / 32; e < end; e += WARPS) {
        const uint32_t w = a.neighbours[0][e];
        if (e > begin && a.neighbours[0][e - 1] == w) {
            continue;
        }
        const uint64_t from = mg_offset<Offset>(a.offsets[1], w), to = mg_offset<Offset>(a.offsets[1], w + 1);
        if (to - from > LONG && leave(s, w)) {
            continue;
        }
        for (uint64_t at = from + mg_warp_lane(); at < to; at += 32) {
            count_way(a, b, from, at, &s->touched);
        }
    }
    __syncthreads();
    const uint32_t rows = s->long_count < MOST_LONG ? s->long_count : MOST_LONG;
    for (uint32_t i = 0; i < rows; i++) {
        const uint32_t w = s->long_rows[i];
        const uint64_t from = mg_offset<Offset>(a.offsets[1], w), to = mg_offset<Offset>(a.offsets[1], w + 1);
        for (uint64_t at = from + threadIdx.x; at < to; at += MG_TOP_SETS_THREADS) {
            count_way(a, b, from, at, &s->touched);
        }
    }
    __syncthreads();
}

/* As mg__set_score(), operation by operation. */
static __device__ double score_of(const mg_top_sets_args &a, uint32_t u, uint32_t v, uint32_t both) {
    const uint32_t x = a.sizes[u], y = a.sizes[v];
    return a.measure == MG_SET_JACCARD   ? both / ((double)x + y - both)
           : a.measure == MG_SET_OVERLAP ? both / (double)(x < y ? x : y)
                                         : sqrt((double)both * both / ((double)x * y));
}

static __device__ mg_top_sets_bound pair_of(const mg_top_sets_args &a, const top_block &b, uint32_t v) {
    const double score = score_of(a, b.source, v, b.common[v]);
    return {~(unsigned long long)__double_as_longlong(score), (unsigned long long)b.source_rank << 32 | rank_of(a, v)};
}

static __device__ bool is_better(const mg_top_sets_bound &x, const mg_top_sets_bound &y) {
    return x.key < y.key || (x.key == y.key && x.pair < y.pair);
}

/* Adds the pairs of the vertices touched to the candidates, and clears their counters; false: there is no room, and
 * none was added. */
static __device__ bool add_pairs(const mg_top_sets_args &a, const top_block &b, top_shared *s) {
    const mg_top_sets_bound worst = a.control->worst;
    for (uint32_t i = threadIdx.x; i < s->touched; i += MG_TOP_SETS_THREADS) {
        if (is_better(pair_of(a, b, b.touched[i]), worst)) {
            atomicAdd(&s->better, 1);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        s->base = s->better ? atomicAdd(&a.control->kept, (unsigned long long)s->better) : 0;
    }
    __syncthreads();
    const bool fits = s->base + s->better <= a.room;
    __syncthreads();
    if (!fits && threadIdx.x == 0) {
        atomicMin(&a.control->valid, s->base);
    }
    for (uint32_t i = threadIdx.x; i < s->touched; i += MG_TOP_SETS_THREADS) {
        const uint32_t v = b.touched[i];
        const mg_top_sets_bound p = pair_of(a, b, v);
        if (fits && is_better(p, worst)) {
            const unsigned long long at = atomicAdd(&s->base, 1ull);
            a.key[at] = p.key;
            a.pair[at] = p.pair;
        }
        b.common[v] = 0;
    }
    return fits;
}

template <typename Offset>
static __global__ void __launch_bounds__(MG_TOP_SETS_THREADS) top_kernel(const mg_top_sets_args a) {
    __shared__ top_shared s;
    top_block b = {a.common + (uint64_t)blockIdx.x * a.n, a.touched + (uint64_t)blockIdx.x * a.n, 0, 0};
    uint32_t pending = a.pending[blockIdx.x];
    for (;;) {
        if (threadIdx.x == 0) {
            s.rank = pending != MG_TOP_SETS_NONE ? pending : atomicAdd(&a.control->next, 1);
            s.touched = s.better = s.long_count = 0;
        }
        __syncthreads();
        pending = MG_TOP_SETS_NONE;
        if (s.rank >= a.end) {
            break;
        }
        b.source_rank = s.rank;
        b.source = a.by_rank ? a.by_rank[s.rank] : s.rank;
        count_ways<Offset>(a, b, &s);
        if (!add_pairs(a, b, &s)) {
            pending = b.source_rank;
            break;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        a.pending[blockIdx.x] = pending;
    }
}

extern "C" cudaError_t mg__launch_top_sets(const mg_top_sets_args *args, uint32_t blocks, cudaStream_t stream) {
    if (args->wide) {
        top_kernel<uint64_t><<<blocks, MG_TOP_SETS_THREADS, 0, stream>>>(*args);
    } else {
        top_kernel<uint32_t><<<blocks, MG_TOP_SETS_THREADS, 0, stream>>>(*args);
    }
    return cudaGetLastError();
}
