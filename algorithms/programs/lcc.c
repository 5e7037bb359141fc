/* SPDX-License-Identifier: Apache-2.0
 *
 * Local clustering coefficient, as LDBC Graphalytics defines it [1]: the share of the ordered pairs of a vertex's
 * neighbours that have an edge. Neighbours are joined by an edge in either direction; between two of them each
 * direction counts. Every edge between two neighbours closes a triangle.
 *
 * [1] A. Iosup et al.: LDBC Graphalytics: A Benchmark for Large-Scale Graph Analysis on Parallel and Distributed
 *     Platforms. PVLDB 9 (2016).
 */
#include "algorithms/programs/lcc.h"

/* Edges between the other two corners. */
MG_FN uint64_t lcc_opposite(const lcc_parameters *p, const lcc_vertex *own, const lcc_vertex *a, const lcc_vertex *b,
                            uint32_t edges) {
    (void)own, (void)a, (void)b;
    return (uint64_t)edges * p->directions;
}

MG_FN bool lcc_divide(const mg_ctx *ctx, const lcc_parameters *p, lcc_vertex *v, uint64_t edges, double *add) {
    (void)p, (void)add;
    const double k = ctx->neighbours;
    v->lcc = ctx->neighbours > 1 ? (double)edges / (k * (k - 1)) : 0;
    return false;
}

MG_TYPES(lcc, lcc_vertex, lcc_parameters, uint64_t, mg_none);
MG_PHASE(lcc){
    .kind = MG_KIND_TRIANGLES, .monoid = MG_SUM, .identity = 0, .apply = lcc_divide, .triangle = lcc_opposite};
#define MG_INSTANTIATE lcc
#define MG_LOOPS (MG_LOOPS_SINGLE | MG_LOOPS_MAPS)
#include <multigraph/instantiate.h>

MG_PROGRAM(lcc){
    MG_ABOUT("lcc", "local clustering coefficients", lcc_vertex, lcc_parameters),
    .phases = {MG_RUN(lcc)},
    .columns = {MG_COLUMN(lcc_vertex, lcc, "lcc", MG_NUMBER)},
    .parameters = {MG_PARAMETER(lcc_parameters, directions, "directions", MG_NUMBER, 1)},
};
