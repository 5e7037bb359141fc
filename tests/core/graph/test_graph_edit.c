/* SPDX-License-Identifier: Apache-2.0
 *
 * Edits of graphs against a list of edges: after every batch the new version must be the graph that is built of the
 * list, and the old version what it was.
 */
#include "tests/core/graph/edit_oracle.h"
#include "tests/failing_memory.h"

#include <stdlib.h>

static const mg_type weight_types[] = {MG_TYPE_NONE, MG_INT32, MG_INT64, MG_FLOAT32, MG_FLOAT64};

/* A sequence of batches; `in`: the versions have in-edges, which must be merged. */
static void check_sequence(mg_context *context, mg_type type, bool directed, bool in, uint64_t seed) {
    edit_list list = edit_list_new(12, type, directed);
    uint64_t random = seed;
    mg_graph *version = edit_list_graph(context, &list);
    for (int step = 0; step < 40; step++) {
        edit_batch batch = edit_batch_random(&list, step, &random);
        mg_edit_counts counts;
        mg_graph *next, *before = edit_list_graph(context, &list), *expected;
        mg_adjacency edges;
        if (in) {
            CHECK_OK(context, mg_graph_in_edges(context, version, &edges));
        }
        batch.edits.counts = &counts;
        CHECK_OK(context, mg_graph_edit(context, version, &batch.edits, &next));
        const mg_edit_counts wanted = edit_list_apply(&list, &batch.edits);
        expected = edit_list_graph(context, &list);
        edit_check_same(context, next, expected);
        edit_check_same(context, version, before);
        CHECK_EQ(counts.missing, wanted.missing);
        CHECK_EQ(mg_graph_arc_count(next), mg_graph_arc_count(version) + counts.inserted - counts.removed);
        CHECK_EQ(counts.removed, wanted.removed);
        mg_graph_destroy(expected);
        mg_graph_destroy(before);
        mg_graph_destroy(version);
        edit_batch_free(&batch);
        version = next;
    }
    mg_graph_destroy(version);
    edit_list_free(&list);
}

static void check_sequences(mg_type type, bool directed, bool in, int threads) {
    mg_context *context = test_new_context(threads);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        check_sequence(context, type, directed, in, seed * 77 + (uint64_t)type);
    }
    mg_context_destroy(context);
}

TEST(random_batches) {
    for (size_t t = 0; t < sizeof weight_types / sizeof *weight_types; t++) {
        check_sequences(weight_types[t], true, false, 1);
        check_sequences(weight_types[t], false, false, 2);
    }
}

TEST(in_edges_are_merged) {
    for (size_t t = 0; t < sizeof weight_types / sizeof *weight_types; t++) {
        check_sequences(weight_types[t], true, true, 2);
    }
}

/* Long rows and many rows: more than one chunk, on several threads. */
TEST(large) {
    mg_context *context = test_new_context(3);
    for (int directed = 0; directed < 2; directed++) {
        edit_list list = edit_list_new(30000, MG_INT32, directed);
        uint64_t random = 5;
        edit_list_fill(&list, 60000, &random);
        mg_graph *version = edit_list_graph(context, &list), *next;
        edit_batch batch = edit_batch_insert(&list, 3000, &random);
        CHECK_OK(context, mg_graph_edit(context, version, &batch.edits, &next));
        edit_list_apply(&list, &batch.edits);
        mg_graph *expected = edit_list_graph(context, &list);
        edit_check_same(context, next, expected);
        mg_graph_destroy(expected);
        mg_graph_destroy(next);
        mg_graph_destroy(version);
        edit_batch_free(&batch);
        edit_list_free(&list);
    }
    mg_context_destroy(context);
}

/* ---- vertices ---- */

/* A path over vertices with these ids. */
static mg_graph *path_of(mg_context *context, const uint64_t *ids, uint64_t n) {
    const mg_edge_list edges = {.edge_count = n - 1, .id_type = MG_UINT64, .source = ids, .target = ids + 1};
    mg_graph *graph;
    CHECK_OK(context, mg_graph_from_edges(context, &edges, NULL, &graph));
    return graph;
}

/* Adds vertices with ids and an edge from vertex 0 to the last one. */
static mg_status grow(mg_context *context, const mg_graph *graph, mg_vertex count, const uint64_t *ids,
                      mg_graph **grown) {
    const mg_vertex from = 0, to = mg_graph_vertex_count(graph) + count - 1;
    mg_graph_edits e = MG_GRAPH_EDITS_INIT;
    e.insert_count = 1;
    e.insert_source = &from;
    e.insert_target = &to;
    e.new_vertices = count;
    e.new_ids = ids;
    return mg_graph_edit(context, graph, &e, grown);
}

TEST(new_vertices) {
    mg_context *context = test_new_context(1);
    static const uint64_t ids[] = {10, 20, 35, 50}, follow[] = {51, 90}, between[] = {5, 40}, again[] = {60, 20};
    mg_graph *graph = path_of(context, ids, 4), *grown;
    mg_vertex v;
    CHECK_OK(context, grow(context, graph, 2, NULL, &grown));
    CHECK_EQ(mg_graph_id(grown, 4), 51);
    CHECK_EQ(mg_graph_id(grown, 5), 52);
    CHECK_EQ(mg_graph_order(grown, NULL), MG_ORDER_NATURAL);
    mg_graph_destroy(grown);
    CHECK_OK(context, grow(context, graph, 2, follow, &grown));
    CHECK(mg_graph_find(grown, 90, &v));
    CHECK_EQ(v, 5);
    CHECK(!mg_graph_by_id(grown));
    mg_graph_destroy(grown);
    CHECK_OK(context, grow(context, graph, 2, between, &grown));
    CHECK_EQ(mg_graph_order(grown, NULL), MG_ORDER_SHUFFLED);
    CHECK(mg_graph_find(grown, 40, &v));
    CHECK_EQ(v, 5);
    CHECK(mg_graph_find(grown, 5, &v));
    CHECK_EQ(v, 4);
    CHECK_EQ(mg_graph_by_id(grown)[0], 4);
    CHECK_EQ(mg_graph_default_source(grown), 0);
    CHECK(mg_graph_find(grown, 50, &v));
    CHECK_EQ(v, 3);
    mg_graph_destroy(grown);
    CHECK_STATUS(context, grow(context, graph, 2, again, &grown), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "the id 20 "));
    CHECK_STATUS(context, grow(context, graph, MG_NONE - 4, NULL, &grown), MG_ERROR_RANGE);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Order and ids of a graph in another order stay. */
TEST(ordered_graph) {
    mg_context *context = test_new_context(1);
    static const uint64_t ids[] = {7, 3, 90, 4, 2};
    mg_graph *graph = path_of(context, ids, 5), *ordered, *grown;
    CHECK_OK(context, mg_graph_reorder(context, graph, MG_ORDER_RCM, 0, &ordered));
    CHECK_OK(context, grow(context, ordered, 1, NULL, &grown));
    CHECK_EQ(mg_graph_order(grown, NULL), MG_ORDER_RCM);
    for (mg_vertex i = 0; i < 5; i++) {
        CHECK_EQ(mg_graph_id(grown, i), mg_graph_id(ordered, i));
        CHECK_EQ(mg_graph_by_id(grown)[i], mg_graph_by_id(ordered)[i]);
    }
    CHECK_EQ(mg_graph_id(grown, 5), 91);
    CHECK_EQ(mg_graph_by_id(grown)[5], 5);
    mg_graph_destroy(grown);
    mg_graph_destroy(ordered);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(empty_graph_grows) {
    mg_context *context = test_new_context(1);
    const uint64_t offsets[1] = {0};
    mg_graph *graph, *grown;
    CHECK_OK(context, mg_graph_from_csr(context, 0, offsets, NULL, MG_TYPE_NONE, NULL, false, &graph));
    CHECK_OK(context, grow(context, graph, 3, NULL, &grown));
    CHECK_EQ(mg_graph_vertex_count(grown), 3);
    CHECK_EQ(mg_graph_arc_count(grown), 2);
    CHECK_EQ(mg_graph_id(grown, 2), 2);
    mg_graph_destroy(grown);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* ---- errors ---- */

static void check_refused(mg_context *context, const mg_graph *graph, const mg_graph_edits *e, mg_status status,
                          const char *message) {
    mg_graph *made = NULL;
    CHECK_STATUS(context, mg_graph_edit(context, graph, e, &made), status);
    CHECK(!made);
    if (!strstr(mg_context_error(context), message)) {
        test_fail(__FILE__, __LINE__, "'%s' is not in '%s'", message, mg_context_error(context));
    }
}

TEST(refused) {
    mg_context *context = test_new_context(2);
    const uint64_t offsets[] = {0, 1, 2, 2};
    const mg_vertex neighbours[] = {1, 2}, from[] = {0, 1}, to[] = {1, 3}, there[] = {2, 2};
    const float weights[] = {1, 2}, nan[] = {1, (float)(0.0 / 0.0)};
    mg_graph *graph, *plain;
    CHECK_OK(context, mg_graph_from_csr(context, 3, offsets, neighbours, MG_FLOAT32, weights, true, &graph));
    CHECK_OK(context, mg_graph_from_csr(context, 3, offsets, neighbours, MG_TYPE_NONE, NULL, true, &plain));
    mg_graph_edits e = MG_GRAPH_EDITS_INIT;
    e.size--;
    check_refused(context, graph, &e, MG_ERROR_INVALID, "size");
    e = MG_GRAPH_EDITS_INIT;
    e.insert_count = 2;
    e.insert_source = from;
    check_refused(context, graph, &e, MG_ERROR_INVALID, "insert need");
    e.insert_target = to;
    check_refused(context, graph, &e, MG_ERROR_INVALID, "edge 1 to insert is (1, 3)");
    e.insert_target = there;
    e.insert_weight = nan;
    check_refused(context, graph, &e, MG_ERROR_RANGE, "edge 1 to insert has the weight NaN");
    check_refused(context, plain, &e, MG_ERROR_INVALID, "without weights");
    e = MG_GRAPH_EDITS_INIT;
    e.remove_count = 2;
    e.remove_target = to;
    check_refused(context, graph, &e, MG_ERROR_INVALID, "remove need");
    e.remove_source = from;
    check_refused(context, graph, &e, MG_ERROR_INVALID, "edge 1 to remove is (1, 3)");
    e.remove_target = there;
    e.strict = true;
    check_refused(context, graph, &e, MG_ERROR_INVALID, "no edge from 0 to 2");
    e = MG_GRAPH_EDITS_INIT;
    e.backend = (mg_backend_kind)9;
    check_refused(context, graph, &e, MG_ERROR_INVALID, "backend");
    mg_graph_destroy(plain);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Every allocation of an edit fails once: nothing leaks, the old version is unchanged, and then it succeeds. */
TEST(failing_allocations) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 1 << 30), *plenty = test_new_context(1);
    static const uint64_t ids[] = {500, 100}; /* not in order: the longest way */
    for (int directed = 0; directed < 2; directed++) {
        uint64_t random = 3;
        edit_list list = edit_list_new(9, MG_FLOAT64, directed);
        edit_list_fill(&list, 30, &random);
        mg_graph *before = edit_list_graph(plenty, &list), *graph = edit_list_graph(context, &list), *made = NULL;
        edit_batch batch = edit_batch_random(&list, 3, &random);
        mg_adjacency in;
        batch.edits.new_vertices = 2;
        batch.edits.new_ids = ids;
        CHECK_OK(context, mg_graph_in_edges(context, graph, &in));
        mg_status status = MG_ERROR_MEMORY;
        int failures = 0;
        for (; status == MG_ERROR_MEMORY; failures++) {
            const int live = memory.live;
            memory.countdown = failures;
            status = mg_graph_edit(context, graph, &batch.edits, &made);
            memory.countdown = 1 << 30;
            if (status == MG_ERROR_MEMORY) {
                CHECK_EQ(memory.live, live);
                CHECK(mg_context_error(context)[0]);
            }
        }
        CHECK_OK(context, status);
        CHECK(failures > 10);
        edit_check_same(context, graph, before);
        mg_graph_destroy(made);
        mg_graph_destroy(graph);
        mg_graph_destroy(before);
        edit_batch_free(&batch);
        edit_list_free(&list);
    }
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
    mg_context_destroy(plenty);
}
