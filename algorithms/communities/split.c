/* SPDX-License-Identifier: Apache-2.0
 *
 * split.c: the connected parts of communities, and their modularity.
 */
#include "algorithms/communities/split.h"

static mg_vertex load(const mg_vertex *part, mg_vertex v) {
    return __atomic_load_n(&part[v], __ATOMIC_RELAXED);
}

/* Joins the trees of two vertices: the larger root below the smaller one, so that roots are the same in every run. */
static void link_parts(mg_vertex *part, mg_vertex u, mg_vertex v) {
    mg_vertex a = load(part, u), b = load(part, v);
    while (a != b) {
        const mg_vertex high = a > b ? a : b, low = a > b ? b : a;
        mg_vertex expected = high;
        if (__atomic_compare_exchange_n(&part[high], &expected, low, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            break;
        }
        a = load(part, high);
        b = low;
    }
}

mg_status mg__split_communities(mg_context *context, const mg_coarse *g, mg_vertex *label) {
    mg_status status = MG_OK;
    mg_vertex *part = NULL;
    MG_TRY(MG_ALLOC(context, part, g->n, "parts of communities"));
#pragma omp parallel num_threads(mg__coarse_threads(context, g))
    {
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < g->n; v++) {
            part[v] = v;
        }
#pragma omp for schedule(dynamic, 256)
        for (mg_vertex v = 0; v < g->n; v++) {
            for (uint64_t e = g->rows[0].begin[v]; e < g->rows[0].end[v]; e++) { /* in-edges are out-edges of others */
                const mg_vertex u = g->rows[0].neighbours[e];
                if (label[u] == label[v]) {
                    link_parts(part, u, v);
                }
            }
        }
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < g->n; v++) {
            mg_vertex root = load(part, v);
            while (root != load(part, root)) {
                root = load(part, root);
            }
            __atomic_store_n(&part[v], root, __ATOMIC_RELAXED);
        }
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < g->n; v++) {
            label[v] = part[v];
        }
    }
out:
    mg__release(&context->memory, part);
    return status;
}

mg_status mg__labels_quality(mg_context *context, const mg_coarse *g, const mg_vertex *label, double resolution,
                             double *quality) {
    mg_status status = MG_OK;
    mg_coarse merged = {.n = g->n, .total = g->total, .apart = g->apart};
    uint64_t inside = 0;
    MG_TRY(MG_ALLOC_ZEROED(context, merged.strength, g->n, "strengths of communities"));
#pragma omp parallel for num_threads(mg__coarse_threads(context, g)) schedule(dynamic, 256) reduction(+ : inside)
    for (mg_vertex v = 0; v < g->n; v++) {
        __atomic_fetch_add(&merged.strength[label[v]], g->strength[v], __ATOMIC_RELAXED);
        for (uint32_t r = 0; r < g->row_count; r++) {
            const mg_coarse_rows *const rows = &g->rows[r];
            for (uint64_t e = rows->begin[v]; e < rows->end[v]; e++) {
                const mg_vertex u = rows->neighbours[e];
                inside += u != v && label[u] == label[v] ? (rows->weights ? rows->weights[e] : 1) : 0;
            }
        }
    }
    merged.inside = g->inside + inside;
    *quality = mg__coarse_quality(context, &merged, resolution);
out:
    mg__release(&context->memory, merged.strength);
    return status;
}
