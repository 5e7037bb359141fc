/* SPDX-License-Identifier: Apache-2.0
 *
 * edit_vertices.c: the ids and names of a new version of a graph. Old vertices keep their indices; new ones follow.
 */
#include "core/graph/graph_edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A new vertex. */
typedef struct named {
    uint64_t id;
    mg_vertex index;
} named;

static int compare_ids(const void *a, const void *b) {
    const uint64_t x = ((const named *)a)->id, y = ((const named *)b)->id;
    return (x > y) - (x < y);
}

/* Vertex number i by ascending id. */
static mg_vertex old_vertex(const mg_graph *g, mg_vertex i) {
    return g->by_id ? g->by_id[i] : i;
}

static uint64_t old_id(const mg_graph *g, mg_vertex v) {
    return g->ids ? g->ids[v] : g->id_base + v;
}

/* The id of the first new vertex where none is given. */
static mg_status next_id(mg_context *context, const mg_edit_batch *batch, uint64_t *id) {
    const mg_graph *g = batch->graph;
    const uint64_t added = batch->n - g->n;
    *id = g->n ? old_id(g, old_vertex(g, g->n - 1)) + 1 : g->id_base;
    return (g->n && *id == 0) || (added && *id + (added - 1) < *id)
               ? mg__fail(context, MG_ERROR_RANGE, "mg_graph_edit: no ids are left for %llu new vertices",
                          (unsigned long long)added)
               : MG_OK;
}

/* The new vertices by ascending id. */
static mg_status list_new(mg_context *context, const mg_edit_batch *batch, named **list, bool *follow) {
    const mg_graph_edits *e = batch->edits;
    const mg_vertex added = batch->n - batch->graph->n;
    uint64_t next = 0;
    mg_status status;
    *follow = true;
    MG_TRY(MG_ALLOC(context, *list, added, "new vertices"));
    if (!e->new_ids) {
        MG_TRY(next_id(context, batch, &next));
    }
    for (mg_vertex i = 0; i < added; i++) {
        (*list)[i] = (named){.id = e->new_ids ? e->new_ids[i] : next + i, .index = batch->graph->n + i};
    }
    qsort(*list, added, sizeof **list, compare_ids);
    for (mg_vertex i = 0; i < added; i++) {
        *follow = *follow && (*list)[i].index == batch->graph->n + i;
    }
out:
    return status;
}

/* Do the ids of the new vertices continue those of a graph without an array of ids? */
static bool continues(const mg_graph *g, const named *list, mg_vertex added, bool follow) {
    bool contiguous = !g->ids && follow;
    for (mg_vertex i = 0; i < added && contiguous; i++) {
        contiguous = list[i].id == g->id_base + g->n + i;
    }
    return contiguous;
}

/* Writes the vertices by ascending id. INVALID: an id occurs twice. *natural: they are 0, 1, 2, ... */
static mg_status merge_by_id(mg_context *context, const mg_edit_batch *batch, const named *list, const uint64_t *ids,
                             mg_vertex *by_id, bool *natural) {
    const mg_graph *g = batch->graph;
    mg_vertex old = 0, new = 0;
    *natural = true;
    for (mg_vertex i = 0; i < batch->n; i++) {
        const bool take_new = old == g->n || (g->n + new < batch->n &&list[new].id < ids[old_vertex(g, old)]);
        by_id[i] = take_new ? list[new ++].index : old_vertex(g, old++);
        *natural = *natural && by_id[i] == i;
        if (i && ids[by_id[i]] == ids[by_id[i - 1]]) {
            return mg__fail(context, MG_ERROR_INVALID, "mg_graph_edit: the id %llu of a new vertex exists already",
                            (unsigned long long)ids[by_id[i]]);
        }
    }
    return MG_OK;
}

mg_status mg__edit_vertices(mg_context *context, const mg_edit_batch *batch, mg_graph *version) {
    const mg_graph *g = batch->graph;
    const mg_vertex added = batch->n - g->n;
    named *list = NULL;
    uint64_t *ids = NULL;
    bool follow, natural;
    mg_status status;
    MG_TRY(list_new(context, batch, &list, &follow));
    version->n = batch->n;
    version->id_base = g->id_base;
    version->ids = NULL;
    version->by_id = NULL;
    version->order = MG_ORDER_NATURAL;
    if (continues(g, list, added, follow)) {
        goto out;
    }
    MG_TRY(mg__alloc(context, (void **)&ids, batch->n, MG_ORDERED_ID_SIZE, "ids"));
    for (mg_vertex v = 0; v < g->n; v++) {
        ids[v] = old_id(g, v);
    }
    for (mg_vertex i = 0; i < added; i++) {
        ids[list[i].index] = list[i].id;
    }
    MG_TRY(merge_by_id(context, batch, list, ids, mg__by_id_of(ids, batch->n), &natural));
    version->ids = ids;
    if (!natural) {
        version->by_id = mg__by_id_of(ids, batch->n);
        version->order = g->by_id ? g->order : MG_ORDER_SHUFFLED;
    }
    ids = NULL;
out:
    mg__release(&context->memory, ids);
    mg__release(&context->memory, list);
    return status;
}

/* A new vertex must not have the name of another one. */
static mg_status check_distinct(mg_context *context, const mg_edit_batch *batch, mg_graph *version) {
    mg_names *const names = &version->names;
    mg_status status;
    MG_TRY(mg__names_index(&context->memory, names));
    for (mg_vertex i = 0; i < version->n; i++) {
        size_t length;
        const char *const name = mg__names_at(names, i, &length);
        const uint32_t first = mg__names_find(names, name, length);
        const mg_vertex u = version->by_id ? version->by_id[first] : first, v = version->by_id ? version->by_id[i] : i;
        if (u != v && (u >= batch->graph->n || v >= batch->graph->n)) {
            return mg__fail(
                context, MG_ERROR_INVALID, "edits: the vertices %llu and %llu would have the same name '%.40s'",
                (unsigned long long)mg_graph_id(version, u), (unsigned long long)mg_graph_id(version, v), name);
        }
    }
out:
    return status;
}

/* The old vertices come in the order of the old names. */
mg_status mg__edit_names(mg_context *context, const mg_edit_batch *batch, mg_graph *version) {
    const mg_graph *g = batch->graph;
    mg_vertex old = 0;
    mg_status status = MG_OK;
    for (mg_vertex i = 0; i < version->n && g->names.count; i++) {
        const mg_vertex v = version->by_id ? version->by_id[i] : i;
        char number[24];
        size_t length;
        const char *name = v < g->n ? mg__names_at(&g->names, old++, &length) : number;
        if (v >= g->n && batch->edits->new_names) {
            name = batch->edits->new_names[v - g->n];
        } else if (v >= g->n) {
            snprintf(number, sizeof number, "%llu", (unsigned long long)mg_graph_id(version, v));
        }
        MG_TRY(mg__names_append(context, &version->names, name, strlen(name)));
    }
    if (g->names.count && version->n > g->n) {
        status = check_distinct(context, batch, version);
    }
out:
    return status;
}
