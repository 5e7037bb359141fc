/* SPDX-License-Identifier: Apache-2.0
 *
 * flow.cuh: phases whose levels are those of a breadth-first search, and replays of them, without barriers, for graphs
 * of high diameter. Depths are known beforehand, from the tiles kernel; so what a vertex waits for is known, too: the
 * neighbours one level nearer to where the phase began. A warp takes a tile and works off its vertices level by level;
 * what comes from other tiles it waits for, each value in its own slot. Every vertex adds up what it gets in the order
 * of its row, so that sums repeat.
 *
 * Tiles are taken in the order of their first levels, long before these are due, and hundreds are being worked on at a
 * time, so that the one whose vertex is next is among them. Where it is not, all wait; then some put their tiles away,
 * and take others.
 *
 * Threads: one warp to a block. Shared memory: that of one tile, if it fits (flow_tile.cuh).
 */
#ifndef MG_CORE_CUDA_KERNEL_FLOW_CUH
#define MG_CORE_CUDA_KERNEL_FLOW_CUH

#include "core/cuda/kernel/flow_tile.cuh"
#include "core/cuda/kernel/tiles.cuh"

#define MG_FLOW_PATIENCE (1 << 18) /* clocks without anything getting on: all wait for tiles that nobody has */
#define MG_FLOW_SIGNS 16u          /* levels between two signs of getting on */

/* What a lane's vertex gets from other tiles. */
template <typename B>
struct mg_flow_mail {
    uint32_t at, end;  /* of the list of senders or, where rows are walked, of edges */
    uint32_t position; /* of the next sender, MG_NONE: there is none */
    bool walks;
    mg_slot<B> slot; /* the sender's */
};

/* Iterations that are complete when a vertex sends; when it receives it is one less. */
template <typename Policy>
MG_DEVICE uint32_t mg_flow_iteration(const mg_flow<Policy> &f, uint32_t place) {
    return f.a.backward ? __ldg(&f.a.summary->deepest) - (MG_FLOW_LAST - place) : place - 1;
}

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

/* The lane's entry, one that belongs to no level behind the last one. */
template <typename Policy>
MG_DEVICE uint4 mg_flow_look(const mg_flow<Policy> &f, uint32_t at) {
    const uint4 none = {MG_FLOW_NOBODY | MG_FLOW_NOBODY << 16, MG_FLOW_NOBODY, 0, MG_FLOW_UNREACHED};
    return at + mg_lane() < f.reached ? f.entries[at + mg_lane()] : none;
}

/* What the lane's vertex gets inside the tile, by its row. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_flow_walk(const mg_flow<Policy> &f, const uint4 &entry) {
    const uint16_t *const local = f.a.tiles.local + f.local_first;
    typename Policy::bits got = Policy::identity();
#pragma unroll 1
    for (uint32_t e = f.begin()[entry.z]; e < f.begin()[entry.z + 1]; e++) {
        const uint32_t u = local[e];
        if (f.key[u] + 1 == entry.w) {
            got = mg_combine<Policy>(got, Policy::edge(f.a.params, f.value[u], f.a.local_weights,
                                                       (uint64_t)f.local_first + e, f.state_of(entry.z)));
        }
    }
    return got;
}

/* The same by its entry. Most have one sender. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_flow_gather(const mg_flow<Policy> &f, const uint4 &entry) {
    uint32_t sender = entry.x & 0xffffu, more = entry.x >> 16 | entry.y << 16;
    typename Policy::bits got = Policy::identity();
    if (entry.y >> 16 == MG_FLOW_WALK) {
        return mg_flow_walk(f, entry);
    }
    if (sender != MG_FLOW_NOBODY) {
        got = Policy::edge(f.a.params, f.value[sender], nullptr, 0, f.state_of(entry.z));
    }
#pragma unroll 1
    while ((sender = more & 0xffffu) != MG_FLOW_NOBODY) {
        more = more >> 16 | MG_FLOW_NOBODY << 16;
        got = mg_combine<Policy>(got, Policy::edge(f.a.params, f.value[sender], nullptr, 0, f.state_of(entry.z)));
    }
    return got;
}

/* The next sender in another tile. */
template <typename Policy>
MG_DEVICE void mg_flow_next_sender(const mg_flow<Policy> &f, uint32_t place,
                                   mg_flow_mail<typename Policy::bits> &mail) {
    mail.position = MG_NONE;
    mail.slot = {};
    if (mail.walks) {
#pragma unroll 1
        while (mail.at < mail.end && mail.position == MG_NONE) {
            const uint32_t position = f.a.tiles.remote[mail.at++];
            mail.position = f.place_of(f.a.depth[position]) + 1 == place ? position : MG_NONE;
        }
    } else if (mail.at < mail.end) {
        const uint32_t sender = f.remote[mail.at++];
        mail.position = sender & ~MG_FLOW_LAST_OF;
        mail.end = sender & MG_FLOW_LAST_OF ? mail.at : mail.end;
    }
}

/* Asks for what the first sender in another tile sent, before it is needed. */
template <typename Policy>
MG_DEVICE mg_flow_mail<typename Policy::bits> mg_flow_ask(const mg_flow<Policy> &f, const uint4 &entry) {
    mg_flow_mail<typename Policy::bits> mail = {};
    const uint32_t from = entry.y >> 16;
    const bool asks = from && from != MG_FLOW_WALK;
    const uint32_t sender = asks ? f.remote[from - 1] : 0;
    mail.walks = from == MG_FLOW_WALK;
    mail.at = from;
    mail.end = !asks || sender & MG_FLOW_LAST_OF ? from : MG_FLOW_UNREACHED;
    mail.position = asks ? sender & ~MG_FLOW_LAST_OF : MG_NONE;
    mg_slot_read_if(f.a.slots, mail.position, asks, mail.slot);
    return mail;
}

/* How long a warp has been waiting. */
struct mg_flow_patience {
    long long since, deadline;
    uint32_t advanced, rounds;
};

/* Is the tile to be put away? Where nobody gets on, one block in 16 does so. All lanes get the same answer. */
template <typename Policy>
MG_DEVICE bool mg_flow_gives_up(const mg_flow<Policy> &f, mg_flow_patience &patience) {
    mg_flow_control *const c = f.a.control;
    bool up = false;
    if (++patience.rounds % 32) {
        return false;
    }
    if (mg_lane() == 0) {
        const long long now = clock64();
        const uint32_t advanced = *(volatile uint32_t *)&c->advanced;
        up = now > patience.deadline;
        if (advanced != patience.advanced) {
            patience.advanced = advanced;
            patience.since = now;
        } else if (now - patience.since > MG_FLOW_PATIENCE) {
            patience.since = now;
            up = up || ((f.tile ^ (uint32_t)(now >> 18)) & 15u) == 0;
        }
    }
    return __shfl_sync(MG_ALL_LANES, up, 0);
}

/* Adds what comes from other tiles, in the order of the rows. False where the tile is to be put away before it came.
 * All lanes call. */
template <typename Policy>
MG_DEVICE bool mg_flow_await(const mg_flow<Policy> &f, bool in, const uint4 &entry,
                             mg_flow_mail<typename Policy::bits> &mail, long long deadline,
                             typename Policy::bits *got) {
    mg_flow_patience patience = {0, deadline, 0, 0};
    if (in && mail.walks) {
        mail.at = f.a.tiles.remote_begin[f.first + entry.z];
        mail.end = f.a.tiles.remote_begin[f.first + entry.z + 1];
        mg_flow_next_sender(f, entry.w, mail);
    }
#pragma unroll 1
    while (__any_sync(MG_ALL_LANES, in && mail.position != MG_NONE)) {
        if (in && mail.position != MG_NONE) {
            mg_slot_read_if(f.a.slots, mail.position, !mail.slot.came(), mail.slot);
            if (mail.slot.came()) {
                const void *const weights = mail.walks ? f.a.remote_weights : nullptr;
                *got = mg_combine<Policy>(
                    *got, Policy::edge(f.a.params, mail.slot.value(), weights, mail.at - 1, f.state_of(entry.z)));
                mg_flow_next_sender(f, entry.w, mail);
            }
        }
        if (mg_flow_gives_up(f, patience)) {
            return false;
        }
    }
    return true;
}

/* The lane's vertex has got everything: it changes, and sends. */
template <typename Policy>
MG_DEVICE void mg_flow_finish(const mg_flow<Policy> &f, const uint4 &entry, typename Policy::bits got) {
    typedef typename Policy::bits B;
    const uint32_t iteration = mg_flow_iteration(f, entry.w), vertex = __ldg(&f.a.tiles.vertex[f.first + entry.z]);
    void *const state = f.state_of(entry.z);
    if (got != Policy::identity() && Policy::needs(f.a.params, state)) {
        double add[MG_LOOP_TOTALS];
        const mg_ctx ctx = mg_flow_context<Policy>(f.a, vertex, iteration - 1);
        Policy::apply(&ctx, f.a.params, state, got, add);
    }
    if (entry.w == MG_FLOW_LAST) { /* a replay ends here */
        return;
    }
    B value = Policy::properties() & MG_SOURCE_ID ? (B)vertex : Policy::identity();
    if (Policy::has() & MG_HAS_SCATTER) {
        const mg_ctx ctx = mg_flow_context<Policy>(f.a, vertex, iteration);
        value = Policy::scatter(&ctx, f.a.params, state);
    }
    f.value[entry.z] = value;
    if (entry.z < f.boundary) {
        mg_slot_write(f.a.slots, f.first + entry.z, value);
    }
}

/* Works on the tile until it is done or nothing comes any more. What the next lanes' vertices need is asked for before
 * it is known what these get. */
template <typename Policy>
MG_DEVICE void mg_flow_work(mg_flow<Policy> &f, long long deadline) {
    typedef typename Policy::bits B;
    const uint32_t begin = f.done;
    uint4 entry = mg_flow_look(f, f.done);
#pragma unroll 1
    for (uint32_t levels = 0; f.done < f.reached; levels++) {
        mg_flow_mail<B> mail = mg_flow_ask(f, entry);
        const bool in = entry.w == __shfl_sync(MG_ALL_LANES, entry.w, 0);
        const uint32_t count = __popc(__ballot_sync(MG_ALL_LANES, in));
        const uint4 next = mg_flow_look(f, f.done + count);
        B got = in ? mg_flow_gather(f, entry) : Policy::identity();
        if (__any_sync(MG_ALL_LANES, in && (mail.walks || mail.position != MG_NONE)) &&
            !mg_flow_await(f, in, entry, mail, deadline, &got)) {
            break;
        }
        if (in) {
            mg_flow_finish(f, entry, got);
        }
        __syncwarp();
        f.done += count;
        entry = next;
        if (levels % MG_FLOW_SIGNS == 0 && mg_lane() == 0) {
            atomicAdd(&f.a.control->advanced, 1);
        }
    }
    f.vertices += f.done - begin;
}

/* Puts a tile away, for whoever has time. */
MG_DEVICE void mg_flow_put_away(const mg_flow_args &a, uint32_t tile) {
    uint32_t *const place = &a.away[atomicAdd(&a.control->put_away, 1) & (a.places - 1)];
    while (atomicCAS(place, 0, tile + 1) != 0) {
    }
}

/* One that was put away, or MG_NO_TILE. */
MG_DEVICE uint32_t mg_flow_take_up(const mg_flow_args &a) {
    mg_flow_control *const c = a.control;
    uint32_t number = *(volatile uint32_t *)&c->taken_up;
    while (number != *(volatile uint32_t *)&c->put_away) {
        const uint32_t found = atomicCAS(&c->taken_up, number, number + 1);
        if (found == number) {
            uint32_t *const place = &a.away[number & (a.places - 1)];
            while (*(volatile uint32_t *)place == 0) {
            }
            return atomicExch(place, 0) - 1;
        }
        number = found;
    }
    return MG_NO_TILE;
}

/* Lane 0: the next tile, MG_NO_TILE when the run or its slice is over. Those that were put away come first, unless
 * `others` asks for the list. */
MG_DEVICE uint32_t mg_flow_next_tile(const mg_flow_args &a, long long deadline, bool served, bool others) {
    mg_flow_control *const c = a.control;
    const uint32_t tiles = a.summary->tiles;
    uint32_t tile = others ? MG_NO_TILE : mg_flow_take_up(a);
    if (tile == MG_NO_TILE && *(volatile uint32_t *)&c->taken < tiles) {
        const uint32_t number = atomicAdd(&c->taken, 1);
        tile = number < tiles ? a.list[(number + a.ahead) % tiles] - 1 : MG_NO_TILE;
    }
    while (tile == MG_NO_TILE && *(volatile uint32_t *)&c->end == MG_TILES_RUNNING) {
        if (*(volatile uint32_t *)&c->finished == tiles) {
            atomicCAS(&c->end, MG_TILES_RUNNING, MG_TILES_DONE);
        } else if (served && clock64() > deadline) {
            atomicCAS(&c->end, MG_TILES_RUNNING, MG_TILES_STOPPED);
        } else {
            tile = mg_flow_take_up(a);
        }
    }
    return tile;
}

/* All lanes call. */
MG_DEVICE uint32_t mg_flow_take(const mg_flow_args &a, long long deadline, bool served, bool others) {
    mg_flow_control *const c = a.control;
    uint32_t tile = MG_NO_TILE;
    if (mg_lane() == 0) {
        if (served && clock64() > deadline && *(volatile uint32_t *)&c->finished != a.summary->tiles) {
            atomicCAS(&c->end, MG_TILES_RUNNING, MG_TILES_STOPPED);
        } else {
            tile = mg_flow_next_tile(a, deadline, served, others);
        }
        mg_fence();
    }
    return __shfl_sync(MG_ALL_LANES, tile, 0);
}

/* First states, cleared slots and, unless it is a replay, what the tiles kernel begins with. */
template <typename Policy>
MG_DEVICE void mg_flow_init(const mg_flow_args &a) {
    typedef typename Policy::bits B;
#pragma unroll 1
    for (uint32_t k = blockIdx.x; k < a.tiles.count; k += gridDim.x) {
        const uint32_t first = a.tiles.first[k], end = a.tiles.first[k + 1], boundary = a.tiles.boundary[k];
        bool active = false;
#pragma unroll 2
        for (uint32_t p = first + mg_lane(); p < end; p += 32) {
            const uint32_t v = a.tiles.vertex[p];
            const mg_ctx ctx = mg_flow_context<Policy>(a, v, 0);
            const bool starts = Policy::init(&ctx, a.params, (char *)a.state + (uint64_t)v * Policy::state_size());
            active |= starts;
            if (a.inbox) {
                a.inbox[p] = starts ? 0 : MG_FLOW_UNREACHED;
                a.settled[p] = MG_FLOW_UNREACHED;
            }
            if (p - first < boundary) {
                mg_slot_clear<B>(a.slots, p);
            }
        }
        active = __any_sync(MG_ALL_LANES, active);
        if (mg_lane() == 0) {
            a.progress[k] = 0;
            if (a.flag) {
                a.flag[k] = active ? 0 : MG_TILE_FREE;
            }
        }
    }
}

template <typename Policy>
MG_DEVICE void mg_flow_run(const mg_flow_args &a) {
    extern __shared__ uint4 mg_flow_memory[];
    __shared__ uint32_t remote_count;
    if (a.step == MG_FLOW_INIT) {
        mg_flow_init<Policy>(a);
        return;
    }
    const long long deadline = clock64() + a.slice_clocks;
    mg_flow<Policy> f(a, (char *)mg_flow_memory, &remote_count);
    bool served = false, others = false;
#pragma unroll 1
    while (true) {
        const uint32_t tile = mg_flow_take(a, deadline, served, others);
        if (tile == MG_NO_TILE) {
            break;
        }
        if (*(volatile uint32_t *)&a.progress[tile] == MG_FLOW_FINISHED) {
            continue;
        }
        mg_flow_open(f, tile);
        mg_flow_work(f, deadline);
        mg_flow_close(f);
        served = true;
        others = f.done < f.reached && !others;
        if (f.done < f.reached && mg_lane() == 0) {
            mg_flow_put_away(a, tile);
        }
        __syncwarp();
    }
    const unsigned long long edges = mg_warp_sum(f.edges);
    if (mg_lane() == 0) {
        atomicAdd(&a.control->vertices, f.vertices);
        atomicAdd(&a.control->edges, edges);
    }
}

#endif
