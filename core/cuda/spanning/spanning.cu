/* SPDX-License-Identifier: Apache-2.0
 *
 * spanning.cu: minimum spanning forests after Boruvka, by the rounds of algorithms/programs/msf.inc.h, on a list of the
 * edges that lead from one tree to another. An edge is in the order of weights, then of ends: rows ascend, so that the
 * number of the arc from the smaller end is in the order of ends, and both are compared as one number of 64 bits.
 * Trees are joined by pointers from root to root, which the next round shortens as it follows them.
 *
 * Thread-to-work mapping: tiles of arcs or edges for thread blocks, MG_SPANNING_EACH a thread; else a thread for each
 * vertex. Shared memory: the rows of a tile's ends, the sums of the warps.
 */
extern "C" {
#include "core/cuda/spanning/spanning_args.h"
}
#include "core/cuda/kernel/common/append.cuh"

#define THREADS MG_SPANNING_THREADS
#define EACH MG_SPANNING_EACH
#define TILE (THREADS * EACH)

static __device__ __forceinline__ uint64_t offset_of(const mg_spanning_args &a, uint32_t row) {
    return a.wide ? ((const uint64_t *)a.offsets)[row] : ((const uint32_t *)a.offsets)[row];
}

/* Bits of positive numbers grow with the number, those of negative ones fall. + 0.0: -0 is 0. */
static __device__ __forceinline__ uint32_t order_of(const mg_spanning_args &a, uint32_t arc) {
    if (a.weight_type == MG_SPANNING_UNWEIGHTED) {
        return 0;
    }
    if (a.weight_type == MG_SPANNING_INTEGER) {
        return ((const uint32_t *)a.weights)[arc] ^ 0x80000000u;
    }
    const uint32_t bits = __float_as_uint(((const float *)a.weights)[arc] + 0.0f);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

/* The bits of the weight of an order. */
static __device__ __forceinline__ uint32_t weight_of(const mg_spanning_args &a, uint32_t order) {
    return a.weight_type == MG_SPANNING_INTEGER || order >> 31 ? order ^ 0x80000000u : ~order;
}

/* The row of an arc, which is in low .. high - 1. */
static __device__ __forceinline__ uint32_t row_between(const mg_spanning_args &a, uint64_t arc, uint32_t low,
                                                       uint32_t high) {
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (offset_of(a, middle) <= arc) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The same of all rows, by a warp. */
static __device__ uint32_t row_by_warp(const mg_spanning_args &a, uint64_t arc) {
    uint32_t low = 0, high = a.n;
    while (high - low > 1) {
        const uint32_t step = (high - low + 31) / 32;
        const uint64_t at = low + (uint64_t)mg_warp_lane() * step;
        const uint32_t mask = __ballot_sync(MG_ALL_LANES, at < high && offset_of(a, (uint32_t)at) <= arc);
        low += ((uint32_t)__popc(mask) - 1) * step;
        high = high - low < step ? high : low + step;
    }
    return low;
}

/* The root of the tree of v; shortens the way to it. What other threads write meanwhile leads there, too, so that old
 * values of the L1 cache do no harm. */
static __device__ uint32_t root_of(uint32_t *next, uint32_t v) {
    uint32_t at = v, after = next[at];
    while (at != after) {
        const uint32_t beyond = next[after];
        if (beyond != after) {
            next[at] = beyond;
        }
        at = after;
        after = beyond;
    }
    return at;
}

/* What a thread found for the tree of the vertex with most edges, which in many graphs soon has most edges: thousands
 * of warps would wait for one address. Written once, at the end of a kernel. */
struct mg_spanning_largest {
    uint32_t root;
    unsigned long long key;
};

static __device__ __forceinline__ mg_spanning_largest largest_tree(const mg_spanning_args &a) {
    return {root_of(a.next, a.largest), ~0ull};
}

static __device__ __forceinline__ void lower(unsigned long long *best, unsigned long long key) {
    if (key < *(volatile unsigned long long *)best) {
        atomicMin(best, key);
    }
}

/* The least key of all lanes, which all call; in the first lane. */
static __device__ __forceinline__ unsigned long long least_of_lanes(unsigned long long key) {
    for (int offset = 16; offset; offset >>= 1) {
        const unsigned long long other = __shfl_xor_sync(MG_ALL_LANES, key, offset);
        key = other < key ? other : key;
    }
    return key;
}

/* The edge may be the lightest one of its trees. */
static __device__ __forceinline__ void offer(const mg_spanning_args &a, const mg_spanning_edge &edge,
                                             mg_spanning_largest *largest) {
    const unsigned long long key = (unsigned long long)edge.order << 32 | edge.arc;
    for (uint32_t i = 0; i < 2; i++) {
        if (edge.tree[i] == largest->root) {
            largest->key = key < largest->key ? key : largest->key;
        } else {
            lower(&a.best[a.round % 2][edge.tree[i]], key);
        }
    }
}

static __device__ __forceinline__ void offer_largest(const mg_spanning_args &a, const mg_spanning_largest &largest) {
    const unsigned long long key = least_of_lanes(largest.key);
    if (mg_warp_lane() == 0) {
        lower(&a.best[a.round % 2][largest.root], key);
    }
}

/* The place of the first of this thread's `count` edges in the list of the round; all threads of the block call. */
static __device__ uint32_t take_places(const mg_spanning_args &a, uint32_t count) {
    __shared__ uint32_t sums[THREADS / 32], first;
    const uint32_t warp = threadIdx.x / 32;
    uint32_t up_to = count;
    for (uint32_t offset = 1; offset < 32; offset *= 2) {
        const uint32_t before = __shfl_up_sync(MG_ALL_LANES, up_to, offset);
        up_to += mg_warp_lane() >= offset ? before : 0;
    }
    if (mg_warp_lane() == 31) {
        sums[warp] = up_to;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        uint32_t all = 0;
        for (uint32_t i = 0; i < THREADS / 32; i++) {
            const uint32_t of_warp = sums[i];
            sums[i] = all;
            all += of_warp;
        }
        first = all ? atomicAdd(a.count[a.round % 2], all) : 0;
    }
    __syncthreads();
    const uint32_t place = first + sums[warp] + up_to - count;
    __syncthreads(); /* before the sums are written again */
    return place;
}

/* Lists the edges that join two trees, by `joins`, and offers them to both. */
static __device__ __forceinline__ void keep_edges(const mg_spanning_args &a, const mg_spanning_edge edge[EACH],
                                                  const bool joins[EACH], mg_spanning_largest *largest) {
    mg_spanning_edge *const list = a.list[a.round % 2];
    uint32_t count = 0;
#pragma unroll
    for (uint32_t k = 0; k < EACH; k++) {
        count += joins[k];
    }
    uint32_t place = take_places(a, count);
#pragma unroll
    for (uint32_t k = 0; k < EACH; k++) {
        if (joins[k]) {
            *(uint4 *)&list[place++] = make_uint4(edge[k].tree[0], edge[k].tree[1], edge[k].order, edge[k].arc);
            offer(a, edge[k], largest);
        }
    }
}

static __global__ void begin_kernel(const mg_spanning_args a) {
    for (uint64_t v = (uint64_t)blockIdx.x * THREADS + threadIdx.x; v < a.n; v += (uint64_t)gridDim.x * THREADS) {
        a.next[v] = (uint32_t)v;
    }
}

static __global__ void __launch_bounds__(THREADS) first_kernel(const mg_spanning_args a) {
    __shared__ uint32_t rows[2]; /* of the first and the last arc of the tile */
    mg_spanning_largest largest = largest_tree(a);
    for (uint64_t begin = (uint64_t)blockIdx.x * TILE; begin < a.arcs; begin += (uint64_t)gridDim.x * TILE) {
        const uint64_t end = begin + TILE < a.arcs ? begin + TILE : a.arcs;
        if (threadIdx.x < 64) {
            const uint32_t row = row_by_warp(a, threadIdx.x < 32 ? begin : end - 1);
            if (mg_warp_lane() == 0) {
                rows[threadIdx.x / 32] = row;
            }
        }
        __syncthreads();
        mg_spanning_edge edge[EACH];
        bool joins[EACH];
#pragma unroll
        for (uint32_t k = 0; k < EACH; k++) {
            const uint64_t arc = begin + k * THREADS + threadIdx.x;
            joins[k] = false;
            if (arc < end) {
                const uint32_t u = row_between(a, arc, rows[0], rows[1] + 1), v = a.neighbours[arc];
                joins[k] = u < v; /* the other arc of the edge is left out */
                edge[k] = {{u, v}, joins[k] ? order_of(a, (uint32_t)arc) : 0, (uint32_t)arc};
            }
        }
        keep_edges(a, edge, joins, &largest); /* ends with a barrier before `rows` is written again */
    }
    offer_largest(a, largest);
}

static __global__ void __launch_bounds__(THREADS) again_kernel(const mg_spanning_args a) {
    const uint4 *const list = (const uint4 *)a.list[(a.round + 1) % 2];
    const uint32_t count = *a.count[(a.round + 1) % 2];
    mg_spanning_largest largest = largest_tree(a);
    for (uint64_t begin = (uint64_t)blockIdx.x * TILE; begin < count; begin += (uint64_t)gridDim.x * TILE) {
        mg_spanning_edge edge[EACH];
        bool joins[EACH];
#pragma unroll
        for (uint32_t k = 0; k < EACH; k++) {
            const uint64_t i = begin + k * THREADS + threadIdx.x;
            joins[k] = false;
            if (i < count) {
                const uint4 known = list[i];
                edge[k] = {{root_of(a.next, known.x), root_of(a.next, known.y)}, known.z, known.w};
                joins[k] = edge[k].tree[0] != edge[k].tree[1];
            }
        }
        keep_edges(a, edge, joins, &largest);
    }
    offer_largest(a, largest);
}

/* Only where it is not empty: the largest tree would be written by all. */
static __device__ __forceinline__ void empty(unsigned long long *best) {
    if (*best != ~0ull) {
        *best = ~0ull;
    }
}

/* Of two trees that chose one edge the smaller root stays a root. What the next round finds begins empty. */
static __global__ void __launch_bounds__(THREADS) join_kernel(const mg_spanning_args a) {
    const uint4 *const list = (const uint4 *)a.list[a.round % 2];
    const unsigned long long *const best = a.best[a.round % 2];
    unsigned long long *const after = a.best[(a.round + 1) % 2];
    const uint32_t count = *a.count[a.round % 2], threads = gridDim.x * THREADS;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *a.count[(a.round + 1) % 2] = 0;
    }
    for (uint64_t i = blockIdx.x * THREADS + threadIdx.x; i < count; i += threads) {
        const uint4 known = list[i];
        const unsigned long long key = (unsigned long long)known.z << 32 | known.w;
        const bool first = best[known.x] == key, second = best[known.y] == key;
        if (first && (!second || known.y < known.x)) {
            a.next[known.x] = known.y;
            a.edge[known.x] = known.w;
        }
        if (second && (!first || known.x < known.y)) {
            a.next[known.y] = known.x;
            a.edge[known.y] = known.w;
        }
        empty(&after[known.x]);
        empty(&after[known.y]);
    }
}

/* Vertices ascend from lane to lane: the first one of several with the same root counts. */
static __global__ void __launch_bounds__(THREADS) roots_kernel(const mg_spanning_args a) {
    const uint64_t threads = (uint64_t)gridDim.x * THREADS;
    mg_spanning_largest largest = largest_tree(a);
    for (uint64_t first = (uint64_t)blockIdx.x * THREADS; first < a.n; first += threads) {
        const uint64_t v = first + threadIdx.x;
        const uint32_t root = v < a.n ? root_of(a.next, (uint32_t)v) : MG_SPANNING_NONE;
        const uint32_t before = __shfl_up_sync(MG_ALL_LANES, root, 1);
        if (v < a.n) {
            a.component[v] = root; /* not to `next`, which others still shorten */
        }
        if (root == largest.root) {
            largest.key = v < largest.key ? v : largest.key;
        } else if (v < a.n && (mg_warp_lane() == 0 || before != root)) {
            atomicMin(&a.least[root], (uint32_t)v);
        }
    }
    largest.key = least_of_lanes(largest.key);
    if (mg_warp_lane() == 0 && largest.key != ~0ull) {
        atomicMin(&a.least[largest.root], (uint32_t)largest.key);
    }
}

static __global__ void __launch_bounds__(THREADS) result_kernel(const mg_spanning_args a) {
    const uint64_t threads = (uint64_t)gridDim.x * THREADS;
    for (uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x; i < a.n; i += threads) {
        const uint32_t v = (uint32_t)i, arc = a.edge[v];
        const bool has_edge = arc != MG_SPANNING_NONE;
        const bool is_own = has_edge && offset_of(a, v) <= arc && arc < offset_of(a, v + 1);
        a.component[v] = a.least[a.component[v]];
        a.source[v] = is_own ? v : has_edge ? row_between(a, arc, 0, a.n) : MG_SPANNING_NONE;
        a.target[v] = has_edge ? a.neighbours[arc] : MG_SPANNING_NONE;
        if (a.weight) {
            a.weight[v] = has_edge ? weight_of(a, order_of(a, arc)) : 0;
        }
    }
}

extern "C" cudaError_t mg__launch_spanning(const mg_spanning_args *args, mg_spanning_step step, uint32_t blocks,
                                           cudaStream_t stream) {
    static void (*const kernels[])(const mg_spanning_args) = {begin_kernel, first_kernel, again_kernel, join_kernel,
                                                              roots_kernel, result_kernel}; /* by mg_spanning_step */
    kernels[step]<<<blocks, THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
