/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define sssp_i64_program law_sssp_i64_program
#include "algorithms/programs/sssp_i64.c"

#define LAW_PHASE sssp_i64
#define LAW_SAMPLE(r) ((r) % 5 ? (uint64_t)((r) % 100000) : MG_UNREACHED64 - (r) % 9)
#define LAW_WEIGHT(r) ((int64_t)((r) % 3 ? (r) % 100 : (int64_t)1 << 60))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"
