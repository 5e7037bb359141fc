/* SPDX-License-Identifier: Apache-2.0
 *
 * Eigenvector and Katz centralities by as many serial iterations as the run had.
 */
#include "tools/verify/verify_common.h"

#include <math.h>
#include <stdlib.h>

#define TOLERANCE 1e-9 /* of the largest centrality: rounding */

/* y = alpha A x + beta, or A x + x to length 1. */
typedef struct rule {
    bool is_katz, to_length_1;
    double alpha, beta, tolerance;
} rule;

static double length_of(mg_vertex n, const double *x) {
    double squares = 0;
    for (mg_vertex v = 0; v < n; v++) {
        squares += x[v] * x[v];
    }
    return sqrt(squares);
}

static void divide(mg_vertex n, double *x, double divisor) {
    for (mg_vertex v = 0; v < n && divisor > 0; v++) {
        x[v] /= divisor;
    }
}

/* Returns the change in L1. */
static double step(const mg_graph *graph, const rule *r, const double *x, double *y) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    double change = 0;
    for (mg_vertex v = 0; v < n; v++) {
        y[v] = r->is_katz ? r->beta : x[v];
    }
    for (mg_vertex u = 0; u < n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            y[out.neighbours[e]] += r->is_katz ? r->alpha * x[u] : x[u];
        }
    }
    divide(n, y, r->is_katz ? 1 : length_of(n, y));
    for (mg_vertex v = 0; v < n; v++) {
        change += fabs(y[v] - x[v]);
    }
    return change;
}

static bool compare(const mg_graph *graph, const double *expected, const double *found, mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    double most = 0;
    for (mg_vertex v = 0; v < n; v++) {
        most = fabs(expected[v]) > most ? fabs(expected[v]) : most;
    }
    for (mg_vertex v = 0; v < n; v++) {
        const bool same =
            isfinite(expected[v]) ? fabs(found[v] - expected[v]) <= TOLERANCE * most : !isfinite(found[v]);
        if (!same) {
            return mgt_refuse(why, "the centrality of %llu is %.12g, expected %.12g", mgt_id(graph, v), found[v],
                              expected[v]);
        }
    }
    return true;
}

static bool verify(const mg_graph *graph, const rule *r, mg_status status, const mg_result *result, mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const double *found = mgt_column(graph, result, "centrality", MG_FLOAT64, why);
    double *x = found ? mgt_memory(n, sizeof *x, why) : NULL, *y = found ? mgt_memory(n, sizeof *y, why) : NULL;
    bool holds = x && y;
    double change = 0;
    for (mg_vertex v = 0; holds && v < n; v++) {
        x[v] = r->is_katz ? 0 : 1 / (double)n;
    }
    for (uint64_t i = 0; holds && i < mg_result_statistics(result)->iterations; i++) {
        double *const before = x;
        change = step(graph, r, x, y);
        x = y;
        y = before;
    }
    if (holds && status == MG_OK && r->tolerance > 0 && n && !(change < r->tolerance * n * (1 + TOLERANCE))) {
        holds = mgt_refuse(why, "the last iteration changed the centralities by %g", change);
    }
    if (holds && r->to_length_1) {
        divide(n, x, length_of(n, x));
    }
    holds = holds && compare(graph, x, found, why);
    free(x);
    free(y);
    return holds;
}

bool mgt_verify_eigenvector(const mg_graph *graph, const mg_eigenvector_options *options, mg_status status,
                            const mg_result *result, char *text, size_t size) {
    const rule r = {.tolerance = options ? options->tolerance : MG_EIGENVECTOR_TOLERANCE};
    return verify(graph, &r, status, result, (mgt_reason){text, size});
}

bool mgt_verify_katz(const mg_graph *graph, const mg_katz_options *options, mg_status status, const mg_result *result,
                     char *text, size_t size) {
    const mg_katz_options o = options ? *options : MG_KATZ_OPTIONS_INIT;
    const rule r = {.is_katz = true, .to_length_1 = !o.raw, .alpha = o.alpha, .beta = o.beta, .tolerance = o.tolerance};
    return verify(graph, &r, status, result, (mgt_reason){text, size});
}
