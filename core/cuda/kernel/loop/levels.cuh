/* SPDX-License-Identifier: Apache-2.0
 *
 * levels.cuh: position of a replay in the recorded levels, and the traversal mode of the sending level: push or pull in
 * the loop kernel, or a dense iteration. Thread 0 of every block computes the same result.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_LEVELS_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_LEVELS_CUH

#include "frontier/cuda/choose.cuh"

#define MG_REPLAY_PUSH 8u /* push if the receivers have this many times the edges of the senders */

/* A level of the list. `which`: 0 the receivers, 1 the senders, 2 the level that sent before. */
struct mg_level {
    const uint32_t *list;
    uint32_t count;
};

MG_DEVICE mg_level mg_level_at(const mg_loop_args &a, const mg_loop_state &s, uint32_t which) {
    return {a.levels.list + s.levels.begin[which], s.levels.begin[which + 1] - s.levels.begin[which]};
}

/* Do receivers scatter in the same step? Not if `scatter` may read the totals of this iteration. */
template <typename Policy>
MG_DEVICE bool mg_receivers_send() {
    return Policy::totals() == 0;
}

/* Estimated time for the receivers of a level to pull. If their edge count is not known, at least the mean degree is
 * assumed. */
MG_DEVICE float mg_level_cost(const mg_loop_args &a, const mg_loop_state &s) {
    const float rows = (float)s.frontier.entries, mean = (float)a.arcs * rows / (float)a.n;
    const float edges = a.levels.receive_exact ? (float)s.levels.edges[0] : fmaxf((float)s.levels.edges[0], mean);
    return 2.0f * a.cost.step + s.choice.pull_scale * (a.cost.level_row * rows + a.cost.level_edge * edges);
}

/* Traversal mode of the sending level. If its edge count is not known, at least the mean degree is assumed. */
MG_DEVICE uint32_t mg_level_mode(const mg_loop_args &a, mg_loop_state &s) {
    if (a.mode != MG_TRAVERSE_AUTO) {
        return a.forced_modes[s.iteration % 3];
    }
    const uint64_t mean = a.levels.send_exact ? 0 : a.arcs * s.frontier.vertices / a.n;
    const uint64_t sends = s.levels.edges[1] > mean ? s.levels.edges[1] : mean;
    if (MG_REPLAY_PUSH * sends < s.levels.edges[0]) {
        return MG_TRAVERSE_PUSH;
    }
    s.choice.pull_ns = mg_level_cost(a, s);
    s.choice.edp = fminf(s.choice.pull_ns, mg_dense_cost(a, s));
    return mg_choose_dense(a, s, s.choice.pull_ns, false) ? MG_TRAVERSE_DENSE : MG_TRAVERSE_PULL;
}

/* Starts a pull or a dense iteration whose senders have scattered. */
MG_DEVICE void mg_begin_level(mg_loop_state &s) {
    s.next = MG_STEP_LEVEL_PULL;
    s.outcome = s.choice.mode == MG_TRAVERSE_DENSE ? MG_LOOP_DENSE : s.outcome;
}

MG_DEVICE void mg_choose_level(const mg_loop_args &a, mg_loop_state &s) {
    s.frontier.vertices = s.levels.begin[2] - s.levels.begin[1];
    s.frontier.edges = s.levels.edges[1];
    s.frontier.entries = s.levels.begin[1] - s.levels.begin[0];
    s.choice.pull_ns = s.choice.edp = 0.0f;
    s.choice.mode = mg_level_mode(a, s);
    if (s.choice.mode == MG_TRAVERSE_PUSH) {
        s.next = MG_STEP_LEVEL_QUEUE;
    } else if (!s.frontier.sent_ahead) {
        s.next = MG_STEP_LEVEL_SEND;
    } else {
        mg_begin_level(s);
    }
}

/* After the initialisation: the last level is the first to send. */
MG_DEVICE void mg_first_level(const mg_loop_args &a, mg_loop_state &s) {
    if (a.levels.count < 2) {
        s.outcome = MG_LOOP_FINISHED;
        return;
    }
    s.levels.level = a.levels.count - 1;
    for (uint32_t i = 0; i < 3; i++) {
        s.levels.begin[i] = a.levels.begin[s.levels.level - 1 + i];
    }
    s.levels.begin[3] = s.levels.begin[2];
    s.levels.edges[0] = a.levels.edges[s.levels.level - 1];
    s.levels.edges[1] = a.levels.edges[s.levels.level];
    mg_choose_level(a, s);
}

/* After a level: moves on to the level before it. `begin`, `edges`: of the new receiving level; `sent`: the new senders
 * have scattered and their bits are set. */
MG_DEVICE void mg_next_level(const mg_loop_args &a, mg_loop_state &s, uint32_t begin, uint64_t edges, bool sent) {
    if (--s.levels.level == 0) {
        s.outcome = MG_LOOP_FINISHED;
        return;
    }
    for (uint32_t i = 3; i > 0; i--) {
        s.levels.begin[i] = s.levels.begin[i - 1];
    }
    s.levels.begin[0] = begin;
    s.levels.edges[1] = s.levels.edges[0];
    s.levels.edges[0] = edges;
    s.frontier.sent_ahead = sent ? MG_SENT_ACTIVE : MG_SENT_NOTHING;
    mg_choose_level(a, s);
}

#endif
