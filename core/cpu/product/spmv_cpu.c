/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_cpu.c: products of graphs on the CPU.
 */
#include "core/cpu/product/spmv.h"
#include "core/graph/graph_cache.h"

mg_status mg__cpu_spmm(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, uint32_t k,
                       const void *x, void *y) {
    mg_status status = MG_OK;
    mg_adjacency adjacency = mg_graph_out_edges(graph);
    spmv_job job = {.options = options,
                    .x = x,
                    .y = y,
                    .offset_step = 1,
                    .k = k,
                    .x_stride = k,
                    .y_stride = k,
                    .mask = options->mask,
                    .mask_complement = options->mask_complement,
                    .store = options->accumulate ? SPMV_ACCUMULATE : SPMV_SET};
    if (!options->transpose) {
        MG_TRY(mg__graph_in_edges(context, graph, &adjacency));
    }
    job.offsets = adjacency.offsets;
    job.neighbours = adjacency.neighbours;
    if (mg__spmv_weighted(options->semiring) && options->type != MG_TYPE_NONE) {
        MG_TRY(mg__graph_weights(context, graph, !options->transpose, options->type, &job.weights));
    }
    mg__run_rows(context, graph->n, &job,
                 options->semiring == MG_USER_SEMIRING ? mg__spmv_user_rows
                                                       : mg__spmv_rows(options->semiring, options->type, k));
out:
    return status;
}

mg_status mg__cpu_spmv(mg_context *context, const mg_graph *graph, const mg_spmv_options *options, const void *x,
                       void *y) {
    return mg__cpu_spmm(context, graph, options, 1, x, y);
}
