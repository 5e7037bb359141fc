/* SPDX-License-Identifier: Apache-2.0
 *
 * own_scores.c: phases with `score` of several types, with weights and without, in a loop.
 */
#include "tests/algorithms/programs/own.h"

MG_FN uint32_t scores_one(const mg_ctx *ctx, const own_no_parameters *p, own_scores *s) {
    (void)ctx, (void)p, (void)s;
    return 1;
}

MG_FN bool scores_count(const mg_ctx *ctx, const own_no_parameters *p, own_scores *s, uint32_t count, double *add) {
    (void)ctx, (void)p, (void)add;
    s->received += count;
    return false;
}

MG_TYPES(own_scores_count, own_scores, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_scores_count){.properties = MG_ALL_ACTIVE,
                           .monoid = MG_SUM,
                           .identity = 0,
                           .iteration_limit = 1,
                           .scatter = scores_one,
                           .apply = scores_count};
#define MG_INSTANTIATE own_scores_count
#include <multigraph/instantiate.h>

MG_FN uint64_t scores_ends(mg_vertex source, mg_vertex target, mg_none weight, const own_no_parameters *p,
                           const own_scores *all) {
    (void)weight, (void)p;
    return ((uint64_t)source << 33) + ((uint64_t)all[target].received << 1) + (source < target);
}

MG_TYPES(own_scores_ends, own_scores, own_no_parameters, uint64_t, mg_none);
MG_PHASE(own_scores_ends){.kind = MG_KIND_EDGES, .score = scores_ends};
#define MG_INSTANTIATE own_scores_ends
#include <multigraph/instantiate.h>

MG_FN float scores_weighted(mg_vertex source, mg_vertex target, double weight, const own_no_parameters *p,
                            const own_scores *all) {
    (void)p;
    return (float)weight * 2 + (float)all[source].received - (float)all[target].received;
}

MG_TYPES(own_scores_weighted, own_scores, own_no_parameters, float, double);
MG_PHASE(own_scores_weighted){.kind = MG_KIND_EDGES, .score = scores_weighted};
#define MG_INSTANTIATE own_scores_weighted
#include <multigraph/instantiate.h>

MG_FN uint32_t scores_larger(mg_vertex source, mg_vertex target, mg_none weight, const own_no_parameters *p,
                             const own_scores *all) {
    (void)weight, (void)p, (void)all;
    return source == target ? MG_NONE : source > target ? source : target;
}

MG_TYPES(own_scores_larger, own_scores, own_no_parameters, uint32_t, mg_none);
MG_PHASE(own_scores_larger){.kind = MG_KIND_EDGES, .score = scores_larger};
#define MG_INSTANTIATE own_scores_larger
#include <multigraph/instantiate.h>

MG_PROGRAM(own_scores){
    MG_ABOUT("own-scores", "values of edges", own_scores, own_no_parameters),
    .phases = {MG_RUN(own_scores_count), MG_RUN(own_scores_ends), MG_RUN(own_scores_weighted),
               MG_RUN(own_scores_larger)},
    .loops = {MG_TIMES(own_scores_count, own_scores_weighted, 2)},
    .columns = {MG_COLUMN(own_scores, received, "received", MG_NUMBER)},
    .edge_columns = {MG_EDGE_COLUMN(own_scores_larger, "larger", MG_VERTEX),
                     MG_EDGE_COLUMN(own_scores_ends, "ends", MG_NUMBER),
                     MG_EDGE_COLUMN(own_scores_weighted, "weighted", MG_NUMBER)},
};
