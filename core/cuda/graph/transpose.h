/* SPDX-License-Identifier: Apache-2.0
 *
 * transpose.h: the in-edges of a graph, made on the device from its out-edges there: a stable sort of the arcs by their
 * targets. The host needs 2 ns an arc for them on 16 threads, and then they would have to be uploaded.
 */
#ifndef MG_CORE_CUDA_GRAPH_TRANSPOSE_H
#define MG_CORE_CUDA_GRAPH_TRANSPOSE_H

#include "core/cuda/graph/device_graph.h"

/* Can they be made? Sorts have 32-bit counts. */
static inline bool mg__device_transposes(const mg_graph *graph) {
    return graph->arcs > 0 && graph->arcs <= UINT32_MAX;
}

/* Sets the offsets and neighbours of `to`, in the order of mg__csr_transpose(), and *offsets: the offsets in host
 * memory of the context's allocator, n + 1. Needs 16 bytes of device memory an arc while it works. MEMORY: nothing is
 * set. */
mg_status mg__device_transpose(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_device_csr *from,
                               bool wide, mg_device_csr *to, uint64_t **offsets);

/* Copies n + 1 offsets from the device, where they have 32 bits unless they are wide. */
mg_status mg__device_bring_offsets(mg_context *context, mg_cuda *cuda, mg_vertex n, bool wide, const void *on_device,
                                   uint64_t *offsets);

/* transpose.cu: the row of each arc; where each row begins in the ascending row numbers `sorted`. Offsets have 32 bits,
 * or 64 if they are wide. */
cudaError_t mg__launch_arc_rows(const void *offsets, bool wide, uint32_t n, uint32_t *rows, cudaStream_t stream);
cudaError_t mg__launch_row_begins(const uint32_t *sorted, uint64_t count, uint32_t n, void *offsets, bool wide,
                                  cudaStream_t stream);

#endif
