/* SPDX-License-Identifier: Apache-2.0
 *
 * reference.h: serial reference interpreter of programs, one callback at a time, with which the results of the fast
 * loops are compared. It also samples values and states for the checks of laws (reservoir sampling).
 */
#ifndef MG_CORE_PROGRAM_REFERENCE_H
#define MG_CORE_PROGRAM_REFERENCE_H

#include "core/engine/backend.h"

#define MG_RESERVOIR_VALUES 512
#define MG_RESERVOIR_STATES 256

/* Random sample of the values and states of a phase. */
typedef struct mg_reservoir {
    uint64_t *values; /* capacity MG_RESERVOIR_VALUES */
    size_t value_count;
    uint64_t values_seen;
    char *states;     /* capacity MG_RESERVOIR_STATES states */
    mg_ctx *contexts; /* context of each state; totals are not set */
    size_t state_count;
    uint64_t states_seen;
    uint64_t random;
} mg_reservoir;

/* Changes what a phase sees beyond its declarations. The result of a program that declares what it reads stays. */
typedef enum mg_exposure {
    MG_EXPOSE_NOTHING,
    MG_EXPOSE_IN_DEGREE, /* ctx->in_degree is set without MG_IN_DEGREE */
    MG_EXPOSE_ROUND,     /* ctx->round is set without MG_ROUND */
    MG_EXPOSE_TOTALS,    /* totals that no phase declares are not 0 */
    MG_EXPOSE_WHERE,     /* `where` is called before every edge of an owner, not only before the first */
    MG_EXPOSE_OTHERS     /* EDGES with init or MG_WITHIN_BLOCKS: states of other owners, or ranges, are wrong */
} mg_exposure;

#define MG_EXPOSED_OTHERS                                                                                              \
    ("visit or vertex accesses states outside of the owner's vertex range (MG_WITHIN_BLOCKS), or of other owners in "  \
     "spite of init")

/* A run of the interpreter. */
typedef struct mg_reference {
    const mg_graph *graph;
    const mg_program *program; /* validated */
    void *params;              /* MOST_FREQUENT phases change them */
    uint32_t limit;            /* iteration limit of phases that have none */
    mg_reservoir *reservoir;   /* one per phase; NULL: no samples */
    const mg_recorder *edges;  /* has the memory of the columns of edges; NULL: they are not wanted */
    mg_exposure exposure;
    size_t exposed_phase; /* MG_PHASES_MAX: all phases */
} mg_reference;

/* Runs from the given states. NOT_CONVERGED as mg_run; PROGRAM where a phase does what it does not declare. */
mg_status mg__reference_run(mg_context *context, const mg_reference *reference, void *state);

#endif
