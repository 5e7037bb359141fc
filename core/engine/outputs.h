/* SPDX-License-Identifier: Apache-2.0
 *
 * outputs.h: columns of results that go to memory of the caller (mg_run_options.outputs).
 */
#ifndef MG_CORE_ENGINE_OUTPUTS_H
#define MG_CORE_ENGINE_OUTPUTS_H

#include "core/engine/run.h"

/* Takes the outputs out of the options: those of a result with these columns (an element without a name ends them).
 * INVALID: one is not among them, or there twice, its type is another one, it has no memory, or this is not all in host
 * memory or all in that of the backend. In an estimate there are none. */
mg_status mg__take_outputs(mg_context *context, mg_run_options *options, const mg_column_spec *columns,
                           mg_column_copies *outputs);

/* Ends a call whose run ended with this status: copies columns of *result to the outputs (mg__result_deliver()).
 * Returns the status of the run, or of a copy that failed; then *result is freed and NULL. */
mg_status mg__deliver_outputs(mg_context *context, mg_column_copies *outputs, mg_status status, mg_result **result);

/* Are the fields of all columns of a program aligned in an array of states, so that a device can read them? */
bool mg__fields_are_aligned(const mg_program *program);

/* Where the states of a program have what goes to the outputs, floats for doubles included. */
mg_status mg__find_fields(mg_context *context, const mg_program *program, mg_column_copies *outputs);

#endif
