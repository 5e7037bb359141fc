/* SPDX-License-Identifier: Apache-2.0
 *
 * Short rows on the device: each encodes its CSR row, or is marked as unencoded and cannot be encoded. They are not
 * built if many rows are unencoded. Builds handle lack of memory. PageRank with short rows equals that of the CPU.
 */
#include "core/cuda/graph/device_graph.h"
#include "core/cuda/kernel/dense/dense_args.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>

#define FAR 32767 /* the first distance to a larger index that does not fit */

static mg_status cut(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming, const int16_t **steps) {
    mg_device_graph *on_device = NULL;
    const mg_device_need rows = {.in = true, .weights = MG_TYPE_NONE};
    CHECK_OK(context, mg__device_graph(context, cuda, graph, &rows, &on_device));
    return mg__device_short_rows(context, cuda, graph, incoming, steps);
}

static bool fits(const mg_adjacency *edges, uint64_t v) {
    bool result = edges->offsets[v + 1] - edges->offsets[v] <= MG_SHORT_EDGES;
    for (uint64_t e = edges->offsets[v]; e < edges->offsets[v + 1]; e++) {
        const int64_t step = (int64_t)edges->neighbours[e] - (int64_t)v;
        result = result && step > -FAR - 1 && step < FAR;
    }
    return result;
}

/* Compares every row; returns the number of unencoded rows. */
static uint64_t compare_rows(const mg_adjacency *edges, uint64_t n, const int16_t *steps) {
    uint64_t unencoded = 0;
    for (uint64_t v = 0; v < n; v++, steps += MG_SHORT_EDGES) {
        const uint64_t begin = edges->offsets[v], length = edges->offsets[v + 1] - begin;
        const bool is_unencoded = steps[MG_SHORT_EDGES - 1] == MG_SHORT_UNENCODED;
        unencoded += is_unencoded;
        CHECK_EQ(is_unencoded, !fits(edges, v));
        for (uint64_t k = 0; k + is_unencoded < MG_SHORT_EDGES; k++) {
            const int64_t step =
                k < length && !is_unencoded ? (int64_t)edges->neighbours[begin + k] - (int64_t)v : MG_SHORT_NO_EDGE;
            CHECK_EQ(steps[k], step);
        }
    }
    return unencoded;
}

/* Checks the rows of one direction; returns the number of unencoded rows, UINT64_MAX without short rows. */
static uint64_t check(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool incoming) {
    const uint64_t n = mg_graph_vertex_count(graph), bytes = n * MG_SHORT_EDGES * sizeof(int16_t);
    const int16_t *steps = NULL;
    uint64_t unencoded = 0;
    mg_adjacency edges = mg_graph_out_edges(graph);
    if (incoming && mg_graph_directed(graph)) {
        CHECK_OK(context, mg_graph_in_edges(context, graph, &edges));
    }
    CHECK_OK(context, cut(context, cuda, graph, incoming, &steps));
    if (!steps) {
        uint64_t longest = 0;
        for (uint64_t v = 0; v < n; v++) {
            const uint64_t length = edges.offsets[v + 1] - edges.offsets[v];
            longest = length > longest ? length : longest;
            unencoded += !fits(&edges, v);
        }
        CHECK(n == 0 || unencoded > n / 16 || longest > MG_LONG_ROW);
        return UINT64_MAX;
    }
    int16_t *const here = test_memory(n * MG_SHORT_EDGES, sizeof *here);
    CHECK(cudaMemcpy(here, steps, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
    unencoded = compare_rows(&edges, n, here);
    CHECK(unencoded <= n / 16);
    free(here);
    return unencoded;
}

/* A path, with additional edges from some vertices to far vertices or to many. */
static mg_graph *ribbon(mg_context *context, bool directed) {
    edge_builder edges = {.n = 70000};
    for (uint64_t v = 0; v + 1 < edges.n; v++) {
        builder_add(&edges, v, v + 1);
    }
    for (uint64_t v = 0; v + 10 < edges.n; v += 1000) {
        for (uint64_t i = 0; i < v / 1000 % 9; i++) {
            builder_add(&edges, v, v + i + 2);
        }
    }
    builder_add(&edges, 20, 20 + FAR - 1);
    builder_add(&edges, 30, 30 + FAR);
    builder_add(&edges, 50 + FAR, 50);
    builder_add(&edges, 60 + FAR + 1, 60);
    builder_add(&edges, 69999, 0);
    return builder_graph(context, &edges, WEIGHTS_NONE, directed);
}

TEST(short_rows_are_those_of_the_csr) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    uint32_t cuts = 0, left_out = 0;
    for (size_t i = 0; i < 4 * shape_count; i++) {
        cuda->tuning.narrow_arcs = i % 4 / 2 ? 0 : UINT32_MAX;
        mg_graph *graph = shape_graph(context, &shapes[i / 4], WEIGHTS_NONE, i % 2);
        for (int incoming = 0; incoming < 2; incoming++) {
            const bool none = check(context, cuda, graph, incoming) == UINT64_MAX;
            cuts += !none;
            left_out += none;
        }
        mg_graph_destroy(graph);
    }
    CHECK(cuts > 10 && left_out > 10);
    mg_context_destroy(context);
}

TEST(unencoded_rows) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    for (int directed = 0; directed < 2; directed++) {
        mg_graph *graph = ribbon(context, directed);
        for (int incoming = 0; incoming < 2; incoming++) {
            const uint64_t unencoded = check(context, cuda, graph, incoming);
            CHECK(unencoded >= 3 && unencoded < 500);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* If a row has more than MG_LONG_ROW edges it is cut into pieces, and no short rows are built. */
TEST(a_hub) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    for (uint64_t leaves = MG_LONG_ROW; leaves <= MG_LONG_ROW + 1; leaves++) {
        edge_builder edges = {.n = 20000};
        for (uint64_t v = 1; v <= leaves; v++) {
            builder_add(&edges, 0, v);
        }
        mg_graph *graph = builder_graph(context, &edges, WEIGHTS_NONE, false);
        CHECK_EQ(check(context, cuda, graph, false), leaves > MG_LONG_ROW ? UINT64_MAX : 1);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

static double rank_difference(mg_context *context, const mg_graph *graph, double tolerance, bool data_driven) {
    mg_result *results[2] = {NULL, NULL};
    double sum = 0.0;
    for (int i = 0; i < 2; i++) {
        mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
        options.run.backend = i ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
        options.run.mode = i ? MG_MODE_PULL : MG_MODE_AUTO;
        options.tolerance = tolerance;
        options.data_driven = data_driven;
        options.run.max_iterations = data_driven ? 3000 : 1000; /* data-driven runs need 2,006 iterations */
        CHECK_OK(context, mg_pagerank(context, graph, &options, &results[i]));
    }
    const double *cpu = mg_result_column(results[0], "rank")->data, *gpu = mg_result_column(results[1], "rank")->data;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        sum += fabs(cpu[v] - gpu[v]);
    }
    mg_result_destroy(results[0]);
    mg_result_destroy(results[1]);
    return sum;
}

/* With and without mixed precision. */
TEST(ranks_along_short_rows) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    for (int i = 0; i < 8; i++) {
        cuda->tuning.narrow_arcs = i / 4 ? 0 : UINT32_MAX;
        const double tolerance = i % 4 / 2 ? 1e-9 : 1e-6;
        mg_graph *graph = ribbon(context, i % 2);
        const double difference = rank_difference(context, graph, tolerance, false);
        if (!(difference < 20 * tolerance)) {
            test_fail(__FILE__, __LINE__, "graph %d: ranks differ by %g", i, difference);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* Pulls of residuals process several rows per thread. */
TEST(residuals_along_short_rows) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    cuda->tuning.blocks_per_sm = 1;
    for (int i = 0; i < 4; i++) {
        cuda->tuning.narrow_arcs = i / 2 ? 0 : UINT32_MAX;
        mg_graph *graph = ribbon(context, i % 2);
        const double difference = rank_difference(context, graph, 1e-6, true);
        if (!(difference < 1e-6)) {
            test_fail(__FILE__, __LINE__, "graph %d: ranks differ by %g", i, difference);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* The first allocation fails; the next cut succeeds. */
TEST(cut_out_of_memory) {
    mg_cuda *cuda = NULL;
    mg_context *context = gpu_context_open(&cuda);
    mg_graph *graph = ribbon(context, true);
    const int16_t *steps = NULL;
    CHECK_OK(context, cut(context, cuda, graph, true, &steps)); /* so that the rows are there */
    cuda->faults.fail_at = 1;
    CHECK_STATUS(context, cut(context, cuda, graph, false, &steps), MG_ERROR_MEMORY);
    cuda->faults.fail_at = 0;
    CHECK(check(context, cuda, graph, false) < UINT64_MAX);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
