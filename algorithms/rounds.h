/* SPDX-License-Identifier: Apache-2.0
 *
 * rounds.h: programs that are run again and again, until the states need no further round.
 */
#ifndef MG_ALGORITHMS_ROUNDS_H
#define MG_ALGORITHMS_ROUNDS_H

#include "core/engine/run.h"

typedef struct mg_rounds {
    const mg_program *program;
    void *params; /* of the first round */
    /* Looks at the states after a round, and sets the parameters of the next one; false: this was the last. May change
     * the states. */
    bool (*next)(const mg_context *context, mg_vertex n, void *state, void *params);
    const mg_column_spec *columns; /* of the result, a list that ends as that of a program; NULL: the program's */
} mg_rounds;

/* Runs the rounds and makes the result. state: n states as the first round shall find them.
 * run.max_iterations is ignored: a round that is cut short would leave states that no further round expects. */
mg_status mg__run_rounds(mg_context *context, const mg_graph *graph, const mg_rounds *rounds,
                         const mg_run_options *given, void *state, mg_result **result);

/* Runs a program whose loops end it, and makes the result. state: n states as it shall find them. run.max_iterations is
 * ignored: a phase that is cut short would leave states that no further round expects. outputs: may be NULL. */
mg_status mg__run_loops(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                        const mg_run_options *given, void *state, mg_column_copies *outputs, mg_result **result);

/* Writes into the uint32_t at `offset` of each of the n states the rank of the vertex's id. */
void mg__write_ranks(const mg_context *context, const mg_graph *graph, void *state, size_t state_size, size_t offset);

/* The reverse: the vertex whose rank is the index of the state. */
void mg__write_ranked(const mg_context *context, const mg_graph *graph, void *state, size_t state_size, size_t offset);

#endif
