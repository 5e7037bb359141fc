/* SPDX-License-Identifier: Apache-2.0
 *
 * Single-source shortest paths over one type of distance. SSSP is the program's name, D the distance, W the weight,
 * SSSP_FAR the distance of what was not reached, SSSP_ADD(d, w) a path made longer, SSSP_BUCKET(p, d) its bucket.
 *
 * The distance is a label that only falls: a vertex whose label fell sends it along its edges. Buckets of width delta are
 * worked off in order, which keeps the work near Dijkstra's and leaves whole buckets to run in parallel [1].
 *
 * [1] U. Meyer, P. Sanders: Delta-stepping: a parallelizable shortest path algorithm. J. Algorithms 49 (2003).
 */
#include <multigraph/program.h>

#include "algorithms/programs/sssp.h"

#define NAME_(a, b) a##b
#define NAME(a, b) NAME_(a, b)
#define F(suffix) NAME(SSSP, suffix)

/* Buckets have 32-bit numbers; what lies beyond shares the last one. */
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
#include <multigraph/instantiate.h>

MG_PROGRAM(SSSP){
    MG_ABOUT("sssp", "single-source shortest paths", F(_vertex), sssp_parameters),
    .phases = {MG_RUN(SSSP)},
    .columns = {MG_COLUMN(F(_vertex), distance, "distance", MG_DISTANCE)},
};
