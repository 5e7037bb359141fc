/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/graph/edit_oracle.h"

#include "tests/shapes.h"

#include <stdlib.h>

edit_list edit_list_new(mg_vertex n, mg_type type, bool directed) {
    return (edit_list){.n = n, .type = type, .directed = directed};
}

void edit_list_free(edit_list *list) {
    free(list->edges);
}

static void add(edit_list *list, listed_edge edge) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->edges = realloc(list->edges, list->capacity * sizeof *list->edges);
        CHECK(list->edges);
    }
    list->edges[list->count++] = edge;
}

static double random_weight(mg_type type, uint64_t *random) {
    const double value = (double)(test_random(random) % 7) - 2;
    return type == MG_TYPE_NONE ? 1 : type == MG_FLOAT32 || type == MG_FLOAT64 ? value / 2 : value;
}

static size_t type_size(mg_type type) {
    return type == MG_TYPE_NONE ? 0 : type == MG_INT32 || type == MG_FLOAT32 ? 4 : 8;
}

static void store(mg_type type, void *weights, uint64_t i, double value) {
    if (type == MG_INT32) {
        ((int32_t *)weights)[i] = (int32_t)value;
    } else if (type == MG_INT64) {
        ((int64_t *)weights)[i] = (int64_t)value;
    } else if (type == MG_FLOAT32) {
        ((float *)weights)[i] = (float)value;
    } else if (type == MG_FLOAT64) {
        ((double *)weights)[i] = value;
    }
}

static double load(mg_type type, const void *weights, uint64_t i) {
    return !weights             ? 1
           : type == MG_INT32   ? ((const int32_t *)weights)[i]
           : type == MG_INT64   ? (double)((const int64_t *)weights)[i]
           : type == MG_FLOAT32 ? (double)((const float *)weights)[i]
                                : ((const double *)weights)[i];
}

void edit_list_fill(edit_list *list, uint64_t count, uint64_t *random) {
    for (uint64_t i = 0; i < count; i++) {
        const mg_vertex from = (mg_vertex)(test_random(random) % (i % 3 ? list->n : 4)); /* vertices of long rows */
        add(list, (listed_edge){from, (mg_vertex)(test_random(random) % list->n), random_weight(list->type, random)});
    }
}

mg_graph *edit_list_graph(mg_context *context, const edit_list *list) {
    mg_vertex *ends = test_memory(2 * list->count + 1, sizeof *ends);
    void *weights = test_memory(list->count + 1, 8);
    mg_graph *graph;
    for (uint64_t i = 0; i < list->count; i++) {
        ends[i] = list->edges[i].from;
        ends[list->count + i] = list->edges[i].to;
        store(list->type, weights, i, list->edges[i].weight);
    }
    const mg_edge_list edges = {.edge_count = list->count,
                                .id_type = MG_UINT32,
                                .source = ends,
                                .target = ends + list->count,
                                .weight_type = list->type,
                                .weight = list->type == MG_TYPE_NONE ? NULL : weights,
                                .contiguous = true,
                                .vertex_count = list->n,
                                .symmetric = !list->directed};
    CHECK_OK(context, mg_graph_from_edges(context, &edges, NULL, &graph));
    free(ends);
    free(weights);
    return graph;
}

/* ---- batches ---- */

static edit_batch new_batch(const edit_list *list, uint64_t inserted, uint64_t removed) {
    edit_batch b = {.edits = MG_GRAPH_EDITS_INIT,
                    .insert = test_memory(2 * inserted + 1, sizeof(mg_vertex)),
                    .remove = test_memory(2 * removed + 1, sizeof(mg_vertex)),
                    .weights = test_memory(inserted + 1, 8)};
    b.edits.insert_count = inserted;
    b.edits.insert_source = b.insert;
    b.edits.insert_target = b.insert + inserted;
    b.edits.insert_weight = list->type == MG_TYPE_NONE ? NULL : b.weights;
    b.edits.remove_count = removed;
    b.edits.remove_source = b.remove;
    b.edits.remove_target = b.remove + removed;
    return b;
}

static void draw_inserted(const edit_list *list, edit_batch *b, mg_vertex n, uint64_t *random) {
    for (uint64_t i = 0; i < b->edits.insert_count; i++) {
        const bool again = list->count && test_random(random) % 3 == 0; /* an edge that is there */
        const listed_edge *edge = again ? &list->edges[test_random(random) % list->count] : NULL;
        b->insert[i] = again ? edge->from : (mg_vertex)(test_random(random) % n);
        b->insert[b->edits.insert_count + i] = again ? edge->to : (mg_vertex)(test_random(random) % n);
        store(list->type, b->weights, i, random_weight(list->type, random));
    }
}

static void draw_removed(const edit_list *list, edit_batch *b, uint64_t *random) {
    for (uint64_t i = 0; i < b->edits.remove_count; i++) {
        const bool exists = list->count && test_random(random) % 3;
        const listed_edge *edge = exists ? &list->edges[test_random(random) % list->count] : NULL;
        const bool turned = !list->directed && test_random(random) % 2;
        const mg_vertex from = exists ? edge->from : (mg_vertex)(test_random(random) % list->n);
        const mg_vertex to = exists ? edge->to : (mg_vertex)(test_random(random) % list->n);
        b->remove[i] = turned ? to : from;
        b->remove[b->edits.remove_count + i] = turned ? from : to;
    }
}

edit_batch edit_batch_insert(const edit_list *list, uint64_t count, uint64_t *random) {
    edit_batch b = new_batch(list, count, 0);
    draw_inserted(list, &b, list->n, random);
    return b;
}

edit_batch edit_batch_remove_all(const edit_list *list) {
    edit_batch b = new_batch(list, 0, list->count);
    for (uint64_t i = 0; i < list->count; i++) {
        b.remove[i] = list->edges[i].from;
        b.remove[list->count + i] = list->edges[i].to;
    }
    return b;
}

edit_batch edit_batch_random(const edit_list *list, int step, uint64_t *random) {
    static const struct {
        uint64_t inserted, removed;
        bool replace;
        mg_vertex vertices;
    } kinds[] = {{0, 0, false, 0}, {20, 0, false, 0}, {0, 5, false, 0},  {7, 7, false, 0}, {9, 0, true, 0},
                 {9, 9, true, 0},  {3, 1, false, 2},  {40, 2, false, 0}, {1, 0, true, 1}};
    const size_t kind = (size_t)step % (sizeof kinds / sizeof *kinds);
    if (step % 19 == 18) {
        return edit_batch_remove_all(list);
    }
    edit_batch b = new_batch(list, kinds[kind].inserted, kinds[kind].removed);
    b.edits.replace = kinds[kind].replace;
    b.edits.new_vertices = kinds[kind].vertices;
    draw_inserted(list, &b, list->n + kinds[kind].vertices, random);
    draw_removed(list, &b, random);
    return b;
}

void edit_batch_free(edit_batch *batch) {
    free(batch->insert);
    free(batch->remove);
    free(batch->weights);
}

/* ---- applying ---- */

static bool same_pair(const edit_list *list, const listed_edge *e, mg_vertex from, mg_vertex to) {
    return (e->from == from && e->to == to) || (!list->directed && e->from == to && e->to == from);
}

/* Takes the edges of a pair out of the first *count edges; returns the number of arcs. */
static uint64_t take_out(edit_list *list, uint64_t *count, mg_vertex from, mg_vertex to) {
    uint64_t kept = 0, arcs = 0;
    for (uint64_t i = 0; i < list->count; i++) {
        const listed_edge edge = list->edges[i];
        if (i < *count && same_pair(list, &edge, from, to)) {
            arcs += list->directed || from == to ? 1 : 2;
        } else {
            list->edges[kept++] = edge;
        }
    }
    *count -= list->count - kept;
    list->count = kept;
    return arcs;
}

/* Is this edge to remove the first of its pair that is listed? */
static bool first_listed(const edit_list *list, const mg_graph_edits *e, uint64_t i) {
    for (uint64_t k = 0; k < i; k++) {
        const listed_edge before = {e->remove_source[k], e->remove_target[k], 0};
        if (same_pair(list, &before, e->remove_source[i], e->remove_target[i])) {
            return false;
        }
    }
    return true;
}

mg_edit_counts edit_list_apply(edit_list *list, const mg_graph_edits *e) {
    mg_edit_counts counts = {0};
    uint64_t old = list->count;
    for (uint64_t i = 0; i < e->remove_count; i++) {
        const uint64_t arcs = take_out(list, &old, e->remove_source[i], e->remove_target[i]);
        counts.removed += arcs;
        counts.missing += !arcs && first_listed(list, e, i);
    }
    list->n += e->new_vertices;
    for (uint64_t i = 0; i < e->insert_count; i++) {
        listed_edge edge = {e->insert_source[i], e->insert_target[i], load(list->type, e->insert_weight, i)};
        if (e->replace) {
            counts.removed += take_out(list, &old, edge.from, edge.to);
            for (uint64_t k = old; k < list->count; k++) { /* of several in the batch the one of least weight */
                if (same_pair(list, &list->edges[k], edge.from, edge.to)) {
                    edge.weight = list->edges[k].weight < edge.weight ? list->edges[k].weight : edge.weight;
                    list->edges[k] = list->edges[--list->count];
                    break;
                }
            }
        }
        add(list, edge);
    }
    return counts;
}

/* ---- comparing ---- */

static void check_arrays(const mg_graph *graph, const mg_adjacency *found, const mg_adjacency *expected) {
    const size_t n = mg_graph_vertex_count(graph), arcs = (size_t)mg_graph_arc_count(graph);
    const mg_type type = mg_graph_weight_type(graph);
    CHECK(memcmp(found->offsets, expected->offsets, (n + 1) * sizeof *found->offsets) == 0);
    CHECK(arcs == 0 || memcmp(found->neighbours, expected->neighbours, arcs * sizeof *found->neighbours) == 0);
    CHECK(type == MG_TYPE_NONE || arcs == 0 || memcmp(found->weights, expected->weights, arcs * type_size(type)) == 0);
}

void edit_check_same(mg_context *context, const mg_graph *found, const mg_graph *expected) {
    mg_adjacency left, right;
    CHECK_EQ(mg_graph_vertex_count(found), mg_graph_vertex_count(expected));
    CHECK_EQ(mg_graph_arc_count(found), mg_graph_arc_count(expected));
    CHECK_EQ(mg_graph_edge_count(found), mg_graph_edge_count(expected));
    CHECK_EQ(mg_graph_loop_count(found), mg_graph_loop_count(expected));
    CHECK_EQ(mg_graph_directed(found), mg_graph_directed(expected));
    CHECK_EQ(mg_graph_weight_type(found), mg_graph_weight_type(expected));
    CHECK_EQ(mg_graph_default_source(found), mg_graph_default_source(expected));
    for (mg_vertex v = 0; v < mg_graph_vertex_count(found); v++) {
        CHECK_EQ(mg_graph_id(found, v), mg_graph_id(expected, v));
    }
    left = mg_graph_out_edges(found);
    right = mg_graph_out_edges(expected);
    check_arrays(expected, &left, &right);
    CHECK_OK(context, mg_graph_in_edges(context, found, &left));
    CHECK_OK(context, mg_graph_in_edges(context, expected, &right));
    check_arrays(expected, &left, &right);
}
