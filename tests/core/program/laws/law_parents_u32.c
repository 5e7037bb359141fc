/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define parents_u32_program law_parents_u32_program
#include "algorithms/programs/parents_u32.c"

#define LAW_PHASE parents_u32_ties
#define LAW_SAMPLE(r) ((uint32_t)((r) % 1000))
#define LAW_WEIGHT(r) ((int32_t)((r) % 2))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"
