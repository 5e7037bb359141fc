/* SPDX-License-Identifier: Apache-2.0
 *
 * part_choice.cuh: how a phase goes on after an exchange of frontiers, from what all parts found. Every part comes to
 * the same outcome; each chooses push or pull for its own arcs. One thread calls.
 */
#ifndef MG_CORE_CUDA_MULTI_PART_CHOICE_CUH
#define MG_CORE_CUDA_MULTI_PART_CHOICE_CUH

#include "frontier/cuda/choose.cuh"
#include "frontier/cuda/window.cuh"

/* What the choice depends on of a phase. */
struct mg_part_traits {
    bool label, first_hit, has_needs;
};

/* What all parts found; edges: those that lead to own vertices of the sender's part. */
struct mg_part_sums {
    uint64_t vertices, edges, waiting; /* waiting: vertices in far lists */
    uint32_t least;                    /* their least bucket */
};

/* Expected edges that a pull reads here, as mg_expected_edges does. */
MG_DEVICE float mg_part_expected_edges(const mg_loop_args &a, const mg_part_traits &phase, const mg_loop_state &s) {
    const uint64_t arcs = a.arcs, sent = s.edges_visited + s.frontier.edges;
    const uint64_t own = a.own_end - a.own_begin;
    const float left = sent < arcs ? (float)(arcs - sent) : 0.0f;
    const uint64_t reached = (s.vertices_visited + s.frontier.vertices) * own / a.n;
    const float receivers = reached < own ? (float)(own - reached) : 1.0f;
    const float share = mg_frontier_share(a, s);
    if (!phase.has_needs) {
        return (float)arcs;
    }
    if (!phase.first_hit) {
        return left;
    }
    if (s.first_hit.unvisited_listed) {
        const float rows = fmaxf((float)s.first_hit.unvisited_vertices, 1.0f);
        return rows * mg_edges_looked_at((float)s.first_hit.unvisited_edges / rows, share);
    }
    return receivers * mg_edges_looked_at(left / receivers, share);
}

/* Push or pull along the own arcs; the frontier is a bitmap. */
MG_DEVICE void mg_part_choose_mode(const mg_loop_args &a, const mg_part_traits &phase, mg_loop_state &s) {
    s.choice.push_ns = s.choice.pull_ns = 0.0f;
    if (a.mode != MG_TRAVERSE_AUTO || phase.label) {
        mg_set_mode(s, phase.label ? MG_TRAVERSE_PUSH : a.forced_modes[s.iteration % 3]);
        return;
    }
    const float vertices = (float)s.frontier.vertices, edges = (float)s.frontier.edges;
    s.choice.push_ns = a.cost.step + s.choice.push_scale * (a.cost.push_vertex * vertices + a.cost.push_edge * edges);
    s.choice.esp = s.choice.push_ns + a.cost.step + a.cost.queue_vertex * vertices;
    s.choice.pull_ns = s.choice.edp = mg_pull_cost(a, s, mg_part_expected_edges(a, phase, s));
    mg_set_mode(s, s.choice.pull_ns < s.choice.esp ? MG_TRAVERSE_PULL : MG_TRAVERSE_PUSH);
}

/* Takes over the sums as the frontier, and sets the next step or the outcome. */
MG_DEVICE void mg_part_decide(const mg_loop_args &a, const mg_part_traits &phase, const mg_part_sums &sums,
                              mg_loop_state &s) {
    s.frontier.vertices = (uint32_t)sums.vertices;
    s.frontier.edges = sums.edges;
    s.frontier.entries = (uint32_t)sums.vertices;
    s.frontier.touched = 0;
    s.frontier.in_bits = 1;
    s.frontier.sent_ahead = MG_SENT_NOTHING;
    s.outcome = MG_LOOP_RUNNING;
    if (sums.vertices) {
        mg_part_choose_mode(a, phase, s);
    } else if (sums.waiting) {
        mg_advance_window(a, s, sums.waiting, sums.least);
    } else {
        s.outcome = MG_LOOP_FINISHED;
    }
    if (s.outcome == MG_LOOP_RUNNING && s.next != MG_STEP_SPLIT && a.iteration_limit &&
        s.iteration >= a.iteration_limit) {
        s.outcome = MG_LOOP_LIMIT;
    }
}

#endif
