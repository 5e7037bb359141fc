/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow_level.cuh: a warp of the dataflow kernel (dataflow.cuh) processes the levels of one tile, a lane per vertex.
 * All lanes call all functions here, except those said to be for one lane.
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_LEVEL_CUH
#define MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_LEVEL_CUH

#include "core/cuda/kernel/tiles/dataflow_window.cuh"

#define MG_DATAFLOW_STALL_CLOCKS (1 << 18) /* clocks without progress after which tiles are suspended */
#define MG_DATAFLOW_REPORT_LEVELS 16u      /* levels between two progress reports */

/* A level, or 32 vertices of it, with the lane's vertex, if any. */
struct mg_dataflow_level {
    uint4 entry;
    uint2 vertex;
    uint32_t count; /* vertices */

    __device__ __forceinline__ bool in() const {
        return mg_warp_lane() < count;
    }
    __device__ __forceinline__ uint32_t sender(uint32_t k) const {
        return k == 0 ? entry.x : k == 1 ? entry.y : entry.z;
    }
    __device__ __forceinline__ bool has(uint32_t bits) const {
        return in() && vertex.y & bits;
    }
    __device__ __forceinline__ bool is_remote(uint32_t k) const {
        return in() && sender(k) != MG_DATAFLOW_NO_SENDER && sender(k) & MG_DATAFLOW_REMOTE;
    }
    __device__ __forceinline__ bool is_local(uint32_t k) const {
        return in() && !(sender(k) & MG_DATAFLOW_REMOTE);
    }
};

/* Inputs of the lane's vertex from other tiles. */
template <typename B>
struct mg_dataflow_inputs {
    bool any; /* for any lane of the warp */
    mg_message_slot<B> slot[MG_DATAFLOW_SENDERS];
};

template <typename Policy>
MG_DEVICE mg_ctx mg_dataflow_context(const mg_dataflow_args &a, uint32_t vertex, uint32_t iteration) {
    mg_ctx ctx = {};
    ctx.vertex = vertex;
    ctx.iteration = iteration;
    ctx.vertices = a.tiles.n;
    ctx.totals = a.totals;
    ctx.round = a.round;
    ctx.out_degree = a.out_offsets[vertex + 1] - a.out_offsets[vertex];
    if (Policy::properties() & MG_IN_DEGREE) {
        ctx.in_degree = a.in_offsets[vertex + 1] - a.in_offsets[vertex];
    }
    return ctx;
}

/* Loads the level that begins at a rank. */
template <typename Policy>
MG_DEVICE mg_dataflow_level mg_dataflow_load_level(const mg_dataflow_warp<Policy> &f, uint32_t at) {
    mg_dataflow_level level;
    level.entry = *f.entry(at + mg_warp_lane());
    level.vertex = *f.vertex(at + mg_warp_lane());
    level.count = at < f.reached ? f.vertex(at)->y >> MG_DATAFLOW_COUNT_SHIFT : 0;
    return level;
}

/* Starts loading the remote inputs of the level that is due next. */
template <typename Policy>
MG_DEVICE void mg_dataflow_prefetch(const mg_dataflow_warp<Policy> &f, const mg_dataflow_level &level,
                                    mg_dataflow_inputs<typename Policy::bits> &inputs) {
    inputs.any = __any_sync(MG_ALL_LANES, level.has(MG_DATAFLOW_REMOTE_IN));
    if (inputs.any) {
#pragma unroll
        for (uint32_t k = 0; k < MG_DATAFLOW_SENDERS; k++) {
            inputs.slot[k] = {};
            mg_message_read_if(f.a.slots, level.sender(k) & ~MG_DATAFLOW_REMOTE, level.is_remote(k), inputs.slot[k]);
        }
    }
}

/* Wait state of a lane. */
struct mg_dataflow_wait {
    long long since, deadline;
    uint32_t progress_ticks, rounds;
};

/* Must the tile be suspended? If no warp makes progress, one in 16 suspends its tile. */
template <typename Policy>
MG_DEVICE bool mg_dataflow_must_suspend(const mg_dataflow_warp<Policy> &f, mg_dataflow_wait &wait) {
    if (++wait.rounds % 32) {
        return false;
    }
    const long long now = clock64();
    const uint32_t progress_ticks = *(volatile uint32_t *)&f.a.control->progress_ticks;
    if (progress_ticks != wait.progress_ticks || wait.since == 0) {
        wait.progress_ticks = progress_ticks;
        wait.since = now;
    } else if (now - wait.since > MG_DATAFLOW_STALL_CLOCKS) {
        wait.since = now;
        return now > wait.deadline || ((f.tile ^ (uint32_t)(now >> 18)) & 15u) == 0;
    }
    return now > wait.deadline;
}

/* Adds the listed inputs from other tiles. False: the tile must be suspended before they arrived. */
template <typename Policy>
MG_DEVICE bool mg_dataflow_await(const mg_dataflow_warp<Policy> &f, const mg_dataflow_level &level, const void *state,
                                 mg_dataflow_inputs<typename Policy::bits> &inputs, mg_dataflow_wait &wait,
                                 typename Policy::bits *got) {
    bool open[MG_DATAFLOW_SENDERS];
#pragma unroll
    for (uint32_t k = 0; k < MG_DATAFLOW_SENDERS; k++) {
        open[k] = level.is_remote(k) && !inputs.slot[k].arrived();
    }
#pragma unroll 1
    while (open[0] || open[1] || open[2]) {
#pragma unroll
        for (uint32_t k = 0; k < MG_DATAFLOW_SENDERS; k++) {
            mg_message_read_if(f.a.slots, level.sender(k) & ~MG_DATAFLOW_REMOTE, open[k], inputs.slot[k]);
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_DATAFLOW_SENDERS; k++) {
            open[k] = open[k] && !inputs.slot[k].arrived();
        }
        if (mg_dataflow_must_suspend(f, wait)) {
            return false;
        }
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_DATAFLOW_SENDERS; k++) {
        if (level.is_remote(k)) {
            *got = mg_combine<Policy>(*got, Policy::edge(f.a.params, inputs.slot[k].value(), nullptr, 0, state));
        }
    }
    return true;
}

/* Polls one message slot. False: the tile must be suspended first. */
template <typename Policy>
MG_DEVICE bool mg_dataflow_await_one(const mg_dataflow_warp<Policy> &f, uint32_t position, mg_dataflow_wait &wait,
                                     typename Policy::bits *value) {
    mg_message_slot<typename Policy::bits> slot = {};
    bool must_suspend = false;
#pragma unroll 1
    while (!slot.arrived() && !must_suspend) {
        mg_message_read_if(f.a.slots, position, true, slot);
        must_suspend = mg_dataflow_must_suspend(f, wait);
    }
    *value = slot.value();
    return slot.arrived();
}

/* Gathers along the whole row of the lane's vertex: local edges, then cut edges. False: the tile must be suspended
 * first. */
template <typename Policy>
MG_DEVICE bool mg_dataflow_gather_row(const mg_dataflow_warp<Policy> &f, const mg_dataflow_level &level,
                                      const void *state, mg_dataflow_wait &wait, typename Policy::bits *got) {
    const mg_tiles &g = f.a.tiles;
    const uint32_t index = level.vertex.y & MG_DATAFLOW_INDEX_MASK, before = level.entry.w - 1;
    const uint16_t *const begin = g.begin + f.first + f.tile + index;
    const uint32_t local = g.local_first[f.tile], inner = begin[1] - begin[0];
    const uint32_t outer = g.remote_begin[f.first + index], edges = inner + g.remote_begin[f.first + index + 1] - outer;
#pragma unroll 1
    for (uint32_t k = 0; k < edges; k++) {
        const bool inside = k < inner;
        const uint64_t e = inside ? (uint64_t)local + begin[0] + k : (uint64_t)outer + k - inner;
        const uint32_t position = inside ? f.first + g.local[e] : g.remote[e];
        typename Policy::bits value;
        if (mg_dataflow_place(f.a.depth[position], f.a.backward) != before) {
            continue;
        }
        if (inside && !(level.vertex.y & MG_DATAFLOW_WIDE)) {
            value = *f.value(f.a.order.rank[position]);
        } else if (!mg_dataflow_await_one(f, position, wait, &value)) {
            return false;
        }
        const void *const weights = inside ? f.a.local_weights : f.a.remote_weights;
        *got = mg_combine<Policy>(*got, Policy::edge(f.a.params, value, weights, e, state));
    }
    return true;
}

/* Gathers the listed inputs from the same tile. Most vertices have one or two senders. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_dataflow_gather_local(const mg_dataflow_warp<Policy> &f,
                                                         const mg_dataflow_level &level, const void *state) {
    typedef typename Policy::bits B;
    B value[MG_DATAFLOW_SENDERS], got = Policy::identity();
#pragma unroll
    for (uint32_t k = 0; k < MG_DATAFLOW_SENDERS; k++) {
        value[k] = level.is_local(k) ? *f.value(level.sender(k)) : Policy::identity();
    }
    if (level.is_local(0)) {
        got = Policy::edge(f.a.params, value[0], nullptr, 0, state);
    }
#pragma unroll
    for (uint32_t k = 1; k < MG_DATAFLOW_SENDERS; k++) {
        if (level.is_local(k)) {
            got = mg_combine<Policy>(got, Policy::edge(f.a.params, value[k], nullptr, 0, state));
        }
    }
    return got;
}

/* All inputs of the lane's vertex have arrived: `apply`, then `scatter`. */
template <typename Policy>
MG_DEVICE void mg_dataflow_apply(const mg_dataflow_warp<Policy> &f, const mg_dataflow_level &level, uint32_t rank,
                                 void *state, typename Policy::bits got) {
    typedef typename Policy::bits B;
    const uint32_t iteration = level.entry.w + f.shift, vertex = level.vertex.x;
    if (got != Policy::identity() && Policy::needs(f.a.params, state)) {
        double add[MG_LOOP_TOTALS];
        const mg_ctx ctx = mg_dataflow_context<Policy>(f.a, vertex, iteration - 1);
        Policy::apply(&ctx, f.a.params, state, got, add);
    }
    B value = Policy::properties() & MG_SOURCE_ID ? (B)vertex : Policy::identity();
    if ((Policy::has() & MG_HAS_SCATTER) && level.entry.w != MG_DATAFLOW_LAST) { /* depth 0 of a replay sends nothing */
        const mg_ctx ctx = mg_dataflow_context<Policy>(f.a, vertex, iteration);
        value = Policy::scatter(&ctx, f.a.params, state);
    }
    *f.value(rank) = value;
    if (level.vertex.y & MG_DATAFLOW_REMOTE_OUT) {
        mg_message_write(f.a.slots, f.first + (level.vertex.y & MG_DATAFLOW_INDEX_MASK), value);
    }
}

/* Processes a level. False: the tile must be suspended before all inputs arrived. */
template <typename Policy>
MG_DEVICE bool mg_dataflow_run_level(const mg_dataflow_warp<Policy> &f, const mg_dataflow_level &level,
                                     mg_dataflow_inputs<typename Policy::bits> &inputs, long long deadline) {
    typedef typename Policy::bits B;
    const uint32_t rank = f.done + mg_warp_lane();
    char *const state = f.state(rank, level.vertex.x);
    B got = mg_dataflow_gather_local(f, level, state);
    if (inputs.any) {
        mg_dataflow_wait wait = {0, deadline, 0, 0};
        bool arrived = true;
        if (level.has(MG_DATAFLOW_SCAN_ROW)) {
            arrived = mg_dataflow_gather_row(f, level, state, wait, &got);
        } else if (level.has(MG_DATAFLOW_REMOTE_IN)) {
            arrived = mg_dataflow_await(f, level, state, inputs, wait, &got);
        }
        if (!__all_sync(MG_ALL_LANES, arrived)) {
            return false;
        }
    }
    if (level.in()) {
        mg_dataflow_apply(f, level, rank, state, got);
    }
    __syncwarp();
    return true;
}

/* Processes the tile's levels until it is finished or must be suspended. Remote inputs of a level are first loaded
 * right after the level before it: earlier, most of them would not have arrived. */
template <typename Policy>
MG_DEVICE void mg_dataflow_run_tile(mg_dataflow_warp<Policy> &f, long long deadline) {
    const uint32_t begin = f.done;
    mg_dataflow_level level = mg_dataflow_load_level(f, f.done);
    mg_dataflow_inputs<typename Policy::bits> inputs;
    mg_dataflow_prefetch(f, level, inputs);
#pragma unroll 1
    for (uint32_t levels = 0; f.done < f.reached; levels++) {
        const uint32_t chunk = f.done / MG_DATAFLOW_CHUNK;
        const mg_dataflow_level next = mg_dataflow_load_level(f, f.done + level.count);
        if (!mg_dataflow_run_level(f, level, inputs, deadline)) {
            break;
        }
        mg_dataflow_prefetch(f, next, inputs);
        f.done += level.count;
        level = next;
        if (f.done / MG_DATAFLOW_CHUNK != chunk) {
            mg_dataflow_advance(f, chunk + 1);
        }
        if (levels % MG_DATAFLOW_REPORT_LEVELS == 0 && mg_warp_lane() == 0) {
            atomicAdd(&f.a.control->progress_ticks, 1);
        }
    }
    f.vertices += f.done - begin;
}

#endif
