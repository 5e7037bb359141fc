/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#define FUNCTION oracle_sssp_integer
#define DISTANCE uint64_t
#define WEIGHT int32_t
#define UNREACHED MG_UNREACHED64
#include "tests/algorithms/bellman_ford.inc.h"

#define FUNCTION oracle_sssp_float
#define DISTANCE float
#define WEIGHT float
#define UNREACHED INFINITY
#include "tests/algorithms/bellman_ford.inc.h"

#define FUNCTION oracle_sssp_double
#define DISTANCE double
#define WEIGHT double
#define UNREACHED ((double)INFINITY)
#include "tests/algorithms/bellman_ford.inc.h"
