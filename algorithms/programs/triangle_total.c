/* SPDX-License-Identifier: Apache-2.0
 *
 * The number of triangles of a graph: as triangles.c, without the triangles of each vertex.
 */
#include "algorithms/programs/triangles.h"

MG_TYPES(triangle_total, triangle_total_vertex, triangles_parameters, uint32_t, mg_none);
MG_PHASE(triangle_total){.kind = MG_KIND_TRIANGLES, .monoid = MG_SUM, .identity = 0, .totals = 1};
#define MG_INSTANTIATE triangle_total
#define MG_LOOPS (MG_LOOPS_SINGLE | MG_LOOPS_MAPS)
#include <multigraph/instantiate.h>

MG_PROGRAM(triangle_total){
    MG_ABOUT("triangle-total", "number of triangles", triangle_total_vertex, triangles_parameters),
    .phases = {MG_RUN(triangle_total)},
};
