/* SPDX-License-Identifier: Apache-2.0
 *
 * work_memory.h: how much memory a run on the CPU takes, known before it begins. The formulas follow work.c and the
 * builders of representations, on ranks those of core/cpu/ranks; the test test_estimate_memory compares them with what
 * is allocated.
 */
#ifndef MG_CORE_CPU_WORK_MEMORY_H
#define MG_CORE_CPU_WORK_MEMORY_H

#include "core/engine/backend.h"

mg_status mg__cpu_memory(mg_context *context, const mg_graph *graph, const mg_plan *plan, mg_memory_need *need);

#endif
