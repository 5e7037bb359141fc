/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/row_facts.h"

/* Rows are alike if fewer than 1 / UNLIKE_SHARE of them are not. */
#define UNLIKE_SHARE 16

static mg_row_facts count_rows(mg_vertex n, const uint64_t *offsets, int threads) {
    uint64_t empty = 0, long_arcs = 0, alike = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : empty, long_arcs, alike)                  \
    if (n > MG_FEW_VERTICES)
    for (mg_vertex v = 0; v < n; v++) {
        const uint64_t arcs = offsets[v + 1] - offsets[v];
        empty += arcs == 0;
        long_arcs += arcs >= MG_LONG_ROW ? arcs : 0;
        alike += v > 0 && arcs == offsets[v] - offsets[v - 1];
    }
    return (mg_row_facts){.empty = empty + 1, .long_arcs = long_arcs + 1, .alike = alike + 1};
}

/* Several threads may count at the same time: they store the same. */
static mg_row_facts facts_of(const mg_graph *graph, const uint64_t *offsets, int threads) {
    const bool in = offsets != graph->out.offsets;
    if (in && offsets != graph->in.offsets) {
        return count_rows(graph->n, offsets, threads);
    }
    mg_row_facts *const kept = (mg_row_facts *)&graph->row_facts[in];
    mg_row_facts facts = {.empty = __atomic_load_n(&kept->empty, __ATOMIC_RELAXED),
                          .long_arcs = __atomic_load_n(&kept->long_arcs, __ATOMIC_RELAXED),
                          .alike = __atomic_load_n(&kept->alike, __ATOMIC_RELAXED)};
    if (!facts.empty || !facts.long_arcs || !facts.alike) {
        facts = count_rows(graph->n, offsets, threads);
        __atomic_store_n(&kept->empty, facts.empty, __ATOMIC_RELAXED);
        __atomic_store_n(&kept->long_arcs, facts.long_arcs, __ATOMIC_RELAXED);
        __atomic_store_n(&kept->alike, facts.alike, __ATOMIC_RELAXED);
    }
    return facts;
}

uint64_t mg__empty_rows(const mg_graph *graph, const uint64_t *offsets, int threads) {
    return facts_of(graph, offsets, threads).empty - 1;
}

uint64_t mg__arcs_in_long_rows(const mg_graph *graph, const uint64_t *offsets, int threads) {
    return facts_of(graph, offsets, threads).long_arcs - 1;
}

bool mg__rows_are_alike(const mg_graph *graph, const uint64_t *offsets, int threads) {
    return facts_of(graph, offsets, threads).alike - 1 > graph->n - graph->n / UNLIKE_SHARE;
}
