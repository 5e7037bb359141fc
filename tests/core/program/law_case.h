/* SPDX-License-Identifier: Apache-2.0
 *
 * law_case.h: a phase with random samples for the check of its laws. laws_phase.inc.h, included after the source of a
 * program, defines a law_case.
 */
#ifndef MG_TESTS_LAW_CASE_H
#define MG_TESTS_LAW_CASE_H

#include "core/program/laws.h"

/* A PROGRAM phase, and functions that make samples from random bits. */
typedef struct law_case {
    const mg_phase *phase;
    void (*sample)(uint64_t random, void *value);
    double (*weight)(uint64_t random);
    bool (*same)(const void *a, const void *b); /* equal up to rounding */
} law_case;

/* mg__laws_check on 1000 samples and 100 initial states, in addition to the n given states. */
mg_status laws_hold(mg_context *context, const law_case *s, const void *params, const void *states, mg_vertex n);

/* Checks that the result column is the same in every mode and with every number of threads; reals within 1e-4. */
bool laws_of_modes_hold(const mg_program *program, const char *column, const void *params, const void *state,
                        const mg_graph *graph, char *why, size_t size);

#endif
