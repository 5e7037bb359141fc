/* SPDX-License-Identifier: Apache-2.0
 *
 * loop.cuh: the persistent kernel of PROGRAM phases. It runs iterations without the host: it chooses the traversal mode
 * and the scope (thread block, cluster or grid) of each step, and returns when the phase is finished or its time slice
 * is over. Every block updates its own copy of the state from the same counters, so one barrier per step is enough.
 *
 * Thread-to-work mapping: each step has its own (see sparse.cuh, pull.cuh, replay.cuh, first_states.cuh). Shared
 * memory: one mg_loop_shared per block.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_LOOP_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_LOOP_CUH

#include "core/cuda/kernel/loop/first_states.cuh"
#include "core/cuda/kernel/loop/loop_frame.cuh"
#include "core/cuda/kernel/loop/replay.cuh"
#include "frontier/cuda/choose.cuh"
#include "frontier/cuda/choose_scope.cuh"
#include "frontier/cuda/window.cuh"

/* The near vertices are exhausted: splits the far list, or ends the phase if it is empty. */
template <typename Policy>
MG_DEVICE void mg_next_window(const mg_loop_args &a, mg_loop_state &s) {
    const volatile mg_loop_control *c = a.control;
    if (!mg_has_windows<Policy>() || c->far_count[s.near_far.splits % 3] == 0) {
        s.outcome = MG_LOOP_FINISHED;
        return;
    }
    mg_advance_window(a, s, c->far_count[s.near_far.splits % 3], c->far_min[s.near_far.splits % 3]);
}

/* Stores where the next level begins. Overflow: a vertex may be recorded only once, so there is room for n. */
template <typename Policy>
MG_DEVICE void mg_record_level(const mg_block_step<Policy> &w) {
    mg_loop_state &s = w.shared.state;
    if (w.rank == 0 && s.levels.recorded <= w.a.n) {
        w.a.levels.begin[s.iteration] = (uint32_t)s.levels.recorded;
        w.a.levels.edges[s.iteration] = s.frontier.edges;
    }
    s.levels.recorded += s.frontier.vertices;
    if (s.levels.recorded > w.a.n && s.outcome != MG_LOOP_FINISHED && s.outcome != MG_LOOP_LIMIT) {
        s.outcome = MG_LOOP_OVERFLOW;
    }
}

/* Decision after a step of a replay. */
template <typename Policy>
MG_DEVICE void mg_decide_level(const mg_block_step<Policy> &w, uint32_t done, uint32_t found) {
    mg_loop_state &s = w.shared.state;
    if (done == MG_STEP_INIT) {
        mg_first_level(w.a, s);
    } else if (done == MG_STEP_LEVEL_SEND) {
        s.frontier.sent_ahead = MG_SENT_ACTIVE;
        mg_begin_level(s);
    } else if (done == MG_STEP_LEVEL_QUEUE) {
        s.frontier.entries = found;
        s.next = MG_STEP_SPARSE;
    } else {
        const bool pulled = done == MG_STEP_LEVEL_PULL;
        mg_close_iteration(w.a, s, pulled ? MG_TRAVERSE_PULL : MG_TRAVERSE_PUSH, w.rank == 0);
        s.choice.estimated_ns = pulled ? s.choice.pull_ns : 0.0f;
        s.choice.last_was_pull = pulled;
        mg_next_level(w.a, s, w.shared.ahead_begin, w.shared.ahead_edges, pulled && mg_receivers_send<Policy>());
    }
}

/* Counts of a step; `unvisited`: the unvisited list of a first-hit pull. */
struct mg_step_counts {
    mg_loaded_counts own;
    unsigned long long unvisited, unvisited_edges;
};

/* Loads them. After MG_STEP_UNSET_BITS they are the saved counts of the step before it. */
template <typename Policy>
MG_DEVICE mg_step_counts mg_load_step_counts(const mg_loop_state &s, const mg_step_counter_set *of, uint32_t done,
                                             bool unset_step) {
    mg_step_counts counts = {mg_load_counts(&of->counts), 0, 0};
    if ((Policy::properties() & MG_FIRST_HIT) &&
        mg_lists_unvisited<Policy>()) { /* no pull: loads the queue's counters again, unused */
        mg_load_queue_counts(done == MG_STEP_PULL ? &of->lists.unvisited : &of->counts, &counts.unvisited,
                             &counts.unvisited_edges);
    }
    if (unset_step) {
        counts.own.entries_vertices = s.first_hit.counted_queue;
        counts.own.edges = s.first_hit.counted_edges;
        counts.own.touched = s.frontier.touched;
        counts.own.needs_more = s.first_hit.needs_more;
        counts.unvisited = s.first_hit.counted_unvisited;
        counts.unvisited_edges = s.first_hit.counted_unvisited_edges;
    }
    return counts;
}

/* First hits: did the step set bits of rejected vertices? Then MG_STEP_UNSET_BITS clears them before the step is
 * evaluated. The step's counts are saved in the state, because a late block might find its counters already cleared for
 * a later step. */
template <typename Policy>
MG_DEVICE bool mg_must_unset_bits(const mg_block_step<Policy> &w, uint32_t done, const mg_step_counts &counts) {
    mg_loop_state &s = w.shared.state;
    if (!mg_probes_largest<Policy>(w.a) || !counts.own.touched || s.next == MG_STEP_UNSET_BITS ||
        (done != MG_STEP_PULL && !(done == MG_STEP_SPARSE && s.first_hit.push_to_bits))) {
        return false;
    }
    s.first_hit.unset_step = done;
    s.frontier.touched = counts.own.touched;
    s.first_hit.needs_more = counts.own.needs_more;
    s.first_hit.counted_queue = counts.own.entries_vertices;
    s.first_hit.counted_edges = counts.own.edges;
    s.first_hit.counted_unvisited = counts.unvisited;
    s.first_hit.counted_unvisited_edges = counts.unvisited_edges;
    s.choice.estimated_ns = done == MG_STEP_PULL ? s.choice.pull_ns : s.choice.push_ns;
    s.choice.last_was_pull = done == MG_STEP_PULL;
    s.next = MG_STEP_UNSET_BITS;
    return true;
}

/* Takes over the list of vertices that a pull left unvisited. */
template <typename Policy>
MG_DEVICE void mg_take_unvisited(mg_loop_state &s, unsigned long long found, uint64_t edges, bool needs_more) {
    s.first_hit.unvisited_queue = s.first_hit.unvisited_listed ? s.first_hit.unvisited_queue ^ 1u : 1;
    s.first_hit.unvisited_listed = mg_lists_unvisited<Policy>() && !needs_more;
    s.first_hit.unvisited_entries = (uint32_t)found;
    s.first_hit.unvisited_vertices = (uint32_t)(found >> 32);
    s.first_hit.unvisited_edges = edges;
}

/* Does the segments kernel begin the next push? */
MG_DEVICE void mg_choose_segments(const mg_loop_args &a, mg_loop_state &s) {
    const bool goes_on = s.outcome == MG_LOOP_RUNNING || s.outcome == MG_LOOP_SLICE;
    s.segments_done = 0;
    s.outcome =
        goes_on && s.next == MG_STEP_SPARSE && s.frontier.edges > a.segment_min_edges ? MG_LOOP_SEGMENTS : s.outcome;
}

/* Did the step leave the frontier as a bitmap and all values of the next iteration sent? */
template <typename Policy>
MG_DEVICE bool mg_was_full_pull(const mg_loop_args &a, uint32_t done) {
    return (done == MG_STEP_PULL || done == MG_STEP_INIT) && mg_uses_full_pull<Policy>(a);
}

/* Which values of the next iteration the step has sent (mg_sent_ahead). */
template <typename Policy>
MG_DEVICE uint32_t mg_sent_ahead_after(const mg_block_step<Policy> &w, uint32_t done) {
    const bool all = mg_was_full_pull<Policy>(w.a, done);
    if ((!all && done != MG_STEP_SPARSE) || !mg_scatters_early<Policy>(w.a, w.shared.state.iteration)) {
        return MG_SENT_NOTHING;
    }
    return all ? MG_SENT_ALL : MG_SENT_ACTIVE;
}

/* Thread 0 of every block calls after the barrier that ends a step. All blocks come to the same decision. */
template <typename Policy>
MG_DEVICE void mg_decide(const mg_block_step<Policy> &w) {
    mg_loop_state &s = w.shared.state;
    const mg_loop_args &a = w.a;
    const bool unset_step = (Policy::properties() & MG_FIRST_HIT) && s.next == MG_STEP_UNSET_BITS;
    const uint32_t done = unset_step ? s.first_hit.unset_step : s.next;
    const mg_step_counter_set *const of = &a.control->counters[w.counters_at(0)];
    const mg_step_counts counts = mg_load_step_counts<Policy>(s, of, done, unset_step);
    const unsigned long long found = counts.own.entries_vertices;
    const uint32_t touched = counts.own.touched;
    s.step++;
    s.steps_in[w.scope]++;
    s.first_hit.visited_known = mg_visited_after<Policy>(a, s, done, touched, counts.own.needs_more);
    s.outcome = counts.own.stop ? MG_LOOP_SLICE : MG_LOOP_RUNNING;
    mg_learn_costs(a, s, counts.own.elapsed);
    if (done == MG_STEP_TO_BITS || done == MG_STEP_TO_QUEUE) {
        s.frontier.in_bits = done == MG_STEP_TO_BITS;
        s.frontier.entries = (uint32_t)found;
        if (a.distributed && done == MG_STEP_TO_QUEUE) { /* the exchange only estimated them */
            s.frontier.edges = counts.own.edges;
        }
        s.first_hit.unvisited_listed = 0;
        s.first_hit.bits_mispredicted |= s.first_hit.pushed_to_bits;
        mg_set_mode(s, s.choice.mode);
        return;
    }
    if (done == MG_STEP_SAMPLE) {
        s.choice.samples++;
        mg_choose_cheapest<Policy>(a, s, mg_pull_cost(a, s, mg_sampled_edges(a, &of->counts)));
        return;
    }
    if (Policy::frontier() == MG_FRONTIER_REPLAY) {
        mg_decide_level(w, done, (uint32_t)found);
        return;
    }
    if (mg_must_unset_bits<Policy>(w, done, counts)) {
        return;
    }
    const uint32_t sent_ahead = mg_sent_ahead_after(w, done);
    const bool pulled = done == MG_STEP_PULL, iterated = pulled || done == MG_STEP_SPARSE;
    const bool pushed_to_bitmap = mg_probes_largest<Policy>(a) && done == MG_STEP_SPARSE && s.first_hit.push_to_bits;
    const bool in_bits = pulled || pushed_to_bitmap || mg_was_full_pull<Policy>(a, done);
    const bool listed = mg_may_skip_last<Policy>() && pulled && s.first_hit.unvisited_listed;
    s.choice.estimated_ns = unset_step || !iterated ? 0.0f : pulled ? s.choice.pull_ns : s.choice.push_ns;
    s.choice.last_was_pull = pulled;
    s.frontier.in_bits = in_bits;
    s.first_hit.pushed_to_bits = pushed_to_bitmap;
    if (pulled && mg_probes_largest<Policy>(a)) {
        mg_take_unvisited<Policy>(s, counts.unvisited, counts.unvisited_edges, counts.own.needs_more);
    }
    if (iterated) {
        mg_close_iteration(a, s, pulled ? MG_TRAVERSE_PULL : MG_TRAVERSE_PUSH, w.rank == 0);
    }
    s.frontier.entries = (uint32_t)found;
    s.frontier.vertices = (uint32_t)(found >> 32);
    s.frontier.touched = in_bits ? 0 : touched;
    s.frontier.edges = counts.own.edges;
    s.frontier.current_bitmap = pulled ? mg_bits_after(s.frontier.current_bitmap) : s.frontier.current_bitmap;
    s.frontier.sent_ahead = sent_ahead;
    s.near_far.splits += done == MG_STEP_SPLIT ? 1u : 0u;
    if (a.distributed) { /* decide() in core/cuda/multi/exchange.cu goes on */
        s.outcome = MG_LOOP_EXCHANGE;
        return;
    }
    if ((Policy::properties() & MG_ALL_ACTIVE) && (s.frontier.vertices || !iterated)) {
        s.frontier.vertices = a.n;
        s.frontier.edges = a.arcs * a.sides;
    }
    if (iterated && Policy::finished(a.params, s.iteration, s.totals)) {
        s.outcome = MG_LOOP_FINISHED;
    } else if (s.frontier.vertices == 0) {
        mg_next_window<Policy>(a, s);
    } else {
        mg_choose_mode<Policy>(a, s);
    }
    if (s.outcome != MG_LOOP_FINISHED && s.next != MG_STEP_SPLIT && a.iteration_limit &&
        s.iteration >= a.iteration_limit) {
        s.outcome = MG_LOOP_LIMIT;
    }
    if (mg_may_skip_last<Policy>() && pulled &&
        mg_next_pull_is_empty(a, s, listed)) { /* skipped, but counted as an iteration */
        mg_close_iteration(a, s, MG_TRAVERSE_PULL, w.rank == 0);
        s.frontier.vertices = s.frontier.entries = 0;
        s.frontier.edges = 0;
        s.outcome = MG_LOOP_FINISHED;
    }
    if (Policy::has() & MG_HAS_RECORD) {
        mg_record_level(w);
    }
}

/* Steps that do not run in every iteration. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_run_rare_step(const mg_block_step<Policy> &w) {
    const uint32_t next = w.shared.state.next;
    const bool label = Policy::properties() & MG_LABEL;
    if (next == MG_STEP_SPLIT) {
        if (label && (Policy::has() & MG_HAS_PRIORITY)) {
            mg_step_split<Policy, Offset>(w);
        }
    } else if (next == MG_STEP_TO_QUEUE) {
        mg_step_to_queue<Policy, Offset>(w);
    } else if (next == MG_STEP_TO_BITS) {
        mg_step_to_bits<Policy>(w);
    } else if (!label && next == MG_STEP_PULL) {
        mg_step_pull<Policy, Offset>(w);
    } else if (Policy::properties() & MG_FIRST_HIT) {
        if (next == MG_STEP_UNSET_BITS) {
            mg_step_unset_bits(w);
        } else {
            mg_step_sample<Policy, Offset>(w);
        }
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_run_step(mg_block_step<Policy> &w) {
    const uint32_t next = w.shared.state.next;
    mg_begin_step(w, mg_probes_largest<Policy>(w.a) ? sizeof(mg_step_counter_set) : sizeof(mg_step_counters));
    if (next == MG_STEP_INIT) {
        mg_step_init<Policy, Offset>(w);
    } else if (Policy::frontier() == MG_FRONTIER_REPLAY) {
        mg_replay_step<Policy, Offset>(w);
    } else if (next == MG_STEP_SPARSE) {
        mg_step_sparse<Policy, Offset>(w);
    } else {
        mg_run_rare_step<Policy, Offset>(w);
    }
    mg_barrier_begin(w.scope, &w.a.control->arrived, w.target);
    if (next == MG_STEP_SPARSE || next == MG_STEP_PULL || next == MG_STEP_LEVEL_PULL) {
        mg_take_totals(w);
    }
    if (threadIdx.x == 0) {
        mg_decide(w);
        mg_choose_segments(w.a, w.shared.state);
        if ((Policy::properties() & MG_FIRST_HIT) && w.shared.state.next != MG_STEP_UNSET_BITS) {
            w.shared.state.first_hit.push_to_bits = w.shared.state.next == MG_STEP_SPARSE &&
                                                    w.shared.state.outcome != MG_LOOP_SEGMENTS &&
                                                    mg_expects_pull<Policy>(w.a, w.shared.state);
        }
    }
    __syncthreads();
}

/* Blocks outside the scope receive the state of the blocks that ran the steps. If the loop is over, they only receive
 * that, through the barrier counter. `times`: number of earlier handoffs. The handoff state is double-buffered, since a
 * late block may still read one copy while block 0 writes the next. */
template <typename Policy>
MG_DEVICE void mg_rejoin_blocks(mg_block_step<Policy> &w, uint32_t times) {
    mg_loop_state &s = w.shared.state;
    if (blockIdx.x < w.blocks && s.outcome != MG_LOOP_RUNNING) {
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            /* a late block may still read the initial state: wait until all have arrived */
            if (w.target == 0) {
                mg_grid_wait(&w.a.control->arrived, gridDim.x - w.blocks);
            }
            mg_end_barriers(&w.a.control->arrived);
        }
        return;
    }
    mg_loop_state *const handoff_state = &w.a.control->handoff_state[times & 1u];
    if (blockIdx.x == 0) {
        mg_copy_state(handoff_state, &s);
    }
    __syncthreads();
    const bool over = threadIdx.x == 0 && !mg_grid_arrive_and_wait(&w.a.control->arrived, w.target);
    if (!__syncthreads_or(over)) {
        mg_copy_state(&s, handoff_state);
    } else if (threadIdx.x == 0) {
        s.outcome = MG_LOOP_FINISHED;
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_loop(const mg_loop_args &a, mg_loop_shared<typename Policy::bits> &shared) {
    uint32_t target = 0, rejoins = 0;
    mg_block_step<Policy> w = {a, shared, MG_SCOPE_GRID, blockIdx.x, gridDim.x, target, nullptr};
    if (!mg_begin_loop(a, shared)) {
        return;
    }
#pragma unroll 1
    while (shared.state.outcome == MG_LOOP_RUNNING) {
        w.scope = mg_choose_scope<Policy>(a, shared.state);
        w.blocks = w.scope == MG_SCOPE_GRID ? gridDim.x : w.scope == MG_SCOPE_CLUSTER ? a.scope.cluster_blocks : 1;
        __syncthreads();
        if (blockIdx.x < w.blocks) {
#pragma unroll 1
            do {
                mg_run_step<Policy, Offset>(w);
            } while (shared.state.outcome == MG_LOOP_RUNNING && mg_choose_scope<Policy>(a, shared.state) == w.scope);
        }
        if (w.scope != MG_SCOPE_GRID) {
            mg_rejoin_blocks(w, rejoins++);
        }
        __syncthreads();
    }
    mg_end_loop(a, shared);
}

#endif
