/* SPDX-License-Identifier: Apache-2.0
 *
 * Single-source shortest paths over one type of distance. The includer defines SSSP, the name of the program; D and W,
 * the types of distances and weights; SSSP_FAR, the distance of unreached vertices; SSSP_ADD(d, w), the addition;
 * SSSP_BUCKET(p, d), the bucket of a distance.
 *
 * Label-correcting: a vertex whose distance decreased relaxes its edges. Buckets of width delta are processed in
 * ascending order (delta-stepping [1]): the work stays close to Dijkstra's algorithm, and a bucket is relaxed in
 * parallel.
 *
 * [1] U. Meyer, P. Sanders: Delta-stepping: a parallelizable shortest path algorithm. J. Algorithms 49 (2003).
 */
#include <multigraph/program.h>

#include "algorithms/programs/sssp.h"

#define NAME_(a, b) a##b
#define NAME(a, b) NAME_(a, b)
#define F(suffix) NAME(SSSP, suffix)

/* Bucket numbers have 32 bits; larger ones share the last bucket. */
MG_FN uint32_t sssp_bucket_u64(uint64_t bucket) {
    return bucket < 0xffffffffu ? (uint32_t)bucket : 0xffffffffu;
}

MG_FN uint32_t sssp_bucket_f64(double bucket) {
    return bucket < 4294967295.0 ? (uint32_t)bucket : 0xffffffffu;
}

typedef struct F(_vertex) {
    D distance;
} F(_vertex);

MG_FN bool F(_init)(const mg_ctx *ctx, const sssp_parameters *p, F(_vertex) * s) {
    const bool source = ctx->vertex == p->source;
    s->distance = source ? 0 : SSSP_FAR;
    return source;
}

MG_FN D F(_edge)(D distance, W weight) {
    return SSSP_ADD(distance, weight);
}

MG_FN uint32_t F(_priority)(const sssp_parameters *p, D distance) {
    return SSSP_BUCKET(p, distance);
}

MG_TYPES(SSSP, F(_vertex), sssp_parameters, D, W);

MG_PHASE(SSSP){
    .properties = MG_LABEL | MG_MONOTONE | MG_ANNIHILATES,
    .monoid = MG_MIN,
    .identity = SSSP_FAR,
    .inactive = SSSP_FAR,
    .init = F(_init),
    .edge = F(_edge),
    .priority = F(_priority),
};

#define MG_INSTANTIATE SSSP
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_PROGRAM(SSSP){
    MG_ABOUT("sssp", "single-source shortest paths", F(_vertex), sssp_parameters),
    .phases = {MG_RUN(SSSP)},
    .columns = {MG_COLUMN(F(_vertex), distance, "distance", MG_DISTANCE)},
    .parameters = {MG_PARAMETER(sssp_parameters, source, "source", MG_VERTEX, MG_NONE)},
};
