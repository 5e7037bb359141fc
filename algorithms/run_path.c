/* SPDX-License-Identifier: Apache-2.0
 *
 * run_path.c: one shortest path, read from the parents of a search that ends at the target.
 */
#include "algorithms/entry.h"

#include "core/stage_clock.h"

static mg_status search(mg_context *context, const mg_graph *graph, const mg_path_options *o, mg_result **result) {
    if (o->unweighted || mg_graph_weight_type(graph) == MG_TYPE_NONE) {
        mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
        bfs.run = o->run;
        bfs.source = o->source;
        bfs.target = o->target;
        return mg_bfs(context, graph, &bfs, result);
    }
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    sssp.run = o->run;
    sssp.source = o->source;
    sssp.target = o->target;
    sssp.parents = true;
    return mg_sssp(context, graph, &sssp, result);
}

static double distance_at(const mg_column *column, mg_vertex v) {
    return column->type == MG_UINT32    ? ((const uint32_t *)column->data)[v]
           : column->type == MG_UINT64  ? (double)((const uint64_t *)column->data)[v]
           : column->type == MG_FLOAT32 ? (double)((const float *)column->data)[v]
                                        : ((const double *)column->data)[v];
}

/* Follows the parents back from the target. */
static mg_vertex trace(const mg_result *result, const mg_path_options *o, mg_vertex *vertices, double *distances) {
    const mg_column *const distance = mg_result_column_at(result, 0);
    const mg_vertex *const parent = mg_result_column(result, "parent")->data;
    mg_vertex count = 0;
    if (parent[o->target] == MG_NONE) {
        return 0;
    }
    for (mg_vertex v = o->target; v != o->source; v = parent[v]) {
        vertices[count++] = v;
    }
    vertices[count++] = o->source;
    for (mg_vertex i = 0; i < count / 2; i++) {
        const mg_vertex swapped = vertices[i];
        vertices[i] = vertices[count - 1 - i];
        vertices[count - 1 - i] = swapped;
    }
    for (mg_vertex i = 0; distances && i < count; i++) {
        distances[i] = distance_at(distance, vertices[i]);
    }
    return count;
}

mg_status mg_path(mg_context *context, const mg_graph *graph, const mg_path_options *options, mg_vertex *vertices,
                  double *distances, mg_vertex *count) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_result *result = NULL;
    mg_run_options run;
    mg_status status, outcome;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!options || !vertices || !count) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_path: options, vertices and count must not be NULL");
    }
    MG_TRY(mg__check_call(context, graph, &result, options->size, sizeof *options));
    if (options->source >= mg_graph_vertex_count(graph) || options->target >= mg_graph_vertex_count(graph)) {
        return mg__fail(context, MG_ERROR_RANGE, "a path from %u to %u: the graph has %u vertices", options->source,
                        options->target, mg_graph_vertex_count(graph));
    }
    MG_TRY(mg__check_one_lane(context, &options->run));
    MG_TRY(mg__run_options(context, &options->run, &run)); /* refuses outputs, and earlier results */
    outcome = search(context, graph, options, &result);
    MG_TRY(outcome);
    *count = outcome == MG_OK ? trace(result, options, vertices, distances) : 0;
    status = outcome;
out:
    mg_result_destroy(result);
    return status;
}
