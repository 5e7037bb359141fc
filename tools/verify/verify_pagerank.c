/* SPDX-License-Identifier: Apache-2.0
 *
 * F is a contraction in L1 with the factor d. So a step that changes the ranks by less than the tolerance leaves a
 * residual of less than d * tolerance, and after k steps from any start the residual is at most 2 * d^k.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>
#include <string.h>

typedef struct ranks {
    const mg_graph *graph;
    mg_vertex n;
    double damping;
    const double *personalization;
    const mg_column *column;
    size_t lane;   /* which of the column's ranks of a vertex */
    bool weighted; /* edges are followed by weight */
} ranks;

static double rank_at(const ranks *r, mg_vertex v) {
    return ((const double *)r->column->data)[(size_t)v * r->column->width + r->lane];
}

static bool values_hold(const ranks *r, double sum_bound, mgt_reason why) {
    double sum = 0.0;
    for (mg_vertex v = 0; v < r->n; v++) {
        const double rank = rank_at(r, v);
        if (!(rank > 0.0 || (r->personalization && rank == 0.0)) || !(rank < (double)INFINITY)) {
            return mgt_refuse(why, "the rank of %llu is %g", mgt_id(r->graph, v), rank);
        }
        sum += rank;
    }
    if (!(fabs(sum - 1.0) <= sum_bound)) {
        return mgt_refuse(why, "the ranks sum to %.9g, off by more than %g", sum, sum_bound);
    }
    return true;
}

static double weight_at(const ranks *r, mg_adjacency out, uint64_t e) {
    const mg_type type = r->weighted ? mg_graph_weight_type(r->graph) : MG_TYPE_NONE;
    return type == MG_INT32     ? ((const int32_t *)out.weights)[e]
           : type == MG_INT64   ? (double)((const int64_t *)out.weights)[e]
           : type == MG_FLOAT32 ? (double)((const float *)out.weights)[e]
           : type == MG_FLOAT64 ? ((const double *)out.weights)[e]
                                : 1;
}

/* received[v] += what v's in-neighbours send; returns the mass of the vertices without out-edges. */
static double send(const ranks *r, double *received) {
    const mg_adjacency out = mg_graph_out_edges(r->graph);
    double dangling = 0.0;
    for (mg_vertex u = 0; u < r->n; u++) {
        double sum = 0;
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            sum += weight_at(r, out, e);
        }
        dangling += sum > 0 ? 0 : rank_at(r, u);
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1] && sum > 0; e++) {
            received[out.neighbours[e]] += rank_at(r, u) * (weight_at(r, out, e) / sum);
        }
    }
    return dangling;
}

static bool residual_holds(const ranks *r, double bound, mgt_reason why) {
    double *received = mgt_memory(r->n, sizeof *received, why), jumps = 0.0, residual = 0.0;
    if (!received) {
        return false;
    }
    const double dangling = send(r, received);
    for (mg_vertex v = 0; v < r->n; v++) {
        jumps += r->personalization ? r->personalization[v] : 1.0;
    }
    for (mg_vertex v = 0; v < r->n; v++) {
        const double jump = (r->personalization ? r->personalization[v] : 1.0) / jumps;
        residual += fabs((1.0 - r->damping + r->damping * dangling) * jump + r->damping * received[v] - rank_at(r, v));
    }
    free(received);
    if (!(residual <= bound)) {
        return mgt_refuse(why, "one more iteration changes the ranks by %.3g in all, more than %.3g", residual, bound);
    }
    return true;
}

#define DEFAULT_ITERATIONS 100

/* Each column is a run whose jumps all lead to its source. */
static bool sources_hold(const mg_graph *graph, const mg_pagerank_options *o, mg_status status, const mg_column *column,
                         mgt_reason why) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const double rounding = (MGT_ROUNDING + (double)n) * DBL_EPSILON / (1.0 - o->damping);
    const double limit = o->run.max_iterations ? o->run.max_iterations : DEFAULT_ITERATIONS;
    const bool converged = status == MG_OK && o->tolerance > 0.0;
    double *jump = mgt_memory(n, sizeof *jump, why);
    bool holds = jump != NULL;
    if (holds && column->width != o->source_count) {
        holds = mgt_refuse(why, "there are %u ranks a vertex for %zu sources", column->width, o->source_count);
    }
    for (size_t i = 0; holds && i < o->source_count; i++) {
        const ranks r = {graph, n, o->damping, jump, column, i, false};
        jump[o->sources[i]] = 1.0;
        holds = values_hold(&r, rounding, why) &&
                residual_holds(&r, (converged ? 2.0 * o->tolerance : 2.0 * pow(o->damping, limit)) + rounding, why);
        jump[o->sources[i]] = 0.0;
    }
    free(jump);
    return holds;
}

bool mgt_verify_pagerank(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                         mg_status status, const mg_result *result, char *text, size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const mg_pagerank_options o = options ? *options : MG_PAGERANK_OPTIONS_INIT;
    const mg_column *column = mg_result_column(result, "rank");
    if (!mgt_column(graph, result, "rank", MG_FLOAT64, why)) {
        return false;
    }
    ranks r = {graph, mg_graph_vertex_count(graph), o.damping, o.personalization, column, 0, o.weighted};
    if (o.sources) {
        return sources_hold(graph, &o, status, column, why);
    }
    if (!r.n) {
        return true;
    }
    const mg_statistics *statistics = mg_result_statistics(result);
    const bool floats = o.tolerance >= MGT_ROUNDED && statistics->backend && strcmp(statistics->backend, "cuda") == 0;
    const double rounding = floats ? MGT_ROUNDED : MGT_ROUNDING * DBL_EPSILON;
    if (status == MG_OK && o.tolerance > 0.0) {
        return values_hold(&r, o.tolerance / (1.0 - o.damping) + rounding, why) &&
               residual_holds(&r, 2.0 * o.tolerance + rounding, why);
    }
    if (o.data_driven) {
        return values_hold(&r, 1.0, why); /* residuals that were not pushed are missing from the sum */
    }
    const uint64_t steps = statistics->iterations - statistics->mode_iterations[MG_MODE_AUTO];
    return values_hold(&r, rounding, why) && residual_holds(&r, 2.0 * pow(o.damping, (double)steps) + rounding, why);
}
