/* SPDX-License-Identifier: Apache-2.0
 *
 * cdlp.h: state and parameters of the program in cdlp.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_CDLP_H
#define MG_ALGORITHMS_PROGRAMS_CDLP_H

#include <multigraph/program.h>

typedef struct cdlp_vertex {
    mg_vertex label;
} cdlp_vertex;

typedef struct cdlp_parameters {
    uint32_t iterations;
    uint32_t given; /* the states hold the first labels; 0: every vertex begins with its index */
} cdlp_parameters;

extern const mg_program cdlp_program;

#endif
