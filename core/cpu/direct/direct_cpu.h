/* SPDX-License-Identifier: Apache-2.0
 *
 * direct_cpu.h: direct runs on the CPU: spanning forests, matchings, strongly connected components.
 */
#ifndef MG_CORE_CPU_DIRECT_DIRECT_CPU_H
#define MG_CORE_CPU_DIRECT_DIRECT_CPU_H

#include "core/engine/backend.h"

/* `direct` and `direct_memory` of mg_backend for MG_CPU_DIRECT_KINDS. UNSUPPORTED on ranks, and for graphs that the
 * functions of a kind exclude. */
mg_status mg__cpu_direct(mg_context *context, const mg_graph *graph, mg_direct_job *job);
mg_status mg__cpu_direct_memory(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                                mg_memory_need *need);

#define MG_CPU_DIRECT_KINDS (1u << MG_DIRECT_FOREST | 1u << MG_DIRECT_MATCHING | 1u << MG_DIRECT_SCC)

#endif
