/* SPDX-License-Identifier: Apache-2.0
 *
 * flow_level.cuh: the levels of one tile, as a warp of the flow kernel (flow.cuh) works them off one after the other: a
 * lane to a vertex. All lanes call everything that is not said to be of one lane.
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_FLOW_LEVEL_CUH
#define MG_CORE_CUDA_KERNEL_TILES_FLOW_LEVEL_CUH

#include "core/cuda/kernel/tiles/flow_window.cuh"

#define MG_FLOW_PATIENCE (1 << 18) /* clocks without anything getting on: all wait for tiles that nobody has */
#define MG_FLOW_SIGNS 16u          /* levels between two signs of getting on */

/* A level, or 32 vertices of it: the lane's vertex, if it has one. */
struct mg_flow_level {
    uint4 entry;
    uint2 vertex;
    uint32_t count; /* vertices */

    __device__ __forceinline__ bool in() const {
        return mg_lane() < count;
    }
    __device__ __forceinline__ uint32_t sender(uint32_t k) const {
        return k == 0 ? entry.x : k == 1 ? entry.y : entry.z;
    }
    __device__ __forceinline__ bool has(uint32_t bits) const {
        return in() && vertex.y & bits;
    }
    __device__ __forceinline__ bool is_remote(uint32_t k) const {
        return in() && sender(k) != MG_FLOW_NOBODY && sender(k) & MG_FLOW_SLOT;
    }
    __device__ __forceinline__ bool is_local(uint32_t k) const {
        return in() && !(sender(k) & MG_FLOW_SLOT);
    }
};

/* What the lane's vertex gets from other tiles. */
template <typename B>
struct mg_flow_mail {
    bool any; /* for a lane of the warp */
    mg_slot<B> slot[MG_FLOW_SENDERS];
};

template <typename Policy>
MG_DEVICE mg_ctx mg_flow_context(const mg_flow_args &a, uint32_t vertex, uint32_t iteration) {
    mg_ctx ctx = {};
    ctx.vertex = vertex;
    ctx.iteration = iteration;
    ctx.vertices = a.tiles.n;
    ctx.totals = a.totals;
    ctx.out_degree = a.out_offsets[vertex + 1] - a.out_offsets[vertex];
    if (Policy::properties() & MG_IN_DEGREE) {
        ctx.in_degree = a.in_offsets[vertex + 1] - a.in_offsets[vertex];
    }
    return ctx;
}

/* The level that begins at a rank. */
template <typename Policy>
MG_DEVICE mg_flow_level mg_flow_look(const mg_flow<Policy> &f, uint32_t at) {
    mg_flow_level level;
    level.entry = *f.entry(at + mg_lane());
    level.vertex = *f.vertex(at + mg_lane());
    level.count = at < f.reached ? f.vertex(at)->y >> MG_FLOW_COUNT : 0;
    return level;
}

/* Asks for what other tiles send to a level that is due next. */
template <typename Policy>
MG_DEVICE void mg_dataflow_prefetch(const mg_flow<Policy> &f, const mg_flow_level &level,
                                    mg_flow_mail<typename Policy::bits> &mail) {
    mail.any = __any_sync(MG_ALL_LANES, level.has(MG_DATAFLOW_REMOTE_IN));
    if (mail.any) {
#pragma unroll
        for (uint32_t k = 0; k < MG_FLOW_SENDERS; k++) {
            mail.slot[k] = {};
            mg_slot_read_if(f.a.slots, level.sender(k) & ~MG_FLOW_SLOT, level.is_remote(k), mail.slot[k]);
        }
    }
}

/* How long a lane has been waiting. */
struct mg_flow_patience {
    long long since, deadline;
    uint32_t advanced, rounds;
};

/* Is the tile to be put away? Where nobody gets on, one block in 16 does so. */
template <typename Policy>
MG_DEVICE bool mg_flow_gives_up(const mg_flow<Policy> &f, mg_flow_patience &patience) {
    if (++patience.rounds % 32) {
        return false;
    }
    const long long now = clock64();
    const uint32_t advanced = *(volatile uint32_t *)&f.a.control->advanced;
    if (advanced != patience.advanced || patience.since == 0) {
        patience.advanced = advanced;
        patience.since = now;
    } else if (now - patience.since > MG_FLOW_PATIENCE) {
        patience.since = now;
        return now > patience.deadline || ((f.tile ^ (uint32_t)(now >> 18)) & 15u) == 0;
    }
    return now > patience.deadline;
}

/* Adds what comes from other tiles. False where the tile is to be put away before it came. */
template <typename Policy>
MG_DEVICE bool mg_flow_await(const mg_flow<Policy> &f, const mg_flow_level &level, const void *state,
                             mg_flow_mail<typename Policy::bits> &mail, mg_flow_patience &patience,
                             typename Policy::bits *got) {
    bool open[MG_FLOW_SENDERS];
#pragma unroll
    for (uint32_t k = 0; k < MG_FLOW_SENDERS; k++) {
        open[k] = level.is_remote(k) && !mail.slot[k].came();
    }
#pragma unroll 1
    while (open[0] || open[1] || open[2]) {
#pragma unroll
        for (uint32_t k = 0; k < MG_FLOW_SENDERS; k++) {
            mg_slot_read_if(f.a.slots, level.sender(k) & ~MG_FLOW_SLOT, open[k], mail.slot[k]);
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_FLOW_SENDERS; k++) {
            open[k] = open[k] && !mail.slot[k].came();
        }
        if (mg_flow_gives_up(f, patience)) {
            return false;
        }
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_FLOW_SENDERS; k++) {
        if (level.is_remote(k)) {
            *got = mg_combine<Policy>(*got, Policy::edge(f.a.params, mail.slot[k].value(), nullptr, 0, state));
        }
    }
    return true;
}

/* Waits for one value. */
template <typename Policy>
MG_DEVICE bool mg_flow_await_one(const mg_flow<Policy> &f, uint32_t position, mg_flow_patience &patience,
                                 typename Policy::bits *value) {
    mg_slot<typename Policy::bits> slot = {};
    bool gives_up = false;
#pragma unroll 1
    while (!slot.came() && !gives_up) {
        mg_slot_read_if(f.a.slots, position, true, slot);
        gives_up = mg_flow_gives_up(f, patience);
    }
    *value = slot.value();
    return slot.came();
}

/* What the lane's vertex gets by its row: first its edges in the tile, then those from other tiles. */
template <typename Policy>
MG_DEVICE bool mg_dataflow_gather_row(const mg_flow<Policy> &f, const mg_flow_level &level, const void *state,
                                      mg_flow_patience &patience, typename Policy::bits *got) {
    const mg_tiles &g = f.a.tiles;
    const uint32_t index = level.vertex.y & MG_FLOW_INDEX, before = level.entry.w - 1;
    const uint16_t *const begin = g.begin + f.first + f.tile + index;
    const uint32_t local = g.local_first[f.tile], inner = begin[1] - begin[0];
    const uint32_t outer = g.remote_begin[f.first + index], edges = inner + g.remote_begin[f.first + index + 1] - outer;
#pragma unroll 1
    for (uint32_t k = 0; k < edges; k++) {
        const bool inside = k < inner;
        const uint64_t e = inside ? (uint64_t)local + begin[0] + k : (uint64_t)outer + k - inner;
        const uint32_t position = inside ? f.first + g.local[e] : g.remote[e];
        typename Policy::bits value;
        if (mg_flow_place(f.a.depth[position], f.a.backward) != before) {
            continue;
        }
        if (inside && !(level.vertex.y & MG_FLOW_WIDE)) {
            value = *f.value(f.a.order.rank[position]);
        } else if (!mg_flow_await_one(f, position, patience, &value)) {
            return false;
        }
        const void *const weights = inside ? f.a.local_weights : f.a.remote_weights;
        *got = mg_combine<Policy>(*got, Policy::edge(f.a.params, value, weights, e, state));
    }
    return true;
}

/* What the lane's vertex gets inside the tile. Most have one or two senders. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_flow_gather(const mg_flow<Policy> &f, const mg_flow_level &level,
                                               const void *state) {
    typedef typename Policy::bits B;
    B value[MG_FLOW_SENDERS], got = Policy::identity();
#pragma unroll
    for (uint32_t k = 0; k < MG_FLOW_SENDERS; k++) {
        value[k] = level.is_local(k) ? *f.value(level.sender(k)) : Policy::identity();
    }
    if (level.is_local(0)) {
        got = Policy::edge(f.a.params, value[0], nullptr, 0, state);
    }
#pragma unroll
    for (uint32_t k = 1; k < MG_FLOW_SENDERS; k++) {
        if (level.is_local(k)) {
            got = mg_combine<Policy>(got, Policy::edge(f.a.params, value[k], nullptr, 0, state));
        }
    }
    return got;
}

/* The lane's vertex has got everything: it changes, and sends. */
template <typename Policy>
MG_DEVICE void mg_flow_finish(const mg_flow<Policy> &f, const mg_flow_level &level, uint32_t rank, void *state,
                              typename Policy::bits got) {
    typedef typename Policy::bits B;
    const uint32_t iteration = level.entry.w + f.shift, vertex = level.vertex.x;
    if (got != Policy::identity() && Policy::needs(f.a.params, state)) {
        double add[MG_LOOP_TOTALS];
        const mg_ctx ctx = mg_flow_context<Policy>(f.a, vertex, iteration - 1);
        Policy::apply(&ctx, f.a.params, state, got, add);
    }
    B value = Policy::properties() & MG_SOURCE_ID ? (B)vertex : Policy::identity();
    if ((Policy::has() & MG_HAS_SCATTER) && level.entry.w != MG_FLOW_LAST) { /* there a replay ends */
        const mg_ctx ctx = mg_flow_context<Policy>(f.a, vertex, iteration);
        value = Policy::scatter(&ctx, f.a.params, state);
    }
    *f.value(rank) = value;
    if (level.vertex.y & MG_DATAFLOW_REMOTE_OUT) {
        mg_slot_write(f.a.slots, f.first + (level.vertex.y & MG_FLOW_INDEX), value);
    }
}

/* A level. False where the tile is to be put away before all came. */
template <typename Policy>
MG_DEVICE bool mg_flow_work_level(const mg_flow<Policy> &f, const mg_flow_level &level,
                                  mg_flow_mail<typename Policy::bits> &mail, long long deadline) {
    typedef typename Policy::bits B;
    const uint32_t rank = f.done + mg_lane();
    char *const state = f.state(rank, level.vertex.x);
    B got = mg_flow_gather(f, level, state);
    if (mail.any) {
        mg_flow_patience patience = {0, deadline, 0, 0};
        bool came = true;
        if (level.has(MG_DATAFLOW_SCAN_ROW)) {
            came = mg_dataflow_gather_row(f, level, state, patience, &got);
        } else if (level.has(MG_DATAFLOW_REMOTE_IN)) {
            came = mg_flow_await(f, level, state, mail, patience, &got);
        }
        if (!__all_sync(MG_ALL_LANES, came)) {
            return false;
        }
    }
    if (level.in()) {
        mg_flow_finish(f, level, rank, state, got);
    }
    __syncwarp();
    return true;
}

/* Works on the tile until it is done or nothing comes any more. What a level needs from other tiles is asked for at
 * once when the one before is done: earlier, most of it would not be there yet. */
template <typename Policy>
MG_DEVICE void mg_flow_work(mg_flow<Policy> &f, long long deadline) {
    const uint32_t begin = f.done;
    mg_flow_level level = mg_flow_look(f, f.done);
    mg_flow_mail<typename Policy::bits> mail;
    mg_dataflow_prefetch(f, level, mail);
#pragma unroll 1
    for (uint32_t levels = 0; f.done < f.reached; levels++) {
        const uint32_t chunk = f.done / MG_FLOW_CHUNK;
        const mg_flow_level next = mg_flow_look(f, f.done + level.count);
        if (!mg_flow_work_level(f, level, mail, deadline)) {
            break;
        }
        mg_dataflow_prefetch(f, next, mail);
        f.done += level.count;
        level = next;
        if (f.done / MG_FLOW_CHUNK != chunk) {
            mg_flow_turn(f, chunk + 1);
        }
        if (levels % MG_FLOW_SIGNS == 0 && mg_lane() == 0) {
            atomicAdd(&f.a.control->advanced, 1);
        }
    }
    f.vertices += f.done - begin;
}

#endif
