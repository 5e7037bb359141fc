/* SPDX-License-Identifier: Apache-2.0
 *
 * test_weight_options.c: every format read with every source of weights and by one and many threads. The structure of
 * the graph never depends on the weights, nor the graph on the threads.
 */
#include "tests/io/files.h"
#include "tests/shapes.h"

static const char *const formats[] = {"mtx",  "edgelist", "csv", "dimacs", "metis", "ligra",
                                      "ldbc", "galois",   "sg",  "wsg",    "csr",   "mgb"};
#define FORMATS (sizeof formats / sizeof *formats)

static const int thread_counts[] = {1, 2, 7};
#define THREAD_COUNTS (sizeof thread_counts / sizeof *thread_counts)

static mg_graph *read_as(int threads, const char *path, const mg_graph_options *options) {
    mg_context *context = make_context(threads);
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, path, options, &graph));
    CHECK_OK(context, mg_graph_check(context, graph));
    mg_context_destroy(context);
    return graph;
}

static void check_structure(const mg_graph *a, const mg_graph *b) {
    const mg_adjacency p = mg_graph_out_edges(a), q = mg_graph_out_edges(b);
    const mg_vertex n = mg_graph_vertex_count(a);
    CHECK_EQ(mg_graph_vertex_count(b), n);
    CHECK_EQ(mg_graph_arc_count(b), mg_graph_arc_count(a));
    CHECK(memcmp(p.offsets, q.offsets, ((size_t)n + 1) * sizeof *p.offsets) == 0);
    CHECK(memcmp(p.neighbours, q.neighbours, mg_graph_arc_count(a) * sizeof *p.neighbours) == 0);
}

static void check_weights(const mg_graph *graph, const mg_graph_options *options) {
    if (options->weights == MG_WEIGHTS_UNIT) {
        CHECK_EQ(mg_graph_weight_type(graph), MG_TYPE_NONE);
    }
    if (options->weights == MG_WEIGHTS_RANDOM) {
        CHECK_EQ(mg_graph_weight_type(graph), MG_INT32);
        for (uint64_t a = 0; a < mg_graph_arc_count(graph); a++) {
            CHECK(arc_weight(graph, a) >= 1 && arc_weight(graph, a) <= options->weight_max);
        }
    }
}

/* All sources of weights, with and without options that change the edges. */
static void read_in_all_ways(const char *path, const char *format) {
    for (int changed = 0; changed < 2; changed++) {
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.format = format;
        options.weight_max = 9;
        options.drop_self_loops = changed;
        mg_graph *const plain = read_as(1, path, &options);
        for (int source = MG_WEIGHTS_FILE; source <= MG_WEIGHTS_RANDOM; source++) {
            options.weights = (mg_weight_source)source;
            mg_graph *const first = read_as(1, path, &options);
            check_structure(plain, first);
            check_weights(first, &options);
            for (size_t t = 1; t < THREAD_COUNTS; t++) {
                mg_graph *const other = read_as(thread_counts[t], path, &options);
                check_same(first, other);
                mg_graph_destroy(other);
            }
            mg_graph_destroy(first);
        }
        mg_graph_destroy(plain);
    }
}

TEST(every_format_with_every_source_of_weights) {
    static const weighting weightings[] = {WEIGHTS_NONE, WEIGHTS_INT, WEIGHTS_FLOAT, WEIGHTS_DOUBLE};
    mg_context *context = make_context(1);
    for (size_t f = 0; f < FORMATS; f++) {
        for (size_t w = 0; w < sizeof weightings / sizeof *weightings; w++) {
            const bool whole = weightings[w] <= WEIGHTS_INT;
            mg_graph *graph = shape_graph(context, shape_named("kron"), weightings[w], false);
            char path[1024];
            snprintf(path, sizeof path, "%s", file_path(strcmp(formats[f], "ldbc") == 0 ? "x.e" : "x"));
            if (whole || strcmp(formats[f], "wsg") != 0) {
                CHECK_OK(context, mg_graph_write(context, graph, path, formats[f]));
                read_in_all_ways(path, formats[f]);
            }
            mg_graph_destroy(graph);
        }
    }
    mg_context_destroy(context);
}

/* Gunrock's format always has weights: a file whose weights are all 1, as it is for graphs without. */
TEST(unit_weights_of_csr) {
    static const struct {
        uint32_t rows, columns, entries, offsets[4], neighbours[3];
        float weights[3];
    } file = {3, 3, 3, {0, 1, 2, 3}, {1, 2, 0}, {1, 1, 1}};
    char path[1024];
    snprintf(path, sizeof path, "%s", file_write("unit.csr", &file, sizeof file));
    read_in_all_ways(path, NULL);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_graph *graph = read_as(2, path, &options);
    CHECK_EQ(mg_graph_weight_type(graph), MG_TYPE_NONE);
    CHECK_EQ(mg_graph_arc_count(graph), 3);
    mg_graph_destroy(graph);
}
