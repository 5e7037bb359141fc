/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/dependencies.h"

#include "core/graph/graph_build.h"

/* The first arc after those that are parallel to arc e, and the least weight of them. */
static uint64_t end_of_parallel(const mg_graph *graph, uint64_t e, uint64_t end, bool weighted, double *least) {
    const mg_csr *out = &graph->out;
    const mg_vertex v = out->neighbours[e];
    *least = weighted ? mg__weight_at(graph->weight_type, out->weights, e) : 1;
    for (e++; e < end && out->neighbours[e] == v; e++) {
        const double weight = weighted ? mg__weight_at(graph->weight_type, out->weights, e) : 1;
        *least = weight < *least ? weight : *least;
    }
    return e;
}

/* Copies a row from `to` on; NULL: only counts. Returns the number of its arcs. */
static uint64_t simplify_row(const mg_graph *graph, mg_vertex v, mg_simple_graph *simple, uint64_t to) {
    const mg_csr *out = &graph->out;
    const bool weighted = simple && simple->weights;
    uint64_t count = 0;
    for (uint64_t e = out->offsets[v], end = out->offsets[v + 1]; e < end;) {
        const mg_vertex w = out->neighbours[e];
        double least;
        e = end_of_parallel(graph, e, end, weighted, &least);
        if (w == v) {
            continue;
        }
        if (simple) {
            simple->neighbours[to + count] = w;
        }
        if (weighted) {
            simple->weights[to + count] = least;
        }
        count++;
    }
    return count;
}

static mg_status check_weights(mg_context *context, const mg_graph *graph) {
    const bool whole = graph->weight_type == MG_INT32 || graph->weight_type == MG_INT64;
    if (graph->arcs && !(graph->weight_min > 0)) {
        return mg__fail(
            context, MG_ERROR_INVALID,
            "betweenness by weight needs weights of more than 0, the least is %g: shortest paths with edges "
            "of weight 0 cannot be counted, as they may go in circles",
            graph->weight_min);
    }
    if (whole && graph->n && graph->weight_max * (double)(graph->n - 1) >= 0x1p53) {
        return mg__fail(context, MG_ERROR_RANGE,
                        "betweenness by weight: lengths of paths may exceed 2^53, above which a double does not hold "
                        "every whole number");
    }
    return MG_OK;
}

mg_status mg__simple_graph(mg_context *context, const mg_graph *graph, bool weighted, mg_simple_graph *simple) {
    static const char what[] = "graph without parallel edges";
    mg_status status = MG_OK;
    *simple = (mg_simple_graph){.n = graph->n};
    if (weighted) {
        MG_TRY(check_weights(context, graph));
        MG_TRY(MG_ALLOC(context, simple->weights, graph->arcs, what));
    }
    MG_TRY(MG_ALLOC(context, simple->offsets, (uint64_t)graph->n + 1, what));
    MG_TRY(MG_ALLOC(context, simple->neighbours, graph->arcs, what));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (mg_vertex v = 0; v < graph->n; v++) {
        simple->offsets[v + 1] = simplify_row(graph, v, NULL, 0);
    }
    simple->offsets[0] = 0;
    for (mg_vertex v = 0; v < graph->n; v++) {
        simple->offsets[v + 1] += simple->offsets[v];
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (mg_vertex v = 0; v < graph->n; v++) {
        simplify_row(graph, v, simple, simple->offsets[v]);
    }
out:
    if (status < 0) {
        mg__simple_graph_release(context, simple);
    }
    return status;
}

mg_status mg__simple_transposed(mg_context *context, const mg_simple_graph *simple, mg_simple_graph *in) {
    const mg_csr rows = {simple->offsets, simple->neighbours, simple->weights};
    mg_csr made = {.offsets = NULL};
    const mg_status status = mg__csr_transpose(context, simple->n, simple->n, MG_FLOAT64, &rows, &made);
    *in = (mg_simple_graph){simple->n, made.offsets, made.neighbours, made.weights};
    return status;
}

void mg__simple_graph_release(mg_context *context, mg_simple_graph *simple) {
    mg__release(&context->memory, simple->offsets);
    mg__release(&context->memory, simple->neighbours);
    mg__release(&context->memory, simple->weights);
    *simple = (mg_simple_graph){.n = 0};
}
