/* SPDX-License-Identifier: Apache-2.0
 *
 * forest_result.c: from the trees and arcs of a spanning forest to the columns of the result.
 */
#include "core/cpu/direct/forest_state.h"

void mg__forest_find_rows(mg_forest *f) {
#pragma omp parallel for num_threads(mg__forest_threads(f, f->n))
    for (mg_vertex v = 0; v < f->n; v++) {
        const uint64_t end = f->offsets[v + 1];
        for (uint64_t i = (f->offsets[v] + MG_ROW_STEP - 1) / MG_ROW_STEP; i * MG_ROW_STEP < end; i++) {
            f->row[i] = v;
        }
    }
}

mg_vertex mg__forest_row(const mg_forest *f, uint32_t arc) {
    const uint64_t arcs = f->offsets[f->n], i = arc / MG_ROW_STEP;
    uint64_t low = f->row[i], high = (i + 1) * MG_ROW_STEP < arcs ? (uint64_t)f->row[i + 1] + 1 : f->n;
    while (high - low > 1) {
        const uint64_t middle = (low + high) / 2;
        if (f->offsets[middle] <= arc) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (mg_vertex)low;
}

/* Trees are named by their least vertices; every vertex points to its root. */
static void name_trees(const mg_forest *f) {
    uint32_t *const least = (uint32_t *)f->best[0];
    memset(least, 0xff, (size_t)f->n * sizeof *least);
#pragma omp parallel for num_threads(mg__forest_threads(f, f->n))
    for (mg_vertex v = 0; v < f->n; v++) {
        uint32_t old = __atomic_load_n(&least[f->next[v]], __ATOMIC_RELAXED);
        while (v < old &&
               !__atomic_compare_exchange_n(&least[f->next[v]], &old, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }
    uint32_t *const component = f->job->column[0];
#pragma omp parallel for num_threads(mg__forest_threads(f, f->n))
    for (mg_vertex v = 0; v < f->n; v++) {
        component[v] = least[f->next[v]];
    }
}

static void write_edges(const mg_forest *f) {
    uint32_t *const source = f->job->column[1], *const target = f->job->column[2], *const weight = f->job->column[3];
#pragma omp parallel for num_threads(mg__forest_threads(f, f->n))
    for (mg_vertex v = 0; v < f->n; v++) {
        const uint32_t arc = f->edge[v];
        const bool has_edge = arc != MG_FOREST_NONE,
                   is_own = has_edge && arc >= f->offsets[v] && arc < f->offsets[v + 1];
        const uint32_t from = is_own     ? v
                              : has_edge ? mg__forest_row(f, arc)
                                         : MG_FOREST_NONE,
                       to = has_edge ? f->neighbours[arc] : MG_FOREST_NONE;
        source[v] = from < to ? from : to;
        target[v] = from < to ? to : from;
        if (weight) {
            weight[v] = has_edge ? mg__weight_bits32(f->type, mg__forest_order(f, f->type, arc)) : 0;
        }
    }
}

void mg__forest_write(const mg_forest *f) {
    name_trees(f);
    write_edges(f);
}
