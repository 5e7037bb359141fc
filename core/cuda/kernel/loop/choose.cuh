/* SPDX-License-Identifier: Apache-2.0
 *
 * choose.cuh: how a frontier is worked off: what each way will take is estimated from counts, and from what earlier
 * iterations took. Every block draws the same conclusions from the same numbers.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_CHOOSE_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_CHOOSE_CUH

#include "core/cuda/kernel/loop/pull_first_hit.cuh"

#define MG_LEARN_MIN_NS 20000.0f /* nanoseconds: what takes less says little about edges */
#define MG_COST_INFINITE 3.0e38f
#define MG_EXPECT_PULL_RATIO 4.0f
#define MG_MAX_GROWTH 8.0f /* what a frontier reaches has at most so many times its share of all edges so far */
#define MG_SAMPLE_GAIN 3.0f /* steps that a pull must be able to spare before a step is spent on a sample */
#define MG_EXCHANGE_COST 3.0f /* what an exchange takes beside the edge that brings it */
#define MG_DENSE_RUN_LENGTH 2.0f /* dense iterations that windows are replaced by */
#define MG_PUSH_BITS_ENTRIES 32u /* of the queue, for every block: more are worked off as evenly as others are */

enum { MG_TRAVERSE_AUTO, MG_TRAVERSE_PUSH, MG_TRAVERSE_DENSE, MG_TRAVERSE_PULL }; /* as mg_mode */

/* Between what was known and what was seen; what is more than four times off is taken for a disturbance and cut. */
MG_DEVICE float mg_learn(float known, float seen) {
    return 0.5f * (known + fminf(fmaxf(seen, 0.25f * known), 4.0f * known));
}

/* The step before the last took so long. */
MG_DEVICE void mg_learn_costs(const mg_loop_args &a, mg_loop_state &s, uint32_t clocks) {
    s.mispredict_ns += s.mispredicted ? (float)clocks * a.cost.clock : 0.0f;
    if (s.estimated_ns > MG_LEARN_MIN_NS) {
        float *scale = s.last_was_pull ? &s.pull_scale : &s.push_scale;
        *scale = mg_learn(*scale, *scale * ((float)clocks * a.cost.clock / s.estimated_ns));
    }
    s.estimated_ns = 0.0f;
}

/* The edges that a receiver of `degree` looks at until the first hit, where the frontier has `share` of all edges. */
MG_DEVICE float mg_edges_looked_at(float degree, float share) {
    return share <= 0.0f ? degree : fminf(degree, (1.0f - exp2f(degree * log2f(1.0f - share))) / share);
}

/* The share of all edges that the frontier has. */
MG_DEVICE float mg_frontier_share(const mg_loop_args &a, const mg_loop_state &s) {
    const float all = (float)(a.arcs * a.sides);
    return fminf((float)s.edges / fmaxf(all, 1.0f), 0.999f);
}

/* How many edges to receivers that take no part an edge of a push is worth. What arrives at one that does is exchanged
 * with what is there, if the monoid is a user's: three atomics one after the other, or more. Receivers are expected to
 * take part until they are reached. */
template <typename Policy>
MG_DEVICE float mg_edge_weight(const mg_loop_args &a, const mg_loop_state &s) {
    if (Policy::monoid() != MG_USER || (Policy::properties() & (MG_LABEL | MG_FIRST_HIT))) {
        return 1.0f;
    }
    const float all = fmaxf((float)(a.arcs * a.sides), 1.0f), sent = (float)(s.edges_visited + s.edges);
    return 1.0f + MG_EXCHANGE_COST * (Policy::has() & MG_HAS_NEEDS ? fmaxf(1.0f - sent / all, 0.0f) : 1.0f);
}

/* Pulling, where receivers look at `edges` edges in all. */
MG_DEVICE float mg_pull_cost(const mg_loop_args &a, const mg_loop_state &s, float edges) {
    const float step = a.cost.step + (s.in_bits ? 0.0f : a.cost.step);
    const float rows = s.unvisited_listed ? (float)s.unvisited_entries : (float)a.n;
    return step + s.pull_scale * (a.cost.pull_row * rows + a.cost.pull_edge * edges);
}

/* Are far vertices kept for later windows? */
template <typename Policy>
MG_DEVICE bool mg_has_windows() {
    return (Policy::properties() & MG_LABEL) && (Policy::has() & MG_HAS_PRIORITY);
}

/* A dense iteration, with the way there. */
MG_DEVICE float mg_dense_cost(const mg_loop_args &a, const mg_loop_state &s) {
    return a.dense == MG_DENSE_NEVER ? MG_COST_INFINITE
                                     : s.dense_iteration_ns + (s.in_row_order ? 0.0f : a.cost.switch_ns);
}

/* Is a dense iteration to come, where anything else takes `other`? Counts what is lost while there is none. A dense
 * iteration sends along far vertices too: where there are `windows`, all that follows is lost (mg_learn_costs). */
MG_DEVICE bool mg_choose_dense(const mg_loop_args &a, mg_loop_state &s, float other, bool windows) {
    const float dense = mg_dense_cost(a, s);
    if (dense < other && a.dense == MG_DENSE_UNBUILT && !s.mispredicted) {
        s.mispredicted = windows;
        s.mispredict_ns += windows ? -MG_DENSE_RUN_LENGTH * s.dense_iteration_ns - a.cost.switch_ns : other - dense;
    }
    return dense < other && (a.dense == MG_DENSE_READY || s.mispredict_ns > a.cost.build_threshold_ns);
}

/* Does the next step from the queue leave the frontier in bits? Where a pull is likely to come next, by the edges that
 * receivers send along on average, or if the edges sent so far grow on, and bits were right so far. */
template <typename Policy>
MG_DEVICE bool mg_expects_pull(const mg_loop_args &a, const mg_loop_state &s) {
    if (!mg_probes_largest<Policy>(a)) {
        return false;
    }
    if (a.mode != MG_TRAVERSE_AUTO) {
        return a.forced_modes[(s.iteration + 1) % 3] != MG_TRAVERSE_PUSH;
    }
    const float edges = (float)s.edges, before = (float)s.edges_visited;
    const float left = (float)(a.arcs * a.sides) - before - edges;
    const float mean_next_degree =
        s.edges_visited ? fminf(a.mean_next_degree, MG_MAX_GROWTH * edges / before) : a.largest_next_degree;
    return !s.bits_mispredicted && s.entries <= MG_PUSH_BITS_ENTRIES * gridDim.x &&
           a.cost.push_edge * fminf(edges * mean_next_degree, left) >
               MG_EXPECT_PULL_RATIO * (a.cost.step + a.cost.pull_row * (float)a.n);
}

/* Edges that the receivers of a pull are expected to look at. */
template <typename Policy>
MG_DEVICE float mg_expected_edges(const mg_loop_args &a, const mg_loop_state &s) {
    const uint64_t arcs = a.arcs * a.sides, sent = s.edges_visited + s.edges, reached = s.vertices_visited + s.vertices;
    if (!(Policy::has() & MG_HAS_NEEDS)) {
        return (float)arcs;
    }
    const float left = sent < arcs ? (float)(arcs - sent) : 0.0f;
    const float receivers = reached < a.n ? (float)(a.n - reached) : 1.0f;
    if (!(Policy::properties() & MG_FIRST_HIT)) {
        return left;
    }
    if (s.unvisited_listed) {
        const float rows = fmaxf((float)s.unvisited_vertices, 1.0f);
        return rows * mg_edges_looked_at((float)s.unvisited_edges / rows, mg_frontier_share(a, s));
    }
    return receivers * mg_edges_looked_at(left / receivers, mg_frontier_share(a, s));
}

/* The same from a sample of the vertices. */
MG_DEVICE float mg_sampled_edges(const mg_loop_args &a, const volatile mg_step_counters *counts) {
    return (float)counts->scanned * (float)a.n / fmaxf((float)counts->sampled, 1.0f);
}

/* Would a sample help? Not where even the least that a pull can take is too much, nor where the most is not. */
template <typename Policy>
MG_DEVICE bool mg_should_sample(const mg_loop_args &a, const mg_loop_state &s, float pull) {
    const float least = mg_pull_cost(a, s, 0.0f);
    return mg_probes_largest<Policy>(a) && !s.unvisited_listed && s.esp < pull &&
           s.esp > fmaxf(1.5f * least, least + MG_SAMPLE_GAIN * a.cost.step);
}

/* The next step to where the frontier is worked off in the chosen way. */
MG_DEVICE void mg_set_mode(mg_loop_state &s, uint32_t mode) {
    s.chosen_mode = mode;
    if (mode == MG_TRAVERSE_PUSH) {
        s.next = s.in_bits ? MG_STEP_TO_QUEUE : MG_STEP_SPARSE;
    } else {
        s.next = s.in_bits ? MG_STEP_PULL : MG_STEP_TO_BITS;
        s.outcome = mode == MG_TRAVERSE_DENSE && s.in_bits ? MG_LOOP_DENSE : s.outcome;
    }
}

/* The way that takes least, of those that the phase has. */
template <typename Policy>
MG_DEVICE void mg_choose_cheapest(const mg_loop_args &a, mg_loop_state &s, float pull) {
    const bool dense = mg_choose_dense(a, s, fminf(s.esp, pull), mg_has_windows<Policy>());
    s.pull_estimate_ns = pull;
    s.edp = fminf(pull, mg_dense_cost(a, s));
    mg_set_mode(s, dense ? MG_TRAVERSE_DENSE : pull < s.esp ? MG_TRAVERSE_PULL : MG_TRAVERSE_PUSH);
}

/* What comes after a step that left a frontier. */
template <typename Policy>
MG_DEVICE void mg_choose_mode(const mg_loop_args &a, mg_loop_state &s) {
    if (Policy::properties() & MG_ALL_ACTIVE) {
        s.in_bits = 1;
        mg_set_mode(s, MG_TRAVERSE_PULL);
        return;
    }
    const bool label = Policy::properties() & MG_LABEL;
    s.push_estimate_ns = s.pull_estimate_ns = 0.0f;
    if (a.mode != MG_TRAVERSE_AUTO) {
        mg_set_mode(s, a.forced_modes[s.iteration % 3]);
        return;
    }
    const float vertices = (float)s.vertices;
    const float edges = (float)s.edges * mg_edge_weight<Policy>(a, s);
    s.push_estimate_ns = a.cost.step + s.push_scale * (a.cost.push_vertex * vertices + a.cost.push_edge * edges);
    s.esp = s.push_estimate_ns + (s.in_bits ? a.cost.step + a.cost.queue_vertex * vertices : 0.0f);
    const float rows = label ? MG_COST_INFINITE : mg_pull_cost(a, s, 0.0f);
    if (!s.in_bits && s.esp < fminf(a.cost.dense_min_ns, rows)) { /* nothing can be less */
        s.edp = 0.0f;
        mg_set_mode(s, MG_TRAVERSE_PUSH);
        return;
    }
    const float pull = label ? MG_COST_INFINITE : mg_pull_cost(a, s, mg_expected_edges<Policy>(a, s));
    if (mg_should_sample<Policy>(a, s, pull)) {
        s.next = MG_STEP_SAMPLE;
        return;
    }
    mg_choose_cheapest<Policy>(a, s, pull);
}

/* May an iteration that changes nothing be left out? Where nobody learns of it but by the count of iterations. */
template <typename Policy>
MG_DEVICE bool mg_may_skip_last() {
    return (Policy::properties() & MG_FIRST_HIT) && mg_lists_unvisited<Policy>() && Policy::totals() == 0 &&
           !(Policy::has() & (MG_HAS_FINISHED | MG_HAS_RECORD));
}

/* After a pull: can the next one change nothing? Either no vertex needs anything; or every vertex of the frontier has
 * but the edge over which it was reached, and the vertex there needs nothing, since a pull found it that left a list
 * (`listed`: the pull before this one). */
MG_DEVICE bool mg_next_pull_is_empty(const mg_loop_args &a, const mg_loop_state &s, bool listed) {
    const bool undirected = a.sides == 1 && a.send[0].neighbours == a.receive[0].neighbours;
    return s.unvisited_listed && s.next == MG_STEP_PULL &&
           (s.outcome == MG_LOOP_RUNNING || s.outcome == MG_LOOP_SLICE) &&
           (s.unvisited_entries == 0 || (listed && undirected && s.edges == s.vertices));
}

/* How far the receivers among evenly spaced vertices would have to look: the first warp of every block takes 32. Reads
 * the frontier's bits, or in place of them the vertices that the last iteration claimed. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_step_sample(const mg_block_step<Policy> &w) {
    const mg_loop_args &a = w.a;
    const mg_loop_state &s = w.shared.state;
    if (threadIdx.x >= 32) {
        return;
    }
    const uint32_t samples = w.blocks * 32, i = w.rank * 32 + mg_warp_lane();
    const uint32_t v = (uint32_t)((uint64_t)a.n * i / samples);
    float edges = 0.0f;
    if (Policy::needs(a.params, w.state_of(v))) {
        const uint32_t first = a.largest_neighbour[v];
        const bool hit = first != MG_NONE && (s.in_bits ? mg_test(w.bits_now(), first)
                                                        : mg_is_claimed(a, a.claim[(s.iteration & 1u) ^ 1u], first));
        if (first != MG_NONE && !hit) {
            const void *offsets = a.receive[0].offsets;
            const float degree = (float)(mg_offset<Offset>(offsets, v + 1) - mg_offset<Offset>(offsets, v));
            edges = mg_edges_looked_at(degree, mg_frontier_share(a, s));
        }
    }
    const uint32_t sum = mg_warp_sum((uint32_t)fminf(edges, 1.0e7f) + (edges > 0.0f ? 1u : 0u));
    if (mg_warp_lane() == 0) {
        atomicAdd(&w.counts->sampled, 32u);
        atomicAdd(&w.counts->scanned, (unsigned long long)sum);
    }
}

#endif
