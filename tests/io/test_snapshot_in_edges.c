/* SPDX-License-Identifier: Apache-2.0
 *
 * Snapshots that keep in-edges: they are those that would be built, damage is detected, manipulated files are rejected.
 */
#include "io/snapshot.h"
#include "tests/io/files.h"
#include "tests/shapes.h"

#include <stddef.h>
#include <string.h>
#include <xxhash.h>

#define ROOM ((size_t)1 << 16)

static unsigned char bytes[ROOM];

static size_t slurp(const char *path) {
    FILE *file = fopen(path, "rb");
    CHECK(file);
    const size_t size = fread(bytes, 1, ROOM, file);
    CHECK(size < ROOM);
    fclose(file);
    return size;
}

static mg_snapshot header(void) {
    mg_snapshot s;
    memcpy(&s, bytes, sizeof s);
    return s;
}

static mg_graph *open_file(mg_context *context, size_t size) {
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, file_write("y.mgb", bytes, size), NULL, &graph));
    return graph;
}

/* Also of a graph that was read with options. */
static void check_in_edges(mg_context *context, const mg_graph *graph, const mg_graph *expected) {
    mg_adjacency a, b;
    const mg_vertex n = mg_graph_vertex_count(graph);
    CHECK_EQ(mg_graph_arc_count(graph), mg_graph_arc_count(expected));
    CHECK_OK(context, mg_graph_in_edges(context, graph, &a));
    CHECK_OK(context, mg_graph_in_edges(context, expected, &b));
    const size_t weight = mg__type_size(mg_graph_weight_type(graph)), arcs = (size_t)mg_graph_arc_count(graph);
    CHECK(memcmp(a.offsets, b.offsets, ((size_t)n + 1) * sizeof *a.offsets) == 0);
    CHECK(arcs == 0 || memcmp(a.neighbours, b.neighbours, arcs * sizeof *a.neighbours) == 0);
    CHECK(weight == 0 || arcs == 0 || memcmp(a.weights, b.weights, arcs * weight) == 0);
}

TEST(are_those_that_would_be_built) {
    mg_context *context = make_context(2);
    static const char *const names[] = {"loops", "parallel", "scattered", "isolated", "kron", "pair"};
    static const int weights[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_DOUBLE};
    for (size_t k = 0; k < 18; k++) {
        mg_graph *graph = shape_graph(context, shape_named(names[k / 3]), weights[k % 3], true), *other = NULL;
        double seconds[MG_STAGES];
        CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), "mgb-in"));
        mg_context *fresh = make_context(2);
        CHECK_OK(fresh, mg_graph_read(fresh, file_path("x.mgb"), NULL, &other));
        check_in_edges(fresh, other, graph);
        CHECK_OK(fresh, mg_context_stages(fresh, seconds));
        mg_graph_destroy(other);
        mg_context_destroy(fresh);
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.order = MG_ORDER_DEGREE; /* restored, and built anew */
        CHECK_OK(context, mg_graph_read(context, file_path("x.mgb"), &options, &other));
        mg_graph *ordered = NULL;
        CHECK_OK(context, mg_graph_reorder(context, graph, MG_ORDER_DEGREE, 0, &ordered));
        check_in_edges(context, other, ordered);
        mg_graph_destroy(ordered);
        mg_graph_destroy(other);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* Nothing is built, and nothing is evicted. */
TEST(are_not_built) {
    mg_context_options o = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    double seconds[MG_STAGES];
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    o.memory_budget = 1;
    CHECK_OK(NULL, mg_context_create(&o, &context));
    mg_graph *graph = read_text(context, "x.el", "1 2\n2 3\n1 3\n4 1\n", NULL);
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), "mgb-in"));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    CHECK_OK(NULL, mg_context_create(&o, &context));
    const size_t size = slurp(file_path("x.mgb"));
    CHECK_EQ(header().version, MG_SNAPSHOT_IN_EDGES);
    CHECK_EQ(header().file_size, size);
    graph = open_file(context, size);
    pagerank.run.backend = MG_BACKEND_CPU;
    for (int i = 0; i < 2; i++) {
        CHECK_OK(context, mg_pagerank(context, graph, &pagerank, &result));
        mg_result_destroy(result);
    }
    CHECK_OK(context, mg_context_stages(context, seconds));
    CHECK(seconds[MG_STAGE_IN_EDGES] < 1e-4);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Version 4: an undirected graph, and a directed one with both directions of every edge, need no in-edges. */
TEST(graphs_that_need_none) {
    mg_context *context = make_context(1);
    static const char *const texts[] = {"%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
                                        "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n2 1\n1 2\n"};
    for (int i = 0; i < 2; i++) {
        mg_graph *graph = read_text(context, "x.mtx", texts[i], NULL);
        CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), "mgb-in"));
        slurp(file_path("x.mgb"));
        CHECK_EQ(header().version, MG_SNAPSHOT_PIECED);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

static mg_status outcome(mg_context *context, size_t size) {
    mg_graph *graph = NULL;
    mg_adjacency in;
    mg_status status = mg_graph_read(context, file_write("y.mgb", bytes, size), NULL, &graph);
    if (status >= 0) {
        status = mg_graph_in_edges(context, graph, &in);
        CHECK_EQ(mg_graph_check(context, graph), status);
    }
    mg_graph_destroy(graph);
    return status;
}

/* 0 -> 1, 0 -> 2, 1 -> 2 with weights 5, 6, 7: in-offsets 0 0 1 3, in-neighbours 0 0 1, weights 5 6 7. */
static size_t write_small(mg_context *context) {
    mg_graph *graph = read_text(context, "x.mtx",
                                "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 2 5\n1 3 6\n2 3 7\n", NULL);
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), "mgb-in"));
    mg_graph_destroy(graph);
    return slurp(file_path("x.mgb"));
}

TEST(every_flipped_bit_is_found) {
    mg_context *context = make_context(1);
    const size_t size = write_small(context);
    const mg_snapshot s = header();
    mg_in_sections in;
    CHECK_EQ(mg__snapshot_place_in_edges(&s, &in), size);
    CHECK_EQ(outcome(context, size), MG_OK);
    for (int i = 0; i < 3; i++) {
        for (uint64_t at = 0; at < in.part[i].size; at++) {
            bytes[in.part[i].begin + at] ^= 16;
            CHECK_EQ(outcome(context, size), MG_ERROR_FORMAT);
            bytes[in.part[i].begin + at] ^= 16;
        }
    }
    for (size_t at = offsetof(mg_snapshot, in_hash); at < sizeof s; at++) {
        bytes[at] ^= 16;
        CHECK_EQ(outcome(context, size), MG_ERROR_FORMAT);
        bytes[at] ^= 16;
    }
    for (size_t short_by = 1; short_by < size; short_by += 7) {
        CHECK(outcome(context, size - short_by) < 0);
    }
    mg_context_destroy(context);
}

/* Recomputes the hash of the in-edges, and that of the header, like an attacker. */
static void rehash(void) {
    mg_snapshot s = header();
    mg_in_sections in;
    uint64_t hashes[3];
    mg__snapshot_place_in_edges(&s, &in);
    for (int i = 0; i < 3; i++) {
        const uint64_t one = mg__snapshot_hash_piece(s.version, bytes + in.part[i].begin, in.part[i].size, 0);
        hashes[i] = mg__snapshot_join(s.version, &one, 1);
    }
    s.in_hash = mg__snapshot_join(s.version, hashes, 3);
    s.hash = XXH64(&s, offsetof(mg_snapshot, hash), 0);
    memcpy(bytes, &s, sizeof s);
}

TEST(deception_with_right_hashes) {
    static const struct {
        int part, position; /* the number of 4 bytes to change */
        uint32_t value;
    } cases[] = {{0, 2, 1}, {0, 4, 0},          {0, 6, 2}, {0, 2, 4000000000u}, {0, 0, 1}, {1, 0, 1},
                 {1, 1, 2}, {1, 2, UINT32_MAX}, {1, 2, 3}, {1, 2, 0},           {2, 0, 6}, {2, 2, 5}};
    mg_context *context = make_context(2);
    const size_t size = write_small(context);
    static unsigned char original[ROOM];
    memcpy(original, bytes, size);
    rehash();
    CHECK_EQ(outcome(context, size), MG_OK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        mg_in_sections in;
        memcpy(bytes, original, size);
        const mg_snapshot s = header();
        mg__snapshot_place_in_edges(&s, &in);
        memcpy(bytes + in.part[cases[k].part].begin + 4 * (uint64_t)cases[k].position, &cases[k].value, 4);
        rehash();
        CHECK_EQ(outcome(context, size), MG_ERROR_FORMAT);
        CHECK(strstr(mg_context_error(context), "not those of its out-edges"));
    }
    mg_context_destroy(context);
}

/* An undirected file cannot say that it has in-edges. */
TEST(contradictions) {
    mg_context *context = make_context(1);
    const size_t size = write_small(context);
    mg_snapshot s = header();
    s.directed = 0;
    s.hash = XXH64(&s, offsetof(mg_snapshot, hash), 0);
    memcpy(bytes, &s, sizeof s);
    CHECK_EQ(outcome(context, size), MG_ERROR_FORMAT);
    CHECK(strstr(mg_context_error(context), "contradicts itself"));
    mg_context_destroy(context);
}
