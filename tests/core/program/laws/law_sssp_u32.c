/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define sssp_u32_program law_sssp_u32_program
#include "algorithms/programs/sssp_u32.c"

#define LAW_PHASE sssp_u32
#define LAW_SAMPLE(r) ((r) % 5 ? (uint32_t)((r) % 100000) : MG_UNREACHED - (uint32_t)((r) % 9))
#define LAW_WEIGHT(r) ((int32_t)((r) % 3 ? (r) % 100 : INT32_MAX))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"
