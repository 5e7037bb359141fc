/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs that use what they do not declare: mg_program_check must name it. Each has one phase and one flaw.
 */
#include "tests/core/program/laws/law_cases.h"

typedef struct undeclared_state {
    uint32_t value;
    double real;
} undeclared_state;

typedef struct undeclared_parameters {
    uint32_t unused;
} undeclared_parameters;

MG_FN bool start(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s) {
    (void)p;
    *s = (undeclared_state){.value = ctx->vertex, .real = 1.0};
    return true;
}

MG_FN uint32_t send(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s) {
    (void)p;
    (void)s;
    return ctx->vertex;
}

MG_FN bool keep(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, uint32_t value, double *add) {
    (void)ctx;
    (void)p;
    (void)add;
    s->value = value < s->value ? value : s->value;
    return false;
}

#define ABOUT(name)                                                                                                    \
    MG_ABOUT(#name, "uses what it does not declare", undeclared_state, undeclared_parameters), .phases = {MG_RUN(name)}
#define VALUE(meaning)                                                                                                 \
    { MG_COLUMN(undeclared_state, value, "value", meaning) }

/* ctx->in_degree in every callback that gets a ctx. */
MG_FN bool start_degree(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s) {
    (void)p;
    s->value = ctx->in_degree;
    return true;
}

MG_FN uint32_t send_degree(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s) {
    (void)p;
    (void)s;
    return ctx->in_degree;
}

MG_FN bool keep_degree(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, uint32_t value,
                       double *add) {
    (void)p;
    (void)add;
    s->value = value == MG_UNREACHED ? s->value : ctx->in_degree;
    return false;
}

MG_FN bool vertex_degree(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, double *add) {
    (void)p;
    (void)add;
    s[ctx->vertex].value = ctx->in_degree;
    return false;
}

MG_FN void visit_none(mg_vertex v, mg_vertex u, mg_none w, const undeclared_parameters *p, undeclared_state *s) {
    (void)v;
    (void)u;
    (void)w;
    (void)p;
    (void)s;
}

MG_TYPES(undeclared_init, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_init){
    .monoid = MG_MIN, .identity = MG_UNREACHED, .init = start_degree, .scatter = send, .apply = keep};
#define MG_INSTANTIATE undeclared_init
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_init){ABOUT(undeclared_init), .columns = VALUE(MG_NUMBER)};

MG_TYPES(undeclared_scatter, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_scatter){
    .monoid = MG_MIN, .identity = MG_UNREACHED, .init = start, .scatter = send_degree, .apply = keep};
#define MG_INSTANTIATE undeclared_scatter
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_scatter){ABOUT(undeclared_scatter), .columns = VALUE(MG_NUMBER)};

MG_TYPES(undeclared_apply, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_apply){
    .monoid = MG_MIN, .identity = MG_UNREACHED, .init = start, .scatter = send, .apply = keep_degree};
#define MG_INSTANTIATE undeclared_apply
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_apply){ABOUT(undeclared_apply), .columns = VALUE(MG_NUMBER)};

MG_TYPES(undeclared_vertex, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_vertex){.kind = MG_KIND_VERTICES, .vertex = vertex_degree};
#define MG_INSTANTIATE undeclared_vertex
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_vertex){ABOUT(undeclared_vertex), .columns = VALUE(MG_NUMBER)};

MG_TYPES(undeclared_owner, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_owner){.kind = MG_KIND_EDGES, .init = start_degree, .visit = visit_none};
#define MG_INSTANTIATE undeclared_owner
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_owner){ABOUT(undeclared_owner), .columns = VALUE(MG_NUMBER)};

/* More totals than declared: added, and read. */
MG_FN bool keep_and_add(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, uint32_t value,
                        double *add) {
    add[1] += value == MG_UNREACHED ? 0.0 : 1.0;
    return keep(ctx, p, s, value, add);
}

MG_FN bool vertex_adds(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, double *add) {
    (void)p;
    s[ctx->vertex].value = 1;
    add[0] += 1.0;
    return false;
}

MG_FN bool vertex_reads(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, double *add) {
    (void)p;
    (void)add;
    s[ctx->vertex].value = (uint32_t)ctx->totals[2];
    return false;
}

MG_TYPES(undeclared_added, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_added){
    .monoid = MG_MIN, .identity = MG_UNREACHED, .totals = 1, .init = start, .scatter = send, .apply = keep_and_add};
#define MG_INSTANTIATE undeclared_added
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_added){ABOUT(undeclared_added), .columns = VALUE(MG_NUMBER)};

MG_TYPES(undeclared_counted, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_counted){.kind = MG_KIND_VERTICES, .vertex = vertex_adds};
#define MG_INSTANTIATE undeclared_counted
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_counted){ABOUT(undeclared_counted), .columns = VALUE(MG_NUMBER)};

MG_TYPES(undeclared_read, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_read){.kind = MG_KIND_VERTICES, .totals = 2, .vertex = vertex_reads};
#define MG_INSTANTIATE undeclared_read
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_read){ABOUT(undeclared_read), .columns = VALUE(MG_NUMBER)};

/* Edges: states that init or MG_WITHIN_BLOCKS keep from `visit`, read and written. */
MG_FN void visit_writes(mg_vertex v, mg_vertex u, mg_none w, const undeclared_parameters *p, undeclared_state *s) {
    (void)w;
    (void)p;
    mg_atomic_store_u32(&s[u].value, v);
}

MG_FN void visit_reads(mg_vertex v, mg_vertex u, mg_none w, const undeclared_parameters *p, undeclared_state *s) {
    (void)w;
    (void)p;
    mg_atomic_min_u32(&s[v].value, mg_atomic_load_u32(&s[u].value));
}

MG_FN bool vertex_first(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, double *add) {
    (void)p;
    (void)add;
    s[ctx->vertex].value += s[0].value + 1;
    return false;
}

MG_TYPES(undeclared_write, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_write){.kind = MG_KIND_EDGES, .init = start, .visit = visit_writes};
#define MG_INSTANTIATE undeclared_write
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_write){ABOUT(undeclared_write), .columns = VALUE(MG_NUMBER)};

MG_TYPES(undeclared_neighbour, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_neighbour){.kind = MG_KIND_EDGES, .init = start, .visit = visit_reads};
#define MG_INSTANTIATE undeclared_neighbour
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_neighbour){ABOUT(undeclared_neighbour), .columns = VALUE(MG_NUMBER)};

MG_TYPES(undeclared_outside, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_outside){
    .kind = MG_KIND_EDGES, .properties = MG_WITHIN_BLOCKS, .init = start, .vertex = vertex_first, .visit = visit_none};
#define MG_INSTANTIATE undeclared_outside
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_outside){ABOUT(undeclared_outside), .columns = VALUE(MG_NUMBER)};

MG_FN bool start_zero(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s) {
    (void)ctx;
    (void)p;
    s->value = 0;
    return true;
}

MG_FN void visit_counts(mg_vertex v, mg_vertex u, mg_none w, const undeclared_parameters *p, undeclared_state *s) {
    (void)u;
    (void)w;
    (void)p;
    mg_atomic_store_u32(&s[v].value, mg_atomic_load_u32(&s[v].value) + 1);
}

MG_FN bool is_zero(const undeclared_parameters *p, const undeclared_state *s) {
    (void)p;
    return s->value == 0;
}

MG_TYPES(undeclared_where, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_where){.kind = MG_KIND_EDGES, .init = start_zero, .visit = visit_counts, .where = is_zero};
#define MG_INSTANTIATE undeclared_where
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_where){ABOUT(undeclared_where), .columns = VALUE(MG_NUMBER)};

/* The corners of a triangle come in any order. */
MG_FN uint32_t triangle_first(const undeclared_parameters *p, const undeclared_state *own, const undeclared_state *a,
                              const undeclared_state *b, uint32_t edges) {
    (void)p, (void)own, (void)edges;
    return 2 * a->value + b->value;
}

MG_FN bool start_index(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s) {
    (void)p;
    s->value = ctx->vertex;
    return false;
}

MG_FN bool apply_value(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, uint32_t value,
                       double *add) {
    (void)ctx, (void)p, (void)add;
    s->value = value;
    return false;
}

MG_TYPES(undeclared_order, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_order){.kind = MG_KIND_TRIANGLES,
                           .monoid = MG_SUM,
                           .identity = 0,
                           .init = start_index,
                           .apply = apply_value,
                           .triangle = triangle_first};
#define MG_INSTANTIATE undeclared_order
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_order){ABOUT(undeclared_order), .columns = VALUE(MG_NUMBER)};

/* Columns and precision. */
MG_FN bool vertex_beyond(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, double *add) {
    (void)p;
    (void)add;
    s[ctx->vertex].value = ctx->vertices;
    return false;
}

MG_TYPES(undeclared_number, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_number){.kind = MG_KIND_VERTICES, .vertex = vertex_beyond};
#define MG_INSTANTIATE undeclared_number
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_number){ABOUT(undeclared_number), .columns = VALUE(MG_VERTEX)};

MG_FN double send_much(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s) {
    (void)ctx;
    (void)p;
    return 1e200 * s->real;
}

MG_FN bool keep_real(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *s, double value,
                     double *add) {
    (void)ctx;
    (void)p;
    (void)add;
    s->real += value;
    return false;
}

MG_TYPES(undeclared_range, undeclared_state, undeclared_parameters, double, mg_none);
MG_PHASE(undeclared_range){.properties = MG_MIXED_PRECISION,
                           .monoid = MG_SUM,
                           .identity = 0.0,
                           .init = start,
                           .scatter = send_much,
                           .apply = keep_real};
#define MG_INSTANTIATE undeclared_range
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_range){ABOUT(undeclared_range),
                             .columns = {MG_COLUMN(undeclared_state, real, "real", MG_NUMBER)}};

/* ctx->round in a loop, without MG_ROUND. */
MG_FN bool add_round(const mg_ctx *ctx, const undeclared_parameters *p, undeclared_state *all, double *add) {
    (void)p;
    (void)add;
    all[ctx->vertex].value += ctx->round;
    return false;
}

MG_TYPES(undeclared_round, undeclared_state, undeclared_parameters, uint32_t, mg_none);
MG_PHASE(undeclared_round){.kind = MG_KIND_VERTICES, .vertex = add_round};
#define MG_INSTANTIATE undeclared_round
#include <multigraph/instantiate.h>
MG_PROGRAM(undeclared_round){ABOUT(undeclared_round), .loops = {MG_TIMES(undeclared_round, undeclared_round, 3)},
                             .columns = VALUE(MG_NUMBER)};
