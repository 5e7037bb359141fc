/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow.cuh: dataflow execution of phases in which every vertex is due at a known level: its depth in a
 * breadth-first search, or counted from the deepest level (replay). There are no barriers between levels. A warp
 * processes the levels of its tile in order; values from other tiles arrive in message slots, which it polls. Every
 * vertex combines its inputs in a fixed order, so that sums are reproducible.
 *
 * The vertices of every tile are sorted by level beforehand, with their senders (depths_order.cu); a warp streams them
 * through a window in shared memory. Tiles are taken in the order of their first levels, long before these are due.
 * Hundreds of tiles are resident at a time, so the tile whose vertex is due next is usually among them. If not, no warp
 * makes progress; then some warps suspend their tiles and take others.
 *
 * Thread-to-work mapping: one warp per block, a lane per vertex of the current level. Shared memory: the window
 * (mg_dataflow_lay_out).
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_CUH
#define MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_CUH

#include "core/cuda/kernel/tiles/dataflow_level.cuh"
#include "core/cuda/kernel/tiles/tiles.cuh"

/* Suspends a tile: appends it to the queue of suspended tiles. */
MG_DEVICE void mg_dataflow_suspend(const mg_dataflow_args &a, uint32_t tile) {
    uint32_t *const place = &a.suspended_queue[atomicAdd(&a.control->suspended, 1) & (a.queue_capacity - 1)];
    while (atomicCAS(place, 0, tile + 1) != 0) {
    }
}

/* Takes a suspended tile, or returns MG_NO_TILE. */
MG_DEVICE uint32_t mg_dataflow_resume(const mg_dataflow_args &a) {
    mg_dataflow_control *const c = a.control;
    uint32_t number = *(volatile uint32_t *)&c->resumed;
    while (number != *(volatile uint32_t *)&c->suspended) {
        const uint32_t found = atomicCAS(&c->resumed, number, number + 1);
        if (found == number) {
            uint32_t *const place = &a.suspended_queue[number & (a.queue_capacity - 1)];
            while (*(volatile uint32_t *)place == 0) {
            }
            return atomicExch(place, 0) - 1;
        }
        number = found;
    }
    return MG_NO_TILE;
}

/* Lane 0 calls: the next tile; MG_NO_TILE: the run or its slice is over. Suspended tiles come first, unless `from_list`
 * is set. */
MG_DEVICE uint32_t mg_dataflow_next_tile(const mg_dataflow_args &a, long long deadline, bool processed,
                                         bool from_list) {
    mg_dataflow_control *const c = a.control;
    const uint32_t tiles = a.summary->tiles;
    uint32_t tile = from_list ? MG_NO_TILE : mg_dataflow_resume(a);
    if (tile == MG_NO_TILE && *(volatile uint32_t *)&c->tickets < tiles) {
        const uint32_t number = atomicAdd(&c->tickets, 1);
        tile = number < tiles ? a.order.list[(number + a.list_offset) % tiles] - 1 : MG_NO_TILE;
    }
    while (tile == MG_NO_TILE && *(volatile uint32_t *)&c->end == MG_TILES_RUNNING) {
        if (*(volatile uint32_t *)&c->finished == tiles) {
            atomicCAS(&c->end, MG_TILES_RUNNING, MG_TILES_DONE);
        } else if (processed && clock64() > deadline) {
            atomicCAS(&c->end, MG_TILES_RUNNING, MG_TILES_STOPPED);
        } else {
            tile = mg_dataflow_resume(a);
        }
    }
    return tile;
}

/* The next tile, broadcast to the warp. All lanes call. */
MG_DEVICE uint32_t mg_dataflow_acquire(const mg_dataflow_args &a, long long deadline, bool processed, bool from_list) {
    mg_dataflow_control *const c = a.control;
    uint32_t tile = MG_NO_TILE;
    if (mg_warp_lane() == 0) {
        if (processed && clock64() > deadline && *(volatile uint32_t *)&c->finished != a.summary->tiles) {
            atomicCAS(&c->end, MG_TILES_RUNNING, MG_TILES_STOPPED);
        } else {
            tile = mg_dataflow_next_tile(a, deadline, processed, from_list);
        }
        mg_fence();
    }
    return __shfl_sync(MG_ALL_LANES, tile, 0);
}

/* First states, empty message slots and, unless it is a replay, the initial values of the tiles kernel. */
template <typename Policy>
MG_DEVICE void mg_dataflow_init(const mg_dataflow_args &a) {
    typedef typename Policy::bits B;
#pragma unroll 1
    for (uint32_t k = blockIdx.x; k < a.tiles.count; k += gridDim.x) {
        const uint32_t first = a.tiles.first[k], end = a.tiles.first[k + 1], boundary = a.tiles.boundary[k];
        bool active = false;
#pragma unroll 2
        for (uint32_t p = first + mg_warp_lane(); p < end; p += 32) {
            const uint32_t v = a.tiles.vertex[p];
            const mg_ctx ctx = mg_dataflow_context<Policy>(a, v, 0);
            const bool starts = Policy::init(&ctx, a.params, (char *)a.state + (uint64_t)v * Policy::state_size());
            active |= starts;
            if (a.inbox) {
                a.inbox[p] = starts ? 0 : MG_DATAFLOW_UNREACHED;
                a.saved_label[p] = MG_DATAFLOW_UNREACHED;
            }
            if (p - first < boundary) {
                mg_message_clear<B>(a.slots, p);
            }
        }
        active = __any_sync(MG_ALL_LANES, active);
        if (mg_warp_lane() == 0) {
            a.progress[k] = 0;
            if (a.flag) {
                a.flag[k] = active ? 0 : MG_TILE_FREE;
            }
        }
    }
}

template <typename Policy>
MG_DEVICE void mg_dataflow_run(const mg_dataflow_args &a) {
    if (a.step == MG_DATAFLOW_INIT) {
        mg_dataflow_init<Policy>(a);
        return;
    }
    const long long deadline = clock64() + a.slice_clocks;
    mg_dataflow_warp<Policy> f(a);
    bool processed = false, from_list = false;
#pragma unroll 1
    while (true) {
        const uint32_t tile = mg_dataflow_acquire(a, deadline, processed, from_list);
        if (tile == MG_NO_TILE) {
            break;
        }
        if (*(volatile uint32_t *)&a.progress[tile] == MG_DATAFLOW_FINISHED) {
            continue;
        }
        mg_dataflow_begin_tile(f, tile);
        mg_dataflow_run_tile(f, deadline);
        mg_dataflow_end_tile(f);
        processed = true;
        from_list = f.done < f.reached && !from_list;
        if (f.done < f.reached && mg_warp_lane() == 0) {
            mg_dataflow_suspend(a, tile);
        }
        __syncwarp();
    }
    if (mg_warp_lane() == 0) {
        atomicAdd(&a.control->vertices, f.vertices);
    }
}

#endif
