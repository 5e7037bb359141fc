/* SPDX-License-Identifier: Apache-2.0
 *
 * team_kernels.h: the loop kernels of teams (team_loop.cuh), which are compiled for few programs.
 */
#ifndef MG_CORE_CUDA_MULTI_TEAM_KERNELS_H
#define MG_CORE_CUDA_MULTI_TEAM_KERNELS_H

#include <multigraph/program.h>

typedef struct mg_team_kernel {
    const mg_program *program;
    const void *const *kernel; /* of its first phase, for 32-bit offsets */
    /* Finds components: the program, with the same states and parameters, whose giant this one can find by a search
     * from the vertex that the parameter names; or NULL. */
    const mg_program *reaches_for;
} mg_team_kernel;

/* Written by the build; ends with a program that is NULL. */
extern const mg_team_kernel mg__team_kernels[];

#endif
