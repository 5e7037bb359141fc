/* SPDX-License-Identifier: Apache-2.0
 *
 * triangles.h: states of the programs in triangles.c and triangle_total.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_TRIANGLES_H
#define MG_ALGORITHMS_PROGRAMS_TRIANGLES_H

#include <multigraph/program.h>

typedef struct triangles_vertex {
    uint64_t triangles;
} triangles_vertex;

/* Has no values. */
typedef struct triangle_total_vertex {
    uint8_t unused;
} triangle_total_vertex;

typedef struct triangles_parameters {
    uint32_t unused;
} triangles_parameters;

extern const mg_program triangles_program, triangle_total_program;

#endif
