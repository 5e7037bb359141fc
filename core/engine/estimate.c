/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/estimate.h"

#include "core/engine/edge_columns.h"
#include "core/engine/run.h"
#include "core/graph/graph_cache.h"
#include "core/ranks/ranks.h"

#include <stdio.h>

/* Runs that need less are not compared with the memory that is there: to ask takes longer than a small run. */
#define LEAST_CHECKED ((uint64_t)64 << 20)
/* Seconds after which available memory is read again; earlier only if it seems too little. Reading takes 0.1 ms. */
#define READ_EVERY 1.0
#define NO_DEVICE_ADVICE "; the backend cpu needs none"

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

/* On the way from a backend's sums to the total. */
static uint64_t sums_bytes(uint64_t n) {
    return (n < MG_SUMS_PIECE ? n : MG_SUMS_PIECE) * sizeof(double);
}

/* Of the phases for graphs that partition into tiles, if the backend may prefer them. */
static mg_status need_of(mg_context *context, const mg_graph *graph, const mg_program *program, const mg_plan *plan,
                         const mg_backend *backend, mg_memory_need *need) {
    mg_status status = MG_OK;
    mg_plan tiled;
    bool is_tiled = false;
    if (backend->may_prefer_tiles && mg__tiled_plan(program, backend, plan, &tiled)) {
        MG_TRY(backend->may_prefer_tiles(context, graph, &tiled, &is_tiled));
    }
    status = backend->memory(context, graph, is_tiled ? &tiled : plan, need);
out:
    return status;
}

mg_status mg__estimate_plan(mg_context *context, const mg_graph *graph, const mg_program *program, mg_plan *plan) {
    mg_estimate *const e = context->estimate;
    const mg_backend *backend = NULL;
    const uint64_t lanes = plan->options.lanes > 1 ? plan->options.lanes : 1;
    mg_status status;
    MG_TRY(mg__backend_choose(context, plan->options.backend, &backend));
    const uint64_t columns = e->makes_columns ? result_bytes(program, graph->n * lanes, e->given) : 0;
    e->results = mg__edge_column_bytes(graph, program) + (plan->sums ? sums_bytes(graph->n) : columns);
    MG_TRY(need_of(context, graph, program, plan, backend, &e->need));
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

uint64_t mg__pair_count(const mg_graph *graph) {
    return graph->directed ? graph->arcs : (graph->arcs - graph->loops) / 2;
}

uint64_t mg__forward_bytes(const mg_graph *graph) {
    const uint64_t pair = sizeof(mg_vertex) + (graph->directed ? sizeof(uint8_t) : 0);
    return sizeof(uint64_t) * ((uint64_t)graph->n + 1) + sizeof(uint32_t) * graph->n + mg__pair_count(graph) * pair;
}

mg_status mg__estimate_need(mg_context *context, const mg_memory_need *need) {
    mg_estimate *const e = context->estimate;
    e->need = *need;
    e->held = e->live;
    e->reached = true;
    return mg__fail(context, MG_ERROR_CANCELLED, "only an estimate");
}

static mg_status need_of_products(mg_context *context, const mg_graph *graph, const mg_backend *backend,
                                  const mg_spmv_options *product, bool both_sides, mg_memory_need *need) {
    if (backend->products_memory) {
        return backend->products_memory(context, graph, product, both_sides, need);
    }
    if (mg__graph_lacks_in_edges(context, graph)) {
        need->built = mg__in_edges_bytes(graph);
        need->building = need->built + mg__sorting_bytes(graph);
    }
    return MG_OK;
}

mg_status mg__estimate_products(mg_context *context, const mg_graph *graph, const mg_backend *backend,
                                const mg_spmv_options *product, bool both_sides) {
    mg_memory_need need = {0};
    mg_status status;
    MG_TRY(need_of_products(context, graph, backend, product, both_sides, &need));
    status = mg__estimate_need(context, &need);
out:
    return status;
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

/* Is so much there? The answer is no only after the system was asked. */
static bool is_there(mg_context *context, uint64_t bytes) {
    const double now = mg__now();
    const bool old = context->memory_read <= 0.0 || now - context->memory_read > READ_EVERY;
    if (old || bytes > context->memory_there) {
        context->memory_there = mg__available_memory();
        context->memory_read = now;
    }
    return bytes <= context->memory_there;
}

static mg_status too_much(mg_context *context, const char *of, uint64_t bytes, uint64_t available, const char *advice) {
    char needed[32], there[32];
    text_of(bytes, needed);
    text_of(available, there);
    return mg__fail(context, MG_ERROR_MEMORY, "the run needs %s of %smemory, but %s are available%s", needed, of, there,
                    advice);
}

mg_status mg__check_bytes(mg_context *context, uint64_t bytes, const char *advice) {
    if (bytes < LEAST_CHECKED) {
        return MG_OK;
    }
    if (!is_there(context, bytes)) {
        return too_much(context, "", bytes, context->memory_there, advice);
    }
    context->memory_there -= context->memory_there < UINT64_MAX ? bytes : 0; /* which the caller takes next */
    return MG_OK;
}

/* More than any run needs, at once: all representations of the edges, and the arrays of vertices of each lane. */
static uint64_t rough_need(const mg_graph *graph, uint64_t lanes) {
    return 64 * graph->arcs + 256 * lanes * graph->n;
}

/* What is left there; UINT64_MAX: unknown (as for the parts of a graph on several devices or ranks), or not worth
 * asking: an earlier run has brought the graph there. A graph that was made there may have had no run. */
static uint64_t left_on_device(mg_context *context, const mg_graph *graph, uint64_t lanes, const mg_backend *backend,
                               bool on_ranks) {
    const bool one = context->device_count < 2 && !on_ranks;
    const bool first = one && (!graph->device || graph->count || lanes > 1);
    const uint64_t available = backend->device_available && first ? backend->device_available(context) : 0;
    return available ? available : UINT64_MAX;
}

static const char *device_advice(const mg_plan *plan) {
    return plan->options.lanes > 1               ? "; fewer lanes need less, the backend cpu none"
           : plan->options.mode == MG_MODE_DENSE ? "; the mode auto, pull or sparse needs less, the backend cpu none"
                                                 : NO_DEVICE_ADVICE;
}

/* MEMORY if more is needed than the host has, or than is left on the device. */
static mg_status check_need(mg_context *context, const mg_memory_need *need, uint64_t left, const char *advice,
                            const char *advice_on_device) {
    const uint64_t running = need->built + need->work, there = need->device_built + need->device_work;
    const uint64_t most_there = there > need->device_building ? there : need->device_building;
    if (most_there > left) {
        return too_much(context, "device ", most_there, left, advice_on_device);
    }
    return mg__check_bytes(context, running > need->building ? running : need->building, advice);
}

/* Is there enough at first sight? Else *left is what is left on the device. */
static bool is_obviously_there(mg_context *context, const mg_graph *graph, uint64_t lanes, const mg_backend *backend,
                               bool on_ranks, uint64_t *left) {
    const uint64_t rough = rough_need(graph, lanes);
    if (rough < LEAST_CHECKED) {
        return true;
    }
    *left = left_on_device(context, graph, lanes, backend, on_ranks);
    return rough <= *left && is_there(context, rough);
}

mg_status mg__check_memory(mg_context *context, const mg_graph *graph, const mg_program *program, const mg_plan *plan,
                           const mg_backend *backend) {
    const uint64_t lanes = plan->options.lanes > 1 ? plan->options.lanes : 1;
    mg_memory_need need = {0};
    mg_status status = MG_OK;
    uint64_t left = 0;
    const bool on_ranks = backend->runs_on_ranks && backend->runs_on_ranks(context, graph, plan);
    if (!backend->memory || is_obviously_there(context, graph, lanes, backend, on_ranks, &left)) {
        return MG_OK;
    }
    MG_TRY(need_of(context, graph, program, plan, backend, &need));
    status = check_need(context, &need, left, advice_for(graph, plan, &need), device_advice(plan));
out:
    return status;
}

mg_status mg__check_products(mg_context *context, const mg_graph *graph, const mg_backend *backend,
                             const mg_spmv_options *product, bool both_sides) {
    mg_memory_need need = {0};
    mg_status status = MG_OK;
    uint64_t left = 0;
    if (is_obviously_there(context, graph, 1, backend, false, &left)) {
        return MG_OK;
    }
    MG_TRY(need_of_products(context, graph, backend, product, both_sides, &need));
    status = check_need(context, &need, left, "", NO_DEVICE_ADVICE);
out:
    return status;
}

mg_status mg__check_direct(mg_context *context, const mg_graph *graph, const mg_backend *backend,
                           const mg_direct_job *job) {
    mg_memory_need need = {0};
    mg_status status = MG_OK;
    uint64_t left = 0;
    if (is_obviously_there(context, graph, 1, backend, false, &left)) {
        return MG_OK;
    }
    MG_TRY(backend->direct_memory(context, graph, job, &need));
    status = check_need(context, &need, left, "", NO_DEVICE_ADVICE);
out:
    return status;
}
