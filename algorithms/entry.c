/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/entry.h"

#include <assert.h>

static mg_status check_arguments(mg_context *context, const mg_graph *graph, mg_result **result, size_t size,
                                 size_t wanted) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !result) {
        return mg__fail(context, MG_ERROR_INVALID, "graph and result must not be NULL");
    }
    if (size && size != wanted) {
        return mg__fail(context, MG_ERROR_INVALID, "options: size is %zu, expected %zu; use the _INIT macro", size,
                        wanted);
    }
    return MG_OK;
}

mg_status mg__check_call(mg_context *context, const mg_graph *graph, mg_result **result, size_t size, size_t wanted) {
    const mg_status status = check_arguments(context, graph, result, size, wanted);
    return status < 0 ? status : mg_graph_check(context, graph);
}

mg_status mg__check_device_call(mg_context *context, const mg_graph *graph, mg_result **result, size_t size,
                                size_t wanted) {
    const mg_status status = check_arguments(context, graph, result, size, wanted);
    return status < 0 ? status : mg__graph_count(context, graph);
}

mg_status mg__check_source(mg_context *context, const mg_graph *graph, mg_vertex *source) {
    if (*source == MG_NONE) {
        *source = mg_graph_default_source(graph);
        return MG_OK;
    }
    if (*source >= mg_graph_vertex_count(graph)) {
        return mg__fail(context, MG_ERROR_RANGE, "source index %u: the graph has %u vertices", *source,
                        mg_graph_vertex_count(graph));
    }
    return MG_OK;
}

mg_status mg__check_target(mg_context *context, const mg_graph *graph, mg_vertex target) {
    return target == MG_NONE || target < mg_graph_vertex_count(graph)
               ? MG_OK
               : mg__fail(context, MG_ERROR_RANGE, "target %u: the graph has %u vertices", target,
                          mg_graph_vertex_count(graph));
}

mg_status mg__check_one_lane(mg_context *context, const mg_run_options *options) {
    return options->lanes > 1
               ? mg__fail(context, MG_ERROR_UNSUPPORTED,
                          "lanes is %u, but only BFS, BC, PageRank of sources and mg_run() run in batches",
                          options->lanes)
               : MG_OK;
}

mg_status mg__name_by_smallest(mg_context *context, const mg_graph *graph, mg_result *result) {
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
    mg_vertex *const label = (mg_vertex *)mg_result_column_at(result, 0)->data; /* not yet returned, so it may be
                                                                                   changed */
    mg_vertex *first = NULL;
    const mg_status status = MG_ALLOC(context, first, n, "components");
    if (status < 0) {
        return status;
    }
    for (mg_vertex i = n; i > 0; i--) {
        const mg_vertex v = by_id ? by_id[i - 1] : i - 1;
        assert(v < n && label[v] < n);
        first[label[v]] = v;
    }
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex v = 0; v < n; v++) {
        label[v] = first[label[v]];
    }
    mg__release(&context->memory, first);
    return status;
}

mg_status mg__name_by_id(mg_context *context, const mg_graph *graph, mg_result *result) {
    return mg_graph_by_id(graph) ? mg__name_by_smallest(context, graph, result) : MG_OK;
}
