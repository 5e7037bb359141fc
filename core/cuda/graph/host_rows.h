/* SPDX-License-Identifier: Apache-2.0
 *
 * host_rows.h: the rows of a graph that was made on the device, for the host. Runs on the device need offsets and
 * counts there; neighbours and weights follow when something else needs them.
 */
#ifndef MG_CORE_CUDA_GRAPH_HOST_ROWS_H
#define MG_CORE_CUDA_GRAPH_HOST_ROWS_H

#include "core/cuda/graph/device_graph.h"

/* `count` and `check` of such a graph, which holds its lock. The arrays on the device do not change, so their lock is
 * not needed; the context may be one without a device. */
mg_status mg__cuda_count_rows(mg_context *context, const mg_graph *graph);
mg_status mg__cuda_fetch_rows(mg_context *context, const mg_graph *graph);

#endif
