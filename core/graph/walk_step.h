/* SPDX-License-Identifier: Apache-2.0
 *
 * walk_step.h: one step of a random walk, the same on every backend. All of it is arithmetic of integers, so that equal
 * seeds give equal walks. C11 and CUDA C++.
 */
#ifndef MG_CORE_GRAPH_WALK_STEP_H
#define MG_CORE_GRAPH_WALK_STEP_H

#include "core/counter_random.h"

#include <stdbool.h>

#define MG_WALK_PURPOSE 0x77616c6bu /* of the random numbers of a seed */
#define MG_WALK_END UINT32_MAX      /* MG_NONE: no edge can be taken */
#define MG_WALK_TRIES 8u /* proposals that are rejected before an edge is found among all, and one for each edge */

/* An entry of an alias table: an edge of the row is taken with the probability (threshold + what others give it) /
 * (2^32 * edges of the row); else the edge to `other`. */
typedef struct mg_walk_column {
    uint32_t threshold, other;
} mg_walk_column;

/* The out-edges, in memory of the backend. */
typedef struct mg_walk_graph {
    const void *offsets;           /* of 64 bits if `wide`, else of 32 */
    const uint32_t *neighbours;    /* rows by index, for searches */
    const uint32_t *choices;       /* rows by id, which edges are drawn from */
    const mg_walk_column *columns; /* beside `choices`; NULL: all edges are alike */
    bool wide;
} mg_walk_graph;

/* How an edge v -> x is chosen after t -> v. */
typedef struct mg_walk_rule {
    uint64_t key;                              /* of the random numbers */
    bool second_order;                         /* the following count; else the edges of v alone */
    uint32_t accept_back, accept_near, accept; /* x is t; t has an edge to x; others: of 2^31 proposals */
} mg_walk_rule;

/* A drawn place of a row: an entry, and the rest of the random number for its threshold. */
typedef struct mg_walk_draw {
    uint64_t at;
    uint32_t share;
} mg_walk_draw;

MG_RANDOM_FN uint64_t mg_walk_offset(const mg_walk_graph *g, uint64_t row) {
    return g->wide ? ((const uint64_t *)g->offsets)[row] : ((const uint32_t *)g->offsets)[row];
}

/* The key of a walk. */
MG_RANDOM_FN uint64_t mg_walk_key(const mg_walk_rule *rule, uint64_t walk) {
    return mg__random(rule->key, walk);
}

MG_RANDOM_FN mg_walk_draw mg_walk_draw_from(uint64_t begin, uint64_t count, uint64_t random) {
    mg_walk_draw draw;
    draw.at = begin + mg__random_below(random, count);
    draw.share = (uint32_t)(random * count >> 32);
    return draw;
}

MG_RANDOM_FN uint32_t mg_walk_follow(const mg_walk_graph *g, mg_walk_draw draw) {
    if (g->columns) {
        const mg_walk_column column = g->columns[draw.at];
        if (draw.share >= column.threshold) {
            return column.other;
        }
    }
    return g->choices[draw.at];
}

/* Is there an edge from t to x? */
MG_RANDOM_FN bool mg_walk_leads(const mg_walk_graph *g, uint32_t t, uint32_t x) {
    uint64_t low = mg_walk_offset(g, t), high = mg_walk_offset(g, (uint64_t)t + 1);
    const uint64_t end = high;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (g->neighbours[middle] < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < end && g->neighbours[low] == x;
}

MG_RANDOM_FN uint32_t mg_walk_acceptance(const mg_walk_graph *g, const mg_walk_rule *rule, uint32_t t, uint32_t x) {
    if (x == MG_WALK_END) {
        return 0;
    }
    return x == t ? rule->accept_back : mg_walk_leads(g, t, x) ? rule->accept_near : rule->accept;
}

/* Is the proposal of an edge to x accepted? random: 31 bits. Mostly nothing is to be searched for that. */
MG_RANDOM_FN bool mg_walk_accepts(const mg_walk_graph *g, const mg_walk_rule *rule, uint32_t t, uint32_t x,
                                  uint32_t random) {
    const bool near_is_more = rule->accept_near > rule->accept;
    if (x == MG_WALK_END || x == t) {
        return x == t && random < rule->accept_back;
    }
    if (random < (near_is_more ? rule->accept : rule->accept_near)) {
        return true;
    }
    return random < (near_is_more ? rule->accept_near : rule->accept) && mg_walk_leads(g, t, x) == near_is_more;
}

/* What an entry gives to its own edge and to the other one, times their acceptance. */
MG_RANDOM_FN void mg_walk_masses(const mg_walk_graph *g, const mg_walk_rule *rule, uint32_t t, uint64_t at,
                                 uint64_t *own, uint64_t *other) {
    *own = mg_walk_acceptance(g, rule, t, g->choices[at]);
    *other = 0;
    if (g->columns) {
        const mg_walk_column column = g->columns[at];
        *own *= column.threshold;
        *other = (0x100000000u - column.threshold) * mg_walk_acceptance(g, rule, t, column.other);
    }
}

/* The edge without proposals: where few would be accepted. */
MG_RANDOM_FN uint32_t mg_walk_search(const mg_walk_graph *g, const mg_walk_rule *rule, uint32_t t, uint64_t begin,
                                     uint64_t end, uint64_t key) {
    unsigned __int128 total = 0;
    uint64_t own, other;
    for (uint64_t at = begin; at < end; at++) {
        mg_walk_masses(g, rule, t, at, &own, &other);
        total += own;
        total += other;
    }
    if (total == 0) {
        return MG_WALK_END;
    }
    unsigned __int128 left = (((unsigned __int128)mg__random(key, 0) << 64) | mg__random(key, 1)) % total;
    for (uint64_t at = begin; at < end; at++) {
        mg_walk_masses(g, rule, t, at, &own, &other);
        if (left < own) {
            return g->choices[at];
        }
        left -= own;
        if (left < other) {
            return g->columns[at].other;
        }
        left -= other;
    }
    return MG_WALK_END; /* not reached: left < total */
}

/* How many proposals a step makes at a vertex with `count` edges. */
MG_RANDOM_FN uint64_t mg_walk_tries(uint64_t count) {
    return count + MG_WALK_TRIES;
}

/* Proposal i of a step that has `random`, among count edges from begin on; and what decides about it. */
MG_RANDOM_FN mg_walk_draw mg_walk_propose(uint64_t begin, uint64_t count, uint64_t random, uint64_t i) {
    return mg_walk_draw_from(begin, count, mg__random(random, 2 * i));
}

MG_RANDOM_FN uint32_t mg_walk_decision(uint64_t random, uint64_t i) {
    return (uint32_t)(mg__random(random, 2 * i + 1) >> 33);
}

/* The vertex after v, which was reached from t in step `step` - 1; t MG_WALK_END: v is the first. */
MG_RANDOM_FN uint32_t mg_walk_next(const mg_walk_graph *g, const mg_walk_rule *rule, uint64_t walk_key, uint32_t step,
                                   uint32_t t, uint32_t v) {
    const uint64_t begin = mg_walk_offset(g, v), end = mg_walk_offset(g, (uint64_t)v + 1);
    const uint64_t random = mg__random(walk_key, step);
    if (begin == end) {
        return MG_WALK_END;
    }
    if (!rule->second_order || t == MG_WALK_END) {
        return mg_walk_follow(g, mg_walk_draw_from(begin, end - begin, random));
    }
    const uint64_t tries = mg_walk_tries(end - begin);
    for (uint64_t i = 0; i < tries; i++) {
        const uint32_t x = mg_walk_follow(g, mg_walk_propose(begin, end - begin, random, i));
        if (mg_walk_accepts(g, rule, t, x, mg_walk_decision(random, i))) {
            return x;
        }
    }
    return mg_walk_search(g, rule, t, begin, end, mg__random(random, 2 * tries));
}

#endif
