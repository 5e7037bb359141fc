/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_access.c: the public properties of a graph, and the verification of snapshots that comes before their first
 * use. Functions without a context verify too, so that no file makes them read outside of its arrays.
 */
#include "core/graph/graph.h"

#include "core/stage_clock.h"

#include <math.h>

/* Tolerates another order of summation: another version may have written the snapshot. */
static bool same_mean(const mg_graph *a, const mg_graph *b) {
    const double slack = 1e-9 * (fabs(b->weight_min) + fabs(b->weight_max));
    return a->weight_mean == b->weight_mean || fabs(a->weight_mean - b->weight_mean) <= slack ||
           (isnan(a->weight_mean) && isnan(b->weight_mean));
}

/* Holds the lock: verifies the arrays of a snapshot and the properties in its header, or fetches those of a device. */
static mg_status check_arrays(mg_context *context, const mg_graph *graph) {
    MG_STAGE(context, MG_STAGE_CHECK);
    const mg_status status = graph->check(context, graph);
    if (status < 0 || !graph->release) { /* not a file: the arrays were fetched from a device */
        return status;
    }
    mg_graph counted = *graph;
    mg__graph_find_counts(context->threads, &counted);
    mg__graph_find_weights(context->threads, &counted);
    if (counted.loops != graph->loops || counted.edges != graph->edges ||
        counted.default_source != graph->default_source || counted.weight_min != graph->weight_min ||
        counted.weight_max != graph->weight_max || !same_mean(graph, &counted)) {
        return mg__fail(context, MG_ERROR_FORMAT, "the snapshot's header contradicts its arrays");
    }
    return MG_OK;
}

static mg_check_state state_of(const mg_graph *graph) {
    return __atomic_load_n(&graph->check_state, __ATOMIC_ACQUIRE);
}

mg_status mg_graph_check(mg_context *context, const mg_graph *graph) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_check: the graph is NULL");
    }
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    mg_status status = MG_OK;
    if (!g->check || state_of(g) == MG_SOUND) {
        return MG_OK;
    }
    pthread_mutex_lock(&g->lock);
    const mg_check_state before = state_of(g);
    if (before != MG_SOUND) {
        status = check_arrays(context, g);
        const mg_check_state found = status >= 0 ? MG_SOUND : status == MG_ERROR_FORMAT ? MG_DAMAGED : before;
        __atomic_store_n(&g->check_state, found, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&g->lock);
    return status;
}

mg_status mg__graph_count(mg_context *context, const mg_graph *graph) {
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    mg_status status = MG_OK;
    if (!g->count) {
        return mg_graph_check(context, graph);
    }
    if (state_of(g) != MG_UNCHECKED) {
        return MG_OK;
    }
    pthread_mutex_lock(&g->lock);
    if (state_of(g) == MG_UNCHECKED) {
        status = g->count(context, g);
        if (status >= 0) {
            __atomic_store_n(&g->check_state, MG_COUNTED, __ATOMIC_RELEASE);
        }
    }
    pthread_mutex_unlock(&g->lock);
    return status;
}

bool mg__graph_has_rows(const mg_graph *graph) {
    return !graph->count || state_of(graph) == MG_SOUND;
}

bool mg__graph_sound(const mg_graph *graph) {
    if (!graph->check) {
        return true;
    }
    if (state_of(graph) != MG_SOUND && state_of(graph) != MG_DAMAGED) {
        mg_context quiet = {.threads = graph->threads, .memory = graph->memory};
        mg_graph_check(&quiet, graph);
    }
    return state_of(graph) == MG_SOUND;
}

mg_vertex mg_graph_vertex_count(const mg_graph *graph) {
    return graph ? graph->n : 0;
}

uint64_t mg_graph_arc_count(const mg_graph *graph) {
    return graph ? graph->arcs : 0;
}

/* Of a graph that was made on a device, the counts are fetched. */
static bool is_counted(const mg_graph *graph) {
    mg_status status = MG_OK;
    if (graph && graph->count) {
        mg_context quiet = {.threads = graph->threads, .memory = graph->memory};
        status = mg__graph_count(&quiet, graph);
    }
    return graph && status >= 0;
}

uint64_t mg_graph_edge_count(const mg_graph *graph) {
    return is_counted(graph) ? graph->edges : 0;
}

uint64_t mg_graph_loop_count(const mg_graph *graph) {
    return is_counted(graph) ? graph->loops : 0;
}

bool mg_graph_directed(const mg_graph *graph) {
    return graph && graph->directed;
}

bool mg_graph_on_device(const mg_graph *graph) {
    return graph && !mg__graph_has_rows(graph);
}

mg_type mg_graph_weight_type(const mg_graph *graph) {
    return graph ? graph->weight_type : MG_TYPE_NONE;
}

mg_vertex mg_graph_default_source(const mg_graph *graph) {
    return is_counted(graph) ? graph->default_source : MG_NONE;
}

mg_vertex_order mg_graph_order(const mg_graph *graph, double *seconds) {
    if (seconds) {
        *seconds = graph ? graph->order_seconds : 0.0;
    }
    return graph ? graph->order : MG_ORDER_NATURAL;
}

bool mg__graph_has_sound_ids(const mg_graph *graph) {
    return !graph->release || mg__graph_sound(graph);
}

const mg_vertex *mg_graph_by_id(const mg_graph *graph) {
    return graph && graph->by_id && mg__graph_has_sound_ids(graph) ? graph->by_id : NULL;
}

uint64_t mg_graph_id(const mg_graph *graph, mg_vertex v) {
    if (!graph || v >= graph->n) {
        return UINT64_MAX;
    }
    return graph->ids ? graph->ids[v] : graph->id_base + v;
}

/* The vertex with an id among ascending ones; n if there is none. */
static mg_vertex search(const mg_graph *graph, uint64_t id) {
    mg_vertex low = 0, high = graph->n;
    while (low < high) {
        const mg_vertex middle = low + (high - low) / 2;
        if (graph->ids[graph->by_id ? graph->by_id[middle] : middle] < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const mg_vertex found = low < graph->n && graph->by_id ? graph->by_id[low] : low;
    return low < graph->n && graph->ids[found] == id ? found : graph->n;
}

bool mg_graph_find(const mg_graph *graph, uint64_t id, mg_vertex *v) {
    if (!graph || !v || !mg__graph_has_sound_ids(graph)) {
        return false;
    }
    const uint64_t offset = id - graph->id_base;
    const mg_vertex found = graph->ids                                  ? search(graph, id)
                            : id >= graph->id_base && offset < graph->n ? (mg_vertex)offset
                                                                        : graph->n;
    if (found == graph->n) {
        return false;
    }
    *v = found;
    return true;
}

mg_adjacency mg_graph_out_edges(const mg_graph *graph) {
    if (!graph || !mg__graph_sound(graph)) {
        return (mg_adjacency){NULL, NULL, NULL};
    }
    return mg__csr_adjacency(&graph->out);
}
