/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_rows.h: the rows of a graph, made on the device from an edge list there: a sort of its arcs by both ends.
 */
#ifndef MG_CORE_CUDA_GRAPH_EDGE_ROWS_H
#define MG_CORE_CUDA_GRAPH_EDGE_ROWS_H

#include "core/cuda/graph/device_graph.h"
#include "core/engine/backend.h"

/* edge_rows, keep_rows and adopt_rows of mg_backend. */
mg_status mg__cuda_edge_rows(mg_context *context, const mg_edge_list *edges, const mg_edge_wish *wish,
                             mg_edge_rows *rows);
void mg__cuda_keep_rows(mg_graph *graph, void *device);
mg_status mg__cuda_adopt_rows(mg_context *context, const mg_graph *known, void *device, mg_graph **graph);

#endif
