/* SPDX-License-Identifier: Apache-2.0
 *
 * run_eccentricity.c: eccentricities by bounds [1]: a search from v gives every vertex w of its component bounds, by
 * the distance d of v and w: max(d, ecc(v) - d) <= ecc(w) <= ecc(v) + d. Searches begin at vertices of high and of low
 * bounds in turn, until the bounds of all vertices meet; for the diameter alone until no vertex can be farther from
 * another one than two already are.
 *
 * [1] F. Takes, W. Kosters: Computing the Eccentricity Distribution of Large Graphs. Algorithms 6 (2013).
 */
#include "algorithms/directed_diameter.h"
#include "algorithms/entry.h"
#include "core/engine/outputs.h"
#include "core/graph/graph_cache.h"
#include "core/stage_clock.h"

#include <stdlib.h>

#define SMALL 2048 /* components of fewer vertices are searched here, at a cost of their edges */

typedef struct eccentricities {
    mg_context *context;
    const mg_graph *graph;
    const mg_run_options *options;
    mg_vertex *vertices; /* by component */
    uint32_t *low, *high;
    uint32_t *depth;  /* of the last search; MG_UNREACHED between searches of small components */
    mg_vertex *queue; /* SMALL places */
    uint32_t least;   /* a distance that two vertices have: the diameter is no less */
    uint64_t searches;
    const char *backend; /* of the searches */
    bool diameter_only;
} eccentricities;

/* ---- searches ---- */

/* Sets depths of a small component; the caller resets them. */
static void search_small(eccentricities *e, mg_vertex source) {
    const mg_csr *out = &e->graph->out;
    uint32_t count = 1;
    e->queue[0] = source;
    e->depth[source] = 0;
    for (uint32_t i = 0; i < count; i++) {
        const mg_vertex u = e->queue[i];
        for (uint64_t a = out->offsets[u]; a < out->offsets[u + 1]; a++) {
            const mg_vertex v = out->neighbours[a];
            if (e->depth[v] == MG_UNREACHED) {
                e->depth[v] = e->depth[u] + 1;
                e->queue[count++] = v;
            }
        }
    }
}

/* The bounds that a search from v gives to the vertices of its component; those that are still open stay in the list.
 * Returns their number. */
static mg_vertex take_bounds(eccentricities *e, const uint32_t *depth, mg_vertex *open, mg_vertex count,
                             uint32_t farthest) {
    mg_vertex left = 0;
    e->least = farthest > e->least ? farthest : e->least;
    for (mg_vertex i = 0; i < count; i++) {
        const mg_vertex w = open[i];
        const uint32_t d = depth[w], low = d > farthest - d ? d : farthest - d;
        e->low[w] = low > e->low[w] ? low : e->low[w];
        e->high[w] = farthest + d < e->high[w] ? farthest + d : e->high[w];
        e->least = e->low[w] > e->least ? e->low[w] : e->least;
    }
    for (mg_vertex i = 0; i < count; i++) {
        const mg_vertex w = open[i];
        const bool is_known = e->low[w] == e->high[w] || (e->diameter_only && e->high[w] <= e->least);
        open[left] = w;
        left += !is_known;
    }
    return left;
}

static uint32_t greatest_depth(const uint32_t *depth, const mg_vertex *vertices, mg_vertex count) {
    uint32_t greatest = 0;
    for (mg_vertex i = 0; i < count; i++) {
        greatest = depth[vertices[i]] > greatest ? depth[vertices[i]] : greatest;
    }
    return greatest;
}

/* Searches from v, one of `size` vertices of a component; open, *left: those whose bounds have not met. */
static mg_status search(eccentricities *e, mg_vertex v, const mg_vertex *vertices, mg_vertex size, mg_vertex *open,
                        mg_vertex *left) {
    mg_status status = MG_OK;
    mg_result *result = NULL;
    const uint32_t *depth = e->depth;
    if (size < SMALL) {
        search_small(e, v);
    } else {
        mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
        bfs.run = *e->options;
        bfs.source = v;
        MG_TRY(mg_bfs(e->context, e->graph, &bfs, &result));
        depth = mg_result_column(result, "depth")->data;
        e->backend = mg_result_statistics(result)->backend;
    }
    e->searches++;
    const uint32_t farthest = greatest_depth(depth, vertices, size);
    e->low[v] = e->high[v] = farthest;
    *left = take_bounds(e, depth, open, *left, farthest);
    for (mg_vertex i = 0; size < SMALL && i < size; i++) {
        e->depth[vertices[i]] = MG_UNREACHED;
    }
out:
    mg_result_destroy(result);
    return status;
}

/* ---- components ---- */

static uint64_t degree(const mg_graph *graph, mg_vertex v) {
    return graph->out.offsets[v + 1] - graph->out.offsets[v];
}

/* The open vertex of the highest upper bound, or of the lowest lower bound; of several the one of most edges. */
static mg_vertex choose(const eccentricities *e, const mg_vertex *open, mg_vertex count, bool highest) {
    mg_vertex best = open[0];
    for (mg_vertex i = 1; i < count; i++) {
        const mg_vertex w = open[i];
        const bool is_better = highest ? e->high[w] > e->high[best] : e->low[w] < e->low[best];
        const bool is_equal = highest ? e->high[w] == e->high[best] : e->low[w] == e->low[best];
        best = is_better || (is_equal && degree(e->graph, w) > degree(e->graph, best)) ? w : best;
    }
    return best;
}

/* open: room for `size` vertices. */
static mg_status bound_component(eccentricities *e, const mg_vertex *vertices, mg_vertex size, mg_vertex *open) {
    mg_vertex left = size;
    mg_status status = MG_OK;
    for (mg_vertex i = 0; i < size; i++) {
        open[i] = vertices[i];
    }
    for (bool highest = true; left > 0; highest = !highest) {
        MG_TRY(mg__progress(e->context, "eccentricity", -1));
        MG_TRY(search(e, choose(e, open, left, highest), vertices, size, open, &left));
    }
out:
    return status;
}

typedef struct component {
    uint64_t begin; /* in `vertices` */
    mg_vertex size;
} component;

static int compare_components(const void *first, const void *second) {
    const component *a = first, *b = second;
    return a->size != b->size ? (a->size < b->size) - (a->size > b->size)
                              : (a->begin > b->begin) - (a->begin < b->begin);
}

/* Lists the vertices by component, and the components by size; *count: their number. */
static mg_status list_components(eccentricities *e, component *components, mg_vertex *count) {
    const mg_vertex n = e->graph->n;
    mg_cc_options cc = MG_CC_OPTIONS_INIT;
    mg_result *result = NULL;
    mg_status status;
    cc.run = *e->options;
    MG_TRY(mg_cc(e->context, e->graph, &cc, &result));
    e->backend = mg_result_statistics(result)->backend;
    const mg_vertex *const label = mg_result_column(result, "component")->data;
    uint64_t begin = 0;
    for (mg_vertex v = 0; v < n; v++) {
        components[v] = (component){0, 0};
    }
    for (mg_vertex v = 0; v < n; v++) {
        components[label[v]].size++;
    }
    for (mg_vertex v = 0; v < n; v++) {
        components[v].begin = begin;
        begin += components[v].size;
        components[v].size = 0;
    }
    for (mg_vertex v = 0; v < n; v++) {
        component *const c = &components[label[v]];
        e->vertices[c->begin + c->size++] = v;
    }
    *count = 0;
    for (mg_vertex v = 0; v < n; v++) {
        if (components[v].size) {
            components[(*count)++] = components[v];
        }
    }
    qsort(components, *count, sizeof *components, compare_components);
out:
    mg_result_destroy(result);
    return status;
}

static mg_status bound_all(eccentricities *e, mg_vertex *component_count) {
    const mg_vertex n = e->graph->n;
    component *components = NULL;
    mg_vertex *open = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(e->context, components, n, "components"));
    MG_TRY(MG_ALLOC(e->context, open, n, "vertices of open bounds"));
    MG_TRY(list_components(e, components, component_count));
    for (mg_vertex i = 0; i < *component_count; i++) {
        const component *const c = &components[i];
        if (e->diameter_only && c->size - 1 <= e->least) {
            break; /* of this and smaller ones no path is longer */
        }
        MG_TRY(bound_component(e, e->vertices + c->begin, c->size, open));
    }
out:
    mg__release(&e->context->memory, components);
    mg__release(&e->context->memory, open);
    return status;
}

static mg_status run(eccentricities *e, mg_vertex *component_count) {
    const mg_vertex n = e->graph->n;
    mg_status status;
    MG_TRY(MG_ALLOC(e->context, e->vertices, n, "vertices"));
    MG_TRY(MG_ALLOC(e->context, e->high, n, "bounds"));
    MG_TRY(MG_ALLOC(e->context, e->depth, n, "depths"));
    MG_TRY(MG_ALLOC(e->context, e->queue, SMALL, "a queue"));
    MG_TRY(MG_ALLOC_ZEROED(e->context, e->low, n, "eccentricities"));
    for (mg_vertex v = 0; v < n; v++) {
        e->high[v] = e->depth[v] = MG_UNREACHED;
    }
    MG_TRY(bound_all(e, component_count));
out:
    mg__release(&e->context->memory, e->vertices);
    mg__release(&e->context->memory, e->high);
    mg__release(&e->context->memory, e->depth);
    mg__release(&e->context->memory, e->queue);
    return status;
}

/* ---- entry points ---- */

/* columns: of the result; NULL: there is none, and no outputs. */
static mg_status check(mg_context *context, const mg_graph *graph, const mg_eccentricity_options *options,
                       mg_result **result, const mg_column_spec *columns, mg_eccentricity_options *o,
                       mg_column_copies *outputs) {
    mg_run_options run_options;
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    *o = options ? *options : MG_ECCENTRICITY_OPTIONS_INIT;
    MG_TRY(columns ? mg__take_outputs(context, &o->run, columns, outputs) : MG_OK);
    MG_TRY(mg__run_options(context, &o->run, &run_options));
    MG_TRY(mg__check_one_lane(context, &o->run));
    o->run.max_iterations = 0;
out:
    return status;
}

mg_status mg_eccentricity(mg_context *context, const mg_graph *graph, const mg_eccentricity_options *options,
                          mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    static const mg_column_spec columns[] = {{.name = "eccentricity", .type = MG_UINT32, .meaning = MG_NUMBER},
                                             {.name = NULL}};
    mg_eccentricity_options o;
    mg_column_copies outputs = {0};
    mg_recorder recorder = {0};
    mg_result *made = NULL;
    mg_vertex components = 0;
    mg_status status = check(context, graph, options, result, columns, &o, &outputs);
    if (status < 0) {
        return status;
    }
    if (mg_graph_directed(graph)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "eccentricities need an undirected graph; read it as one (--undirected)");
    }
    eccentricities e = {.context = context, .graph = graph, .options = &o.run};
    MG_TRY(run(&e, &components));
    recorder.totals.iterations = e.searches;
    recorder.totals.backend = e.backend;
    MG_TRY(mg__result_create(context, graph, &recorder, &made));
    MG_TRY(mg__result_add(context, made, &columns[0], 1, e.low, sizeof *e.low));
    MG_TRY(mg__deliver_outputs(context, &outputs, status, &made));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    mg__release(&context->memory, e.low);
    return status;
}

mg_status mg_diameter(mg_context *context, const mg_graph *graph, const mg_eccentricity_options *options,
                      mg_diameter_info *info) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_eccentricity_options o;
    mg_result *unused;
    mg_vertex components = 0;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!info) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_diameter: info must not be NULL");
    }
    mg_status status = check(context, graph, options, &unused, NULL, &o, NULL);
    if (status < 0) {
        return status;
    }
    if (mg_graph_directed(graph)) {
        mg__graph_begin_use(graph);
        status = mg__directed_diameter(context, graph, &o.run, info);
        mg__graph_end_use(context, graph);
        return status;
    }
    eccentricities e = {.context = context, .graph = graph, .options = &o.run, .diameter_only = true};
    status = run(&e, &components);
    if (status >= 0) {
        *info = (mg_diameter_info){.diameter = e.least, .components = components, .searches = e.searches};
    }
    mg__release(&context->memory, e.low);
    return status;
}
