/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_memory.h: the memory of a dense layout before it is built, from a sample of the graph's rows.
 */
#ifndef MG_CORE_CUDA_LAYOUT_PANELS_PANELS_MEMORY_H
#define MG_CORE_CUDA_LAYOUT_PANELS_PANELS_MEMORY_H

#include "core/cuda/layout/panels/panels.h"

/* Bytes of device memory. */
typedef struct mg_panels_bytes {
    uint64_t kept;     /* of the layout, with its weights */
    uint64_t building; /* the most while it is built, with what is kept by then */
} mg_panels_bytes;

/* Sets the sizes of `planned` that phases depend on (no arrays), and *bytes. The layout BLOCKS counts as panels.
 * In-edges count as out-edges. Errors: MEMORY. */
mg_status mg__panels_plan(mg_context *context, const mg_cuda *cuda, const mg_graph *graph, const mg_panels_need *need,
                          mg_panels_built *planned, mg_panels_bytes *bytes);

#endif
