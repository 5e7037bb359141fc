/* SPDX-License-Identifier: Apache-2.0
 *
 * kcore.h: state and parameters of the program in kcore.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_KCORE_H
#define MG_ALGORITHMS_PROGRAMS_KCORE_H

#include <multigraph/program.h>

typedef struct kcore_vertex {
    uint32_t edges; /* to vertices that are left */
    uint32_t core;  /* MG_NONE: the vertex is left */
    uint32_t level; /* the next one, while the vertex is left */
} kcore_vertex;

typedef struct kcore_parameters {
    uint32_t level;    /* the first one of this run */
    uint32_t resumed;  /* 1: the states are those of an earlier run */
    uint32_t directed; /* 1: in-edges count, too, and a loop is an in-edge and an out-edge */
} kcore_parameters;

extern const mg_program kcore_program;

#endif
