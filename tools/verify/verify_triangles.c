/* SPDX-License-Identifier: Apache-2.0
 *
 * Triangles and clustering coefficients, counted by a serial search that merges nothing: the neighbours of one corner
 * are marked, those of another are looked up. Rows hold neighbours that come later in the order of degrees, so that
 * they have at most about sqrt(2 * edges) entries.
 */
#include "tools/verify/verify_common.h"

#include <math.h>
#include <stdlib.h>

/* Neighbours without loops and parallel edges, in both directions, those first that come later in the order of degrees;
 * edges[e]: directions that have an edge. */
typedef struct simple_graph {
    mg_vertex n;
    uint64_t *offsets, *later_end; /* later_end[v]: where the later neighbours of v end */
    mg_vertex *neighbours;
    uint8_t *edges;
} simple_graph;

/* What is counted for each vertex. */
typedef struct corners {
    uint64_t *triangles, *edges; /* edges: between its neighbours, each direction for itself */
    uint64_t *place;             /* of a vertex in the marked row, plus 1 */
} corners;

static uint64_t end_of_copies(const mg_adjacency *a, mg_vertex v, uint64_t e) {
    const mg_vertex u = a->neighbours[e];
    while (e < a->offsets[v + 1] && a->neighbours[e] == u) {
        e++;
    }
    return e;
}

/* Appends the neighbours of v to its row. */
static void add_row(simple_graph *s, const mg_adjacency *out, const mg_adjacency *in, bool directed, mg_vertex v) {
    uint64_t a = out->offsets[v], b = directed ? in->offsets[v] : 0, at = s->offsets[v];
    const uint64_t a_end = out->offsets[v + 1], b_end = directed ? in->offsets[v + 1] : 0;
    while (a < a_end || b < b_end) {
        const bool from_in = a == a_end || (b < b_end && in->neighbours[b] < out->neighbours[a]);
        const bool both = a < a_end && b < b_end && in->neighbours[b] == out->neighbours[a];
        const mg_vertex u = from_in ? in->neighbours[b] : out->neighbours[a];
        a = from_in ? a : end_of_copies(out, v, a);
        b = from_in || both ? end_of_copies(in, v, b) : b;
        if (u != v) {
            s->neighbours[at] = u;
            s->edges[at++] = both ? 2 : 1;
        }
    }
    s->offsets[v + 1] = at;
}

static void release(simple_graph *s, corners *c) {
    free(s->offsets);
    free(s->later_end);
    free(s->neighbours);
    free(s->edges);
    free(c->triangles);
    free(c->edges);
    free(c->place);
}

static uint64_t degree(const simple_graph *s, mg_vertex v) {
    return s->offsets[v + 1] - s->offsets[v];
}

/* The order in which a triangle has its first, second and third corner. */
static bool is_before(const simple_graph *s, mg_vertex a, mg_vertex b) {
    return degree(s, a) < degree(s, b) || (degree(s, a) == degree(s, b) && a < b);
}

/* Moves the later neighbours of v to the front of its row. */
static void later_first(simple_graph *s, mg_vertex v) {
    uint64_t at = s->offsets[v];
    for (uint64_t e = at; e < s->offsets[v + 1]; e++) {
        if (is_before(s, v, s->neighbours[e])) {
            const mg_vertex u = s->neighbours[e];
            const uint8_t edges = s->edges[e];
            s->neighbours[e] = s->neighbours[at];
            s->edges[e] = s->edges[at];
            s->neighbours[at] = u;
            s->edges[at++] = edges;
        }
    }
    s->later_end[v] = at;
}

static bool make_simple(mg_context *context, const mg_graph *graph, simple_graph *s, corners *c, mgt_reason why) {
    const bool directed = mg_graph_directed(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const uint64_t arcs = mg_graph_arc_count(graph) * (directed ? 2 : 1);
    mg_adjacency in = out;
    if (directed && mg_graph_in_edges(context, graph, &in) < 0) {
        return mgt_refuse(why, "%s", mg_context_error(context));
    }
    s->n = mg_graph_vertex_count(graph);
    s->offsets = mgt_memory((uint64_t)s->n + 1, sizeof *s->offsets, why);
    s->later_end = mgt_memory(s->n, sizeof *s->later_end, why);
    s->neighbours = mgt_memory(arcs, sizeof *s->neighbours, why);
    s->edges = mgt_memory(arcs, sizeof *s->edges, why);
    c->triangles = mgt_memory(s->n, sizeof *c->triangles, why);
    c->edges = mgt_memory(s->n, sizeof *c->edges, why);
    c->place = mgt_memory(s->n, sizeof *c->place, why);
    if (!s->offsets || !s->later_end || !s->neighbours || !s->edges || !c->triangles || !c->edges || !c->place) {
        return false;
    }
    for (mg_vertex v = 0; v < s->n; v++) {
        add_row(s, &out, &in, directed, v);
    }
    for (mg_vertex v = 0; v < s->n; v++) {
        later_first(s, v);
    }
    return true;
}

static void count_corner(corners *c, mg_vertex v, uint8_t opposite) {
    c->triangles[v]++;
    c->edges[v] += opposite;
}

/* The triangles whose first corner is u, at its later neighbours, which are marked. */
static void count_from(const simple_graph *s, corners *c, mg_vertex u) {
    for (uint64_t uv = s->offsets[u]; uv < s->later_end[u]; uv++) {
        const mg_vertex v = s->neighbours[uv];
        for (uint64_t vw = s->offsets[v]; vw < s->later_end[v]; vw++) {
            const mg_vertex w = s->neighbours[vw];
            if (c->place[w]) {
                count_corner(c, u, s->edges[vw]);
                count_corner(c, v, s->edges[c->place[w] - 1]);
                count_corner(c, w, s->edges[uv]);
            }
        }
    }
}

static void count_all(const simple_graph *s, corners *c) {
    for (mg_vertex u = 0; u < s->n; u++) {
        for (uint64_t e = s->offsets[u]; e < s->later_end[u]; e++) {
            c->place[s->neighbours[e]] = e + 1;
        }
        count_from(s, c, u);
        for (uint64_t e = s->offsets[u]; e < s->later_end[u]; e++) {
            c->place[s->neighbours[e]] = 0;
        }
    }
}

bool mgt_verify_triangles(mg_context *context, const mg_graph *graph, const mg_result *result, char *text,
                          size_t size) {
    const mgt_reason why = {text, size};
    const uint64_t *found = mgt_column(graph, result, "triangles", MG_UINT64, why);
    simple_graph s = {0};
    corners c = {0};
    bool holds = found && make_simple(context, graph, &s, &c, why);
    if (holds) {
        count_all(&s, &c);
    }
    for (mg_vertex v = 0; holds && v < s.n; v++) {
        if (found[v] != c.triangles[v]) {
            holds = mgt_refuse(why, "%llu has %llu triangles, not %llu", mgt_id(graph, v),
                               (unsigned long long)c.triangles[v], (unsigned long long)found[v]);
        }
    }
    release(&s, &c);
    return holds;
}

bool mgt_verify_triangle_total(mg_context *context, const mg_graph *graph, uint64_t total, char *text, size_t size) {
    const mgt_reason why = {text, size};
    simple_graph s = {0};
    corners c = {0};
    bool holds = make_simple(context, graph, &s, &c, why);
    uint64_t sum = 0;
    if (holds) {
        count_all(&s, &c);
    }
    for (mg_vertex v = 0; holds && v < s.n; v++) {
        sum += c.triangles[v];
    }
    if (holds && total != sum / 3) {
        holds = mgt_refuse(why, "the graph has %llu triangles, not %llu", (unsigned long long)sum / 3,
                           (unsigned long long)total);
    }
    release(&s, &c);
    return holds;
}

bool mgt_verify_lcc(mg_context *context, const mg_graph *graph, const mg_result *result, char *text, size_t size) {
    const mgt_reason why = {text, size};
    const double *found = mgt_column(graph, result, "lcc", MG_FLOAT64, why);
    simple_graph s = {0};
    corners c = {0};
    bool holds = found && make_simple(context, graph, &s, &c, why);
    if (holds) {
        count_all(&s, &c);
    }
    for (mg_vertex v = 0; holds && v < s.n; v++) {
        const double k = (double)degree(&s, v), edges = (double)c.edges[v] * (mg_graph_directed(graph) ? 1 : 2);
        const double expected = k > 1 ? edges / (k * (k - 1)) : 0;
        if (!(fabs(found[v] - expected) <= 1e-15)) {
            holds =
                mgt_refuse(why, "the coefficient of %llu is %.17g, not %.17g", mgt_id(graph, v), expected, found[v]);
        }
    }
    release(&s, &c);
    return holds;
}
