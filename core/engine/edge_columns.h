/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_columns.h: result columns of edges: their rules, and their memory during a run.
 */
#ifndef MG_CORE_ENGINE_EDGE_COLUMNS_H
#define MG_CORE_ENGINE_EDGE_COLUMNS_H

#include "core/engine/backend.h"

/* The number of a program's columns of edges. */
size_t mg__count_edge_columns(const mg_program *program);

/* PROGRAM where a column of edges has no phase with `score`, or such a phase not one column. For each list of phases.
 */
mg_status mg__validate_edge_columns(mg_context *context, const mg_program *program, const mg_phase *const *phases,
                                    const mg_callbacks *callbacks);

/* Host bytes of the columns of edges of a result. */
uint64_t mg__edge_column_bytes(const mg_graph *graph, const mg_program *program);

/* Takes the memory of these columns for a run; the recorder owns it. */
mg_status mg__take_edge_columns(mg_context *context, const mg_graph *graph, const mg_program *program,
                                mg_recorder *recorder);

/* Where the values of a phase with `score` go; NULL: nobody wants them. */
const mg_edge_values *mg__edge_values_of(const mg_recorder *recorder, const mg_phase *phase);

#endif
