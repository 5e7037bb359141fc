/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algo/laws.h"

#define pagerank_f32_program law_pagerank_f32_program
#include "algorithms/programs/pagerank_f32.c"

#define LAW_PHASE pagerank_f32
#define LAW_SAMPLE(r) ((float)((double)(r)*0x1p-64))
#define LAW_WEIGHT(r) ((void)(r), (mg_none){0})
#define LAW_SAME(a, b) (fabsf((a) - (b)) <= 1e-5f * (fabsf(a) + fabsf(b)))
#include "tests/algo/laws_phase.inc.h"
