/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

/* The greatest depth of a search; depth and queue have n elements. */
static uint32_t search(mg_adjacency out, mg_vertex n, mg_vertex source, uint32_t *depth, mg_vertex *queue) {
    mg_vertex count = 1;
    for (mg_vertex v = 0; v < n; v++) {
        depth[v] = MG_UNREACHED;
    }
    depth[source] = 0;
    queue[0] = source;
    for (mg_vertex i = 0; i < count; i++) {
        for (uint64_t e = out.offsets[queue[i]]; e < out.offsets[queue[i] + 1]; e++) {
            if (depth[out.neighbours[e]] == MG_UNREACHED) {
                depth[out.neighbours[e]] = depth[queue[i]] + 1;
                queue[count++] = out.neighbours[e];
            }
        }
    }
    return depth[queue[count - 1]];
}

bool mgt_verify_eccentricity(const mg_graph *graph, const mg_result *result, char *text, size_t size) {
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph);
    const uint32_t *given = mgt_column(graph, result, "eccentricity", MG_UINT32, why);
    uint32_t *depth = mgt_memory(n, sizeof *depth, why);
    mg_vertex *queue = mgt_memory(n, sizeof *queue, why);
    bool holds = given && depth && queue;
    for (mg_vertex v = 0; v < n && holds; v++) {
        const uint32_t expected = search(mg_graph_out_edges(graph), n, v, depth, queue);
        holds = given[v] == expected || mgt_refuse(why, "the eccentricity of %llu is %lu, expected %lu",
                                                   mgt_id(graph, v), (unsigned long)given[v], (unsigned long)expected);
    }
    free(depth);
    free(queue);
    return holds;
}
