/* SPDX-License-Identifier: Apache-2.0
 *
 * device_forward.h: the forward edges of a graph (core/graph/forward.h) in device memory, kept with it.
 */
#ifndef MG_CORE_CUDA_GRAPH_DEVICE_FORWARD_H
#define MG_CORE_CUDA_GRAPH_DEVICE_FORWARD_H

#include "core/cuda/graph/device_graph.h"

/* Built on the host and uploaded at the first call. triangles: with what TRIANGLES phases need, too: the rows
 * that may have triangles (forward_rows.h), and hubs, if the graph has any (hubs.h). The graph is on the device. */
mg_status mg__device_forward(mg_context *context, mg_cuda *cuda, const mg_graph *graph, bool triangles,
                             mg_forward_args *forward);

#endif
