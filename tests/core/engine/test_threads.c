/* SPDX-License-Identifier: Apache-2.0
 *
 * Two contexts on two threads share one graph; the first thread that needs in-edges or converted weights builds them.
 * Within one context the parallel tuner measures if small iterations run faster in parallel or on one thread.
 */
#include "tests/algorithms/run_matrix.h"
#include "tests/algorithms/oracles.h"
#include "tools/verify/verify.h"

#include <pthread.h>
#include <stdlib.h>

#define WORKERS 3

typedef struct worker {
    const mg_graph *graph;
    pthread_barrier_t *start;
    int number;
    char failure[320]; /* message; only the main thread may call the harness */
} worker;

static bool holds(worker *w, mg_context *context, mg_status status, bool verified, const char *what, const char *why) {
    if (status == MG_OK && verified) {
        return true;
    }
    snprintf(w->failure, sizeof w->failure, "%s: %s %s %s", what, mg_status_name(status), mg_context_error(context),
             why);
    return false;
}

static bool work(worker *w, mg_context *context) {
    char why[128] = "";
    mg_result *result = NULL;
    mg_adjacency in;
    mg_status status = mg_graph_in_edges(context, w->graph, &in);
    if (!holds(w, context, status, in.offsets != NULL, "in-edges", why)) {
        return false;
    }
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    bfs.run.mode = w->number % 2 ? MG_MODE_PULL : MG_MODE_AUTO;
    status = mg_bfs(context, w->graph, &bfs, &result);
    bool good = holds(w, context, status, result && mgt_verify_bfs(context, w->graph, MG_NONE, result, why, sizeof why),
                      "bfs", why);
    mg_result_destroy(result);
    result = NULL;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    sssp.parents = true;
    sssp.run.mode = bfs.run.mode;
    status = mg_sssp(context, w->graph, &sssp, &result);
    good = good && holds(w, context, status,
                         result && mgt_verify_sssp(context, w->graph, MG_NONE, result, why, sizeof why), "sssp", why);
    mg_result_destroy(result);
    result = NULL;
    status = mg_cc(context, w->graph, NULL, &result);
    good = good &&
           holds(w, context, status, result && mgt_verify_cc(context, w->graph, result, why, sizeof why), "cc", why);
    mg_result_destroy(result);
    return good;
}

static void *run_worker(void *data) {
    worker *w = data;
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = 1 + w->number % 2;
    const bool created = mg_context_create(&options, &context) == MG_OK;
    pthread_barrier_wait(w->start);
    if (created) {
        work(w, context);
    } else {
        snprintf(w->failure, sizeof w->failure, "no context");
    }
    mg_context_destroy(context);
    return NULL;
}

static void share(const char *name, weighting weights) {
    for (int round = 0; round < 30; round++) {
        mg_graph *graph = shape_graph(test_context(1), shape_named(name), weights, true);
        worker workers[WORKERS];
        pthread_t threads[WORKERS];
        pthread_barrier_t start;
        CHECK_EQ(pthread_barrier_init(&start, NULL, WORKERS), 0);
        for (int i = 0; i < WORKERS; i++) {
            workers[i] = (worker){.graph = graph, .start = &start, .number = i};
            CHECK_EQ(pthread_create(&threads[i], NULL, run_worker, &workers[i]), 0);
        }
        for (int i = 0; i < WORKERS; i++) {
            CHECK_EQ(pthread_join(threads[i], NULL), 0);
        }
        for (int i = 0; i < WORKERS; i++) {
            CHECK_STR(workers[i].failure, "");
        }
        pthread_barrier_destroy(&start);
        mg_graph_destroy(graph);
    }
}

TEST(contexts_share_a_graph) {
    share("kron", WEIGHTS_INT);
    share("random", WEIGHTS_FLOAT);
}

/* Hundreds of levels of 200 vertices: the tuner tries both variants several times. */
TEST(small_iterations) {
    mg_context *context = test_context(2);
    edge_builder edges = {0};
    builder_grid(&edges, 200, 400);
    mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, false);
    char why[256] = "";
    for (int i = 0; i < 5; i++) {
        mg_result *result = NULL;
        mg_vertex source = (mg_vertex)(i * 3999);
        mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
        bfs.source = source;
        CHECK_OK(context, mg_bfs(context, graph, &bfs, &result));
        CHECK_STR(mgt_verify_bfs(context, graph, source, result, why, sizeof why) ? "" : why, "");
        mg_result_destroy(result);
        mg_bc_options bc = MG_BC_OPTIONS_INIT;
        bc.sources = &source;
        bc.source_count = 1;
        CHECK_OK(context, mg_bc(context, graph, &bc, &result));
        CHECK_STR(mgt_verify_bc(context, graph, &source, 1, false, result, why, sizeof why) ? "" : why, "");
        mg_result_destroy(result);
    }
    mg_graph_destroy(graph);
}
