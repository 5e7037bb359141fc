/* SPDX-License-Identifier: Apache-2.0
 *
 * choose.cu: where the vertices of a group go (sweeps_args.h). All arithmetic is that of
 * algorithms/communities/moves.c and refine.c, so that vertices move as they do there. A vertex's sums by label are a
 * hash table with linear probing; a vertex of few edges compares them instead.
 */
#include "core/cuda/communities/level.cuh"

#define WARPS (MG_SWEEP_THREADS / 32)
#define ROUNDS 4u /* of a task, at most: in each every team of a thread block has a vertex */
#define LOADS 4   /* that a thread starts before it uses them */

/* A candidate: the greatest value, of equals the smallest label. */
struct choice {
    double value;
    uint32_t label;
};

MG_DEVICE choice better(choice a, choice b) {
    const bool takes_b =
        b.label != NONE && (a.label == NONE || b.value > a.value || (b.value == a.value && b.label < a.label));
    return takes_b ? b : a;
}

MG_DEVICE choice best_of_warp(choice c) {
#pragma unroll
    for (int offset = 16; offset; offset /= 2) {
        const choice other = {__shfl_xor_sync(MG_ALL_LANES, c.value, offset),
                              __shfl_xor_sync(MG_ALL_LANES, c.label, offset)};
        c = better(c, other);
    }
    return c;
}

/* The threads that work on a vertex: a warp, or a thread block. */
template <uint32_t threads>
struct team {
    static __device__ __forceinline__ uint32_t thread() {
        return threadIdx.x % threads;
    }
    static __device__ __forceinline__ void sync() {
        if (threads == 32) {
            __syncwarp();
        } else {
            __syncthreads();
        }
    }
    /* In all threads of the team; shared: a place for each warp. */
    static __device__ __forceinline__ choice best(choice c, choice *shared) {
        c = best_of_warp(c);
        if (threads > 32) {
            if (threadIdx.x % 32 == 0) {
                shared[threadIdx.x / 32] = c;
            }
            __syncthreads();
            const choice none = {0, NONE};
            c = best_of_warp(threadIdx.x % 32 < threads / 32 ? shared[threadIdx.x % 32] : none);
            __syncthreads();
        }
        return c;
    }
};

/* Sums by label; `slots` is a power of two. */
template <typename Sum>
struct label_table {
    uint32_t *labels;
    Sum *sums;
    uint32_t slots;

    __device__ __forceinline__ uint32_t begin_of(uint32_t label) const {
        return label * 0x9e3779b1u >> (1 + __clz((int)slots)); /* the upper bits, as many as slots have */
    }
    __device__ __forceinline__ void add(uint32_t label, Sum weight) const {
        for (uint32_t at = begin_of(label);; at = (at + 1) & (slots - 1)) {
            const uint32_t seen = ((const volatile uint32_t *)labels)[at];
            const uint32_t found = seen == NONE ? atomicCAS(&labels[at], NONE, label) : seen;
            if (found == NONE || found == label) {
                atomicAdd(&sums[at], weight);
                return;
            }
        }
    }
    __device__ __forceinline__ Sum sum(uint32_t label) const {
        uint32_t at = begin_of(label);
        while (labels[at] != label && labels[at] != NONE) {
            at = (at + 1) & (slots - 1);
        }
        return labels[at] == label ? sums[at] : 0;
    }
};

/* What a vertex moves by. Half of the gain of modularity, times the total, is weight to the community - resolution *
 * strength of the vertex * strength of the community / total. */
struct scales {
    double factor, least;
    uint32_t own, home; /* home: the community, of a refinement */
};

template <bool refines>
MG_DEVICE uint32_t label_of(const mg_moves_args &a, uint32_t u, uint32_t home) {
    return refines && a.community[u] != home ? NONE : a.label[u];
}

template <bool refines>
MG_DEVICE uint32_t home_of(const mg_moves_args &a, uint32_t v) {
    return refines ? a.community[v] : NONE;
}

/* In a refinement only vertices that are still alone choose. */
template <bool refines>
MG_DEVICE bool may_choose(const mg_moves_args &a, uint32_t own) {
    return !refines || a.size[own] == 1;
}

template <bool refines, typename Sum>
MG_DEVICE scales scales_of(const mg_moves_args &a, uint32_t v, uint32_t own, uint32_t home, Sum to_own) {
    const unsigned long long own_strength = a.level.strength[v];
    const double strength = (double)own_strength, factor = a.scale * strength;
    if (refines) {
        return {factor, 0, own, home};
    }
    const double rest = (double)(a.label_strength[own] - own_strength);
    const double stays = (double)to_own - factor * rest;
    return {factor, stays + MG_MOVE_LEAST_GAIN * strength + a.least, own, home};
}

/* A part is open unless it is a vertex of the group, which may go itself. */
MG_DEVICE bool is_open(const mg_moves_args &a, uint32_t label, uint32_t home, unsigned long long strength) {
    return (a.size[label] > 1 || mg_move_group(label, a.sweep_key, a.groups) != a.group) &&
           mg_well_connected(a, a.cut[label], strength, a.community_strength[home]);
}

template <bool refines, typename Sum>
MG_DEVICE choice take(const mg_moves_args &a, const scales &s, choice mine, uint32_t label, Sum sum,
                      unsigned long long strength) {
    const choice other = {(double)sum - s.factor * (double)strength, label};
    return other.value > s.least && (!refines || is_open(a, label, s.home, strength)) ? better(mine, other) : mine;
}

/* Of two vertices that are alone the one with the larger label goes. */
template <bool refines>
MG_DEVICE void decide(const mg_moves_args &a, uint32_t place, uint32_t v, uint32_t own, uint32_t best) {
    const bool stays =
        best == NONE ||
        (!refines && (a.level.strength[v] == 0 || (a.size[own] == 1 && a.size[best] == 1 && best > own)));
    a.target[place] = stays ? NONE : best;
    if (!stays) {
        a.next[v] = best;
        if (refines) {
            a.came[v] = (uint8_t)(a.group + 1);
        }
    }
    a.active[v] = 0;
}

template <int kind, bool refines>
MG_DEVICE void choose_alone(const mg_moves_args &a, uint32_t place) {
    typedef typename mg_weights<kind>::sum_type sum_type;
    const mg_level &g = a.level;
    const uint32_t v = a.list[place], own = a.label[v], home = home_of<refines>(a, v);
    if (!may_choose<refines>(a, own)) {
        decide<refines>(a, place, v, own, NONE);
        return;
    }
    const uint64_t begin = mg_level_offset(g, g.rows[0].begin, v);
    const uint32_t first = (uint32_t)(mg_level_offset(g, g.rows[0].end, v) - begin);
    const uint64_t second = g.row_count > 1 ? mg_level_offset(g, g.rows[1].begin, v) : 0;
    const uint32_t width = first + (g.row_count > 1 ? (uint32_t)(mg_level_offset(g, g.rows[1].end, v) - second) : 0);
    uint32_t label[MG_SWEEP_THREAD_WIDTH];
    sum_type weight[MG_SWEEP_THREAD_WIDTH], to_own = 0;
#pragma unroll
    for (uint32_t i = 0; i < MG_SWEEP_THREAD_WIDTH; i++) {
        label[i] = NONE;
        weight[i] = 0;
        if (i < width) {
            const mg_level_rows &rows = g.rows[i >= first];
            const uint64_t e = i < first ? begin + i : second + (i - first);
            const uint32_t u = rows.neighbours[e];
            if (u != v) {
                label[i] = label_of<refines>(a, u, home);
                weight[i] = mg_weights<kind>::at(rows, e);
            }
        }
    }
#pragma unroll
    for (uint32_t i = 0; i < MG_SWEEP_THREAD_WIDTH; i++) {
        to_own += label[i] == own ? weight[i] : 0;
    }
    const scales s = scales_of<refines>(a, v, own, home, to_own);
    choice mine = {0, NONE};
#pragma unroll
    for (uint32_t i = 0; i < MG_SWEEP_THREAD_WIDTH; i++) {
        if (label[i] != NONE && label[i] != own) {
            sum_type sum = 0;
#pragma unroll
            for (uint32_t j = 0; j < MG_SWEEP_THREAD_WIDTH; j++) {
                sum += label[j] == label[i] ? weight[j] : 0;
            }
            mine = take<refines>(a, s, mine, label[i], sum, a.label_strength[label[i]]);
        }
    }
    decide<refines>(a, place, v, own, mine.label);
}

template <int kind, bool refines, uint32_t threads, typename Sum>
MG_DEVICE void add_neighbours(const mg_moves_args &a, uint32_t v, uint32_t home, const label_table<Sum> &table) {
    const mg_level &g = a.level;
    for (uint32_t r = 0; r < g.row_count; r++) {
        const mg_level_rows &rows = g.rows[r];
        const uint64_t end = mg_level_offset(g, rows.end, v);
        uint64_t e = mg_level_offset(g, rows.begin, v) + team<threads>::thread();
        for (; e < end; e += LOADS * threads) {
            uint32_t label[LOADS];
            Sum weight[LOADS];
#pragma unroll
            for (uint32_t i = 0; i < LOADS; i++) {
                label[i] = e + i * threads < end ? rows.neighbours[e + i * threads] : v;
                weight[i] = label[i] != v ? mg_weights<kind>::at(rows, e + i * threads) : 0;
            }
#pragma unroll
            for (uint32_t i = 0; i < LOADS; i++) {
                label[i] = label[i] != v ? label_of<refines>(a, label[i], home) : NONE;
            }
#pragma unroll
            for (uint32_t i = 0; i < LOADS; i++) {
                if (label[i] != NONE) {
                    table.add(label[i], weight[i]);
                }
            }
        }
    }
}

/* The best of the slots of a thread. */
template <bool refines, uint32_t threads, typename Sum>
MG_DEVICE choice best_of_thread(const mg_moves_args &a, const scales &s, uint32_t own, const label_table<Sum> &table) {
    choice mine = {0, NONE};
    for (uint32_t i = team<threads>::thread(); i < table.slots; i += LOADS * threads) {
        uint32_t label[LOADS];
        Sum sum[LOADS];
        unsigned long long strength[LOADS];
#pragma unroll
        for (uint32_t j = 0; j < LOADS; j++) {
            const uint32_t at = i + j * threads;
            label[j] = at < table.slots ? table.labels[at] : NONE;
            sum[j] = at < table.slots ? table.sums[at] : 0;
        }
#pragma unroll
        for (uint32_t j = 0; j < LOADS; j++) {
            label[j] = label[j] == own ? NONE : label[j];
            strength[j] = label[j] != NONE ? a.label_strength[label[j]] : 0;
        }
#pragma unroll
        for (uint32_t j = 0; j < LOADS; j++) {
            mine = label[j] != NONE ? take<refines>(a, s, mine, label[j], sum[j], strength[j]) : mine;
        }
    }
    return mine;
}

/* The table has more slots than the vertex may have different labels beside it. */
template <int kind, bool refines, uint32_t threads, typename Sum>
MG_DEVICE void choose(const mg_moves_args &a, uint32_t place, const label_table<Sum> &table, choice *shared) {
    typedef team<threads> group;
    const uint32_t v = a.list[place], own = a.label[v], home = home_of<refines>(a, v);
    if (!may_choose<refines>(a, own)) {
        if (group::thread() == 0) {
            decide<refines>(a, place, v, own, NONE);
        }
        return;
    }
    for (uint32_t i = group::thread(); i < table.slots; i += threads) {
        table.labels[i] = NONE;
        table.sums[i] = 0;
    }
    group::sync();
    add_neighbours<kind, refines, threads>(a, v, home, table);
    group::sync();
    const scales s = scales_of<refines>(a, v, own, home, table.sum(own));
    const uint32_t best = group::best(best_of_thread<refines, threads>(a, s, own, table), shared).label;
    if (group::thread() == 0) {
        decide<refines>(a, place, v, own, best);
    }
    group::sync();
}

/* The least power of two of at least twice the vertex's different labels, at least `least`. */
MG_DEVICE uint32_t slots_of(const mg_moves_args &a, uint32_t place, uint32_t least) {
    const uint64_t width = mg_level_width(a.level, a.list[place]);
    const uint64_t most = 2 * (width < a.level.n ? width : a.level.n);
    uint32_t slots = least;
    while (slots < most) {
        slots *= 2;
    }
    return slots;
}

/* The first places of the classes of the group, the vertices of a task of warps or threads, and the tasks before each
 * class: those of thread blocks come first. */
struct group_tasks {
    uint32_t place[MG_SWEEP_CLASSES];
    uint32_t of_warps, of_threads;
    uint32_t by_block, by_warp, all;
};

/* Vertices of a task, of which each round has so many: few rounds where there are few vertices. */
MG_DEVICE uint32_t size_of_task(uint32_t vertices, uint32_t round) {
    const uint32_t rounds = vertices / round / gridDim.x + 1;
    return round * (rounds < ROUNDS ? rounds : ROUNDS);
}

MG_DEVICE group_tasks tasks_of(const mg_moves_args &a) {
    const uint32_t *const begin = a.counts->begin + MG_SWEEP_CLASSES * a.group;
    group_tasks t;
    for (int i = 0; i < MG_SWEEP_CLASSES; i++) {
        t.place[i] = begin[i];
    }
    t.of_warps = size_of_task(t.place[2] - t.place[1], WARPS);
    t.of_threads = size_of_task(t.place[1] - t.place[0], MG_SWEEP_THREADS);
    t.by_block = t.place[3] - t.place[2];
    t.by_warp = t.by_block + (t.place[2] - t.place[1] + t.of_warps - 1) / t.of_warps;
    t.all = t.by_warp + (t.place[1] - t.place[0] + t.of_threads - 1) / t.of_threads;
    return t;
}

template <int kind, bool refines>
static __global__ void __launch_bounds__(MG_SWEEP_THREADS) choose_kernel(const mg_moves_args a) {
    typedef typename mg_weights<kind>::sum_type sum_type;
    __shared__ sum_type sums[MG_SWEEP_BLOCK_SLOTS];
    __shared__ uint32_t labels[MG_SWEEP_BLOCK_SLOTS];
    __shared__ choice shared[WARPS];
    __shared__ uint32_t next_task;
    const uint32_t warp = threadIdx.x / 32;
    const group_tasks t = tasks_of(a);
    uint32_t task = blockIdx.x;
    while (task < t.all) {
        if (task < t.by_block) {
            const uint32_t place = t.place[2] + task;
            choose<kind, refines, MG_SWEEP_THREADS>(
                a, place, label_table<sum_type>{labels, sums, slots_of(a, place, 256)}, shared);
        } else if (task < t.by_warp) {
            const uint32_t first = t.place[1] + (task - t.by_block) * t.of_warps,
                           end = min(first + t.of_warps, t.place[2]);
            for (uint32_t place = first + warp; place < end; place += WARPS) {
                choose<kind, refines, 32>(a, place,
                                          label_table<sum_type>{labels + warp * MG_SWEEP_WARP_SLOTS,
                                                                sums + warp * MG_SWEEP_WARP_SLOTS,
                                                                slots_of(a, place, 32)},
                                          shared);
            }
        } else {
            const uint32_t first = t.place[0] + (task - t.by_warp) * t.of_threads,
                           end = min(first + t.of_threads, t.place[1]);
            for (uint32_t place = first + threadIdx.x; place < end; place += MG_SWEEP_THREADS) {
                choose_alone<kind, refines>(a, place);
            }
        }
        if (t.all <= gridDim.x) {
            break;
        }
        __syncthreads(); /* all have read next_task, and are done with the tables */
        if (threadIdx.x == 0) {
            next_task = gridDim.x + atomicAdd(&a.counts->task[a.group], 1);
        }
        __syncthreads();
        task = next_task;
    }
}

template <int kind, bool refines>
static __global__ void __launch_bounds__(MG_SWEEP_WIDE_THREADS) choose_wide_kernel(const mg_moves_args a) {
    typedef typename mg_weights<kind>::sum_type sum_type;
    __shared__ choice shared[MG_SWEEP_WIDE_THREADS / 32];
    const uint32_t bucket = MG_SWEEP_CLASSES * a.group + MG_SWEEP_CLASSES - 1;
    for (uint32_t i = a.counts->begin[bucket] + blockIdx.x; i < a.counts->begin[bucket + 1]; i += gridDim.x) {
        const label_table<sum_type> table = {a.slot_labels + blockIdx.x * a.slots,
                                             (sum_type *)a.slot_sums + blockIdx.x * a.slots,
                                             slots_of(a, i, 2 * MG_SWEEP_BLOCK_SLOTS)};
        choose<kind, refines, MG_SWEEP_WIDE_THREADS>(a, i, table, shared);
    }
}

template <int kind>
static cudaError_t launch(const mg_moves_args *args, bool wide, uint32_t blocks, cudaStream_t stream) {
    static void (*const kernels[2][2])(const mg_moves_args) = {
        {choose_kernel<kind, false>, choose_wide_kernel<kind, false>},
        {choose_kernel<kind, true>, choose_wide_kernel<kind, true>}};
    const bool refines = args->community != NULL;
    const uint32_t threads = wide ? MG_SWEEP_WIDE_THREADS : MG_SWEEP_THREADS;
    kernels[refines][wide]<<<blocks, threads, 0, stream>>>(*args);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_choose(const mg_moves_args *args, bool wide, uint32_t blocks, cudaStream_t stream) {
    static cudaError_t (*const launches[MG_LEVEL_KINDS])(const mg_moves_args *, bool, uint32_t, cudaStream_t) = {
        launch<MG_LEVEL_ONES>, launch<MG_LEVEL_NARROW>, launch<MG_LEVEL_WIDE>};
    return launches[args->level.kind](args, wide, blocks, stream);
}
