/* SPDX-License-Identifier: Apache-2.0
 *
 * Strongly connected components by Tarjan's algorithm, with a stack of its own in place of recursion.
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

typedef struct tarjan {
    const mg_graph *graph;
    mg_adjacency out;
    mg_vertex *number, *low; /* number: in the order of the first visit, from 1; 0: not visited */
    mg_vertex *calls, *open; /* stacks: vertices being visited; visited ones without a component */
    uint64_t *next;          /* next edge of each vertex being visited */
    mg_vertex *component;    /* its vertex of smallest id; MG_NONE: not known */
    mg_vertex call_count, open_count, visited;
} tarjan;

static void enter(tarjan *t, mg_vertex v) {
    t->number[v] = t->low[v] = ++t->visited;
    t->next[v] = t->out.offsets[v];
    t->calls[t->call_count++] = v;
    t->open[t->open_count++] = v;
}

/* The open vertices from v on are a component. */
static void close_component(tarjan *t, mg_vertex v) {
    mg_vertex first = t->open_count, least = v;
    do {
        first--;
        least = mg_graph_id(t->graph, t->open[first]) < mg_graph_id(t->graph, least) ? t->open[first] : least;
    } while (t->open[first] != v);
    for (mg_vertex i = first; i < t->open_count; i++) {
        t->component[t->open[i]] = least;
    }
    t->open_count = first;
}

static mg_vertex lesser(mg_vertex a, mg_vertex b) {
    return a < b ? a : b;
}

static void visit_from(tarjan *t, mg_vertex start) {
    enter(t, start);
    while (t->call_count) {
        const mg_vertex v = t->calls[t->call_count - 1];
        if (t->next[v] < t->out.offsets[v + 1]) {
            const mg_vertex u = t->out.neighbours[t->next[v]++];
            if (!t->number[u]) {
                enter(t, u);
            } else if (t->component[u] == MG_NONE) {
                t->low[v] = lesser(t->low[v], t->number[u]);
            }
            continue;
        }
        t->call_count--;
        if (t->low[v] == t->number[v]) {
            close_component(t, v);
        }
        if (t->call_count) {
            const mg_vertex caller = t->calls[t->call_count - 1];
            t->low[caller] = lesser(t->low[caller], t->low[v]);
        }
    }
}

static void release(tarjan *t) {
    free(t->number);
    free(t->low);
    free(t->calls);
    free(t->open);
    free(t->next);
    free(t->component);
}

static bool allocate(tarjan *t, mg_vertex n, mgt_reason why) {
    t->number = mgt_memory(n, sizeof *t->number, why);
    t->low = mgt_memory(n, sizeof *t->low, why);
    t->calls = mgt_memory(n, sizeof *t->calls, why);
    t->open = mgt_memory(n, sizeof *t->open, why);
    t->next = mgt_memory(n, sizeof *t->next, why);
    t->component = mgt_memory(n, sizeof *t->component, why);
    return t->number && t->low && t->calls && t->open && t->next && t->component;
}

bool mgt_verify_scc(mg_context *context, const mg_graph *graph, const mg_result *result, char *text, size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_vertex *label = mgt_column(graph, result, "component", MG_UINT32, why);
    tarjan t = {.graph = graph, .out = mg_graph_out_edges(graph)};
    bool holds = label && allocate(&t, n, why);
    for (mg_vertex v = 0; holds && v < n; v++) {
        t.component[v] = MG_NONE;
    }
    for (mg_vertex v = 0; holds && v < n; v++) {
        if (!t.number[v]) {
            visit_from(&t, v);
        }
    }
    for (mg_vertex v = 0; holds && v < n; v++) {
        if (label[v] != t.component[v]) {
            holds =
                mgt_refuse(why, "%llu is labelled %llu, the smallest vertex of its component is %llu", mgt_id(graph, v),
                           label[v] < n ? mgt_id(graph, label[v]) : label[v], mgt_id(graph, t.component[v]));
        }
    }
    release(&t);
    return holds;
}
