/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build_edges.c: builds graphs from edge lists and from sequences of arcs.
 */
#include "core/counter_random.h"
#include "core/graph/weights.h"
#include "core/stage_clock.h"

#include <math.h>
#include <string.h>

#define DEFAULT_WEIGHT_MAX 64

/* Data of the loaders of an edge list. */
typedef struct edge_loader {
    const mg_raw_edges *edges;
    const mg_id_map *map;
    const mg_allocator *memory;
} edge_loader;

/* Loads weights and converts them to edges->weight_type. */
static void load_weights(const mg_raw_edges *edges, uint64_t begin, uint32_t count, void *weights) {
    const mg_edge_list *list = &edges->list;
    const size_t size = mg__type_size(list->weight_type);
    if (list->weight_type == edges->weight_type) {
        memcpy(weights, (const char *)list->weight + begin * size, count * size);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        mg__weight_convert(list->weight_type, (const char *)list->weight + begin * size, edges->weight_type, weights,
                           i);
    }
}

static void load_edges(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                       void *weights) {
    const edge_loader *loader = arcs->data;
    const mg_edge_list *list = &loader->edges->list;
    mg__id_map_load(loader->map, list->id_type, list->source, begin, count, from);
    mg__id_map_load(loader->map, list->id_type, list->target, begin, count, to);
    if (weights) {
        load_weights(loader->edges, begin, count, weights);
    }
}

/* First pass over owned ids: replaces them by indices, so that the second pass needs no lookup. */
static void load_and_replace(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                             void *weights) {
    const edge_loader *loader = arcs->data;
    load_edges(arcs, begin, count, from, to, weights);
    memcpy((uint32_t *)loader->edges->list.source + begin, from, count * sizeof *from);
    memcpy((uint32_t *)loader->edges->list.target + begin, to, count * sizeof *to);
}

static void load_replaced(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                          void *weights) {
    const edge_loader *loader = arcs->data;
    memcpy(from, (const uint32_t *)loader->edges->list.source + begin, count * sizeof *from);
    memcpy(to, (const uint32_t *)loader->edges->list.target + begin, count * sizeof *to);
    if (weights) {
        load_weights(loader->edges, begin, count, weights);
    }
}

static void discard_edges(const mg_arc_list *arcs, uint64_t begin, uint64_t end) {
    const edge_loader *loader = arcs->data;
    const mg_raw_edges *edges = loader->edges;
    const size_t weight = mg__type_size(edges->list.weight_type);
    if (edges->owns_ids) {
        mg__discard_pages(loader->memory, (const uint32_t *)edges->list.source + begin,
                          (end - begin) * sizeof(uint32_t));
        mg__discard_pages(loader->memory, (const uint32_t *)edges->list.target + begin,
                          (end - begin) * sizeof(uint32_t));
    }
    if (edges->owns_weights && weight) {
        mg__discard_pages(loader->memory, (const char *)edges->list.weight + begin * weight, (end - begin) * weight);
    }
}

mg_status mg__check_weights(mg_context *context, mg_type type, const void *weights, uint64_t count) {
    uint64_t first = count;
    if (type == MG_FLOAT32) {
        const float *w = weights;
#pragma omp parallel for num_threads(context->threads) reduction(min : first)
        for (uint64_t i = 0; i < count; i++) {
            first = isnan(w[i]) && i < first ? i : first;
        }
    } else if (type == MG_FLOAT64) {
        const double *w = weights;
#pragma omp parallel for num_threads(context->threads) reduction(min : first)
        for (uint64_t i = 0; i < count; i++) {
            first = isnan(w[i]) && i < first ? i : first;
        }
    }
    if (first < count) {
        return mg__fail(context, MG_ERROR_RANGE, "the weight of edge %llu is not a number", (unsigned long long)first);
    }
    return MG_OK;
}

bool mg__weights_valid(mg_type type, const void *weights, uint64_t count) {
    if (type == MG_TYPE_NONE) {
        return !weights;
    }
    return mg__is_weight_type(type) && (weights || count == 0);
}

mg_status mg__graph_options(mg_context *context, const mg_graph_options *given, mg_graph_options *options) {
    *options = MG_GRAPH_OPTIONS_INIT;
    if (given) {
        if (given->size != sizeof *given) {
            return mg__fail(context, MG_ERROR_INVALID, "mg_graph_options: wrong size");
        }
        *options = *given;
    }
    if ((unsigned)options->directedness > MG_UNDIRECTED || (unsigned)options->weights > MG_WEIGHTS_RANDOM ||
        (options->weight_type != MG_TYPE_NONE && !mg__is_weight_type(options->weight_type)) ||
        options->weight_max < 0 || (unsigned)options->order > MG_ORDER_AUTO) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_options: a value is out of its range");
    }
    return MG_OK;
}

mg_status mg__check_edges(mg_context *context, const mg_edge_list *edges) {
    if (edges->id_type != MG_UINT32 && edges->id_type != MG_UINT64) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_edge_list: ids must be uint32 or uint64");
    }
    if (edges->edge_count && (!edges->source || !edges->target)) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_edge_list: source and target must not be NULL");
    }
    if (!mg__weights_valid(edges->weight_type, edges->weight, edges->edge_count)) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_edge_list: weights must be none, int32, int64, float32 or float64");
    }
    if (!edges->contiguous && edges->vertex_count && !edges->ids) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_edge_list: vertex_count is set, but ids is NULL");
    }
    return MG_OK;
}

static int32_t random_weight(uint64_t seed, mg_vertex u, mg_vertex v, int32_t max) {
    const uint64_t hash = mg__mix(mg__random(seed, 0) + ((uint64_t)u << 32 | v));
    return (int32_t)(1 + ((hash >> 32) * (uint64_t)max >> 32));
}

mg_status mg__random_weights(mg_context *context, mg_vertex n, bool directed, uint64_t seed, int32_t max, mg_csr *csr) {
    int32_t *weights;
    mg_status status = MG_ALLOC(context, weights, csr->offsets[n], "weights");
    if (status < 0) {
        return status;
    }
    csr->weights = weights;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 256)
    for (mg_vertex v = 0; v < n; v++) {
        for (uint64_t a = csr->offsets[v]; a < csr->offsets[v + 1]; a++) {
            const mg_vertex u = csr->neighbours[a];
            const bool swap = !directed && u < v;
            weights[a] = random_weight(seed, swap ? u : v, swap ? v : u, max);
        }
    }
    return MG_OK;
}

/* From the sorted rows to the graph; consumes them, also on failure. */
static mg_status finish(mg_context *context, const mg_graph_header *head, mg_type weight_type, bool directed,
                        const mg_graph_options *options, mg_csr csr, mg_graph **graph) {
    const mg_vertex n = head->n;
    mg_status status;
    if (options->merge_multi_edges || options->directedness == MG_UNDIRECTED) {
        MG_TRY(mg__csr_merge(context, n, weight_type, &csr));
    }
    if (options->weights == MG_WEIGHTS_RANDOM) {
        weight_type = MG_INT32;
        const int32_t max = options->weight_max ? options->weight_max : DEFAULT_WEIGHT_MAX;
        MG_TRY(mg__random_weights(context, n, directed, options->weight_seed, max, &csr));
    }
    MG_TRY(mg__weights_retype(context, head, options->weight_type, &weight_type, &csr));
    MG_TRY(mg__progress(context, "building", 1.0));
    return mg__graph_adopt(context, n, csr, weight_type, directed, head->ids, head->id_base, graph);
out:
    mg__csr_release(&context->memory, &csr);
    mg__release(&context->memory, head->ids);
    return status;
}

bool mg__becomes_directed(bool undirected, const mg_graph_options *options) {
    return options->directedness == MG_AS_GIVEN ? !undirected : options->directedness == MG_DIRECTED;
}

mg_status mg__graph_from_arcs(mg_context *context, const mg_graph_header *head, const mg_arc_list *given,
                              const mg_graph_options *options, mg_graph **graph) {
    MG_STAGE(context, MG_STAGE_ROWS);
    const bool directed = mg__becomes_directed(head->undirected, options);
    const mg_vertex n = head->n;
    mg_arc_list arcs = *given;
    mg_csr csr = {0};
    mg_status status;
    arcs.both = !directed && !head->paired;
    arcs.drop_loops = options->drop_self_loops;
    arcs.weight_type = options->weights == MG_WEIGHTS_FILE ? arcs.weight_type : MG_TYPE_NONE;
    MG_TRY(mg__csr_build(context, n, &arcs, &csr));
    MG_TRY(mg__csr_sort(context, n, arcs.weight_type, &csr));
    if (head->check_paired && !directed && !mg__csr_paired(context, n, arcs.weight_type, &csr)) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT,
                        "%s: expected both directions of every edge of an undirected graph, with the same weight; "
                        "found some without the other",
                        head->check_paired));
    }
    return finish(context, head, arcs.weight_type, directed, options, csr, graph);
out:
    mg__csr_release(&context->memory, &csr);
    mg__release(&context->memory, head->ids);
    return status;
}

mg_status mg__graph_from_rows(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                              mg_csr csr, mg_graph **graph) {
    const mg_graph_header head = {
        .n = (mg_vertex)edges->vertex_count, .id_base = edges->id_base, .undirected = edges->symmetric};
    mg_status status;
    if (csr.weights) {
        MG_TRY(mg__csr_sort(context, head.n, edges->weight_type, &csr));
    }
    return finish(context, &head, edges->weight_type, mg__becomes_directed(head.undirected, options), options, csr,
                  graph);
out:
    mg__csr_release(&context->memory, &csr);
    return status;
}

void mg__raw_edges_release(const mg_allocator *memory, mg_raw_edges *edges) {
    if (edges->owns_ids) {
        mg__release(memory, (void *)edges->list.source);
        mg__release(memory, (void *)edges->list.target);
        mg__release(memory, (void *)edges->list.ids);
    }
    if (edges->owns_weights) {
        mg__release(memory, (void *)edges->list.weight);
    }
    mg__id_set_release(memory, &edges->names);
    *edges = (mg_raw_edges){0};
}

mg_status mg__graph_from_raw(mg_context *context, mg_raw_edges *edges, const mg_graph_options *options,
                             mg_graph **graph) {
    MG_STAGE(context, MG_STAGE_ROWS);
    mg_id_map map = {0};
    mg_status status;
    MG_TRY(mg__id_map_build(context, edges, &map));
    const edge_loader loader = {edges, &map, &context->memory};
    const mg_arc_list arcs = {.count = edges->list.edge_count,
                              .weight_type = edges->list.weight ? edges->weight_type : MG_TYPE_NONE,
                              .load = edges->owns_ids ? load_and_replace : load_edges,
                              .reload = edges->owns_ids ? load_replaced : NULL,
                              .done = discard_edges,
                              .data = &loader};
    const mg_graph_header head = {
        .n = map.n, .ids = map.ids, .id_base = map.base, .undirected = edges->list.symmetric, .paired = edges->paired};
    status = mg__graph_from_arcs(context, &head, &arcs, options, graph);
    map.ids = NULL;
out:
    mg__id_map_release(&context->memory, &map);
    mg__raw_edges_release(&context->memory, edges);
    return status;
}

mg_status mg__graph_from_list(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                              mg_graph **graph) {
    mg_raw_edges loose = {.list = *edges, .weight_type = edges->weight_type};
    const mg_type read = options->weights == MG_WEIGHTS_FILE ? edges->weight_type : MG_TYPE_NONE;
    const mg_status status = mg__check_weights(context, read, edges->weight, edges->edge_count);
    return status < 0 ? status : mg__graph_from_raw(context, &loose, options, graph);
}
