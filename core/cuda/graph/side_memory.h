/* SPDX-License-Identifier: Apache-2.0
 *
 * side_memory.h: the memory of a graph's arrays on the device, and of what the host builds for them, before they are
 * there. The formulas follow device_sides.c, transpose.c, short_rows.c and device_forward.c.
 */
#ifndef MG_CORE_CUDA_GRAPH_SIDE_MEMORY_H
#define MG_CORE_CUDA_GRAPH_SIDE_MEMORY_H

#include "core/cuda/graph/device_graph.h"
#include "core/engine/backend.h"

/* The sum so far. The flags say what is on the device, or counted already; by side: out-edges, in-edges. */
typedef struct mg_side_memory {
    mg_context *context;
    const mg_graph *graph;
    mg_memory_need *need;
    bool wide;
    uint64_t pieces; /* of the long rows of one side */
    bool rows[2], weights[2][MG_OTHER], largest[2], short_rows[2], tiles[2], items[2], tile_weights[2][MG_OTHER];
    bool forward, hubs, has_panels;
    bool host_in_edges, host_weights[2][MG_OTHER];
} mg_side_memory;

/* Begins with what the graph has. O(n). */
void mg__side_memory_begin(mg_side_memory *m, mg_context *context, const mg_cuda *cuda, const mg_graph *graph,
                           mg_memory_need *need);

/* Adds bytes that stay on the device, and what is needed beside them while they are made. */
void mg__side_add(mg_side_memory *m, uint64_t kept, uint64_t beside);

/* What a phase needs of the out-edges; of the in-edges of a directed graph. */
void mg__side_need_out(mg_side_memory *m, const mg_device_need *need);
void mg__side_need_in(mg_side_memory *m, const mg_device_need *need);
/* Short rows, for phases without weights. */
void mg__side_need_short_rows(mg_side_memory *m, bool incoming, mg_type weights);
void mg__side_need_forward(mg_side_memory *m);

#endif
