/* SPDX-License-Identifier: Apache-2.0
 *
 * laws.h: the laws that the engine relies on and a phase must keep, checked on samples. A phase is made a subject by
 * including laws_phase.inc.h after its program's source.
 */
#ifndef MG_TESTS_LAWS_H
#define MG_TESTS_LAWS_H

#include <multigraph/multigraph.h>

/* A PROGRAM phase with its types erased. Values have 4 or 8 bytes; missing callbacks are NULL. */
typedef struct law_subject {
    const char *name;
    mg_monoid monoid;
    uint32_t properties;
    size_t value_size, state_size;
    const void *identity, *inactive;
    void (*combine)(const void *a, const void *b, void *out);
    void (*edge)(const void *params, const void *value, uint64_t random, const void *state, void *out);
    bool (*apply)(const mg_ctx *ctx, const void *params, void *state, const void *value, double *add);
    bool (*init)(const mg_ctx *ctx, const void *params, void *state);
    uint32_t (*priority)(const void *params, const void *value);
    void (*sample)(uint64_t random, void *value);
    bool (*same)(const void *a, const void *b); /* equal, or as near as the arithmetic allows */
} law_subject;

/* The monoid is associative, commutative, has its identity, and is idempotent where the properties need that; an
 * inactive sender's edge gives the identity where MG_ANNIHILATES says so; priorities do not fall along edges with
 * MG_MONOTONE. False with the law that is broken in `why`. */
bool laws_of_values_hold(const law_subject *s, const void *params, char *why, size_t size);

/* apply with the identity changes no state, totals or frontier, in the initial state and in those given (n states,
 * NULL: only the initial one). MG_ALL_ACTIVE is exempt. */
bool laws_of_apply_hold(const law_subject *s, const void *params, const void *states, mg_vertex n, char *why,
                        size_t size);

/* The column of the program's result is the same in every mode and with every number of threads; reals within 1e-4. */
bool laws_of_modes_hold(const mg_program *program, const char *column, const void *params, const void *state,
                        const mg_graph *graph, char *why, size_t size);

#endif
