/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank on the GPU against the CPU: a topology-driven program with totals, and a data-driven plan whose sums meet in
 * accumulators and whose senders change their own state. Sums run in another order, so ranks agree only nearly.
 */
#include "core/cuda/backend_cuda.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <math.h>

static double value_at(const mg_column *column, mg_vertex v) {
    return column->type == MG_FLOAT64 ? ((const double *)column->data)[v] : (double)((const float *)column->data)[v];
}

static double difference(mg_context *context, const mg_graph *graph, bool data_driven) {
    mg_result *results[2] = {NULL, NULL};
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
        options.run.backend = i ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
        options.data_driven = data_driven;
        options.run.max_iterations = 100000;
        CHECK_OK(context, mg_pagerank(context, graph, &options, &results[i]));
    }
    const mg_column *cpu = mg_result_column(results[0], "rank"), *gpu = mg_result_column(results[1], "rank");
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        sum += fabs(value_at(cpu, v) - value_at(gpu, v));
    }
    mg_result_destroy(results[0]);
    mg_result_destroy(results[1]);
    return sum;
}

static void compare_shapes(bool data_driven) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    if (!mg__cuda_backend_probe(context)) {
        char reason[256];
        snprintf(reason, sizeof reason, "%s", mg_context_error(context));
        mg_context_destroy(context);
        test_skip("%s", reason);
    }
    for (size_t i = 0; i < 2 * shape_count; i++) {
        mg_graph *graph = shape_graph(context, &shapes[i / 2], WEIGHTS_NONE, i % 2);
        const double sum = difference(context, graph, data_driven);
        if (!(sum < 1e-5)) {
            test_fail(__FILE__, __LINE__, "%s, %s: ranks differ by %g", shapes[i / 2].name,
                      i % 2 ? "directed" : "undirected", sum);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(topology_driven) {
    compare_shapes(false);
}

TEST(data_driven) {
    compare_shapes(true);
}
