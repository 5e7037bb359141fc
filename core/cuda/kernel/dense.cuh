/* SPDX-License-Identifier: Apache-2.0
 *
 * dense.cuh: the other steps of a dense iteration: first states, what every column sends, and the update. A thread
 * takes a row (or column) at a time, a warp 32 adjacent ones. States lie in row order for a phase that is dense
 * throughout, else at `place`. No shared memory but a few words.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_CUH

#include "core/cuda/kernel/panels.cuh"
#include "core/cuda/kernel/turn.cuh"

/* One row as the callbacks see it. */
template <typename Policy>
struct mg_dense_row {
    typedef typename Policy::bits B;
    const mg_dense_args &a;
    const mg_loop_state &s;
    uint32_t row, at;

    __device__ __forceinline__ mg_dense_row(const mg_dense_args &args, uint32_t r)
        : a(args), s(args.loop.control->state), row(r), at(args.place ? args.place[r] : r) {
    }
    __device__ __forceinline__ void *state() const {
        return (char *)a.loop.state + (uint64_t)at * Policy::state_size();
    }
    __device__ __forceinline__ mg_ctx context() const {
        mg_ctx ctx;
        ctx.vertex = a.panels.order[row];
        ctx.lane = 0;
        ctx.iteration = s.iteration;
        ctx.out_degree = a.panels.out_degree[row];
        ctx.in_degree = Policy::properties() & MG_IN_DEGREE ? a.panels.in_degree[row] : 0;
        ctx.totals = s.totals;
        ctx.vertices = a.loop.n;
        return ctx;
    }
    __device__ __forceinline__ bool is_active() const {
        return (Policy::properties() & MG_ALL_ACTIVE) || mg_test(a.loop.bits[s.bits], at);
    }
    /* Edges that the row's vertex sends along. */
    __device__ __forceinline__ uint64_t degree() const {
        uint64_t sum = 0;
        sum += a.send_out ? a.panels.out_degree[row] : 0;
        sum += a.send_in ? a.panels.in_degree[row] : 0;
        return sum;
    }
    __device__ __forceinline__ B sent() const {
        if (Policy::properties() & MG_LABEL) {
            return *(const B *)state();
        }
        if (Policy::properties() & MG_SOURCE_ID) {
            return (B)a.panels.order[row];
        }
        if (a.own_sent && s.ready) {
            return ((const B *)a.own_sent)[a.panels.order[row]];
        }
        const mg_ctx ctx = context();
        return Policy::scatter(&ctx, a.loop.params, state());
    }
    /* The update; true: in the next frontier. */
    __device__ __forceinline__ bool take(B got, double *add) const {
        if (Policy::properties() & MG_LABEL) {
            B *label = (B *)state();
            const B before = *label, after = mg_combine<Policy>(before, got);
            if (got == Policy::identity() || after == before) {
                return false;
            }
            *label = after;
            return true;
        }
        const bool all = Policy::properties() & MG_ALL_ACTIVE;
        const bool wants = !(Policy::has() & MG_HAS_NEEDS) || Policy::needs(a.loop.params, state());
        got = wants ? got : Policy::identity();
        if (!all && got == Policy::identity()) {
            return false;
        }
        const mg_ctx ctx = context();
        return Policy::apply(&ctx, a.loop.params, state(), got, add);
    }
};

/* The next frontier's bits of 32 adjacent rows. All lanes call; the bitmap is 0 where rows are not in order. */
MG_DEVICE void mg_mark_rows(const mg_dense_args &a, uint32_t *bits, uint32_t row, bool active) {
    if (a.place) {
        if (active) {
            const uint32_t v = a.place[row];
            atomicOr(&bits[v >> 5], 1u << (v & 31u));
        }
        return;
    }
    const uint32_t word = __ballot_sync(MG_ALL_LANES, active);
    if (mg_lane() == 0) {
        bits[row >> 5] = word;
    }
}

/* What the threads of a launch found. */
template <typename Policy>
struct mg_dense_count {
    uint32_t vertices;
    uint64_t edges;
    double add[MG_LOOP_TOTALS];

    __device__ __forceinline__ mg_dense_count() : vertices(0), edges(0), add{} {
    }
    /* All lanes call. */
    __device__ __forceinline__ void publish(mg_loop_slot *slot) const {
        mg_count(slot, vertices, edges);
#pragma unroll
        for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
            if (k < Policy::totals()) {
                const double sum = mg_warp_sum(add[k]);
                if (mg_lane() == 0 && sum != 0) {
                    atomicAdd(&slot->totals[k], sum);
                }
            }
        }
    }
};

/* True in all threads of the block that comes last. */
MG_DEVICE bool mg_is_last_block(uint32_t *done) {
    __threadfence();
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        last = atomicAdd(done, 1) == gridDim.x - 1;
        __threadfence();
    }
    return __syncthreads_or(last);
}

/* Counts an iteration and writes its record. */
MG_DEVICE void mg_close_dense(const mg_loop_args &a, mg_loop_state &s) {
    const uint64_t elapsed = mg_nanoseconds() - s.dense_begin;
    if (s.iteration - a.record_base < a.record_capacity) {
        a.record[s.iteration - a.record_base] = {s.iteration, 2, s.vertices, s.edges, elapsed, s.esp, s.edp};
    }
    s.dense_iteration = (float)elapsed;
    s.iteration++;
    s.iterations_by_mode[2]++;
    s.vertices_visited += s.vertices;
    s.edges_visited += s.edges;
}

/* One thread: the state after an iteration or after init. */
template <typename Policy>
MG_DEVICE void mg_dense_decide(const mg_dense_args &a, bool iterated) {
    mg_loop_state &s = a.loop.control->state;
    volatile mg_loop_slot *slot = &a.loop.control->slot[0];
    const bool all = Policy::properties() & MG_ALL_ACTIVE;
    if (iterated) {
        mg_close_dense(a.loop, s);
        for (uint32_t k = 0; k < Policy::totals(); k++) {
            s.totals[k] = slot->totals[k];
        }
    }
    s.vertices = (uint32_t)(slot->entries_vertices >> 32);
    s.edges = slot->edges;
    s.bits ^= 1u;
    if (all && (s.vertices || !iterated)) {
        s.vertices = a.loop.n;
        s.edges = a.loop.arcs * a.loop.sides;
    }
    if (a.when == MG_LOOP_DENSE) {
        mg_after_turn<Policy>(a.loop, s);
    }
    if (s.vertices == 0 || (iterated && Policy::finished(a.loop.params, s.iteration, s.totals))) {
        s.outcome = MG_LOOP_FINISHED;
    } else if (a.loop.iteration_limit && s.iteration >= a.loop.iteration_limit) {
        s.outcome = MG_LOOP_LIMIT;
    }
    if (Policy::has() & MG_HAS_RECORD) {
        mg_record_dense_level(a.loop, s);
    }
    slot->entries_vertices = 0;
    slot->edges = 0;
    slot->listed = 0;
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        slot->totals[k] = 0.0;
    }
    *a.done = 0;
}

/* What the first and every later frontier have in common: all rows, a warp 32 at a time. */
template <typename Policy, typename Visit>
MG_DEVICE void mg_dense_rows(const mg_dense_args &a, bool iterated, Visit visit) {
    mg_dense_count<Policy> count;
    uint32_t *bits = a.loop.bits[a.loop.control->state.bits ^ 1u];
    const uint32_t threads = gridDim.x * blockDim.x;
#pragma unroll 1
    for (uint32_t base = blockIdx.x * blockDim.x + threadIdx.x - mg_lane(); base < a.loop.n; base += threads) {
        const uint32_t row = base + mg_lane();
        bool active = false;
        if (row < a.loop.n) {
            const mg_dense_row<Policy> r(a, row);
            active = visit(r, count.add);
            if (active) {
                count.vertices++;
                count.edges += r.degree();
            }
        }
        if (!(Policy::properties() & MG_ALL_ACTIVE)) {
            mg_mark_rows(a, bits, row, active);
        }
        if (Policy::has() & MG_HAS_RECORD) {
            mg_record_row(a, row, active);
        }
    }
    count.publish(&a.loop.control->slot[0]);
    if (mg_is_last_block(a.done) && threadIdx.x == 0) {
        mg_dense_decide<Policy>(a, iterated);
    }
}

template <typename Policy>
MG_DEVICE void mg_dense_init(const mg_dense_args &a) {
    typedef typename Policy::bits B;
    mg_dense_rows<Policy>(a, false, [](const mg_dense_row<Policy> &r, double *) {
        const mg_ctx ctx = r.context();
        ((B *)r.a.loop.acc)[r.row] = Policy::identity();
        const bool active = Policy::init(&ctx, r.a.loop.params, r.state());
        return active || Policy::frontier() == MG_FRONTIER_ALL || (Policy::properties() & MG_ALL_ACTIVE);
    });
}

/* Leaves acc all identity. */
template <typename Policy>
MG_DEVICE void mg_dense_apply(const mg_dense_args &a) {
    typedef typename Policy::bits B;
    mg_dense_rows<Policy>(a, true, [](const mg_dense_row<Policy> &r, double *add) {
        B *acc = (B *)r.a.loop.acc + r.row;
        const B got = *acc;
        if (got != Policy::identity()) {
            *acc = Policy::identity();
        }
        return r.take(got, add);
    });
}

/* What every column sends. Prepares the panels' counters, and the next bitmap where bits are set one by one. */
template <typename Policy>
MG_DEVICE void mg_dense_load(const mg_dense_args &a) {
    typedef typename Policy::bits B;
    const uint32_t threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread == 0) {
        a.loop.control->state.dense_begin = mg_nanoseconds();
    }
    if (a.when == MG_LOOP_DENSE) {
        mg_forget_turn(a);
    }
#pragma unroll 1
    for (uint32_t p = thread; p < a.panels.panels; p += threads) {
        a.cursor[p] = a.panels.panel_chunk[p];
    }
    if (a.place && !(Policy::properties() & MG_ALL_ACTIVE)) {
        uint32_t *next = a.loop.bits[a.loop.control->state.bits ^ 1u];
#pragma unroll 1
        for (uint32_t i = thread; i < (a.loop.n + 31) / 32; i += threads) {
            next[i] = 0;
        }
    }
#pragma unroll 1
    for (uint32_t base = thread - mg_lane(); base < a.loop.n; base += threads) {
        const uint32_t column = base + mg_lane();
        bool active = false;
        if (column < a.loop.n) {
            const mg_dense_row<Policy> r(a, column);
            active = r.is_active();
            const B value = active ? r.sent() : mg_silent<Policy>();
            if (column < a.panels.columns) {
                ((B *)a.x)[column] = value;
            }
        }
        if (mg_needs_guard<Policy>() && a.guarded) {
            const uint32_t word = __ballot_sync(MG_ALL_LANES, active);
            if (mg_lane() == 0) {
                a.active[base >> 5] = word;
            }
        }
    }
}

MG_DEVICE bool mg_is_over(const mg_dense_args &a) {
    return *(const volatile uint32_t *)&a.loop.control->state.outcome != a.when;
}

/* The sums of an iteration; nothing where the phase is over. */
template <typename Policy>
MG_DEVICE void mg_dense_sums(const mg_dense_args &a) {
    if (!mg_is_over(a)) {
        mg_dense_gather<Policy>(a);
    }
}

/* The other steps. */
template <typename Policy>
MG_DEVICE void mg_dense_steps(const mg_dense_args &a) {
    const bool over = mg_is_over(a), in_rows = *(const volatile uint32_t *)&a.loop.control->state.in_rows;
    if (a.role == MG_DENSE_LEAVE) {
        if (over && in_rows) {
            mg_dense_leave<Policy>(a);
        }
    } else if (over) {
        return;
    } else if (a.role == MG_DENSE_LOAD) {
        mg_dense_load<Policy>(a);
    } else if (a.role == MG_DENSE_APPLY) {
        mg_dense_apply<Policy>(a);
    } else if (a.role == MG_DENSE_INIT) {
        mg_dense_init<Policy>(a);
    } else if (!in_rows) {
        mg_dense_enter<Policy>(a);
    }
}

#endif
