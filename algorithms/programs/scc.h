/* SPDX-License-Identifier: Apache-2.0
 *
 * scc.h: state and parameters of the program in scc.c.
 */
#ifndef MG_ALGORITHMS_PROGRAMS_SCC_H
#define MG_ALGORITHMS_PROGRAMS_SCC_H

#include <multigraph/program.h>

typedef struct scc_vertex {
    uint32_t colour;     /* smallest open vertex from which a path of open vertices leads here */
    mg_vertex component; /* MG_NONE: the vertex is open */
    uint32_t loops;
    uint32_t edges; /* to or from other open vertices */
} scc_vertex;

typedef struct scc_parameters {
    uint32_t unused;
} scc_parameters;

extern const mg_program scc_program;

#endif
