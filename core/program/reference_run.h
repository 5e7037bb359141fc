/* SPDX-License-Identifier: Apache-2.0
 *
 * reference_run.h: a reference run in progress, shared by reference.c (PROGRAM phases) and reference_sweep.c (others).
 */
#ifndef MG_CORE_PROGRAM_REFERENCE_RUN_H
#define MG_CORE_PROGRAM_REFERENCE_RUN_H

#include "core/program/laws.h"
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
    uint32_t iteration, limit;
    double totals[MG_TOTALS_MAX];
    uint8_t *active, *next; /* by vertex */
    uint64_t *sent, *acc;
    uint8_t *received;
    uint8_t *was_active; /* by vertex: has been active; for MG_BREADTH_FIRST */
    mg_vertex misplaced; /* a vertex that violates MG_BREADTH_FIRST; MG_NONE: none */
    recorded_levels recorded_levels;
    bool at_limit;
} reference_run;

static inline void *mg__reference_state(const reference_run *m, mg_vertex v) {
    return m->state + (size_t)v * m->info.state_size;
}

/* Arguments of a callback about v. */
mg_ctx mg__reference_context(const reference_run *m, mg_vertex v);

/* Weight of edge e; 1 without weights. */
double mg__reference_weight(const reference_run *m, const mg_adjacency *edges, uint64_t e);

/* Edges that the phase sends along: one direction, or both of a directed graph. Returns their number. */
size_t mg__reference_sides(const reference_run *m, mg_adjacency sides[2]);

/* Runs a phase of kind VERTICES, EDGES or MOST_FREQUENT. */
void mg__reference_sweep(reference_run *m);

#endif
