/* SPDX-License-Identifier: Apache-2.0
 *
 * renumber.h: states and parameters of a program between the numbering of a graph and that of a partition with an
 * order. Vertices in them are known by the program's columns and parameters of meaning MG_VERTEX; other numbers,
 * MG_NONE among them, stay as they are.
 */
#ifndef MG_CORE_PARTS_RENUMBER_H
#define MG_CORE_PARTS_RENUMBER_H

#include "core/parts/partition.h"

/* Parameters in the numbering of the graph, to that of the partition. */
void mg__renumber_params(const mg_program *program, const mg_partition *partition, void *params);

/* The states of the vertices that have the indices begin .. end - 1 in the partition: between an array in the numbering
 * of the graph and one in that of the partition, both for all n vertices. On the context's threads. */
void mg__states_to_parts(const mg_context *context, const mg_program *program, const mg_partition *partition,
                         mg_vertex begin, mg_vertex end, const void *states, void *renumbered);
void mg__states_from_parts(const mg_context *context, const mg_program *program, const mg_partition *partition,
                           mg_vertex begin, mg_vertex end, const void *renumbered, void *states);

#endif
