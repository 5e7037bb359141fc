/* SPDX-License-Identifier: Apache-2.0
 *
 * coarse_gather.c: a level without the communities that have no edges to others, which stay as they are.
 */
#include "algorithms/communities/coarse.h"

/* Numbers the vertices that have edges; the others get MG_NONE. Returns how many there are. */
static mg_vertex number_members(const mg_coarse *g, mg_vertex *number) {
    mg_vertex count = 0;
    for (mg_vertex v = 0; v < g->n; v++) {
        number[v] = mg__coarse_width(g, v) ? count++ : MG_NONE;
    }
    return count;
}

/* owned: as those of a merged graph. */
static mg_status allocate(mg_context *context, mg_coarse *gathered, mg_vertex **members) {
    mg_status status = MG_OK;
    void **const owned = gathered->owned;
    MG_TRY(mg__alloc(context, &owned[0], gathered->n, sizeof(uint64_t), "strengths of communities"));
    MG_TRY(mg__alloc(context, &owned[1], (uint64_t)gathered->n + 1, sizeof(uint64_t), "edges of communities"));
    MG_TRY(mg__alloc(context, &owned[2], gathered->edges, sizeof(mg_vertex), "edges of communities"));
    MG_TRY(mg__alloc(context, &owned[3], gathered->edges, sizeof(uint64_t), "edges of communities"));
    MG_TRY(MG_ALLOC(context, *members, gathered->n, "communities"));
    gathered->strength = owned[0];
    gathered->rows[0] = (mg_coarse_rows){
        .begin = owned[1], .end = (uint64_t *)owned[1] + 1, .neighbours = owned[2], .weights = owned[3]};
out:
    return status;
}

static void fill(const mg_coarse *g, const mg_vertex *number, mg_coarse *gathered, mg_vertex *members) {
    const mg_coarse_rows *const rows = &g->rows[0];
    uint64_t *const begin = gathered->owned[1], *const weights = gathered->owned[3], at = 0;
    mg_vertex *const neighbours = gathered->owned[2];
    for (mg_vertex v = 0; v < g->n; v++) {
        if (number[v] == MG_NONE) {
            gathered->apart += (unsigned __int128)g->strength[v] * g->strength[v];
            continue;
        }
        members[number[v]] = v;
        gathered->strength[number[v]] = g->strength[v];
        begin[number[v]] = at;
        for (uint64_t e = rows->begin[v]; e < rows->end[v]; e++, at++) {
            neighbours[at] = number[rows->neighbours[e]];
            weights[at] = rows->weights[e];
        }
    }
    begin[gathered->n] = at;
}

mg_status mg__coarse_gather(mg_context *context, const mg_coarse *g, mg_coarse *gathered, mg_vertex **members) {
    mg_status status = MG_OK;
    mg_vertex *number = NULL;
    *gathered = (mg_coarse){.n = 0};
    *members = NULL;
    MG_TRY(MG_ALLOC(context, number, g->n, "communities"));
    *gathered = (mg_coarse){.n = number_members(g, number),
                            .row_count = 1,
                            .total = g->total,
                            .inside = g->inside,
                            .edges = g->edges,
                            .widest = g->widest,
                            .apart = g->apart};
    MG_TRY(allocate(context, gathered, members));
    fill(g, number, gathered, *members);
out:
    mg__release(&context->memory, number);
    if (status < 0) {
        mg__coarse_release(context, gathered);
        mg__release(&context->memory, *members);
        *members = NULL;
    }
    return status;
}
