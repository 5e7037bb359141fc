/* SPDX-License-Identifier: Apache-2.0
 *
 * Heat diffusion: one vertex stays hot. Every other vertex moves by the share `rate` per step towards the mean of its
 * neighbours, weighted by the conductivity of the edges.
 *
 *     multigraph run heat.c mesh.mtx --source 17 --param steps=50
 *
 * The value is a struct of two numbers, and `add_flows`, a user-defined monoid, adds both.
 */
#include <multigraph/program.h>

typedef struct vertex {
    float temperature;
    float kept; /* 1: stays as it is */
} vertex;

typedef struct flow {
    float heat, conductance;
} flow;

typedef struct parameters {
    mg_vertex source;
    uint32_t steps;
    float rate;
} parameters;

MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    v->temperature = v->kept = ctx->vertex == p->source ? 1.0f : 0.0f;
    return true;
}

MG_FN flow give(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)ctx, (void)p;
    flow given = {v->temperature, 1.0f};
    return given;
}

MG_FN flow conduct(flow given, float weight) {
    flow arrived = {given.heat * weight, given.conductance * weight};
    return arrived;
}

MG_FN flow add_flows(flow a, flow b) {
    flow sum = {a.heat + b.heat, a.conductance + b.conductance};
    return sum;
}

MG_FN bool warm(const mg_ctx *ctx, const parameters *p, vertex *v, flow received, double *add) {
    (void)ctx, (void)add;
    if (v->kept == 0.0f && received.conductance > 0.0f) {
        v->temperature += p->rate * (received.heat / received.conductance - v->temperature);
    }
    return true;
}

MG_FN bool enough(const parameters *p, uint32_t iteration, const double *totals) {
    (void)totals;
    return iteration >= p->steps;
}

MG_TYPES(heat, vertex, parameters, flow, float);

MG_PHASE(heat){
    .properties = MG_ALL_ACTIVE,
    .monoid = MG_USER,
    .identity = {0.0f, 0.0f},
    .init = start,
    .scatter = give,
    .edge = conduct,
    .combine = add_flows,
    .apply = warm,
    .finished = enough,
};

#define MG_INSTANTIATE heat
#include <multigraph/instantiate.h>

MG_PROGRAM(heat){
    MG_ABOUT("heat", "how warm a vertex gets beside a hot one", vertex, parameters),
    .phases = {MG_RUN(heat)},
    .columns = {MG_COLUMN(vertex, temperature, "temperature", MG_NUMBER)},
    .parameters = {MG_PARAMETER(parameters, source, "source", MG_VERTEX, MG_NONE),
                   MG_PARAMETER(parameters, steps, "steps", MG_NUMBER, 20),
                   MG_PARAMETER(parameters, rate, "rate", MG_NUMBER, 0.5)},
};
