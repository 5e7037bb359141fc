/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/io/files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *file_path(const char *name) {
    static const char *folder;
    static char path[512];
    folder = folder ? folder : test_folder();
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

const char *file_write(const char *name, const void *bytes, size_t size) {
    const char *path = file_path(name);
    FILE *file = fopen(path, "wb");
    CHECK(file);
    const size_t written = fwrite(bytes, 1, size, file);
    CHECK(fclose(file) == 0 && written == size);
    return path;
}

void need_data(void) {
    if (!test_data()) {
        test_skip("MG_TEST_DATA is not set");
    }
}

const char *data_path(const char *name) {
    static char path[1024];
    need_data();
    snprintf(path, sizeof path, "%s/%s", test_data(), name);
    if (access(path, R_OK) != 0) {
        test_skip("%s is not there", path);
    }
    return path;
}

mg_context *make_context(int threads) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    CHECK_OK(context, mg_context_create(&options, &context));
    return context;
}

mg_graph *read_text(mg_context *context, const char *name, const char *text, const mg_graph_options *options) {
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, file_write(name, text, strlen(text)), options, &graph));
    return graph;
}

void refuse_bytes(mg_context *context, const char *name, const void *bytes, size_t size, mg_status status,
                  const char *message) {
    mg_graph *graph = NULL;
    const mg_status outcome = mg_graph_read(context, file_write(name, bytes, size), NULL, &graph);
    if (outcome != status || !strstr(mg_context_error(context), message)) {
        test_fail(name, 0, "%s, \"%s\"; expected %s, \"%s\"", mg_status_name(outcome), mg_context_error(context),
                  mg_status_name(status), message);
    }
    CHECK(!graph);
}

void refuse_text(mg_context *context, const char *name, const char *text, mg_status status, const char *message) {
    refuse_bytes(context, name, text, strlen(text), status, message);
}

double weight_of(const mg_graph *graph, uint64_t from_id, uint64_t to_id) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    mg_vertex from = 0, to = 0;
    CHECK(mg_graph_find(graph, from_id, &from) && mg_graph_find(graph, to_id, &to));
    for (uint64_t a = out.offsets[from]; a < out.offsets[from + 1]; a++) {
        if (out.neighbours[a] == to) {
            switch (mg_graph_weight_type(graph)) {
            case MG_INT32:
                return ((const int32_t *)out.weights)[a];
            case MG_INT64:
                return (double)((const int64_t *)out.weights)[a];
            case MG_FLOAT32:
                return (double)((const float *)out.weights)[a];
            case MG_FLOAT64:
                return ((const double *)out.weights)[a];
            default:
                return 1.0;
            }
        }
    }
    test_fail(__FILE__, __LINE__, "no edge %llu -> %llu", (unsigned long long)from_id, (unsigned long long)to_id);
}

void check_same(const mg_graph *a, const mg_graph *b) {
    const mg_adjacency x = mg_graph_out_edges(a), y = mg_graph_out_edges(b);
    CHECK_EQ(mg_graph_vertex_count(a), mg_graph_vertex_count(b));
    CHECK_EQ(mg_graph_arc_count(a), mg_graph_arc_count(b));
    CHECK_EQ(mg_graph_weight_type(a), mg_graph_weight_type(b));
    CHECK_EQ(mg_graph_directed(a), mg_graph_directed(b));
    const size_t n = mg_graph_vertex_count(a), arcs = mg_graph_arc_count(a);
    const mg_type type = mg_graph_weight_type(a);
    for (mg_vertex v = 0; v < n; v++) {
        CHECK_EQ(mg_graph_id(a, v), mg_graph_id(b, v));
    }
    CHECK(memcmp(x.offsets, y.offsets, (n + 1) * sizeof *x.offsets) == 0);
    CHECK(memcmp(x.neighbours, y.neighbours, arcs * sizeof *x.neighbours) == 0);
    CHECK(type == MG_TYPE_NONE ||
          memcmp(x.weights, y.weights, arcs * (type == MG_FLOAT64 || type == MG_INT64 ? 8 : 4)) == 0);
}
