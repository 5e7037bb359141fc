/* SPDX-License-Identifier: Apache-2.0
 *
 * Colourings and independent sets by their properties.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

/* No edge but loops has one of the colours up to `last` at both ends. */
static bool differ(const mg_graph *graph, const uint32_t *color, uint32_t last, const char *what, mgt_reason why) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            if (u != v && color[u] <= last && color[u] == color[v]) {
                return mgt_refuse(why, "%llu and %llu are neighbours, and both %s", mgt_id(graph, u), mgt_id(graph, v),
                                  what);
            }
        }
    }
    return true;
}

/* How many different colours below its own the neighbours of v have. seen[c]: 1 + the last vertex that found c. */
static uint32_t count_lower(const mg_adjacency sides[2], size_t side_count, mg_vertex v, const uint32_t *color,
                            mg_vertex *seen) {
    uint32_t count = 0;
    for (size_t k = 0; k < side_count; k++) {
        for (uint64_t e = sides[k].offsets[v]; e < sides[k].offsets[v + 1]; e++) {
            const uint32_t other = color[sides[k].neighbours[e]];
            if (other < color[v] && seen[other] != v + 1) {
                seen[other] = v + 1;
                count++;
            }
        }
    }
    return count;
}

/* Every colour below that of a vertex is that of a neighbour. */
static bool are_least(mg_context *context, const mg_graph *graph, const uint32_t *color, mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const bool directed = mg_graph_directed(graph);
    mg_adjacency sides[2] = {mg_graph_out_edges(graph), mg_graph_out_edges(graph)}; /* the second: in-edges */
    if (directed && mg_graph_in_edges(context, graph, &sides[1]) < 0) {
        return mgt_refuse(why, "%s", mg_context_error(context));
    }
    mg_vertex *seen = mgt_memory(n, sizeof *seen, why);
    bool holds = seen != NULL;
    for (mg_vertex v = 0; holds && v < n; v++) {
        holds = color[v] < n || mgt_refuse(why, "%llu has the colour %lu", mgt_id(graph, v), (unsigned long)color[v]);
    }
    for (mg_vertex v = 0; holds && v < n; v++) {
        if (count_lower(sides, directed ? 2 : 1, v, color, seen) < color[v]) {
            holds = mgt_refuse(why, "%llu has the colour %lu, and its neighbours lack a lower one", mgt_id(graph, v),
                               (unsigned long)color[v]);
        }
    }
    free(seen);
    return holds;
}

bool mgt_verify_coloring(mg_context *context, const mg_graph *graph, const mg_result *result, char *text, size_t size) {
    const mgt_reason why = {text, size};
    const uint32_t *color = mgt_column(graph, result, "color", MG_UINT32, why);
    return color && differ(graph, color, MG_NONE, "have one colour", why) && are_least(context, graph, color, why);
}

/* Every vertex outside has a neighbour in the set. */
static bool is_maximal(const mg_graph *graph, const uint32_t *member, mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    bool *covered = mgt_memory(n, sizeof *covered, why);
    bool holds = covered != NULL;
    for (mg_vertex u = 0; holds && u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            covered[v] = covered[v] || member[u];
            covered[u] = covered[u] || member[v];
        }
    }
    for (mg_vertex v = 0; holds && v < n; v++) {
        if (!member[v] && !covered[v]) {
            holds = mgt_refuse(why, "neither %llu nor a neighbour is in the set", mgt_id(graph, v));
        }
    }
    free(covered);
    return holds;
}

bool mgt_verify_mis(mg_context *context, const mg_graph *graph, const mg_result *result, char *text, size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph);
    const uint32_t *member = mgt_column(graph, result, "member", MG_UINT32, why);
    uint32_t *color = member ? mgt_memory(n, sizeof *color, why) : NULL;
    bool holds = color != NULL;
    for (mg_vertex v = 0; holds && v < n; v++) {
        color[v] = !member[v];
        holds = member[v] <= 1 ||
                mgt_refuse(why, "%llu has %lu, neither 0 nor 1", mgt_id(graph, v), (unsigned long)member[v]);
    }
    holds = holds && differ(graph, color, 0, "in the set", why) && is_maximal(graph, member, why);
    free(color);
    return holds;
}
