/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/cuda/gpu_multi_checks.h"

#include "core/cuda/multi/team_parts.h"
#include "tests/core/cuda/gpu_compare.h"
#include "tests/harness.h"

#include <math.h>
#include <string.h>

void gpu_check_devices(const mg_graph *graph, const mg_result *result, uint32_t count, bool ranks) {
    const mg_statistics *const s = mg_result_statistics(result);
    uint64_t arcs = 0;
    CHECK_STR(s->backend, "cuda");
    CHECK(s->gpus == count && (!ranks || s->ranks == count));
    CHECK(s->exchanged_bytes > 0);
    for (uint32_t i = 0; i < count; i++) {
        CHECK(s->gpu_seconds[i] > 0.0 && s->gpu_seconds[i] <= s->device_seconds);
        CHECK(!ranks || (s->rank[i].sent_bytes > 0 && s->rank[i].exchanges > 0));
        CHECK(!ranks || s->rank[i].arcs == s->gpu_arcs[i]);
        arcs += s->gpu_arcs[i];
    }
    CHECK_EQ(arcs, mg_graph_arc_count(graph));
}

/* One that runs on neither. */
static mg_context *cpu_context(void) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    return context;
}

void gpu_check_traversals(mg_context *context, const mg_graph *graph, mg_mode mode, uint32_t count, bool ranks) {
    gpu_reference reference;
    gpu_difference difference = {""};
    mg_result *result = NULL;
    mg_context *cpu = cpu_context();
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    CHECK_OK(cpu, gpu_reference_create(cpu, graph, mg_graph_default_source(graph), &reference));
    bfs.run.backend = sssp.run.backend = MG_BACKEND_CUDA;
    bfs.run.mode = mode;
    CHECK_OK(context, mg_bfs(context, graph, &bfs, &result));
    gpu_check_devices(graph, result, count, ranks);
    gpu_compare_column(reference.bfs, result, "depth", &difference);
    CHECK_STR(difference.text, "");
    gpu_check_parents(graph, reference.source, result, &difference);
    CHECK_STR(difference.text, "");
    mg_result_destroy(result);
    CHECK_OK(context, mg_sssp(context, graph, &sssp, &result));
    gpu_check_devices(graph, result, count, ranks);
    gpu_compare_column(reference.sssp, result, "distance", &difference);
    CHECK_STR(difference.text, "");
    mg_result_destroy(result);
    gpu_reference_destroy(&reference);
    mg_context_destroy(cpu);
}

void gpu_check_values(mg_context *context, const mg_graph *graph, uint32_t count, bool ranks) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    mg_result *cpu = NULL, *gpu = NULL, *again = NULL;
    mg_context *one = cpu_context();
    double sum = 0.0, change = 0.0;
    const mg_vertex n = mg_graph_vertex_count(graph);
    options.run.backend = MG_BACKEND_CPU;
    CHECK_OK(one, mg_pagerank(one, graph, &options, &cpu));
    options.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_pagerank(context, graph, &options, &gpu));
    CHECK_OK(context, mg_pagerank(context, graph, &options, &again)); /* what was built is used again */
    gpu_check_devices(graph, gpu, count, ranks);
    CHECK(mg_result_statistics(gpu)->iterations == mg_result_statistics(cpu)->iterations);
    const double *const a = mg_result_column(cpu, "rank")->data, *const b = mg_result_column(gpu, "rank")->data;
    for (mg_vertex v = 0; v < n; v++) {
        sum += b[v];
        change += fabs(a[v] - b[v]);
    }
    CHECK(fabs(sum - 1.0) < 1e-6);
    CHECK(change < 2e-6);
    CHECK(memcmp(b, mg_result_column(again, "rank")->data, n * sizeof *b) == 0);
    mg_result_destroy(cpu);
    mg_result_destroy(gpu);
    mg_result_destroy(again);
    mg_context_destroy(one);
}

void gpu_check_components(mg_context *context, const mg_graph *graph, uint32_t count, bool ranks) {
    mg_cc_options options = MG_CC_OPTIONS_INIT;
    mg_result *cpu = NULL, *gpu = NULL;
    mg_context *one = cpu_context();
    gpu_difference difference = {""};
    options.run.backend = MG_BACKEND_CPU;
    CHECK_OK(one, mg_cc(one, graph, &options, &cpu));
    options.run.backend = MG_BACKEND_CUDA;
    CHECK_OK(context, mg_cc(context, graph, &options, &gpu));
    gpu_check_devices(graph, gpu, count, ranks);
    gpu_compare_column(cpu, gpu, "component", &difference);
    CHECK_STR(difference.text, "");
    mg_result_destroy(cpu);
    mg_result_destroy(gpu);
    mg_context_destroy(one);
}

bool gpu_is_dealt(const mg_graph *graph, mg_partition_kind kind) {
    bool found = false;
    for (const mg_team_parts *p = graph->parts; p; p = p->next) {
        found = found || (p->cut && p->kind == kind && p->partition.kind == kind && p->partition.order);
    }
    return found;
}

mg_graph *gpu_kron(mg_context *context, bool weighted) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = 14;
    options.weight_max = weighted ? 64 : 0;
    CHECK_OK(context, mg_generate(context, "kron", &options, &graph));
    return graph;
}
