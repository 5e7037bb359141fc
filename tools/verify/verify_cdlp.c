/* SPDX-License-Identifier: Apache-2.0
 *
 * Label propagation, once more: serially, by sorting the labels of the neighbours.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>
#include <string.h>

static int compare_labels(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The most frequent label of a sorted list, the first of several. */
static uint64_t most_frequent(const uint64_t *sorted, uint64_t count) {
    uint64_t best = sorted[0], most = 0;
    for (uint64_t i = 0, begin = 0; i < count; i++) {
        begin = sorted[i] == sorted[begin] ? begin : i;
        if (i - begin + 1 > most) {
            most = i - begin + 1;
            best = sorted[i];
        }
    }
    return best;
}

static uint64_t append(const mg_adjacency *edges, mg_vertex v, const uint64_t *label, uint64_t *list, uint64_t count) {
    for (uint64_t e = edges->offsets[v]; e < edges->offsets[v + 1]; e++) {
        list[count++] = label[edges->neighbours[e]];
    }
    return count;
}

/* One iteration: ids of labels from `label` to `next`. */
static void iterate(mg_vertex n, const mg_adjacency sides[2], size_t side_count, const uint64_t *label, uint64_t *next,
                    uint64_t *list) {
    for (mg_vertex v = 0; v < n; v++) {
        uint64_t count = 0;
        for (size_t k = 0; k < side_count; k++) {
            count = append(&sides[k], v, label, list, count);
        }
        qsort(list, count, sizeof *list, compare_labels);
        next[v] = count ? most_frequent(list, count) : label[v];
    }
}

bool mgt_verify_cdlp(mg_context *context, const mg_graph *graph, uint32_t iterations, const mg_result *result,
                     char *text, size_t size) {
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph), *found = mgt_column(graph, result, "label", MG_UINT32, why);
    const bool directed = mg_graph_directed(graph);
    mg_adjacency sides[2] = {mg_graph_out_edges(graph), mg_graph_out_edges(graph)}; /* the second: in-edges */
    if (!found) {
        return false;
    }
    if (directed && mg_graph_in_edges(context, graph, &sides[1]) < 0) {
        return mgt_refuse(why, "%s", mg_context_error(context));
    }
    uint64_t *label = mgt_memory(n, sizeof *label, why), *next = mgt_memory(n, sizeof *next, why);
    uint64_t *list = mgt_memory(2 * mg_graph_arc_count(graph), sizeof *list, why);
    bool holds = label && next && list;
    for (mg_vertex v = 0; holds && v < n; v++) {
        label[v] = mg_graph_id(graph, v);
    }
    for (uint32_t i = 0; holds && i < iterations; i++) {
        iterate(n, sides, directed ? 2 : 1, label, next, list);
        uint64_t *const swap = label;
        const bool is_fixed = memcmp(label, next, n * sizeof *label) == 0;
        label = next;
        next = swap;
        if (is_fixed) {
            break;
        }
    }
    for (mg_vertex v = 0; holds && v < n; v++) {
        if (found[v] >= n || mg_graph_id(graph, found[v]) != label[v]) {
            holds = mgt_refuse(why, "the label of %llu is %llu, not %llu", mgt_id(graph, v),
                               (unsigned long long)label[v], found[v] < n ? mgt_id(graph, found[v]) : found[v]);
        }
    }
    free(label);
    free(next);
    free(list);
    return holds;
}
