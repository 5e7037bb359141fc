/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/cuda/gpu_compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gpu_repetitions(void) {
    const char *const repeat = getenv("MG_GPU_REPEAT");
    return repeat && atoi(repeat) > 1 ? atoi(repeat) : 1;
}

bool gpu_in_part(size_t i) {
    const char *const part = getenv("MG_GPU_PART"), *const slash = part ? strchr(part, '/') : NULL;
    const int count = slash ? atoi(slash + 1) : 0;
    return count < 1 || i % (size_t)count == (size_t)atoi(part);
}

static bool has_edge(const mg_graph *graph, mg_vertex u, mg_vertex v) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint64_t low = out.offsets[u], high = out.offsets[u + 1];
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (out.neighbours[middle] < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < out.offsets[u + 1] && out.neighbours[low] == v;
}

mg_status gpu_reference_create(mg_context *context, const mg_graph *graph, mg_vertex source, gpu_reference *reference) {
    *reference = (gpu_reference){.graph = graph, .source = source};
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    bfs.source = sssp.source = source;
    bfs.run.backend = sssp.run.backend = MG_BACKEND_CPU;
    sssp.parents = true;
    const mg_status status = mg_bfs(context, graph, &bfs, &reference->bfs);
    return status < 0 ? status : mg_sssp(context, graph, &sssp, &reference->sssp);
}

void gpu_reference_destroy(gpu_reference *reference) {
    mg_result_destroy(reference->bfs);
    mg_result_destroy(reference->sssp);
}

void gpu_compare_column(const mg_result *a, const mg_result *b, const char *name, gpu_difference *difference) {
    const mg_column *x = mg_result_column(a, name), *y = mg_result_column(b, name);
    const size_t size = x->type == MG_UINT64 || x->type == MG_FLOAT64 ? 8 : 4;
    if (x->type != y->type) {
        snprintf(difference->text, sizeof difference->text, "%s: types differ", name);
        return;
    }
    if (memcmp(x->data, y->data, mg_result_vertex_count(a) * size) == 0) {
        return;
    }
    for (mg_vertex v = 0; v < mg_result_vertex_count(a); v++) {
        if (memcmp((const char *)x->data + v * size, (const char *)y->data + v * size, size) != 0) {
            unsigned long long left = 0, right = 0;
            memcpy(&left, (const char *)x->data + v * size, size);
            memcpy(&right, (const char *)y->data + v * size, size);
            snprintf(difference->text, sizeof difference->text, "%s of vertex %u: cpu %#llx, gpu %#llx", name, v, left,
                     right);
            return;
        }
    }
}

void gpu_check_parents(const mg_graph *graph, mg_vertex source, const mg_result *result, gpu_difference *difference) {
    const uint32_t *depth = mg_result_column(result, "depth")->data;
    const mg_vertex *parent = mg_result_column(result, "parent")->data;
    const mg_vertex n = mg_result_vertex_count(result);
    mg_vertex wrong = n; /* the first one */
#pragma omp parallel for reduction(min : wrong)
    for (mg_vertex v = 0; v < n; v++) {
        const mg_vertex u = parent[v];
        const bool right = depth[v] == MG_UNREACHED ? u == MG_NONE
                           : v == source            ? u == v
                                                    : u < n && depth[u] + 1 == depth[v] && has_edge(graph, u, v);
        wrong = right || wrong < v ? wrong : v;
    }
    if (wrong < n) {
        snprintf(difference->text, sizeof difference->text, "parent of vertex %u is %u, depth %u", wrong, parent[wrong],
                 depth[wrong]);
    }
}

mg_status gpu_compare_bfs(mg_context *context, const gpu_reference *reference, mg_mode mode,
                          gpu_difference *difference) {
    mg_result *result = NULL;
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    options.source = reference->source;
    options.run.backend = MG_BACKEND_CUDA;
    options.run.mode = mode;
    difference->text[0] = '\0';
    const mg_status status = mg_bfs(context, reference->graph, &options, &result);
    if (status == MG_OK) {
        gpu_compare_column(reference->bfs, result, "depth", difference);
        if (!difference->text[0]) {
            gpu_check_parents(reference->graph, reference->source, result, difference);
        }
    }
    mg_result_destroy(result);
    return status;
}

mg_status gpu_compare_sssp(mg_context *context, const gpu_reference *reference, bool parents,
                           gpu_difference *difference) {
    mg_result *result = NULL;
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    options.source = reference->source;
    options.run.backend = MG_BACKEND_CUDA;
    options.parents = parents;
    difference->text[0] = '\0';
    const mg_status status = mg_sssp(context, reference->graph, &options, &result);
    if (status == MG_OK) {
        gpu_compare_column(reference->sssp, result, "distance", difference);
        if (parents && !difference->text[0]) {
            gpu_compare_column(reference->sssp, result, "parent", difference);
        }
    }
    mg_result_destroy(result);
    return status;
}
