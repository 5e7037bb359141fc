/* SPDX-License-Identifier: Apache-2.0
 *
 * Brandes [1] with path counts as mantissa and 64-bit exponent: they grow exponentially with the diameter.
 *
 * [1] U. Brandes: A Faster Algorithm for Betweenness Centrality. J. Math. Sociology 25 (2001).
 */
#include "tools/verify/verify_common.h"

#include <stdlib.h>

#define TOLERANCE 1e-4

/* mantissa * 2^exponent with 0.5 <= mantissa < 1, or 0. */
typedef struct wide {
    double mantissa;
    int64_t exponent;
} wide;

typedef struct search {
    const mg_graph *graph;
    mg_vertex n, reached;
    mg_adjacency out;
    uint32_t *depth;
    wide *paths;
    double *dependency, *centrality;
    mg_vertex *order; /* reached vertices by depth */
    uint8_t *is_source;
} search;

static wide wide_add(wide a, wide b) {
    if (a.mantissa == 0.0 || (b.mantissa != 0.0 && b.exponent > a.exponent)) {
        const wide swap = a;
        a = b;
        b = swap;
    }
    const int64_t shift = a.exponent - b.exponent;
    int carry = 0;
    a.mantissa = frexp(a.mantissa + (shift < 100 ? ldexp(b.mantissa, (int)-shift) : 0.0), &carry);
    a.exponent += carry;
    return a;
}

/* a / b <= 1. */
static double wide_ratio(wide a, wide b) {
    const int64_t shift = a.exponent - b.exponent;
    return shift < -2000 ? 0.0 : ldexp(a.mantissa / b.mantissa, (int)shift);
}

/* False for loops, which are on no shortest path, and for repeated parallel edges, which are adjacent in the row. */
static bool counts(const search *s, mg_vertex u, uint64_t e) {
    const mg_vertex v = s->out.neighbours[e];
    return v != u && (e == s->out.offsets[u] || v != s->out.neighbours[e - 1]);
}

static void forward(search *s, mg_vertex source) {
    for (mg_vertex v = 0; v < s->n; v++) {
        s->depth[v] = MG_UNREACHED;
        s->paths[v] = (wide){0};
        s->dependency[v] = 0.0;
    }
    s->depth[source] = 0;
    s->paths[source] = (wide){0.5, 1};
    s->order[0] = source;
    s->reached = 1;
    for (mg_vertex i = 0; i < s->reached; i++) {
        const mg_vertex u = s->order[i];
        for (uint64_t e = s->out.offsets[u]; e < s->out.offsets[u + 1]; e++) {
            const mg_vertex v = s->out.neighbours[e];
            if (!counts(s, u, e)) {
                continue;
            }
            if (s->depth[v] == MG_UNREACHED) {
                s->depth[v] = s->depth[u] + 1;
                s->order[s->reached++] = v;
            }
            if (s->depth[v] == s->depth[u] + 1) {
                s->paths[v] = wide_add(s->paths[v], s->paths[u]);
            }
        }
    }
}

static void backward(search *s) {
    for (mg_vertex i = s->reached; i-- > 1;) {
        const mg_vertex u = s->order[i];
        for (uint64_t e = s->out.offsets[u]; e < s->out.offsets[u + 1]; e++) {
            const mg_vertex v = s->out.neighbours[e];
            if (counts(s, u, e) && s->depth[v] == s->depth[u] + 1) {
                s->dependency[u] += wide_ratio(s->paths[u], s->paths[v]) * (1.0 + s->dependency[v]);
            }
        }
        s->centrality[u] += s->dependency[u];
    }
}

/* NetworkX 3.6, betweenness.py, _rescale without endpoints; N of NetworkX is n - 1. */
static double scale(const search *s, size_t sources, bool is_source, bool normalized) {
    const double others = (double)s->n - 1.0, searched = (double)(is_source ? sources - 1 : sources);
    if (others < 2.0) {
        return 1.0;
    }
    if (searched < 1.0) {
        return (double)NAN;
    }
    return normalized ? 1.0 / (searched * (others - 1.0))
                      : others / (searched * (mg_graph_directed(s->graph) ? 1.0 : 2.0));
}

static bool compare(const search *s, const double *given, size_t sources, bool normalized, mgt_reason why) {
    for (mg_vertex v = 0; v < s->n; v++) {
        const double expected = s->centrality[v] * scale(s, sources, s->is_source[v], normalized);
        const bool same = isnan(expected) ? isnan(given[v]) : fabs(given[v] - expected) <= TOLERANCE * expected;
        if (!same) {
            return mgt_refuse(why, "the centrality of %llu is %.9g, expected %.9g", mgt_id(s->graph, v), given[v],
                              expected);
        }
    }
    return true;
}

bool mgt_verify_bc(mg_context *context, const mg_graph *graph, const mg_vertex *sources, size_t source_count,
                   bool normalized, const mg_result *result, char *text, size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const double *given = mgt_column(graph, result, "centrality", MG_FLOAT64, why);
    if (!given) {
        return false;
    }
    search s = {.graph = graph, .n = mg_graph_vertex_count(graph), .out = mg_graph_out_edges(graph)};
    const size_t count = sources ? source_count : s.n;
    s.depth = mgt_memory(s.n, sizeof *s.depth, why);
    s.paths = mgt_memory(s.n, sizeof *s.paths, why);
    s.dependency = mgt_memory(s.n, sizeof *s.dependency, why);
    s.centrality = mgt_memory(s.n, sizeof *s.centrality, why);
    s.order = mgt_memory(s.n, sizeof *s.order, why);
    s.is_source = mgt_memory(s.n, sizeof *s.is_source, why);
    bool holds = s.depth && s.paths && s.dependency && s.centrality && s.order && s.is_source;
    for (size_t i = 0; i < count && holds; i++) {
        const mg_vertex source = sources ? sources[i] : (mg_vertex)i;
        s.is_source[source] = 1;
        forward(&s, source);
        backward(&s);
    }
    holds = holds && compare(&s, given, count, normalized, why);
    free(s.depth);
    free(s.paths);
    free(s.dependency);
    free(s.centrality);
    free(s.order);
    free(s.is_source);
    return holds;
}
