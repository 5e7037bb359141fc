/* SPDX-License-Identifier: Apache-2.0
 *
 * validate.h: checks a program against the rules of program.h. Messages name the phase and the rule that it breaks.
 */
#ifndef MG_CORE_ENGINE_VALIDATE_H
#define MG_CORE_ENGINE_VALIDATE_H

#include "core/engine/backend.h"

#define MG_COLUMN_NAME_MOST 64 /* characters */

/* How many of a list of at most MG_PHASES_MAX there are. */
size_t mg__count_phases(const mg_phase *const *phases);

/* PROGRAM where the program is of another version, a list of it is too long or names one twice, or a column or
 * parameter lies outside of its state or parameters. */
mg_status mg__validate_description(mg_context *context, const mg_program *program);

/* Counts the phases of a program; PROGRAM where one breaks a rule, or does not fit the graph's weights (NULL: any);
 * UNSUPPORTED where it cannot run with the lanes of the options (NULL: one lane). */
mg_status mg__validate_program(mg_context *context, const mg_graph *graph, const mg_program *program,
                               const mg_callbacks *callbacks, const mg_run_options *options, size_t *phase_count);

#endif
