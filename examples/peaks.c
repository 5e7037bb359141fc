/* SPDX-License-Identifier: Apache-2.0
 *
 * Local peaks: vertices whose value `seen` is greater than that of each neighbour. `seen` is the sum of the neighbours'
 * out-degrees, roughly the size of the 2-hop neighbourhood.
 *
 *     multigraph run peaks.c social.el --undirected
 *
 * Two phases share the state: the first one computes `seen`, the second one compares it along every edge.
 */
#include <multigraph/program.h>

typedef struct vertex {
    uint32_t seen, above; /* above: the maximum of the neighbours' `seen` */
    uint32_t peak;        /* 1 or 0 */
} vertex;

typedef struct parameters {
    uint32_t least; /* minimum of `seen` for a peak */
} parameters;

MG_FN bool clear(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)ctx, (void)p;
    v->seen = v->above = v->peak = 0;
    return true;
}

MG_FN uint32_t degree(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)p, (void)v;
    return ctx->out_degree;
}

MG_FN bool receive_most(const mg_ctx *ctx, const parameters *p, vertex *v, uint32_t sum, double *add) {
    (void)ctx, (void)p, (void)add;
    v->seen = sum;
    return false;
}

MG_TYPES(look, vertex, parameters, uint32_t, mg_none);
MG_PHASE(look){
    .properties = MG_ALL_ACTIVE,
    .monoid = MG_SUM,
    .identity = 0,
    .init = clear,
    .scatter = degree,
    .apply = receive_most,
};
#define MG_INSTANTIATE look
#include <multigraph/instantiate.h>

MG_FN uint32_t send_seen(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)ctx, (void)p;
    return v->seen;
}

MG_FN bool compare(const mg_ctx *ctx, const parameters *p, vertex *v, uint32_t most, double *add) {
    (void)ctx, (void)add;
    v->above = most;
    v->peak = v->seen >= p->least && v->seen > most;
    return false;
}

MG_TYPES(peak, vertex, parameters, uint32_t, mg_none);
MG_PHASE(peak){
    .properties = MG_ALL_ACTIVE,
    .monoid = MG_MAX,
    .identity = 0,
    .scatter = send_seen,
    .apply = compare,
};
#define MG_INSTANTIATE peak
#include <multigraph/instantiate.h>

MG_PROGRAM(peaks){
    MG_ABOUT("peaks", "does a vertex receive_most more than its neighbours?", vertex, parameters),
    .phases = {MG_RUN(look), MG_RUN(peak)},
    .columns = {MG_COLUMN(vertex, peak, "peak", MG_NUMBER), MG_COLUMN(vertex, seen, "seen", MG_NUMBER),
                MG_COLUMN(vertex, above, "above", MG_NUMBER)},
    .parameters = {MG_PARAMETER(parameters, least, "least", MG_NUMBER, 1)},
};
