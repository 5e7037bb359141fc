/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/program/law_case.h"

#define bfs_program law_bfs_program
#include "algorithms/programs/bfs.c"

#define LAW_PHASE bfs
#define LAW_SAMPLE(r) ((mg_vertex)((r) % 1000))
#define LAW_WEIGHT(r) ((void)(r), 1)
#define LAW_SAME(a, b) ((a) == (b))
#include "tests/core/program/laws_phase.inc.h"
