/* SPDX-License-Identifier: Apache-2.0
 *
 * multilevel.c: the levels of Louvain and Leiden: move the vertices, merge communities (Leiden: the connected parts of
 * communities) to the vertices of the next level, as long as modularity grows.
 */
#include "algorithms/communities/multilevel.h"

#include "algorithms/communities/refine.h"

#include <string.h>

/* A level under way. */
typedef struct ladder {
    const mg_coarse *first;
    const mg_coarse *g; /* the graph of this level: first, or &own */
    mg_coarse own;
    mg_clustering p, parts; /* communities; their connected parts */
    mg_vertex *vertex;      /* of each vertex of the first level: its vertex of this one */
    mg_vertex *number;      /* by label: the vertex of the next level */
} ladder;

static mg_status ladder_create(mg_context *context, const mg_coarse *first, bool refines, ladder *l) {
    mg_status status = MG_OK;
    *l = (ladder){.first = first, .g = first};
    MG_TRY(mg__clustering_create(context, first->n, &l->p));
    if (refines) {
        MG_TRY(mg__clustering_create(context, first->n, &l->parts));
    }
    MG_TRY(MG_ALLOC(context, l->vertex, first->n, "vertices of levels"));
    MG_TRY(MG_ALLOC(context, l->number, first->n, "vertices of levels"));
#pragma omp parallel for num_threads(mg__coarse_threads(context, first)) schedule(static)
    for (mg_vertex v = 0; v < first->n; v++) {
        l->vertex[v] = v;
    }
out:
    return status;
}

static void ladder_release(mg_context *context, ladder *l) {
    mg__coarse_release(context, &l->own);
    mg__clustering_release(context, &l->p);
    mg__clustering_release(context, &l->parts);
    mg__release(&context->memory, l->vertex);
    mg__release(&context->memory, l->number);
}

/* Goes to the next level, whose vertices are those of `label`. */
static void climb(mg_context *context, ladder *l, const mg_vertex *label, mg_coarse *next) {
#pragma omp parallel for num_threads(mg__coarse_threads(context, l->first)) schedule(static)
    for (mg_vertex v = 0; v < l->first->n; v++) {
        l->vertex[v] = l->number[label[l->vertex[v]]];
    }
    mg__coarse_release(context, &l->own);
    l->own = *next;
    *next = (mg_coarse){.n = 0};
    l->g = &l->own;
}

/* Reports the communities of this level's vertices. */
static void take_labels(const mg_context *context, const ladder *l, const mg_vertex *label, mg_vertex *found) {
#pragma omp parallel for num_threads(mg__coarse_threads(context, l->first)) schedule(static)
    for (mg_vertex v = 0; v < l->first->n; v++) {
        found[v] = label ? label[l->vertex[v]] : l->vertex[v];
    }
}

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
static mg_status louvain_level(mg_context *context, ladder *l, mg_multilevel *m, mg_coarse *next, double *quality) {
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

static bool is_to_be_gathered(const mg_coarse *g) {
    return g->scattered && mg__coarse_is_small(g);
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
static mg_status louvain_levels(mg_context *context, ladder *l, mg_multilevel *m) {
    mg_status status = MG_OK;
    mg_coarse next = {.n = 0};
    double quality = 0;
    while (mg__may_go_on(m) && !is_to_be_gathered(l->g)) {
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
        climb(context, l, l->p.label, &next);
    }
out:
    mg__coarse_release(context, &next);
    return status;
}

mg_status mg__louvain(mg_context *context, const mg_coarse *first, mg_multilevel *m) {
    mg_status status = MG_OK;
    ladder l;
    if (is_to_be_gathered(first)) {
        return louvain_gathered(context, first, m, m->label);
    }
    m->quality = mg__coarse_quality(context, first, m->moving.resolution);
    MG_TRY(ladder_create(context, first, false, &l));
    MG_TRY(louvain_levels(context, &l, m));
    if (is_to_be_gathered(l.g)) {
        MG_TRY(louvain_gathered(context, l.g, m, l.p.label));
    }
    take_labels(context, &l, is_to_be_gathered(l.g) ? l.p.label : NULL, m->label);
out:
    ladder_release(context, &l);
    return status;
}

/* ---- Leiden ---- */

/* The number of communities. */
static mg_vertex count_labels(const mg_context *context, const mg_coarse *g, const mg_clustering *p) {
    mg_vertex count = 0;
#pragma omp parallel for num_threads(mg__coarse_threads(context, g)) reduction(+ : count) schedule(static)
    for (mg_vertex label = 0; label < g->n; label++) {
        count += p->size[label] > 0;
    }
    return count;
}

static double quality_of(const mg_context *context, const mg_coarse *g, const mg_clustering *p, uint64_t inside,
                         double resolution) {
    const mg_coarse merged = {.n = g->n, .strength = p->strength, .total = g->total, .inside = inside};
    return mg__coarse_quality(context, &merged, resolution);
}

/* The communities of the next level's vertices, named by the first vertex of each. */
static void carry_communities(ladder *l, const mg_coarse *next) {
    const mg_coarse *const g = l->g;
    mg_vertex *const community = l->parts.size, *const name =
                                                    l->p.size; /* scratch: the next level recomputes both sizes */
    for (mg_vertex v = 0; v < g->n; v++) {
        community[l->number[l->parts.label[v]]] = l->p.label[v];
        name[v] = MG_NONE;
    }
    for (mg_vertex c = 0; c < next->n; c++) {
        mg_vertex *const first = &name[community[c]];
        *first = *first == MG_NONE ? c : *first;
    }
    for (mg_vertex c = 0; c < next->n; c++) {
        l->p.label[c] = name[community[c]];
    }
}

/* The first communities: those of the labels. */
static void start_communities(mg_context *context, const mg_coarse *first, const mg_vertex *label, mg_clustering *p) {
    memcpy(p->label, label, first->n * sizeof *label);
    mg__clustering_count(context, first, p);
}

mg_status mg__leiden(mg_context *context, const mg_coarse *first, mg_multilevel *m) {
    mg_status status = MG_OK;
    ladder l;
    mg_coarse next = {.n = 0};
    uint64_t moved = 0, inside = 0;
    MG_TRY(ladder_create(context, first, true, &l));
    start_communities(context, first, m->label, &l.p);
    for (bool more = true; more;) {
        MG_TRY(mg__move_vertices(context, l.g, &m->moving, &l.p, &moved));
        MG_TRY(mg__refine(context, l.g, &m->moving, &l.p, &l.parts, &inside));
        const double quality = quality_of(context, l.g, &l.p, inside, m->moving.resolution);
        if (quality > m->quality) {
            m->quality = quality;
            take_labels(context, &l, l.p.label, m->label);
        }
        if (count_labels(context, l.g, &l.p) == l.g->n) {
            break; /* no two vertices belong together */
        }
        m->levels++;
        MG_TRY(mg__coarse_merge(context, l.g, l.parts.label, l.number, &next));
        more = next.n < l.g->n && mg__may_go_on(m);
        if (more) {
            carry_communities(&l, &next);
            climb(context, &l, l.parts.label, &next);
            mg__clustering_count(context, l.g, &l.p);
        }
    }
out:
    mg__coarse_release(context, &next);
    ladder_release(context, &l);
    return status;
}
