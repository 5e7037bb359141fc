/* SPDX-License-Identifier: Apache-2.0
 *
 * lcc.h: state and parameters of the program in lcc.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_LCC_H
#define MG_ALGORITHMS_PROGRAMS_LCC_H

#include <multigraph/program.h>

typedef struct lcc_vertex {
    double lcc;
} lcc_vertex;

typedef struct lcc_parameters {
    uint32_t directions; /* that an edge counts for: 2 in undirected graphs, 1 in directed ones */
} lcc_parameters;

extern const mg_program lcc_program;

#endif
