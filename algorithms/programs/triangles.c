/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles of every vertex [1]: three vertices of which each two are neighbours, in either direction of an edge. Each
 * one is found once, in the row of the corner with the fewest neighbours.
 *
 * [1] N. Chiba, T. Nishizeki: Arboricity and Subgraph Listing Algorithms. SIAM J. Computing 14 (1985); M. Latapy:
 *     Main-memory triangle computations for very large (sparse (power-law)) graphs. Theor. Comp. Sci. 407 (2008).
 */
#include "algorithms/programs/triangles.h"

MG_TYPES(triangles, triangles_vertex, triangles_parameters, uint64_t, mg_none);
MG_PHASE(triangles){.kind = MG_KIND_TRIANGLES, .monoid = MG_SUM, .identity = 0};
#define MG_INSTANTIATE triangles
#define MG_LOOPS (MG_LOOPS_SINGLE | MG_LOOPS_MAPS)
#include <multigraph/instantiate.h>

MG_PROGRAM(triangles){
    MG_ABOUT("triangles", "triangles of every vertex", triangles_vertex, triangles_parameters),
    .phases = {MG_RUN(triangles)},
    .columns = {MG_COLUMN(triangles_vertex, triangles, "triangles", MG_NUMBER)},
};
