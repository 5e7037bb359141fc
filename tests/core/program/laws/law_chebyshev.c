/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define chebyshev_mixed_program law_chebyshev_program
#include "algorithms/programs/chebyshev_mixed.c"

#define LAW_PHASE chebyshev_mixed
#define LAW_SAMPLE(r) ((double)(r)*0x1p-64)
#define LAW_WEIGHT(r) ((void)(r), 1)
#define LAW_SAME(a, b) (fabs((a) - (b)) <= 1e-13 * (fabs(a) + fabs(b)))
#include "tests/core/program/laws_phase.inc.h"
