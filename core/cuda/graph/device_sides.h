/* SPDX-License-Identifier: Apache-2.0
 *
 * device_sides.h: brings one direction of a graph to the device: rows, weights, and what is found out from them.
 */
#ifndef MG_CORE_CUDA_GRAPH_DEVICE_SIDES_H
#define MG_CORE_CUDA_GRAPH_DEVICE_SIDES_H

#include "core/cuda/graph/device_graph.h"

/* What `need` has of the out-edges, or of the in-edges after these, and is not yet in g->side. Holds the device's lock.
 * In-edges without weights that the host does not have are made on the device, from its out-edges. */
mg_status mg__device_fill_side(mg_context *context, mg_cuda *cuda, mg_device_graph *g, const mg_graph *graph,
                               bool incoming, const mg_device_need *need);

#endif
