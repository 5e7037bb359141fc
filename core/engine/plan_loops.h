/* SPDX-License-Identifier: Apache-2.0
 *
 * plan_loops.h: loops over the phases of a plan: their rules, and the order in which phases run. A backend runs single
 * phases and reads totals; states and parameters stay where it has them.
 */
#ifndef MG_CORE_ENGINE_PLAN_LOOPS_H
#define MG_CORE_ENGINE_PLAN_LOOPS_H

#include "core/engine/backend.h"

/* What runs the phases: a backend, or the reference interpreter. */
typedef struct mg_phase_runner {
    mg_status (*run_phase)(struct mg_phase_runner *runner, size_t position);
    uint32_t round; /* completed rounds of the innermost loop around the phase that runs */
    /* The totals of the last phase that has any. */
    mg_status (*read_totals)(struct mg_phase_runner *runner, double totals[MG_TOTALS_MAX]);
    bool stopped_at_limit;   /* set: a loop ended before its total was 0 */
    const mg_plan_loop *cut; /* set: such a loop, which has no number of rounds of its own; NULL: none */
} mg_phase_runner;

/* The number of totals of the last phase that has any; 0: none has. */
uint32_t mg__plan_totals(const mg_plan *plan);

/* Totals of a phase that added nothing; those that it does not have become 0. */
void mg__clear_totals(const mg_phase_info *info, double totals[MG_TOTALS_MAX]);

size_t mg__count_loops(const mg_program *program);

/* The loops of one of a program's lists of phases; those of the other list are left out. PROGRAM where one is not as
 * program.h demands. */
mg_status mg__plan_loops(mg_context *context, const mg_program *program, const mg_phase *const *phases,
                         const mg_callbacks *callbacks, mg_plan_loop loops[MG_LOOPS_MAX], size_t *count);

/* PROGRAM where a loop is of neither list. */
mg_status mg__validate_loops(mg_context *context, const mg_program *program);

/* Makes a program that has only its phases for tiles, with their loops. */
void mg__only_tiled(mg_program *program);

/* Runs the phases of a plan on n vertices in their order, loops round by round. The option max_iterations bounds the
 * rounds of loops with a total, too. PROGRAM where a loop does not end. */
mg_status mg__run_phases(mg_context *context, const mg_plan *plan, mg_vertex n, mg_phase_runner *runner);

#endif
