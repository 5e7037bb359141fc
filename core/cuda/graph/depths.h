/* SPDX-License-Identifier: Apache-2.0
 *
 * depths.h: breadth-first depths on tiles, and the processing order of dataflow phases derived from them.
 */
#ifndef MG_CORE_CUDA_GRAPH_DEPTHS_H
#define MG_CORE_CUDA_GRAPH_DEPTHS_H

#include "core/cuda/device/device.h"
#include "core/cuda/kernel/tiles/dataflow_args.h"

/* The tiles kernel whose labels are depths. It reads initial labels and leaves the results by position. */
const void *mg__depths_kernel(void);

/* Input and output of the ordering; all arrays are in device memory. */
typedef struct mg_depths_input {
    mg_tiles tiles;
    const uint32_t *depth; /* by position */
    uint32_t backward;
    bool weighted; /* edges have weights, which only rows hold: rows are scanned */
    mg_dataflow_order order;
    mg_depth_summary *summary;
    unsigned long long *slots; /* message slots; those of boundary vertices must be empty */
    uint32_t slot_words;       /* words per vertex */
} mg_depths_input;

/* Sorts the vertices of every tile by place, and the tiles by the place of their first vertex. Asynchronous, on the
 * stream. */
mg_status mg__depths_order(mg_context *context, mg_cuda *cuda, const mg_depths_input *work);

#endif
