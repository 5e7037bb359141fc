/* SPDX-License-Identifier: Apache-2.0
 *
 * hubs.h: the hubs of a graph's forward edges: vertices of large degree, of which bits say which two are neighbours.
 * Hubs are all vertices above a degree, so that every forward neighbour of a hub is a hub.
 */
#ifndef MG_CORE_CUDA_GRAPH_HUBS_H
#define MG_CORE_CUDA_GRAPH_HUBS_H

#include "core/cuda/device/device.h"
#include "core/cuda/kernel/gather/gather_args.h"
#include "core/graph/forward.h"

/* Numbers the hubs in hub[n], those of largest degree first; the others get MG_NO_HUB. Returns how many there are. */
uint32_t mg__number_hubs(const mg_graph *graph, const uint32_t *degree, uint32_t *counts, uint16_t *hub);
/* Elements of `counts`, which is overwritten. */
#define MG_HUB_COUNTS 65536u

/* Bytes of the bits, and of hub[n], at most; zero: no hubs are kept. */
uint64_t mg__hub_bytes(const mg_graph *graph);

/* joined: zeros. */
cudaError_t mg__launch_join_hubs(const mg_forward_args *forward, uint32_t n, uint32_t *joined, cudaStream_t stream);

#endif
