/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles.cuh: label programs without grid barriers, for graphs of high diameter. A thread block loads a tile into shared
 * memory: labels, local edges and two queues of vertices whose label changed. It relaxes local edges hop after hop.
 * Every few hops it reads what other blocks sent to its boundary vertices, and sends improved labels over cut edges
 * directly into the inboxes of other tiles. A block that sends to a tile which no block owns enqueues it. When a tile
 * has converged, its block takes a queued tile of the best priority. Labels only improve, so the result does not depend
 * on the order.
 *
 * The tile queue is a ticket queue: a block draws a ticket and polls that place. If the place is filled at once, the
 * block may swap the tile for a better one from later places. Termination detection: the run is over when all blocks
 * wait; then gridDim.x more tickets were drawn than tiles enqueued, and no block is left to enqueue one.
 *
 * Thread-to-work mapping: 512 threads per block, one tile per block at a time. Shared memory: one tile
 * (tile_process.cuh).
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_TILES_CUH
#define MG_CORE_CUDA_KERNEL_TILES_TILES_CUH

#include "core/cuda/kernel/tiles/tile_process.cuh"

/* Ends the slice. Only the first call has an effect, so that all blocks see the same end. */
MG_DEVICE void mg_tiles_finish(mg_tiles_control *c, uint32_t end) {
    atomicCAS(&c->end, MG_TILES_RUNNING, end);
}

/* Lane 0 of the first warp calls: polls the place of the block's ticket; MG_NO_TILE: the run or its slice is over.
 * `processed`: the block has processed a tile in this slice, so that every slice makes progress. */
MG_DEVICE uint32_t mg_tile_wait(const mg_tiles_args &a, uint32_t number, long long deadline, bool processed) {
    mg_tiles_control *const c = a.control;
    uint32_t *const place = &a.queue[number & (a.queue_capacity - 1)];
    mg_fence();
    if (number + 1 - atomicAdd(&c->enqueued, 0) == gridDim.x) {
        mg_tiles_finish(c, MG_TILES_DONE);
    }
    while (*(volatile uint32_t *)place == 0) {
        if (*(volatile uint32_t *)&c->end != MG_TILES_RUNNING) {
            return MG_NO_TILE;
        }
        if (processed && clock64() > deadline) {
            mg_tiles_finish(c, MG_TILES_STOPPED);
        }
    }
    return atomicExch(place, 0) - 1;
}

/* The first warp calls: swaps a tile for the best one of 32 filled places, spread evenly over those after `number`. */
MG_DEVICE uint32_t mg_tile_swap_for_best(const mg_tiles_args &a, uint32_t number, uint32_t tile) {
    const volatile uint32_t *const flag = a.flag;
    const int waiting = (int)(*(volatile uint32_t *)&a.control->enqueued - number - 1);
    if (waiting <= 0) {
        return tile;
    }
    const uint32_t step = (uint32_t)waiting < 32u ? 1u : (uint32_t)waiting / 32u;
    uint32_t *const place = &a.queue[(number + 1 + mg_warp_lane() * step) & (a.queue_capacity - 1)];
    const uint32_t other = mg_warp_lane() * step < (uint32_t)waiting ? *(volatile uint32_t *)place : 0;
    const uint32_t priority = flag[other ? other - 1 : tile], best = mg_warp_least(priority);
    uint32_t got = tile;
    if (mg_warp_lane() == __ffs(__ballot_sync(MG_ALL_LANES, priority == best)) - 1 && other && best < flag[tile] &&
        atomicCAS(place, other, tile + 1) == other) {
        got = other - 1;
    }
    const uint32_t changed = __ballot_sync(MG_ALL_LANES, got != tile);
    return __shfl_sync(MG_ALL_LANES, got, changed ? __ffs(changed) - 1 : 0);
}

/* The first warp calls: the next tile from the queue; MG_NO_TILE: the run or its slice is over. */
MG_DEVICE uint32_t mg_tile_dequeue(const mg_tiles_args &a, long long deadline, bool processed) {
    uint32_t number = 0, tile = 0;
    if (mg_warp_lane() == 0) {
        number = atomicAdd(&a.control->tickets, 1);
        tile = mg_tile_wait(a, number, deadline, processed);
    }
    number = __shfl_sync(MG_ALL_LANES, number, 0);
    tile = __shfl_sync(MG_ALL_LANES, tile, 0);
    if (tile != MG_NO_TILE) {
        tile = mg_tile_swap_for_best(a, number, tile);
        mg_fence();
        if (mg_warp_lane() == 0) {
            atomicExch(&a.flag[tile], MG_TILE_OWNED);
        }
        mg_fence();
    }
    return tile;
}

template <typename Policy>
MG_DEVICE void mg_tiles_work(mg_tile<Policy> &t, long long deadline) {
    uint32_t tiles_processed = 0;
#pragma unroll 1
    while (true) {
        if (threadIdx.x < 32) {
            const uint32_t taken = mg_tile_dequeue(t.a, deadline, tiles_processed != 0);
            if (threadIdx.x == 0) {
                t.shared.pick = taken;
            }
        }
        __syncthreads();
        const uint32_t tile = t.shared.pick;
        if (tile == MG_NO_TILE) {
            break;
        }
        mg_tile_load(t, tile);
        mg_tile_process(t);
        tiles_processed++;
    }
    if (threadIdx.x == 0) {
        atomicAdd(&t.a.control->tiles_processed, tiles_processed);
    }
}

/* Enqueues all notified tiles, after the first states or a previous slice. All threads call. */
MG_DEVICE void mg_tiles_enqueue_notified(const mg_tiles_args &a) {
    for (uint32_t k = blockIdx.x * MG_TILES_THREADS + threadIdx.x; k < a.tiles.count;
         k += gridDim.x * MG_TILES_THREADS) {
        if (((volatile uint32_t *)a.flag)[k] != MG_TILE_FREE) {
            mg_tile_enqueue(a, k);
        }
    }
}

/* First states; labels of active vertices are put into the inbox of their tile. */
template <typename Policy>
MG_DEVICE void mg_tiles_init(const mg_tiles_args &a) {
    typedef typename Policy::bits B;
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
            ctx.round = a.round;
            ctx.out_degree = a.out_offsets[v + 1] - a.out_offsets[v];
            if (Policy::properties() & MG_IN_DEGREE) {
                ctx.in_degree = a.in_offsets[v + 1] - a.in_offsets[v];
            }
            const bool active = Policy::init(&ctx, a.params, state) || Policy::frontier() == MG_FRONTIER_ALL;
            const B label = *(B *)state;
            ((B *)a.inbox)[p] = label;
            ((B *)a.saved_label)[p] = active ? Policy::identity() : label;
            if (active && mg_changes<Policy>(Policy::identity(), label)) {
                mg_tile_notify<Policy>(a, k, label);
            }
        }
    }
}

/* Copies the labels to the states. */
template <typename Policy>
MG_DEVICE void mg_tiles_write(const mg_tiles_args &a) {
    typedef typename Policy::bits B;
#pragma unroll 1
    for (uint32_t k = blockIdx.x; k < a.tiles.count; k += gridDim.x) {
#pragma unroll 1
        for (uint32_t p = a.tiles.first[k] + threadIdx.x; p < a.tiles.first[k + 1]; p += MG_TILES_THREADS) {
            *(B *)((char *)a.state + (uint64_t)a.tiles.vertex[p] * Policy::state_size()) =
                *((const volatile B *)a.saved_label + p); /* past the L1 cache: other blocks wrote it */
        }
    }
}

template <typename Policy>
MG_DEVICE void mg_tiles_run(const mg_tiles_args &a) {
    extern __shared__ uint4 mg_tile_memory[];
    __shared__ mg_tile_shared shared;
    const long long deadline = clock64() + a.slice_clocks;
    mg_tile<Policy> t(a, shared, (char *)mg_tile_memory);
    for (uint32_t i = threadIdx.x; i < MG_TILES_COUNTS + (a.tiles.most_vertices + 31) / 32; i += MG_TILES_THREADS) {
        t.counts[i] = 0;
    }
    if (!a.control->started) {
        mg_tiles_init<Policy>(a);
        uint32_t target = 0;
        mg_barrier_begin(MG_SCOPE_GRID, &a.control->arrived, target);
    }
    __syncthreads();
    mg_tiles_enqueue_notified(a);
    __syncthreads();
    mg_tiles_work(t, deadline);
    if (a.state && *(volatile uint32_t *)&a.control->end == MG_TILES_DONE) {
        mg_tiles_write<Policy>(a);
    }
    if (threadIdx.x == 0) {
        a.control->started = 1;
        atomicAdd(&a.control->vertices, t.vertices);
    }
    const unsigned long long edges = mg_warp_sum(t.edges);
    if (mg_warp_lane() == 0) {
        atomicAdd(&a.control->edges, edges);
    }
}

#endif
