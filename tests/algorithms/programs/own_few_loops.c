/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/programs/own.h"

/* Phases that are compiled with some of the loops: see MG_LOOPS. */
MG_FN bool start(const mg_ctx *ctx, const own_hops_parameters *p, own_hops *s) {
    s->hops = ctx->vertex % p->step == 0 ? 0 : MG_UNREACHED;
    return s->hops == 0;
}

MG_FN uint32_t next_hop(uint32_t hops, mg_none none) {
    (void)none;
    return mg_add_sat_u32(hops, 1);
}

MG_FN bool clear(const mg_ctx *ctx, const own_hops_parameters *p, own_hops *all, double *add) {
    (void)p;
    (void)add;
    all[ctx->vertex].hops = 0;
    return false;
}

MG_TYPES(own_single, own_hops, own_hops_parameters, uint32_t, mg_none);
MG_PHASE(own_single){
    .properties = MG_LABEL, .monoid = MG_MIN, .identity = MG_UNREACHED, .init = start, .edge = next_hop};
#define MG_INSTANTIATE own_single
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_TYPES(own_batch, own_hops, own_hops_parameters, uint32_t, mg_none);
MG_PHASE(own_batch){
    .properties = MG_LABEL, .monoid = MG_MIN, .identity = MG_UNREACHED, .init = start, .edge = next_hop};
#define MG_INSTANTIATE own_batch
#define MG_LOOPS MG_LOOPS_BATCH
#include <multigraph/instantiate.h>

MG_TYPES(own_clear, own_hops, own_hops_parameters, uint32_t, mg_none);
MG_PHASE(own_clear){.kind = MG_KIND_VERTICES, .vertex = clear};
#define MG_INSTANTIATE own_clear
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(own_no_maps, own_hops, own_hops_parameters, uint32_t, mg_none);
MG_PHASE(own_no_maps){.kind = MG_KIND_VERTICES, .vertex = clear};
#define MG_INSTANTIATE own_no_maps
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_PROGRAM(own_single){
    MG_ABOUT("own-single", "hops, not in batches", own_hops, own_hops_parameters),
    .phases = {MG_RUN(own_clear), MG_RUN(own_single)},
    .columns = {MG_COLUMN(own_hops, hops, "hops", MG_DISTANCE)},
};

MG_PROGRAM(own_batch){
    MG_ABOUT("own-batch", "hops, in batches only", own_hops, own_hops_parameters),
    .phases = {MG_RUN(own_batch)},
    .columns = {MG_COLUMN(own_hops, hops, "hops", MG_DISTANCE)},
};

MG_PROGRAM(own_one_single){
    MG_ABOUT("own-one-single", "hops, not in batches", own_hops, own_hops_parameters),
    .phases = {MG_RUN(own_single)},
    .columns = {MG_COLUMN(own_hops, hops, "hops", MG_DISTANCE)},
};

MG_PROGRAM(own_no_maps){
    MG_ABOUT("own-no-maps", "a map without its loops", own_hops, own_hops_parameters),
    .phases = {MG_RUN(own_no_maps)},
    .columns = {MG_COLUMN(own_hops, hops, "hops", MG_DISTANCE)},
};
