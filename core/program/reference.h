/* SPDX-License-Identifier: Apache-2.0
 *
 * reference.h: a program run callback by callback, on one thread, without modes: slow, simple, and what the fast loops
 * are compared with. On the way it notes values and states that the laws are then checked with.
 */
#ifndef MG_CORE_PROGRAM_REFERENCE_H
#define MG_CORE_PROGRAM_REFERENCE_H

#include "core/engine/backend.h"

#define MG_RESERVOIR_VALUES 512
#define MG_RESERVOIR_STATES 256

/* What a phase was seen to work with: a random choice of it, from a growing stream. */
typedef struct mg_reservoir {
    uint64_t *values; /* room for MG_RESERVOIR_VALUES */
    size_t value_count;
    uint64_t values_seen;
    char *states;     /* room for MG_RESERVOIR_STATES states */
    mg_ctx *contexts; /* their totals are unset */
    size_t state_count;
    uint64_t states_seen;
    uint64_t random;
} mg_reservoir;

/* Runs a checked program from the given states; params is changed by MODE phases. limit: iterations of a phase that has
 * no limit of its own. seen: one for each phase. NOT_CONVERGED as mg_run. */
mg_status mg__reference_run(mg_context *context, const mg_graph *graph, const mg_program *program, void *params,
                            uint32_t limit, void *state, mg_reservoir *reservoir);

#endif
