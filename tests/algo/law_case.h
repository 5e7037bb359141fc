/* SPDX-License-Identifier: Apache-2.0
 *
 * law_case.h: the laws of phases, checked on samples that suit each of them. A phase is made a subject by including
 * laws_phase.inc.h after its program's source.
 */
#ifndef MG_TESTS_LAW_CASE_H
#define MG_TESTS_LAW_CASE_H

#include "core/program/laws.h"

/* A PROGRAM phase and its samples, made from random bits. */
typedef struct law_case {
    const mg_phase *phase;
    void (*sample)(uint64_t random, void *value);
    double (*weight)(uint64_t random);
    bool (*same)(const void *a, const void *b); /* equal, or as near as the arithmetic allows */
} law_case;

/* mg__laws_check on 1000 samples, and on 100 initial states besides the n given ones. */
mg_status laws_hold(mg_context *context, const law_case *s, const void *params, const void *states, mg_vertex n);

/* The column of the program's result is the same in every mode and with every number of threads; reals within 1e-4. */
bool laws_of_modes_hold(const mg_program *program, const char *column, const void *params, const void *state,
                        const mg_graph *graph, char *why, size_t size);

#endif
