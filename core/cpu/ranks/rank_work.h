/* SPDX-License-Identifier: Apache-2.0
 *
 * rank_work.h: a run of a plan on the CPU by one of several ranks. Every rank has all n states. In a phase of kind
 * PROGRAM it updates those of the vertices that it owns, by the arcs to them; after an iteration the ranks exchange
 * which vertices are active and what they send, after the phase all states. All other phases run in every rank as a
 * whole.
 */
#ifndef MG_CORE_CPU_RANKS_RANK_WORK_H
#define MG_CORE_CPU_RANKS_RANK_WORK_H

#include "core/cpu/work.h"
#include "core/parts/rank_parts.h"

/* What ranks tell each other at the end of an iteration. */
typedef struct mg_rank_counts {
    uint64_t vertices, edges; /* active vertices that the rank owns; their edges in the whole graph */
    double totals[MG_TOTALS_MAX];
} mg_rank_counts;

typedef struct mg_rank_work {
    mg_ranks *ranks;
    const mg_graph *whole;
    mg_rank_parts *parts;
    mg_graph *used[2];       /* graphs of the part that are in use */
    bool shares;             /* the current phase runs on parts */
    mg_adjacency sending[2]; /* rows of senders in the whole graph, for degrees */
    mg_rank_counts *counts;  /* of each rank, of the next frontier */
    uint64_t edges;          /* of the frontier, in the whole graph */
    mg_vertex *mine;         /* active vertices that the rank owns */
    size_t mine_count;
    size_t *offsets;    /* size + 1 */
    uint32_t bucket;    /* label programs with a priority: the current bucket; */
    mg_vertex *waiting; /* own vertices of later ones, */
    size_t waiting_count;
    uint64_t *waits, *is_listed; /* bitmaps: does a vertex still wait, is it in the list? */
    void *sent, *received;       /* bytes of exchanges */
    size_t sent_capacity, received_capacity;
} mg_rank_work;

/* Would a run of the plan with this context be one on ranks? A plan without a phase that runs on parts is not. */
bool mg__runs_on_ranks(const mg_context *context, const mg_plan *plan);
/* Does any phase send against or along both directions of edges, so that ranks need parts of the reversed graph? */
bool mg__ranks_reverse(const mg_plan *plan);
/* Builds the parts of all ranks; runs the plan on them. */
mg_status mg__build_on_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan);
mg_status mg__run_on_ranks(mg_context *context, const mg_graph *graph, const mg_plan *plan);

mg_status mg__rank_work_create(mg_cpu_work *work, mg_ranks *ranks, mg_rank_work *r);
void mg__rank_work_destroy(mg_cpu_work *work);
/* Sets the arcs of the frame to those of the part, in phases that run on parts. */
mg_status mg__rank_arcs(mg_cpu_work *work);
/* Does the phase run on parts? */
bool mg__rank_shares(const mg_phase_info *info);

/* The first frontier, which init made in every rank. */
mg_status mg__rank_first_frontier(mg_cpu_work *work);
/* After an iteration: the number of active vertices and the totals, over all ranks, in work->next and work->totals. */
mg_status mg__rank_share_counts(mg_cpu_work *work);
/* Before an iteration: the current frontier of all ranks, and what it sends. */
mg_status mg__rank_share_frontier(mg_cpu_work *work);
/* The values that a recorded level sends, in a replay; the totals of its receivers. */
mg_status mg__rank_share_level(mg_cpu_work *work, const mg_vertex *list, size_t count);
/* work->totals from those that all ranks have sent, in their order. */
void mg__rank_join_totals(mg_cpu_work *work);
mg_status mg__rank_share_totals(mg_cpu_work *work);
/* The end of a phase: all states. After a phase that every rank has run as a whole: those of the first rank. */
mg_status mg__rank_share_states(mg_cpu_work *work);

/* Pulls those of the vertices [begin, end) that the rank owns, of a topology-driven phase; begin is a multiple of 64.
 */
void mg__rank_pull(mg_cpu_work *work, mg_vertex begin, mg_vertex end, mg_sink *sink, double *add);

/* Reserves bytes for an exchange. */
mg_status mg__rank_reserve(mg_cpu_work *work, size_t sent, size_t received);

#endif
