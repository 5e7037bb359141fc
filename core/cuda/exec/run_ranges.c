/* SPDX-License-Identifier: Apache-2.0
 *
 * run_ranges.c: EDGES phases inside vertex ranges: how large these are, whether a graph is made for them, and
 * their launch.
 */
#include "core/cuda/exec/run_ranges.h"

#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/kernel/common/kernels.h"

#define BLOCK_BYTES (96u << 10) /* of a range's states: two ranges fit on a multiprocessor */
#define BLOCK_ROOM (16u << 10)  /* reserved for the kernel and the system */
#define LEAST_VERTICES 1024u    /* one per thread */
#define FEW_EDGES 8u            /* largest mean degree: beyond it a program that skips edges is faster */
#define SAMPLED_VERTICES 256u
#define SAMPLED_EDGES 8u /* of each */

uint32_t mg__cuda_range_vertices(const mg_cuda_run *run) {
    const mg_cuda *cuda = run->cuda;
    const uint32_t limit =
        cuda->shared_limit < BLOCK_BYTES + BLOCK_ROOM ? cuda->shared_limit - BLOCK_ROOM : BLOCK_BYTES;
    const uint32_t fit = limit / (uint32_t)run->plan->state_size, wanted = cuda->tuning.tile_vertices;
    const uint64_t at_once = 2 * (uint64_t)cuda->sms, n = run->graph->n;
    const uint64_t rounds = n / (at_once * (fit ? fit : 1)) + 1;
    const uint64_t even = n / (at_once * rounds) / 32 * 32 + 32; /* ranges of equal size */
    const uint64_t size = wanted ? wanted : even < LEAST_VERTICES ? LEAST_VERTICES : even;
    return size < fit ? (uint32_t)size : fit;
}

/* The share of edges inside ranges, by a sample. */
static double share_inside(const mg_graph *graph, uint32_t range) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const uint32_t count = graph->n < SAMPLED_VERTICES ? graph->n : SAMPLED_VERTICES;
    uint32_t edges = 0, inside = 0;
    for (uint32_t i = 0; i < count; i++) {
        const mg_vertex v = (mg_vertex)((uint64_t)graph->n * i / count);
        const uint64_t begin = out.offsets[v], length = out.offsets[v + 1] - begin;
        for (uint64_t e = 0; e < length && e < SAMPLED_EDGES; e++, edges++) {
            inside += out.neighbours[begin + e] / range == v / range;
        }
    }
    return edges ? (double)inside / edges : 0.0;
}

bool mg__cuda_ranges_eligible(const mg_cuda_run *run) {
    return run->info.properties & MG_WITHIN_BLOCKS;
}

bool mg__cuda_suits_ranges(const mg_cuda_run *run) {
    const mg_tiles_choice choice = run->cuda->tuning.tiles;
    const uint32_t range = mg__cuda_range_vertices(run);
    if (!(run->info.properties & MG_WITHIN_BLOCKS) || choice == MG_TILES_NEVER || range == 0 || run->graph->n == 0) {
        return false;
    }
    return choice == MG_TILES_ALWAYS ||
           (run->graph->arcs / FEW_EDGES <= run->graph->n && share_inside(run->graph, range) > 0.5);
}

mg_status mg__cuda_launch_ranges(mg_cuda_run *run, const void *kernel, const mg_loop_args *a) {
    mg_status status = MG_OK;
    if (a->sweep.range_vertices == 0) {
        return mg__fail(run->context, MG_ERROR_DEVICE, "phase %s: a state does not fit into shared memory",
                        run->phase->name);
    }
    const size_t bytes = (size_t)a->sweep.range_vertices * run->plan->state_size;
    MG_CUDA_TRY(run->context, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes),
                "shared memory");
    const mg_cuda_launch launch = {.kernel = kernel,
                                   .argument = a,
                                   .argument_bytes = sizeof *a,
                                   .blocks = (a->n - 1) / a->sweep.range_vertices + 1,
                                   .threads = MG_RANGE_EDGES_THREADS,
                                   .shared = bytes,
                                   .dependent = true};
    MG_TRY(mg__cuda_launch(run, &launch));
out:
    return status;
}
