/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_algorithms.h: the algorithms, and the examples that do the same, as a benchmark runs them, on either backend, and
 * how their results are compared.
 */
#ifndef MG_TESTS_GPU_ALGORITHMS_H
#define MG_TESTS_GPU_ALGORITHMS_H

#include "tests/gpu/gpu_compare.h"

/* One run to make. */
typedef struct gpu_run {
    const mg_graph *graph;
    mg_vertex source;
    uint32_t bits; /* examples/shortest.c: buckets are 2^bits wide */
    mg_run_options options;
} gpu_run;

typedef struct gpu_algorithm {
    const char *name;
    bool only_by_name; /* it takes long, or is an example beside its built-in */
    mg_status (*run)(mg_context *context, const gpu_run *run, mg_result **result);
    /* Where the GPU's result differs from the CPU's, by more than its floating-point sums may. */
    void (*compare)(const gpu_run *run, const mg_result *cpu, const mg_result *gpu, gpu_difference *difference);
} gpu_algorithm;

extern const gpu_algorithm gpu_algorithms[];
extern const size_t gpu_algorithm_count;

#endif
