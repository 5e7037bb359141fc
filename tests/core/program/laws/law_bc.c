/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define bc_program law_bc_program
#include "algorithms/programs/bc.c"

/* Numbers up to 2^20 times 2^-32, 1 or 2^32. */
static wide wide_sample(uint64_t r) {
    return wide_from((float)(1 + r % 1000003), 32 * ((int32_t)(r >> 32) % 2));
}

static bool wide_near(wide a, wide b) {
    const long double x = ldexpl(a.mantissa, a.exponent), y = ldexpl(b.mantissa, b.exponent);
    return fabsl(x - y) <= 1e-9L * (x + y);
}

#define LAW_PHASE bc_forward
#define LAW_SAMPLE(r) wide_sample(r)
#define LAW_WEIGHT(r) ((void)(r), 1)
#define LAW_SAME(a, b) wide_near(a, b)
#include "tests/core/program/laws_phase.inc.h"

#define LAW_PHASE bc_backward
#define LAW_SAMPLE(r) wide_sample(r)
#define LAW_WEIGHT(r) ((void)(r), 1)
#define LAW_SAME(a, b) wide_near(a, b)
#include "tests/core/program/laws_phase.inc.h"
