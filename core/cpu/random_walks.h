/* SPDX-License-Identifier: Apache-2.0
 *
 * random_walks.h: random walks on the CPU.
 */
#ifndef MG_CORE_CPU_RANDOM_WALKS_H
#define MG_CORE_CPU_RANDOM_WALKS_H

#include "core/engine/walk_job.h"

/* `walk` of mg_backend. */
mg_status mg__cpu_walk(mg_context *context, const mg_graph *graph, const mg_walk_job *job, mg_vertex *walks);

#endif
