/* SPDX-License-Identifier: Apache-2.0
 *
 * test_round_trip.c: a graph written in any format is read back as the same graph, except for properties that the
 * format cannot represent; writing warns of those.
 */
#include "tests/failing_memory.h"
#include "tests/io/files.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct format {
    const char *name, *file;
    bool ids, weights, direction, loops, isolated; /* properties that the format keeps */
} format;

static const format formats[] = {
    {"mtx", "x.mtx", false, true, true, true, true},        {"edgelist", "x.el", true, true, true, true, false},
    {"csv", "x.csv", true, true, false, true, false},       {"dimacs", "x.gr", false, true, false, true, true},
    {"metis", "x.graph", false, true, true, false, true},   {"ligra", "x.adj", false, true, false, true, true},
    {"ldbc", "x.e", true, true, true, true, true},          {"galois", "x.gr", false, true, false, true, true},
    {"sg", "x.sg", false, false, true, true, true},         {"wsg", "x.wsg", false, true, true, true, true},
    {"csr", "x.csr", false, true, false, true, true},       {"mgb", "x.mgb", true, true, true, true, true},
    {"graphml", "x.graphml", true, true, true, true, true}, {"gml", "x.gml", true, true, true, true, true},
    {"pajek", "x.net", true, true, true, true, true},       {"npy", "x.npy", true, true, false, true, false},
    {"npz", "x.npz", false, true, false, true, true},
};
#define FORMATS (sizeof formats / sizeof *formats)

static uint64_t isolated(const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    bool *reached = test_memory((uint64_t)n + 1, sizeof *reached);
    uint64_t count = 0;
    for (uint64_t e = 0; e < mg_graph_arc_count(graph); e++) {
        reached[out.neighbours[e]] = true;
    }
    for (mg_vertex v = 0; v < n; v++) {
        count += !reached[v] && out.offsets[v] == out.offsets[v + 1];
    }
    free(reached);
    return count;
}

static void check_arcs(const format *f, const mg_graph *a, const mg_graph *b) {
    const mg_adjacency p = mg_graph_out_edges(a), q = mg_graph_out_edges(b);
    CHECK_EQ(mg_graph_vertex_count(b), mg_graph_vertex_count(a));
    CHECK_EQ(mg_graph_arc_count(b), mg_graph_arc_count(a));
    for (mg_vertex v = 0; v < mg_graph_vertex_count(a); v++) {
        CHECK_EQ(q.offsets[v + 1], p.offsets[v + 1]);
        CHECK(!f->ids || mg_graph_id(a, v) == mg_graph_id(b, v));
    }
    for (uint64_t e = 0; e < mg_graph_arc_count(a); e++) {
        CHECK_EQ(q.neighbours[e], p.neighbours[e]);
        const double x = arc_weight(a, e), y = arc_weight(b, e);
        const bool rounded = strcmp(f->name, "csr") == 0;
        CHECK(!f->weights || x == y || (rounded && (float)x == (float)y));
    }
}

/* True if this format keeps everything of this graph. */
static bool can_hold(const format *f, const mg_graph *graph, weighting w) {
    const bool whole = w <= WEIGHTS_INT_LARGE;
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (strcmp(f->name, "gml") == 0 && n && mg_graph_id(graph, n - 1) > INT32_MAX) {
        return false;
    }
    return (f->isolated || (isolated(graph) == 0 && mg_graph_arc_count(graph))) &&
           (f->loops || mg_graph_loop_count(graph) == 0) && (whole || strcmp(f->name, "wsg") != 0);
}

static void round_trip(mg_context *context, const format *f, const mg_graph *graph, const char *packed) {
    char name[32];
    mg_graph *back = NULL;
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    const bool same_type = strcmp(f->name, "csr") != 0 && strcmp(f->name, "mgb") != 0; /* of its own: csr and mgb */
    options.weight_type = same_type ? mg_graph_weight_type(graph) : MG_TYPE_NONE;
    snprintf(name, sizeof name, "%s%s", f->file, packed);
    CHECK_OK(context, mg_graph_write(context, graph, file_path(name), f->name));
    CHECK_OK(context, mg_graph_read(context, file_path(name), &options, &back));
    CHECK_OK(context, mg_graph_check(context, back));
    check_arcs(f, graph, back);
    CHECK(!f->direction || mg_graph_directed(graph) == mg_graph_directed(back) || mg_graph_arc_count(graph) == 0);
    CHECK(strcmp(f->name, "mgb") != 0 || mg_graph_weight_type(graph) == mg_graph_weight_type(back));
    mg_graph_destroy(back);
    unlink(file_path(name));
}

TEST(every_format_shape_and_weighting) {
    static const char *const packed[] = {"", ".gz", ".zst"};
    mg_context *context = make_context(1);
    int trips[FORMATS] = {0}, turn = 0;
    for (size_t s = 0; s < shape_count; s++) {
        for (int w = 0; w < WEIGHTING_COUNT; w += w == WEIGHTS_INT ? 3 : 1) {
            for (int directed = 0; directed < 2; directed++) {
                mg_graph *graph = shape_graph(context, &shapes[s], (weighting)w, directed);
                for (size_t i = 0; i < FORMATS && mg_graph_arc_count(graph) < 2000; i++) {
                    if (can_hold(&formats[i], graph, (weighting)w)) {
                        round_trip(context, &formats[i], graph, packed[turn++ % 3]);
                        trips[i]++;
                    }
                }
                mg_graph_destroy(graph);
            }
        }
    }
    for (size_t i = 0; i < FORMATS; i++) {
        CHECK(trips[i] > 30);
    }
    mg_context_destroy(context);
}

/* ---- warnings ---- */

static char warnings[4096];

static void take_warning(void *data, mg_log_level level, const char *text) {
    (void)data;
    if (level == MG_LOG_WARNING && strlen(warnings) + strlen(text) + 2 < sizeof warnings) {
        strcat(strcat(warnings, text), "\n");
    }
}

static void check_warning(const mg_graph *graph, const char *name, const char *expected) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.log = take_warning;
    CHECK_OK(context, mg_context_create(&options, &context));
    warnings[0] = '\0';
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x"), name));
    if (expected ? !strstr(warnings, expected) : warnings[0] != '\0') {
        test_fail(name, 0, "warned \"%s\", expected \"%s\"", warnings, expected ? expected : "");
    }
    mg_context_destroy(context);
}

TEST(losses_are_warned_about) {
    mg_context *context = make_context(1);
    mg_graph *loops = shape_graph(context, shape_named("loops"), WEIGHTS_DOUBLE, false);
    mg_graph *apart = shape_graph(context, shape_named("isolated"), WEIGHTS_INT_LARGE, true);
    mg_graph *scattered = shape_graph(context, shape_named("scattered"), WEIGHTS_NONE, true);
    check_warning(loops, "metis", "to itself are lost");
    check_warning(loops, "metis", "fractions");
    check_warning(loops, "sg", "the weights are lost");
    check_warning(loops, "galois", "--undirected");
    check_warning(loops, "csr", "rounded to float32");
    check_warning(apart, "edgelist", "vertices without edges are lost");
    check_warning(apart, "csv", "vertices without edges are lost");
    check_warning(apart, "csr", "rounded to float32");
    check_warning(apart, "metis", "arcs are listed once");
    check_warning(scattered, "dimacs", "the ids are lost; vertices are numbered from 1 on");
    check_warning(scattered, "sg", "the ids are lost; vertices are numbered from 0 on");
    mg_graph *parallel = shape_graph(context, shape_named("parallel"), WEIGHTS_INT, false);
    check_warning(scattered, "npz", "the ids are lost; vertices are numbered from 0 on");
    check_warning(parallel, "pajek", NULL);
    check_warning(apart, "npy", "vertices without edges are lost");
    check_warning(loops, "npy", "--undirected");
    check_warning(parallel, "edgelist", "parallel edges are lost when it is read with --undirected");
    check_warning(parallel, "csr", "parallel edges are lost when it is read with --undirected");
    check_warning(parallel, "npz", "parallel edges, whose weights other programs add");
    check_warning(parallel, "graphml", NULL);
    check_warning(parallel, "gml", NULL);
    check_warning(parallel, "mtx", NULL);
    mg_graph_destroy(parallel);
    for (int i = 0; i < 3; i++) {
        const mg_graph *const all[] = {loops, apart, scattered};
        check_warning(all[i], "mgb", NULL);
        check_warning(all[i], "ldbc", NULL);
    }
    CHECK_STATUS(context, mg_graph_write(context, loops, file_path("x"), "wsg"), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "int32"));
    mg_graph_destroy(loops);
    mg_graph_destroy(apart);
    mg_graph_destroy(scattered);
    mg_context_destroy(context);
}

TEST(every_allocation_may_fail) {
    mg_context *maker = make_context(1);
    mg_graph *graph = shape_graph(maker, shape_named("scattered"), WEIGHTS_INT, true);
    for (size_t i = 0; i < FORMATS; i++) {
        for (int writing = can_hold(&formats[i], graph, WEIGHTS_INT) ? 0 : 2; writing < 2; writing++) {
            bool done = false;
            int allocations = 0;
            for (; !done; allocations++) {
                failing_memory memory;
                mg_context *context = failing_memory_context(&memory, allocations);
                mg_graph *back = NULL;
                const char *path = file_path(formats[i].file);
                const mg_status status = writing ? mg_graph_read(context, path, NULL, &back)
                                                 : mg_graph_write(context, graph, path, formats[i].name);
                done = status == MG_OK;
                CHECK(done || status == MG_ERROR_MEMORY);
                mg_graph_destroy(back);
                mg_context_destroy(context);
                CHECK_EQ(memory.live, 0);
                CHECK(allocations < 200);
            }
            CHECK(allocations > 1);
        }
    }
    mg_graph_destroy(graph);
    mg_context_destroy(maker);
}
