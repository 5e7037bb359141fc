/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verbs/diameter.h"

#include <stdlib.h>
#include <string.h>

#define SWEEPS 4

/* A search: depths and parents belong to the result. */
typedef struct search {
    mg_result *result;
    const uint32_t *depth;
    const mg_vertex *parent;
    mg_vertex farthest; /* the first of several */
} search;

static mg_status run(mg_context *context, const mg_graph *graph, mg_vertex source, search *s) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    o.source = source;
    o.run.backend = MG_BACKEND_CPU;
    *s = (search){.farthest = source};
    const mg_status status = mg_bfs(context, graph, &o, &s->result);
    if (status < 0) {
        return status;
    }
    s->depth = mg_result_column(s->result, "depth")->data;
    s->parent = mg_result_column(s->result, "parent")->data;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        if (s->depth[v] != MG_UNREACHED && s->depth[v] > s->depth[s->farthest]) {
            s->farthest = v;
        }
    }
    return status;
}

static uint32_t eccentricity(const search *s) {
    return s->depth[s->farthest];
}

/* The vertex half way to the farthest one. */
static mg_vertex middle(const search *s) {
    mg_vertex v = s->farthest;
    while (s->depth[v] > eccentricity(s) / 2) {
        v = s->parent[v];
    }
    return v;
}

/* From vertex to farthest vertex; *centre: the middle of the longest path. */
static mg_status sweep(mg_context *context, const mg_graph *graph, mg_vertex source, diameter *d, mg_vertex *centre) {
    for (int i = 0; i < SWEEPS; i++) {
        search s;
        const mg_status status = run(context, graph, source, &s);
        d->searches += status >= 0;
        if (status < 0) {
            return status;
        }
        if (i == 0 || eccentricity(&s) > d->least) {
            d->least = eccentricity(&s);
            *centre = middle(&s);
        }
        source = s.farthest;
        mg_result_destroy(s.result);
    }
    return MG_OK;
}

/* Searches from the vertices at a depth below `centre`. Two vertices that are both less deep than `depth` are at most
 * 2 (depth - 1) apart, so that the bounds meet when that is no more than what was found. */
static mg_status search_below(mg_context *context, const mg_graph *graph, const search *centre, uint32_t most,
                              diameter *d) {
    d->greatest = 2 * eccentricity(centre);
    for (uint32_t depth = eccentricity(centre); depth > 0 && d->least < d->greatest; depth--) {
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            search s;
            if (centre->depth[v] != depth) {
                continue;
            }
            if (d->searches >= most) {
                return MG_OK;
            }
            const mg_status status = run(context, graph, v, &s);
            if (status < 0) {
                return status;
            }
            d->searches++;
            d->least = eccentricity(&s) > d->least ? eccentricity(&s) : d->least;
            mg_result_destroy(s.result);
            if (d->least >= d->greatest) {
                d->greatest = d->least;
                return MG_OK;
            }
        }
        const uint32_t rest = 2 * (depth - 1);
        d->greatest = rest > d->least ? rest : d->least;
    }
    return MG_OK;
}

mg_status diameter_find(mg_context *context, const mg_graph *graph, mg_vertex source, uint32_t most, diameter *d) {
    mg_vertex middle_vertex = source;
    search centre;
    *d = (diameter){.greatest = UINT32_MAX};
    if (!mg_graph_vertex_count(graph)) {
        d->greatest = 0;
        return MG_OK;
    }
    mg_status status = sweep(context, graph, source, d, &middle_vertex);
    if (status < 0 || mg_graph_directed(graph)) {
        return status;
    }
    status = run(context, graph, middle_vertex, &centre);
    if (status >= 0) {
        d->searches++;
        d->least = eccentricity(&centre) > d->least ? eccentricity(&centre) : d->least;
        status = search_below(context, graph, &centre, most, d);
        mg_result_destroy(centre.result);
    }
    return status;
}
