/* SPDX-License-Identifier: Apache-2.0
 *
 * order_metis.c: parts by METIS, and the order by them. METIS has 32-bit indices in Debian; it cannot be cancelled and
 * uses malloc, not the allocator of the context.
 */
#include "core/order/order.h"

#ifdef MG_HAVE_METIS

#include <assert.h>
#include <metis.h>
#include <string.h>

#define PART_VERTICES 4096 /* their states and values fit in the private caches of a core */
#define SEED 1

/* Input of METIS: both directions of every edge, without parallel edges and loops; its result. */
typedef struct metis_graph {
    idx_t *offsets, *neighbours, *work, *part; /* work: of each vertex; NULL: 1 */
} metis_graph;

/* Merges out- and in-neighbours of v, ascending, without duplicates and v itself; returns their number. to NULL: only
 * counts. */
static uint64_t join_rows(const mg_all_edges *all_edges, mg_vertex v, idx_t *to) {
    const mg_adjacency *const o = &all_edges->out, *const in = &all_edges->in;
    uint64_t a = o->offsets[v], b = all_edges->directed ? in->offsets[v] : 0, count = 0;
    const uint64_t a_end = o->offsets[v + 1], b_end = all_edges->directed ? in->offsets[v + 1] : 0;
    mg_vertex last = MG_NONE;
    while (a < a_end || b < b_end) {
        const bool from_out = b == b_end || (a < a_end && o->neighbours[a] <= in->neighbours[b]);
        const mg_vertex u = from_out ? o->neighbours[a++] : in->neighbours[b++];
        if (u != last && u != v) {
            if (to) {
                to[count] = (idx_t)u;
            }
            count++;
        }
        last = u;
    }
    return count;
}

static mg_status too_large(mg_context *context, const mg_graph *graph) {
    return mg__fail(context, MG_ERROR_RANGE,
                    "METIS counts vertices and arcs in %zu bits; the graph has %u vertices and %llu arcs",
                    8 * sizeof(idx_t), graph->n, (unsigned long long)graph->arcs);
}

static mg_status fill(mg_context *context, const mg_graph *graph, metis_graph *m) {
    mg_status status;
    mg_all_edges all_edges;
    uint64_t total = 0;
    MG_TRY(mg__all_edges(context, graph, &all_edges));
    MG_TRY(MG_ALLOC(context, m->offsets, (uint64_t)graph->n + 1, "the graph for METIS"));
    MG_TRY(MG_ALLOC(context, m->part, (uint64_t)graph->n, "the graph for METIS"));
    m->offsets[0] = 0;
    for (mg_vertex v = 0; v < graph->n; v++) {
        total += join_rows(&all_edges, v, NULL);
        m->offsets[v + 1] = (idx_t)total;
    }
    if (total > (uint64_t)IDX_MAX) {
        return too_large(context, graph);
    }
    MG_TRY(MG_ALLOC(context, m->neighbours, total, "the graph for METIS"));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (mg_vertex v = 0; v < graph->n; v++) {
        join_rows(&all_edges, v, m->neighbours + m->offsets[v]);
    }
out:
    return status;
}

static mg_status find_parts(mg_context *context, const mg_graph *graph, idx_t parts, metis_graph *m) {
    idx_t n = (idx_t)graph->n, constraints = 1, cut, options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = SEED;
    const int outcome = METIS_PartGraphKway(&n, &constraints, m->offsets, m->neighbours, m->work, NULL, NULL, &parts,
                                            NULL, NULL, options, &cut, m->part);
    if (outcome == METIS_ERROR_MEMORY) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory in METIS");
    }
    return outcome == METIS_OK ? MG_OK : mg__fail(context, MG_ERROR_UNSUPPORTED, "METIS failed (%d)", outcome);
}

/* Sorts order[] by part, stably. */
static mg_status sort_by_part(mg_context *context, mg_vertex n, idx_t parts, const idx_t *part, mg_vertex *order) {
    mg_status status;
    mg_vertex *next = NULL, *before = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, next, (uint64_t)parts + 1, "METIS's parts"));
    MG_TRY(MG_ALLOC(context, before, n, "METIS's parts"));
    memcpy(before, order, (size_t)n * sizeof *before);
    for (mg_vertex v = 0; v < n; v++) {
        assert(part[v] >= 0 && part[v] < parts);
        next[part[v] + 1]++;
    }
    for (idx_t k = 0; k < parts; k++) {
        next[k + 1] += next[k];
    }
    for (mg_vertex i = 0; i < n; i++) {
        order[next[part[before[i]]]++] = before[i];
    }
out:
    mg__release(&context->memory, next);
    mg__release(&context->memory, before);
    return status;
}

static void release(mg_context *context, metis_graph *m) {
    mg__release(&context->memory, m->offsets);
    mg__release(&context->memory, m->neighbours);
    mg__release(&context->memory, m->work);
    mg__release(&context->memory, m->part);
}

/* Has METIS indices for the graph, and for the work of all vertices? */
static bool fits(const mg_graph *graph, uint32_t vertex_cost) {
    const uint64_t arcs = graph->directed ? 2 * graph->arcs : graph->arcs;
    return graph->n < (uint64_t)IDX_MAX && arcs + (uint64_t)vertex_cost * graph->n <= (uint64_t)IDX_MAX;
}

mg_status mg__order_metis(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order) {
    mg_status status;
    metis_graph m = {0};
    const idx_t parts = (idx_t)((uint64_t)graph->n / PART_VERTICES);
    if (graph->n >= (uint64_t)IDX_MAX || graph->arcs > (uint64_t)IDX_MAX) {
        return too_large(context, graph);
    }
    MG_TRY(mg__order_rcm(context, graph, seed, order));
    if (parts < 2) {
        return status;
    }
    MG_TRY(fill(context, graph, &m));
    MG_TRY(find_parts(context, graph, parts, &m));
    status = sort_by_part(context, graph->n, parts, m.part, order);
out:
    release(context, &m);
    return status;
}

/* The work of each vertex: its neighbours, and a constant. */
static mg_status set_work(mg_context *context, mg_vertex n, uint32_t vertex_cost, metis_graph *m) {
    const mg_status status = MG_ALLOC(context, m->work, n, "the graph for METIS");
    for (mg_vertex v = 0; status >= 0 && v < n; v++) {
        m->work[v] = m->offsets[v + 1] - m->offsets[v] + (idx_t)vertex_cost;
    }
    return status;
}

mg_status mg__metis_parts(mg_context *context, const mg_graph *graph, uint32_t parts, uint32_t vertex_cost,
                          uint32_t *part) {
    mg_status status = MG_OK;
    metis_graph m = {0};
    const bool trivial = parts == 1 || graph->n <= parts;
    if (!fits(graph, vertex_cost)) {
        return too_large(context, graph);
    }
    if (!trivial) {
        MG_TRY(fill(context, graph, &m));
        MG_TRY(set_work(context, graph->n, vertex_cost, &m));
        MG_TRY(find_parts(context, graph, (idx_t)parts, &m));
    }
    for (mg_vertex v = 0; v < graph->n; v++) {
        part[v] = trivial ? v % parts : (uint32_t)m.part[v];
    }
out:
    release(context, &m);
    return status;
}

#else

static mg_status is_missing(mg_context *context) {
    return mg__fail(context, MG_ERROR_UNSUPPORTED, "the library was built without METIS (Debian: libmetis-dev)");
}

mg_status mg__metis_parts(mg_context *context, const mg_graph *graph, uint32_t parts, uint32_t vertex_cost,
                          uint32_t *part) {
    (void)graph, (void)parts, (void)vertex_cost, (void)part;
    return is_missing(context);
}

mg_status mg__order_metis(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order) {
    (void)graph;
    (void)seed;
    (void)order;
    return is_missing(context);
}

#endif
