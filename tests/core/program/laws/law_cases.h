/* SPDX-License-Identifier: Apache-2.0
 *
 * law_cases.h: phases and programs that break a law, which test_laws.c must notice.
 */
#ifndef MG_TESTS_LAWS_LAW_CASES_H
#define MG_TESTS_LAWS_LAW_CASES_H

#include "tests/core/program/law_case.h"

const law_case *lawless_monoid_law(void);
const law_case *lawless_identity_law(void);
const law_case *lawless_sum_law(void);
const law_case *lawless_inactive_law(void);
const law_case *lawless_priority_law(void);
const law_case *lawless_apply_law(void);
const law_case *lawless_mean_law(void);
const law_case *lawless_counting_law(void);
const law_case *lawless_total_law(void);
const law_case *lawless_active_law(void);
const law_case *lawless_sending_law(void);
const law_case *lawless_iteration_law(void);

/* Programs that break a law. */
extern const mg_program lawless_hit_program, lawless_tiled_program, lawless_levels_program, lawless_count_program;

/* Programs that use what they do not declare. */
extern const mg_program undeclared_where_program, undeclared_init_program, undeclared_scatter_program,
    undeclared_apply_program, undeclared_vertex_program, undeclared_owner_program, undeclared_round_program,
    undeclared_added_program, undeclared_counted_program, undeclared_read_program, undeclared_write_program,
    undeclared_neighbour_program, undeclared_outside_program, undeclared_order_program, undeclared_number_program,
    undeclared_range_program;

#endif
