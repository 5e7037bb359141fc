/* SPDX-License-Identifier: Apache-2.0
 *
 * sweeps.cu: the lists of a sweep and its moves (sweeps_args.h).
 */
#include "core/cuda/communities/level.cuh"

#define WIDE_PARTS 16 /* so many thread blocks look at a wide vertex's neighbours */

/* Bucket of a vertex that may move; NONE: it may not. */
MG_DEVICE uint32_t bucket_of(const mg_moves_args &a, uint64_t v, uint64_t *width) {
    *width = 0;
    if (v >= a.level.n || !a.active[v]) {
        return NONE;
    }
    *width = mg_level_width(a.level, (uint32_t)v);
    const uint32_t group = mg_move_group(a.level.key ? a.level.key[v] : (uint32_t)v, a.sweep_key, a.groups);
    return MG_SWEEP_CLASSES * group + (*width > MG_SWEEP_THREAD_WIDTH) + (*width > MG_SWEEP_WARP_WIDTH) +
           (*width > MG_SWEEP_BLOCK_WIDTH);
}

/* Counts the vertices of a chunk in shared memory. All threads call. */
MG_DEVICE void count_chunk(const mg_moves_args &a, uint64_t chunk, uint32_t *count, unsigned long long *visited) {
    for (uint32_t i = threadIdx.x; i < MG_SWEEP_BUCKETS; i += MG_SWEEP_THREADS) {
        count[i] = 0;
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < MG_SWEEP_CHUNK; i += MG_SWEEP_THREADS) {
        uint64_t width;
        const uint32_t bucket = bucket_of(a, chunk * MG_SWEEP_CHUNK + i, &width);
        *visited += width;
        if (bucket != NONE) {
            atomicAdd(&count[bucket], 1);
        }
    }
    __syncthreads();
}

static __global__ void count_kernel(const mg_moves_args a) {
    __shared__ uint32_t count[MG_SWEEP_BUCKETS];
    unsigned long long visited = 0;
    for (uint64_t chunk = blockIdx.x; chunk * MG_SWEEP_CHUNK < a.level.n; chunk += gridDim.x) {
        count_chunk(a, chunk, count, &visited);
        for (uint32_t i = threadIdx.x; i < MG_SWEEP_BUCKETS; i += MG_SWEEP_THREADS) {
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

/* Where each bucket begins in the list; a warp calls, of which each lane has a part of the buckets. */
MG_DEVICE void place_buckets(const uint32_t *bucket, uint32_t *begin) {
    const uint32_t each = MG_SWEEP_BUCKETS / 32, first = each * (threadIdx.x % 32);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < each; i++) {
        sum += bucket[first + i];
    }
    uint32_t before = sum;
    for (uint32_t offset = 1; offset < 32; offset *= 2) {
        const uint32_t other = __shfl_up_sync(MG_ALL_LANES, before, offset);
        before += threadIdx.x % 32 >= offset ? other : 0;
    }
    before -= sum;
    for (uint32_t i = 0; i < each; i++) {
        begin[first + i] = before;
        before += bucket[first + i];
    }
    if (threadIdx.x % 32 == 31) {
        begin[MG_SWEEP_BUCKETS] = before;
    }
}

static __global__ void fill_kernel(const mg_moves_args a) {
    __shared__ uint32_t at[MG_SWEEP_BUCKETS], begin[MG_SWEEP_BUCKETS + 1];
    unsigned long long unused = 0;
    if (threadIdx.x < 32) {
        place_buckets(a.counts->bucket, begin);
    }
    __syncthreads();
    if (blockIdx.x == 0) {
        for (uint32_t i = threadIdx.x; i <= MG_SWEEP_BUCKETS; i += MG_SWEEP_THREADS) {
            a.counts->begin[i] = begin[i];
        }
    }
    for (uint64_t chunk = blockIdx.x; chunk * MG_SWEEP_CHUNK < a.level.n; chunk += gridDim.x) {
        count_chunk(a, chunk, at, &unused);
        for (uint32_t i = threadIdx.x; i < MG_SWEEP_BUCKETS; i += MG_SWEEP_THREADS) {
            at[i] = at[i] ? begin[i] + atomicAdd(&a.counts->filled[i], at[i]) : 0;
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < MG_SWEEP_CHUNK; i += MG_SWEEP_THREADS) {
            uint64_t width;
            const uint32_t bucket = bucket_of(a, chunk * MG_SWEEP_CHUNK + i, &width);
            if (bucket != NONE) {
                a.list[atomicAdd(&at[bucket], 1)] = (uint32_t)(chunk * MG_SWEEP_CHUNK + i);
            }
        }
        __syncthreads();
    }
}

MG_DEVICE void move(const mg_moves_args &a, uint32_t v, uint32_t target) {
    const uint32_t own = a.label[v];
    const unsigned long long strength = a.level.strength[v];
    atomicAdd(&a.label_strength[own], 0 - strength);
    atomicAdd(&a.label_strength[target], strength);
    atomicSub(&a.size[own], 1);
    atomicAdd(&a.size[target], 1);
    a.label[v] = target;
}

/* Neighbours of v that are not in its new community may move now. */
MG_DEVICE void wake(const mg_moves_args &a, uint32_t v, uint32_t target, uint64_t thread, uint64_t threads) {
    const mg_level &g = a.level;
    for (uint32_t r = 0; r < g.row_count; r++) {
        const uint64_t end = mg_level_offset(g, g.rows[r].end, v);
        for (uint64_t e = mg_level_offset(g, g.rows[r].begin, v) + thread; e < end; e += threads) {
            const uint32_t u = g.rows[r].neighbours[e];
            if (a.next[u] != target && !a.active[u]) {
                a.active[u] = 1;
            }
        }
    }
}

/* The cut of the part that v has joined, with others that came with it: an edge between two of them is seen twice. The
 * threads are one, or whole warps. */
template <int kind>
MG_DEVICE void cut(const mg_moves_args &a, uint32_t v, uint32_t part, uint64_t thread, uint64_t threads) {
    const mg_level &g = a.level;
    unsigned long long less = thread == 0 ? 0 - a.within[v] : 0;
    for (uint32_t r = 0; r < g.row_count; r++) {
        const uint64_t end = mg_level_offset(g, g.rows[r].end, v);
        for (uint64_t e = mg_level_offset(g, g.rows[r].begin, v) + thread; e < end; e += threads) {
            const uint32_t u = g.rows[r].neighbours[e];
            if (u != v && a.next[u] == part) {
                const unsigned long long weight = mg_weights<kind>::at(g.rows[r], e);
                less += a.came[u] == a.group + 1 ? weight : 2 * weight;
            }
        }
    }
    less = threads > 1 ? mg_warp_sum(less) : less;
    if (less && (threads == 1 || thread % 32 == 0)) {
        atomicAdd(&a.cut[part], 0 - less);
    }
}

/* What follows a move. */
template <int kind, bool refines>
MG_DEVICE void follow(const mg_moves_args &a, uint32_t v, uint32_t target, uint64_t thread, uint64_t threads) {
    if (refines) {
        cut<kind>(a, v, target, thread, threads);
    } else {
        wake(a, v, target, thread, threads);
    }
}

/* A warp moves up to 32 vertices, and looks at the neighbours of one after the other. */
template <int kind, bool refines>
MG_DEVICE void move_by_warp(const mg_moves_args &a, uint32_t place, uint32_t end, unsigned long long *moves) {
    const uint32_t lane = threadIdx.x % 32, target = place + lane < end ? a.target[place + lane] : NONE;
    const uint32_t v = target != NONE ? a.list[place + lane] : NONE;
    if (target != NONE) {
        move(a, v, target);
        ++*moves;
    }
    for (uint32_t moved = __ballot_sync(MG_ALL_LANES, target != NONE); moved; moved &= moved - 1) {
        const int from = __ffs((int)moved) - 1;
        follow<kind, refines>(a, __shfl_sync(MG_ALL_LANES, v, from), __shfl_sync(MG_ALL_LANES, target, from), lane, 32);
    }
}

template <int kind, bool refines>
MG_DEVICE void move_wide(const mg_moves_args &a, uint32_t first, uint32_t end, unsigned long long *moves) {
    for (uint64_t i = blockIdx.x; i < (uint64_t)WIDE_PARTS * (end - first); i += gridDim.x) {
        const uint32_t place = first + (uint32_t)(i / WIDE_PARTS), part = (uint32_t)(i % WIDE_PARTS);
        const uint32_t v = a.list[place], target = a.target[place];
        if (target != NONE) {
            if (part == 0 && threadIdx.x == 0) {
                move(a, v, target);
                ++*moves;
            }
            follow<kind, refines>(a, v, target, part * MG_SWEEP_THREADS + threadIdx.x, WIDE_PARTS * MG_SWEEP_THREADS);
        }
    }
}

template <int kind, bool refines>
static __global__ void move_kernel(const mg_moves_args a) {
    const uint32_t *const begin = a.counts->begin + MG_SWEEP_CLASSES * a.group;
    const uint32_t warps = gridDim.x * (MG_SWEEP_THREADS / 32), threads = 32 * warps;
    const uint32_t thread = blockIdx.x * MG_SWEEP_THREADS + threadIdx.x;
    const uint32_t few = begin[1], wide = begin[3];
    unsigned long long moves = 0;
    move_wide<kind, refines>(a, wide, begin[4], &moves);
    const uint32_t each = min(32u, (wide - few) / warps + 1); /* vertices of a warp: few, so that all warps have some */
    for (uint32_t place = few + thread / 32 * each; place < wide; place += warps * each) {
        move_by_warp<kind, refines>(a, place, min(place + each, wide), &moves);
    }
    for (uint32_t place = begin[0] + thread; place < few; place += threads) {
        const uint32_t target = a.target[place];
        if (target != NONE) {
            const uint32_t v = a.list[place];
            move(a, v, target);
            follow<kind, refines>(a, v, target, 0, 1);
            moves++;
        }
    }
    moves = mg_warp_sum(moves);
    if (moves && threadIdx.x % 32 == 0) {
        atomicAdd(&a.counts->moves, moves);
    }
}

extern "C" cudaError_t mg__launch_sweep(const mg_moves_args *args, mg_sweep_step step, uint32_t blocks,
                                        cudaStream_t stream) {
    if (step == MG_SWEEP_CHOOSE || step == MG_SWEEP_WIDE) {
        return mg__launch_choose(args, step == MG_SWEEP_WIDE, blocks, stream);
    }
    static void (*const joins[])(const mg_moves_args) = {
        move_kernel<MG_LEVEL_ONES, true>, move_kernel<MG_LEVEL_NARROW, true>, move_kernel<MG_LEVEL_WIDE, true>};
    void (*const kernel)(const mg_moves_args) = step == MG_SWEEP_COUNT  ? count_kernel
                                                : step == MG_SWEEP_FILL ? fill_kernel
                                                : args->community       ? joins[args->level.kind]
                                                                        : move_kernel<MG_LEVEL_ONES, false>;
    kernel<<<blocks, MG_SWEEP_THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
