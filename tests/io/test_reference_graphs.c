/* SPDX-License-Identifier: Apache-2.0
 *
 * test_reference_graphs.c: real graphs, and the small ones of GAPBS, LAGraph and cuGraph.
 */
#include "tests/io/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

static mg_graph *read_data(mg_context *context, const char *name, const mg_graph_options *options) {
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, data_path(name), options, &graph));
    return graph;
}

/* Both have the same arcs after subtracting `shift` from b's ids; b may have additional vertices without edges. */
static void check_shifted(const mg_graph *a, const mg_graph *b, uint64_t shift, bool weights) {
    const mg_adjacency x = mg_graph_out_edges(a), y = mg_graph_out_edges(b);
    CHECK_EQ(mg_graph_arc_count(a), mg_graph_arc_count(b));
    for (mg_vertex v = 0; v < mg_graph_vertex_count(a); v++) {
        mg_vertex w = 0;
        CHECK(mg_graph_find(b, mg_graph_id(a, v) + shift, &w));
        CHECK_EQ(x.offsets[v + 1] - x.offsets[v], y.offsets[w + 1] - y.offsets[w]);
        for (uint64_t i = x.offsets[v], j = y.offsets[w]; i < x.offsets[v + 1]; i++, j++) {
            CHECK_EQ(mg_graph_id(a, x.neighbours[i]) + shift, mg_graph_id(b, y.neighbours[j]));
            CHECK(!weights || ((const int32_t *)x.weights)[i] == ((const int32_t *)y.weights)[j]);
        }
    }
}

enum { PLAIN, GZIP, ZSTD, PACKINGS };

/* A file of GAPBS, unchanged or as compressed copy. */
static mg_graph *read_packed(mg_context *context, const char *name, int packing, const mg_graph_options *options) {
    char path[256], text[1 << 16], packed[1 << 17];
    mg_graph *graph = NULL;
    snprintf(path, sizeof path, "reference/gapbs/%s", name);
    if (packing == PLAIN) {
        return read_data(context, path, options);
    }
    FILE *file = fopen(data_path(path), "rb");
    CHECK(file);
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    CHECK(size > 0 && size < sizeof text);
    snprintf(path, sizeof path, "%s.%s", name, packing == GZIP ? "gz" : "zst");
    if (packing == GZIP) {
        const gzFile out = gzopen(file_path(path), "wb");
        CHECK(out && gzwrite(out, text, (unsigned)size) == (int)size && gzclose(out) == Z_OK);
    } else {
        const size_t packed_size = ZSTD_compress(packed, sizeof packed, text, size, 3);
        CHECK(!ZSTD_isError(packed_size));
        file_write(path, packed, packed_size);
    }
    CHECK_OK(context, mg_graph_read(context, file_path(path), options, &graph));
    return graph;
}

/* All seven formats of one graph with one compression. The METIS files have neither loops nor parallel arcs. */
static void check_encodings(int packing, bool all) {
    static const struct {
        const char *name;
        uint64_t shift;
        bool weighted;
    } files[] = {{"4.el", 0, false},  {"4.wel", 0, true},    {"4.gr", 1, true},    {"4.mtx", 1, false},
                 {"4w.mtx", 1, true}, {"4.graph", 1, false}, {"4w.graph", 1, true}};
    mg_context *context = make_context(2);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.drop_self_loops = options.merge_multi_edges = !all;
    mg_graph *el = read_packed(context, "4.el", PLAIN, &options);
    mg_graph *wel = read_packed(context, "4.wel", PLAIN, &options);
    CHECK_EQ(mg_graph_arc_count(el), all ? 256 : 53);
    CHECK_EQ(mg_graph_weight_type(wel), MG_INT32);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (all && strstr(files[i].name, ".graph")) {
            continue;
        }
        mg_graph *graph = read_packed(context, files[i].name, packing, &options);
        CHECK_EQ(mg_graph_weight_type(graph), files[i].weighted ? MG_INT32 : MG_TYPE_NONE);
        CHECK(mg_graph_directed(graph));
        CHECK(!files[i].shift || mg_graph_vertex_count(graph) == 14);
        check_shifted(el, graph, files[i].shift, false);
        if (files[i].weighted) {
            check_shifted(wel, graph, files[i].shift, true);
        }
        mg_graph_destroy(graph);
    }
    mg_graph_destroy(el);
    mg_graph_destroy(wel);
    mg_context_destroy(context);
}

TEST(gapbs) {
    need_data();
    for (int packing = PLAIN; packing < PACKINGS; packing++) {
        check_encodings(packing, true);
        check_encodings(packing, false);
    }
}

TEST(lagraph_and_cugraph) {
    static const struct {
        const char *name;
        mg_vertex n;
        uint64_t edges, loops;
    } graphs[] = {
        {"lagraph/A.mtx", 7, 15, 0},
        {"lagraph/A2.mtx", 7, 15, 0},
        {"lagraph/karate.mtx", 34, 78, 0},
        {"lagraph/cover.mtx", 7, 12, 0},
        {"lagraph/jagmesh7.mtx", 1138, 4294, 1138},
        {"lagraph/bcsstk13.mtx", 2003, 42943, 2003},
        {"lagraph/olm1000.mtx", 1000, 3996, 1000},
        {"lagraph/pushpull.mtx", 4000, 99208, 2111},
        {"cugraph/karate.csv", 34, 156, 0},
        {"cugraph/karate_s_loop.csv", 34, 160, 4},
        {"cugraph/dolphins.csv", 62, 318, 0},
        {"cugraph/netscience.csv", 1461, 5484, 0},
        {"cugraph/polbooks.csv", 105, 882, 0},
        {"cugraph/email-Eu-core.csv", 1005, 25571, 642},
    };
    need_data();
    mg_context *context = make_context(2);
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        char name[256];
        snprintf(name, sizeof name, "reference/%s", graphs[i].name);
        mg_graph *graph = read_data(context, name, NULL);
        CHECK_EQ(mg_graph_vertex_count(graph), graphs[i].n);
        CHECK_EQ(mg_graph_edge_count(graph), graphs[i].edges);
        CHECK_EQ(mg_graph_loop_count(graph), graphs[i].loops);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* The karate club of LAGraph (ids from 1) and of cuGraph (ids from 0) is the same graph. */
TEST(karate_is_karate) {
    need_data();
    mg_context *context = make_context(2);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.directedness = MG_UNDIRECTED;
    mg_graph *lagraph = read_data(context, "reference/lagraph/karate.mtx", NULL);
    mg_graph *cugraph = read_data(context, "reference/cugraph/karate.csv", &options);
    CHECK_EQ(mg_graph_edge_count(cugraph), 78);
    check_shifted(cugraph, lagraph, 1, false);
    mg_graph_destroy(lagraph);
    mg_graph_destroy(cugraph);
    mg_context_destroy(context);
}

/* The header of a compressed file, read independently of the reader. */
static void header_of(const char *path, uint64_t *n, uint64_t *entries, bool *symmetric) {
    unsigned char packed[65536];
    char text[65536];
    FILE *file = fopen(path, "rb");
    CHECK(file);
    ZSTD_inBuffer in = {packed, fread(packed, 1, sizeof packed, file), 0};
    fclose(file);
    ZSTD_outBuffer out = {text, sizeof text - 1, 0};
    ZSTD_DStream *stream = ZSTD_createDStream();
    CHECK(!ZSTD_isError(ZSTD_decompressStream(stream, &out, &in)));
    ZSTD_freeDStream(stream);
    text[out.pos] = '\0';
    const char *line = text;
    *symmetric = strstr(text, " symmetric") && strstr(text, " symmetric") < strchr(text, '\n');
    while (*line == '%') {
        line = strchr(line, '\n') + 1;
    }
    unsigned long long rows, columns, count;
    CHECK_EQ(sscanf(line, "%llu %llu %llu", &rows, &columns, &count), 3);
    CHECK_EQ(rows, columns);
    *n = rows;
    *entries = count;
}

TEST(all_real_graphs) {
    DIR *folder = opendir(data_path("graphs"));
    CHECK(folder);
    mg_context *context = make_context(2);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (!strstr(entry->d_name, ".mtx.zst")) {
            continue;
        }
        char name[512];
        uint64_t n, entries;
        bool symmetric;
        snprintf(name, sizeof name, "graphs/%s", entry->d_name);
        header_of(data_path(name), &n, &entries, &symmetric);
        mg_graph *graph = read_data(context, name, NULL);
        CHECK_EQ(mg_graph_vertex_count(graph), n);
        CHECK_EQ(mg_graph_edge_count(graph), entries);
        CHECK_EQ(mg_graph_directed(graph), !symmetric);
        mg_graph_destroy(graph);
        count++;
    }
    closedir(folder);
    mg_context_destroy(context);
    CHECK(count >= 41);
}
