/* SPDX-License-Identifier: Apache-2.0
 *
 * laws.h: checks the algebraic laws of a phase on samples of values and states. A reported violation is certain; laws
 * that hold for the samples may fail for other values.
 */
#ifndef MG_CORE_PROGRAM_LAWS_H
#define MG_CORE_PROGRAM_LAWS_H

#include "core/context.h"

#include <multigraph/phases.h>

/* A PROGRAM or TRIANGLES phase and the samples. */
typedef struct mg_laws {
    const mg_phase *phase;
    const void *params;
    const uint64_t *values; /* values sent over edges, their bits in the leading bytes */
    size_t value_count;
    const char *states;     /* states of state_size bytes each */
    const mg_ctx *contexts; /* context of each state */
    size_t state_count;
    const double *weights; /* edge weights */
    size_t weight_count;
    bool (*same)(const void *a,
                 const void *b); /* equal, or as near as the arithmetic allows; NULL: by the value's type */
} mg_laws;

/* Checks: the monoid is associative and commutative, has the identity, and is idempotent if the properties require it;
 * `edge` is pure; MG_ANNIHILATES: edge(inactive, w) is the identity; MG_MONOTONE: priority does not decrease along an
 * edge; apply with the identity changes no state, total or frontier (unless MG_ALL_ACTIVE); MG_PURE_SCATTER: scatter is
 * pure; MG_MIXED_PRECISION: floats hold the values. Of a TRIANGLES phase the monoid only. PROGRAM: names the phase, the
 * callback and the violated law;
 * MEMORY. */
mg_status mg__laws_check(mg_context *context, const mg_laws *laws);

/* Bits of a weight converted to a type, in the leading bytes. */
uint64_t mg__weight_bits(mg_type type, double weight);

#endif
