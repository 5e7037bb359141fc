/* SPDX-License-Identifier: Apache-2.0
 *
 * start_bfs.c: breadth-first search after an edit: shortest paths over edges of length 1, then a parent for every
 * vertex. Of a directed graph the parents are found along the out-edges, so that no in-edges are needed.
 */
#include "algorithms/programs/bfs.h"
#include "algorithms/start.h"
#include "core/result_memory.h"

static void pull_parents(const mg_context *context, const mg_graph *graph, const uint32_t *depth, mg_vertex *parent) {
    const mg_adjacency edges = mg_graph_out_edges(graph);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 4096)
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        for (uint64_t e = edges.offsets[v]; depth[v] != MG_UNREACHED && e < edges.offsets[v + 1]; e++) {
            if (depth[edges.neighbours[e]] + 1 == depth[v]) {
                parent[v] = edges.neighbours[e];
                break;
            }
        }
    }
}

static void push_parents(const mg_context *context, const mg_graph *graph, const uint32_t *depth, mg_vertex *parent) {
    const mg_adjacency edges = mg_graph_out_edges(graph);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 4096)
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = edges.offsets[u]; depth[u] != MG_UNREACHED && e < edges.offsets[u + 1]; e++) {
            if (depth[edges.neighbours[e]] == depth[u] + 1) {
                __atomic_store_n(&parent[edges.neighbours[e]], u, __ATOMIC_RELAXED);
            }
        }
    }
}

static mg_status make_result(mg_context *context, const mg_start_run *run, mg_vertex source, uint32_t **depth,
                             mg_result **result) {
    const mg_vertex n = mg_graph_vertex_count(run->graph);
    mg_status status;
    mg_vertex *parent = NULL;
    mg_result *made = NULL;
    MG_TRY(MG_RESULT_ALLOC(context, parent, n, "parents"));
    for (mg_vertex v = 0; v < n; v++) {
        parent[v] = MG_NONE;
    }
    (mg_graph_directed(run->graph) ? push_parents : pull_parents)(context, run->graph, *depth, parent);
    parent[source] = source;
    MG_TRY(mg__start_result(context, run, &made));
    uint32_t *const depths = *depth;
    *depth = NULL;
    MG_TRY(mg__result_take(context, made, &bfs_program.columns[0], 1, depths));
    mg_vertex *const parents = parent;
    parent = NULL;
    MG_TRY(mg__result_take(context, made, &bfs_program.columns[1], 1, parents));
    *result = made;
    made = NULL;
out:
    mg__release(&context->memory, parent);
    mg_result_destroy(made);
    return status;
}

mg_status mg__start_bfs(mg_context *context, const mg_graph *graph, const mg_start *from, mg_vertex source,
                        mg_result **result) {
    mg_status status;
    mg_start_run run;
    void *distances = NULL;
    bool possible;
    MG_TRY(mg__start_begin(context, graph, from, MG_TYPE_NONE, &run, &possible));
    if (!possible) {
        return MG_OK;
    }
    MG_TRY(mg__start_paths(context, &run, source, MG_UINT32, MG_TYPE_NONE, &distances));
    uint32_t *depth = distances;
    if (depth) {
        status = make_result(context, &run, source, &depth, result);
    }
    mg__release(&context->memory, depth);
out:
    return status;
}
