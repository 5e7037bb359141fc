/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches that ended at a target or a cutoff, against a search to the end.
 */
#include "tools/verify/verify_common.h"

#include <math.h>

double mgt_distance_at(const mg_column *column, mg_vertex v) {
    switch (column->type) {
    case MG_UINT32: {
        const uint32_t d = ((const uint32_t *)column->data)[v];
        return d == MG_UNREACHED ? (double)INFINITY : d;
    }
    case MG_UINT64: {
        const uint64_t d = ((const uint64_t *)column->data)[v];
        return d == MG_UNREACHED64 ? (double)INFINITY : (double)d;
    }
    case MG_FLOAT32:
        return (double)((const float *)column->data)[v];
    default:
        return ((const double *)column->data)[v];
    }
}

static bool distances_hold(const mg_graph *graph, const mg_column *full, const mg_column *part, double limit,
                           mgt_reason why) {
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        const double whole = mgt_distance_at(full, v), expected = whole <= limit ? whole : (double)INFINITY;
        if (mgt_distance_at(part, v) < expected || mgt_distance_at(part, v) > expected) {
            return mgt_refuse(why, "%llu is at %.17g, expected %.17g", mgt_id(graph, v), mgt_distance_at(part, v),
                              expected);
        }
    }
    return true;
}

/* Of a search by depth any vertex one level up with an edge will do; else there is one tree, a part of the full one. */
static bool parents_hold(const mg_graph *graph, const mg_result *full, const mg_result *part, mgt_reason why) {
    const mg_column *const column = mg_result_column(part, "depth");
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_vertex *const parent = mg_result_column(part, "parent")->data;
    const mg_vertex *const whole = mg_result_column(full, "parent")->data;
    const uint32_t *const depth = column ? column->data : NULL;
    for (mg_vertex v = 0; v < n; v++) {
        const bool reached = mgt_distance_at(mg_result_column_at(part, 0), v) < (double)INFINITY;
        const mg_vertex p = parent[v];
        const bool holds = !reached ? p == MG_NONE
                           : depth && depth[v] > 0
                               ? p < n && depth[p] + 1 == depth[v] && mgt_has_arc(mg_graph_out_edges(graph), p, v)
                               : p == whole[v];
        if (!holds) {
            return mgt_refuse(why, "the parent of %llu is wrong", mgt_id(graph, v));
        }
    }
    return true;
}

bool mgt_verify_within(const mg_graph *graph, const mg_result *full, mg_vertex target, double cutoff,
                       const mg_result *part, char *text, size_t size) {
    const mgt_reason why = {text, size};
    const mg_column *const whole = mg_result_column_at(full, 0), *const found = mg_result_column_at(part, 0);
    if (!whole || !found || whole->type != found->type ||
        mg_result_vertex_count(part) != mg_graph_vertex_count(graph)) {
        return mgt_refuse(why, "the result has other columns or another number of vertices");
    }
    const double limit =
        target != MG_NONE && mgt_distance_at(whole, target) < cutoff ? mgt_distance_at(whole, target) : cutoff;
    return distances_hold(graph, whole, found, limit, why) &&
           (!mg_result_column(part, "parent") || !mg_result_column(full, "parent") ||
            parents_hold(graph, full, part, why));
}
