/* SPDX-License-Identifier: Apache-2.0
 *
 * match_edges.h: greedy matchings by direct runs on the CPU (MG_DIRECT_MATCHING).
 */
#ifndef MG_CORE_CPU_DIRECT_MATCH_EDGES_H
#define MG_CORE_CPU_DIRECT_MATCH_EDGES_H

#include "core/engine/backend.h"

void mg__matching_need(mg_context *context, const mg_graph *graph, mg_memory_need *need);
mg_status mg__matching_run(mg_context *context, const mg_graph *graph, mg_direct_job *job);

#endif
