/* SPDX-License-Identifier: Apache-2.0
 *
 * start_pagerank.c: the first ranks of a run that starts from those of an earlier version of the graph.
 */
#include "algorithms/start_pagerank.h"

#include <math.h>

mg_status mg__start_ranks(mg_context *context, const mg_graph *graph, const mg_start *from, double **ranks) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const double *values = from->values;
    double sum = 0.0, *made = NULL;
    mg_status status;
    if (from->size != sizeof *from || from->type != MG_FLOAT64 || from->count > n || (from->count && !values)) {
        return mg__fail(context, MG_ERROR_INVALID, "from: expected ranks as float64 of at most %u vertices", n);
    }
    MG_TRY(MG_ALLOC(context, made, n, "ranks"));
    for (mg_vertex v = 0; v < n; v++) {
        made[v] = v < from->count ? values[v] : 0.0;
        if (!(made[v] >= 0.0) || !isfinite(made[v])) {
            status = mg__fail(context, MG_ERROR_INVALID, "from: the rank of vertex %u is %g", v, made[v]);
            goto out;
        }
        sum += made[v];
    }
    if (!(sum > 0.0) || !isfinite(sum)) {
        status = n ? mg__fail(context, MG_ERROR_INVALID, "from: the ranks sum to %g", sum) : MG_OK;
        goto out;
    }
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (mg_vertex v = 0; v < n; v++) {
        made[v] /= sum;
    }
    *ranks = made;
    made = NULL;
out:
    mg__release(&context->memory, made);
    return status;
}

double mg__start_dangling(const mg_graph *graph, const double *ranks) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    double sum = 0.0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        sum += out.offsets[v] == out.offsets[v + 1] ? ranks[v] : 0.0;
    }
    return sum;
}

mg_status mg__start_residuals(mg_context *context, const mg_graph *graph, double damping, const double *ranks,
                              const double *personalization, double scale, double *residual) {
    const mg_adjacency edges = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    double *share = NULL;
    const mg_status status = MG_ALLOC(context, share, n, "ranks");
    if (status < 0) {
        return status;
    }
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (mg_vertex v = 0; v < n; v++) {
        const uint64_t degree = edges.offsets[v + 1] - edges.offsets[v];
        share[v] = degree ? ranks[v] / (double)degree : 0.0;
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (mg_vertex v = 0; v < n; v++) {
        const uint64_t begin = edges.offsets[v], end = edges.offsets[v + 1];
        double received = 0.0;
        for (uint64_t e = begin; e < end; e++) {
            received += share[edges.neighbours[e]];
        }
        const double base = personalization ? scale * personalization[v] : scale;
        residual[v] = end > begin ? (base + damping * received - ranks[v]) / (double)(end - begin) : 0.0;
    }
    mg__release(&context->memory, share);
    return status;
}
