/* SPDX-License-Identifier: Apache-2.0
 *
 * Sums of distances, and of their inverses, by breadth-first searches from 64 sources at once [1]: a bit for each. What
 * reaches a vertex for the first time after d iterations comes from sources at distance d, and their number counts d
 * times. Distances lead from the sources to the vertex.
 *
 * A run has eight batches of 64 sources; run_closeness.c repeats it until all sources were in one.
 *
 * [1] M. Then, M. Kaufmann, F. Chirigati, T. Hoang-Vu, K. Pham, A. Kemper, T. Neumann, H. Vo: The More the Merrier:
 *     Efficient Multi-Source Graph Traversal. PVLDB 8 (2014).
 */
#include "algorithms/programs/closeness.h"

MG_FN uint32_t closeness_count_bits(uint64_t bits) {
    bits = bits - (bits >> 1 & 0x5555555555555555u);
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(bits * 0x0101010101010101u >> 56);
}

MG_FN bool closeness_begin(const mg_ctx *ctx, const closeness_parameters *p, closeness_vertex *v) {
    const uint32_t batch = v->batch++, position = p->given ? v->position : ctx->vertex;
    v->seen = position != MG_NONE && position / 64 == batch ? (uint64_t)1 << position % 64 : 0;
    v->fresh = v->seen;
    return v->seen != 0;
}

MG_FN uint64_t closeness_send(const mg_ctx *ctx, const closeness_parameters *p, closeness_vertex *v) {
    (void)ctx, (void)p;
    return v->fresh;
}

MG_FN bool closeness_receive(const mg_ctx *ctx, const closeness_parameters *p, closeness_vertex *v, uint64_t bits,
                             double *add) {
    (void)p, (void)add;
    const uint64_t distance = (uint64_t)ctx->iteration + 1, fresh = bits & ~v->seen;
    if (!fresh) {
        return false;
    }
    const uint32_t count = closeness_count_bits(fresh);
    v->seen |= fresh;
    v->fresh = fresh;
    v->reached += count;
    v->distance += count * distance;
    v->harmonic += (double)count / (double)distance;
    return true;
}

MG_TYPES(closeness, closeness_vertex, closeness_parameters, uint64_t, mg_none);
MG_PHASE(closeness){.monoid = MG_OR,
                    .identity = 0,
                    .init = closeness_begin,
                    .scatter = closeness_send,
                    .apply = closeness_receive};
#define MG_INSTANTIATE closeness
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

#define CLOSENESS_BATCHES MG_RUN(closeness), MG_RUN(closeness), MG_RUN(closeness), MG_RUN(closeness)

MG_PROGRAM(closeness){
    MG_ABOUT("closeness", "sums of distances from 512 sources", closeness_vertex, closeness_parameters),
    .phases = {CLOSENESS_BATCHES, CLOSENESS_BATCHES},
    .columns = {MG_COLUMN(closeness_vertex, distance, "distance", MG_NUMBER),
                MG_COLUMN(closeness_vertex, harmonic, "harmonic", MG_NUMBER)},
    .parameters = {MG_PARAMETER(closeness_parameters, given, "given", MG_NUMBER, 0)},
};
