/* SPDX-License-Identifier: Apache-2.0
 *
 * test_write_formats.c: the format that a name selects, the bytes of the exchange formats, and values and names that
 * cannot be written. The bytes were compared with what NetworkX 3.6 and SciPy 1.17 read.
 */
#include "tests/failing_memory.h"
#include "tests/io/files.h"
#include "tests/shapes.h"

#include <archive.h>
#include <archive_entry.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Edges 7-3 twice, a loop at 9, and an arc back; float weights. */
static mg_graph *small_graph(mg_context *context, bool directed, bool weighted) {
    static const uint32_t source[] = {7, 3, 9, 7}, target[] = {3, 7, 9, 3};
    static const float weight[] = {0.5f, 1e10f, 3, 2};
    const mg_edge_list list = {.edge_count = 4,
                               .id_type = MG_UINT32,
                               .source = source,
                               .target = target,
                               .weight_type = weighted ? MG_FLOAT32 : MG_TYPE_NONE,
                               .weight = weighted ? weight : NULL,
                               .symmetric = !directed};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    return graph;
}

static size_t read_file(const char *path, char *bytes, size_t room) {
    FILE *file = fopen(path, "rb");
    CHECK(file);
    const size_t size = fread(bytes, 1, room - 1, file);
    CHECK(fclose(file) == 0);
    bytes[size] = '\0';
    return size;
}

/* ---- which format ---- */

TEST(suffix_selects_the_format) {
    static const struct {
        const char *name, *begin;
    } cases[] = {{"x.el", "# Undirected"},    {"x", "# Undirected"},           {"kron-0.6", "# Undirected"},
                 {"x.MTX", "%%MatrixMarket"}, {"x.graphml", "<?xml"},          {"x.gml", "graph ["},
                 {"x.net", "*Vertices 3"},    {"x.npy", "\x93NUMPY"},          {"x.npz", "PK\3\4"},
                 {"x.mtx.GZ", "\x1f\x8b"},    {"x.el.Zst", "\x28\xb5\x2f\xfd"}};
    mg_context *context = make_context(1);
    mg_graph *graph = small_graph(context, false, true);
    char bytes[4096];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_OK(context, mg_graph_write(context, graph, file_path(cases[i].name), NULL));
        read_file(file_path(cases[i].name), bytes, sizeof bytes);
        if (strncmp(bytes, cases[i].begin, strlen(cases[i].begin)) != 0) {
            test_fail(__FILE__, __LINE__, "%s begins with %.20s", cases[i].name, bytes);
        }
        unlink(file_path(cases[i].name));
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(other_suffixes_are_refused) {
    static const struct {
        const char *name, *format, *message;
    } cases[] = {{"x.mtx.xz", NULL, ".xz is not written; known are edgelist, mtx"},
                 {"x.mtx.xz", "mtx", ".xz is not written"},
                 {"x.mtx.BZ2", NULL, ".BZ2 is not written"},
                 {"x.zip", NULL, ".zip is not written"},
                 {"x.mtx.zstd", NULL, ".zstd is not written"},
                 {"x.tar.gz", NULL, ".tar is not written"},
                 {"x.parquet", NULL, "no format has the suffix .parquet; name one (--to): edgelist, mtx"},
                 {"x.json.gz", NULL, "no format has the suffix .json"},
                 {"x.", NULL, "no format has the suffix ."},
                 {"x.mtx", "csv", "as csv: the suffix .mtx says mtx; known are edgelist, mtx"},
                 {"x.graph.gz", "edgelist", "as edgelist: the suffix .graph says metis"},
                 {"x.net", "graphml", "the suffix .net says pajek"},
                 {"x.el", "gmll", "unknown output format 'gmll'; known are edgelist, mtx"}};
    mg_context *context = make_context(1);
    mg_graph *graph = small_graph(context, false, true);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const mg_status status = mg_graph_write(context, graph, file_path(cases[i].name), cases[i].format);
        if (status != MG_ERROR_INVALID || !strstr(mg_context_error(context), cases[i].message)) {
            test_fail(__FILE__, __LINE__, "%s: %s", cases[i].name, mg_context_error(context));
        }
        CHECK(access(file_path(cases[i].name), F_OK) != 0);
    }
    CHECK_STATUS(context, mg_graph_write(context, graph, "/dev/null", "ldbc"), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "several files"));
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.gr"), "galois")); /* two formats have .gr */
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.txt"), "dimacs"));
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.data"), "mtx"));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* ---- the bytes ---- */

static void check_text(const mg_graph *graph, const char *name, const char *expected) {
    mg_context *context = make_context(2);
    char text[2048];
    CHECK_OK(context, mg_graph_write(context, graph, file_path(name), NULL));
    read_file(file_path(name), text, sizeof text);
    CHECK_STR(text, expected);
    mg_context_destroy(context);
}

#define GRAPHML                                                                                                        \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
#define NODES "<node id=\"3\"/>\n<node id=\"7\"/>\n<node id=\"9\"/>\n"

TEST(markup_is_as_documented) {
    mg_context *context = make_context(1);
    mg_graph *graph = small_graph(context, true, true);
    check_text(graph, "x.graphml",
               GRAPHML "<key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"float\"/>\n"
                       "<graph edgedefault=\"directed\">\n" NODES
                       "<edge source=\"3\" target=\"7\"><data key=\"weight\">1e+10</data></edge>\n"
                       "<edge source=\"7\" target=\"3\"><data key=\"weight\">0.5</data></edge>\n"
                       "<edge source=\"7\" target=\"3\"><data key=\"weight\">2</data></edge>\n"
                       "<edge source=\"9\" target=\"9\"><data key=\"weight\">3</data></edge>\n</graph>\n</graphml>\n");
    check_text(graph, "x.gml",
               "graph [\n  directed 1\n  multigraph 1\n  node [ id 3 label \"3\" ]\n  node [ id 7 label \"7\" ]\n"
               "  node [ id 9 label \"9\" ]\n  edge [ source 3 target 7 weight 1.0e+10 ]\n"
               "  edge [ source 7 target 3 weight 0.5 ]\n  edge [ source 7 target 3 weight 2.0 ]\n"
               "  edge [ source 9 target 9 weight 3.0 ]\n]\n");
    check_text(graph, "x.net", "*Vertices 3\n1 \"3\"\n2 \"7\"\n3 \"9\"\n*Arcs\n1 2 1e+10\n2 1 0.5\n2 1 2\n3 3 3\n");
    mg_graph_destroy(graph);
    graph = shape_graph(context, shape_named("pair"), WEIGHTS_NONE, false);
    check_text(graph, "x.graphml",
               GRAPHML "<graph edgedefault=\"undirected\">\n<node id=\"0\"/>\n<node id=\"1\"/>\n"
                       "<edge source=\"0\" target=\"1\"/>\n</graph>\n</graphml>\n");
    check_text(graph, "x.gml",
               "graph [\n  directed 0\n  node [ id 0 label \"0\" ]\n  node [ id 1 label \"1\" ]\n"
               "  edge [ source 0 target 1 ]\n]\n");
    check_text(graph, "x.net", "*Vertices 2\n1 \"0\"\n2 \"1\"\n*Edges\n1 2\n");
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* An array with its header, as numpy.lib.format 1.0 describes it. */
static void check_array(const char *bytes, size_t size, const char *descr, const char *dimensions, const void *elements,
                        size_t element_bytes) {
    char header[256];
    const size_t length = (size_t)(unsigned char)bytes[8] | (size_t)(unsigned char)bytes[9] << 8;
    const int text =
        snprintf(header, sizeof header, "{'descr': %s, 'fortran_order': False, 'shape': %s, }", descr, dimensions);
    CHECK(memcmp(bytes, "\x93NUMPY\1\0", 8) == 0 && (10 + length) % 64 == 0);
    CHECK(memcmp(bytes + 10, header, (size_t)text) == 0 && bytes[10 + length - 1] == '\n');
    CHECK_EQ(size, 10 + length + element_bytes);
    CHECK(memcmp(bytes + 10 + length, elements, element_bytes) == 0);
}

TEST(npy_has_the_edges_as_records) {
    static const struct __attribute__((packed)) {
        int64_t source, target;
        float weight;
    } records[] = {{3, 7, 1e10f}, {7, 3, 0.5f}, {7, 3, 2}, {9, 9, 3}};
    static const int64_t pairs[] = {0, 1, 1, 0};
    mg_context *context = make_context(1);
    mg_graph *graph = small_graph(context, true, true);
    char bytes[1024];
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.npy"), NULL));
    size_t size = read_file(file_path("x.npy"), bytes, sizeof bytes);
    check_array(bytes, size, "[('source', '<i8'), ('target', '<i8'), ('weight', '<f4')]", "(4,)", records,
                sizeof records);
    mg_graph_destroy(graph);
    graph = shape_graph(context, shape_named("pair"), WEIGHTS_NONE, false);
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.npy"), NULL));
    size = read_file(file_path("x.npy"), bytes, sizeof bytes);
    check_array(bytes, size, "[('source', '<i8'), ('target', '<i8')]", "(2,)", pairs, sizeof pairs);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(npz_is_a_csr_matrix_of_scipy) {
    static const int32_t indices[] = {1, 0, 0, 2}, offsets[] = {0, 1, 3, 4}, ones[] = {1, 1, 1, 1};
    static const float weights[] = {1e10f, 0.5f, 2, 3};
    static const int64_t square[] = {3, 3};
    mg_context *context = make_context(1);
    for (int weighted = 0; weighted < 2; weighted++) {
        const struct {
            const char *name, *descr, *dimensions;
            const void *elements;
            size_t size;
        } arrays[] = {{"indices.npy", "'<i4'", "(4,)", indices, sizeof indices},
                      {"indptr.npy", "'<i4'", "(4,)", offsets, sizeof offsets},
                      {"format.npy", "'|S3'", "()", "csr", 3},
                      {"shape.npy", "'<i8'", "(2,)", square, sizeof square},
                      {"data.npy", weighted ? "'<f4'" : "'<i4'", "(4,)",
                       weighted ? (const void *)weights : (const void *)ones, sizeof ones}};
        mg_graph *graph = small_graph(context, true, weighted);
        struct archive *archive = archive_read_new();
        struct archive_entry *entry;
        char bytes[512];
        CHECK_OK(context, mg_graph_write(context, graph, file_path("x.npz"), NULL));
        CHECK(archive_read_support_format_zip(archive) == ARCHIVE_OK);
        CHECK(archive_read_open_filename(archive, file_path("x.npz"), 4096) == ARCHIVE_OK);
        for (size_t i = 0; i < 5; i++) {
            CHECK(archive_read_next_header(archive, &entry) == ARCHIVE_OK);
            CHECK_STR(archive_entry_pathname(entry), arrays[i].name);
            const la_ssize_t size = archive_read_data(archive, bytes, sizeof bytes);
            check_array(bytes, (size_t)size, arrays[i].descr, arrays[i].dimensions, arrays[i].elements, arrays[i].size);
        }
        CHECK(archive_read_next_header(archive, &entry) == ARCHIVE_EOF);
        archive_read_free(archive);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(an_undirected_multigraph_comes_back_from_an_edge_list) {
    static const char *const names[] = {"x.el", "x.wel.gz", "x.mtx", "x.e", "x.mgb"};
    mg_context *context = make_context(1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        mg_graph *graph = small_graph(context, false, true), *back = NULL;
        CHECK_EQ(mg_graph_edge_count(graph), 4);
        CHECK_OK(context, mg_graph_write(context, graph, file_path(names[i]), NULL));
        CHECK_OK(context, mg_graph_read(context, file_path(names[i]), NULL, &back));
        CHECK_EQ(mg_graph_edge_count(back), 4);
        CHECK(!mg_graph_directed(back) && mg_graph_loop_count(back) == 1);
        mg_graph_destroy(back);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* ---- values that a format cannot hold ---- */

static mg_graph *one_edge(mg_context *context, uint64_t id, double weight) {
    const uint64_t source[] = {id}, target[] = {1};
    const mg_edge_list list = {.edge_count = 1,
                               .id_type = MG_UINT64,
                               .source = source,
                               .target = target,
                               .weight_type = MG_FLOAT64,
                               .weight = &weight};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    return graph;
}

TEST(values_beyond_a_format_are_refused) {
    static const char *const all[] = {"edgelist", "mtx", "csv",     "dimacs", "metis", "ligra", "ldbc",
                                      "galois",   "csr", "graphml", "gml",    "pajek", "npy",   "npz"};
    static const double beyond[] = {1e300, -3.5e38, 1e-60};
    mg_context *context = make_context(1);
    mg_graph *graph = one_edge(context, 5, (double)INFINITY), *back = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        CHECK_STATUS(context, mg_graph_write(context, graph, file_path("bad"), all[i]), MG_ERROR_UNSUPPORTED);
        CHECK(strstr(mg_context_error(context), "no infinite weight") && access(file_path("bad"), F_OK) != 0);
    }
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), NULL));
    CHECK_OK(context, mg_graph_read(context, file_path("x.mgb"), NULL, &back));
    check_same(graph, back);
    mg_graph_destroy(back);
    mg_graph_destroy(graph);
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        graph = one_edge(context, 5, beyond[i]);
        CHECK_STATUS(context, mg_graph_write(context, graph, file_path("bad.csr"), NULL), MG_ERROR_UNSUPPORTED);
        CHECK(strstr(mg_context_error(context), "holds float32 weights") && access(file_path("bad.csr"), F_OK) != 0);
        CHECK_OK(context, mg_graph_write(context, graph, file_path("good.gr"), "galois"));
        mg_graph_destroy(graph);
    }
    graph = one_edge(context, (uint64_t)1 << 31, 1);
    CHECK_STATUS(context, mg_graph_write(context, graph, file_path("bad.gml"), NULL), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "ids below 2^31, and one is 2147483648"));
    CHECK_OK(context, mg_graph_write(context, graph, file_path("good.graphml"), NULL));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* ---- names ---- */

TEST(the_longest_legal_names_are_written) {
    char name[256];
    mg_context *context = make_context(1);
    mg_graph *graph = small_graph(context, false, false), *back = NULL;
    memset(name, 'x', 255);
    strcpy(name + 251, ".mtx");
    CHECK_OK(context, mg_graph_write(context, graph, file_path(name), NULL));
    CHECK(access(file_path(name), F_OK) == 0);
    strcpy(name + 244, ".e"); /* the longest name for which NAME.properties is legal */
    CHECK_OK(context, mg_graph_write(context, graph, file_path(name), NULL));
    CHECK_OK(context, mg_graph_read(context, file_path(name), NULL, &back));
    check_same(graph, back);
    mg_graph_destroy(back);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* A blank would end the key of a property. */
TEST(properties_of_odd_names_keep_the_direction) {
    static const char expected[] = "graph.my_graph_.directed = false\n";
    char text[1024];
    mg_context *context = make_context(1);
    mg_graph *graph = small_graph(context, false, true), *back = NULL;
    CHECK_OK(context, mg_graph_write(context, graph, file_path("my graph=.e"), NULL));
    read_file(file_path("my graph=.properties"), text, sizeof text);
    CHECK(strstr(text, expected) && strstr(text, "graph.my_graph_.edge-file = my graph=.e\n"));
    CHECK_OK(context, mg_graph_read(context, file_path("my graph=.e"), NULL, &back));
    CHECK(!mg_graph_directed(back));
    mg_graph_destroy(back);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(a_dangling_link_is_not_replaced) {
    mg_context *context = make_context(1);
    mg_graph *graph = small_graph(context, false, false);
    char link[512];
    struct stat info;
    snprintf(link, sizeof link, "%s", file_path("link.el"));
    CHECK(symlink("nowhere/file.el", link) == 0);
    CHECK_STATUS(context, mg_graph_write(context, graph, link, NULL), MG_ERROR_FILE);
    CHECK(strstr(mg_context_error(context), "link to a file that does not exist"));
    CHECK(lstat(link, &info) == 0 && S_ISLNK(info.st_mode));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* The three files of an LDBC graph are replaced together: a limit on file sizes stands for a full disk. */
TEST(several_files_are_replaced_together) {
    mg_context *context = make_context(1);
    mg_graph *old = small_graph(context, false, false), *back = NULL;
    mg_graph *large = shape_graph(context, shape_named("kron"), WEIGHTS_INT, true);
    struct rlimit before, limit;
    struct stat edges;
    CHECK_OK(context, mg_graph_write(context, large, file_path("y.e"), NULL));
    CHECK(stat(file_path("y.e"), &edges) == 0);
    CHECK_OK(context, mg_graph_write(context, old, file_path("x.e"), NULL));
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    limit = before;
    limit.rlim_cur = (rlim_t)edges.st_size - 1;
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    const mg_status status = mg_graph_write(context, large, file_path("x.e"), NULL);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK_STATUS(context, status, MG_ERROR_FILE);
    CHECK_OK(context, mg_graph_read(context, file_path("x.e"), NULL, &back));
    check_same(old, back);
    mg_graph_destroy(back);
    mg_graph_destroy(old);
    mg_graph_destroy(large);
    mg_context_destroy(context);
}

TEST(every_allocation_may_fail) {
    static const char *const formats[] = {"graphml", "gml", "pajek", "npy", "npz", "ldbc"};
    mg_context *maker = make_context(1);
    mg_graph *graph = shape_graph(maker, shape_named("random"), WEIGHTS_FLOAT, true);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        bool done = false;
        for (int allocations = 0; !done; allocations++) {
            failing_memory memory;
            mg_context *context = failing_memory_context(&memory, allocations);
            const mg_status status = mg_graph_write(context, graph, file_path("file"), formats[i]);
            done = status == MG_OK;
            CHECK(done || (status == MG_ERROR_MEMORY && strstr(mg_context_error(context), "out of memory")));
            CHECK(done == (access(file_path(strcmp(formats[i], "ldbc") == 0 ? "file.e" : "file"), F_OK) == 0));
            mg_context_destroy(context);
            CHECK_EQ(memory.live, 0);
            CHECK(allocations < 100);
        }
        unlink(file_path("file"));
    }
    mg_graph_destroy(graph);
    mg_context_destroy(maker);
}
