/* SPDX-License-Identifier: Apache-2.0
 *
 * depths.h: breadth-first depths on tiles, and the order in which phases run that go by them.
 */
#ifndef MG_CORE_CUDA_GRAPH_DEPTHS_H
#define MG_CORE_CUDA_GRAPH_DEPTHS_H

#include "core/cuda/device/device.h"
#include "core/cuda/kernel/tiles/dataflow_args.h"

/* The tiles kernel whose labels are depths. It takes first labels as they are, and leaves them by position. */
const void *mg__depths_kernel(void);

/* What is to be ordered, and where the order goes; all arrays in device memory. */
typedef struct mg_depths_input {
    mg_tiles tiles;
    const uint32_t *depth; /* by position */
    uint32_t backward;
    bool weighted; /* weights are in the rows only, so that these are walked */
    mg_dataflow_order order;
    mg_depth_summary *summary;
    unsigned long long *slots; /* of boundary vertices, cleared; those of others are where they are needed */
    uint32_t slot_words;       /* of each vertex */
} mg_depths_input;

/* Orders the vertices of every tile by when they are due, and the tiles by when their first vertex is. The work is
 * queued on the stream. */
mg_status mg__depths_order(mg_context *context, mg_cuda *cuda, const mg_depths_input *work);

#endif
