/* SPDX-License-Identifier: Apache-2.0
 *
 * law_cases.h: the phases that test_laws.c checks: those of the built-in programs, and phases that break a law.
 */
#ifndef MG_TESTS_LAWS_LAW_CASES_H
#define MG_TESTS_LAWS_LAW_CASES_H

#include "tests/core/program/law_case.h"

const law_case *bfs_law(void);
const law_case *sssp_u32_law(void);
const law_case *sssp_u64_law(void);
const law_case *sssp_i64_law(void);
const law_case *sssp_f32_law(void);
const law_case *sssp_f64_law(void);
const law_case *parents_u32_ties_law(void);
const law_case *parents_u64_ties_law(void);
const law_case *parents_i64_ties_law(void);
const law_case *parents_f32_ties_law(void);
const law_case *parents_f64_ties_law(void);
const law_case *pagerank_law(void);
const law_case *personalized_law(void);
const law_case *chebyshev_mixed_law(void);
const law_case *conjugate_law(void);
const law_case *residual_push_law(void);
const law_case *bc_forward_law(void);
const law_case *bc_backward_law(void);

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

/* The built-in programs, compiled a second time with other names. */
extern const mg_program law_bfs_program, law_sssp_u32_program, law_sssp_u64_program, law_sssp_f32_program,
    law_sssp_f64_program, law_parents_u32_program, law_pagerank_program, law_personalized_program, law_residual_program,
    law_chebyshev_program, law_conjugate_program, law_bc_program, lawless_hit_program, lawless_tiled_program,
    lawless_levels_program;

/* Programs that use what they do not declare. */
extern const mg_program undeclared_where_program, undeclared_init_program, undeclared_scatter_program,
    undeclared_apply_program, undeclared_vertex_program, undeclared_owner_program, undeclared_added_program,
    undeclared_counted_program, undeclared_read_program, undeclared_write_program, undeclared_neighbour_program,
    undeclared_outside_program, undeclared_order_program, undeclared_number_program, undeclared_range_program;

#endif
