/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algorithms/oracles.h"
#include "tests/shapes.h"

#include <stdlib.h>

double *oracle_closeness(const mg_graph *graph, const mg_vertex *sources, size_t count, double **harmonic) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double *reached = test_memory(n, sizeof *reached), *sum = test_memory(n, sizeof *sum);
    double *searched = test_memory(n, sizeof *searched), *closeness = test_memory(n, sizeof *closeness);
    *harmonic = test_memory(n, sizeof **harmonic);
    for (size_t i = 0; i < (sources ? count : n); i++) {
        const mg_vertex source = sources ? sources[i] : (mg_vertex)i;
        uint32_t *depth = oracle_bfs(graph, source);
        for (mg_vertex v = 0; v < n; v++) {
            searched[v] += v != source;
            if (v != source && depth[v] != MG_UNREACHED) {
                reached[v] += 1;
                sum[v] += depth[v];
                (*harmonic)[v] += 1.0 / depth[v];
            }
        }
        free(depth);
    }
    for (mg_vertex v = 0; v < n; v++) {
        closeness[v] = reached[v] > 0 ? reached[v] / sum[v] * reached[v] / searched[v] : n > 1 ? 0 / searched[v] : 0;
        (*harmonic)[v] *= n > 1 ? ((double)n - 1) / searched[v] : 0;
    }
    free(reached);
    free(sum);
    free(searched);
    return closeness;
}
