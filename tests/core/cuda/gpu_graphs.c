/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/cuda/gpu_graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

mg_graph *gpu_graph_make(mg_context *context, const char *name) {
    mg_graph *graph = NULL;
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_status status;
    options.weight_max = 64;
    if (strncmp(name, "kron", 4) == 0) {
        const char *const factor = strchr(name, 'x');
        options.scale = (uint32_t)atoi(name + 4);
        options.edge_factor = factor ? (uint32_t)atoi(factor + 1) : 32;
        status = mg_generate(context, "kron", &options, &graph);
    } else if (strncmp(name, "road", 4) == 0) {
        options.width = options.height = (uint32_t)atoi(name + 4);
        status = mg_generate(context, "road", &options, &graph);
    } else {
        mg_graph_options read = MG_GRAPH_OPTIONS_INIT;
        status = mg_graph_read(context, name, &read, &graph);
    }
    if (status < 0) {
        fprintf(stderr, "%s: %s\n", name, mg_context_error(context));
    }
    return graph;
}

mg_graph *gpu_graph_reorder(mg_context *context, const mg_graph *graph, const char *order) {
    mg_graph *made = NULL;
    for (int i = MG_ORDER_NATURAL; i <= MG_ORDER_AUTO; i++) {
        if (strcmp(order, mg_order_name((mg_vertex_order)i)) == 0 &&
            mg_graph_reorder(context, graph, (mg_vertex_order)i, 1, &made) < 0) {
            fprintf(stderr, "%s: %s\n", order, mg_context_error(context));
        }
    }
    return made;
}

static mg_vertex source_of_degree_3(mg_context *context, const mg_graph *graph) {
    (void)context;
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    for (uint64_t i = 1; i < 1000; i++) {
        const mg_vertex v = (mg_vertex)(i * 2654435761u % n);
        if (out.offsets[v + 1] - out.offsets[v] == 3) {
            return v;
        }
    }
    return mg_graph_default_source(graph);
}

static mg_vertex default_source(mg_context *context, const mg_graph *graph) {
    (void)context;
    return mg_graph_default_source(graph);
}

static mg_vertex farthest_source(mg_context *context, const mg_graph *graph) {
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    mg_vertex farthest = options.source = mg_graph_default_source(graph);
    options.run.backend = MG_BACKEND_CPU;
    if (mg_bfs(context, graph, &options, &result) >= 0) {
        const uint32_t *const depth = mg_result_column(result, "depth")->data;
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            farthest = depth[v] != MG_UNREACHED && depth[v] >= depth[farthest] ? v : farthest;
        }
    }
    mg_result_destroy(result);
    return farthest;
}

bool gpu_graph_source(mg_context *context, const mg_graph *graph, const char *word, mg_vertex *source) {
    static const struct {
        const char *word;
        mg_vertex (*find)(mg_context *context, const mg_graph *graph);
    } sources[] = {{"again", default_source}, {"other", source_of_degree_3}, {"far", farthest_source}};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        if (strcmp(word, sources[i].word) == 0) {
            *source = sources[i].find(context, graph);
            return true;
        }
    }
    return false;
}
