/* SPDX-License-Identifier: Apache-2.0
 *
 * device_memory.h: how much memory a run on the GPU takes, known before anything is allocated. The test
 * test_gpu_memory compares it with what is allocated.
 */
#ifndef MG_CORE_CUDA_DEVICE_MEMORY_H
#define MG_CORE_CUDA_DEVICE_MEMORY_H

#include "core/engine/backend.h"

/* A graph that may be cut into tiles counts as one that is: only the cut itself shows if it suits. The sides of a
 * directed graph count as alike. */
mg_status mg__cuda_memory(mg_context *context, const mg_graph *graph, const mg_plan *plan, mg_memory_need *need);

/* products_memory of mg_backend. */
mg_status mg__cuda_products_memory(mg_context *context, const mg_graph *graph, const mg_spmv_options *product,
                                   bool both_sides, mg_memory_need *need);

/* Bytes of the graph on the device. */
uint64_t mg__bytes_on_device(const mg_graph *graph);

/* What is free, and what the pool keeps of earlier runs; 0: unknown. */
uint64_t mg__cuda_available(mg_context *context);

#endif
