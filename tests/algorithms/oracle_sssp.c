/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#define LINKAGE static

#define FUNCTION sssp_int32
#define DISTANCE uint64_t
#define WEIGHT int32_t
#define UNREACHED MG_UNREACHED64
#include "tests/algorithms/bellman_ford.inc.h"

#define FUNCTION sssp_int64
#define DISTANCE uint64_t
#define WEIGHT int64_t
#define UNREACHED MG_UNREACHED64
#include "tests/algorithms/bellman_ford.inc.h"

#undef LINKAGE
#define LINKAGE

uint64_t *oracle_sssp_integer(const mg_graph *graph, mg_vertex source) {
    return mg_graph_weight_type(graph) == MG_INT64 ? sssp_int64(graph, source) : sssp_int32(graph, source);
}

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
