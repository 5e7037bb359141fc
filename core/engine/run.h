/* SPDX-License-Identifier: Apache-2.0
 *
 * run.h: running programs, and results, as the algorithms use them.
 */
#ifndef MG_CORE_ENGINE_RUN_H
#define MG_CORE_ENGINE_RUN_H

#include "core/engine/backend.h"

/* Checks options, fills *options from `given` or defaults. */
mg_status mg__run_options(mg_context *context, const mg_run_options *given, mg_run_options *options);

/* INVALID: their size is another one, or a value is none of its type. */
mg_status mg__check_run_options(mg_context *context, const mg_run_options *options);

/* Runs a plan with all but its phases, loops and sizes, which are the program's. */
mg_status mg__run_filled_plan(mg_context *context, const mg_graph *graph, const mg_program *program, mg_plan *plan);
/* After a failure before a run on ranks begins: the others do not wait. Returns the failure. */
mg_status mg__withdraw(mg_context *context, const mg_graph *graph, const mg_backend *backend, const mg_plan *plan,
                       mg_status failure);
/* Is a state nothing but the value of the only column? Then the states are the column. */
bool mg__is_column(const mg_program *program);
/* States of zeros, if the memory is there: a block for a result where they are the column, else kept memory. */
mg_status mg__take_states(mg_context *context, const mg_program *program, uint64_t elements, void **states);

/* Runs a program's phases; state and params must not be NULL. Adds to the recorder's times. */
mg_status mg__run_plan(mg_context *context, const mg_graph *graph, const mg_program *program,
                       const mg_callbacks *callbacks, const void *params, const mg_run_options *options, void *state,
                       mg_recorder *recorder);

/* The same for a run whose final states are added up (mg_state_sums) where it is made, so that they need not come to
 * the host. *state: NULL; where a backend has no such sums, the run's final states, which the caller adds and gives
 * back to the kept memory. */
mg_status mg__run_plan_adding(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                              const mg_run_options *options, mg_state_sums *sums, void **state, mg_recorder *recorder);

/* The same, which may end at a horizon (NULL: none). */
mg_status mg__run_plan_to(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                          const mg_run_options *options, const mg_horizon *horizon, void *state, mg_recorder *recorder);

/* mg_run for algorithms, after its arguments were checked: states in host memory, whose owner is known (to ask starts a
 * device's driver), and no totals in the result. */
mg_status mg__run(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                  const mg_run_options *options, void *state, mg_result **result);
/* The same, and columns of the program go to the caller's memory. */
mg_status mg__run_to_outputs(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                             const mg_run_options *options, void *state, mg_column_copies *outputs, mg_result **result);
/* mg_run after its arguments were checked; `callbacks` is NULL unless the program is given by function pointers. */
mg_status mg__run_with_totals(mg_context *context, const mg_graph *graph, const mg_program *program,
                              const mg_callbacks *callbacks, const void *params, const mg_run_options *options,
                              void *state, mg_result **result);

/* A result without columns; takes over the record. */
mg_status mg__result_create(mg_context *context, const mg_graph *graph, mg_recorder *recorder, mg_result **result);
/* Adds a column whose values are copied out of n * width states of state_size bytes, from `offset` on. */
mg_status mg__result_add(mg_context *context, mg_result *result, const mg_column_spec *spec, uint32_t width,
                         const void *state, size_t state_size);
/* Copies the values of n * lanes such states into n rows of `width` values, from position `first` of each row on. */
void mg__copy_lanes(const mg_context *context, mg_vertex n, const mg_column_spec *spec, const void *state,
                    size_t state_size, uint32_t lanes, uint32_t first, uint32_t width, void *rows);
/* Adds a column of n * width values, and takes `data` over (also where it fails), a block of the context's memory. */
mg_status mg__result_take(mg_context *context, mg_result *result, const mg_column_spec *spec, uint32_t width,
                          void *data);
/* Adds a column of n * width values in memory of the caller. */
void mg__result_lend(mg_result *result, const mg_column_copy *output, uint32_t width);
/* Copies columns to memory of the caller, which the result then has, and drops the others. Does nothing without outputs
 * or where they are written. */
mg_status mg__result_deliver(mg_context *context, mg_column_copies *outputs, mg_result *result);
/* Makes columns of floats columns of doubles. */
mg_status mg__result_widen(mg_context *context, mg_result *result);
/* Adds the time of building before the run to the statistics. */
void mg__result_add_build(mg_result *result, double seconds);
/* Adds the sources, and takes them over. */
void mg__result_set_sources(mg_result *result, mg_vertex *sources, size_t count);
void mg__recorder_release(mg_context *context, mg_recorder *recorder);

/* The plan with the phases for graphs that partition into tiles; false: there are none, or options about iterations
 * exclude them. */
bool mg__tiled_plan(const mg_program *program, const mg_backend *backend, const mg_plan *plan, mg_plan *tiled);

#endif
