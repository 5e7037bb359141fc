/* SPDX-License-Identifier: Apache-2.0
 *
 * block_step.cuh: what the steps of the loop kernel share: the block's shared memory, the step as a thread block sees
 * it, access to states, and sums over blocks.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_BLOCK_STEP_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_BLOCK_STEP_CUH

#include "core/cuda/kernel/common/sent_buffers.cuh"
#include "core/cuda/kernel/common/totals.cuh"

#define MG_WARPS (MG_LOOP_THREADS / 32)

/* Shared memory of a thread block. */
template <typename B>
struct mg_loop_shared {
    mg_loop_state state;
    uint64_t begin[MG_LOOP_CHUNK];
    B value[MG_LOOP_CHUNK];
    uint32_t length[MG_LOOP_CHUNK];
    uint32_t end[MG_LOOP_CHUNK], half_edges[2]; /* prefix sums of lengths per half of 32; sums of the halves */
    uint32_t chunk, ahead_begin;                /* ahead: of the next receiving level in a replay, prefetched */
    uint64_t ahead_edges;
    long long step_begin, deadline; /* clocks of block 0 */
    uint32_t pending[MG_WARPS][MG_PENDING];
    double sums[MG_WARPS][MG_LOOP_TOTALS];
    uint32_t far[MG_WARPS][64]; /* pending far vertices; in first-hit pulls pending unvisited ones */
    uint32_t found_vertices[MG_WARPS];
    uint64_t found_edges[MG_WARPS];
};

/* The three bitmaps rotate. */
MG_DEVICE uint32_t mg_bits_after(uint32_t at) {
    return at == 2 ? 0 : at + 1;
}

/* One step as a thread block sees it: it is block `rank` of `blocks` in scope. */
template <typename Policy>
struct mg_block_step {
    typedef typename Policy::bits B;
    const mg_loop_args &a;
    mg_loop_shared<B> &shared;
    mg_scope scope;
    uint32_t rank, blocks;
    uint32_t &target;         /* of the grid barrier */
    mg_step_counters *counts; /* first member of a mg_step_counter_set */

    __device__ __forceinline__ void *state_of(uint32_t v) const {
        return (char *)a.state + (uint64_t)v * Policy::state_size();
    }
    __device__ __forceinline__ B *label_of(uint32_t v) const {
        return (B *)state_of(v);
    }
    /* Send buffer of this iteration (0), of the next one (1). */
    __device__ __forceinline__ B *sent(uint32_t later) const {
        return mg_sent_buffer<Policy>(a, shared.state.iteration + later);
    }
    /* Queue that a step reads, and queue that it fills; they swap in every step but samples. */
    __device__ __forceinline__ mg_loop_entry *queue_in() const {
        return a.frontier.queue[(shared.state.step + shared.state.choice.samples) & 1u];
    }
    __device__ __forceinline__ mg_loop_entry *queue_out() const {
        return a.frontier.queue[(shared.state.step + shared.state.choice.samples + 1) & 1u];
    }
    __device__ __forceinline__ mg_pending pending() const {
        return {shared.pending[threadIdx.x / 32], 0};
    }
    __device__ __forceinline__ mg_pending second_pending() const {
        return {shared.far[threadIdx.x / 32], 0};
    }
    /* Bitmap of the frontier, of the next frontier (filled by a pull), and the one that a pull clears. */
    __device__ __forceinline__ uint32_t *bits_now() const {
        return a.frontier.bits[shared.state.frontier.current_bitmap];
    }
    __device__ __forceinline__ uint32_t *bits_next() const {
        return a.frontier.bits[mg_bits_after(shared.state.frontier.current_bitmap)];
    }
    __device__ __forceinline__ uint32_t *bits_old() const {
        return a.frontier.bits[mg_bits_after(mg_bits_after(shared.state.frontier.current_bitmap))];
    }
    /* First hits: list of vertices that this iteration rejects. */
    __device__ __forceinline__ uint32_t *rejected() const {
        return a.frontier.touched + (shared.state.iteration & 1u ? a.n : 0);
    }
    __device__ __forceinline__ mg_pull_list_counters *lists() const {
        return &((mg_step_counter_set *)counts)->lists;
    }
    /* Index of the counters of this step (0) or of a later one in this scope. */
    __device__ __forceinline__ uint32_t counters_at(uint32_t later) const {
        return 3 * scope + (shared.state.steps_in[scope] + later) % 3;
    }
    /* All blocks' totals of this step. */
    __device__ __forceinline__ double *totals() const {
        return a.block_totals + (uint64_t)(2 * scope + (shared.state.steps_in[scope] & 1u)) * a.block_totals_set;
    }
    __device__ __forceinline__ uint32_t thread() const {
        return rank * MG_LOOP_THREADS + threadIdx.x;
    }
    __device__ __forceinline__ uint32_t threads() const {
        return blocks * MG_LOOP_THREADS;
    }
    /* Replay: bitmap of a level. Three rotate: one is read, one is set, one is cleared. */
    __device__ __forceinline__ uint32_t *level_bits(uint32_t level) const {
        return a.frontier.bits[level % 3];
    }
    /* Barrier of all blocks in scope, inside a step. */
    __device__ __forceinline__ void barrier() const {
        mg_barrier_begin(scope, &a.control->arrived, target);
        __syncthreads();
    }
};

/* A state in registers, if it is small: loaded early to hide the latency, and stored as a whole after the update. */
template <typename Policy, uint32_t Words = 4>
struct mg_cached_state {
    unsigned long long copy[Words];
    void *at;

    __device__ __forceinline__ mg_cached_state() : at(nullptr) {
    }
    __device__ __forceinline__ void clear() {
#pragma unroll
        for (uint32_t i = 0; i < Words; i++) {
            copy[i] = 0;
        }
    }
    __device__ __forceinline__ static bool fits() {
        return Policy::state_size() == 4 || (Policy::state_size() % 8 == 0 && Policy::state_size() <= sizeof copy);
    }
    __device__ __forceinline__ void load(void *from) {
        read<const uint32_t, const unsigned long long>(from);
    }
    /* Reads past the L1 cache, which may hold a state from before another multiprocessor's update. */
    __device__ __forceinline__ void load_now(void *from) {
        read<const volatile uint32_t, const volatile unsigned long long>(from);
    }
    __device__ __forceinline__ void *get() {
        return fits() ? (void *)copy : at;
    }
    __device__ __forceinline__ void store() const {
        if (Policy::state_size() == 4) {
            *(uint32_t *)at = *(const uint32_t *)copy;
        }
#pragma unroll
        for (uint32_t i = 0; i < Words; i++) {
            if (fits() && 8 * i + 4 < Policy::state_size()) {
                ((unsigned long long *)at)[i] = copy[i];
            }
        }
    }

  private:
    template <typename Half, typename Word>
    __device__ __forceinline__ void read(void *from) {
        at = from;
        if (Policy::state_size() == 4) {
            *(uint32_t *)copy = *(Half *)from;
        }
#pragma unroll
        for (uint32_t i = 0; i < Words; i++) {
            if (fits() && 8 * i + 4 < Policy::state_size()) {
                copy[i] = ((Word *)from)[i];
            }
        }
    }
};

/* Copies the loop state between shared and global memory. All threads of a block of MG_LOOP_THREADS call. */
MG_DEVICE void mg_copy_state(mg_loop_state *to, const mg_loop_state *from) {
#pragma unroll 1
    for (uint32_t i = threadIdx.x; i < sizeof *to / sizeof(uint32_t); i += MG_LOOP_THREADS) {
        ((volatile uint32_t *)to)[i] = ((const volatile uint32_t *)from)[i];
    }
}

MG_DEVICE uint32_t mg_saturate(uint64_t degree) {
    return degree > 0xffffffffu ? 0xffffffffu : (uint32_t)degree;
}

/* `known`: v's out-degree is `length`. */
template <typename Policy, typename Offset>
MG_DEVICE mg_ctx mg_make_context(const mg_loop_args &a, uint32_t v, uint32_t iteration, const double *totals,
                                 bool known = false, uint64_t length = 0) {
    mg_ctx ctx;
    ctx.vertex = v;
    ctx.lane = 0;
    ctx.iteration = iteration;
    ctx.round = a.round;
    ctx.out_degree =
        mg_saturate(known ? length : mg_offset<Offset>(a.out_offsets, v + 1) - mg_offset<Offset>(a.out_offsets, v));
    ctx.in_degree = 0;
    if (Policy::properties() & MG_IN_DEGREE) {
        ctx.in_degree = mg_saturate(mg_offset<Offset>(a.in_offsets, v + 1) - mg_offset<Offset>(a.in_offsets, v));
    }
    ctx.totals = totals;
    ctx.vertices = a.n;
    ctx.neighbours = 0;
    return ctx;
}

template <typename Policy, typename Offset>
MG_DEVICE mg_ctx mg_context_of(const mg_block_step<Policy> &w, uint32_t v, bool known = false, uint64_t length = 0) {
    return mg_make_context<Policy, Offset>(w.a, v, w.shared.state.iteration, w.shared.state.totals, known, length);
}

/* Joins each total over the thread block; thread k returns total k. `parts` is shared memory. The order is fixed, so
 * that sums are reproducible. All threads call. */
template <typename Policy>
MG_DEVICE double mg_thread_block_totals(double (*parts)[MG_LOOP_TOTALS], const double *add) {
    double total = mg_total_start<Policy>(threadIdx.x);
#pragma unroll
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        if (mg_is_total<Policy>(k)) {
            const double mine = mg_warp_total<Policy>(k, add[k]);
            if (mg_warp_lane() == 0) {
                parts[threadIdx.x / 32][k] = mine;
            }
        }
    }
    __syncthreads();
    for (uint32_t i = 0; mg_is_total<Policy>(threadIdx.x) && i < MG_WARPS; i++) {
        total = mg_total_join<Policy>(threadIdx.x, total, parts[i][threadIdx.x]);
    }
    __syncthreads();
    return total;
}

/* Stores this block's part of an iteration's totals. All threads of the blocks in scope call. */
template <typename Policy>
MG_DEVICE void mg_add_totals(const mg_block_step<Policy> &w, const double *add) {
    if (Policy::totals()) {
        const double total = mg_thread_block_totals<Policy>(w.shared.sums, add);
        double *part = w.totals() + (uint64_t)w.rank * MG_LOOP_TOTALS;
        if (mg_is_total<Policy>(threadIdx.x)) {
            part[threadIdx.x] = total;
        }
    }
}

/* After the barrier: joins the totals of all blocks in scope in the state. All threads call. */
template <typename Policy>
MG_DEVICE void mg_take_totals(const mg_block_step<Policy> &w) {
    if (Policy::totals()) {
        const volatile double *parts = w.totals();
        mg_thread_totals<Policy> add;
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < w.blocks; i += MG_LOOP_THREADS) {
#pragma unroll
            for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
                if (mg_is_total<Policy>(k)) {
                    add.part[k] = mg_total_join<Policy>(k, add.part[k], parts[i * MG_LOOP_TOTALS + k]);
                }
            }
        }
        const double total = mg_thread_block_totals<Policy>(w.shared.sums, add.part);
        if (mg_is_total<Policy>(threadIdx.x)) {
            w.shared.state.totals[threadIdx.x] = total;
        }
        __syncthreads();
    }
}

/* Counts vertices (at most 2^31 per warp) and their edges, without queueing them. All lanes call. */
MG_DEVICE void mg_count(mg_step_counters *counts, uint32_t vertices, uint64_t edges) {
    vertices = mg_warp_sum(vertices);
    edges = mg_warp_sum(edges);
    if (mg_warp_lane() == 0 && vertices) {
        atomicAdd(&counts->entries_vertices, (unsigned long long)vertices << 32);
        atomicAdd(&counts->edges, (unsigned long long)edges);
    }
}

/* The same with one atomic per block, since atomics of all warps would be serialised. All threads of the blocks in
 * scope call. */
template <typename Policy>
MG_DEVICE void mg_count_block(const mg_block_step<Policy> &w, uint32_t vertices, uint64_t edges) {
    vertices = mg_warp_sum(vertices);
    edges = mg_warp_sum(edges);
    if (mg_warp_lane() == 0) {
        w.shared.found_vertices[threadIdx.x / 32] = vertices;
        w.shared.found_edges[threadIdx.x / 32] = edges;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        const bool have = mg_warp_lane() < MG_WARPS;
        mg_count(w.counts, have ? w.shared.found_vertices[mg_warp_lane()] : 0,
                 have ? w.shared.found_edges[mg_warp_lane()] : 0);
    }
}

/* Number of edges along which v sends. */
template <typename Offset>
MG_DEVICE uint64_t mg_send_degree(const mg_loop_args &a, uint32_t v) {
    uint64_t degree = mg_offset<Offset>(a.send[0].offsets, v + 1) - mg_offset<Offset>(a.send[0].offsets, v);
    if (a.sides == 2) {
        degree += mg_offset<Offset>(a.send[1].offsets, v + 1) - mg_offset<Offset>(a.send[1].offsets, v);
    }
    return degree;
}

/* Sets v's bit; true: it was not set. */
MG_DEVICE bool mg_claim(uint32_t *bits, uint32_t v) {
    const uint32_t bit = 1u << (v & 31u);
    return !(atomicOr(&bits[v >> 5], bit) & bit);
}

MG_DEVICE bool mg_test(const uint32_t *bits, uint32_t v) {
    return bits[v >> 5] >> (v & 31u) & 1u;
}

#endif
