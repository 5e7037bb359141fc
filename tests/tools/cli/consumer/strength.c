/* SPDX-License-Identifier: Apache-2.0
 *
 * The strength of a vertex: the sum of the weights of its in-edges, multiplied by `factor`.
 */
#include <multigraph/program.h>

typedef struct vertex {
    double strength;
} vertex;

typedef struct parameters {
    double factor;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)ctx, (void)p;
    v->strength = 0;
    return true;
}

MG_FN double one(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)ctx, (void)p, (void)v;
    return 1;
}

MG_FN double weigh(double value, double weight) {
    return value * weight;
}

MG_FN bool keep(const mg_ctx *ctx, const parameters *p, vertex *v, double sum, double *add) {
    (void)ctx, (void)add;
    v->strength += p->factor * sum;
    return false;
}

MG_TYPES(strength, vertex, parameters, double, double);
MG_PHASE(strength){.monoid = MG_SUM, .init = start, .scatter = one, .edge = weigh, .apply = keep};
#define MG_INSTANTIATE strength
#include <multigraph/instantiate.h>

MG_PROGRAM(strength){
    MG_ABOUT("strength", "sum of the weights of in-edges", vertex, parameters),
    .phases = {MG_RUN(strength)},
    .columns = {MG_COLUMN(vertex, strength, "strength", MG_NUMBER)},
    .parameters = {MG_PARAMETER(parameters, factor, "factor", MG_NUMBER, 1)},
};
