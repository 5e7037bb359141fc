/* SPDX-License-Identifier: Apache-2.0
 *
 * Coreness by a serial run with buckets (Batagelj, Zaversnik): vertices are taken away by their numbers of edges.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

typedef struct buckets {
    mg_adjacency sides[2]; /* out-edges; of a directed graph also in-edges */
    size_t side_count;
    uint64_t *edges;          /* of each vertex, to vertices that are left */
    mg_vertex *order, *place; /* vertices by their edges, and where a vertex is in it */
    mg_vertex *begin;         /* of the vertices with so many edges */
} buckets;

static void count_edges(buckets *b, mg_vertex n) {
    for (mg_vertex v = 0; v < n; v++) {
        for (size_t k = 0; k < b->side_count; k++) {
            for (uint64_t e = b->sides[k].offsets[v]; e < b->sides[k].offsets[v + 1]; e++) {
                b->edges[v] += b->sides[k].neighbours[e] != v;
            }
        }
    }
}

/* Counting sort. */
static void sort(buckets *b, mg_vertex n, uint64_t most) {
    for (mg_vertex v = 0; v < n; v++) {
        b->begin[b->edges[v] + 1]++;
    }
    for (uint64_t d = 0; d <= most; d++) {
        b->begin[d + 1] += b->begin[d];
    }
    for (mg_vertex v = n; v-- > 0;) {
        const mg_vertex at = --b->begin[b->edges[v] + 1];
        b->order[at] = v;
        b->place[v] = at;
    }
    for (uint64_t d = 0; d <= most; d++) {
        b->begin[d] = b->begin[d + 1];
    }
}

/* Moves v to the bucket below: it changes places with the first of its own. */
static void lower(buckets *b, mg_vertex v) {
    const mg_vertex first = b->begin[b->edges[v]]++, other = b->order[first];
    b->order[b->place[v]] = other;
    b->place[other] = b->place[v];
    b->order[first] = v;
    b->place[v] = first;
    b->edges[v]--;
}

static void peel(buckets *b, mg_vertex n) {
    for (mg_vertex i = 0; i < n; i++) {
        const mg_vertex v = b->order[i];
        for (size_t k = 0; k < b->side_count; k++) {
            for (uint64_t e = b->sides[k].offsets[v]; e < b->sides[k].offsets[v + 1]; e++) {
                const mg_vertex u = b->sides[k].neighbours[e];
                if (b->edges[u] > b->edges[v]) {
                    lower(b, u);
                }
            }
        }
    }
}

static bool compare(const buckets *b, const mg_graph *graph, const uint32_t *core, mgt_reason why) {
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        if (core[v] != b->edges[v]) {
            return mgt_refuse(why, "the coreness of %llu is %llu, not %lu", mgt_id(graph, v),
                              (unsigned long long)b->edges[v], (unsigned long)core[v]);
        }
    }
    return true;
}

bool mgt_verify_kcore(mg_context *context, const mg_graph *graph, const mg_result *result, char *text, size_t size) {
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph);
    const bool directed = mg_graph_directed(graph);
    const uint32_t *core = mgt_column(graph, result, "core", MG_UINT32, why);
    buckets b = {.side_count = directed ? 2 : 1};
    b.sides[0] = mg_graph_out_edges(graph);
    if (!core) {
        return false;
    }
    if (directed && mg_graph_in_edges(context, graph, &b.sides[1]) < 0) {
        return mgt_refuse(why, "%s", mg_context_error(context));
    }
    b.edges = mgt_memory(n, sizeof *b.edges, why);
    b.order = mgt_memory(n, sizeof *b.order, why);
    b.place = mgt_memory(n, sizeof *b.place, why);
    bool holds = b.edges && b.order && b.place;
    if (holds) {
        uint64_t most = 0;
        count_edges(&b, n);
        for (mg_vertex v = 0; v < n; v++) {
            most = b.edges[v] > most ? b.edges[v] : most;
        }
        b.begin = mgt_memory(most + 2, sizeof *b.begin, why);
        holds = b.begin != NULL;
        if (holds) {
            sort(&b, n, most);
            peel(&b, n);
            holds = compare(&b, graph, core, why);
        }
    }
    free(b.edges);
    free(b.order);
    free(b.place);
    free(b.begin);
    return holds;
}
