/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/entry.h"

mg_status mg__check_call(mg_context *context, const mg_graph *graph, mg_result **result, size_t size, size_t wanted) {
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
    return mg_graph_check(context, graph);
}

mg_status mg__check_source(mg_context *context, const mg_graph *graph, mg_vertex *source) {
    if (*source == MG_NONE) {
        *source = mg_graph_default_source(graph);
        return MG_OK;
    }
    if (*source >= mg_graph_vertex_count(graph)) {
        return mg__fail(context, MG_ERROR_RANGE, "source %u: the graph has %u vertices", *source,
                        mg_graph_vertex_count(graph));
    }
    return MG_OK;
}

mg_status mg__check_one_lane(mg_context *context, const mg_run_options *options) {
    return options->lanes > 1
               ? mg__fail(context, MG_ERROR_UNSUPPORTED,
                          "lanes is %u, but only BFS, BC, PageRank of sources and mg_run() run in batches",
                          options->lanes)
               : MG_OK;
}
