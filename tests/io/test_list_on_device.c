/* SPDX-License-Identifier: Apache-2.0
 *
 * test_list_on_device.c: which edge lists the reader leaves to the context's device, and what it does when the device
 * makes the graph, makes none, or fails.
 */
#include "core/context.h"
#include "core/graph/text_job.h"
#include "tests/io/files.h"

#include <stdlib.h>

/* A device that notes its job. */
static struct {
    mg_text_job job;
    int calls;
    bool makes; /* a graph of one edge, 70 to 80 */
    mg_status status;
} device;

static mg_status parse(mg_context *context, const mg_text_job *job, mg_graph **graph) {
    static const uint32_t source = 70, target = 80;
    const mg_edge_list list = {.edge_count = 1, .id_type = MG_UINT32, .source = &source, .target = &target};
    device.job = *job;
    device.calls++;
    *graph = NULL;
    return device.makes && device.status >= 0 ? mg_graph_from_edges(context, &list, NULL, graph) : device.status;
}

static mg_context *device_context(void) {
    mg_context *const context = make_context(2);
    context->edge_text = parse;
    context->test_all_paths = true;
    device.makes = false;
    device.status = MG_OK;
    return context;
}

/* Reads a text; is the device asked? */
static bool asks(mg_context *context, const char *name, const char *text, const mg_graph_options *options) {
    const int before = device.calls;
    mg_graph_destroy(read_text(context, name, text, options));
    return device.calls > before;
}

TEST(jobs) {
    mg_context *context = device_context();
    CHECK(asks(context, "x.el", "# comment\n1 2\n2 5\n5 1\n", NULL));
    CHECK_EQ(device.job.size, 12);
    CHECK(device.job.room >= 3);
    CHECK_EQ(device.job.doubtful, 3);
    CHECK(!device.job.commas && !device.job.undirected && !device.job.maybe_paired && !device.job.drop_loops);
    CHECK(asks(context, "x.csv", "1,2\n2,5", NULL));
    CHECK(device.job.commas && device.job.size == 7 && device.job.room >= 2);
    CHECK(asks(context, "x.el", "% sym\n1 2\n", NULL));
    CHECK(device.job.undirected && !device.job.maybe_paired);
    CHECK(asks(context, "x.el", "# Undirected graph\n1 2\n", NULL));
    CHECK(device.job.undirected && device.job.maybe_paired);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.directedness = MG_DIRECTED;
    options.drop_self_loops = true;
    options.skip_lines = 1;
    CHECK(asks(context, "x.el", "9 9\n# Undirected graph\n1 2\n", &options));
    CHECK(!device.job.undirected && !device.job.maybe_paired && device.job.drop_loops && !device.job.merge);
    options.directedness = MG_UNDIRECTED;
    CHECK(asks(context, "x.el", "9 9\n# Undirected graph\n1 2\n", &options));
    CHECK(device.job.undirected && !device.job.maybe_paired && device.job.merge);
    options.directedness = MG_DIRECTED;
    options.merge_multi_edges = true;
    CHECK(asks(context, "x.el", "9 9\n1 2\n", &options));
    CHECK(!device.job.undirected && device.job.merge);
    mg_context_destroy(context);
}

TEST(other_files_and_options) {
    static const char *const others[] = {"1 2 3\n", "% bip\n1 2\n",         "1 2\n# comment\n", "1 2\n-1 2\n#\n",
                                         "a b\n",   "source target\n1 2\n", "1 4294967296000\n"};
    mg_context *context = device_context();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const int before = device.calls;
        mg_graph *graph = NULL;
        mg_graph_read(context, file_write("x.el", others[i], strlen(others[i])), NULL, &graph);
        CHECK_EQ(device.calls, before);
        mg_graph_destroy(graph);
    }
    CHECK(!asks(context, "x.ncol", "1 2\n", NULL));
    CHECK(asks(context, "x.el", "1 2\n", NULL));
    for (int i = 0; i < 2; i++) {
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.order = i == 0 ? MG_ORDER_SHUFFLED : MG_ORDER_DEFAULT;
        options.weights = i == 1 ? MG_WEIGHTS_RANDOM : MG_WEIGHTS_FILE;
        CHECK(!asks(context, "x.el", "1 2\n", &options));
    }
    context->test_all_paths = false; /* the file is small */
    CHECK(!asks(context, "x.el", "1 2\n", NULL));
    context->edge_text = NULL;
    context->test_all_paths = true;
    CHECK(!asks(context, "x.el", "1 2\n", NULL));
    mg_context_destroy(context);
}

TEST(the_device_makes_the_graph_or_fails) {
    mg_context *context = device_context();
    mg_graph *graph = read_text(context, "x.el", "1 2\n2 3\n", NULL);
    CHECK_EQ(mg_graph_arc_count(graph), 2);
    mg_graph_destroy(graph);
    device.makes = true;
    graph = read_text(context, "x.el", "1 2\n2 3\n", NULL);
    CHECK_EQ(mg_graph_arc_count(graph), 1);
    CHECK_EQ(mg_graph_id(graph, 0), 70);
    mg_graph_destroy(graph);
    device.status = MG_ERROR_CANCELLED;
    graph = NULL;
    CHECK_STATUS(context, mg_graph_read(context, file_path("x.el"), NULL, &graph), MG_ERROR_CANCELLED);
    CHECK(!graph);
    mg_context_destroy(context);
}

/* A long file is estimated by samples. */
TEST(room_of_a_long_file) {
    const size_t size = (size_t)4 << 20;
    char *const text = malloc(size);
    uint64_t lines = 0;
    CHECK(text != NULL);
    for (size_t at = 0; at < size; at += 8, lines++) {
        memcpy(text + at, "123 456\n", 8);
    }
    mg_context *context = device_context();
    const int before = device.calls;
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, file_write("x.el", text, size), NULL, &graph));
    CHECK_EQ(device.calls, before + 1);
    CHECK(device.job.room >= lines && device.job.room < lines + lines / 4);
    CHECK_EQ(device.job.size, size);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    free(text);
}
