/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_algorithms.h: the algorithms and the equivalent examples for benchmarks, on either backend, and the comparison of
 * their results.
 */
#ifndef MG_TESTS_GPU_ALGORITHMS_H
#define MG_TESTS_GPU_ALGORITHMS_H

#include "tests/core/cuda/gpu_compare.h"

/* Parameters of one run. */
typedef struct gpu_run {
    const mg_graph *graph;
    mg_vertex source;
    uint32_t bits; /* examples/shortest.c: buckets are 2^bits wide */
    mg_run_options options;
} gpu_run;

typedef struct gpu_algorithm {
    const char *name;
    bool only_by_name; /* runs only if named: slow, or an example with a built-in equivalent */
    mg_status (*run)(mg_context *context, const gpu_run *run, mg_result **result);
    /* Describes where the GPU's result differs from the CPU's by more than the rounding of sums. */
    void (*compare)(const gpu_run *run, const mg_result *cpu, const mg_result *gpu, gpu_difference *difference);
} gpu_algorithm;

extern const gpu_algorithm gpu_algorithms[];
extern const size_t gpu_algorithm_count;

#endif
