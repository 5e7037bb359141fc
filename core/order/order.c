/* SPDX-License-Identifier: Apache-2.0
 *
 * order.c: copies of graphs in another vertex order. Ids stay with their vertices, so access by id is unchanged.
 */
#include "core/order/order.h"
#include "core/graph/graph_build.h"
#include "core/graph/graph_cache.h"
#include "core/stage_clock.h"

#include <assert.h>
#include <string.h>

#define ROWS 1024 /* rows per chunk */

static const struct {
    const char *name;
    mg_order_fn find;
} orders[] = {[MG_ORDER_DEFAULT] = {"default", mg__order_natural},
              [MG_ORDER_NATURAL] = {"natural", mg__order_natural},
              [MG_ORDER_SHUFFLED] = {"shuffled", mg__order_shuffled},
              [MG_ORDER_DEGREE] = {"degree", mg__order_degree},
              [MG_ORDER_RCM] = {"rcm", mg__order_rcm},
              [MG_ORDER_METIS] = {"metis", mg__order_metis},
              [MG_ORDER_AUTO] = {"auto", NULL}};

const char *mg_order_name(mg_vertex_order order) {
    return (size_t)order < sizeof orders / sizeof *orders ? orders[order].name : "unknown";
}

mg_status mg__all_edges(mg_context *context, const mg_graph *graph, mg_all_edges *all_edges) {
    *all_edges = (mg_all_edges){.out = mg_graph_out_edges(graph), .directed = graph->directed};
    return graph->directed ? mg__graph_in_edges(context, graph, &all_edges->in) : MG_OK;
}

/* The identity: keeps the order of the graph. */
static mg_status keep_order(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order) {
    (void)context;
    (void)seed;
    for (mg_vertex i = 0; i < graph->n; i++) {
        order[i] = i;
    }
    return MG_OK;
}

/* Permutes rows and neighbours; new_index is the inverse of `order`. */
static mg_status permute_rows(mg_context *context, const mg_graph *from, const mg_vertex *order,
                              const mg_vertex *new_index, mg_csr *to) {
    mg_status status;
    const mg_csr *const old = &from->out;
    const size_t size = mg__type_size(from->weight_type);
    MG_TRY(MG_ALLOC(context, to->offsets, (uint64_t)from->n + 1, "offsets"));
    MG_TRY(MG_ALLOC(context, to->neighbours, from->arcs, "neighbours"));
    if (size) {
        MG_TRY(mg__alloc(context, &to->weights, from->arcs, size, "weights"));
    }
    to->offsets[0] = 0;
    for (mg_vertex i = 0; i < from->n; i++) {
        to->offsets[i + 1] = to->offsets[i] + old->offsets[order[i] + 1] - old->offsets[order[i]];
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, ROWS)
    for (mg_vertex i = 0; i < from->n; i++) {
        const uint64_t begin = old->offsets[order[i]], count = to->offsets[i + 1] - to->offsets[i];
        for (uint64_t k = 0; k < count; k++) {
            to->neighbours[to->offsets[i] + k] = new_index[old->neighbours[begin + k]];
        }
        if (size && count) {
            memcpy((char *)to->weights + to->offsets[i] * size, (const char *)old->weights + begin * size,
                   (size_t)count * size);
        }
    }
    MG_TRY(mg__progress(context, "numbering", 0.8));
    status = mg__csr_sort(context, from->n, from->weight_type, to);
out:
    return status;
}

/* Ids by new index, followed in the same block by the new indices in ascending order of ids. */
static mg_status permute_ids(mg_context *context, const mg_graph *from, const mg_vertex *order,
                             const mg_vertex *new_index, uint64_t **ids) {
    const mg_status status = mg__alloc(context, (void **)ids, from->n, MG_ORDERED_ID_SIZE, "ids");
    if (status < 0) {
        return status;
    }
    mg_vertex *const by_id = mg__by_id_of(*ids, from->n);
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex i = 0; i < from->n; i++) {
        (*ids)[i] = mg_graph_id(from, order[i]);
        by_id[i] = new_index[from->by_id ? from->by_id[i] : i];
    }
    return status;
}

static __attribute__((unused)) bool are_inverse(mg_vertex n, const mg_vertex *order, const mg_vertex *new_index) {
    mg_vertex i = 0;
    while (i < n && new_index[order[i]] == i) {
        i++;
    }
    return i == n;
}
/* Copies `from` in an order. In natural order the graph needs no array of vertices by id. */
static mg_status make_reordered(mg_context *context, const mg_graph *from, mg_vertex_order kind, const mg_vertex *order,
                                mg_graph **graph) {
    mg_status status;
    mg_csr csr = {0};
    mg_vertex *new_index = NULL;
    uint64_t *ids = NULL, base = from->id_base;
    const bool natural = kind == MG_ORDER_NATURAL;
    MG_TRY(MG_ALLOC(context, new_index, from->n, "a numbering"));
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex i = 0; i < from->n; i++) {
        assert(order[i] < from->n);
        new_index[order[i]] = i;
    }
    assert(are_inverse(from->n, order, new_index));
    MG_TRY(permute_rows(context, from, order, new_index, &csr));
    if (!natural || from->ids) {
        MG_TRY(permute_ids(context, from, order, new_index, &ids));
    }
    if (natural && ids && from->n && ids[from->n - 1] - ids[0] == from->n - 1) {
        base = ids[0];
        mg__release(&context->memory, ids);
        ids = NULL;
    }
    const mg_csr out_edges = csr;
    csr = (mg_csr){0};
    uint64_t *const taken = ids;
    ids = NULL;
    MG_TRY(mg__graph_adopt(context, from->n, out_edges, from->weight_type, from->directed, taken, base, graph));
    mg_graph *const g = *graph;
    g->order = kind;
    g->by_id = natural ? NULL : mg__by_id_of(g->ids, g->n);
    if (g->n) {
        g->default_source = new_index[from->default_source];
    }
    status = mg__names_copy(context, &from->names, &g->names);
    if (status < 0) {
        mg_graph_destroy(g);
        *graph = NULL;
    }
out:
    mg__csr_release(&context->memory, &csr);
    mg__release(&context->memory, ids);
    mg__release(&context->memory, new_index);
    return status;
}

mg_status mg_graph_reorder(mg_context *context, const mg_graph *graph, mg_vertex_order order, uint64_t seed,
                           mg_graph **reordered) {
    MG_STAGE(context, MG_STAGE_ORDER);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !reordered || (unsigned)order > MG_ORDER_AUTO) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_graph_reorder: graph and reordered must not be NULL, and order must be a known value");
    }
    mg_status status;
    mg_vertex *numbers = NULL;
    const double start = mg__now();
    mg__graph_begin_use(graph);
    MG_TRY(mg__progress(context, "numbering", 0.0));
    MG_TRY(mg_graph_check(context, graph));
    const bool automatic = order == MG_ORDER_AUTO;
    order = order == MG_ORDER_DEFAULT ? MG_ORDER_NATURAL : order;
    if (automatic) {
        MG_TRY(mg__order_choose(context, graph, &order));
    }
    assert((automatic && order == graph->order) || orders[order].find);
    MG_TRY(MG_ALLOC(context, numbers, graph->n, "a numbering"));
    MG_TRY((automatic && order == graph->order ? keep_order : orders[order].find)(context, graph, seed, numbers));
    MG_TRY(mg__progress(context, "numbering", 0.5));
    MG_TRY(make_reordered(context, graph, order, numbers, reordered));
    (*reordered)->order_seconds = mg__now() - start;
    mg__log(context, MG_LOG_DEBUG, "numbered as %s in %.3f s", mg_order_name(order), (*reordered)->order_seconds);
    status = mg__progress(context, "numbering", 1.0);
    if (status < 0) {
        mg_graph_destroy(*reordered);
        *reordered = NULL;
    }
out:
    mg__release(&context->memory, numbers);
    mg__graph_end_use(context, graph);
    return status;
}

mg_status mg__graph_renumber(mg_context *context, mg_vertex_order order, uint64_t seed, mg_graph **graph) {
    MG_STAGE(context, MG_STAGE_ORDER);
    mg_status status = MG_OK;
    mg_graph *numbered = NULL;
    const double start = mg__now();
    if (order == MG_ORDER_AUTO) {
        MG_TRY(mg_graph_check(context, *graph));
        MG_TRY(mg__order_choose(context, *graph, &order));
        (*graph)->order_seconds = mg__now() - start;
    }
    if (order == MG_ORDER_DEFAULT || (order == (*graph)->order && order != MG_ORDER_SHUFFLED)) {
        return MG_OK;
    }
    MG_TRY(mg_graph_reorder(context, *graph, order, seed, &numbered));
out:
    mg_graph_destroy(*graph);
    *graph = numbered;
    return status;
}
