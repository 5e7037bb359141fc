/* SPDX-License-Identifier: Apache-2.0
 *
 * moves.cu: the steps of a sweep (moves_args.h). All arithmetic is that of algorithms/communities/moves.c, so that
 * vertices move as they do there. A vertex's sums by label are a hash table with linear probing, in shared memory for
 * vertices of the first two classes.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/communities/moves_args.h"
}

#define NONE 0xffffffffu

typedef unsigned long long sum_type;

/* A candidate: the greatest value, of equals the smallest label. */
struct choice {
    double value;
    uint32_t label;
};

static __device__ __forceinline__ choice better(choice a, choice b) {
    const bool takes_b =
        b.label != NONE && (a.label == NONE || b.value > a.value || (b.value == a.value && b.label < a.label));
    return takes_b ? b : a;
}

static __device__ __forceinline__ choice best_of_warp(choice c) {
#pragma unroll
    for (int offset = 16; offset; offset /= 2) {
        const choice other = {__shfl_xor_sync(MG_ALL_LANES, c.value, offset),
                              __shfl_xor_sync(MG_ALL_LANES, c.label, offset)};
        c = better(c, other);
    }
    return c;
}

/* The threads that work on a vertex: a warp, or a thread block. */
template <bool is_warp>
struct team {
    static __device__ __forceinline__ uint32_t size() {
        return is_warp ? 32 : MG_MOVES_THREADS;
    }
    static __device__ __forceinline__ uint32_t thread() {
        return is_warp ? threadIdx.x % 32 : threadIdx.x;
    }
    static __device__ __forceinline__ uint32_t first() {
        return is_warp ? blockIdx.x * (MG_MOVES_THREADS / 32) + threadIdx.x / 32 : blockIdx.x;
    }
    static __device__ __forceinline__ uint32_t count() {
        return is_warp ? gridDim.x * (MG_MOVES_THREADS / 32) : gridDim.x;
    }
    static __device__ __forceinline__ void sync() {
        if (is_warp) {
            __syncwarp();
        } else {
            __syncthreads();
        }
    }
    /* In all threads of the team; shared: a place for each warp. */
    static __device__ __forceinline__ choice best(choice c, choice *shared) {
        c = best_of_warp(c);
        if (!is_warp) {
            if (threadIdx.x % 32 == 0) {
                shared[threadIdx.x / 32] = c;
            }
            __syncthreads();
            const choice none = {0, NONE};
            c = best_of_warp(threadIdx.x % 32 < MG_MOVES_THREADS / 32 ? shared[threadIdx.x % 32] : none);
            __syncthreads();
        }
        return c;
    }
};

/* Sums by label; `slots` is a power of two. */
struct label_table {
    uint32_t *labels;
    sum_type *sums;
    uint32_t slots;

    __device__ __forceinline__ uint32_t begin_of(uint32_t label) const {
        return (label * 0x9e3779b1u >> 7) & (slots - 1);
    }
    __device__ __forceinline__ void add(uint32_t label, sum_type weight) const {
        for (uint32_t at = begin_of(label);; at = (at + 1) & (slots - 1)) {
            const uint32_t found = atomicCAS(&labels[at], NONE, label);
            if (found == NONE || found == label) {
                atomicAdd(&sums[at], weight);
                return;
            }
        }
    }
    __device__ __forceinline__ sum_type sum(uint32_t label) const {
        uint32_t at = begin_of(label);
        while (labels[at] != label && labels[at] != NONE) {
            at = (at + 1) & (slots - 1);
        }
        return labels[at] == label ? sums[at] : 0;
    }
};

static __device__ __forceinline__ uint64_t width_of(const mg_moves_args &a, uint32_t v) {
    uint64_t width = 0;
    for (uint32_t r = 0; r < a.row_count; r++) {
        width += a.rows[r].end[v] - a.rows[r].begin[v];
    }
    return width;
}

template <typename Team>
static __device__ __forceinline__ void add_neighbours(const mg_moves_args &a, uint32_t v, const label_table &table) {
    for (uint32_t r = 0; r < a.row_count; r++) {
        const uint64_t end = a.rows[r].end[v];
        for (uint64_t e = a.rows[r].begin[v] + Team::thread(); e < end; e += Team::size()) {
            const uint32_t u = a.rows[r].neighbours[e];
            if (u != v) {
                table.add(a.label[u], a.rows[r].weights ? a.rows[r].weights[e] : 1);
            }
        }
    }
}

/* Half of modularity's gain, times the total, is weight to the community - resolution * strength of the vertex *
 * strength of the community / total. Of two vertices that are alone the one with the larger label goes. */
template <typename Team>
static __device__ __forceinline__ void choose(const mg_moves_args &a, uint32_t place, const label_table &table,
                                              choice *shared) {
    const uint32_t v = a.list[place], own = a.label[v];
    const sum_type own_strength = a.strength[v];
    for (uint32_t i = Team::thread(); i < table.slots; i += Team::size()) {
        table.labels[i] = NONE;
        table.sums[i] = 0;
    }
    Team::sync();
    add_neighbours<Team>(a, v, table);
    Team::sync();
    const double strength = (double)own_strength, factor = a.scale * strength;
    const double rest = (double)(a.label_strength[own] - own_strength);
    const double stays = (double)table.sum(own) - factor * rest;
    const double least = stays + MG_MOVE_LEAST_GAIN * strength + a.least;
    choice mine = {0, NONE};
    for (uint32_t i = Team::thread(); i < table.slots; i += Team::size()) {
        const uint32_t label = table.labels[i];
        if (label != NONE && label != own) {
            const choice other = {(double)table.sums[i] - factor * (double)a.label_strength[label], label};
            mine = other.value > least ? better(mine, other) : mine;
        }
    }
    const uint32_t best = Team::best(mine, shared).label;
    if (Team::thread() == 0) {
        const bool stays_here =
            best == NONE || own_strength == 0 || (a.size[own] == 1 && a.size[best] == 1 && best > own);
        a.target[place] = stays_here ? NONE : best;
        a.active[v] = 0;
    }
    Team::sync();
}

static __global__ void choose_warp_kernel(const mg_moves_args a) {
    __shared__ sum_type sums[MG_MOVES_THREADS / 32][MG_MOVES_WARP_SLOTS];
    __shared__ uint32_t labels[MG_MOVES_THREADS / 32][MG_MOVES_WARP_SLOTS];
    const label_table table = {labels[threadIdx.x / 32], sums[threadIdx.x / 32], MG_MOVES_WARP_SLOTS};
    for (uint32_t i = team<true>::first(); i < a.listed; i += team<true>::count()) {
        choose<team<true>>(a, a.first + i, table, nullptr);
    }
}

static __global__ void choose_block_kernel(const mg_moves_args a) {
    __shared__ sum_type sums[MG_MOVES_BLOCK_SLOTS];
    __shared__ uint32_t labels[MG_MOVES_BLOCK_SLOTS];
    __shared__ choice shared[MG_MOVES_THREADS / 32];
    const label_table table = {labels, sums, MG_MOVES_BLOCK_SLOTS};
    for (uint32_t i = team<false>::first(); i < a.listed; i += team<false>::count()) {
        choose<team<false>>(a, a.first + i, table, shared);
    }
}

static __global__ void choose_wide_kernel(const mg_moves_args a) {
    __shared__ choice shared[MG_MOVES_THREADS / 32];
    for (uint32_t i = team<false>::first(); i < a.listed; i += team<false>::count()) {
        const uint64_t most = width_of(a, a.list[a.first + i]) < a.n ? width_of(a, a.list[a.first + i]) : a.n;
        uint32_t slots = 2 * MG_MOVES_BLOCK_SLOTS;
        while (slots < a.slots && slots < 2 * most) {
            slots *= 2;
        }
        const label_table table = {a.slot_labels + blockIdx.x * a.slots, a.slot_sums + blockIdx.x * a.slots, slots};
        choose<team<false>>(a, a.first + i, table, shared);
    }
}

/* Bucket of a vertex that may move; NONE: it may not. */
static __device__ __forceinline__ uint32_t bucket_of(const mg_moves_args &a, uint64_t v, uint64_t *width) {
    *width = 0;
    if (v >= a.n || !a.active[v]) {
        return NONE;
    }
    *width = width_of(a, (uint32_t)v);
    const uint32_t group = mg_move_group(a.key ? a.key[v] : (uint32_t)v, a.sweep_key);
    return MG_MOVES_CLASSES * group + (*width > MG_MOVES_WARP_SLOTS / 2) + (*width > MG_MOVES_BLOCK_SLOTS / 2);
}

/* Counts the vertices of a chunk in shared memory. All threads call. */
static __device__ __forceinline__ void count_chunk(const mg_moves_args &a, uint64_t chunk, uint32_t *count,
                                                   sum_type *visited) {
    for (uint32_t i = threadIdx.x; i < MG_MOVES_BUCKETS; i += MG_MOVES_THREADS) {
        count[i] = 0;
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < MG_MOVES_CHUNK; i += MG_MOVES_THREADS) {
        uint64_t width;
        const uint32_t bucket = bucket_of(a, chunk * MG_MOVES_CHUNK + i, &width);
        *visited += width;
        if (bucket != NONE) {
            atomicAdd(&count[bucket], 1);
        }
    }
    __syncthreads();
}

static __global__ void count_kernel(const mg_moves_args a) {
    __shared__ uint32_t count[MG_MOVES_BUCKETS];
    sum_type visited = 0;
    for (uint64_t chunk = blockIdx.x; chunk * MG_MOVES_CHUNK < a.n; chunk += gridDim.x) {
        count_chunk(a, chunk, count, &visited);
        for (uint32_t i = threadIdx.x; i < MG_MOVES_BUCKETS; i += MG_MOVES_THREADS) {
            if (count[i]) {
                atomicAdd(&a.counts->bucket[i], count[i]);
            }
        }
        __syncthreads();
    }
    visited = mg_warp_sum(visited);
    if (visited && threadIdx.x % 32 == 0) {
        atomicAdd(&a.counts->visited, visited);
    }
}

static __global__ void fill_kernel(const mg_moves_args a) {
    __shared__ uint32_t at[MG_MOVES_BUCKETS];
    sum_type unused = 0;
    for (uint64_t chunk = blockIdx.x; chunk * MG_MOVES_CHUNK < a.n; chunk += gridDim.x) {
        count_chunk(a, chunk, at, &unused);
        for (uint32_t i = threadIdx.x; i < MG_MOVES_BUCKETS; i += MG_MOVES_THREADS) {
            at[i] = at[i] ? atomicAdd(&a.counts->bucket[i], at[i]) : 0;
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < MG_MOVES_CHUNK; i += MG_MOVES_THREADS) {
            uint64_t width;
            const uint32_t bucket = bucket_of(a, chunk * MG_MOVES_CHUNK + i, &width);
            if (bucket != NONE) {
                a.list[atomicAdd(&at[bucket], 1)] = (uint32_t)(chunk * MG_MOVES_CHUNK + i);
            }
        }
        __syncthreads();
    }
}

static __global__ void move_kernel(const mg_moves_args a) {
    sum_type moves = 0;
    for (uint32_t i = blockIdx.x * MG_MOVES_THREADS + threadIdx.x; i < a.listed; i += gridDim.x * MG_MOVES_THREADS) {
        const uint32_t target = a.target[a.first + i];
        if (target != NONE) {
            const uint32_t v = a.list[a.first + i], own = a.label[v];
            const sum_type strength = a.strength[v];
            atomicAdd(&a.label_strength[own], 0 - strength);
            atomicAdd(&a.label_strength[target], strength);
            atomicSub(&a.size[own], 1);
            atomicAdd(&a.size[target], 1);
            a.label[v] = target;
            moves++;
        }
    }
    moves = mg_warp_sum(moves);
    if (moves && threadIdx.x % 32 == 0) {
        atomicAdd(&a.counts->moves, moves);
    }
}

/* Neighbours that are not in the new community may move now. */
template <typename Team>
static __device__ __forceinline__ void wake(const mg_moves_args &a) {
    for (uint32_t i = Team::first(); i < a.listed; i += Team::count()) {
        const uint32_t v = a.list[a.first + i], label = a.target[a.first + i];
        for (uint32_t r = 0; label != NONE && r < a.row_count; r++) {
            for (uint64_t e = a.rows[r].begin[v] + Team::thread(); e < a.rows[r].end[v]; e += Team::size()) {
                const uint32_t u = a.rows[r].neighbours[e];
                if (a.label[u] != label && !a.active[u]) {
                    a.active[u] = 1;
                }
            }
        }
    }
}

static __global__ void wake_warp_kernel(const mg_moves_args a) {
    wake<team<true>>(a);
}

static __global__ void wake_block_kernel(const mg_moves_args a) {
    wake<team<false>>(a);
}

extern "C" cudaError_t mg__launch_moves(const mg_moves_args *args, mg_moves_step step, uint32_t blocks,
                                        cudaStream_t stream) {
    static void (*const kernels[])(const mg_moves_args) = {count_kernel,        fill_kernel,        choose_warp_kernel,
                                                           choose_block_kernel, choose_wide_kernel, move_kernel,
                                                           wake_warp_kernel,    wake_block_kernel};
    kernels[step]<<<blocks, MG_MOVES_THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
