/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/dependencies.h"

#include <math.h>

/* Numbers of paths, which grow exponentially with the length of the paths: mantissa * 2^(512 * exponent), mantissa
 * below 2^512. */
typedef struct path_count {
    double mantissa;
    int64_t exponent;
} path_count;

typedef struct queued {
    double distance;
    mg_vertex vertex;
} queued;

/* A search and its memory. */
typedef struct search {
    const mg_simple_graph *graph;
    double *distance; /* infinity: not reached */
    path_count *paths;
    double *dependency;  /* of each vertex */
    double *by_edge;     /* of each arc; NULL: not wanted */
    mg_vertex *order;    /* reached vertices by distance */
    mg_vertex *position; /* of each vertex in `order`; MG_NONE: it is not there yet */
    mg_vertex reached;
    queued *queue; /* a heap, in which a vertex may be several times; n + arcs elements */
    uint64_t queue_count;
} search;

static path_count add_counts(path_count a, path_count b) {
    const path_count high = a.exponent >= b.exponent ? a : b, low = a.exponent >= b.exponent ? b : a;
    const int64_t apart = high.exponent - low.exponent;
    path_count sum = {high.mantissa + (apart == 0   ? low.mantissa
                                       : apart == 1 ? low.mantissa * 0x1p-512
                                                    : 0),
                      high.exponent};
    if (sum.mantissa >= 0x1p512) {
        sum.mantissa *= 0x1p-512;
        sum.exponent++;
    }
    return sum;
}

/* a / b <= 1. */
static double ratio(path_count a, path_count b) {
    const int64_t apart = b.exponent - a.exponent;
    return apart == 0 ? a.mantissa / b.mantissa : apart == 1 ? a.mantissa / b.mantissa * 0x1p-512 : 0;
}

/* ---- the queue ---- */

static bool comes_before(const queued *a, const queued *b) {
    return a->distance != b->distance ? a->distance < b->distance : a->vertex < b->vertex;
}

static void push(search *s, double distance, mg_vertex v) {
    const queued item = {distance, v};
    uint64_t at = s->queue_count++;
    for (; at > 0 && comes_before(&item, &s->queue[(at - 1) / 2]); at = (at - 1) / 2) {
        s->queue[at] = s->queue[(at - 1) / 2];
    }
    s->queue[at] = item;
}

static queued pop(search *s) {
    const queued first = s->queue[0], last = s->queue[--s->queue_count];
    uint64_t at = 0;
    for (uint64_t child; (child = 2 * at + 1) < s->queue_count; at = child) {
        child += child + 1 < s->queue_count && comes_before(&s->queue[child + 1], &s->queue[child]);
        if (!comes_before(&s->queue[child], &last)) {
            break;
        }
        s->queue[at] = s->queue[child];
    }
    s->queue[at] = last;
    return first;
}

/* ---- a search ---- */

static void begin(search *s, mg_vertex source) {
    const mg_simple_graph *g = s->graph;
    for (mg_vertex v = 0; v < g->n; v++) {
        s->distance[v] = (double)INFINITY;
        s->paths[v] = (path_count){0, 0};
        s->dependency[v] = 0;
        s->position[v] = MG_NONE;
    }
    for (uint64_t e = 0; s->by_edge && e < g->offsets[g->n]; e++) {
        s->by_edge[e] = 0;
    }
    s->reached = 0;
    s->queue_count = 0;
    s->distance[source] = 0;
    s->paths[source] = (path_count){1, 0};
}

static void settle(search *s, mg_vertex v) {
    s->position[v] = s->reached;
    s->order[s->reached++] = v;
}

/* May the arc be on a shortest path? Not back in the order, where a weight is so small that it is lost in a distance.
 */
static bool leads_on(const search *s, mg_vertex u, mg_vertex v) {
    return s->position[v] > s->position[u];
}

static double length_over(const search *s, mg_vertex u, uint64_t e) {
    return s->distance[u] + (s->graph->weights ? s->graph->weights[e] : 1);
}

/* Counts the paths over an arc of u, whose distance is final. True: it gives a shorter distance. */
static bool relax(search *s, mg_vertex u, uint64_t e) {
    const mg_vertex v = s->graph->neighbours[e];
    const double distance = length_over(s, u, e);
    if (!leads_on(s, u, v)) {
        return false;
    }
    if (distance < s->distance[v]) {
        s->distance[v] = distance;
        s->paths[v] = s->paths[u];
        return true;
    }
    if (distance == s->distance[v] && distance < (double)INFINITY) {
        s->paths[v] = add_counts(s->paths[v], s->paths[u]);
    }
    return false;
}

static void search_by_weight(search *s, mg_vertex source) {
    const mg_simple_graph *g = s->graph;
    push(s, 0, source);
    while (s->queue_count) {
        const mg_vertex u = pop(s).vertex;
        if (s->position[u] != MG_NONE) {
            continue; /* a shorter way was found since */
        }
        settle(s, u);
        for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++) {
            if (relax(s, u, e)) {
                push(s, s->distance[g->neighbours[e]], g->neighbours[e]);
            }
        }
    }
}

static void search_by_edges(search *s, mg_vertex source) {
    const mg_simple_graph *g = s->graph;
    settle(s, source);
    for (mg_vertex i = 0; i < s->reached; i++) {
        const mg_vertex u = s->order[i];
        for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++) {
            if (relax(s, u, e)) {
                settle(s, g->neighbours[e]);
            }
        }
    }
}

/* From the farthest vertex back: what depends on u over each of its edges that is on shortest paths. */
static void collect(search *s) {
    const mg_simple_graph *g = s->graph;
    for (mg_vertex i = s->reached; i-- > 0;) {
        const mg_vertex u = s->order[i];
        for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++) {
            const mg_vertex v = g->neighbours[e];
            if (leads_on(s, u, v) && s->distance[v] == length_over(s, u, e) && s->distance[v] < (double)INFINITY) {
                const double share = ratio(s->paths[u], s->paths[v]) * (1 + s->dependency[v]);
                s->dependency[u] += share;
                if (s->by_edge) {
                    s->by_edge[e] = share;
                }
            }
        }
    }
}

static void run_search(search *s, mg_vertex source) {
    begin(s, source);
    if (s->graph->weights) {
        search_by_weight(s, source);
    } else {
        search_by_edges(s, source);
    }
    collect(s);
    s->dependency[source] = 0;
}

/* ---- all sources ---- */

static mg_status create(mg_context *context, const mg_simple_graph *graph, bool by_edge, search *s) {
    static const char what[] = "searches";
    const uint64_t n = graph->n, arcs = graph->offsets[n];
    mg_status status;
    s->graph = graph;
    MG_TRY(MG_ALLOC(context, s->distance, n, what));
    MG_TRY(MG_ALLOC(context, s->paths, n, what));
    MG_TRY(MG_ALLOC(context, s->dependency, n, what));
    MG_TRY(MG_ALLOC(context, s->order, n, what));
    MG_TRY(MG_ALLOC(context, s->position, n, what));
    if (by_edge) {
        MG_TRY(MG_ALLOC(context, s->by_edge, arcs, what));
    }
    if (graph->weights) {
        MG_TRY(MG_ALLOC(context, s->queue, arcs + 1, what));
    }
out:
    return status;
}

static void destroy(mg_context *context, search *s) {
    void *const blocks[] = {s->distance, s->paths, s->dependency, s->by_edge, s->order, s->position, s->queue};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__release(&context->memory, blocks[i]);
    }
}

/* In the order of the sources, so that sums do not depend on the number of threads. */
static void add_up(const mg_context *context, const search *searches, int count, uint64_t length, double *sums) {
#pragma omp parallel for num_threads(context->threads) if (length > 65536)
    for (uint64_t i = 0; i < length; i++) {
        for (int k = 0; k < count; k++) {
            sums[i] += searches[k].by_edge ? searches[k].by_edge[i] : searches[k].dependency[i];
        }
    }
}

mg_status mg__add_dependencies(mg_context *context, const mg_simple_graph *simple, const mg_vertex *sources,
                               size_t count, bool by_edge, double *sums) {
    const int lanes = (size_t)context->threads < count ? context->threads : (int)count;
    search *searches = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, searches, (uint64_t)lanes, "searches"));
    for (int k = 0; k < lanes; k++) {
        MG_TRY(create(context, simple, by_edge, &searches[k]));
    }
    for (size_t first = 0; first < count; first += (size_t)lanes) {
        const int now = count - first < (size_t)lanes ? (int)(count - first) : lanes;
        MG_TRY(mg__progress(context, "bc", (double)first / (double)count));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
        for (int k = 0; k < now; k++) {
            run_search(&searches[k], sources[first + (size_t)k]);
        }
        add_up(context, searches, now, by_edge ? simple->offsets[simple->n] : simple->n, sums);
    }
out:
    for (int k = 0; searches && k < lanes; k++) {
        destroy(context, &searches[k]);
    }
    mg__release(&context->memory, searches);
    return status;
}
