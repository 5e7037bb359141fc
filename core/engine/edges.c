/* SPDX-License-Identifier: Apache-2.0
 *
 * edges.c: mg_graph_from_edges: chooses where the rows are made.
 */
#include "core/engine/backend.h"
#include "core/graph/graph_build.h"
#include "core/order/order.h"
#include "core/stage_clock.h"

#define ARRAYS 4

/* The arrays of a list, their elements, and the bytes of each. */
typedef struct edge_arrays {
    const void **at[ARRAYS];
    uint64_t count[ARRAYS];
    size_t size[ARRAYS];
} edge_arrays;

static edge_arrays arrays_of(mg_edge_list *e) {
    const size_t id = mg__type_size(e->id_type), weight = mg__type_size(e->weight_type);
    return (edge_arrays){
        .at = {&e->source, &e->target, &e->weight, &e->ids},
        .count = {e->edge_count, e->edge_count, weight ? e->edge_count : 0, e->contiguous ? 0 : e->vertex_count},
        .size = {id, id, weight, id}};
}

/* The device memory that holds the arrays; NULL: host memory. INVALID: some are elsewhere. */
static mg_status find_owner(mg_context *context, const mg_edge_list *edges, const mg_backend **owner) {
    mg_edge_list list = *edges;
    const edge_arrays a = arrays_of(&list);
    const void *array[ARRAYS];
    bool mixed;
    for (size_t i = 0; i < ARRAYS; i++) {
        array[i] = a.count[i] ? *a.at[i] : NULL;
    }
    *owner = mg__common_owner(array, ARRAYS, &mixed);
    return mixed ? mg__fail(context, MG_ERROR_INVALID,
                            "mg_graph_from_edges: some arrays are in device memory, others are not")
                 : MG_OK;
}

/* Of copies in host memory. */
static mg_status from_copies(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                             mg_graph **graph) {
    mg_edge_list list = *edges;
    const edge_arrays a = arrays_of(&list);
    void *copy[ARRAYS] = {NULL};
    mg_status status = MG_OK;
    for (size_t i = 0; i < ARRAYS; i++) {
        MG_TRY(mg__copy_to_host(context, a.at[i], a.count[i], a.size[i], "edges", &copy[i]));
    }
    status = mg__graph_from_list(context, &list, options, graph);
out:
    for (size_t i = 0; i < ARRAYS; i++) {
        mg__release(&context->memory, copy[i]);
    }
    return status;
}

/* Rows that the device made stay there, if the graph has the same arcs. */
static mg_status from_rows(mg_context *context, const mg_backend *owner, const mg_edge_list *edges,
                           const mg_graph_options *options, mg_edge_rows *rows, mg_graph **graph) {
    const uint64_t arcs = rows->csr.offsets[edges->vertex_count];
    const mg_status status = mg__graph_from_rows(context, edges, options, rows->csr, graph);
    owner->keep_rows(status >= 0 && (*graph)->arcs == arcs ? *graph : NULL, rows->device);
    return status;
}

/* Do options leave the rows as they are made, so that the host need not have them? */
static bool may_stay(const mg_edge_list *list, const mg_graph_options *o) {
    return !list->weight && !o->merge_multi_edges && o->directedness != MG_UNDIRECTED &&
           o->weights != MG_WEIGHTS_RANDOM && (o->order == MG_ORDER_DEFAULT || o->order == MG_ORDER_NATURAL);
}

static mg_status on_device(mg_context *context, const mg_backend *owner, const mg_edge_list *list, bool both,
                           const mg_edge_rows *rows, mg_graph **graph) {
    const mg_graph known = {.n = (mg_vertex)list->vertex_count,
                            .id_base = list->id_base,
                            .arcs = rows->arcs,
                            .directed = !both,
                            .order = MG_ORDER_NATURAL};
    const mg_status status = owner->adopt_rows(context, &known, rows->device, graph);
    if (status < 0) {
        owner->keep_rows(NULL, rows->device);
    }
    return status;
}

/* Lists that the device cannot take, or hold, and wrong ones, whose message names the edge, go to the host. */
static mg_status from_device(mg_context *context, const mg_backend *owner, const mg_edge_list *edges,
                             const mg_graph_options *options, mg_graph **graph) {
    mg_edge_list list = *edges;
    mg_edge_rows rows = {.device = NULL};
    mg_status status = MG_OK;
    if (options->weights != MG_WEIGHTS_FILE) { /* they are not read */
        list.weight = NULL;
        list.weight_type = MG_TYPE_NONE;
    }
    const mg_edge_wish wish = {.both = !mg__becomes_directed(list.symmetric, options),
                               .drop_loops = options->drop_self_loops,
                               .stay = may_stay(&list, options)};
    if (owner->edge_rows) {
        status = owner->edge_rows(context, &list, &wish, &rows);
        if (status == MG_ERROR_MEMORY) {
            mg__log(context, MG_LOG_INFO, "making the rows in host memory instead: %s", mg_context_error(context));
        } else if (status < 0) {
            return status;
        }
    }
    if (rows.device && !rows.csr.offsets) {
        return on_device(context, owner, &list, wish.both, &rows, graph);
    }
    if (rows.csr.offsets &&
        mg__check_weights(context, list.weight_type, rows.csr.weights, rows.csr.offsets[list.vertex_count]) == MG_OK) {
        return from_rows(context, owner, &list, options, &rows, graph);
    }
    if (rows.csr.offsets) {
        mg__csr_release(&context->memory, &rows.csr);
        owner->keep_rows(NULL, rows.device);
    }
    return from_copies(context, &list, options, graph);
}

mg_status mg_graph_from_edges(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                              mg_graph **graph) {
    MG_STAGE(context, MG_STAGE_ROWS);
    const mg_backend *owner = NULL;
    mg_graph_options o;
    mg_status status;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!edges || !graph) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_from_edges: edges and graph must not be NULL");
    }
    MG_TRY(mg__graph_options(context, options, &o));
    MG_TRY(mg__check_edges(context, edges));
    MG_TRY(find_owner(context, edges, &owner));
    MG_TRY(owner ? from_device(context, owner, edges, &o, graph) : mg__graph_from_list(context, edges, &o, graph));
    status = mg__graph_renumber(context, o.order, o.order_seed, graph);
out:
    return status;
}
