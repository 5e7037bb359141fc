/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/estimate.h"

#include "core/graph/graph_cache.h"

#include <stdio.h>

/* Runs that need less are not compared with the memory that is there: to ask takes longer than a small run. */
#define LEAST_CHECKED ((uint64_t)64 << 20)
/* Seconds for which the memory that is there is not asked for again: it takes 0.1 ms. */
#define READ_EVERY 1.0

uint64_t mg__graph_bytes(const mg_graph *graph) {
    const uint64_t n = graph->n, weight = mg__type_size(graph->weight_type);
    uint64_t bytes = 8 * (n + 1) + graph->arcs * (sizeof(mg_vertex) + weight);
    bytes += graph->ids ? n * (graph->by_id ? MG_ORDERED_ID_SIZE : sizeof *graph->ids) : 0;
    bytes += mg__names_size(&graph->names) + graph->names.count * sizeof *graph->names.ends;
    bytes += graph->names.slots ? sizeof *graph->names.slots << graph->names.bits : 0;
    mg_graph *const g = (mg_graph *)graph; /* fields guarded by the lock are mutable */
    pthread_mutex_lock(&g->lock);
    bytes += graph->in.offsets ? mg__in_edges_bytes(graph) : 0;
    for (const mg_converted *c = graph->converted; c; c = c->next) {
        bytes += graph->arcs * mg__type_size(c->type);
    }
    for (const mg_built *b = graph->built; b; b = b->next) {
        bytes += b->bytes;
    }
    pthread_mutex_unlock(&g->lock);
    return bytes;
}

/* Columns of the result; a state that is nothing but the only column becomes it. */
static uint64_t result_bytes(const mg_program *program, uint64_t elements, bool given) {
    const mg_column_spec *const c = program->columns;
    uint64_t bytes = 0;
    if (!given && c[0].name && !c[1].name && mg__type_size(c[0].type) == program->state_size) {
        return 0;
    }
    for (size_t k = 0; k < MG_COLUMNS_MAX && c[k].name; k++) {
        bytes += elements * mg__type_size(c[k].type);
    }
    return bytes;
}

mg_status mg__estimate_plan(mg_context *context, const mg_graph *graph, const mg_program *program, mg_plan *plan) {
    mg_estimate *const e = context->estimate;
    const mg_backend *backend = NULL;
    const uint64_t lanes = plan->options.lanes > 1 ? plan->options.lanes : 1;
    mg_status status;
    MG_TRY(mg__backend_choose(context, plan->options.backend, &backend));
    e->results = result_bytes(program, (uint64_t)graph->n * lanes, e->given);
    MG_TRY(backend->memory(context, graph, plan, &e->need));
    e->held = e->live;
    e->reached = true;
    status = mg__fail(context, MG_ERROR_CANCELLED, "only an estimate");
out:
    return status;
}

uint64_t mg__in_edges_bytes(const mg_graph *graph) {
    return 8 * ((uint64_t)graph->n + 1) + graph->arcs * (sizeof(mg_vertex) + mg__type_size(graph->weight_type));
}

/* Ends within a bucket of sources, targets and weights. */
uint64_t mg__sorting_bytes(const mg_graph *graph) {
    return graph->arcs * (sizeof(uint16_t) + sizeof(mg_vertex) + mg__type_size(graph->weight_type));
}

mg_status mg__estimate_products(mg_context *context, const mg_graph *graph) {
    mg_estimate *const e = context->estimate;
    if (mg__graph_lacks_in_edges(context, graph)) {
        e->need.built = mg__in_edges_bytes(graph);
        e->need.building = e->need.built + mg__sorting_bytes(graph);
    }
    e->held = e->live;
    e->reached = true;
    return mg__fail(context, MG_ERROR_CANCELLED, "only an estimate");
}

static void text_of(uint64_t bytes, char text[32]) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    size_t unit = 0;
    while (value >= 1024 && unit < 4) {
        value /= 1024;
        unit++;
    }
    snprintf(text, 32, unit ? "%.1f %s" : "%.0f %s", value, units[unit]);
}

/* What would need less. */
static const char *advice_for(const mg_graph *graph, const mg_plan *plan, const mg_memory_need *need) {
    if (plan->options.lanes > 1) {
        return "; fewer lanes need less";
    }
    if (plan->options.mode == MG_MODE_DENSE) {
        return "; the mode auto, pull or sparse needs less";
    }
    return need->built && graph->directed && plan->options.mode == MG_MODE_AUTO
               ? "; the mode sparse needs no in-edges in most algorithms"
               : "";
}

static uint64_t memory_there(mg_context *context) {
    const double now = mg__now();
    if (context->memory_read <= 0.0 || now - context->memory_read > READ_EVERY) {
        context->memory_there = mg__available_memory();
        context->memory_read = now;
    }
    return context->memory_there;
}

mg_status mg__check_bytes(mg_context *context, uint64_t bytes, const char *advice) {
    char needed[32], there[32];
    const uint64_t available = bytes < LEAST_CHECKED ? UINT64_MAX : memory_there(context);
    if (bytes <= available) {
        return MG_OK;
    }
    text_of(bytes, needed);
    text_of(available, there);
    return mg__fail(context, MG_ERROR_MEMORY, "the run needs %s of memory, but %s are available%s", needed, there,
                    advice);
}

/* More than any run needs, at once: all representations of the edges, and the arrays of vertices of each lane. */
static uint64_t rough_need(const mg_graph *graph, const mg_plan *plan) {
    const uint64_t lanes = plan->options.lanes > 1 ? plan->options.lanes : 1;
    return 64 * graph->arcs + 256 * lanes * graph->n;
}

mg_status mg__check_memory(mg_context *context, const mg_graph *graph, const mg_plan *plan, const mg_backend *backend) {
    mg_memory_need need = {0};
    mg_status status = MG_OK;
    const uint64_t rough = rough_need(graph, plan);
    if (!backend->memory || rough < LEAST_CHECKED || rough <= memory_there(context)) {
        return MG_OK;
    }
    MG_TRY(backend->memory(context, graph, plan, &need));
    const uint64_t most = need.built + need.work > need.building ? need.built + need.work : need.building;
    status = mg__check_bytes(context, most, advice_for(graph, plan, &need));
out:
    return status;
}
