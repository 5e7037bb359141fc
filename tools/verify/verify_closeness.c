/* SPDX-License-Identifier: Apache-2.0
 *
 * Closeness and harmonic centralities by a serial search from every source.
 */
#include "tools/verify/verify_common.h"

#include <math.h>
#include <stdlib.h>

#define TOLERANCE 1e-12

typedef struct search {
    mg_vertex n;
    mg_adjacency out;
    mg_vertex *queue;
    uint32_t *depth;
    bool *is_source;
    uint64_t *distance, *reached; /* sums over the sources */
    long double *harmonic;
} search;

static void search_from(search *s, mg_vertex source) {
    for (mg_vertex v = 0; v < s->n; v++) {
        s->depth[v] = MG_UNREACHED;
    }
    mg_vertex count = 0;
    s->queue[count++] = source;
    s->depth[source] = 0;
    for (mg_vertex i = 0; i < count; i++) {
        const mg_vertex u = s->queue[i];
        for (uint64_t e = s->out.offsets[u]; e < s->out.offsets[u + 1]; e++) {
            const mg_vertex v = s->out.neighbours[e];
            if (s->depth[v] == MG_UNREACHED) {
                s->depth[v] = s->depth[u] + 1;
                s->queue[count++] = v;
                s->reached[v]++;
                s->distance[v] += s->depth[v];
                s->harmonic[v] += 1.0L / s->depth[v];
            }
        }
    }
}

static bool agree(const mg_graph *graph, mg_vertex v, const char *name, double found, long double expected,
                  mgt_reason why) {
    const bool same = isnan(expected) ? isnan(found) : fabsl(found - expected) <= TOLERANCE * expected;
    return same || mgt_refuse(why, "%s of %llu is %.15g, expected %.15Lg", name, mgt_id(graph, v), found, expected);
}

static bool compare(const search *s, const mg_graph *graph, uint64_t sources, const double *closeness,
                    const double *harmonic, mgt_reason why) {
    const long double others = (long double)s->n - 1;
    for (mg_vertex v = 0; v < s->n; v++) {
        const long double searched = (long double)(sources - s->is_source[v]), r = s->reached[v];
        const bool unknown = searched < 1 && others >= 1;
        const long double near = unknown ? (long double)NAN : r > 0 ? r / s->distance[v] * r / searched : 0;
        const long double far = unknown ? (long double)NAN : r > 0 ? s->harmonic[v] * others / searched : 0;
        if (!agree(graph, v, "the closeness", closeness[v], near, why) ||
            !agree(graph, v, "the harmonic centrality", harmonic[v], far, why)) {
            return false;
        }
    }
    return true;
}

static bool allocate(search *s, mgt_reason why) {
    s->queue = mgt_memory(s->n, sizeof *s->queue, why);
    s->depth = mgt_memory(s->n, sizeof *s->depth, why);
    s->is_source = mgt_memory(s->n, sizeof *s->is_source, why);
    s->distance = mgt_memory(s->n, sizeof *s->distance, why);
    s->reached = mgt_memory(s->n, sizeof *s->reached, why);
    s->harmonic = mgt_memory(s->n, sizeof *s->harmonic, why);
    return s->queue && s->depth && s->is_source && s->distance && s->reached && s->harmonic;
}

static void release(search *s) {
    free(s->queue);
    free(s->depth);
    free(s->is_source);
    free(s->distance);
    free(s->reached);
    free(s->harmonic);
}

bool mgt_verify_closeness(mg_context *context, const mg_graph *graph, const mg_vertex *sources, size_t source_count,
                          const mg_result *result, char *text, size_t size) {
    (void)context;
    const mgt_reason why = {text, size};
    const double *closeness = mgt_column(graph, result, "closeness", MG_FLOAT64, why);
    const double *harmonic = closeness ? mgt_column(graph, result, "harmonic", MG_FLOAT64, why) : NULL;
    search s = {.n = mg_graph_vertex_count(graph), .out = mg_graph_out_edges(graph)};
    uint64_t different = 0;
    bool holds = harmonic && allocate(&s, why);
    for (size_t i = 0; holds && i < (sources ? source_count : s.n); i++) {
        const mg_vertex source = sources ? sources[i] : (mg_vertex)i;
        if (!s.is_source[source]) {
            s.is_source[source] = true;
            different++;
            search_from(&s, source);
        }
    }
    holds = holds && compare(&s, graph, different, closeness, harmonic, why);
    release(&s);
    return holds;
}
