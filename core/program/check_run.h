/* SPDX-License-Identifier: Apache-2.0
 *
 * check_run.h: a check of a program in progress. Private to check.c and check_declared.c.
 */
#ifndef MG_CORE_PROGRAM_CHECK_RUN_H
#define MG_CORE_PROGRAM_CHECK_RUN_H

#include "core/program/reference.h"

#define MG_CHECK_ITERATIONS 1000 /* iteration limit of phases without one */
#define MG_CHECK_WEIGHTS 64

/* A random graph. */
typedef struct check_graph_spec {
    const char *name;
    mg_vertex vertices;
    uint32_t edges;
    bool directed, chain; /* chain: also edges from every vertex to the next */
} check_graph_spec;

/* A check in progress. */
typedef struct program_check {
    mg_context *context;
    const mg_program *program;
    const mg_program *tiled; /* the program with its `tiled` phases, whose results are compared, too; NULL: none */
    const void *params;      /* parameters of the caller; NULL: defaults */
    bool on_device;          /* also run on the GPU */
    mg_recorder edges;       /* values of edges of the reference run */
    uint64_t edge_count;     /* their number */
    size_t phase_count;
    mg_phase_info info[MG_PHASES_MAX];
    mg_reservoir reservoir[MG_PHASES_MAX];
    mg_type weight_type; /* weight type of the graphs */
    double weights[MG_CHECK_WEIGHTS];
    uint64_t random;
} program_check;

/* First vertex whose column elements differ; n: none. Floating-point values are compared with a tolerance, since the
 * order of sums differs. */
mg_vertex mg__check_difference(const mg_column_spec *column, const char *a, const char *b, size_t size, mg_vertex n);

/* A column of meaning MG_VERTEX must hold vertices. */
mg_status mg__check_vertex_columns(const program_check *x, const check_graph_spec *s, const char *state);

/* Finds what a phase uses without declaring it: the result then depends on the exposure. expected: states
 * of the reference run; state: room for as many. */
mg_status mg__check_declarations(const program_check *x, const check_graph_spec *s, const mg_graph *graph,
                                 const void *params, const char *expected, char *state);

#endif
