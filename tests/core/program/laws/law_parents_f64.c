/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define parents_f64_program law_parents_f64_program
#include "algorithms/programs/parents_f64.c"

#define LAW_PHASE parents_f64_ties
#define LAW_SAMPLE(r) ((double)((r) % 1000))
#define LAW_WEIGHT(r) ((double)((r) % 2))
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"
