/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_edit.c: checks batches of changes, and makes new versions of graphs in host memory.
 */
#include "core/graph/graph_edit.h"
#include "core/graph/weights.h"

#include <math.h>

/* ---- arguments ---- */

mg_status mg__edit_check(mg_context *context, const mg_graph *graph, const mg_graph_edits *e, mg_edit_batch *batch) {
    const char *wrong = NULL;
    if (e->size != sizeof *e) {
        wrong = "the size of the edits is wrong; use the _INIT macro";
    } else if (e->insert_count && (!e->insert_source || !e->insert_target)) {
        wrong = "edges to insert need sources and targets";
    } else if (e->remove_count && (!e->remove_source || !e->remove_target)) {
        wrong = "edges to remove need sources and targets";
    } else if (e->insert_weight && graph->weight_type == MG_TYPE_NONE) {
        wrong = "weights for a graph without weights";
    } else if (e->new_ids && !e->new_vertices) {
        wrong = "ids without new vertices";
    }
    if (wrong) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_edit: %s", wrong);
    }
    if (e->new_names && !graph->names.count) {
        return mg__fail(context, MG_ERROR_INVALID, "edits: new_names, but the graph has no names");
    }
    for (mg_vertex i = 0; e->new_names && i < e->new_vertices; i++) {
        if (!e->new_names[i]) {
            return mg__fail(context, MG_ERROR_INVALID, "edits: new_names[%u] is NULL", i);
        }
    }
    if (e->new_vertices >= MG_NONE - graph->n) {
        return mg__fail(context, MG_ERROR_RANGE,
                        "mg_graph_edit: %u and %u new vertices; at most 4294967294 are supported", graph->n,
                        e->new_vertices);
    }
    *batch = (mg_edit_batch){.graph = graph, .edits = e, .n = graph->n + e->new_vertices};
    return MG_OK;
}

mg_status mg__edit_fail_edge(mg_context *context, const mg_edit_batch *batch, bool inserted, uint64_t i, mg_vertex from,
                             mg_vertex to) {
    const mg_vertex n = inserted ? batch->n : batch->graph->n;
    const char *what = inserted ? "insert" : "remove";
    if (from < n && to < n) {
        return mg__fail(context, MG_ERROR_RANGE, "mg_graph_edit: edge %llu to insert has the weight NaN",
                        (unsigned long long)i);
    }
    return mg__fail(context, MG_ERROR_INVALID, "mg_graph_edit: edge %llu to %s is (%u, %u) of a graph of %u vertices",
                    (unsigned long long)i, what, from, to, n);
}

mg_status mg__edit_fail_missing(mg_context *context, const mg_edit_batch *batch, mg_vertex from, mg_vertex to) {
    return mg__fail(context, MG_ERROR_INVALID, "mg_graph_edit: the graph has no edge from %llu to %llu to remove",
                    (unsigned long long)mg_graph_id(batch->graph, from),
                    (unsigned long long)mg_graph_id(batch->graph, to));
}

static bool is_nan(mg_type type, const void *weights, uint64_t i) {
    return weights && (type == MG_FLOAT32 || type == MG_FLOAT64) && isnan(mg__weight_at(type, weights, i));
}

static mg_status check_edges(mg_context *context, const mg_edit_batch *batch, bool inserted) {
    const mg_graph_edits *e = batch->edits;
    const uint64_t count = inserted ? e->insert_count : e->remove_count;
    const mg_vertex *source = inserted ? e->insert_source : e->remove_source;
    const mg_vertex *target = inserted ? e->insert_target : e->remove_target;
    const mg_vertex n = inserted ? batch->n : batch->graph->n;
    const void *weights = inserted ? e->insert_weight : NULL;
    const mg_type type = batch->graph->weight_type;
    uint64_t bad = count;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad)
    for (uint64_t i = 0; i < count; i++) {
        bad = i < bad && (source[i] >= n || target[i] >= n || is_nan(type, weights, i)) ? i : bad;
    }
    return bad < count ? mg__edit_fail_edge(context, batch, inserted, bad, source[bad], target[bad]) : MG_OK;
}

/* ---- rows of changes ---- */

/* A list of edges of a batch, for the builder of rows. */
typedef struct edit_list {
    const mg_vertex *from, *to;
    mg_type type;
    const void *weights; /* NULL: 1 */
} edit_list;

static void load_edits(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                       void *weights) {
    const edit_list *list = arcs->data;
    const size_t size = mg__type_size(list->type);
    static const int32_t one = 1;
    memcpy(from, list->from + begin, count * sizeof *from);
    memcpy(to, list->to + begin, count * sizeof *to);
    if (!weights) {
        return;
    }
    if (list->weights) {
        memcpy(weights, (const char *)list->weights + begin * size, count * size);
    }
    for (uint32_t i = 0; i < count && !list->weights; i++) {
        mg__weight_convert(MG_INT32, &one, list->type, (char *)weights + i * size, 0);
    }
}

/* Sorted rows of the edges of a batch; `merge`: without parallel arcs, of least weight. */
static mg_status make_rows(mg_context *context, const mg_edit_batch *batch, const edit_list *list, uint64_t count,
                           bool merge, mg_csr *rows) {
    const mg_arc_list arcs = {
        .count = count, .weight_type = list->type, .load = load_edits, .data = list, .both = !batch->graph->directed};
    mg_status status;
    MG_TRY(mg__csr_build(context, batch->n, &arcs, rows));
    MG_TRY(mg__csr_sort(context, batch->n, list->type, rows));
    if (merge) {
        MG_TRY(mg__csr_merge(context, batch->n, list->type, rows));
    }
out:
    return status;
}

/* The new version of one direction of the graph; `incoming`: of its in-edges. */
static mg_status edit_side(mg_context *context, const mg_edit_batch *batch, bool incoming, mg_edit_rows *r,
                           mg_csr *edited) {
    const mg_graph *g = batch->graph;
    const mg_graph_edits *e = batch->edits;
    const edit_list insert = {.from = incoming ? e->insert_target : e->insert_source,
                              .to = incoming ? e->insert_source : e->insert_target,
                              .type = g->weight_type,
                              .weights = e->insert_weight};
    const edit_list removal = {.from = incoming ? e->remove_target : e->remove_source,
                               .to = incoming ? e->remove_source : e->remove_target,
                               .type = MG_TYPE_NONE};
    mg_status status;
    *r = (mg_edit_rows){.old_n = g->n,
                        .n = batch->n,
                        .old = incoming ? g->in : g->out,
                        .type = g->weight_type,
                        .replace = e->replace,
                        .undirected = !g->directed};
    MG_TRY(make_rows(context, batch, &insert, e->insert_count, e->replace, &r->insert));
    MG_TRY(make_rows(context, batch, &removal, e->remove_count, true, &r->remove));
    MG_TRY(mg__edit_merge(context, r, edited));
out:
    mg__csr_release(&context->memory, &r->insert);
    mg__csr_release(&context->memory, &r->remove);
    return status;
}

/* ---- the new version ---- */

/* If the old version has in-edges they stay, because it is in use. */
static bool has_in_edges(const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    pthread_mutex_lock(&g->lock);
    const bool has = g->in.offsets != NULL;
    pthread_mutex_unlock(&g->lock);
    return has;
}

mg_status mg__edit_on_host(mg_context *context, const mg_edit_batch *batch, mg_edit_counts *counts,
                           mg_graph **version) {
    const mg_graph *g = batch->graph;
    mg_edit_rows rows, in_rows;
    mg_graph vertices = {0};
    mg_csr out_edges = {0}, in_edges = {0};
    mg_status status;
    MG_TRY(mg_graph_check(context, g));
    MG_TRY(check_edges(context, batch, true));
    MG_TRY(check_edges(context, batch, false));
    MG_TRY(edit_side(context, batch, false, &rows, &out_edges));
    if (batch->edits->strict && rows.counts.missing) {
        status = mg__edit_fail_missing(context, batch, rows.missing_from, rows.missing_to);
        goto out;
    }
    if (has_in_edges(g)) {
        MG_TRY(edit_side(context, batch, true, &in_rows, &in_edges));
    }
    MG_TRY(mg__edit_vertices(context, batch, &vertices));
    const mg_csr taken = out_edges;
    out_edges = (mg_csr){0};
    MG_TRY(mg__graph_adopt(context, batch->n, taken, g->weight_type, g->directed, vertices.ids, vertices.id_base,
                           version));
    mg_graph *const made = *version;
    made->order = vertices.order;
    made->by_id = vertices.by_id;
    made->in = in_edges;
    in_edges = (mg_csr){0};
    if (made->by_id) {
        mg__graph_find_counts(context->threads, made); /* the default source is that of least id */
    }
    *counts = rows.counts;
out:
    mg__csr_release(&context->memory, &out_edges);
    mg__csr_release(&context->memory, &in_edges);
    return status;
}
