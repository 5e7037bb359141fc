/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/cuda/gpu_algorithms.h"
#include "tools/verify/verify.h"

#include <math.h>
#include <stdio.h>

static mg_status run_bfs(mg_context *context, const gpu_run *run, mg_result **result) {
    mg_bfs_options options = MG_BFS_OPTIONS_INIT;
    options.run = run->options;
    options.source = run->source;
    return mg_bfs(context, run->graph, &options, result);
}

static mg_status run_sssp(mg_context *context, const gpu_run *run, mg_result **result) {
    mg_sssp_options options = MG_SSSP_OPTIONS_INIT;
    options.run = run->options;
    options.source = run->source;
    return mg_sssp(context, run->graph, &options, result);
}

static mg_status run_cc(mg_context *context, const gpu_run *run, mg_result **result) {
    mg_cc_options options = MG_CC_OPTIONS_INIT;
    options.run = run->options;
    return mg_cc(context, run->graph, &options, result);
}

/* The CPU's ranks are close to the fixed point: it may take another way there than the GPU. */
static mg_status run_pagerank(mg_context *context, const gpu_run *run, mg_result **result) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    options.tolerance = run->options.backend == MG_BACKEND_CPU ? 1e-9 : MG_PAGERANK_TOLERANCE;
    options.run = run->options;
    return mg_pagerank(context, run->graph, &options, result);
}

static mg_status push_ranks(mg_context *context, const gpu_run *run, double tolerance, mg_result **result) {
    mg_pagerank_options options = MG_PAGERANK_OPTIONS_INIT;
    options.run = run->options;
    options.data_driven = true;
    options.tolerance = tolerance;
    return mg_pagerank(context, run->graph, &options, result);
}

static mg_status run_residual(mg_context *context, const gpu_run *run, mg_result **result) {
    return push_ranks(context, run, 1e-6, result);
}

/* Stops when residuals are below 0.01 / n, like Groute. */
static mg_status run_coarse(mg_context *context, const gpu_run *run, mg_result **result) {
    return push_ranks(context, run, 0.01 / (0.85 * (1.0 - 0.85)), result);
}

static mg_status run_bc(mg_context *context, const gpu_run *run, mg_result **result) {
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    options.run = run->options;
    options.sources = &run->source;
    options.source_count = 1;
    return mg_bc(context, run->graph, &options, result);
}

/* From 64 vertices distributed over the graph, as one batch. */
static mg_status run_bc64(mg_context *context, const gpu_run *run, mg_result **result) {
    mg_bc_options options = MG_BC_OPTIONS_INIT;
    mg_vertex sources[MG_LANES_MAX];
    for (uint32_t k = 0; k < MG_LANES_MAX; k++) {
        sources[k] = (mg_vertex)((uint64_t)mg_graph_vertex_count(run->graph) * k / MG_LANES_MAX);
    }
    options.run = run->options;
    options.run.lanes = MG_LANES_MAX;
    options.sources = sources;
    options.source_count = MG_LANES_MAX;
    return mg_bc(context, run->graph, &options, result);
}

/* The programs of examples/, linked at run time. */
extern const mg_program hops_program, shortest_program, rank_program;

/* Their parameters begin with the source. */
typedef struct example_parameters {
    mg_vertex source;
    uint32_t bits;
} example_parameters;

static mg_status run_hops(mg_context *context, const gpu_run *run, mg_result **result) {
    const example_parameters params = {.source = run->source};
    return mg_run(context, run->graph, &hops_program, &params, &run->options, NULL, result);
}

static mg_status run_shortest(mg_context *context, const gpu_run *run, mg_result **result) {
    const example_parameters params = {.source = run->source, .bits = run->bits};
    return mg_run(context, run->graph, &shortest_program, &params, &run->options, NULL, result);
}

static mg_status run_rank(mg_context *context, const gpu_run *run, mg_result **result) {
    double params[2];
    const mg_status status = mg_program_defaults(context, &rank_program, run->graph, params);
    return status < 0 ? status : mg_run(context, run->graph, &rank_program, params, &run->options, NULL, result);
}

static void compare_hops(const gpu_run *run, const mg_result *cpu, const mg_result *gpu, gpu_difference *difference) {
    (void)run;
    gpu_compare_column(cpu, gpu, "hops", difference);
}

static void compare_bfs(const gpu_run *run, const mg_result *cpu, const mg_result *gpu, gpu_difference *difference) {
    gpu_compare_column(cpu, gpu, "depth", difference);
    if (!difference->text[0]) {
        gpu_check_parents(run->graph, run->source, gpu, difference);
    }
}

static void compare_sssp(const gpu_run *run, const mg_result *cpu, const mg_result *gpu, gpu_difference *difference) {
    (void)run;
    gpu_compare_column(cpu, gpu, "distance", difference);
}

static void compare_cc(const gpu_run *run, const mg_result *cpu, const mg_result *gpu, gpu_difference *difference) {
    (void)run;
    gpu_compare_column(cpu, gpu, "component", difference);
}

static double value_at(const mg_column *column, mg_vertex v) {
    return column->type == MG_FLOAT64 ? ((const double *)column->data)[v] : (double)((const float *)column->data)[v];
}

static void compare_within(const gpu_run *run, const mg_result *cpu, const mg_result *gpu, double bound,
                           gpu_difference *difference) {
    const mg_column *a = mg_result_column(cpu, "rank"), *b = mg_result_column(gpu, "rank");
    double sum = 0.0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(run->graph); v++) {
        sum += fabs(value_at(a, v) - value_at(b, v));
    }
    if (!(sum <= bound)) {
        snprintf(difference->text, sizeof difference->text, "ranks differ by %g", sum);
    }
}

static void compare_ranks(const gpu_run *run, const mg_result *cpu, const mg_result *gpu, gpu_difference *difference) {
    compare_within(run, cpu, gpu, 1e-6, difference);
}

/* The bound of a run that has converged, and the rounding of mixed precision. */
static void compare_pagerank(const gpu_run *run, const mg_result *cpu, const mg_result *gpu,
                             gpu_difference *difference) {
    const double bound = MG_PAGERANK_TOLERANCE * MG_PAGERANK_DAMPING / (1.0 - MG_PAGERANK_DAMPING) + 1e-6;
    compare_within(run, cpu, gpu, bound, difference);
}

/* Error relative to max(value, 1): path counts are floats. */
static void compare_bc(const gpu_run *run, const mg_result *cpu, const mg_result *gpu, gpu_difference *difference) {
    const mg_column *a = mg_result_column(cpu, "centrality"), *b = mg_result_column(gpu, "centrality");
    for (mg_vertex v = 0; v < mg_graph_vertex_count(run->graph) && !difference->text[0]; v++) {
        const double x = value_at(a, v), y = value_at(b, v);
        if (!(fabs(x - y) <= 1e-4 * fmax(fabs(x), 1.0))) {
            snprintf(difference->text, sizeof difference->text, "centrality of vertex %u: cpu %.9g, gpu %.9g", v, x, y);
        }
    }
}

/* The CPU sums the floats of a row sequentially. If CPU and GPU differ, a serial search in doubles decides. */
static void compare_bc_once(const gpu_run *run, const mg_result *cpu, const mg_result *gpu,
                            gpu_difference *difference) {
    compare_bc(run, cpu, gpu, difference);
    if (difference->text[0] && mgt_verify_bc(NULL, run->graph, &run->source, 1, false, gpu, NULL, 0)) {
        difference->text[0] = '\0';
    }
}

const gpu_algorithm gpu_algorithms[] = {
    {"bfs", false, run_bfs, compare_bfs},       {"sssp", false, run_sssp, compare_sssp},
    {"cc", false, run_cc, compare_cc},          {"pagerank", false, run_pagerank, compare_pagerank},
    {"bc", false, run_bc, compare_bc_once},     {"bc64", true, run_bc64, compare_bc},
    {"hops", true, run_hops, compare_hops},     {"shortest", true, run_shortest, compare_sssp},
    {"rank", true, run_rank, compare_ranks}, {"residual", true, run_residual, compare_ranks},
    {"coarse", true, run_coarse, compare_ranks},
};
const size_t gpu_algorithm_count = sizeof gpu_algorithms / sizeof *gpu_algorithms;
