/* SPDX-License-Identifier: Apache-2.0
 *
 * triangles.h: state of the program in triangles.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_TRIANGLES_H
#define MG_ALGORITHMS_PROGRAMS_TRIANGLES_H

#include <multigraph/program.h>

typedef struct triangles_vertex {
    uint64_t triangles;
} triangles_vertex;

typedef struct triangles_parameters {
    uint32_t unused;
} triangles_parameters;

extern const mg_program triangles_program;

#endif
