/* SPDX-License-Identifier: Apache-2.0
 *
 * Snapshots: damage is detected, manipulated files are rejected, options apply as to any other file.
 */
#include "io/snapshot.h"
#include "tests/io/files.h"
#include "tests/shapes.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static size_t slurp(const char *path, unsigned char *bytes, size_t room) {
    FILE *file = fopen(path, "rb");
    CHECK(file);
    const size_t size = fread(bytes, 1, room, file);
    fclose(file);
    return size;
}

/* Uses the functions that have no context and so no status; false: they say that there is nothing. */
static bool look(const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_vertex v = 0;
    size_t found = 0;
    for (mg_vertex i = 0; i < n; i++) {
        found += mg_graph_find(graph, mg_graph_id(graph, i), &v) && v == i;
    }
    const mg_vertex *const by_id = mg_graph_by_id(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex i = 0; i < n; i++) {
        CHECK(!by_id || by_id[i] < n);
        for (uint64_t a = out.offsets ? out.offsets[i] : 0; out.offsets && a < out.offsets[i + 1]; a++) {
            CHECK(out.neighbours[a] < n);
        }
    }
    CHECK(found == (out.offsets ? n : 0));
    return out.offsets;
}

/* Opens, looks, checks and runs: no crash, and the expected status at the latest from the check. */
static mg_status outcome(mg_context *context, const unsigned char *bytes, size_t size) {
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    mg_status status = mg_graph_read(context, file_write("y.mgb", bytes, size), NULL, &graph);
    if (status >= 0) {
        const bool sound = look(graph);
        const mg_status checked = mg_graph_check(context, graph);
        CHECK(sound == (checked >= 0));
        status = mg_bfs(context, graph, NULL, &result);
        CHECK((checked < 0) == (status < 0));
    }
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    return status;
}

TEST(every_flipped_bit_of_a_snapshot_is_found) {
    static unsigned char bytes[65536];
    mg_context *context = make_context(1);
    mg_graph *graph = shape_graph(context, shape_named("pair"), WEIGHTS_DOUBLE, true);
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), NULL));
    const size_t size = slurp(file_path("x.mgb"), bytes, sizeof bytes);
    CHECK(size > 256 && size % 64 == 0 && size < sizeof bytes);
    CHECK_EQ(outcome(context, bytes, size), MG_OK);
    size_t found = 0;
    for (size_t i = 0; i < size; i++) {
        bytes[i] ^= 16;
        found += outcome(context, bytes, size) < 0;
        bytes[i] ^= 16;
    }
    CHECK(found >= 224 + 3 * 8 + 1 * 12); /* header, offsets, one neighbour, one weight; padding is not checked */
    for (size_t i = 0; i < size; i++) {
        CHECK(outcome(context, bytes, i) < 0);
    }
    bytes[8] = 1, bytes[9] = 2, bytes[10] = 3, bytes[11] = 4; /* other byte order */
    CHECK_EQ(outcome(context, bytes, size), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "byte order"));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* No caller needs to run the check first: every function verifies by itself. */
TEST(functions_that_are_called_first_on_a_damaged_snapshot) {
    static unsigned char bytes[4096];
    mg_context *context = make_context(2);
    mg_graph *graph = read_text(context, "x.el", "7 5\n5 9\n", NULL), *ordered = NULL;
    CHECK_OK(context, mg_graph_reorder(context, graph, MG_ORDER_DEGREE, 0, &ordered));
    CHECK_OK(context, mg_graph_write(context, ordered, file_path("x.mgb"), NULL));
    mg_graph_destroy(graph);
    mg_graph_destroy(ordered);
    const size_t size = slurp(file_path("x.mgb"), bytes, sizeof bytes);
    mg_snapshot s;
    memcpy(&s, bytes, sizeof s);
    memset(bytes + s.sections[MG_SECTION_IDS].begin + 3 * sizeof(uint64_t), 0xee, 12); /* the vertices by id */
    for (int i = 0; i < 7; i++) {
        mg_vertex v = 0, drawn[2];
        mg_adjacency in;
        mg_result *result = NULL;
        graph = NULL;
        CHECK_OK(context, mg_graph_read(context, file_write("y.mgb", bytes, size), NULL, &graph));
        const mg_status status = i == 0   ? (mg_graph_find(graph, 5, &v) ? MG_OK : MG_ERROR_FORMAT)
                                 : i == 1 ? (mg_graph_by_id(graph) ? MG_OK : MG_ERROR_FORMAT)
                                 : i == 2 ? (mg_graph_out_edges(graph).offsets ? MG_OK : MG_ERROR_FORMAT)
                                 : i == 3 ? mg_graph_in_edges(context, graph, &in)
                                 : i == 4 ? mg_draw_sources(context, graph, 1, 2, drawn)
                                 : i == 5 ? mg_bc(context, graph, NULL, &result)
                                          : mg_pagerank(context, graph, NULL, &result);
        CHECK_EQ(status, MG_ERROR_FORMAT);
        CHECK(!result);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(snapshot_with_options) {
    mg_context *context = make_context(2);
    static const char *const names[] = {"loops", "parallel", "scattered", "isolated"};
    for (size_t i = 0; i < 4; i++) {
        for (int k = 0; k < 6; k++) {
            mg_graph *graph = shape_graph(context, shape_named(names[i]), WEIGHTS_INT, k % 2), *a = NULL, *b = NULL;
            mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
            options.directedness = (mg_directedness)(k / 2);
            options.drop_self_loops = true;
            options.merge_multi_edges = k == 1;
            CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), NULL));
            CHECK_OK(context, mg_graph_write(context, graph, file_path("x.e"), "ldbc"));
            CHECK_OK(context, mg_graph_read(context, file_path("x.mgb"), &options, &a));
            if (k % 2 || options.directedness != MG_DIRECTED) { /* an undirected .e has each edge once */
                CHECK_OK(context, mg_graph_read(context, file_path("x.e"), &options, &b));
                check_same(a, b);
            }
            CHECK_EQ(mg_graph_loop_count(a), 0);
            mg_graph_destroy(graph);
            mg_graph_destroy(a);
            mg_graph_destroy(b);
        }
    }
    mg_context_destroy(context);
}

static uint64_t hash_of(uint32_t version, const unsigned char *bytes, uint64_t size) {
    uint64_t hashes[64];
    const uint64_t pieces = mg__snapshot_pieces(version, size);
    CHECK(pieces <= 64);
    for (uint64_t i = 0; i < pieces; i++) {
        hashes[i] = mg__snapshot_hash_piece(version, bytes, size, i);
    }
    return mg__snapshot_join(version, hashes, pieces);
}

/* Recomputes all hashes of a changed snapshot, like an attacker. */
static void rehash(unsigned char *bytes) {
    mg_snapshot s;
    memcpy(&s, bytes, sizeof s);
    for (int i = 0; i < MG_SECTION_COUNT; i++) {
        s.sections[i].hash = hash_of(s.version, bytes + s.sections[i].begin, s.sections[i].size);
    }
    s.hash = XXH64(&s, offsetof(mg_snapshot, hash), 0);
    memcpy(bytes, &s, sizeof s);
}

/* Files of older versions, which have other hashes. */
TEST(older_versions_are_read) {
    static unsigned char bytes[65536];
    static const char *const texts[] = {"7 5\n5 9\n", "7 5\n5 9\n", "alice bob\nbob carol\n"};
    mg_context *context = make_context(2);
    for (uint32_t version = 1; version <= 3; version++) {
        mg_graph *graph = read_text(context, "x.el", texts[version - 1], NULL), *read = NULL, *ordered = NULL;
        if (version == 2) {
            CHECK_OK(context, mg_graph_reorder(context, graph, MG_ORDER_RCM, 0, &ordered));
            mg_graph_destroy(graph);
            graph = ordered;
        }
        CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), NULL));
        const size_t size = slurp(file_path("x.mgb"), bytes, sizeof bytes);
        memcpy(bytes + offsetof(mg_snapshot, version), &version, sizeof version);
        CHECK_EQ(outcome(context, bytes, size), MG_ERROR_FORMAT);
        rehash(bytes);
        CHECK_EQ(outcome(context, bytes, size), MG_OK);
        CHECK_OK(context, mg_graph_read(context, file_path("y.mgb"), NULL, &read));
        check_same(read, graph);
        CHECK_STR(mg_graph_name(read, 0) ? mg_graph_name(read, 0) : "", version == 3 ? "alice" : "");
        mg_graph_destroy(read);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* Every piece of a long section is hashed, by whatever number of threads. */
TEST(damage_in_any_piece_is_found) {
    mg_generate_options o = MG_GENERATE_OPTIONS_INIT;
    o.scale = 15;
    for (int threads = 1; threads <= 3; threads++) {
        mg_context *context = make_context(threads);
        mg_graph *graph = NULL;
        CHECK_OK(context, mg_generate(context, "uniform", &o, &graph));
        CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), NULL));
        const size_t room = (size_t)8 << 20;
        unsigned char *const bytes = malloc(room);
        CHECK(bytes);
        const size_t size = slurp(file_path("x.mgb"), bytes, room);
        mg_snapshot s;
        memcpy(&s, bytes, sizeof s);
        const mg_section *const rows = &s.sections[MG_SECTION_NEIGHBOURS];
        CHECK(mg__snapshot_pieces(s.version, rows->size) >= 3);
        CHECK_EQ(outcome(context, bytes, size), MG_OK);
        for (uint64_t at = 0; at < rows->size; at += MG_SNAPSHOT_PIECE) {
            bytes[rows->begin + at] ^= 1;
            CHECK_EQ(outcome(context, bytes, size), MG_ERROR_FORMAT);
            CHECK(strstr(mg_context_error(context), "neighbours are damaged"));
            bytes[rows->begin + at] ^= 1;
        }
        free(bytes);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

static void put_u32(unsigned char *bytes, uint64_t at, uint32_t value) {
    memcpy(bytes + at, &value, sizeof value);
}

/* 0-1 and 1-2, weights 5 and 6: offsets 0 1 3 4, neighbours 1 0 2 1, weights 5 5 6 6. */
TEST(deception_with_right_hashes) {
    static const struct {
        int section, position; /* the number to change, */
        uint32_t value;
        const char *message;
    } cases[] = {
        {MG_SECTION_NEIGHBOURS, 0, 2, "lacks one direction"},
        {MG_SECTION_NEIGHBOURS, 3, 0, "lacks one direction"},
        {MG_SECTION_WEIGHTS, 3, 7, "another weight"},
        {MG_SECTION_WEIGHTS, 0, 7, "another weight"},
        {MG_SECTION_NEIGHBOURS, 2, 3, "not an adjacency"},
        {MG_SECTION_NEIGHBOURS, 2, UINT32_MAX, "not an adjacency"},
        {MG_SECTION_OFFSETS, 2, 4000000000u, "not an adjacency"},
        {MG_SECTION_OFFSETS, 4, 0, "not an adjacency"},
    };
    static unsigned char original[4096], bytes[4096];
    mg_context *context = make_context(2);
    mg_graph *graph =
        read_text(context, "x.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n2 1 5\n3 2 6\n", NULL);
    mg_snapshot s;
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), NULL));
    const size_t size = slurp(file_path("x.mgb"), original, sizeof original);
    memcpy(&s, original, sizeof s);
    memcpy(bytes, original, size);
    rehash(bytes);
    CHECK(memcmp(bytes, original, size) == 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bytes, original, size);
        put_u32(bytes, s.sections[cases[i].section].begin + 4 * (uint64_t)cases[i].position, cases[i].value);
        rehash(bytes);
        CHECK_EQ(outcome(context, bytes, size), MG_ERROR_FORMAT);
        CHECK(strstr(mg_context_error(context), cases[i].message));
    }
    static const double means[] = {5.4, -1.0, NAN, INFINITY};
    for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
        memcpy(bytes, original, size);
        memcpy(bytes + offsetof(mg_snapshot, weight_mean), &means[i], sizeof means[i]);
        rehash(bytes);
        CHECK_EQ(outcome(context, bytes, size), MG_ERROR_FORMAT);
        CHECK(strstr(mg_context_error(context), "header contradicts"));
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* The snapshot keeps the vertex order of a graph; options that change the graph restore the order of the ids. */
/* With options without effect the graph stays in the mapped file and is not rebuilt. */
TEST(options_without_effect) {
    static const struct {
        const char *shape;
        bool directed, kept;
        mg_directedness directedness;
        bool drop_loops, merge;
    } cases[] = {
        {"grid", false, true, MG_UNDIRECTED, true, true},    {"grid", true, true, MG_DIRECTED, true, true},
        {"grid", true, false, MG_UNDIRECTED, false, false},  {"loops", true, true, MG_DIRECTED, false, false},
        {"loops", true, false, MG_DIRECTED, true, false},    {"parallel", false, false, MG_UNDIRECTED, false, false},
        {"parallel", true, false, MG_AS_GIVEN, false, true},
    };
    mg_context *context = make_context(2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mg_graph *graph = shape_graph(context, shape_named(cases[i].shape), WEIGHTS_INT, cases[i].directed);
        mg_graph *read = NULL, *expected = NULL;
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), NULL));
        CHECK_OK(context, mg_graph_write(context, graph, file_path("x.graphml"), NULL));
        options.directedness = cases[i].directedness;
        options.drop_self_loops = cases[i].drop_loops;
        options.merge_multi_edges = cases[i].merge;
        CHECK_OK(context, mg_graph_read(context, file_path("x.mgb"), &options, &read));
        CHECK_EQ(read->byte_count > 0, cases[i].kept);
        CHECK_OK(context, mg_graph_read(context, file_path("x.graphml"), &options, &expected));
        check_same(read, expected);
        CHECK_EQ(mg_graph_directed(read),
                 cases[i].directedness == MG_AS_GIVEN ? cases[i].directed : cases[i].directedness == MG_DIRECTED);
        mg_graph_destroy(read);
        mg_graph_destroy(expected);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(snapshot_in_another_order) {
    mg_context *context = make_context(2);
    static const char *const names[] = {"loops", "parallel", "scattered", "isolated", "grid"};
    for (size_t i = 0; i < 5; i++) {
        mg_graph *graph = shape_graph(context, shape_named(names[i]), WEIGHTS_INT, i % 2);
        mg_graph *ordered = NULL, *read = NULL, *changed = NULL, *expected = NULL;
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        CHECK_OK(context, mg_graph_reorder(context, graph, MG_ORDER_RCM, 0, &ordered));
        CHECK_OK(context, mg_graph_write(context, ordered, file_path("x.mgb"), NULL));
        CHECK_OK(context, mg_graph_read(context, file_path("x.mgb"), NULL, &read));
        CHECK_OK(context, mg_graph_check(context, read));
        CHECK_EQ(mg_graph_order(read, NULL), MG_ORDER_RCM);
        CHECK_EQ(mg_graph_default_source(read), mg_graph_default_source(ordered));
        check_same(read, ordered);
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            CHECK_EQ(mg_graph_by_id(read)[v], mg_graph_by_id(ordered)[v]);
        }
        options.drop_self_loops = true;
        CHECK_OK(context, mg_graph_read(context, file_path("x.mgb"), &options, &changed));
        CHECK_OK(context, mg_graph_write(context, graph, file_path("y.mgb"), NULL));
        CHECK_OK(context, mg_graph_read(context, file_path("y.mgb"), &options, &expected));
        CHECK(!mg_graph_by_id(changed));
        check_same(changed, expected);
        mg_graph_destroy(changed);
        mg_graph_destroy(expected);
        options = MG_GRAPH_OPTIONS_INIT;
        options.order = MG_ORDER_NATURAL;
        CHECK_OK(context, mg_graph_read(context, file_path("x.mgb"), &options, &changed));
        check_same(changed, graph);
        mg_graph_destroy(changed);
        mg_graph_destroy(graph);
        mg_graph_destroy(ordered);
        mg_graph_destroy(read);
    }
    mg_context_destroy(context);
}

/* Vertices by id that do not exist or occur twice; an invalid order. */
TEST(deception_about_the_order) {
    static unsigned char original[4096], bytes[4096];
    mg_context *context = make_context(2);
    mg_graph *graph = read_text(context, "x.el", "7 5\n5 9\n", NULL), *ordered = NULL;
    mg_snapshot s;
    CHECK_OK(context, mg_graph_reorder(context, graph, MG_ORDER_DEGREE, 0, &ordered));
    CHECK_OK(context, mg_graph_write(context, ordered, file_path("x.mgb"), NULL));
    const size_t size = slurp(file_path("x.mgb"), original, sizeof original);
    CHECK_EQ(outcome(context, original, size), MG_OK);
    memcpy(&s, original, sizeof s);
    static const uint32_t values[] = {3, UINT32_MAX};
    for (size_t k = 0; k < 3; k++) { /* the third one: a duplicate */
        memcpy(bytes, original, size);
        const uint64_t at = s.sections[MG_SECTION_IDS].begin + 3 * sizeof(uint64_t);
        uint32_t other;
        memcpy(&other, original + at, sizeof other);
        put_u32(bytes, at + 4, k < 2 ? values[k] : other);
        rehash(bytes);
        CHECK_EQ(outcome(context, bytes, size), MG_ERROR_FORMAT);
        CHECK(strstr(mg_context_error(context), "not an adjacency"));
    }
    static const uint32_t orders[] = {MG_ORDER_DEFAULT, MG_ORDER_NATURAL, MG_ORDER_AUTO, 77};
    for (size_t k = 0; k < 4; k++) {
        memcpy(bytes, original, size);
        put_u32(bytes, offsetof(mg_snapshot, numbering), orders[k]);
        rehash(bytes);
        CHECK_EQ(outcome(context, bytes, size), MG_ERROR_FORMAT);
    }
    mg_graph_destroy(graph);
    mg_graph_destroy(ordered);
    mg_context_destroy(context);
}
