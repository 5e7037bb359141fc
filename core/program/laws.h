/* SPDX-License-Identifier: Apache-2.0
 *
 * laws.h: the laws that the engine relies on and a phase must keep, checked on given values and states. What does not
 * hold for these is named; what holds for them may still fail for others.
 */
#ifndef MG_CORE_PROGRAM_LAWS_H
#define MG_CORE_PROGRAM_LAWS_H

#include "core/context.h"

#include <multigraph/cpu/loops.h>

/* A PROGRAM phase, and what to check it with. */
typedef struct mg_laws {
    const mg_phase *phase;
    const void *params;
    const uint64_t *values; /* values that travel, their bits in the leading bytes */
    size_t value_count;
    const char *states; /* states of vertices, state_size bytes each, and what their callbacks know */
    const mg_ctx *contexts;
    size_t state_count;
    const double *weights; /* weights of edges */
    size_t weight_count;
    bool (*same)(const void *a,
                 const void *b); /* equal, or as near as the arithmetic allows; NULL: by the value's type */
} mg_laws;

/* The monoid is associative, commutative, has its identity, and is idempotent where the properties need that; `edge` is
 * pure; an inactive sender's edge gives the identity where MG_ANNIHILATES says so; priorities do not fall along edges
 * with MG_MONOTONE; apply with the identity changes no state, totals or frontier (MG_ALL_ACTIVE is exempt). PROGRAM
 * with the phase, the callback and the law that is broken; MEMORY. */
mg_status mg__laws_check(mg_context *context, const mg_laws *laws);

/* A weight as the phase's callbacks read it, in at most 8 bytes. */
uint64_t mg__weight_bits(mg_type type, double weight);

#endif
