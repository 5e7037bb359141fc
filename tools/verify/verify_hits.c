/* SPDX-License-Identifier: Apache-2.0
 *
 * With M the hubs' step, hubs to hubs of the next iteration, every component of the difference of two iterations in a
 * base of M's eigenvectors shrinks from step to step. So the change of one more step is at most that of the last one in
 * L2, and times sqrt(n) in L1; that the sums of two steps differ gives as much again.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

/* to = the sums of `from` over the in-neighbours (or out-neighbours) of each vertex, divided by their sum; 1 / n if
 * that is 0. */
static void sums(const mg_graph *graph, const double *from, bool in, double *to) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    long double all = 0;
    for (mg_vertex v = 0; v < n; v++) {
        to[v] = 0;
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            to[in ? v : u] += from[in ? u : v];
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        all += (long double)to[v];
    }
    for (mg_vertex v = 0; v < n; v++) {
        to[v] = all > 0 ? (double)((long double)to[v] / all) : 1.0 / n;
    }
}

static bool values_hold(const mg_graph *graph, const char *name, const double *values, double rounding,
                        mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double sum = 0;
    for (mg_vertex v = 0; v < n; v++) {
        if (!(values[v] >= 0 && values[v] <= 1 + rounding)) {
            return mgt_refuse(why, "the %s of %llu is %g", name, mgt_id(graph, v), values[v]);
        }
        sum += values[v];
    }
    return fabs(sum - 1) <= rounding || mgt_refuse(why, "the values of %s sum to %.17g, not 1", name, sum);
}

static bool near(const mg_graph *graph, const char *what, const double *a, const double *b, double bound,
                 mgt_reason why) {
    double distance = 0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        distance += fabs(a[v] - b[v]);
    }
    return distance <= bound || mgt_refuse(why, "%s %.3g in all, more than %.3g", what, distance, bound);
}

/* The error of a sum of as many numbers above 0 as the largest in- or out-degree. */
static double rounding_of(const mg_graph *graph, double *degrees) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    double most = n;
    for (mg_vertex u = 0; u < n; u++) {
        degrees[u] = 0;
    }
    for (mg_vertex u = 0; u < n; u++) {
        const double degree = (double)(out.offsets[u + 1] - out.offsets[u]);
        most = degree > most ? degree : most;
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            degrees[out.neighbours[e]]++;
        }
    }
    for (mg_vertex u = 0; u < n; u++) {
        most = degrees[u] > most ? degrees[u] : most;
    }
    return (MGT_ROUNDING + 4 * most) * DBL_EPSILON;
}

bool mgt_verify_hits(mg_context *context, const mg_graph *graph, const mg_hits_options *options, mg_status status,
                     const mg_result *result, char *text, size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const mg_hits_options o = options ? *options : MG_HITS_OPTIONS_INIT;
    const double *hub = mgt_column(graph, result, "hub", MG_FLOAT64, why);
    const double *authority = hub ? mgt_column(graph, result, "authority", MG_FLOAT64, why) : NULL;
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (!authority) {
        return false;
    }
    double *first = mgt_memory(n, sizeof *first, why), *second = mgt_memory(n, sizeof *second, why);
    bool holds = first && second;
    if (holds && n) {
        const double rounding = rounding_of(graph, first);
        holds =
            values_hold(graph, "hub", hub, rounding, why) && values_hold(graph, "authority", authority, rounding, why);
        if (holds) {
            sums(graph, authority, false, first);
            holds = near(graph, "the hubs differ from the sums of the authorities by", hub, first, rounding, why);
        }
        if (holds && status == MG_OK && o.tolerance > 0) {
            sums(graph, hub, true, first);
            sums(graph, first, false, second);
            holds = near(graph, "one more iteration changes the hubs by", hub, second,
                         2 * sqrt((double)n) * o.tolerance + rounding, why);
        }
    }
    free(first);
    free(second);
    return holds;
}
