/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles of every vertex [1]: three vertices of which each two are neighbours, in either direction of an edge. Each
 * one is found once, in the row of the corner with the fewest neighbours.
 *
 * [1] N. Chiba, T. Nishizeki: Arboricity and Subgraph Listing Algorithms. SIAM J. Computing 14 (1985); M. Latapy:
 *     Main-memory triangle computations for very large (sparse (power-law)) graphs. Theor. Comp. Sci. 407 (2008).
 */
#include "algorithms/programs/triangles.h"

/* What a vertex gets from each of its triangles. */
MG_FN uint64_t triangles_one(const triangles_parameters *p, const triangles_vertex *own, const triangles_vertex *a,
                             const triangles_vertex *b, uint32_t edges) {
    (void)p, (void)own, (void)a, (void)b, (void)edges;
    return 1;
}

MG_FN bool triangles_store(const mg_ctx *ctx, const triangles_parameters *p, triangles_vertex *v, uint64_t count,
                           double *add) {
    (void)ctx, (void)p, (void)add;
    v->triangles = count;
    return false;
}

MG_TYPES(triangles, triangles_vertex, triangles_parameters, uint64_t, mg_none);
MG_PHASE(triangles){
    .kind = MG_KIND_TRIANGLES, .monoid = MG_SUM, .identity = 0, .apply = triangles_store, .triangle = triangles_one};
#define MG_INSTANTIATE triangles
#define MG_LOOPS (MG_LOOPS_SINGLE | MG_LOOPS_MAPS)
#include <multigraph/instantiate.h>

MG_PROGRAM(triangles){
    MG_ABOUT("triangles", "triangles of every vertex", triangles_vertex, triangles_parameters),
    .phases = {MG_RUN(triangles)},
    .columns = {MG_COLUMN(triangles_vertex, triangles, "triangles", MG_NUMBER)},
};
