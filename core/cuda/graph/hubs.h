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

/* Numbers the hubs in hub[n], by powers of two of the degree, the largest first, and in this order by vertex: rows of
 * few large hubs and rows of hubs with near ids both have few words (hub_rows.h). Other vertices get MG_NO_HUB. Returns
 * how many hubs there are. */
uint32_t mg__number_hubs(const mg_graph *graph, const uint32_t *degree, uint32_t *counts, uint16_t *hub);
/* Elements of `counts`, which is overwritten. */
#define MG_HUB_COUNTS 65536u

/* Lists the vertex of each hub. */
void mg__list_hubs(const uint16_t *hub, uint32_t n, uint32_t *vertices);

/* Bytes of the bits, of hub[n], of the list and of hub_rows.h, about; zero: no hubs are kept. */
uint64_t mg__hub_bytes(const mg_graph *graph);

/* joined: zeros. */
cudaError_t mg__launch_join_hubs(const mg_forward_args *forward, uint32_t n, uint32_t *joined, cudaStream_t stream);

#endif
