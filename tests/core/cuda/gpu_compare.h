/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_compare.h: runs BFS and SSSP on both backends and compares every vertex.
 */
#ifndef MG_TESTS_GPU_COMPARE_H
#define MG_TESTS_GPU_COMPARE_H

#include <multigraph/multigraph.h>

/* Description of the first difference; empty: none. */
typedef struct gpu_difference {
    char text[256];
} gpu_difference;

/* A finished CPU run to compare with. */
typedef struct gpu_reference {
    const mg_graph *graph;
    mg_vertex source;
    mg_result *bfs, *sssp;
} gpu_reference;

mg_status gpu_reference_create(mg_context *context, const mg_graph *graph, mg_vertex source, gpu_reference *reference);
void gpu_reference_destroy(gpu_reference *reference);

/* MG_GPU_REPEAT=N: the number of repetitions of a comparison, 1 if not set. MG_GPU_PART=I/N: is item `i` in the part of
 * this process? This distributes a long list over several processes. */
int gpu_repetitions(void);
bool gpu_in_part(size_t i);

/* Compares a column bit by bit. */
void gpu_compare_column(const mg_result *cpu, const mg_result *gpu, const char *name, gpu_difference *difference);
/* True: every parent is one level up and has an edge to its child. */
void gpu_check_parents(const mg_graph *graph, mg_vertex source, const mg_result *result, gpu_difference *difference);

/* One run on the GPU, compared with the reference: depths and distances equal, every parent one level (or one tight
 * edge) up. */
mg_status gpu_compare_bfs(mg_context *context, const gpu_reference *reference, mg_mode mode,
                          gpu_difference *difference);
mg_status gpu_compare_sssp(mg_context *context, const gpu_reference *reference, bool parents,
                           gpu_difference *difference);

#endif
