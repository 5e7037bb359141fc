/* SPDX-License-Identifier: Apache-2.0
 *
 * order_degree.c: the orders that depend on single vertices only: natural, shuffled, by degree.
 */
#include "core/counter_random.h"
#include "core/order/order.h"

mg_status mg__order_natural(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order) {
    (void)seed;
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex i = 0; i < graph->n; i++) {
        order[i] = graph->by_id ? graph->by_id[i] : i;
    }
    return MG_OK;
}

mg_status mg__order_shuffled(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order) {
    const mg__shuffle shuffle = mg__shuffle_make(graph->n, mg__random_key(seed, 0));
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex i = 0; i < graph->n; i++) {
        order[mg__shuffle_at(&shuffle, i)] = graph->by_id ? graph->by_id[i] : i;
    }
    return MG_OK;
}

/* Degree group: 0 for the largest degrees, 64 for degree 0. */
static unsigned group_of(const mg_all_edges *all_edges, mg_vertex v) {
    const uint64_t degree = mg__total_degree(all_edges, v);
    return degree ? (unsigned)__builtin_clzll(degree) : 64;
}

mg_status mg__order_degree(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order) {
    (void)seed;
    mg_all_edges all_edges;
    const mg_status status = mg__all_edges(context, graph, &all_edges);
    if (status < 0) {
        return status;
    }
    mg_vertex next[66] = {0};
    for (mg_vertex v = 0; v < graph->n; v++) {
        next[group_of(&all_edges, v) + 1]++;
    }
    for (unsigned group = 1; group < 66; group++) {
        next[group] += next[group - 1];
    }
    for (mg_vertex v = 0; v < graph->n; v++) {
        order[next[group_of(&all_edges, v)]++] = v;
    }
    return status;
}
