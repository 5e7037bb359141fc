/* SPDX-License-Identifier: Apache-2.0
 *
 * spanning_forest.h: minimum spanning forests by direct runs on the CPU (MG_DIRECT_FOREST).
 */
#ifndef MG_CORE_CPU_DIRECT_SPANNING_FOREST_H
#define MG_CORE_CPU_DIRECT_SPANNING_FOREST_H

#include "core/engine/backend.h"

/* UNSUPPORTED: directed graphs, an order of the vertices, weights of 64 bits, 2^32 - 1 arcs and more. */
mg_status mg__forest_check(mg_context *context, const mg_graph *graph);
void mg__forest_need(mg_context *context, const mg_graph *graph, mg_memory_need *need);
mg_status mg__forest_run(mg_context *context, const mg_graph *graph, mg_direct_job *job);

#endif
