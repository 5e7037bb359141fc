/* SPDX-License-Identifier: Apache-2.0
 *
 * test_gpu_paths.c: betweenness by weight and of edges, and common neighbours, on graphs of some thousand vertices: on
 * a GPU as on the CPU, from sources that need several batches of lanes, and the same bits in every run.
 */
#include "tests/core/cuda/device_context.h"
#include "tests/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct sample {
    const char *kind;
    uint32_t scale, width, height;
    int32_t weight_max;
    mg_type weight_type;
} sample;

static const sample samples[] = {
    {"kron", 10, 0, 0, 0, MG_TYPE_NONE},
    {"kron", 11, 0, 0, 64, MG_INT32},
    {"rmat", 11, 0, 0, 64, MG_FLOAT32},
    {"road", 0, 60, 50, 100, MG_FLOAT64},
    {"grid", 0, 40, 30, 1000000, MG_INT64},
    {"uniform", 12, 0, 0, 3, MG_INT32},
    {"uniform", 9, 0, 0, 2000000000, MG_INT32},
    {"empty", 6, 0, 0, 0, MG_TYPE_NONE},
    {"path", 8, 0, 0, 9, MG_INT32},
};
#define SAMPLES (sizeof samples / sizeof *samples)

static mg_graph *make_graph(mg_context *context, const sample *s) {
    mg_generate_options o = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    o.scale = s->scale;
    o.edge_factor = 6;
    o.width = s->width ? s->width : o.width;
    o.height = s->height ? s->height : o.height;
    o.weight_max = s->weight_max;
    o.weight_type = s->weight_type;
    CHECK_OK(context, mg_generate(context, s->kind, &o, &graph));
    return graph;
}

static void check_near(const sample *s, const char *what, const double *cpu, const double *gpu, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        if (!(fabs(cpu[i] - gpu[i]) <= 1e-9 * fabs(cpu[i]) + 1e-12)) {
            test_fail(__FILE__, __LINE__, "%s of %s: element %lu is %.17g on the CPU and %.17g on the GPU", what,
                      s->kind, (unsigned long)i, cpu[i], gpu[i]);
        }
    }
}

static mg_result *vertices_on(mg_context *context, const mg_graph *graph, mg_bc_options o, mg_backend_kind kind) {
    mg_result *result = NULL;
    o.run.backend = kind;
    CHECK_OK(context, mg_bc(context, graph, &o, &result));
    CHECK(strcmp(mg_result_statistics(result)->backend, kind == MG_BACKEND_CUDA ? "cuda" : "cpu") == 0);
    return result;
}

static const double *centrality_of(const mg_result *result) {
    return mg_result_column(result, "centrality")->data;
}

static double *edges_on(mg_context *context, const mg_graph *graph, mg_bc_options o, mg_backend_kind kind) {
    double *const centrality = test_memory(mg_graph_arc_count(graph), sizeof *centrality);
    o.run.backend = kind;
    CHECK_OK(context, mg_edge_bc(context, graph, &o, centrality));
    return centrality;
}

static void check_bc(mg_context *context, const mg_graph *graph, const sample *s, bool weighted) {
    const uint64_t arcs = mg_graph_arc_count(graph), n = mg_graph_vertex_count(graph);
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    o.weighted = weighted;
    o.sample = n > 1300 ? 1300 : n; /* more than the lanes of a batch */
    double *const cpu = edges_on(context, graph, o, MG_BACKEND_CPU);
    double *const gpu = edges_on(context, graph, o, MG_BACKEND_CUDA);
    double *const again = edges_on(context, graph, o, MG_BACKEND_CUDA);
    check_near(s, weighted ? "edges by weight" : "edges", cpu, gpu, arcs);
    CHECK(memcmp(gpu, again, arcs * sizeof *gpu) == 0);
    free(cpu);
    free(gpu);
    free(again);
    if (weighted && mg_graph_weight_type(graph) != MG_TYPE_NONE) {
        mg_result *const a = vertices_on(context, graph, o, MG_BACKEND_CPU);
        mg_result *const b = vertices_on(context, graph, o, MG_BACKEND_CUDA);
        mg_result *const c = vertices_on(context, graph, o, MG_BACKEND_CUDA);
        check_near(s, "vertices by weight", centrality_of(a), centrality_of(b), n);
        CHECK(memcmp(centrality_of(b), centrality_of(c), n * sizeof(double)) == 0);
        mg_result_destroy(a);
        mg_result_destroy(b);
        mg_result_destroy(c);
    }
}

TEST(paths_as_on_the_cpu) {
    mg_context *context = device_context();
    for (size_t i = 0; i < SAMPLES; i++) {
        mg_graph *graph = make_graph(context, &samples[i]);
        check_bc(context, graph, &samples[i], false);
        check_bc(context, graph, &samples[i], true);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

/* 1 + 1e-30 is 1: named, the GPU refuses; in mode auto the CPU does it. */
TEST(paths_of_lost_weights) {
    static const uint64_t source[] = {0, 1, 1, 2}, target[] = {1, 2, 3, 3};
    static const double weight[] = {1, 1e-30, 1e-30, 1};
    const mg_edge_list edges = {.edge_count = 4,
                                .id_type = MG_UINT64,
                                .source = source,
                                .target = target,
                                .weight_type = MG_FLOAT64,
                                .weight = weight};
    mg_context *context = device_context();
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_bc_options o = MG_BC_OPTIONS_INIT;
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &edges, &options, &graph));
    o.weighted = true;
    o.run.backend = MG_BACKEND_CUDA;
    CHECK_STATUS(context, mg_bc(context, graph, &o, &result), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "lost"));
    o.run.backend = MG_BACKEND_AUTO;
    CHECK_OK(context, mg_bc(context, graph, &o, &result));
    CHECK(strcmp(mg_result_statistics(result)->backend, "cpu") == 0);
    mg_result_destroy(result);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static double *scores_on(mg_context *context, const mg_graph *graph, mg_set_similarity_options o, uint64_t count,
                         const mg_vertex *source, const mg_vertex *target, mg_backend_kind kind) {
    double *const scores = test_memory(count, sizeof *scores);
    o.backend = kind;
    CHECK_OK(context, mg_set_similarity(context, graph, &o, count, source, target, scores));
    return scores;
}

static void check_sets(mg_context *context, const mg_graph *graph, const sample *s, mg_set_measure measure,
                       uint64_t count, const mg_vertex *source, const mg_vertex *target) {
    mg_set_similarity_options o = MG_SET_SIMILARITY_OPTIONS_INIT;
    o.measure = measure;
    double *const cpu = scores_on(context, graph, o, count, source, target, MG_BACKEND_CPU);
    double *const gpu = scores_on(context, graph, o, count, source, target, MG_BACKEND_CUDA);
    if (memcmp(cpu, gpu, count * sizeof *cpu) != 0) {
        test_fail(__FILE__, __LINE__, "similarity of %s, measure %d: the GPU differs", s->kind, (int)measure);
    }
    free(cpu);
    free(gpu);
}

TEST(sets_as_on_the_cpu) {
    enum { PAIRS = 20000 };
    mg_context *context = device_context();
    mg_vertex *const ends[2] = {test_memory(PAIRS, sizeof(mg_vertex)), test_memory(PAIRS, sizeof(mg_vertex))};
    for (size_t i = 0; i < SAMPLES; i++) {
        mg_graph *graph = make_graph(context, &samples[i]);
        uint64_t seed = 1 + i;
        for (int k = 0; k < PAIRS; k++) {
            ends[0][k] = (mg_vertex)(test_random(&seed) % mg_graph_vertex_count(graph));
            ends[1][k] = (mg_vertex)(test_random(&seed) % mg_graph_vertex_count(graph));
        }
        for (int measure = MG_SET_JACCARD; measure <= MG_SET_COSINE; measure++) {
            check_sets(context, graph, &samples[i], (mg_set_measure)measure, mg_graph_arc_count(graph), NULL, NULL);
            check_sets(context, graph, &samples[i], (mg_set_measure)measure, PAIRS, ends[0], ends[1]);
        }
        mg_graph_destroy(graph);
    }
    free(ends[0]);
    free(ends[1]);
    mg_context_destroy(context);
}
