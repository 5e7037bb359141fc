/* SPDX-License-Identifier: Apache-2.0
 *
 * strong_components.h: strongly connected components of directed graphs by direct runs on the CPU (MG_DIRECT_SCC).
 */
#ifndef MG_CORE_CPU_DIRECT_STRONG_COMPONENTS_H
#define MG_CORE_CPU_DIRECT_STRONG_COMPONENTS_H

#include "core/engine/backend.h"

/* The component of a vertex is named by the first of its vertices. */
void mg__strong_need(mg_context *context, const mg_graph *graph, mg_memory_need *need);
mg_status mg__strong_run(mg_context *context, const mg_graph *graph, mg_direct_job *job);

#endif
