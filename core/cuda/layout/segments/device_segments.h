/* SPDX-License-Identifier: Apache-2.0
 *
 * device_segments.h: a graph's edges segmented by receiver (kernel/segments/segments_args.h), built on the device at
 * first use and kept with the graph.
 */
#ifndef MG_CORE_CUDA_LAYOUT_SEGMENTS_DEVICE_SEGMENTS_H
#define MG_CORE_CUDA_LAYOUT_SEGMENTS_DEVICE_SEGMENTS_H

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/kernel/segments/segments_args.h"

typedef struct mg_segments_built {
    struct mg_segments_built *next;
    mg_allocator memory;
    bool incoming; /* built for phases that send along in-edges */
    uint32_t value_size, degree;
    mg_device_segments layout;                /* weights not set */
    uint64_t part_begin[MG_SEGMENTS_MAX + 2]; /* first edge of the low part and of each segment, and the end */
    void *weights[MG_OTHER];                  /* by type */
    uint64_t bytes;
    double seconds; /* wall-clock time of the build */
} mg_segments_built;

/* The segments of the edges that a phase sends along, for values of the given size, with its weights. `on_device` has
 * rows and weights. Errors: MEMORY, DEVICE. */
mg_status mg__cuda_segments_get(mg_context *context, mg_cuda *cuda, const mg_graph *graph, mg_device_graph *on_device,
                                bool incoming, uint32_t value_size, mg_type weights, const mg_segments_built **built);

void mg__cuda_segments_release(mg_segments_built *built);

#endif
