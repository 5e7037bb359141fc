/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define sssp_f64_program law_sssp_f64_program
#include "algorithms/programs/sssp_f64.c"

#define LAW_PHASE sssp_f64
#define LAW_SAMPLE(r) ((double)(r)*0x1p-50)
#define LAW_WEIGHT(r) ((double)((r) >> 20) * 0x1p-30)
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"
