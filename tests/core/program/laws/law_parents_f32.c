/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define parents_f32_program law_parents_f32_program
#include "algorithms/programs/parents_f32.c"

#define LAW_PHASE parents_f32_ties
#define LAW_SAMPLE(r) ((float)((r) % 1000))
#define LAW_WEIGHT(r) ((float)((r) % 2))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"
