/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define parents_i64_program law_parents_i64_program
#include "algorithms/programs/parents_i64.c"

#define LAW_PHASE parents_i64_ties
#define LAW_SAMPLE(r) ((uint64_t)((r) % 1000))
#define LAW_WEIGHT(r) ((int64_t)((r) % 2))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"
