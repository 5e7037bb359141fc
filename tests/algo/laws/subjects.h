/* SPDX-License-Identifier: Apache-2.0
 *
 * subjects.h: the phases that test_laws.c checks: those of the built-in programs, and lawless ones.
 */
#ifndef MG_TESTS_LAWS_SUBJECTS_H
#define MG_TESTS_LAWS_SUBJECTS_H

#include "tests/algo/law_subject.h"

const law_subject *bfs_law(void);
const law_subject *sssp_u32_law(void);
const law_subject *sssp_u64_law(void);
const law_subject *sssp_f32_law(void);
const law_subject *sssp_f64_law(void);
const law_subject *parents_u32_ties_law(void);
const law_subject *parents_u64_ties_law(void);
const law_subject *parents_f32_ties_law(void);
const law_subject *parents_f64_ties_law(void);
const law_subject *pagerank_law(void);
const law_subject *personalized_law(void);
const law_subject *residual_push_law(void);
const law_subject *bc_forward_law(void);
const law_subject *bc_backward_law(void);

const law_subject *lawless_monoid_law(void);
const law_subject *lawless_identity_law(void);
const law_subject *lawless_sum_law(void);
const law_subject *lawless_inactive_law(void);
const law_subject *lawless_priority_law(void);
const law_subject *lawless_apply_law(void);
const law_subject *lawless_mean_law(void);
const law_subject *lawless_counting_law(void);
const law_subject *lawless_total_law(void);
const law_subject *lawless_active_law(void);
const law_subject *lawless_sending_law(void);
const law_subject *lawless_turn_law(void);

/* The built-in programs, compiled a second time under names of their own. */
extern const mg_program law_bfs_program, law_sssp_u32_program, law_sssp_u64_program, law_sssp_f32_program,
    law_sssp_f64_program, law_parents_u32_program, law_pagerank_program, law_personalized_program, law_residual_program,
    law_bc_program, lawless_hit_program, lawless_tiled_program, lawless_levels_program;

#endif
