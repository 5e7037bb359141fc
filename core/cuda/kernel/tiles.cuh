/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles.cuh: label programs without barriers of the grid, for graphs of high diameter. Every block owns tiles and holds
 * one of them in shared memory: the labels, the local edges and two queues of vertices whose label changed. It works
 * hop after hop inside the tile; every few hops it takes in what other blocks sent to its boundary vertices and sends
 * what has improved over the edges that leave the tile, straight into the other tile's inbox. A tile's flag holds the
 * smallest priority that waits there; a block whose tile has come to rest serves its flagged tile of smallest priority.
 * Labels only improve, so that the result does not depend on the order; the run is over when no block is busy and no
 * flag is set.
 *
 * Threads: 512 to a block; the first warp looks at the flags of the block's tiles, a lane to a tile. Shared memory:
 * that of one tile (tile.cuh).
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_CUH
#define MG_CORE_CUDA_KERNEL_TILES_CUH

#include "core/cuda/kernel/tile.cuh"

/* The block's flagged tile of smallest priority, or MG_NO_TILE. The first warp calls. */
template <typename Policy>
MG_DEVICE uint32_t mg_tile_choose(const mg_tile<Policy> &t) {
    const volatile uint32_t *flags = t.a.flag + blockIdx.x * t.a.tiles_per_block;
    unsigned long long best = ~0ull;
#pragma unroll 1
    for (uint32_t k = mg_lane(); k < t.a.tiles_per_block; k += 32) {
        const unsigned long long key = (unsigned long long)flags[k] << 32 | k;
        best = key < best ? key : best;
    }
    for (int offset = 16; offset; offset >>= 1) {
        const unsigned long long other = __shfl_xor_sync(MG_ALL_LANES, best, offset);
        best = other < best ? other : best;
    }
    return best >> 32 == MG_NO_FLAG ? MG_NO_TILE : blockIdx.x + (uint32_t)best * gridDim.x;
}

/* Block 0, idle: is everyone idle, with nothing left to do? While no block becomes busy no flag can change, so that one
 * look at all flags is enough. All threads call. */
template <typename Policy>
MG_DEVICE void mg_tile_look_for_end(const mg_tile<Policy> &t) {
    volatile mg_tiles_control *c = t.a.control;
    if (threadIdx.x == 0) {
        t.shared.version = c->version;
        mg_fence();
        t.shared.busy = c->busy;
        mg_fence();
    }
    __syncthreads();
    bool open = t.shared.busy != 0;
    for (uint32_t i = threadIdx.x; i < gridDim.x * t.a.tiles_per_block && !open; i += MG_TILES_THREADS) {
        open = ((volatile uint32_t *)t.a.flag)[i] != MG_NO_FLAG;
    }
    if (!__syncthreads_or(open) && threadIdx.x == 0) {
        mg_fence();
        c->done = c->busy == 0 && c->version == t.shared.version;
    }
}

/* Thread 0: tells what the block does next by shared.pick, and keeps count of who is busy. */
template <typename Policy>
MG_DEVICE void mg_tile_announce(const mg_tile<Policy> &t, uint32_t pick, bool busy, long long deadline,
                                uint32_t version) {
    mg_tiles_control *c = t.a.control;
    /* Not before someone has begun to work: every slice gets on. */
    if (blockIdx.x == 0 && clock64() > deadline && *(volatile uint32_t *)&c->version != version) {
        *(volatile uint32_t *)&c->stop = 1;
    }
    t.shared.stop = *(volatile uint32_t *)&c->stop | *(volatile uint32_t *)&c->done;
    if (pick != MG_NO_TILE && !t.shared.stop) {
        if (!busy) {
            atomicAdd(&c->version, 1);
            atomicAdd(&c->busy, 1);
            mg_fence(); /* before the flag is cleared */
        }
        atomicExch(t.flag_of(pick), MG_NO_FLAG);
    } else if (busy) {
        mg_fence(); /* after what this block sent */
        atomicSub(&c->busy, 1);
    }
    t.shared.pick = t.shared.stop ? MG_NO_TILE : pick;
}

template <typename Policy>
MG_DEVICE void mg_tiles_work(mg_tile<Policy> &t, long long deadline) {
    const uint32_t version = *(volatile uint32_t *)&t.a.control->version;
    bool busy = false;
    uint32_t services = 0;
#pragma unroll 1
    while (true) {
        if (threadIdx.x < 32) {
            const uint32_t pick = mg_tile_choose(t);
            if (threadIdx.x == 0) {
                mg_tile_announce(t, pick, busy, deadline, version);
            }
        }
        __syncthreads();
        const uint32_t pick = t.shared.pick;
        if (t.shared.stop) {
            break;
        }
        busy = pick != MG_NO_TILE;
        if (busy) {
            const bool enters = pick != t.index;
            if (enters) {
                mg_tile_leave(t);
                mg_tile_enter(t, pick);
            }
            mg_tile_serve(t, enters);
            services++;
            mg_fence(); /* every thread's flags are set before thread 0 may say that the block is idle */
        } else if (blockIdx.x == 0) {
            mg_tile_look_for_end(t);
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        atomicAdd(&t.a.control->services, services);
    }
}

/* First states; what is active waits in its tile's inbox. A block prepares its own tiles. */
template <typename Policy>
MG_DEVICE void mg_tiles_init(const mg_tile<Policy> &t) {
    typedef typename Policy::bits B;
    const mg_tiles_args &a = t.a;
#pragma unroll 1
    for (uint32_t k = blockIdx.x; k < a.tiles.count; k += gridDim.x) {
#pragma unroll 1
        for (uint32_t p = a.tiles.first[k] + threadIdx.x; p < a.tiles.first[k + 1]; p += MG_TILES_THREADS) {
            const uint32_t v = a.tiles.vertex[p];
            char *state = (char *)a.state + (uint64_t)v * Policy::state_size();
            mg_ctx ctx = {};
            ctx.vertex = v;
            ctx.vertices = a.tiles.n;
            ctx.totals = a.totals;
            ctx.out_degree = a.out_offsets[v + 1] - a.out_offsets[v];
            if (Policy::properties() & MG_IN_DEGREE) {
                ctx.in_degree = a.in_offsets[v + 1] - a.in_offsets[v];
            }
            const bool active = Policy::init(&ctx, a.params, state) || Policy::frontier() == MG_FRONTIER_ALL;
            const B label = *(B *)state;
            ((B *)a.inbox)[p] = label;
            ((B *)a.settled)[p] = active ? Policy::identity() : label;
            if (active && mg_changes<Policy>(Policy::identity(), label)) {
                atomicMin(t.flag_of(k), min(Policy::priority(a.params, label), MG_NO_FLAG - 1));
            }
        }
    }
}

/* The labels of the block's tiles into the states. */
template <typename Policy>
MG_DEVICE void mg_tiles_write(const mg_tile<Policy> &t) {
    typedef typename Policy::bits B;
    const mg_tiles_args &a = t.a;
#pragma unroll 1
    for (uint32_t k = blockIdx.x; k < a.tiles.count; k += gridDim.x) {
#pragma unroll 1
        for (uint32_t p = a.tiles.first[k] + threadIdx.x; p < a.tiles.first[k + 1]; p += MG_TILES_THREADS) {
            *(B *)((char *)a.state + (uint64_t)a.tiles.vertex[p] * Policy::state_size()) = ((const B *)a.settled)[p];
        }
    }
}

template <typename Policy>
MG_DEVICE void mg_tiles_run(const mg_tiles_args &a) {
    extern __shared__ uint4 mg_tile_memory[];
    __shared__ mg_tile_shared shared;
    const long long deadline = clock64() + a.slice_clocks;
    mg_tile<Policy> t(a, shared, (char *)mg_tile_memory);
    for (uint32_t i = threadIdx.x; i < (a.tiles.most_vertices + 31) / 32; i += MG_TILES_THREADS) {
        t.waiting[i] = 0;
    }
    if (threadIdx.x < 3) {
        shared.count[threadIdx.x] = 0;
    }
    if (!a.control->started) {
        mg_tiles_init(t);
        uint32_t target = 0;
        mg_barrier_begin(MG_SCOPE_GRID, &a.control->arrived, target);
    }
    __syncthreads();
    mg_tiles_work(t, deadline);
    mg_tile_leave(t);
    if (*(volatile uint32_t *)&a.control->done) {
        mg_tiles_write(t);
    }
    if (threadIdx.x == 0) {
        a.control->started = 1;
        atomicAdd(&a.control->vertices, t.vertices);
    }
    const unsigned long long edges = mg_warp_sum(t.edges);
    if (mg_lane() == 0) {
        atomicAdd(&a.control->edges, edges);
    }
}

#endif
