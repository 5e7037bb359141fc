/* SPDX-License-Identifier: Apache-2.0
 *
 * strong_steps.cu: strongly connected components: what goes before, between and after the searches of strong.cu. A
 * thread for each vertex. Shared memory: the best pivot of a thread block.
 */
#include "core/cuda/strong/strong_queue.cuh"

#define THREADS MG_STRONG_STEP_THREADS

/* Does v have an edge of this side that is no loop; to an open vertex, if `trims`? Of a longer row it is likely. */
static __device__ bool has_edge(const mg_strong_args &a, uint32_t v, uint32_t side, bool trims) {
    uint32_t neighbour[MG_STRONG_SHORT];
    bool found = !mg_strong_load_row(a, side, v, neighbour);
    if (found) {
        return true;
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_STRONG_SHORT; k++) {
        found |= neighbour[k] != v && (!trims || mg_strong_is_open(a, neighbour[k]));
    }
    return found;
}

/* A component of its own. */
static __device__ void close_alone(const mg_strong_args &a, uint32_t v) {
    mg_strong_store(&a.state[v], {{0, 0}, {MG_STRONG_CLOSED_GROUP, MG_STRONG_CLOSED_GROUP}});
}

static __global__ void begin_kernel(const mg_strong_args a) {
    for (uint64_t i = mg_strong_thread(); i < a.n; i += mg_strong_threads()) {
        const uint32_t v = (uint32_t)i;
        a.component[v] = v;
        if (has_edge(a, v, MG_STRONG_FORWARD, false) && has_edge(a, v, MG_STRONG_BACK, false)) {
            mg_strong_store(&a.state[v],
                            {{MG_STRONG_NONE, MG_STRONG_NONE}, {MG_STRONG_FIRST_GROUP, MG_STRONG_FIRST_GROUP}});
        } else {
            close_alone(a, v);
        }
    }
}

/* Is the vertex still open? Others that close meanwhile may count as open. Joined vertices stay open. */
static __device__ bool trim(const mg_strong_args &a, uint32_t v) {
    if (!mg_strong_is_open(a, v)) {
        return false;
    }
    if (has_edge(a, v, MG_STRONG_FORWARD, true) && has_edge(a, v, MG_STRONG_BACK, true)) {
        return true;
    }
    close_alone(a, v);
    return false;
}

static __device__ unsigned long long pivot_value(const mg_strong_args &a, uint32_t v) {
    const float out = (float)mg_strong_row_of(a, MG_STRONG_FORWARD, v).length;
    const float in = (float)mg_strong_row_of(a, MG_STRONG_BACK, v).length;
    const uint32_t members = a.members[a.component[v]];
    return (unsigned long long)__float_as_uint(out * in * (float)(members ? members : 1)) << 32 | v;
}

static __global__ void __launch_bounds__(THREADS) trim_kernel(const mg_strong_args a) {
    __shared__ unsigned long long best_of_block;
    unsigned long long best = 0;
    if (threadIdx.x == 0) {
        best_of_block = 0;
    }
    __syncthreads();
    for (uint64_t first = mg_strong_thread() - mg_warp_lane(); first < a.n; first += mg_strong_threads()) {
        const uint32_t v = (uint32_t)(first + mg_warp_lane());
        const bool is_open = first + mg_warp_lane() < a.n && trim(a, v);
        mg_append_list(a.list[0], &a.control->open[0], is_open, v);
        if (is_open) {
            const unsigned long long value = pivot_value(a, v);
            best = value > best ? value : best;
        }
    }
    if (best > *(volatile unsigned long long *)&best_of_block) {
        atomicMax(&best_of_block, best);
    }
    __syncthreads();
    if (threadIdx.x == 0 && best_of_block > *(volatile unsigned long long *)&a.control->pivot) {
        atomicMax(&a.control->pivot, best_of_block);
    }
}

/* Entries for those rows of the lanes' vertices that they `have`, by direction. All lanes call. */
static __device__ void enqueue(const mg_strong_args &a, uint32_t round, const bool (&have)[2], uint32_t v) {
    mg_strong_row row[2] = {{0, 0}, {0, 0}};
    for (uint32_t side = 0; side < 2; side++) {
        if (have[side]) {
            row[side] = mg_strong_row_of(a, side, v);
        }
    }
    const uint32_t pieces[2] = {mg_pieces(row[0].length, MG_STRONG_PIECE), mg_pieces(row[1].length, MG_STRONG_PIECE)};
    uint32_t all, base = 0;
    const uint32_t before = mg_warp_prefix(pieces[0] + pieces[1], &all);
    if (mg_warp_lane() == 0 && all) {
        base = mg_fetch_add(&a.control->entries[round % 3], all);
    }
    mg_strong_entry *const to = mg_strong_of(a.queue, round % 2) + __shfl_sync(MG_ALL_LANES, base, 0) + before;
    mg_strong_cut(to, v, MG_STRONG_FORWARD, row[0], pieces[0]);
    mg_strong_cut(to + pieces[0], v, MG_STRONG_BACK, row[1], pieces[1]);
}

/* Has v an edge to a vertex that is not joined to it? Of a longer row it is likely. */
static __device__ bool leads_out(const mg_strong_args &a, uint32_t v, uint32_t side, uint32_t root) {
    uint32_t neighbour[MG_STRONG_SHORT];
    bool found = !mg_strong_load_row(a, side, v, neighbour);
    if (found) {
        return true;
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_STRONG_SHORT; k++) {
        found |= a.component[neighbour[k]] != root;
    }
    return found;
}

/* The vertices that are joined to the pivot begin. */
static __global__ void __launch_bounds__(THREADS) pivot_kernel(const mg_strong_args a) {
    const uint32_t count = a.control->open[0], root = count ? a.component[(uint32_t)a.control->pivot] : 0;
    for (uint64_t first = mg_strong_thread() - mg_warp_lane(); first < count; first += mg_strong_threads()) {
        const bool is_listed = first + mg_warp_lane() < count;
        const uint32_t v = is_listed ? a.list[0][first + mg_warp_lane()] : 0;
        bool have[2] = {false, false};
        if (is_listed && a.component[v] == root) {
            a.state[v].key[0] = a.state[v].key[1] = 0;
            have[0] = leads_out(a, v, MG_STRONG_FORWARD, root);
            have[1] = leads_out(a, v, MG_STRONG_BACK, root);
        }
        enqueue(a, 0, have, v);
    }
}

/* Closes a vertex, by the keys of the pass that has ended; false: it has another group and stays open. */
static __device__ bool close_vertex(const mg_strong_args &a, uint32_t v, uint32_t pass, mg_strong_state *s) {
    const bool is_first = pass == 0, is_same = s->key[0] == s->key[1];
    if (is_same && !(is_first && s->key[0] == MG_STRONG_NONE)) {
        s->group[0] = s->group[1] = MG_STRONG_CLOSED_GROUP;
        a.component[v] = is_first ? (uint32_t)a.control->pivot : mg_strong_owner(s->key[0], mg_strong_seed(pass));
        return true;
    }
    s->group[0] = s->key[0];
    s->group[1] = is_same ? 1 : s->key[1]; /* those that the search from the pivot has not reached: 1 is no key of it */
    return false;
}

static __global__ void __launch_bounds__(THREADS) close_kernel(const mg_strong_args a) {
    mg_strong_control *const c = a.control;
    const uint32_t round = c->round, passes = c->passes;
    if (mg_strong_thread() == 0) {
        c->begun = round;
        c->arrived = 0;
    }
    if (!c->ended) {
        return;
    }
    const uint32_t pass = passes - 1, count = c->open[pass % 2], seed = mg_strong_seed(passes);
    for (uint64_t first = mg_strong_thread() - mg_warp_lane(); first < count; first += mg_strong_threads()) {
        const bool have = first + mg_warp_lane() < count;
        const uint32_t v = have ? mg_strong_of(a.list, pass % 2)[first + mg_warp_lane()] : 0;
        bool is_open = false;
        if (have) {
            mg_strong_state s = a.state[v];
            is_open = !close_vertex(a, v, pass, &s);
            s.key[0] = s.key[1] = mg_strong_key(v, seed);
            mg_strong_store(&a.state[v], s);
        }
        mg_append_list(mg_strong_of(a.list, passes % 2), &c->open[passes % 2], is_open, v);
        enqueue(a, round, {is_open, is_open}, v);
    }
}

/* Vertices ascend from lane to lane: the first one of those with the same component counts. */
static __global__ void least_kernel(const mg_strong_args a) {
    for (uint64_t first = mg_strong_thread() - mg_warp_lane(); first < a.n; first += mg_strong_threads()) {
        const uint32_t v = (uint32_t)(first + mg_warp_lane());
        const bool have = first + mg_warp_lane() < a.n;
        const uint32_t component = have ? a.component[v] : MG_STRONG_NONE;
        const uint32_t same = __match_any_sync(MG_ALL_LANES, component);
        if (have && (uint32_t)__ffs((int)same) - 1 == mg_warp_lane() && v < __ldcg(&a.least[component])) {
            atomicMin(&a.least[component], v);
        }
    }
}

static __global__ void result_kernel(const mg_strong_args a) {
    for (uint64_t v = mg_strong_thread(); v < a.n; v += mg_strong_threads()) {
        a.component[v] = a.least[a.component[v]];
    }
}

extern "C" cudaError_t mg__launch_strong(const mg_strong_args *args, mg_strong_step step, uint32_t blocks,
                                         cudaStream_t stream) {
    static void (*const kernels[MG_STRONG_STEPS])(const mg_strong_args) = {
        begin_kernel, trim_kernel, pivot_kernel, close_kernel, least_kernel, result_kernel}; /* by mg_strong_step */
    kernels[step]<<<blocks, THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
