/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components, weak ones of a directed graph, by Afforest [1].
 *
 * Every vertex points to a vertex of its component that is not larger; linking two of them makes the larger root point
 * to the smaller one. Two rounds over one neighbour each, the first without races, nearly always make the giant
 * component; a sample tells its label, and the remaining edges are looked at only from vertices outside of it. Since
 * roots only point to smaller roots, the last one is the smallest vertex of the component.
 *
 * Where most edges lead to a vertex near by, as on roads, blocks of vertices find their own components first, and then
 * only the edges between blocks are left.
 *
 * [1] M. Sutton, T. Ben-Nun, A. Barak: Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling.
 *     IPDPS 2018.
 */
#include <multigraph/program.h>

#include "algorithms/programs/cc.h"

MG_FN uint32_t cc_at(const cc_vertex *all, mg_vertex v) {
    return mg_atomic_load_u32(&all[v].component);
}

MG_FN bool cc_start(const mg_ctx *ctx, const cc_parameters *p, cc_vertex *s) {
    (void)p;
    s->component = ctx->vertex;
    return false;
}

/* The first neighbour is the smallest: a vertex begins below it, unless it is itself smaller. Nobody else writes here.
 */
MG_FN void cc_hook_first(mg_vertex u, mg_vertex v, mg_none weight, const cc_parameters *p, cc_vertex *all) {
    (void)weight;
    (void)p;
    if (v < u) {
        mg_atomic_store_u32(&all[u].component, v);
    }
}

/* Links the roots of u and v, and shortens the paths that it climbs: any vertex further up will do. Gives up after so
 * many steps. */
MG_FN void cc_hook(mg_vertex u, mg_vertex v, cc_vertex *all, uint32_t steps) {
    uint32_t a = cc_at(all, u), b = cc_at(all, v);
    for (uint32_t i = 0; a != b && i < steps; i++) {
        const uint32_t high = a > b ? a : b, low = a > b ? b : a;
        const uint32_t above = cc_at(all, high);
        if (above == low || (above == high && mg_atomic_cas_u32(&all[high].component, high, low) == high)) {
            break;
        }
        const uint32_t next = cc_at(all, above);
        if (next != above) {
            mg_atomic_store_u32(&all[high].component, next);
        }
        a = next;
        b = low;
    }
}

MG_FN void cc_link(mg_vertex u, mg_vertex v, mg_none weight, const cc_parameters *p, cc_vertex *all) {
    (void)weight;
    (void)p;
    cc_hook(u, v, all, UINT32_MAX);
}

/* With the edges of both directions each of them is met twice: from its larger end it is enough. */
MG_FN void cc_link_down(mg_vertex u, mg_vertex v, mg_none weight, const cc_parameters *p, cc_vertex *all) {
    if (v < u) {
        cc_link(u, v, weight, p, all);
    }
}

/* One vertex in 32, and no long way: when all link at once, they all want the same few roots. What is left out here comes
 * later. */
MG_FN void cc_link_subsample(mg_vertex u, mg_vertex v, mg_none weight, const cc_parameters *p, cc_vertex *all) {
    (void)weight;
    (void)p;
    if (u % 32 == 0) {
        cc_hook(u, v, all, 8);
    }
}

/* What is found on the way is stored at once, so that those who come up from below take longer steps. */
MG_FN bool cc_compress(const mg_ctx *ctx, const cc_parameters *p, cc_vertex *all, double *add) {
    (void)p;
    (void)add;
    uint32_t *own = &all[ctx->vertex].component, label = mg_load_cached_u32(own);
    for (uint32_t above = mg_load_cached_u32(&all[label].component); above != label;
         above = mg_load_cached_u32(&all[label].component)) {
        label = above;
        mg_atomic_store_u32(own, label);
    }
    return false;
}

MG_FN uint32_t cc_label(const cc_vertex *s) {
    return s->component;
}

MG_FN bool cc_outside(const cc_parameters *p, const cc_vertex *s) {
    return mg_atomic_load_u32(&s->component) != p->giant;
}

MG_TYPES(cc_first, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_first){
    .kind = MG_KIND_EDGES, .init = cc_start, .visit = cc_hook_first, .first_neighbour = 0, .neighbour_count = 1};
#define MG_INSTANTIATE cc_first
#include <multigraph/instantiate.h>

MG_TYPES(cc_subsample, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_subsample){.kind = MG_KIND_EDGES, .visit = cc_link_subsample, .first_neighbour = 1, .neighbour_count = 1};
#define MG_INSTANTIATE cc_subsample
#include <multigraph/instantiate.h>

MG_TYPES(cc_second, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_second){.kind = MG_KIND_EDGES, .visit = cc_link, .first_neighbour = 1, .neighbour_count = 1};
#define MG_INSTANTIATE cc_second
#include <multigraph/instantiate.h>

MG_TYPES(cc_flatten, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_flatten){.kind = MG_KIND_VERTICES, .vertex = cc_compress};
#define MG_INSTANTIATE cc_flatten
#include <multigraph/instantiate.h>

MG_TYPES(cc_sample, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_sample){.kind = MG_KIND_MOST_FREQUENT, .label = cc_label, .label_offset = offsetof(cc_parameters, giant)};
#define MG_INSTANTIATE cc_sample
#include <multigraph/instantiate.h>

MG_TYPES(cc_remaining, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_remaining){.kind = MG_KIND_EDGES, .direction = MG_DIRECTION_BOTH, .visit = cc_link, .where = cc_outside};
#define MG_INSTANTIATE cc_remaining
#include <multigraph/instantiate.h>

MG_TYPES(cc_within_blocks, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_within_blocks){.kind = MG_KIND_EDGES,
                           .direction = MG_DIRECTION_BOTH,
                           .properties = MG_WITHIN_BLOCKS,
                           .init = cc_start,
                           .vertex = cc_compress,
                           .visit = cc_link_down};
#define MG_INSTANTIATE cc_within_blocks
#include <multigraph/instantiate.h>

MG_TYPES(cc_between_blocks, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_between_blocks){
    .kind = MG_KIND_EDGES, .direction = MG_DIRECTION_BOTH, .properties = MG_BETWEEN_BLOCKS, .visit = cc_link_down};
#define MG_INSTANTIATE cc_between_blocks
#include <multigraph/instantiate.h>

MG_PROGRAM(cc){
    MG_ABOUT("cc", "connected components", cc_vertex, cc_parameters),
    .phases = {MG_RUN(cc_first), MG_RUN(cc_subsample), MG_RUN(cc_flatten), MG_RUN(cc_second), MG_RUN(cc_flatten),
               MG_RUN(cc_sample), MG_RUN(cc_remaining), MG_RUN(cc_flatten)},
    .tiled = {MG_RUN(cc_within_blocks), MG_RUN(cc_between_blocks), MG_RUN(cc_flatten)},
    .columns = {MG_COLUMN(cc_vertex, component, "component", MG_VERTEX)},
};
