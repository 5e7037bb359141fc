/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/communities/ladder.h"

mg_status mg__ladder_create(mg_context *context, const mg_coarse *first, bool refines, mg_ladder *l) {
    mg_status status = MG_OK;
    *l = (mg_ladder){.first = first, .g = first};
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

void mg__ladder_release(mg_context *context, mg_ladder *l) {
    mg__coarse_release(context, &l->own);
    mg__clustering_release(context, &l->p);
    mg__clustering_release(context, &l->parts);
    mg__release(&context->memory, l->vertex);
    mg__release(&context->memory, l->number);
}

void mg__climb(mg_context *context, mg_ladder *l, const mg_vertex *label, mg_coarse *next) {
#pragma omp parallel for num_threads(mg__coarse_threads(context, l->first)) schedule(static)
    for (mg_vertex v = 0; v < l->first->n; v++) {
        l->vertex[v] = l->number[label[l->vertex[v]]];
    }
    mg__coarse_release(context, &l->own);
    l->own = *next;
    *next = (mg_coarse){.n = 0};
    l->g = &l->own;
}

void mg__take_labels(const mg_context *context, const mg_coarse *first, const mg_vertex *vertex, const mg_vertex *label,
                     mg_vertex *found) {
#pragma omp parallel for num_threads(mg__coarse_threads(context, first)) schedule(static)
    for (mg_vertex v = 0; v < first->n; v++) {
        found[v] = label ? label[vertex[v]] : vertex[v];
    }
}
