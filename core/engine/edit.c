/* SPDX-License-Identifier: Apache-2.0
 *
 * edit.c: mg_graph_edit: chooses where a new version of a graph is made.
 */
#include "core/engine/backend.h"
#include "core/graph/graph_cache.h"
#include "core/stage_clock.h"

/* The device memory that holds the edges of a batch; NULL: host memory. *mixed: some are elsewhere. */
static const mg_backend *owner_of(const mg_graph_edits *e, bool *mixed) {
    const void *const arrays[] = {e->insert_count ? e->insert_source : NULL, e->insert_count ? e->insert_target : NULL,
                                  e->insert_count ? e->insert_weight : NULL, e->remove_count ? e->remove_source : NULL,
                                  e->remove_count ? e->remove_target : NULL};
    return mg__common_owner(arrays, sizeof arrays / sizeof *arrays, mixed);
}

static bool is_on_device(const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    pthread_mutex_lock(&g->device_lock);
    const bool is = g->device != NULL;
    pthread_mutex_unlock(&g->device_lock);
    return is;
}

static mg_status choose(mg_context *context, const mg_edit_batch *batch, const mg_backend **backend) {
    const mg_graph_edits *e = batch->edits;
    bool mixed;
    mg_status status;
    const mg_backend *const owner = owner_of(e, &mixed);
    if (mixed) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_edit: some edges are in device memory, others are not");
    }
    const mg_backend_kind kind = e->backend != MG_BACKEND_AUTO ? e->backend
                                 : owner                       ? owner->kind
                                 : is_on_device(batch->graph)  ? MG_BACKEND_AUTO
                                                               : MG_BACKEND_CPU;
    MG_TRY(mg__backend_choose(context, kind, backend));
    if (owner && owner != *backend) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_edit: edges in device memory require the backend %s",
                        owner->name);
    }
out:
    return status;
}

/* What a device cannot hold is made in host memory, unless the caller named the device. */
static mg_status edit(mg_context *context, const mg_edit_batch *batch, const mg_backend *backend,
                      mg_edit_counts *counts, double *seconds, mg_graph **version) {
    if (backend && backend->edit_graph) {
        const mg_status status = backend->edit_graph(context, batch, counts, seconds, version);
        bool mixed;
        if (status != MG_ERROR_MEMORY || batch->edits->backend != MG_BACKEND_AUTO || owner_of(batch->edits, &mixed)) {
            return status;
        }
        mg__log(context, MG_LOG_INFO, "editing the graph in host memory instead: %s", mg_context_error(context));
    }
    return mg__edit_on_host(context, batch, counts, version);
}

mg_status mg_graph_edit(mg_context *context, const mg_graph *graph, const mg_graph_edits *edits, mg_graph **result) {
    MG_STAGE(context, MG_STAGE_ROWS);
    mg_edit_batch batch;
    mg_edit_counts counts = {0};
    double seconds = 0.0;
    mg_graph *made = NULL;
    const mg_backend *backend = NULL;
    mg_status status;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !edits || !result) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_edit: graph, edits and result must not be NULL");
    }
    MG_TRY(mg__edit_check(context, graph, edits, &batch));
    MG_TRY(choose(context, &batch, &backend));
    if (graph->release) { /* a file; what a device made is not fetched */
        MG_TRY(mg_graph_check(context, graph));
    }
    mg__graph_begin_use(graph); /* keeps the in-edges */
    status = edit(context, &batch, backend, &counts, &seconds, &made);
    mg__graph_end_use(context, graph);
    status = status < 0 ? status : mg__edit_names(context, &batch, made);
    if (status < 0) {
        mg_graph_destroy(made);
        goto out;
    }
    *result = made;
    if (edits->counts) {
        *edits->counts = counts;
    }
    if (edits->device_seconds) {
        *edits->device_seconds = seconds;
    }
out:
    return status;
}
