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

/* Runs a validated program from the given states; MOST_FREQUENT phases change params. limit: iteration limit of phases
 * that have none. reservoir: one per phase. NOT_CONVERGED as mg_run. */
mg_status mg__reference_run(mg_context *context, const mg_graph *graph, const mg_program *program, void *params,
                            uint32_t limit, void *state, mg_reservoir *reservoir);

#endif
