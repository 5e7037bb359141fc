/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MG_ALGORITHMS_PROGRAMS_SSSP_H
#define MG_ALGORITHMS_PROGRAMS_SSSP_H

#include <multigraph/program.h>

typedef struct sssp_parameters {
    mg_vertex source;
    uint32_t shift;  /* integer distances: width of a bucket is 2^shift */
    double per_unit; /* real distances: buckets per unit of distance */
} sssp_parameters;

/* States of the parents programs: `distance` is the input, `parent` the output, `tie` the tie level. */
typedef struct sssp_tree_u32 {
    uint32_t distance;
    mg_vertex parent;
    uint32_t tie;
} sssp_tree_u32;

typedef struct sssp_tree_u64 {
    uint64_t distance;
    mg_vertex parent;
    uint32_t tie;
} sssp_tree_u64;

typedef struct sssp_tree_f32 {
    float distance;
    mg_vertex parent;
    uint32_t tie;
} sssp_tree_f32;

typedef struct sssp_tree_f64 {
    double distance;
    mg_vertex parent;
    uint32_t tie;
} sssp_tree_f64;

extern const mg_program sssp_u32_program, sssp_u64_program, sssp_i64_program, sssp_f32_program, sssp_f64_program;
extern const mg_program parents_u32_program, parents_u64_program, parents_i64_program, parents_f32_program,
    parents_f64_program;

#endif
