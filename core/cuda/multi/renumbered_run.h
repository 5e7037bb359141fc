/* SPDX-License-Identifier: Apache-2.0
 *
 * renumbered_run.h: runs of programs whose parts have the numbering of a partition with an order: such parts are not
 * blocks of the graph.
 */
#ifndef MG_CORE_CUDA_MULTI_RENUMBERED_RUN_H
#define MG_CORE_CUDA_MULTI_RENUMBERED_RUN_H

#include "core/cuda/multi/multi_run.h"

/* How the graph is cut for a plan: as the context has it, but into blocks for a program whose results would depend on
 * the numbering. */
mg_partition_kind mg__multi_partition(const mg_context *context, const mg_plan *plan);

/* Gives a run whose parts have an order a plan of its own: its parameters, and the states of the vertices of the
 * members here, in the numbering of the partition. The log says where parts are blocks though others are wanted. */
mg_status mg__multi_renumber(mg_multi_run *multi);
/* The final states, to those of the given plan: of all vertices, or of those of the members here. */
void mg__multi_number_back(mg_multi_run *multi, bool all);
void mg__multi_release_renumbered(mg_multi_run *multi); /* when the run is closed */

#endif
