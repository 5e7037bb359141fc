/* SPDX-License-Identifier: Apache-2.0
 *
 * choose.cuh: chooses the traversal mode of the next iteration. The times of push, pull and dense are predicted from
 * counts with a cost model that measured iterations correct. Thread 0 of every block computes the same result from the
 * same numbers.
 */
#ifndef MG_FRONTIER_CUDA_CHOOSE_CUH
#define MG_FRONTIER_CUDA_CHOOSE_CUH

#include "core/cuda/kernel/loop/pull_first_hit.cuh"

#define MG_LEARN_MIN_NS 20000.0f /* the time of shorter iterations hardly depends on their edges */
#define MG_COST_INFINITE 3.0e38f
#define MG_EXPECT_PULL_RATIO 4.0f
#define MG_MAX_GROWTH 8.0f       /* growth is at most this many times the edges over those sent before */
#define MG_SAMPLE_GAIN 3.0f      /* steps that a pull might save before a sample pays */
#define MG_EXCHANGE_COST 3.0f    /* an atomic exchange costs this many edges */
#define MG_DENSE_RUN_LENGTH 2.0f /* dense iterations that replace a windowed phase */
#define MG_PUSH_BITS_ENTRIES 32u /* most queue entries per block for a push to bits */

/* Mean of the known and the measured value, which is clamped to a factor of 4 as an outlier. */
MG_DEVICE float mg_learn(float known, float seen) {
    return 0.5f * (known + fminf(fmaxf(seen, 0.25f * known), 4.0f * known));
}

/* Corrects the cost model by the measured clocks of the step that `estimated_ns` is for. */
MG_DEVICE void mg_learn_costs(const mg_loop_args &a, mg_loop_state &s, uint32_t clocks) {
    s.dense.mispredict_ns += s.dense.mispredicted ? (float)clocks * a.cost.clock : 0.0f;
    if (s.choice.estimated_ns > MG_LEARN_MIN_NS) {
        float *scale = s.choice.last_was_pull ? &s.choice.pull_scale : &s.choice.push_scale;
        *scale = mg_learn(*scale, *scale * ((float)clocks * a.cost.clock / s.choice.estimated_ns));
    }
    s.choice.estimated_ns = 0.0f;
}

/* Expected edges that a receiver of `degree` reads until its first hit, if the frontier has `share` of all edges. */
MG_DEVICE float mg_edges_looked_at(float degree, float share) {
    return share <= 0.0f ? degree : fminf(degree, (1.0f - exp2f(degree * log2f(1.0f - share))) / share);
}

/* Share of all edges that the frontier has. */
MG_DEVICE float mg_frontier_share(const mg_loop_args &a, const mg_loop_state &s) {
    const float all = (float)(a.arcs * a.sides);
    return fminf((float)s.frontier.edges / fmaxf(all, 1.0f), 0.999f);
}

/* Cost of a push's edge, relative to an edge whose receiver ignores it. A contribution to a user's monoid costs three
 * or more dependent atomic exchanges. Receivers with `needs` are expected to accept contributions until they are
 * reached. */
template <typename Policy>
MG_DEVICE float mg_edge_weight(const mg_loop_args &a, const mg_loop_state &s) {
    if (Policy::monoid() != MG_USER || (Policy::properties() & (MG_LABEL | MG_FIRST_HIT))) {
        return 1.0f;
    }
    const float all = fmaxf((float)(a.arcs * a.sides), 1.0f), sent = (float)(s.edges_visited + s.frontier.edges);
    return 1.0f + MG_EXCHANGE_COST * (Policy::has() & MG_HAS_NEEDS ? fmaxf(1.0f - sent / all, 0.0f) : 1.0f);
}

/* Time of a pull in which receivers read `edges` edges in total. */
MG_DEVICE float mg_pull_cost(const mg_loop_args &a, const mg_loop_state &s, float edges) {
    const float step = a.cost.step + (s.frontier.in_bits ? 0.0f : a.cost.step);
    const float rows = s.first_hit.unvisited_listed ? (float)s.first_hit.unvisited_entries : (float)a.n;
    return step + s.choice.pull_scale * (a.cost.pull_row * rows + a.cost.pull_edge * edges);
}

/* Does the phase use near-far windows? */
template <typename Policy>
MG_DEVICE bool mg_has_windows() {
    return (Policy::properties() & MG_LABEL) && (Policy::has() & MG_HAS_PRIORITY);
}

/* Time of a dense iteration, with the switch to it. */
MG_DEVICE float mg_dense_cost(const mg_loop_args &a, const mg_loop_state &s) {
    return a.dense == MG_DENSE_NEVER ? MG_COST_INFINITE
                                     : s.dense.iteration_ns + (s.dense.in_row_order ? 0.0f : a.cost.switch_ns);
}

/* Is the next iteration dense? `other`: time of the cheapest other mode. While the layout is not built, the difference
 * is added to the misprediction cost. With near-far `windows` a few dense iterations would replace all that follows,
 * since they relax far vertices too: then the time of every later step is added (mg_learn_costs), less that of these
 * dense iterations and of the switch. */
MG_DEVICE bool mg_choose_dense(const mg_loop_args &a, mg_loop_state &s, float other, bool windows) {
    const float dense = mg_dense_cost(a, s);
    if (dense < other && a.dense == MG_DENSE_UNBUILT && !s.dense.mispredicted) {
        s.dense.mispredicted = windows;
        s.dense.mispredict_ns +=
            windows ? -MG_DENSE_RUN_LENGTH * s.dense.iteration_ns - a.cost.switch_ns : other - dense;
    }
    return dense < other && (a.dense == MG_DENSE_READY || s.dense.mispredict_ns > a.cost.build_threshold_ns);
}

/* Does the next push leave its frontier as a bitmap? If a pull is likely to follow: the expected edges of the next
 * frontier, from the mean degree of receivers or from the growth so far, favour a pull; and no such bitmap had to be
 * converted back so far. */
template <typename Policy>
MG_DEVICE bool mg_expects_pull(const mg_loop_args &a, const mg_loop_state &s) {
    if (!mg_probes_largest<Policy>(a)) {
        return false;
    }
    if (a.mode != MG_TRAVERSE_AUTO) {
        return a.forced_modes[(s.iteration + 1) % 3] != MG_TRAVERSE_PUSH;
    }
    const float edges = (float)s.frontier.edges, before = (float)s.edges_visited;
    const float left = (float)(a.arcs * a.sides) - before - edges;
    const float mean_next_degree = s.edges_visited ? fminf(a.first_hit.mean_next_degree, MG_MAX_GROWTH * edges / before)
                                                   : a.first_hit.largest_next_degree;
    return !s.first_hit.bits_mispredicted && s.frontier.entries <= MG_PUSH_BITS_ENTRIES * gridDim.x &&
           a.cost.push_edge * fminf(edges * mean_next_degree, left) >
               MG_EXPECT_PULL_RATIO * (a.cost.step + a.cost.pull_row * (float)a.n);
}

/* Expected number of edges that the receivers of a pull read. Those with `needs` are taken for the vertices that have
 * not sent yet, unless more of them sent than there are: then vertices send again, and all may need more. */
template <typename Policy>
MG_DEVICE float mg_expected_edges(const mg_loop_args &a, const mg_loop_state &s) {
    const uint64_t arcs = a.arcs * a.sides, sent = s.edges_visited + s.frontier.edges,
                   reached = s.vertices_visited + s.frontier.vertices;
    if (!(Policy::has() & MG_HAS_NEEDS)) {
        return (float)arcs;
    }
    const float left = (float)(sent <= arcs && reached <= a.n ? arcs - sent : arcs);
    const float receivers = reached < a.n ? (float)(a.n - reached) : 1.0f;
    if (!(Policy::properties() & MG_FIRST_HIT)) {
        return left;
    }
    if (s.first_hit.unvisited_listed) {
        const float rows = fmaxf((float)s.first_hit.unvisited_vertices, 1.0f);
        return rows * mg_edges_looked_at((float)s.first_hit.unvisited_edges / rows, mg_frontier_share(a, s));
    }
    return receivers * mg_edges_looked_at(left / receivers, mg_frontier_share(a, s));
}

/* The same, estimated from a sample of the vertices. */
MG_DEVICE float mg_sampled_edges(const mg_loop_args &a, const volatile mg_step_counters *counts) {
    return (float)counts->scanned * (float)a.n / fmaxf((float)counts->sampled, 1.0f);
}

/* Would a sample change the choice? Not if push is cheaper than the least possible pull, nor if the upper estimate of a
 * pull is cheaper than push. */
template <typename Policy>
MG_DEVICE bool mg_should_sample(const mg_loop_args &a, const mg_loop_state &s, float pull) {
    const float least = mg_pull_cost(a, s, 0.0f);
    return mg_probes_largest<Policy>(a) && !s.first_hit.unvisited_listed && s.choice.esp < pull &&
           s.choice.esp > fmaxf(1.5f * least, least + MG_SAMPLE_GAIN * a.cost.step);
}

/* Sets the mode and the next step: a conversion first, if the frontier has the other form. */
MG_DEVICE void mg_set_mode(mg_loop_state &s, uint32_t mode) {
    s.choice.mode = mode;
    if (mode == MG_TRAVERSE_PUSH) {
        s.next = s.frontier.in_bits ? MG_STEP_TO_QUEUE : MG_STEP_SPARSE;
    } else {
        s.next = s.frontier.in_bits ? MG_STEP_PULL : MG_STEP_TO_BITS;
        s.outcome = mode == MG_TRAVERSE_DENSE && s.frontier.in_bits ? MG_LOOP_DENSE : s.outcome;
    }
}

/* Chooses the cheapest mode that the phase has. */
template <typename Policy>
MG_DEVICE void mg_choose_cheapest(const mg_loop_args &a, mg_loop_state &s, float pull) {
    const bool dense = mg_choose_dense(a, s, fminf(s.choice.esp, pull), mg_has_windows<Policy>());
    s.choice.pull_ns = pull;
    s.choice.edp = fminf(pull, mg_dense_cost(a, s));
    mg_set_mode(s, dense ? MG_TRAVERSE_DENSE : pull < s.choice.esp ? MG_TRAVERSE_PULL : MG_TRAVERSE_PUSH);
}

/* Chooses the mode after a step that left a frontier. */
template <typename Policy>
MG_DEVICE void mg_choose_mode(const mg_loop_args &a, mg_loop_state &s) {
    if (Policy::properties() & MG_ALL_ACTIVE) {
        s.frontier.in_bits = 1;
        mg_set_mode(s, MG_TRAVERSE_PULL);
        return;
    }
    const bool label = Policy::properties() & MG_LABEL;
    s.choice.push_ns = s.choice.pull_ns = 0.0f;
    if (a.mode != MG_TRAVERSE_AUTO) {
        mg_set_mode(s, a.forced_modes[s.iteration % 3]);
        return;
    }
    const float vertices = (float)s.frontier.vertices;
    const float edges = (float)s.frontier.edges * mg_edge_weight<Policy>(a, s);
    s.choice.push_ns = a.cost.step + s.choice.push_scale * (a.cost.push_vertex * vertices + a.cost.push_edge * edges);
    s.choice.esp = s.choice.push_ns + (s.frontier.in_bits ? a.cost.step + a.cost.queue_vertex * vertices : 0.0f);
    const float rows = label ? MG_COST_INFINITE : mg_pull_cost(a, s, 0.0f);
    if (!s.frontier.in_bits && s.choice.esp < fminf(a.cost.dense_min_ns, rows)) { /* no other mode can be cheaper */
        s.choice.edp = 0.0f;
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

/* May an iteration that changes nothing be skipped? Only if nothing but the iteration count would show it. */
template <typename Policy>
MG_DEVICE bool mg_may_skip_last() {
    return (Policy::properties() & MG_FIRST_HIT) && mg_lists_unvisited<Policy>() && Policy::totals() == 0 &&
           !(Policy::has() & (MG_HAS_FINISHED | MG_HAS_RECORD));
}

/* After a pull: is it certain that the next one changes nothing? Either no vertex is unvisited; or (undirected) every
 * vertex of the frontier has only the edge over which it was reached, and the vertex at its other end needs nothing,
 * since it was found by a pull that left a list (`listed`: the previous pull left one). */
MG_DEVICE bool mg_next_pull_is_empty(const mg_loop_args &a, const mg_loop_state &s, bool listed) {
    const bool undirected = a.sides == 1 && a.send[0].neighbours == a.receive[0].neighbours;
    return s.first_hit.unvisited_listed && s.next == MG_STEP_PULL &&
           (s.outcome == MG_LOOP_RUNNING || s.outcome == MG_LOOP_SLICE) &&
           (s.first_hit.unvisited_entries == 0 || (listed && undirected && s.frontier.edges == s.frontier.vertices));
}

/* Estimates how many edges receivers would read, over evenly spaced vertices: 32 per block, by its first warp, one per
 * lane. Probes the frontier bitmap or, if the frontier is a queue, the claim bitmap of the last iteration. */
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
        const uint32_t first = a.first_hit.largest_neighbour[v];
        const bool hit = first != MG_NONE &&
                         (s.frontier.in_bits ? mg_test(w.bits_now(), first)
                                             : mg_is_claimed(a, a.frontier.claim[(s.iteration & 1u) ^ 1u], first));
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
