/* SPDX-License-Identifier: Apache-2.0
 *
 * reference_run.h: a run of the reference interpreter. Private to reference.c and reference_sweep.c.
 */
#ifndef MG_CORE_PROGRAM_REFERENCE_RUN_H
#define MG_CORE_PROGRAM_REFERENCE_RUN_H

#include "core/program/reference.h"

/* Levels of the latest recorded phase, by vertex; MG_NONE: never active. */
typedef struct recorded_levels {
    uint32_t *level;
    uint32_t count;
} recorded_levels;

typedef struct reference_run {
    mg_context *context;
    const mg_graph *graph;
    mg_vertex n;
    mg_adjacency out, in;
    char *state;
    void *params;
    const mg_phase_calls *calls;
    mg_phase_info info;
    mg_reservoir *reservoir;
    const mg_edge_values *scores; /* where the phase's values of edges go; NULL: nowhere */
    uint32_t iteration, round, limit;
    double totals[MG_TOTALS_MAX];
    uint32_t totals_known;  /* totals that this phase, or the last one that had totals, declares */
    mg_exposure exposure;   /* of this phase */
    const char *adds;       /* callback that adds to totals that are not declared; NULL: none */
    char *copy;             /* states for MG_EXPOSE_OTHERS */
    bool sees_order;        /* the value of a corner depends on the order of the other two */
    bool writes_others;     /* an EDGES phase changed a state that MG_EXPOSE_OTHERS watches */
    uint8_t *active, *next; /* by vertex */
    uint64_t *sent, *acc;
    uint8_t *received;
    uint8_t *was_active; /* by vertex: has been active; for MG_BREADTH_FIRST */
    mg_vertex misplaced; /* a vertex that violates MG_BREADTH_FIRST; MG_NONE: none */
    recorded_levels recorded_levels;
    bool at_limit;
} reference_run;

void *mg__reference_state(const reference_run *m, mg_vertex v);
mg_ctx mg__reference_context(const reference_run *m, mg_vertex v);
/* Weight of edge number e; 1 if there are no weights. */
double mg__reference_weight(const reference_run *m, const mg_adjacency *edges, uint64_t e);
/* Edges that the phase sends along: one direction, or both of a directed graph. Returns their number. */
size_t mg__reference_sides(const reference_run *m, mg_adjacency sides[2]);
/* Stores the totals of an iteration, which `callback` added to. */
void mg__reference_store_totals(reference_run *m, const double add[MG_TOTALS_MAX], const char *callback);
/* Sets the totals that no phase declares: to 0, or to something else with MG_EXPOSE_TOTALS. */
void mg__reference_hide_totals(reference_run *m);

/* Accumulates a contribution in acc, or in the label. */
void mg__reference_receive(reference_run *m, mg_vertex v, uint64_t value);

/* Sets acc of every vertex to its most frequent contribution (MG_MOST_FREQUENT). */
void mg__reference_groups(reference_run *m);

/* Runs a phase of another kind than PROGRAM. */
void mg__reference_sweep(reference_run *m);

#endif
