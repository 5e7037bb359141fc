/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define sssp_u64_program law_sssp_u64_program
#include "algorithms/programs/sssp_u64.c"

#define LAW_PHASE sssp_u64
#define LAW_SAMPLE(r) ((r) % 5 ? (uint64_t)((r) % 100000) : MG_UNREACHED64 - (r) % 9)
#define LAW_WEIGHT(r) ((int32_t)((r) % 3 ? (r) % 100 : INT32_MAX))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"
