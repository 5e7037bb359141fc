/* SPDX-License-Identifier: Apache-2.0
 *
 * leiden.c: a pass of Leiden on the CPU: the levels as in multilevel.c, but merges the connected parts of communities,
 * and the vertices of the next level start in the communities of these.
 */
#include "algorithms/communities/ladder.h"
#include "algorithms/communities/refine.h"
#include "algorithms/communities/split.h"

#include <string.h>

bool mg__take_pass_level(mg_multilevel *m, const mg_pass_level *level, bool *goes_on) {
    const bool taken = level->quality >= m->quality, apart = level->communities == level->vertices;
    m->ends = apart && (level->small || !level->moved || !m->moving.convergence_share);
    if (taken) {
        m->quality = level->quality;
        m->connected = m->ends; /* each community is one vertex, which is connected */
    }
    if (apart) {
        m->moving.convergence_share = 0; /* a few moves may be left */
    } else {
        m->levels++;
    }
    *goes_on = !m->ends && (apart || mg__may_go_on(m));
    return taken;
}

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
    const mg_coarse merged = {
        .n = g->n, .strength = p->strength, .total = g->total, .inside = inside, .apart = g->apart};
    return mg__coarse_quality(context, &merged, resolution);
}

/* The communities of the next level's vertices, named by the first vertex of each. */
static void carry_communities(const mg_context *context, mg_ladder *l, const mg_coarse *next) {
    const mg_coarse *const g = l->g;
    mg_vertex *const community = l->parts.size, *const name =
                                                    l->p.size; /* scratch: the next level recomputes both sizes */
#pragma omp parallel for num_threads(mg__coarse_threads(context, g)) schedule(static)
    for (mg_vertex v = 0; v < g->n; v++) {
        __atomic_store_n(&community[l->number[l->parts.label[v]]], l->p.label[v], __ATOMIC_RELAXED);
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

/* Moves and refines; *goes_on: two vertices belong together, or moves are left. */
static mg_status leiden_level(mg_context *context, mg_ladder *l, mg_multilevel *m, bool *taken, bool *goes_on) {
    mg_status status = MG_OK;
    uint64_t moved = 0, inside = 0;
    MG_TRY(mg__move_vertices(context, l->g, &m->moving, &l->p, &moved));
    MG_TRY(mg__refine(context, l->g, &m->moving, &l->p, &l->parts, &inside));
    const mg_pass_level level = {.vertices = l->g->n,
                                 .communities = count_labels(context, l->g, &l->p),
                                 .moved = moved,
                                 .small = mg__coarse_is_small(l->g),
                                 .quality = quality_of(context, l->g, &l->p, inside, m->moving.resolution)};
    if (mg__take_pass_level(m, &level, goes_on)) {
        mg__take_labels(context, l->first, l->vertex, l->p.label, m->label);
        *taken = true;
    }
out:
    return status;
}

/* Goes to the next level, if it has fewer vertices. */
static mg_status merge_parts(mg_context *context, mg_ladder *l, bool *goes_on) {
    mg_status status = MG_OK;
    mg_coarse next = {.n = 0};
    MG_TRY(mg__coarse_merge(context, l->g, l->parts.label, l->number, &next));
    *goes_on = next.n < l->g->n;
    if (*goes_on) {
        carry_communities(context, l, &next);
        mg__climb(context, l, l->parts.label, &next);
        mg__clustering_count(context, l->g, &l->p);
    }
out:
    mg__coarse_release(context, &next);
    return status;
}

/* Ends a pass at whose last level no parts can be merged: the communities there, split to connected ones. */
static mg_status split_last(mg_context *context, mg_ladder *l, mg_multilevel *m, bool *taken) {
    mg_status status = MG_OK;
    double quality = 0;
    MG_TRY(mg__split_communities(context, l->g, l->p.label));
    MG_TRY(mg__labels_quality(context, l->g, l->p.label, m->moving.resolution, &quality));
    if (quality >= m->quality) {
        m->quality = quality;
        m->connected = true;
        mg__take_labels(context, l->first, l->vertex, l->p.label, m->label);
        *taken = true;
    }
out:
    return status;
}

/* The levels from one that has few edges on, without its vertices that have none: each of these is a community. `label`
 * begins and ends with the communities, which are named by their first vertices. */
static mg_status leiden_gathered(mg_context *context, const mg_coarse *g, mg_multilevel *m, mg_vertex *label,
                                 bool *taken) {
    mg_status status = MG_OK;
    mg_coarse gathered;
    mg_vertex *members = NULL, *number = NULL, *const given = m->label;
    m->label = NULL;
    MG_TRY(mg__coarse_gather(context, g, &gathered, &members));
    MG_TRY(MG_ALLOC(context, number, g->n, "communities"));
    MG_TRY(MG_ALLOC(context, m->label, gathered.n, "communities"));
    for (mg_vertex i = 0; i < gathered.n; i++) {
        number[members[i]] = i;
    }
    for (mg_vertex i = 0; i < gathered.n; i++) {
        m->label[i] = number[label[members[i]]];
    }
    MG_TRY(mg__leiden(context, &gathered, m, taken));
    for (mg_vertex i = 0; *taken && i < gathered.n; i++) {
        label[members[i]] = members[m->label[i]];
    }
out:
    mg__coarse_release(context, &gathered);
    mg__release(&context->memory, members);
    mg__release(&context->memory, number);
    mg__release(&context->memory, m->label);
    m->label = given;
    return status;
}

/* Moves, refines and merges up to the last level, or to one that is to be gathered: *goes_on. */
static mg_status leiden_levels(mg_context *context, mg_ladder *l, mg_multilevel *m, bool *taken, bool *goes_on) {
    mg_status status = MG_OK;
    *goes_on = true;
    while (*goes_on && !mg__coarse_is_sparse(l->g)) {
        const uint32_t levels = m->levels;
        MG_TRY(leiden_level(context, l, m, taken, goes_on));
        if (*goes_on && m->levels > levels) {
            MG_TRY(merge_parts(context, l, goes_on));
        }
    }
out:
    return status;
}

mg_status mg__leiden(mg_context *context, const mg_coarse *first, mg_multilevel *m, bool *taken) {
    mg_status status = MG_OK;
    mg_ladder l;
    bool goes_on, better = false;
    *taken = false;
    if (mg__coarse_is_sparse(first)) {
        return leiden_gathered(context, first, m, m->label, taken);
    }
    MG_TRY(mg__ladder_create(context, first, true, &l));
    memcpy(l.p.label, m->label, first->n * sizeof *m->label);
    mg__clustering_count(context, first, &l.p);
    MG_TRY(leiden_levels(context, &l, m, taken, &goes_on));
    if (goes_on) {
        MG_TRY(leiden_gathered(context, l.g, m, l.p.label, &better));
    } else if (!m->ends && mg__coarse_is_small(l.g)) { /* else as on a device, at the end of all passes */
        MG_TRY(split_last(context, &l, m, taken));
    }
    if (better) {
        mg__take_labels(context, first, l.vertex, l.p.label, m->label);
        *taken = true;
    }
out:
    mg__ladder_release(context, &l);
    return status;
}
