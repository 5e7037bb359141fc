/* SPDX-License-Identifier: Apache-2.0
 *
 * dense.cuh: the other steps of a dense iteration: first states, sent values of all columns, and the update. A thread
 * takes a row (or column) at a time, a warp 32 adjacent ones. States are in row order if the whole phase is dense, else
 * at `place`. Shared memory: a row tile in the update; else a few words.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_DENSE_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_DENSE_CUH

#include "core/cuda/kernel/dense/dense_decide.cuh"
#include "core/cuda/kernel/dense/dense_row.cuh"
#include "core/cuda/kernel/dense/row_tiles.cuh"

/* Stores the bits of 32 adjacent rows in the next frontier. All lanes call; without row order the bitmap must be 0
 * before. */
MG_DEVICE void mg_store_row_bits(const mg_dense_args &a, uint32_t *bits, uint32_t row, bool active) {
    if (a.place) {
        if (active) {
            const uint32_t v = a.place[row];
            atomicOr(&bits[v >> 5], 1u << (v & 31u));
        }
        return;
    }
    const uint32_t word = __ballot_sync(MG_ALL_LANES, active);
    if (mg_warp_lane() == 0) {
        bits[row >> 5] = word;
    }
}

/* Stores the value that a row's vertex sends. `again`: the whole phase is dense and this is not its first scatter, so
 * that sentinels are set and the loop kernel has sent nothing. All lanes call. */
template <typename Policy, bool again>
MG_DEVICE void mg_send_row(const mg_dense_row<Policy> &r, bool valid, bool active) {
    const mg_dense_args &a = r.a;
    if (valid && (r.row < a.panels.columns || active)) { /* also without a column: `scatter` may change the state */
        const typename Policy::bits value = !active ? mg_inactive_value<Policy>() : again ? r.sends() : r.sent();
        if (r.row < a.panels.columns) {
            mg_put_value<Policy, again>(a, r.row, value);
        } else if (a.x_rest) {
            mg_store_sent<Policy>(a.x_rest, r.row, value);
        }
    }
    if (mg_needs_mask<Policy>() && a.masked) {
        const uint32_t word = __ballot_sync(MG_ALL_LANES, active);
        if (mg_warp_lane() == 0) {
            a.active[r.row >> 5] = word;
        }
    }
}

/* Does the vertex receive here? */
MG_DEVICE bool mg_is_own(const mg_loop_args &a, uint32_t v) {
    return v - a.own_begin < a.own_end - a.own_begin;
}

/* Counts a row if it is active, and sets its bit in the next frontier. All lanes call. */
template <typename Policy>
MG_DEVICE void mg_take_row(const mg_dense_row<Policy> &r, bool active, mg_dense_count<Policy> &count) {
    if (active) {
        count.vertices++;
        count.edges += Policy::properties() & MG_ALL_ACTIVE ? 0 : r.degree();
    }
    if (!(Policy::properties() & MG_ALL_ACTIVE)) {
        mg_store_row_bits(r.a, r.a.loop.frontier.bits[mg_bits_after(r.s.frontier.current_bitmap)], r.row, active);
    }
    if (Policy::has() & MG_HAS_RECORD) {
        mg_record_row(r.a, r.row, active);
    }
}

template <typename Policy>
MG_DEVICE void mg_dense_init(const mg_dense_args &a) {
    mg_dense_count<Policy> count;
    const uint32_t threads = gridDim.x * blockDim.x;
    if (a.fuses_scatter) {
        mg_reset_panels(a);
    }
#pragma unroll 1
    for (uint32_t base = blockIdx.x * blockDim.x + threadIdx.x - mg_warp_lane(); base < a.loop.n; base += threads) {
        const bool valid = base + mg_warp_lane() < a.loop.n;
        mg_dense_row<Policy> r(a, valid ? base + mg_warp_lane() : base);
        r.row = base + mg_warp_lane();
        bool active = false;
        if (valid) {
            const mg_ctx ctx = r.context();
            mg_copy_one<Policy>(r.own, (const char *)a.vertex_states + (uint64_t)ctx.vertex * Policy::state_size());
            active = Policy::init(&ctx, a.loop.params, r.state());
            active = active || Policy::frontier() == MG_FRONTIER_ALL || (Policy::properties() & MG_ALL_ACTIVE);
        }
        mg_take_row(r, active, count);
        if (a.fuses_scatter) {
            mg_send_row<Policy, false>(r, valid, active);
        }
    }
    mg_end_rows(a, count, false);
}

template <typename Policy>
MG_DEVICE void mg_dense_apply(const mg_dense_args &a) {
    const bool all = Policy::properties() & MG_ALL_ACTIVE;
    __shared__ mg_update_inputs<Policy> inputs;
    mg_dense_count<Policy> count;
    const auto begins = [&] {
        if (!mg_begin_iteration(a)) {
            return false;
        }
        inputs.load(a);
        if (a.fuses_scatter) {
            mg_reset_panels(a);
        }
        return true;
    };
    const bool comes = all && !a.place && mg_cached_state<Policy>::fits();
    const mg_row_tile_inputs rows = {comes ? a.loop.state : nullptr, Policy::state_size(),
                                     comes ? a.panels.out_degree : nullptr};
    const bool applied =
        mg_sum_rows<Policy>(a, rows, begins, [&](uint32_t row, const mg_row_prefetched &at, auto sum_of) {
            const bool exists = row < a.loop.n;
            mg_cached_state<Policy> state;
            mg_dense_row<Policy> r(a, exists ? row : row - mg_warp_lane());
            if (all) { /* also in lanes without a row: a conditional load would not stay in registers */
                const unsigned char *const here = mg_dense_shared<unsigned char>();
                if (at.state) {
                    state.load((void *)(here + at.state));
                    state.at = r.own;
                } else {
                    state.load(r.own);
                }
                r.own = state.get();
                r.prefetch(&inputs, at.degree ? *(const uint32_t *)(here + at.degree) : a.panels.out_degree[r.row]);
            }
            r.row = row;
            const bool valid = exists && (!all || mg_is_own(a.loop, r.vertex));
            const typename Policy::bits got = sum_of();
            const bool receives = valid && r.receives();
            const bool active = receives && r.take(got, count.add.part);
            if (!r.replays()) {
                mg_take_row(r, active, count);
            } else if (receives && mg_receivers_send<Policy>() && r.s.levels.level > 1) {
                r.send_ahead();
            }
            if (a.fuses_scatter) {
                mg_send_row<Policy, true>(r, valid, valid && (active || all));
            }
            if (valid && all) {
                state.store();
            }
        });
    if (applied) {
        mg_end_rows(a, count, true);
    }
}

/* Sent values of all columns. Also resets the panels' progress and, without row order, clears the next frontier
 * bitmap. */
template <typename Policy>
MG_DEVICE void mg_dense_load(const mg_dense_args &a) {
    const uint32_t threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    mg_reset_panels(a);
    if (thread == 0) {
        a.loop.control->state.dense.begin_ns = mg_nanoseconds();
    }
    const bool replays = Policy::frontier() == MG_FRONTIER_REPLAY;
    if (replays) {
        mg_load_level(a);
    } else if (a.run_outcome == MG_LOOP_DENSE) {
        mg_clear_loop_bits(a);
    }
    if (a.place && !replays && !(Policy::properties() & MG_ALL_ACTIVE)) {
        uint32_t *next = a.loop.frontier.bits[mg_bits_after(a.loop.control->state.frontier.current_bitmap)];
#pragma unroll 1
        for (uint32_t i = thread; i < (a.loop.n + 31) / 32; i += threads) {
            next[i] = 0;
        }
    }
#pragma unroll 1
    for (uint32_t base = thread - mg_warp_lane(); base < a.loop.n; base += threads) {
        const bool valid = base + mg_warp_lane() < a.loop.n;
        mg_dense_row<Policy> r(a, valid ? base + mg_warp_lane() : base);
        r.row = base + mg_warp_lane();
        mg_send_row<Policy, false>(r, valid, valid && r.is_active());
    }
}

/* The sums of an iteration, unless the phase is over. */
template <typename Policy>
MG_DEVICE void mg_dense_sums(const mg_dense_args &a) {
    mg_dense_gather<Policy>(
        a, [&] { return a.defers_decision ? mg_decide_previous<Policy>(a, nullptr) : mg_begin_iteration(a); });
}

/* The other steps. An update itself waits for the launch before. */
template <typename Policy>
MG_DEVICE void mg_dense_steps(const mg_dense_args &a) {
    if (a.role == MG_DENSE_APPLY) {
        mg_dense_apply<Policy>(a);
        return;
    }
    mg_wait_dependency();
    const bool over = mg_is_phase_over(a);
    const bool in_row_order = *(const volatile uint32_t *)&a.loop.control->state.dense.in_row_order;
    if (a.role == MG_DENSE_LEAVE) {
        if (over && in_row_order) {
            mg_dense_leave<Policy>(a);
        }
    } else if (over) {
        return;
    } else if (a.role == MG_DENSE_LOAD) {
        mg_dense_load<Policy>(a);
    } else if (a.role == MG_DENSE_INIT) {
        mg_dense_init<Policy>(a);
    } else if (!in_row_order) {
        mg_dense_enter<Policy>(a);
    }
}

#endif
