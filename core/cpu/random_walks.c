/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/random_walks.h"

#define LANES 32                 /* walks that a thread makes in turn: while one waits for memory, the others go on */
#define SERIAL_STEPS 8192        /* of fewer, one thread makes them all */
#define PART ((uint64_t)1 << 22) /* steps between two reports of progress */

/* Walks of consecutive rows. */
typedef struct lanes {
    const mg_walk_job *job;
    mg_walk_graph graph;
    uint64_t first; /* row */
    uint32_t count;
    mg_vertex *out; /* of `first` */
    uint64_t key[LANES];
    mg_vertex before[LANES], at[LANES];
} lanes;

static inline void put(const lanes *l, uint32_t lane, uint32_t step, mg_vertex v) {
    l->out[lane * ((uint64_t)l->job->length + 1) + step] = v;
}

static void begin(lanes *l) {
    for (uint32_t i = 0; i < l->count; i++) {
        l->key[i] = mg_walk_key(&l->job->rule, l->first + i);
        l->at[i] = mg__walk_source(l->job, l->first + i);
        put(l, i, 0, l->at[i]);
    }
}

/* All lanes draw, then all follow: what they read next is on its way meanwhile. */
static void first_order_step(lanes *l, uint32_t step) {
    const uint64_t *const offsets = l->graph.offsets;
    mg_walk_draw draws[LANES];
    for (uint32_t i = 0; i < l->count; i++) {
        const mg_vertex v = l->at[i];
        l->before[i] = v;
        const uint64_t first = v == MG_NONE ? 0 : offsets[v], count = v == MG_NONE ? 0 : offsets[v + 1] - first;
        l->at[i] = count ? v : MG_NONE;
        if (count) {
            draws[i] = mg_walk_draw_from(first, count, mg__random(l->key[i], step));
            __builtin_prefetch(l->graph.choices + draws[i].at);
            if (l->graph.columns) {
                __builtin_prefetch(l->graph.columns + draws[i].at);
            }
        }
    }
    for (uint32_t i = 0; i < l->count; i++) {
        if (l->at[i] != MG_NONE) {
            l->at[i] = mg_walk_follow(&l->graph, draws[i]);
        }
        if (l->at[i] != MG_NONE) {
            __builtin_prefetch(offsets + l->at[i]);
        }
        put(l, i, step + 1, l->at[i]);
    }
}

/* A step that is looked for by proposals. */
typedef struct proposals {
    uint32_t lane;
    uint64_t begin, count, random, tries; /* the row, the random number of the step, proposals so far */
    mg_walk_draw draw;
} proposals;

/* The next vertex; false: the proposal was rejected, and others are left. */
static inline bool settle(lanes *l, proposals *p, mg_vertex *next) {
    const mg_vertex t = l->before[p->lane], x = mg_walk_follow(&l->graph, p->draw);
    if (mg_walk_accepts(&l->graph, &l->job->rule, t, x, mg_walk_decision(p->random, p->tries))) {
        *next = x;
        return true;
    }
    p->tries++;
    if (p->tries < mg_walk_tries(p->count)) {
        return false;
    }
    *next =
        mg_walk_search(&l->graph, &l->job->rule, t, p->begin, p->begin + p->count, mg__random(p->random, 2 * p->tries));
    return true;
}

/* The steps of mg_walk_next(), of all lanes in turn. */
static void second_order_step(lanes *l, uint32_t step) {
    const uint64_t *const offsets = l->graph.offsets;
    proposals pending[LANES];
    mg_vertex next[LANES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        const mg_vertex v = l->at[i];
        next[i] = MG_NONE;
        if (v != MG_NONE && offsets[v] < offsets[v + 1]) {
            pending[count++] = (proposals){.lane = i,
                                           .begin = offsets[v],
                                           .count = offsets[v + 1] - offsets[v],
                                           .random = mg__random(l->key[i], step)};
        }
    }
    while (count > 0) {
        uint32_t left = 0;
        for (uint32_t i = 0; i < count; i++) {
            proposals *const p = &pending[i];
            p->draw = mg_walk_propose(p->begin, p->count, p->random, p->tries);
            __builtin_prefetch(l->graph.choices + p->draw.at);
            if (l->graph.columns) {
                __builtin_prefetch(l->graph.columns + p->draw.at);
            }
        }
        for (uint32_t i = 0; i < count; i++) {
            if (!settle(l, &pending[i], &next[pending[i].lane])) {
                pending[left++] = pending[i];
            }
        }
        count = left;
    }
    for (uint32_t i = 0; i < l->count; i++) {
        l->before[i] = l->at[i];
        l->at[i] = next[i];
        put(l, i, step + 1, next[i]);
        if (next[i] != MG_NONE) {
            __builtin_prefetch(offsets + next[i]);
        }
    }
}

static void walk(lanes *l) {
    const bool second_order = l->job->rule.second_order;
    begin(l);
    for (uint32_t step = 0; step < l->job->length; step++) {
        if (second_order && step > 0) {
            second_order_step(l, step);
        } else {
            first_order_step(l, step);
        }
    }
}

/* Rows `from` to `to`, counted from the first of the job. */
static void walk_part(const mg_context *context, const mg_walk_graph *graph, const mg_walk_job *job, uint64_t from,
                      uint64_t to, mg_vertex *walks) {
    const bool serial = (to - from) * ((uint64_t)job->length + 1) < SERIAL_STEPS && !context->test_all_paths;
    const int threads = serial ? 1 : context->threads;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1)
    for (uint64_t row = from; row < to; row += LANES) {
        lanes l = {.job = job,
                   .graph = *graph,
                   .first = job->first + row,
                   .count = (uint32_t)(to - row < LANES ? to - row : LANES),
                   .out = walks + row * ((uint64_t)job->length + 1)};
        walk(&l);
    }
}

mg_status mg__cpu_walk(mg_context *context, const mg_graph *graph, const mg_walk_job *job, mg_vertex *walks) {
    mg_walk_rows rows;
    mg_status status;
    MG_TRY(mg__graph_walk_rows(context, graph, job->weighted, &rows));
    const mg_walk_graph g = {.offsets = graph->out.offsets,
                             .neighbours = graph->out.neighbours,
                             .choices = rows.choices,
                             .columns = rows.columns,
                             .wide = true};
    const uint64_t part = (PART / ((uint64_t)job->length + 1) / LANES + 1) * LANES;
    for (uint64_t from = 0; from < job->count; from += part) {
        MG_TRY(mg__progress(context, "walks", (double)from / (double)job->count));
        walk_part(context, &g, job, from, job->count - from < part ? job->count : from + part, walks);
    }
out:
    return status;
}
