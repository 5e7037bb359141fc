/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components: groups of vertices that all reach each other. A loop over phases: every vertex that
 * has no group yet takes the least such vertex that reaches it as its colour; whoever reaches the vertex of its own
 * colour is in the group of that vertex; and so on with the vertices that are left.
 *
 *     multigraph run strong.c web.el
 *
 * The loop ends when no vertex is left: the total of its last phase is 0.
 */
#include <multigraph/program.h>

typedef struct vertex {
    uint32_t colour;
    mg_vertex group; /* MG_NONE: not known yet */
} vertex;

typedef struct parameters {
    uint32_t unused;
} parameters;

MG_FN bool begin(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p, (void)add;
    all[ctx->vertex].group = MG_NONE;
    return false;
}

MG_TYPES(open_all, vertex, parameters, uint32_t, mg_none);
MG_PHASE(open_all){.kind = MG_KIND_VERTICES, .vertex = begin};
#define MG_INSTANTIATE open_all
#include <multigraph/instantiate.h>

/* Colours spread along the edges between vertices that are left. */
MG_FN bool own_colour(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)p;
    v->colour = v->group == MG_NONE ? ctx->vertex : MG_NONE;
    return v->group == MG_NONE;
}

MG_FN bool is_left(const parameters *p, const vertex *v) {
    (void)p;
    return v->group == MG_NONE;
}

MG_TYPES(paint, vertex, parameters, uint32_t, mg_none);
MG_PHASE(paint){.properties = MG_LABEL, .monoid = MG_MIN, .identity = MG_NONE, .init = own_colour, .needs = is_left};
#define MG_INSTANTIATE paint
#include <multigraph/instantiate.h>

/* Back along the edges, from vertices of their own colour to others of that colour. */
MG_FN bool close_root(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)p;
    if (v->group != MG_NONE || v->colour != ctx->vertex) {
        return false;
    }
    v->group = ctx->vertex;
    return true;
}

MG_FN uint32_t send_colour(const mg_ctx *ctx, const parameters *p, vertex *v) {
    (void)ctx, (void)p;
    return v->colour;
}

MG_FN uint32_t same_colour(const parameters *p, uint32_t colour, mg_none weight, const vertex *receiver) {
    (void)p, (void)weight;
    return colour == receiver->colour ? colour : MG_NONE;
}

MG_FN bool join(const mg_ctx *ctx, const parameters *p, vertex *v, uint32_t colour, double *add) {
    (void)ctx, (void)p, (void)add;
    if (colour == MG_NONE) {
        return false;
    }
    v->group = colour;
    return true;
}

MG_TYPES(collect, vertex, parameters, uint32_t, mg_none);
MG_PHASE(collect){.direction = MG_DIRECTION_IN,
                  .monoid = MG_MIN,
                  .identity = MG_NONE,
                  .init = close_root,
                  .scatter = send_colour,
                  .edge_at = same_colour,
                  .needs = is_left,
                  .apply = join};
#define MG_INSTANTIATE collect
#include <multigraph/instantiate.h>

MG_FN bool count(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p;
    add[0] += all[ctx->vertex].group == MG_NONE;
    return false;
}

MG_TYPES(count_left, vertex, parameters, uint32_t, mg_none);
MG_PHASE(count_left){.kind = MG_KIND_VERTICES, .totals = 1, .vertex = count};
#define MG_INSTANTIATE count_left
#include <multigraph/instantiate.h>

MG_PROGRAM(strong){
    MG_ABOUT("strong", "strongly connected components", vertex, parameters),
    .phases = {MG_RUN(open_all), MG_RUN(paint), MG_RUN(collect), MG_RUN(count_left)},
    .loops = {MG_UNTIL(paint, count_left, 0)},
    .columns = {MG_COLUMN(vertex, group, "group", MG_VERTEX)},
};
