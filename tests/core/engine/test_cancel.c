/* SPDX-License-Identifier: Apache-2.0
 *
 * The progress callback cancels reading and every algorithm; context and graph are usable afterwards.
 */
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The callback cancels from call number `countdown` on. */
typedef struct brake {
    int countdown, calls;
    const char *stage;
} brake;

static bool on_progress(void *data, const mg_progress *progress) {
    brake *b = data;
    b->calls++;
    b->stage = progress->stage;
    CHECK(progress->stage && progress->stage[0]);
    CHECK(progress->fraction <= 1.0);
    CHECK(progress->elapsed >= 0.0);
    return b->countdown-- > 0;
}

static mg_context *braked_context(brake *b) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = 2;
    options.progress = on_progress;
    options.progress_data = b;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    return context;
}

typedef mg_status (*algorithm)(mg_context *, const mg_graph *, mg_result **);

static mg_status run_bfs(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_bfs(context, graph, NULL, result);
}

static mg_status run_sssp(mg_context *context, const mg_graph *graph, mg_result **result) {
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    options.parents = true;
    return mg_sssp(context, graph, &options, result);
}

static mg_status run_cc(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_cc(context, graph, NULL, result);
}

static mg_status run_pagerank(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_pagerank(context, graph, NULL, result);
}

static mg_status run_data_driven(mg_context *context, const mg_graph *graph, mg_result **result) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    options.data_driven = true;
    options.run.max_iterations = 1000;
    return mg_pagerank(context, graph, &options, result);
}

static mg_status run_bc(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_bc(context, graph, NULL, result);
}

static mg_status run_triangles(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_triangles(context, graph, NULL, result);
}

static mg_status run_scc(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_scc(context, graph, NULL, result);
}

static mg_status run_cdlp(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_cdlp(context, graph, NULL, result);
}

static mg_status run_kcore(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_kcore(context, graph, NULL, result);
}

static mg_status run_louvain(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_louvain(context, graph, NULL, result);
}

static mg_status run_leiden(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_leiden(context, graph, NULL, result);
}

static mg_status run_mis(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_mis(context, graph, NULL, result);
}

static mg_status run_coloring(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_coloring(context, graph, NULL, result);
}

static mg_status run_msf(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_msf(context, graph, NULL, result);
}

static mg_status run_closeness(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_closeness(context, graph, NULL, result);
}

static mg_status run_bipartite(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_bipartite(context, graph, NULL, result);
}

static mg_status run_matching(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_matching(context, graph, NULL, result);
}

static mg_status run_eigenvector(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_eigenvector(context, graph, NULL, result);
}

static mg_status run_katz(mg_context *context, const mg_graph *graph, mg_result **result) {
    return mg_katz(context, graph, NULL, result);
}

static const algorithm algorithms[] = {run_bfs,      run_sssp,        run_cc,   run_pagerank,  run_data_driven,
                                       run_bc,       run_triangles,   run_cdlp, run_scc,       run_kcore,
                                       run_mis,      run_coloring,    run_msf,  run_closeness, run_bipartite,
                                       run_matching, run_eigenvector, run_katz, run_louvain,   run_leiden};

TEST(cancelling_algorithms) {
    for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
        brake b = {.countdown = 1 << 30};
        mg_context *context = braked_context(&b);
        mg_graph *graph = shape_graph(context, shape_named("random"), WEIGHTS_INT, true);
        mg_result *result = NULL;
        b = (brake){.countdown = 0};
        CHECK_STATUS(context, algorithms[i](context, graph, &result), MG_ERROR_CANCELLED);
        CHECK(!result);
        CHECK_EQ(b.calls, 1);
        CHECK(strstr(mg_context_error(context), b.stage));
        b.countdown = 1 << 30;
        CHECK_OK(context, algorithms[i](context, graph, &result));
        CHECK(result);
        mg_result_destroy(result);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

TEST(cancelling_ktruss) {
    brake b = {.countdown = 1 << 30};
    mg_context *context = braked_context(&b);
    mg_graph *graph = shape_graph(context, shape_named("random"), WEIGHTS_NONE, false);
    uint32_t *trussness = test_memory(mg_graph_arc_count(graph), sizeof *trussness);
    b = (brake){.countdown = 0};
    CHECK_STATUS(context, mg_ktruss(context, graph, NULL, trussness), MG_ERROR_CANCELLED);
    b.countdown = 1 << 30;
    CHECK_OK(context, mg_ktruss(context, graph, NULL, trussness));
    free(trussness);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(cancelling_a_build) {
    brake b = {.countdown = 0};
    mg_context *context = braked_context(&b);
    const uint32_t from[] = {0, 1}, to[] = {1, 2};
    const mg_edge_list list = {.edge_count = 2, .id_type = MG_UINT32, .source = from, .target = to};
    mg_graph *graph = NULL;
    CHECK_STATUS(context, mg_graph_from_edges(context, &list, NULL, &graph), MG_ERROR_CANCELLED);
    CHECK(!graph);
    b.countdown = 1 << 30;
    CHECK_OK(context, mg_graph_from_edges(context, &list, NULL, &graph));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(cancelling_a_reader) {
    char path[] = "/tmp/mg-cancel-XXXXXX";
    const int descriptor = mkstemp(path);
    CHECK(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    for (int i = 0; i < 200000; i++) {
        fprintf(file, "%d %d\n", i, (i * 7) % 200000);
    }
    fclose(file);
    brake b = {.countdown = 0};
    mg_context *context = braked_context(&b);
    mg_graph *graph = NULL;
    const mg_status cancelled = mg_graph_read(context, path, NULL, &graph);
    const bool none = !graph;
    b.countdown = 1 << 30;
    const mg_status read = mg_graph_read(context, path, NULL, &graph);
    remove(path);
    CHECK_EQ(cancelled, MG_ERROR_CANCELLED);
    CHECK(none);
    CHECK_EQ(read, MG_OK);
    CHECK_EQ(mg_graph_arc_count(graph), 200000);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Fractions of a run, in order. */
typedef struct fractions {
    double last;
    int within; /* between sources */
} fractions;

static bool note_fraction(void *data, const mg_progress *progress) {
    fractions *f = data;
    if (strcmp(progress->stage, "running") == 0 && progress->fraction >= 0.0) {
        CHECK(progress->fraction >= f->last);
        f->last = progress->fraction;
        f->within += progress->fraction > 0.0 && progress->fraction != 0.5;
    }
    return true;
}

TEST(progress_within_a_source) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_generate_options generate = MG_GENERATE_OPTIONS_INIT;
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    fractions f = {.last = 0.0};
    options.threads = 1;
    options.progress = note_fraction;
    options.progress_data = &f;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    generate.vertices = 300000; /* as many levels: long enough for several reports */
    CHECK_OK(context, mg_generate(context, "path", &generate, &graph));
    bc.sample = 2;
    bc.run.lanes = 1;
    bc.run.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_bc(context, graph, &bc, &result));
    CHECK(f.within > 0);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
