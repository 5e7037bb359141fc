/* SPDX-License-Identifier: Apache-2.0
 *
 * test_write_graph.c: mg_graph_read gives the same graph that mg_graph_write wrote; files are written completely or not
 * at all.
 */
#include "tests/failing_memory.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <dirent.h>
#include <locale.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[32]; /* folder of this run; empty: not created yet */

static const char *path_of(const char *name) {
    static char path[256];
    if (!folder[0]) {
        strcpy(folder, "write_graph.XXXXXX");
        CHECK(mkdtemp(folder));
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int files(void) {
    DIR *all = opendir(folder);
    int count = -2; /* . and .. */
    CHECK(all);
    while (readdir(all)) {
        count++;
    }
    closedir(all);
    return count;
}

static void clean(const char *name) {
    CHECK(unlink(path_of(name)) == 0);
    CHECK_EQ(files(), 0);
    rmdir(folder);
    folder[0] = 0;
}

/* The arcs of a graph, independent of vertex numbers that a format does not keep. */
static void check_same(const mg_graph *a, const mg_graph *b, bool ids) {
    const mg_adjacency p = mg_graph_out_edges(a), q = mg_graph_out_edges(b);
    const uint64_t arcs = mg_graph_arc_count(a);
    CHECK_EQ(mg_graph_arc_count(b), arcs);
    CHECK_EQ(mg_graph_vertex_count(b), mg_graph_vertex_count(a));
    CHECK_EQ(mg_graph_directed(b), mg_graph_directed(a));
    CHECK(!arcs || (mg_graph_weight_type(b) == MG_TYPE_NONE) == (mg_graph_weight_type(a) == MG_TYPE_NONE));
    for (mg_vertex v = 0; v < mg_graph_vertex_count(a); v++) {
        CHECK_EQ(q.offsets[v + 1], p.offsets[v + 1]);
        CHECK(!ids || mg_graph_id(a, v) == mg_graph_id(b, v));
    }
    for (uint64_t e = 0; e < arcs; e++) {
        CHECK_EQ(q.neighbours[e], p.neighbours[e]);
    }
}

/* Floats may be read as doubles, which are equal only after rounding to float. */
static void check_weights(const mg_graph *a, const mg_graph *b) {
    for (uint64_t e = 0; e < mg_graph_arc_count(a); e++) {
        const double x = arc_weight(a, e), y = arc_weight(b, e);
        CHECK(x == y || (mg_graph_weight_type(a) == MG_FLOAT32 && (float)x == (float)y));
    }
}

static void round_trip(const mg_graph *graph, const char *name, const char *format) {
    mg_context *context = test_new_context(2);
    mg_graph *back = NULL;
    const bool mtx = strstr(name, "mtx") != NULL;
    CHECK_OK(context, mg_graph_write(context, graph, path_of(name), format));
    CHECK_EQ(files(), 1);
    CHECK_OK(context, mg_graph_read(context, path_of(name), NULL, &back));
    check_same(graph, back, !mtx);
    check_weights(graph, back);
    mg_graph_destroy(back);
    mg_context_destroy(context);
    clean(name);
}

TEST(matrix_market_keeps_the_graph) {
    static const char *const names[] = {"one vertex", "one loop", "no edges", "path",     "star out",
                                        "kron",       "loops",    "parallel", "isolated", "scattered"};
    mg_context *context = test_new_context(3);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int w = 0; w < WEIGHTING_COUNT; w++) {
            mg_graph *graph = shape_graph(context, shape_named(names[i]), (weighting)w, w % 2);
            round_trip(graph, i % 2 ? "a.mtx" : "graph.mtx.gz", NULL);
            mg_graph_destroy(graph);
        }
    }
    mg_context_destroy(context);
}

/* Shapes in which every vertex has an edge. */
TEST(edge_list_keeps_the_graph) {
    static const char *const names[] = {"one loop", "pair", "path", "cycle", "star in", "clique", "grid", "barbell"};
    mg_context *context = test_new_context(3);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int w = 0; w < WEIGHTING_COUNT; w++) {
            mg_graph *graph = shape_graph(context, shape_named(names[i]), (weighting)w, i % 2);
            round_trip(graph, i % 2 ? "graph.el" : "graph.txt.zst", w % 2 ? "edgelist" : NULL);
            mg_graph_destroy(graph);
        }
    }
    mg_context_destroy(context);
}

/* More arcs than one round of blocks holds, so that order between blocks matters. */
TEST(large_graphs_are_written_in_order) {
    mg_context *context = test_new_context(2);
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.width = options.height = 400;
    options.weight_max = 1000;
    CHECK_OK(context, mg_generate(context, "road", &options, &graph));
    round_trip(graph, "road.mtx", NULL);
    round_trip(graph, "road.mtx.zst", NULL);
    round_trip(graph, "road.mtx.gz", "mtx");
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static void check_text(const mg_graph *graph, const char *format, const char *expected) {
    mg_context *context = test_new_context(1);
    char text[512] = "";
    CHECK_OK(context, mg_graph_write(context, graph, path_of("text"), format));
    FILE *file = fopen(path_of("text"), "r");
    CHECK(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    CHECK_STR(text, expected);
    mg_context_destroy(context);
    clean("text");
}

/* Compares the exact bytes, with a locale that has decimal commas if one is installed. */
TEST(text_is_as_documented) {
    const uint32_t source[] = {7, 3, 9}, target[] = {3, 3, 7};
    const float weight[] = {0.1f, 1e10f, 2};
    mg_context *context = test_new_context(1);
    mg_edge_list list = {.edge_count = 3,
                         .id_type = MG_UINT32,
                         .source = source,
                         .target = target,
                         .weight_type = MG_FLOAT32,
                         .weight = weight,
                         .symmetric = true};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    setlocale(LC_ALL, "de_DE.UTF-8");
    check_text(graph, "edgelist", "# Undirected graph: 3 vertices, 3 edges\n3\t3\t1e+10\n3\t7\t0.1\n7\t9\t2\n");
    check_text(graph, "mtx", "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1e+10\n2 1 0.1\n3 2 2\n");
    setlocale(LC_ALL, "C");
    mg_graph_destroy(graph);
    list.symmetric = false;
    list.weight_type = MG_TYPE_NONE;
    list.weight = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    check_text(graph, NULL, "# Directed graph: 3 vertices, 3 edges\n3\t3\n7\t3\n9\t7\n");
    check_text(graph, "mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 1\n2 1\n3 2\n");
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* ---- files ---- */

static void write_byte(const char *path) {
    FILE *file = fopen(path, "w");
    CHECK(file && fputc('x', file) == 'x' && fclose(file) == 0);
}

TEST(existing_file_and_link_are_kept) {
    mg_context *context = test_new_context(1);
    mg_graph *graph = shape_graph(context, shape_named("pair"), WEIGHTS_NONE, true);
    struct stat info;
    char link[256];
    write_byte(path_of("file"));
    CHECK(chmod(path_of("file"), 0640) == 0);
    snprintf(link, sizeof link, "%s", path_of("link"));
    CHECK(symlink("file", link) == 0);
    CHECK_OK(context, mg_graph_write(context, graph, link, NULL));
    CHECK(lstat(link, &info) == 0 && S_ISLNK(info.st_mode));
    CHECK(stat(link, &info) == 0 && (info.st_mode & 0777) == 0640 && info.st_size > 1);
    CHECK(unlink(link) == 0);
    clean("file");
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static bool stop(void *data, const mg_progress *progress) {
    (void)data;
    return strcmp(progress->stage, "writing") != 0;
}

TEST(cancelled_write_leaves_the_old_file) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.progress = stop;
    CHECK_OK(context, mg_context_create(&options, &context));
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
    struct stat info;
    write_byte(path_of("file"));
    CHECK_STATUS(context, mg_graph_write(context, graph, path_of("file"), NULL), MG_ERROR_CANCELLED);
    CHECK(stat(path_of("file"), &info) == 0 && info.st_size == 1);
    clean("file");
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(failures_are_named) {
    mg_context *context = test_new_context(1);
    mg_graph *graph = shape_graph(context, shape_named("pair"), WEIGHTS_NONE, true);
    CHECK_STATUS(NULL, mg_graph_write(NULL, graph, "x", NULL), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_graph_write(context, NULL, "x", NULL), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_graph_write(context, graph, NULL, NULL), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_graph_write(context, graph, "x", "gmll"), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "'gmll'") && access("x", F_OK) != 0);
    CHECK_STATUS(context, mg_graph_write(context, graph, "no/such/folder/x", NULL), MG_ERROR_FILE);
    CHECK(strstr(mg_context_error(context), "no/such/folder/x: No such file"));
    CHECK_STATUS(context, mg_graph_write(context, graph, "/", NULL), MG_ERROR_FILE);
    CHECK_OK(context, mg_graph_write(context, graph, "/dev/null", NULL));
    if (access("/dev/full", F_OK) == 0) {
        CHECK_STATUS(context, mg_graph_write(context, graph, "/dev/full", NULL), MG_ERROR_FILE);
        CHECK(strstr(mg_context_error(context), "No space"));
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(every_allocation_may_fail) {
    mg_context *maker = test_new_context(1);
    mg_graph *graph = shape_graph(maker, shape_named("random"), WEIGHTS_FLOAT, true);
    int allocations = 0;
    for (bool done = false; !done; allocations++) {
        failing_memory f;
        mg_context *context = failing_memory_context(&f, allocations);
        const mg_status status = mg_graph_write(context, graph, path_of("file"), NULL);
        done = status == MG_OK;
        CHECK(done || (status == MG_ERROR_MEMORY && strstr(mg_context_error(context), "out of memory")));
        CHECK_EQ(files(), done ? 1 : 0);
        mg_context_destroy(context);
        CHECK_EQ(f.live, 0);
        CHECK(allocations < 100);
    }
    CHECK(allocations > 5);
    clean("file");
    mg_graph_destroy(graph);
    mg_context_destroy(maker);
}
