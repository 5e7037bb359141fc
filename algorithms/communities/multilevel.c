/* SPDX-License-Identifier: Apache-2.0
 *
 * multilevel.c: the levels of Louvain: move the vertices, merge communities to the vertices of the next level, as long
 * as modularity grows.
 */
#include "algorithms/communities/ladder.h"

bool mg__may_go_on(const mg_multilevel *m) {
    return !m->max_levels || m->levels < m->max_levels;
}

/* The last levels make only moves of more than the threshold, so that at the end there is none. */
bool mg__take_level(mg_multilevel *m, double quality) {
    const double gain = quality - m->quality;
    if (!(gain > 0)) {
        return false;
    }
    m->quality = quality;
    m->levels++;
    m->moving.least = gain <= m->threshold ? m->threshold : 0;
    return true;
}

/* Moves and merges the vertices of a level. *quality: then; as before: no vertex moved. */
static mg_status louvain_level(mg_context *context, mg_ladder *l, mg_multilevel *m, mg_coarse *next, double *quality) {
    mg_status status = MG_OK;
    uint64_t moved = 0;
    *quality = m->quality;
    mg__clustering_singletons(context, l->g, &l->p);
    MG_TRY(mg__move_vertices(context, l->g, &m->moving, &l->p, &moved));
    if (moved) {
        MG_TRY(mg__coarse_merge(context, l->g, l->p.label, l->number, next));
        *quality = mg__coarse_quality(context, next, m->moving.resolution);
    }
out:
    return status;
}

/* The levels from one that has few edges on, without its vertices that have none. Sets the labels of its vertices. */
static mg_status louvain_gathered(mg_context *context, const mg_coarse *g, mg_multilevel *m, mg_vertex *label) {
    mg_status status = MG_OK;
    mg_coarse gathered;
    mg_vertex *members = NULL, *const given = m->label;
    m->label = NULL;
    MG_TRY(mg__coarse_gather(context, g, &gathered, &members));
    MG_TRY(MG_ALLOC(context, m->label, gathered.n, "communities"));
    MG_TRY(mg__louvain(context, &gathered, m));
    for (mg_vertex v = 0; v < g->n; v++) {
        label[v] = v;
    }
    for (mg_vertex i = 0; i < gathered.n; i++) {
        label[members[i]] = members[m->label[i]];
    }
out:
    mg__coarse_release(context, &gathered);
    mg__release(&context->memory, members);
    mg__release(&context->memory, m->label);
    m->label = given;
    return status;
}

/* Moves and merges as long as modularity grows, up to a level that is to be gathered. */
static mg_status louvain_levels(mg_context *context, mg_ladder *l, mg_multilevel *m) {
    mg_status status = MG_OK;
    mg_coarse next = {.n = 0};
    double quality = 0;
    while (mg__may_go_on(m) && !mg__coarse_is_sparse(l->g)) {
        MG_TRY(louvain_level(context, l, m, &next, &quality));
        if (quality < m->quality) { /* vertices that moved at the same time hindered each other */
            mg__coarse_release(context, &next);
            m->moving.serial = true;
            MG_TRY(louvain_level(context, l, m, &next, &quality));
            m->moving.serial = false;
        }
        if (!mg__take_level(m, quality)) {
            break;
        }
        mg__climb(context, l, l->p.label, &next);
    }
out:
    mg__coarse_release(context, &next);
    return status;
}

mg_status mg__louvain(mg_context *context, const mg_coarse *first, mg_multilevel *m) {
    mg_status status = MG_OK;
    mg_ladder l;
    if (mg__coarse_is_sparse(first)) {
        return louvain_gathered(context, first, m, m->label);
    }
    m->quality = mg__coarse_quality(context, first, m->moving.resolution);
    MG_TRY(mg__ladder_create(context, first, false, &l));
    MG_TRY(louvain_levels(context, &l, m));
    if (mg__coarse_is_sparse(l.g)) {
        MG_TRY(louvain_gathered(context, l.g, m, l.p.label));
    }
    mg__take_labels(context, first, l.vertex, mg__coarse_is_sparse(l.g) ? l.p.label : NULL, m->label);
out:
    mg__ladder_release(context, &l);
    return status;
}
