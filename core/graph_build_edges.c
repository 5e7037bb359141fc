/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build_edges.c: mg_graph_from_edges and mg_graph_from_csr.
 */
#include "core/graph_build.h"

#include <math.h>
#include <string.h>

#define DEFAULT_WEIGHT_MAX 64

/* What the loader of an edge list needs. */
typedef struct edge_loader {
    const mg_edge_list *edges;
    const mg_id_map *map;
} edge_loader;

static void load_edges(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to) {
    const edge_loader *loader = arcs->data;
    const mg_edge_list *edges = loader->edges;
    mg__id_map_load(loader->map, edges->id_type, edges->source, begin, count, from);
    mg__id_map_load(loader->map, edges->id_type, edges->target, begin, count, to);
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

static bool weights_valid(mg_type type, const void *weights, uint64_t count) {
    if (type == MG_TYPE_NONE) {
        return !weights;
    }
    return (type == MG_INT32 || type == MG_FLOAT32 || type == MG_FLOAT64) && (weights || count == 0);
}

static mg_status check_options(mg_context *context, const mg_graph_options *given, mg_graph_options *options) {
    *options = MG_GRAPH_OPTIONS_INIT;
    if (given) {
        if (given->size != sizeof *given) {
            return mg__fail(context, MG_ERROR_INVALID, "mg_graph_options: wrong size");
        }
        *options = *given;
    }
    if ((unsigned)options->directedness > MG_UNDIRECTED || (unsigned)options->weights > MG_WEIGHTS_RANDOM ||
        options->weight_max < 0) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_options: a value is out of its range");
    }
    if (options->weight_max == 0) {
        options->weight_max = DEFAULT_WEIGHT_MAX;
    }
    return MG_OK;
}

static mg_status check_edges(mg_context *context, const mg_edge_list *edges) {
    if (edges->id_type != MG_UINT32 && edges->id_type != MG_UINT64) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_edge_list: ids must be uint32 or uint64");
    }
    if (edges->edge_count && (!edges->source || !edges->target)) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_edge_list: no source or target");
    }
    if (!weights_valid(edges->weight_type, edges->weight, edges->edge_count)) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_edge_list: weights must be none, int32, float32 or float64");
    }
    if (!edges->contiguous && edges->vertex_count && !edges->ids) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_edge_list: vertex_count without ids");
    }
    return mg__check_weights(context, edges->weight_type, edges->weight, edges->edge_count);
}

/* A well mixed function of a seed and a pair (the finalizer of splitmix64, twice). */
static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static int32_t random_weight(uint64_t seed, mg_vertex u, mg_vertex v, int32_t max) {
    const uint64_t hash = mix(mix(seed + 0x9e3779b97f4a7c15u) + ((uint64_t)u << 32 | v));
    return (int32_t)(1 + ((hash >> 32) * (uint64_t)max >> 32));
}

mg_status mg__random_weights(mg_context *context, mg_vertex n, bool directed, uint64_t seed, int32_t max,
                             mg_csr *csr) {
    int32_t *weights;
    mg_status status = MG_GET(context, weights, csr->offsets[n], "weights");
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

mg_status mg_graph_from_edges(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                              mg_graph **graph) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!edges || !graph) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_from_edges: no edges or no graph");
    }
    mg_graph_options o;
    mg_id_map map = {0};
    mg_csr csr = {0};
    mg_status status;
    MG_TRY(check_options(context, options, &o));
    MG_TRY(check_edges(context, edges));
    MG_TRY(mg__id_map_build(context, edges, &map));
    const bool directed = o.directedness == MG_AS_GIVEN ? !edges->symmetric : o.directedness == MG_DIRECTED;
    const edge_loader loader = {edges, &map};
    const bool file_weights = o.weights == MG_WEIGHTS_FILE && edges->weight;
    mg_type weight_type = file_weights ? edges->weight_type : MG_TYPE_NONE;
    const mg_arc_list arcs = {.count = edges->edge_count,
                          .load = load_edges,
                          .data = &loader,
                          .weight_type = weight_type,
                          .weights = file_weights ? edges->weight : NULL,
                          .both = !directed,
                          .drop_loops = o.drop_self_loops};
    MG_TRY(mg__csr_build(context, map.n, &arcs, &csr));
    MG_TRY(mg__csr_sort(context, map.n, weight_type, &csr));
    if (o.merge_multi_edges || o.directedness == MG_UNDIRECTED) {
        MG_TRY(mg__csr_merge(context, map.n, weight_type, &csr));
    }
    if (o.weights == MG_WEIGHTS_RANDOM) {
        weight_type = MG_INT32;
        MG_TRY(mg__random_weights(context, map.n, directed, o.weight_seed, o.weight_max, &csr));
    }
    MG_TRY(mg__progress(context, "building", 1.0));
    const mg_csr out_edges = csr;
    uint64_t *ids = map.ids;
    csr = (mg_csr){0};
    map.ids = NULL;
    status = mg__graph_adopt(context, map.n, out_edges, weight_type, directed, ids, map.base, graph);
out:
    mg__csr_release(&context->memory, &csr);
    mg__id_map_release(&context->memory, &map);
    return status;
}

static mg_status check_csr(mg_context *context, mg_vertex n, const uint64_t *offsets, const mg_vertex *neighbours,
                           mg_type weight_type, const void *weights) {
    if (n == MG_NONE) {
        return mg__fail(context, MG_ERROR_RANGE, "4294967295 vertices; at most 4294967294 are supported");
    }
    if (!offsets || offsets[0] != 0) {
        return mg__fail(context, MG_ERROR_INVALID, "not a CSR: offsets must begin with 0");
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (offsets[v + 1] < offsets[v]) {
            return mg__fail(context, MG_ERROR_INVALID, "not a CSR: offsets decrease at vertex %u", v);
        }
    }
    if (!neighbours && offsets[n]) {
        return mg__fail(context, MG_ERROR_INVALID, "not a CSR: no neighbours");
    }
    if (!weights_valid(weight_type, weights, offsets[n])) {
        return mg__fail(context, MG_ERROR_INVALID, "not a CSR: weights must be none, int32, float32 or float64");
    }
    for (uint64_t a = 0; a < offsets[n]; a++) {
        if (neighbours[a] >= n) {
            return mg__fail(context, MG_ERROR_INVALID, "not a CSR: neighbour %u at %llu of a graph of %u vertices",
                            neighbours[a], (unsigned long long)a, n);
        }
    }
    return mg__check_weights(context, weight_type, weights, offsets[n]);
}

static mg_status check_symmetric(mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr) {
    const uint64_t arcs = csr->offsets[n];
    mg_csr other;
    mg_status status = mg__csr_transpose(context, n, weight_type, csr, &other);
    if (status < 0) {
        return status;
    }
    if (memcmp(csr->offsets, other.offsets, ((size_t)n + 1) * sizeof *csr->offsets) != 0 ||
        memcmp(csr->neighbours, other.neighbours, (size_t)arcs * sizeof *csr->neighbours) != 0) {
        status = mg__fail(context, MG_ERROR_INVALID, "an undirected CSR must hold both directions of every edge");
    } else if (csr->weights && memcmp(csr->weights, other.weights, (size_t)arcs * mg__type_size(weight_type)) != 0) {
        status = mg__fail(context, MG_ERROR_INVALID, "the two directions of an edge differ in their weight");
    }
    mg__csr_release(&context->memory, &other);
    return status;
}

mg_status mg_graph_from_csr(mg_context *context, mg_vertex n, const uint64_t *offsets, const mg_vertex *neighbours,
                            mg_type weight_type, const void *weights, bool directed, mg_graph **graph) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_from_csr: no graph");
    }
    mg_csr csr = {0};
    mg_status status;
    MG_TRY(check_csr(context, n, offsets, neighbours, weight_type, weights));
    const uint64_t arcs = offsets[n];
    MG_TRY(MG_GET(context, csr.offsets, (uint64_t)n + 1, "offsets"));
    MG_TRY(MG_GET(context, csr.neighbours, arcs, "neighbours"));
    memcpy(csr.offsets, offsets, ((size_t)n + 1) * sizeof *offsets);
    if (arcs) {
        memcpy(csr.neighbours, neighbours, (size_t)arcs * sizeof *neighbours);
    }
    if (weight_type != MG_TYPE_NONE) {
        const size_t size = mg__type_size(weight_type);
        MG_TRY(mg__get(context, &csr.weights, arcs, size, "weights"));
        if (arcs) {
            memcpy(csr.weights, weights, (size_t)arcs * size);
        }
    }
    MG_TRY(mg__csr_sort(context, n, weight_type, &csr));
    if (!directed) {
        MG_TRY(check_symmetric(context, n, weight_type, &csr));
    }
    const mg_csr out_edges = csr;
    csr = (mg_csr){0};
    status = mg__graph_adopt(context, n, out_edges, weight_type, directed, NULL, 0, graph);
out:
    mg__csr_release(&context->memory, &csr);
    return status;
}
