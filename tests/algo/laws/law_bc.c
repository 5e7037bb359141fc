/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algo/law_subject.h"

#define bc_program law_bc_program
#include "algorithms/programs/bc.c"

/* Numbers around 2^0, 2^32 and 2^64. */
static wide wide_sample(uint64_t r) {
    return wide_make((float)(1 + r % 1000003), (int32_t)(r >> 32) % 2);
}

static bool wide_near(wide a, wide b) {
    const long double x = ldexpl(a.mantissa, 32 * a.exponent), y = ldexpl(b.mantissa, 32 * b.exponent);
    return fabsl(x - y) <= 1e-6L * (x + y);
}

#define LAW_PHASE bc_forward
#define LAW_SAMPLE(r) wide_sample(r)
#define LAW_WEIGHT(r) ((void)(r), 1)
#define LAW_SAME(a, b) wide_near(a, b)
#include "tests/algo/laws_phase.inc.h"

#define LAW_PHASE bc_backward
#define LAW_SAMPLE(r) wide_sample(r)
#define LAW_WEIGHT(r) ((void)(r), 1)
#define LAW_SAME(a, b) wide_near(a, b)
#include "tests/algo/laws_phase.inc.h"
