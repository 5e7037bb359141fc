/* SPDX-License-Identifier: Apache-2.0
 *
 * Communities by label propagation, by the synchronous rule of LDBC Graphalytics [1, 2]: every vertex begins with a
 * label of its own and takes, in each iteration, the label that most of its neighbours have, of several the smallest.
 * An edge of a directed graph counts at both ends; two vertices with edges in both directions count each other twice.
 * Labels that no vertex changes would stay, so that the run ends early.
 *
 * [1] U. Raghavan, R. Albert, S. Kumara: Near linear time algorithm to detect community structures in large-scale
 *     networks. Phys. Rev. E 76 (2007).
 * [2] A. Iosup et al.: LDBC Graphalytics. PVLDB 9 (2016).
 */
#include "algorithms/programs/cdlp.h"

MG_FN bool cdlp_start(const mg_ctx *ctx, const cdlp_parameters *p, cdlp_vertex *v) {
    if (!p->given) {
        v->label = ctx->vertex;
    }
    return true;
}

MG_FN mg_vertex cdlp_send(const mg_ctx *ctx, const cdlp_parameters *p, cdlp_vertex *v) {
    (void)ctx, (void)p;
    return v->label;
}

/* A vertex without neighbours keeps its label. */
MG_FN bool cdlp_take(const mg_ctx *ctx, const cdlp_parameters *p, cdlp_vertex *v, mg_vertex label, double *add) {
    (void)ctx, (void)p, (void)add;
    if (label == MG_NONE || label == v->label) {
        return false;
    }
    v->label = label;
    return true;
}

MG_FN bool cdlp_over(const cdlp_parameters *p, uint32_t iteration, const double *totals) {
    (void)totals;
    return iteration == p->iterations;
}

MG_TYPES(cdlp, cdlp_vertex, cdlp_parameters, mg_vertex, mg_none);
MG_PHASE(cdlp){.direction = MG_DIRECTION_BOTH,
               .properties = MG_ALL_ACTIVE,
               .monoid = MG_MOST_FREQUENT,
               .identity = MG_NONE,
               .init = cdlp_start,
               .scatter = cdlp_send,
               .apply = cdlp_take,
               .finished = cdlp_over};
#define MG_INSTANTIATE cdlp
#define MG_LOOPS (MG_LOOPS_SINGLE | MG_LOOPS_MAPS)
#include <multigraph/instantiate.h>

MG_PROGRAM(cdlp){
    MG_ABOUT("cdlp", "communities by label propagation", cdlp_vertex, cdlp_parameters),
    .phases = {MG_RUN(cdlp)},
    .columns = {MG_COLUMN(cdlp_vertex, label, "label", MG_VERTEX)},
    .parameters = {MG_PARAMETER(cdlp_parameters, iterations, "iterations", MG_NUMBER, 10)},
};
