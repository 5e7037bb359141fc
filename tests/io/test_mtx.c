/* SPDX-License-Identifier: Apache-2.0
 *
 * test_mtx.c: the Matrix Market reader: fields, symmetries, headers, comments.
 */
#include "tests/io/files.h"

#include <stdlib.h>

#define BANNER(rest) "%%MatrixMarket matrix coordinate " rest "\n"

TEST(general) {
    mg_context *context = make_context(2);
    mg_graph *graph =
        read_text(context, "x.mtx", BANNER("pattern general") "% c\n\n4 4 3\n1 2\n\n% c\n2 1\n3 3\n", NULL);
    CHECK_EQ(mg_graph_vertex_count(graph), 4);
    CHECK_EQ(mg_graph_arc_count(graph), 3);
    CHECK_EQ(mg_graph_loop_count(graph), 1);
    CHECK_EQ(mg_graph_id(graph, 3), 4);
    CHECK(mg_graph_directed(graph));
    CHECK_EQ(mg_graph_weight_type(graph), MG_TYPE_NONE);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(symmetric) {
    mg_context *context = make_context(2);
    mg_graph *graph = read_text(context, "x", BANNER("integer symmetric") "3 3 3\n1 1 4\n3 1 5\n2 3 -6\n", NULL);
    CHECK(!mg_graph_directed(graph));
    CHECK_EQ(mg_graph_edge_count(graph), 3);
    CHECK_EQ(mg_graph_arc_count(graph), 5);
    CHECK_EQ(weight_of(graph, 1, 3), 5);
    CHECK_EQ(weight_of(graph, 3, 2), -6);
    CHECK_EQ(weight_of(graph, 1, 1), 4);
    mg_graph_destroy(graph);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.directedness = MG_DIRECTED;
    graph = read_text(context, "x", BANNER("integer symmetric") "3 3 3\n1 1 4\n3 1 5\n2 3 -6\n", &options);
    CHECK(mg_graph_directed(graph));
    CHECK_EQ(mg_graph_arc_count(graph), 3);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(skew_symmetric) {
    static const char *const fields[] = {"integer", "real"};
    mg_context *context = make_context(2);
    for (int i = 0; i < 2; i++) {
        char text[256];
        snprintf(text, sizeof text, "%%%%MatrixMarket matrix coordinate %s skew-symmetric\n3 3 2\n2 1 4\n3 1 -5\n",
                 fields[i]);
        mg_graph *graph = read_text(context, "x.mtx", text, NULL);
        CHECK(mg_graph_directed(graph));
        CHECK_EQ(mg_graph_weight_type(graph), i ? MG_FLOAT64 : MG_INT32);
        CHECK_EQ(mg_graph_arc_count(graph), 4);
        CHECK_EQ(weight_of(graph, 2, 1), 4);
        CHECK_EQ(weight_of(graph, 1, 2), -4);
        CHECK_EQ(weight_of(graph, 1, 3), 5);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(real_types) {
    mg_context *context = make_context(2);
    mg_graph *graph = read_text(context, "x.mtx", BANNER("real general") "2 2 2\n1 2 3\n2 1 4\n", NULL);
    CHECK_EQ(mg_graph_weight_type(graph), MG_FLOAT64);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.mtx", BANNER("real general") "2 2 2\n1 2 3.00000001\n2 1 4e0\n", NULL);
    CHECK_EQ(mg_graph_weight_type(graph), MG_FLOAT64);
    CHECK(weight_of(graph, 1, 2) == 3.00000001);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.mtx", BANNER("integer skew-symmetric") "2 2 1\n2 1 9223372036854775807\n", NULL);
    CHECK_EQ(mg_graph_weight_type(graph), MG_INT64);
    const int64_t *weights = mg_graph_out_edges(graph).weights;
    CHECK(weights[0] == -INT64_MAX && weights[1] == INT64_MAX);
    mg_graph_destroy(graph);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT; /* whole numbers in a real matrix are not rounded on the way */
    options.weight_type = MG_INT64;
    graph = read_text(context, "x.mtx", BANNER("real general") "2 2 1\n1 2 9007199254740993\n", &options);
    CHECK(*(const int64_t *)mg_graph_out_edges(graph).weights == 9007199254740993);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(complex_is_read_without_its_weights) {
    static const char text[] = BANNER("complex hermitian") "2 2 2\n1 1 3 0\n2 1 4 -1e3\n";
    mg_context *context = make_context(2);
    refuse_text(context, "x.mtx", text, MG_ERROR_UNSUPPORTED, "x.mtx:1: complex weights");
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.weights = MG_WEIGHTS_UNIT;
    mg_graph *graph = read_text(context, "x.mtx", text, &options);
    CHECK(!mg_graph_directed(graph));
    CHECK_EQ(mg_graph_arc_count(graph), 3);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(headers) {
    mg_context *context = make_context(2);
    mg_graph *graph =
        read_text(context, "x", "%%matrixmarket MATRIX Coordinate PATTERN General  \r\n2 2 1\r\n1 2\r\n", NULL);
    CHECK_EQ(mg_graph_arc_count(graph), 1);
    mg_graph_destroy(graph);
    graph = read_text(context, "x", "\xef\xbb\xbf" BANNER("pattern general") "2 2 1\n2 1", NULL);
    CHECK_EQ(mg_graph_arc_count(graph), 1);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.mtx", BANNER("pattern general") "0 0 0\n", NULL);
    CHECK_EQ(mg_graph_vertex_count(graph), 0);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.mtx", BANNER("real symmetric") "5 5 0", NULL);
    CHECK_EQ(mg_graph_vertex_count(graph), 5);
    mg_graph_destroy(graph);
    graph = read_text(context, "no_banner.mtx", "% c\n3 3 2\n1 2 0.5\n3 1 2\n", NULL);
    CHECK_EQ(mg_graph_weight_type(graph), MG_FLOAT64);
    CHECK_EQ(mg_graph_arc_count(graph), 2);
    mg_graph_destroy(graph);
    graph = read_text(context, "no_banner.mtx", "3 3 2\n1 2\n3 1\n", NULL);
    CHECK_EQ(mg_graph_weight_type(graph), MG_TYPE_NONE);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(duplicates_are_parallel_edges) {
    mg_context *context = make_context(2);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    const char *text = BANNER("integer general") "2 2 3\n1 2 3\n1 2 2\n1 2 9\n";
    mg_graph *graph = read_text(context, "x.mtx", text, &options);
    CHECK_EQ(mg_graph_arc_count(graph), 3);
    mg_graph_destroy(graph);
    options.merge_multi_edges = true;
    graph = read_text(context, "x.mtx", text, &options);
    CHECK_EQ(mg_graph_arc_count(graph), 1);
    CHECK_EQ(weight_of(graph, 1, 2), 2);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(surplus_entries_by_line) {
    enum { ENTRIES = 300000 };
    char *text = malloc(ENTRIES * 16 + 256), *end = text;
    end += sprintf(end, "%%%%MatrixMarket matrix coordinate pattern general\n100 100 %d\n", ENTRIES - 7);
    for (int i = 0; i < ENTRIES; i++) {
        end += sprintf(end, "%d %d\n%s", i % 100 + 1, i / 100 % 100 + 1, i % 1000 ? "" : "% comment\n");
    }
    char message[128]; /* before it: two lines of header, the entries announced, and a comment each thousand */
    snprintf(message, sizeof message, "x.mtx:%d: expected the end of the file after %d entries",
             2 + ENTRIES - 7 + ENTRIES / 1000 + 1, ENTRIES - 7);
    for (int threads = 1; threads <= 3; threads++) {
        mg_context *context = make_context(threads);
        refuse_bytes(context, "x.mtx", text, (size_t)(end - text), MG_ERROR_FORMAT, message);
        mg_context_destroy(context);
    }
    free(text);
}
