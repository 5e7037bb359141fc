/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

uint32_t *oracle_bfs(const mg_graph *graph, mg_vertex source) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t *depth = test_memory(n, sizeof *depth);
    mg_vertex *queue = test_memory(n, sizeof *queue), head = 0, tail = 0;
    for (mg_vertex v = 0; v < n; v++) {
        depth[v] = MG_UNREACHED;
    }
    if (source < n) {
        depth[source] = 0;
        queue[tail++] = source;
    }
    while (head < tail) {
        mg_vertex u = queue[head++];
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            mg_vertex v = out.neighbours[e];
            if (depth[v] == MG_UNREACHED) {
                depth[v] = depth[u] + 1;
                queue[tail++] = v;
            }
        }
    }
    free(queue);
    return depth;
}
