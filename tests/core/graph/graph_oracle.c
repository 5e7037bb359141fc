/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/graph/graph_oracle.h"

#include <stdlib.h>

uint64_t random_state;

uint64_t random_below(uint64_t bound) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 11) % bound;
}

mg_context *make_context(int threads) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    CHECK_OK(context, mg_context_create(&options, &context));
    return context;
}

/* ---- random edge lists ---- */

void set_id(const random_list *r, void *ids, uint64_t i, uint64_t id) {
    if (r->list.id_type == MG_UINT32) {
        ((uint32_t *)ids)[i] = (uint32_t)id;
    } else {
        ((uint64_t *)ids)[i] = id;
    }
}

static uint64_t get_id(const mg_edge_list *list, const void *ids, uint64_t i) {
    return list->id_type == MG_UINT32 ? ((const uint32_t *)ids)[i] : ((const uint64_t *)ids)[i];
}

static double get_weight(mg_type type, const void *weights, uint64_t i) {
    switch (type) {
    case MG_INT32:
        return ((const int32_t *)weights)[i];
    case MG_INT64:
        return (double)((const int64_t *)weights)[i];
    case MG_FLOAT32:
        return (double)((const float *)weights)[i];
    case MG_FLOAT64:
        return ((const double *)weights)[i];
    default:
        return 1.0;
    }
}

random_list make_list(uint64_t edges, uint64_t names, uint64_t spread, uint64_t base, mg_type id_type,
                      mg_type weight_type) {
    random_list r = {.list = {.edge_count = edges, .id_type = id_type, .weight_type = weight_type}};
    r.source = malloc(edges * 8 + 8);
    r.target = malloc(edges * 8 + 8);
    r.weight = malloc(edges * 8 + 8);
    r.ids = malloc(edges * 8 + 8);
    for (uint64_t i = 0; i < edges; i++) {
        set_id(&r, r.source, i, base + random_below(names) * spread);
        set_id(&r, r.target, i, base + random_below(names) * spread);
        const int32_t weight = (int32_t)random_below(9) - 4;
        if (weight_type == MG_INT32) {
            ((int32_t *)r.weight)[i] = weight;
        } else if (weight_type == MG_INT64) {
            ((int64_t *)r.weight)[i] = weight * ((int64_t)1 << 40);
        } else if (weight_type == MG_FLOAT32) {
            ((float *)r.weight)[i] = (float)weight * 0.25f;
        } else if (weight_type == MG_FLOAT64) {
            ((double *)r.weight)[i] = weight * 0.1;
        }
    }
    r.list.source = r.source;
    r.list.target = r.target;
    r.list.weight = weight_type == MG_TYPE_NONE ? NULL : r.weight;
    return r;
}

void free_list(random_list *r) {
    free(r->source);
    free(r->target);
    free(r->weight);
    free(r->ids);
}

/* ---- the oracle ---- */

static int by_id(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int by_arc(const void *a, const void *b) {
    const arc *x = a, *y = b;
    const int from = (x->from > y->from) - (x->from < y->from), to = (x->to > y->to) - (x->to < y->to);
    return from ? from : to ? to : (x->weight > y->weight) - (x->weight < y->weight);
}

static void expect_ids(const mg_edge_list *list, expected *e) {
    uint64_t count = 0;
    const uint64_t further = list->contiguous || list->ids ? list->vertex_count : 0;
    e->ids = malloc((2 * list->edge_count + further + 1) * sizeof *e->ids);
    for (uint64_t i = 0; i < list->edge_count; i++) {
        e->ids[count++] = get_id(list, list->source, i);
        e->ids[count++] = get_id(list, list->target, i);
    }
    for (uint64_t i = 0; i < further; i++) {
        e->ids[count++] = list->contiguous ? list->id_base + i : get_id(list, list->ids, i);
    }
    qsort(e->ids, count, sizeof *e->ids, by_id);
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || e->ids[i] != e->ids[e->id_count - 1]) {
            e->ids[e->id_count++] = e->ids[i];
        }
    }
}

expected expect_graph(const mg_edge_list *list, const mg_graph_options *o) {
    expected e = {.directed = o->directedness == MG_AS_GIVEN ? !list->symmetric : o->directedness == MG_DIRECTED};
    const bool merge = o->merge_multi_edges || o->directedness == MG_UNDIRECTED;
    const bool weighted = o->weights == MG_WEIGHTS_FILE;
    expect_ids(list, &e);
    e.arcs = malloc((2 * list->edge_count + 1) * sizeof *e.arcs);
    uint64_t count = 0;
    for (uint64_t i = 0; i < list->edge_count; i++) {
        const uint64_t from = get_id(list, list->source, i), to = get_id(list, list->target, i);
        const double weight = weighted ? get_weight(list->weight_type, list->weight, i) : 1.0;
        if (from == to && o->drop_self_loops) {
            continue;
        }
        e.arcs[count++] = (arc){from, to, weight};
        if (!e.directed && from != to) {
            e.arcs[count++] = (arc){to, from, weight};
        }
    }
    qsort(e.arcs, count, sizeof *e.arcs, by_arc);
    for (uint64_t i = 0; i < count; i++) {
        const arc *last = e.arc_count ? &e.arcs[e.arc_count - 1] : NULL;
        if (merge && last && last->from == e.arcs[i].from && last->to == e.arcs[i].to) {
            continue;
        }
        e.loops += e.arcs[i].from == e.arcs[i].to;
        e.arcs[e.arc_count++] = e.arcs[i];
    }
    return e;
}

void free_expected(expected *e) {
    free(e->ids);
    free(e->arcs);
}

/* ---- comparing ---- */

static void check_adjacency(const mg_graph *graph, mg_adjacency edges, const arc *arcs, bool incoming,
                            bool weights_known) {
    uint64_t a = 0;
    CHECK_EQ(edges.offsets[0], 0);
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        CHECK_EQ(edges.offsets[v], a);
        for (; a < edges.offsets[v + 1]; a++) {
            CHECK_EQ(mg_graph_id(graph, v), incoming ? arcs[a].to : arcs[a].from);
            CHECK_EQ(mg_graph_id(graph, edges.neighbours[a]), incoming ? arcs[a].from : arcs[a].to);
            if (weights_known) {
                CHECK(get_weight(mg_graph_weight_type(graph), edges.weights, a) == arcs[a].weight);
            }
        }
    }
    CHECK_EQ(a, mg_graph_arc_count(graph));
}

static int by_target(const void *a, const void *b) {
    const arc *x = a, *y = b;
    const arc reversed_x = {x->to, x->from, x->weight}, reversed_y = {y->to, y->from, y->weight};
    return by_arc(&reversed_x, &reversed_y);
}

static void check_default_source(const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    mg_vertex best = MG_NONE;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        if (best == MG_NONE || out.offsets[v + 1] - out.offsets[v] > out.offsets[best + 1] - out.offsets[best]) {
            best = v;
        }
    }
    CHECK_EQ(mg_graph_default_source(graph), best);
}

void check_graph(mg_context *context, const mg_graph *graph, expected *e, bool weights_known) {
    CHECK_EQ(mg_graph_vertex_count(graph), e->id_count);
    CHECK_EQ(mg_graph_arc_count(graph), e->arc_count);
    CHECK_EQ(mg_graph_loop_count(graph), e->loops);
    CHECK_EQ(mg_graph_directed(graph), e->directed);
    CHECK_EQ(mg_graph_edge_count(graph), e->directed ? e->arc_count : (e->arc_count + e->loops) / 2);
    for (mg_vertex v = 0; v < e->id_count; v++) {
        mg_vertex found = MG_NONE;
        CHECK_EQ(mg_graph_id(graph, v), e->ids[v]);
        CHECK(mg_graph_find(graph, e->ids[v], &found));
        CHECK_EQ(found, v);
        if (v > 0 && e->ids[v] - 1 != e->ids[v - 1]) {
            CHECK(!mg_graph_find(graph, e->ids[v] - 1, &found));
        }
    }
    check_default_source(graph);
    check_adjacency(graph, mg_graph_out_edges(graph), e->arcs, false, weights_known);
    arc *incoming = malloc((e->arc_count + 1) * sizeof *incoming);
    memcpy(incoming, e->arcs, e->arc_count * sizeof *incoming);
    qsort(incoming, e->arc_count, sizeof *incoming, by_target);
    mg_adjacency in;
    CHECK_OK(context, mg_graph_in_edges(context, graph, &in));
    check_adjacency(graph, in, incoming, true, weights_known);
    free(incoming);
}
