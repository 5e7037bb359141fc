/* SPDX-License-Identifier: Apache-2.0
 *
 * directed_diameter.c: the diameter of a directed graph by upper bounds of all eccentricities [1]. Every strongly
 * connected component has a root; a path from v goes to the root of its component at first, and on from there: to the
 * farthest vertex of the component, or by an edge that leaves it and the root of the component beyond. A search from v
 * gives its eccentricity e, and a search backwards better bounds of the vertices that reach it: their distance to v,
 * plus e. Searches begin at vertices of high and of low bounds in turn, until no bound is higher than a distance that
 * was found.
 *
 * [1] T. Akiba, Y. Iwata, Y. Kawata: An Exact Algorithm for Diameters of Large Real Directed Graphs. SEA 2015.
 */
#include "algorithms/directed_diameter.h"

#include "algorithms/entry.h"
#include "core/graph/graph_cache.h"

#include <string.h>

#define NOWHERE UINT32_MAX

typedef struct bounds {
    mg_context *context;
    const mg_run_options *run;
    const mg_graph *graph;
    mg_vertex n;
    mg_adjacency out, in;
    const mg_vertex *component; /* of each vertex: one of its vertices */
    mg_vertex *root;            /* by component */
    uint64_t *beyond;           /* by component: no vertex is farther from its root */
    uint64_t *leaving;          /* by component: edges to components without a bound yet */
    uint32_t *to_root, *from_root;
    uint32_t *high;   /* no vertex is farther */
    uint32_t *depth;  /* of a search backwards */
    mg_vertex *queue; /* of searches; then the vertices by component */
    mg_vertex *ready; /* components whose bounds can be found */
    uint64_t *begin;  /* by component: its vertices in the queue */
    uint32_t least;   /* a distance that was found */
    uint64_t searches;
} bounds;

/* A search from `source` against the edges of `rows`; inside: not out of its component. Returns what was reached. */
static mg_vertex search(const bounds *b, mg_adjacency rows, mg_vertex source, bool inside, uint32_t *depth) {
    mg_vertex count = 1;
    depth[source] = 0;
    b->queue[0] = source;
    for (mg_vertex i = 0; i < count; i++) {
        const mg_vertex u = b->queue[i];
        for (uint64_t e = rows.offsets[u]; e < rows.offsets[u + 1]; e++) {
            const mg_vertex v = rows.neighbours[e];
            if (depth[v] == NOWHERE && (!inside || b->component[v] == b->component[source])) {
                depth[v] = depth[u] + 1;
                b->queue[count++] = v;
            }
        }
    }
    return count;
}

static uint64_t degree(const mg_adjacency *rows, mg_vertex v) {
    return rows->offsets[v + 1] - rows->offsets[v];
}

/* The root of a component has many edges in and out. */
static void choose_roots(const bounds *b) {
    for (mg_vertex v = 0; v < b->n; v++) {
        b->root[v] = NOWHERE;
        b->to_root[v] = b->from_root[v] = NOWHERE;
        b->beyond[v] = b->leaving[v] = b->begin[v] = 0;
    }
    for (mg_vertex v = 0; v < b->n; v++) {
        mg_vertex *const root = &b->root[b->component[v]];
        const bool better = *root == NOWHERE || (double)degree(&b->out, v) * (double)degree(&b->in, v) >
                                                    (double)degree(&b->out, *root) * (double)degree(&b->in, *root);
        *root = better ? v : *root;
    }
    for (mg_vertex c = 0; c < b->n; c++) {
        if (b->root[c] != NOWHERE) {
            search(b, b->out, b->root[c], true, b->from_root);
            search(b, b->in, b->root[c], true, b->to_root);
        }
    }
}

/* Lists the vertices by component, and the components that no edge leaves. Returns their number. */
static mg_vertex list_components(const bounds *b) {
    uint64_t at = 0;
    mg_vertex count = 0;
    for (mg_vertex v = 0; v < b->n; v++) {
        b->begin[b->component[v]]++;
        for (uint64_t e = b->out.offsets[v]; e < b->out.offsets[v + 1]; e++) {
            b->leaving[b->component[v]] += b->component[b->out.neighbours[e]] != b->component[v];
        }
    }
    for (mg_vertex c = 0; c < b->n; c++) {
        const uint64_t size = b->begin[c];
        b->begin[c] = at;
        at += size;
    }
    for (mg_vertex v = 0; v < b->n; v++) {
        b->queue[b->begin[b->component[v]]++] = v;
    }
    for (mg_vertex c = b->n; c-- > 0;) { /* begin[c] is the end now; that of the component before is its begin */
        b->begin[c] = c ? b->begin[c - 1] : 0;
        if (b->root[c] != NOWHERE && !b->leaving[c]) {
            b->ready[count++] = c;
        }
    }
    return count;
}

static uint64_t end_of(const bounds *b, mg_vertex c) {
    return c + 1 < b->n ? b->begin[c + 1] : b->n;
}

/* What lies beyond the root of a component, all components that its edges lead to being done. */
static void bound_component(const bounds *b, mg_vertex c) {
    uint64_t most = 0;
    for (uint64_t i = b->begin[c]; i < end_of(b, c); i++) {
        const mg_vertex u = b->queue[i];
        most = b->from_root[u] > most ? b->from_root[u] : most;
        for (uint64_t e = b->out.offsets[u]; e < b->out.offsets[u + 1]; e++) {
            const mg_vertex v = b->out.neighbours[e];
            const uint64_t through = (uint64_t)b->from_root[u] + 1 + b->to_root[v] + b->beyond[b->component[v]];
            most = b->component[v] != c && through > most ? through : most;
        }
    }
    b->beyond[c] = most < b->n ? most : b->n - 1; /* no path has more edges */
}

/* From the components that no edge leaves against the edges between components. */
static void bound_components(const bounds *b) {
    mg_vertex count = list_components(b);
    for (mg_vertex i = 0; i < count; i++) {
        const mg_vertex c = b->ready[i];
        bound_component(b, c);
        for (uint64_t k = b->begin[c]; k < end_of(b, c); k++) {
            const mg_vertex v = b->queue[k];
            for (uint64_t e = b->in.offsets[v]; e < b->in.offsets[v + 1]; e++) {
                const mg_vertex other = b->component[b->in.neighbours[e]];
                if (other != c && --b->leaving[other] == 0) {
                    b->ready[count++] = other;
                }
            }
        }
    }
    for (mg_vertex v = 0; v < b->n; v++) {
        const uint64_t high = b->to_root[v] + b->beyond[b->component[v]];
        b->high[v] = (uint32_t)(high < b->n ? high : b->n - 1);
        b->depth[v] = NOWHERE;
    }
}

/* The vertex of the highest or the lowest bound of those above `least`, of equals that of most edges; NOWHERE: none. */
static mg_vertex choose(const bounds *b, bool highest) {
    mg_vertex best = NOWHERE;
    for (mg_vertex v = 0; v < b->n; v++) {
        if (b->high[v] <= b->least) {
            continue;
        }
        const bool equal = best != NOWHERE && b->high[v] == b->high[best];
        const bool better = best == NOWHERE || (highest ? b->high[v] > b->high[best] : b->high[v] < b->high[best]) ||
                            (equal && degree(&b->in, v) > degree(&b->in, best));
        best = better ? v : best;
    }
    return best;
}

/* Searches from v, and backwards where that may lower bounds. */
static mg_status look_from(bounds *b, mg_vertex v) {
    mg_status status = MG_OK;
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    mg_result *result = NULL;
    uint32_t farthest = 0;
    o.run = *b->run;
    o.source = v;
    MG_TRY(mg_bfs(b->context, b->graph, &o, &result));
    const uint32_t *const depth = mg_result_column(result, "depth")->data;
    for (mg_vertex w = 0; w < b->n; w++) {
        farthest = depth[w] != MG_UNREACHED && depth[w] > farthest ? depth[w] : farthest;
    }
    b->least = farthest > b->least ? farthest : b->least;
    const mg_vertex count = search(b, b->in, v, false, b->depth);
    for (mg_vertex i = 0; i < count; i++) {
        const mg_vertex w = b->queue[i];
        const uint64_t high = (uint64_t)b->depth[w] + farthest;
        b->high[w] = high < b->high[w] ? (uint32_t)high : b->high[w];
        b->depth[w] = NOWHERE;
    }
    b->searches += 2;
out:
    mg_result_destroy(result);
    return status;
}

static mg_status allocate(bounds *b) {
    mg_status status;
    MG_TRY(MG_ALLOC(b->context, b->root, b->n, "bounds"));
    MG_TRY(MG_ALLOC(b->context, b->beyond, b->n, "bounds"));
    MG_TRY(MG_ALLOC(b->context, b->leaving, b->n, "bounds"));
    MG_TRY(MG_ALLOC(b->context, b->to_root, b->n, "bounds"));
    MG_TRY(MG_ALLOC(b->context, b->from_root, b->n, "bounds"));
    MG_TRY(MG_ALLOC(b->context, b->high, b->n, "bounds"));
    MG_TRY(MG_ALLOC(b->context, b->depth, b->n, "bounds"));
    MG_TRY(MG_ALLOC(b->context, b->queue, b->n, "bounds"));
    MG_TRY(MG_ALLOC(b->context, b->ready, b->n, "bounds"));
    MG_TRY(MG_ALLOC(b->context, b->begin, b->n, "bounds"));
out:
    return status;
}

static void release(bounds *b) {
    void *const blocks[] = {b->root, b->beyond, b->leaving, b->to_root, b->from_root,
                            b->high, b->depth,  b->queue,   b->ready,   b->begin};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__release(&b->context->memory, blocks[i]);
    }
}

static mg_vertex count_components(const bounds *b) {
    mg_vertex count = 0;
    for (mg_vertex c = 0; c < b->n; c++) {
        count += b->root[c] != NOWHERE;
    }
    return count;
}

mg_status mg__directed_diameter(mg_context *context, const mg_graph *graph, const mg_run_options *run,
                                mg_diameter_info *info) {
    mg_status status;
    bounds b = {.context = context,
                .run = run,
                .graph = graph,
                .n = mg_graph_vertex_count(graph),
                .out = mg_graph_out_edges(graph)};
    mg_scc_options o = MG_SCC_OPTIONS_INIT;
    mg_result *components = NULL;
    o.run = *run;
    MG_TRY(mg_scc(context, graph, &o, &components));
    b.component = mg_result_column(components, "component")->data;
    MG_TRY(mg__graph_in_edges(context, graph, &b.in));
    MG_TRY(allocate(&b));
    choose_roots(&b);
    bound_components(&b);
    bool highest = true;
    for (mg_vertex v = choose(&b, highest); v != NOWHERE; v = choose(&b, highest)) {
        MG_TRY(mg__progress(context, "diameter", -1));
        MG_TRY(look_from(&b, v));
        highest = !highest;
    }
    *info = (mg_diameter_info){.diameter = b.least, .components = count_components(&b), .searches = b.searches};
out:
    mg_result_destroy(components);
    release(&b);
    return status;
}
