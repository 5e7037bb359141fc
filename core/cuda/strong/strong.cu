/* SPDX-License-Identifier: Apache-2.0
 *
 * strong.cu: strongly connected components: the search of a pass. The first pass searches from a pivot, and the
 * vertices joined to it (strong_pairs.cu), in both directions: vertices that it reaches and that reach it are its
 * component, and all others are in one of three groups. In every other pass each vertex has a key of its own, a
 * permutation of the numbers of vertices, and finds the least key of the vertices that reach it, and of those that it
 * reaches, along edges within its group: if both are the same, their owner is in its component; if not, both are the
 * group for the next pass, since vertices of one component find the same [1, 2]. Keys are sent in rounds, from a queue
 * of vertices whose keys were lowered.
 *
 * A vertex may take the key that the owner of its own key has found: chains are passed in a logarithm of their length.
 *
 * Thread-to-work mapping: a warp takes up to 32 entries of the queue, and its lanes their edges one after the other.
 * One thread block runs a round with few entries, and the rounds after it until one has more.
 *
 * [1] G. Slota, S. Rajamanickam, K. Madduri: BFS and Coloring-based Parallel Algorithms for Strongly Connected
 *     Components and Related Problems. IPDPS 2014.
 * [2] G. Alabandi, W. Sands, G. Biros, M. Burtscher: A GPU Algorithm for Detecting Strongly Connected Components. SC
 *     2023.
 */
#include "core/cuda/strong/strong_queue.cuh"

#define WARPS (MG_STRONG_THREADS / 32)
#define EACH 2u          /* edges that a lane has in flight */
#define ROOM 64u         /* entries that a warp keeps before they go to the queue */
#define FEW 64u          /* most entries of a round for one thread block */
#define MOST_ROUNDS 4096 /* of a launch, so that the host can cancel */

static_assert(WARPS == 32, "a lane for each warp adds what they keep");

/* Of a thread block. kept: new entries of each warp, and how many; base: where they go. */
struct mg_strong_shared {
    mg_strong_entry kept[WARPS][ROOM];
    uint32_t kept_count[WARPS], base;
    uint32_t round, entries; /* the present round */
};

/* What a warp has in a round: its share of the entries begins at `warp`, of `warps`. */
struct mg_strong_work {
    uint32_t warp, warps, round, seed, kept;
    mg_strong_shared *shared;

    __device__ __forceinline__ mg_strong_entry *list() const {
        return shared->kept[threadIdx.x / 32];
    }
};

/* What the lanes have of a batch of entries. `first` is less by the edges of the lanes before, `end` includes them. */
struct mg_strong_batch {
    uint64_t first;
    uint32_t vertex, end, side;
    bool is_whole;
    mg_strong_state state;
};

/* EACH edges of a lane: the lanes that have their entries, and their other ends. */
struct mg_strong_edges {
    uint32_t lane[EACH], neighbour[EACH];
};

/* ---- new entries ---- */

/* `kept` entries of the warp go to the queue of the next round, from `base` on. */
MG_DEVICE void write_kept(const mg_strong_args &a, const mg_strong_work &w, uint32_t base) {
    const uint4 *const from = (const uint4 *)w.list();
    uint4 *const to = (uint4 *)(mg_strong_of(a.queue, (w.round + 1) % 2) + base);
    for (uint32_t i = mg_warp_lane(); i < w.kept; i += 32) {
        to[i] = from[i];
    }
    __syncwarp();
}

/* Keeps entries for the rows of the lanes' vertices that `have` one. All lanes call. */
MG_DEVICE void keep(const mg_strong_args &a, mg_strong_work *w, bool have, uint32_t v, uint32_t side,
                    const mg_strong_row &row) {
    const uint32_t pieces = have ? mg_pieces(row.length, MG_STRONG_PIECE) : 0;
    uint32_t all, *const count = &a.control->entries[(w->round + 1) % 3];
    const uint32_t before = mg_warp_prefix(pieces, &all);
    if (w->kept + all > ROOM && w->kept) {
        const uint32_t base = mg_warp_lane() == 0 ? mg_fetch_add(count, w->kept) : 0;
        write_kept(a, *w, __shfl_sync(MG_ALL_LANES, base, 0));
        w->kept = 0;
    }
    if (all > ROOM) {
        const uint32_t base = mg_warp_lane() == 0 ? mg_fetch_add(count, all) : 0;
        mg_strong_cut(mg_strong_of(a.queue, (w->round + 1) % 2) + __shfl_sync(MG_ALL_LANES, base, 0) + before, v, side,
                      row, pieces);
    } else {
        mg_strong_cut(w->list() + w->kept + before, v, side, row, pieces);
        w->kept += all;
        __syncwarp();
    }
}

/* All threads of the block call at the end of a round: one addition for all warps. */
MG_DEVICE void write_all_kept(const mg_strong_args &a, const mg_strong_work &w) {
    mg_strong_shared *const s = w.shared;
    uint32_t all;
    if (mg_warp_lane() == 0) {
        s->kept_count[threadIdx.x / 32] = w.kept;
    }
    __syncthreads();
    const uint32_t before = mg_warp_prefix(s->kept_count[mg_warp_lane()], &all);
    if (!all) {
        return;
    }
    if (threadIdx.x == 0) {
        s->base = mg_fetch_add(&a.control->entries[(w.round + 1) % 3], all);
    }
    __syncthreads();
    write_kept(a, w, s->base + __shfl_sync(MG_ALL_LANES, before, (int)(threadIdx.x / 32)));
}

/* ---- a round ---- */

/* Entry i of the queue, by each lane with i < count; *edges: of all. */
MG_DEVICE mg_strong_batch load_batch(const mg_strong_args &a, uint32_t round, uint64_t i, uint32_t count,
                                     uint32_t *edges) {
    mg_strong_batch b = {0, 0, 0, 0, false, {{0, 0}, {0, 0}}};
    uint32_t length = 0;
    if (i < count) {
        const uint4 e = __ldcg((const uint4 *)&mg_strong_of(a.queue, round % 2)[i]);
        b.vertex = e.x;
        b.state = mg_strong_load(&a.state[b.vertex]);
        b.first = e.z | (uint64_t)e.w << 32;
        b.side = e.y & MG_STRONG_IS_BACK ? MG_STRONG_BACK : MG_STRONG_FORWARD;
        b.is_whole = e.y & MG_STRONG_IS_WHOLE;
        length = e.y & MG_STRONG_LENGTH;
    }
    const uint32_t before = mg_warp_prefix(length, edges);
    b.first -= before;
    b.end = before + length;
    return b;
}

/* The lane that has edge `at` of the batch; 31 beyond the last one. */
MG_DEVICE uint32_t lane_of(const mg_strong_batch &b, uint32_t at) {
    uint32_t lane = 0;
#pragma unroll
    for (uint32_t step = 16; step; step >>= 1) {
        const uint32_t end = __shfl_sync(MG_ALL_LANES, b.end, (int)(lane + step - 1));
        lane += end <= at ? step : 0;
    }
    return lane;
}

/* Edges `at`, `at + 32`, ... of the batch. All lanes call. */
MG_DEVICE mg_strong_edges load_edges(const mg_strong_args &a, const mg_strong_batch &b, uint32_t edges, uint32_t at) {
    mg_strong_edges x;
#pragma unroll
    for (uint32_t k = 0; k < EACH; k++) {
        const uint32_t e = at + 32 * k;
        x.lane[k] = lane_of(b, e);
        const uint64_t first = __shfl_sync(MG_ALL_LANES, b.first, (int)x.lane[k]);
        const uint32_t side = __shfl_sync(MG_ALL_LANES, b.side, (int)x.lane[k]);
        x.neighbour[k] = e < edges ? mg_strong_of(a.neighbours, side)[first + e] : MG_STRONG_NONE;
    }
    return x;
}

/* The key that the owner of a vertex's key has found; MG_STRONG_NONE: none. Not for vertices with several entries,
 * which would send different keys. */
MG_DEVICE uint32_t load_found(const mg_strong_args &a, const mg_strong_batch &b, uint32_t seed) {
    const uint32_t owner = mg_strong_owner(mg_strong_of(b.state.key, b.side), seed);
    return seed && b.is_whole && owner != b.vertex ? __ldcg(&a.state[owner].key[b.side]) : MG_STRONG_NONE;
}

/* The key to be sent. */
MG_DEVICE uint32_t take_key(const mg_strong_args &a, const mg_strong_batch &b, uint32_t found) {
    const uint32_t key = mg_strong_of(b.state.key, b.side);
    if (found < key) {
        atomicMin(&a.state[b.vertex].key[b.side], found);
        return found;
    }
    return key;
}

/* Lowers the key of u; true: by this, and u has no entry of the next round yet. The pass from the pivot lowers once. */
MG_DEVICE bool lower(const mg_strong_args &a, const mg_strong_work &w, uint32_t u, uint32_t side, uint32_t key) {
    const uint32_t next = w.round + 1;
    return atomicMin(&a.state[u].key[side], key) > key &&
           (!w.seed || atomicExch(mg_strong_of(a.stamp, side) + u, next) != next);
}

/* Sends the lanes' keys along edges to neighbours, of which `state` are the states. All lanes call. */
MG_DEVICE void send(const mg_strong_args &a, mg_strong_work *w, const mg_strong_batch &b, uint32_t own,
                    const mg_strong_edges &x, const mg_strong_state (&state)[EACH]) {
#pragma unroll
    for (uint32_t k = 0; k < EACH; k++) {
        const int lane = (int)x.lane[k];
        const uint32_t u = x.neighbour[k], key = __shfl_sync(MG_ALL_LANES, own, lane);
        const uint32_t side = __shfl_sync(MG_ALL_LANES, b.side, lane);
        const uint32_t group[2] = {__shfl_sync(MG_ALL_LANES, b.state.group[0], lane),
                                   __shfl_sync(MG_ALL_LANES, b.state.group[1], lane)};
        bool lowers = u != MG_STRONG_NONE && mg_strong_of(state[k].key, side) > key && state[k].group[0] == group[0] &&
                      state[k].group[1] == group[1];
        mg_strong_row row = {0, 0};
        if (lowers) {
            row = mg_strong_row_of(a, side, u); /* in flight while the key is lowered */
            lowers = lower(a, *w, u, side, key);
        }
        if (__any_sync(MG_ALL_LANES, lowers)) {
            keep(a, w, lowers, u, side, row);
        }
    }
}

/* A batch of up to 32 entries. Loads that do not depend on each other are in flight together. */
MG_DEVICE void run_batch(const mg_strong_args &a, mg_strong_work *w, uint64_t i, uint32_t count) {
    uint32_t edges, key = 0;
    const mg_strong_batch b = load_batch(a, w->round, i, count, &edges);
    for (uint32_t first = 0; first < edges; first += 32 * EACH) {
        const mg_strong_edges x = load_edges(a, b, edges, first + mg_warp_lane());
        const uint32_t found = first ? MG_STRONG_NONE : load_found(a, b, w->seed);
        mg_strong_state state[EACH];
#pragma unroll
        for (uint32_t k = 0; k < EACH; k++) {
            if (x.neighbour[k] != MG_STRONG_NONE) {
                state[k] = mg_strong_load(&a.state[x.neighbour[k]]);
            }
        }
        key = first ? key : take_key(a, b, found);
        send(a, w, b, key, x, state);
    }
}

/* A round, of all threads of a block. The queue after the next one begins empty. */
MG_DEVICE void run_round(const mg_strong_args &a, mg_strong_work w, uint32_t count) {
    if (w.warp == 0 && mg_warp_lane() == 0) {
        a.control->entries[(w.round + 2) % 3] = 0;
    }
    const uint64_t step = 32 * (uint64_t)w.warps;
    for (uint64_t first = w.warp; first < count; first += step) {
        run_batch(a, &w, first + (uint64_t)mg_warp_lane() * w.warps, count);
    }
    write_all_kept(a, w);
}

MG_DEVICE uint32_t entries_of(const mg_strong_args &a, uint32_t round) {
    return *(volatile uint32_t *)&a.control->entries[round % 3];
}

/* Rounds with few entries, by the only thread block that calls; returns the first round that has many, or none. */
MG_DEVICE uint32_t run_few(const mg_strong_args &a, mg_strong_work w, uint32_t end) {
    for (uint32_t count = entries_of(a, w.round); count && count <= FEW && w.round != end;
         count = entries_of(a, w.round)) {
        run_round(a, w, count);
        __syncthreads();
        w.round++;
    }
    return w.round;
}

/* ---- the kernel ---- */

static __global__ void __launch_bounds__(MG_STRONG_THREADS, 1) search_kernel(const mg_strong_args a) {
    __shared__ __align__(16) mg_strong_shared shared; /* entries are read as uint4 */
    mg_strong_control *const c = a.control;
    const uint32_t seed = c->passes ? mg_strong_seed(c->passes) : 0, end = c->begun + MOST_ROUNDS;
    const uint32_t in_block = threadIdx.x / 32;
    uint32_t target = 0;
    if (threadIdx.x == 0) {
        shared.round = c->begun;
        shared.entries = entries_of(a, shared.round);
    }
    __syncthreads();
    while (shared.entries && shared.round != end) {
        const uint32_t round = shared.round;
        const bool few = shared.entries <= FEW;
        if (!few) {
            run_round(a, {in_block * gridDim.x + blockIdx.x, gridDim.x * WARPS, round, seed, 0, &shared},
                      shared.entries);
        } else {
            /* until all blocks have read the round and its entries, which the first one now overwrites */
            mg_barrier_begin(MG_SCOPE_GRID, &c->arrived, target);
            __syncthreads();
            const uint32_t after = blockIdx.x ? round : run_few(a, {in_block, WARPS, round, seed, 0, &shared}, end);
            if (blockIdx.x == 0 && threadIdx.x == 0) {
                c->round = after;
            }
        }
        mg_barrier_begin(MG_SCOPE_GRID, &c->arrived, target);
        if (threadIdx.x == 0) {
            shared.round = few ? *(volatile uint32_t *)&c->round : round + 1;
            shared.entries = entries_of(a, shared.round);
        }
        __syncthreads();
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        c->round = shared.round;
        c->ended = shared.entries == 0;
        if (c->ended) {
            c->open[++c->passes % 2] = 0;
        }
    }
}

extern "C" const void *mg__strong_kernel(void) {
    return (const void *)search_kernel;
}
