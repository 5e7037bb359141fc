/* SPDX-License-Identifier: Apache-2.0
 *
 * test_formats.c: the other formats, by small hand-written files.
 */
#include "tests/io/files.h"

#include <stdlib.h>
#include <string.h>

static mg_graph *read_bytes(mg_context *context, const char *name, const void *bytes, size_t size) {
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, file_write(name, bytes, size), NULL, &graph));
    return graph;
}

static void check_graph(const mg_graph *graph, mg_vertex n, uint64_t arcs, bool directed, mg_type weights) {
    CHECK_EQ(mg_graph_vertex_count(graph), n);
    CHECK_EQ(mg_graph_arc_count(graph), arcs);
    CHECK_EQ(mg_graph_directed(graph), directed);
    CHECK_EQ(mg_graph_weight_type(graph), weights);
}

TEST(dimacs) {
    mg_context *context = make_context(2);
    mg_graph *graph =
        read_text(context, "x.gr", "c a comment\nc\np sp 4 3\na 1 2 7\nc between\na 3 1 0\r\n\na 1 2 5\n", NULL);
    check_graph(graph, 4, 3, true, MG_INT32);
    CHECK_EQ(mg_graph_id(graph, 0), 1);
    CHECK_NEAR(weight_of(graph, 1, 2), 5, 0);
    CHECK_NEAR(weight_of(graph, 3, 1), 0, 0);
    mg_graph_destroy(graph);
    graph = read_text(context, "no-suffix", "p sp 2 1\na 1 2 1\n", NULL);
    check_graph(graph, 2, 1, true, MG_TYPE_NONE); /* all weights are 1 */
    mg_graph_destroy(graph);
    graph = read_text(context, "x.gr", "p sp 3 0\n", NULL);
    check_graph(graph, 3, 0, true, MG_TYPE_NONE);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* The example of the manual of METIS 5.1, figure 2, in its four versions. */
TEST(metis_manual) {
    static const char *const text[] = {
        "7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n",
        "7 11 001\n5 1 3 2 2 1\n1 1 3 2 4 1\n5 3 4 2 2 2 1 2\n2 1 3 2 6 2 7 5\n1 1 3 3 6 2\n5 2 4 2 7 6\n6 6 4 5\n",
        "7 11 011\n4 5 1 3 2 2 1\n2 1 1 3 2 4 1\n5 5 3 4 2 2 2 1 2\n3 2 1 3 2 6 2 7 5\n1 1 1 3 3 6 2\n"
        "6 5 2 4 2 7 6\n2 6 6 4 5\n",
        "7 11 010 3\n1 2 0 5 3 2\n0 2 2 1 3 4\n4 1 1 5 4 2 1\n2 2 3 2 3 6 7\n1 1 1 1 3 6\n2 2 1 5 4 7\n1 2 1 6 4\n",
        "% sizes\n7 11 100\n1 5 3 2\n1 1 3 4\n1 5 4 2 1\n1 2 3 6 7\n1 1 3 6\n% between\n9 5 4 7\n1 6 4\n"};
    mg_context *context = make_context(2);
    mg_graph *first = read_text(context, "x.graph", text[0], NULL);
    check_graph(first, 7, 22, false, MG_TYPE_NONE);
    for (size_t i = 1; i < sizeof text / sizeof *text; i++) {
        const bool weighted = i == 1 || i == 2;
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.weights = MG_WEIGHTS_UNIT;
        mg_graph *graph = read_text(context, "x.metis", text[i], &options);
        check_same(first, graph);
        mg_graph_destroy(graph);
        graph = read_text(context, "x.graph", text[i], NULL);
        check_graph(graph, 7, 22, false, weighted ? MG_INT32 : MG_TYPE_NONE);
        CHECK_NEAR(weight_of(graph, 7, 6), weighted ? 6 : 1, 0);
        mg_graph_destroy(graph);
    }
    mg_graph_destroy(first);
    mg_context_destroy(context);
}

TEST(metis_empty_lines_are_vertices) {
    mg_context *context = make_context(2);
    mg_graph *graph = read_text(context, "x.graph", "\n% c\n5 1\n\n5\n\n\r\n2", NULL);
    check_graph(graph, 5, 2, false, MG_TYPE_NONE);
    CHECK_NEAR(weight_of(graph, 5, 2), 1, 0);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.graph", "3 0\n\n\n\n\n\n", NULL); /* empty lines after the last vertex are allowed */
    check_graph(graph, 3, 0, false, MG_TYPE_NONE);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.graph", "3 2 1\n2 0.5 3 4\n\n\n", NULL); /* m neighbours in place of 2m: directed */
    check_graph(graph, 3, 2, true, MG_FLOAT64);
    mg_graph_destroy(graph);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.directedness = MG_DIRECTED;
    graph = read_text(context, "x.graph", "2 1\n2\n1\n", &options);
    check_graph(graph, 2, 2, true, MG_TYPE_NONE);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(ligra) {
    mg_context *context = make_context(2);
    mg_graph *graph = read_text(context, "x", "AdjacencyGraph\n4\n3\n0\n2\n2\n2\n1\n3\n0\n", NULL);
    check_graph(graph, 4, 3, true, MG_TYPE_NONE);
    CHECK_NEAR(weight_of(graph, 3, 0), 1, 0);
    CHECK_NEAR(weight_of(graph, 0, 3), 1, 0);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.adj", "WeightedAdjacencyGraph 2 2 0 1\r\n1 0 -3\n4", NULL);
    check_graph(graph, 2, 2, true, MG_INT32);
    CHECK_NEAR(weight_of(graph, 0, 1), -3, 0);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.adj", "WeightedAdjacencyGraph\n2\n1\n0\n1\n1\n2.5\n", NULL);
    check_graph(graph, 2, 1, true, MG_FLOAT64);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.adj", "WeightedAdjacencyGraph\n2 2\n0 1\n1 0\n9007199254740993 -1\n", NULL);
    check_graph(graph, 2, 2, true, MG_INT64);
    CHECK(*(const int64_t *)mg_graph_out_edges(graph).weights == 9007199254740993);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.adj", "WeightedAdjacencyGraph\n2 2\n0 1\n1 0\n3000000000 0.5\n", NULL);
    check_graph(graph, 2, 2, true, MG_FLOAT64);
    CHECK_NEAR(weight_of(graph, 0, 1), 3e9, 0);
    CHECK_NEAR(weight_of(graph, 1, 0), 0.5, 0);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.adj", "AdjacencyGraph\n0\n0\n", NULL);
    check_graph(graph, 0, 0, true, MG_TYPE_NONE);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static void write_parts(const char *name, const char *v, const char *e, const char *properties) {
    char part[64];
    snprintf(part, sizeof part, "%s.v", name);
    file_write(part, v, strlen(v));
    snprintf(part, sizeof part, "%s.properties", name);
    if (properties) {
        file_write(part, properties, strlen(properties));
    }
    snprintf(part, sizeof part, "%s.e", name);
    file_write(part, e, strlen(e));
}

TEST(ldbc) {
    static const char *const paths[] = {"a.v", "a.e", "a.properties", "a"};
    mg_context *context = make_context(2);
    write_parts("a", "9\n2\n18446744073709551615\n", "2 9 0.5\n", "# c\ngraph.a.directed = false\n");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        mg_graph *graph = NULL;
        CHECK_OK(context, mg_graph_read(context, file_path(paths[i]), NULL, &graph));
        check_graph(graph, 3, 2, false, MG_FLOAT64);
        CHECK_EQ(mg_graph_id(graph, 2) == UINT64_MAX, 1);
        CHECK_NEAR(weight_of(graph, 9, 2), 0.5, 0);
        mg_graph_destroy(graph);
    }
    mg_graph *graph = NULL;
    write_parts("b", "3\n5\n7\n", "", NULL); /* no edges, and no direction given */
    CHECK_OK(context, mg_graph_read(context, file_path("b.v"), NULL, &graph));
    check_graph(graph, 3, 0, true, MG_TYPE_NONE);
    mg_graph_destroy(graph);
    write_parts("c", "3\n5\n", "3 x\n", NULL);
    CHECK_STATUS(context, mg_graph_read(context, file_path("c"), NULL, &graph), MG_ERROR_FORMAT);
    CHECK(strstr(mg_context_error(context), "c.e:1: expected a vertex id, found 'x'"));
    write_parts("c", "3\n-5\n", "3 5\n", NULL);
    CHECK_STATUS(context, mg_graph_read(context, file_path("c"), NULL, &graph), MG_ERROR_FORMAT);
    CHECK(strstr(mg_context_error(context), "c.v:2: expected a vertex id, found '-5'"));
    write_parts("c", "3\n", "3 3\n", "graph.c.directed = maybe\n");
    CHECK_STATUS(context, mg_graph_read(context, file_path("c"), NULL, &graph), MG_ERROR_FORMAT);
    CHECK(strstr(mg_context_error(context), "c.properties:1: expected 'true' or 'false', found 'maybe'"));
    CHECK_STATUS(context, mg_graph_read(context, file_write("d.e", "1 2\n", 4), NULL, &graph), MG_ERROR_FILE);
    mg_context_destroy(context);
}

/* ---- binary ---- */

static size_t put(unsigned char *bytes, size_t at, uint64_t value, int size) {
    for (int i = 0; i < size; i++) {
        bytes[at + (size_t)i] = (unsigned char)(value >> 8 * i);
    }
    return at + (size_t)size;
}

static size_t put_all(unsigned char *bytes, size_t at, const uint64_t *values, size_t count, int size) {
    for (size_t i = 0; i < count; i++) {
        at = put(bytes, at, values[i], size);
    }
    return at;
}

TEST(gapbs_serialized) {
    static const uint64_t counts[] = {4, 3}, offsets[] = {0, 1, 3, 4}, neighbours[] = {1, 0, 2, 1};
    static const uint64_t pairs[] = {1, 7, 0, 7, 2, 8, 1, 8};
    unsigned char bytes[256];
    mg_context *context = make_context(2);
    for (int directed = 0; directed < 2; directed++) {
        size_t size = put(bytes, 0, (uint64_t)directed, 1);
        size = put_all(bytes, size, counts, 2, 8);
        for (int i = 0; i <= directed; i++) {
            size = put_all(bytes, size, offsets, 4, 8);
            size = put_all(bytes, size, neighbours, 4, 4);
        }
        mg_graph *graph = read_bytes(context, "known-by-its-size", bytes, size);
        check_graph(graph, 3, 4, directed, MG_TYPE_NONE);
        mg_graph_destroy(graph);
        refuse_bytes(context, "x.sg", bytes, size - 1, MG_ERROR_FORMAT, "x.sg: expected ");
        bytes[17 + 32 + 4] = 9;
        refuse_bytes(context, "x.sg", bytes, size, MG_ERROR_FORMAT, "expected neighbours below 3, found 9 at arc 1");
        bytes[17 + 32 + 4] = 2;
        if (!directed) {
            refuse_bytes(context, "x.sg", bytes, size, MG_ERROR_FORMAT, "both directions of every edge");
        }
        bytes[17 + 8] = 5;
        refuse_bytes(context, "x.sg", bytes, size, MG_ERROR_FORMAT, "offsets that ascend from 0 to 4, found others at");
    }
    size_t size = put_all(bytes, put(bytes, 0, 0, 1), counts, 2, 8);
    size = put_all(bytes, put_all(bytes, size, offsets, 4, 8), pairs, 8, 4);
    mg_graph *graph = read_bytes(context, "x.wsg", bytes, size);
    check_graph(graph, 3, 4, false, MG_INT32);
    CHECK_NEAR(weight_of(graph, 2, 1), 8, 0);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(galois) {
    static const uint64_t ends[] = {2, 2, 3}, neighbours[] = {2, 0, 1}, weights[] = {5, 6, (uint64_t)-7};
    mg_context *context = make_context(2);
    for (uint64_t data = 0; data <= 4; data += 4) {
        const uint64_t header[] = {1, data, 3, 3};
        unsigned char bytes[256];
        size_t size = put_all(bytes, 0, header, 4, 8);
        size = put_all(bytes, put_all(bytes, size, ends, 3, 8), neighbours, 3, 4);
        const size_t unpadded = size;
        size = put(bytes, size, 0, 4);
        size = put_all(bytes, size, weights, data ? 3 : 0, 4);
        mg_graph *graph = read_bytes(context, "x.gr", bytes, size); /* distinguished from DIMACS by its content */
        check_graph(graph, 3, 3, true, data ? MG_INT32 : MG_TYPE_NONE);
        CHECK_NEAR(weight_of(graph, 2, 1), data ? -7 : 1, 0);
        mg_graph_destroy(graph);
        if (!data) {
            graph = read_bytes(context, "x", bytes, unpadded);
            check_graph(graph, 3, 3, true, MG_TYPE_NONE);
            mg_graph_destroy(graph);
        }
        refuse_bytes(context, "x.gr", bytes, size + 1, MG_ERROR_FORMAT, "x.gr: expected ");
        refuse_bytes(context, "x.gr", bytes, 40, MG_ERROR_FORMAT, "x.gr: expected ");
    }
    mg_context_destroy(context);
}

TEST(gunrock) {
    static const uint64_t header[] = {3, 3, 2}, offsets[] = {0, 0, 1, 2}, columns[] = {2, 0};
    mg_context *context = make_context(2);
    for (int unit = 0; unit < 2; unit++) {
        const float values[] = {1, unit ? 1 : 0.25f};
        unsigned char bytes[64];
        size_t size = put_all(bytes, put_all(bytes, put_all(bytes, 0, header, 3, 4), offsets, 4, 4), columns, 2, 4);
        memcpy(bytes + size, values, sizeof values);
        size += sizeof values;
        mg_graph *graph = read_bytes(context, unit ? "x.csr" : "known-by-its-size", bytes, size);
        check_graph(graph, 3, 2, true, unit ? MG_TYPE_NONE : MG_FLOAT64);
        CHECK_NEAR(weight_of(graph, 2, 0), unit ? 1 : 0.25, 0);
        mg_graph_destroy(graph);
        put(bytes, size - 4, 0x7f800000, 4);
        refuse_bytes(context, "x.csr", bytes, size, MG_ERROR_FORMAT, "x.csr: expected finite weights");
        bytes[4] = 4;
        refuse_bytes(context, "x.csr", bytes, size, MG_ERROR_FORMAT, "x.csr: expected a square matrix");
    }
    mg_context_destroy(context);
}
