/* SPDX-License-Identifier: Apache-2.0
 *
 * text_graph.c: graphs of texts of edges, made by the backend that parses them.
 */
#include "core/engine/backend.h"

static const mg_backend *that_parses(void) {
    const mg_backend *const *b = mg__backends;
    while (*b && !(*b)->text_rows) {
        b++;
    }
    return *b;
}

static mg_status adopt(mg_context *context, const mg_backend *owner, const mg_text_job *job, const mg_text_rows *rows,
                       mg_graph **graph) {
    const mg_graph known = {.n = rows->n,
                            .ids = rows->ids,
                            .id_base = rows->id_base,
                            .arcs = rows->arcs,
                            .directed = !job->undirected,
                            .order = MG_ORDER_NATURAL};
    const mg_status status = owner->adopt_rows(context, &known, rows->device, graph);
    if (status < 0) {
        owner->keep_rows(NULL, rows->device);
        mg__release(&context->memory, rows->ids);
    }
    return status;
}

mg_status mg__graph_from_text(mg_context *context, const mg_text_job *job, mg_graph **graph) {
    const mg_backend *const owner = that_parses();
    mg_text_rows rows = {.device = NULL};
    mg_status status = MG_OK;
    *graph = NULL;
    if (owner) {
        status = owner->text_rows(context, job, &rows);
        if (status >= 0 && rows.device) {
            status = adopt(context, owner, job, &rows, graph);
        }
    }
    if (status < 0 && status != MG_ERROR_CANCELLED) {
        mg__log(context, MG_LOG_INFO, "reading on the CPU instead: %s", mg_context_error(context));
        return MG_OK;
    }
    return status;
}

void mg__parse_on_device(mg_context *context) {
    if (that_parses()) {
        context->edge_text = mg__graph_from_text;
    }
}
