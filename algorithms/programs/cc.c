/* SPDX-License-Identifier: Apache-2.0
 *
 * Connected components (of a directed graph the weakly connected ones) by Afforest [1].
 *
 * `component` is a parent pointer in a union-find forest: it points to a vertex of the component with an index that is
 * not larger. Hooking makes the larger of two roots point to the smaller one, so the final root is the smallest vertex
 * of the component. Two rounds over one neighbour per vertex, the first without races, nearly always connect the giant
 * component. A sample finds its label; the remaining edges are visited only from vertices outside of it.
 *
 * Alternative for graphs whose edges mostly connect close indices, such as road networks: components within each vertex
 * range first, then the edges between ranges.
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

/* Hooks u to its first, smallest neighbour if that is smaller. No race: only the owner u writes its own pointer. */
MG_FN void cc_hook_first(mg_vertex u, mg_vertex v, mg_none weight, const cc_parameters *p, cc_vertex *all) {
    (void)weight;
    (void)p;
    if (v < u) {
        mg_atomic_store_u32(&all[u].component, v);
    }
}

/* Links the trees of u and v with path halving on the way to the roots; stops after `steps` steps. */
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

/* With MG_DIRECTION_BOTH every edge is visited from both ends; linking from the larger end suffices. */
MG_FN void cc_link_down(mg_vertex u, mg_vertex v, mg_none weight, const cc_parameters *p, cc_vertex *all) {
    if (v < u) {
        cc_link(u, v, weight, p, all);
    }
}

/* Only every 32nd vertex links, with few steps: if all linked at once, contention on a few roots would dominate. Phase
 * cc_second processes the same edges again. */
MG_FN void cc_link_subsample(mg_vertex u, mg_vertex v, mg_none weight, const cc_parameters *p, cc_vertex *all) {
    (void)weight;
    (void)p;
    if (u % 32 == 0) {
        cc_hook(u, v, all, 8);
    }
}

/* Compression: points each vertex to its root. Every ancestor found is stored immediately, which shortens the paths of
 * concurrent searches from deeper vertices. */
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
MG_PHASE(cc_first){.kind = MG_KIND_EDGES,
                   .properties = MG_FOREST,
                   .init = cc_start,
                   .visit = cc_hook_first,
                   .first_neighbour = 0,
                   .neighbour_count = 1};
#define MG_INSTANTIATE cc_first
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(cc_subsample, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_subsample){.kind = MG_KIND_EDGES,
                       .properties = MG_FOREST,
                       .visit = cc_link_subsample,
                       .first_neighbour = 1,
                       .neighbour_count = 1};
#define MG_INSTANTIATE cc_subsample
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(cc_second, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_second){
    .kind = MG_KIND_EDGES, .properties = MG_FOREST, .visit = cc_link, .first_neighbour = 1, .neighbour_count = 1};
#define MG_INSTANTIATE cc_second
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(cc_flatten, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_flatten){.kind = MG_KIND_VERTICES, .vertex = cc_compress};
#define MG_INSTANTIATE cc_flatten
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(cc_sample, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_sample){.kind = MG_KIND_MOST_FREQUENT, .label = cc_label, .label_offset = offsetof(cc_parameters, giant)};
#define MG_INSTANTIATE cc_sample
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(cc_remaining, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_remaining){.kind = MG_KIND_EDGES,
                       .direction = MG_DIRECTION_BOTH,
                       .properties = MG_FOREST,
                       .visit = cc_link,
                       .where = cc_outside};
#define MG_INSTANTIATE cc_remaining
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(cc_within_blocks, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_within_blocks){.kind = MG_KIND_EDGES,
                           .direction = MG_DIRECTION_BOTH,
                           .properties = MG_WITHIN_BLOCKS,
                           .init = cc_start,
                           .vertex = cc_compress,
                           .visit = cc_link_down};
#define MG_INSTANTIATE cc_within_blocks
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_TYPES(cc_between_blocks, cc_vertex, cc_parameters, uint32_t, mg_none);
MG_PHASE(cc_between_blocks){
    .kind = MG_KIND_EDGES, .direction = MG_DIRECTION_BOTH, .properties = MG_BETWEEN_BLOCKS, .visit = cc_link_down};
#define MG_INSTANTIATE cc_between_blocks
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

MG_PROGRAM(cc){
    MG_ABOUT("cc", "connected components", cc_vertex, cc_parameters),
    .phases = {MG_RUN(cc_first), MG_RUN(cc_subsample), MG_RUN(cc_flatten), MG_RUN(cc_second), MG_RUN(cc_flatten),
               MG_RUN(cc_sample), MG_RUN(cc_remaining), MG_RUN(cc_flatten)},
    .tiled = {MG_RUN(cc_within_blocks), MG_RUN(cc_between_blocks), MG_RUN(cc_flatten)},
    .columns = {MG_COLUMN(cc_vertex, component, "component", MG_VERTEX)},
};

/* For a CPU, whose few threads seldom meet in a root: without the phase that prevents it. */
MG_PROGRAM(cc_cpu){
    MG_ABOUT("cc", "connected components", cc_vertex, cc_parameters),
    .phases = {MG_RUN(cc_first), MG_RUN(cc_flatten), MG_RUN(cc_second), MG_RUN(cc_flatten), MG_RUN(cc_sample),
               MG_RUN(cc_remaining), MG_RUN(cc_flatten)},
    .columns = {MG_COLUMN(cc_vertex, component, "component", MG_VERTEX)},
};
