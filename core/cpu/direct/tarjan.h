/* SPDX-License-Identifier: Apache-2.0
 *
 * tarjan.h: strongly connected components of a part of a graph by one thread.
 */
#ifndef MG_CORE_CPU_DIRECT_TARJAN_H
#define MG_CORE_CPU_DIRECT_TARJAN_H

#include <multigraph/multigraph.h>

/* A part of the vertices, whose components have no vertices outside of it. */
typedef struct mg_tarjan {
    mg_vertex n;             /* of the graph */
    const uint64_t *offsets; /* out-edges */
    const mg_vertex *neighbours;
    uint64_t *left;              /* bitmap of the part; cleared as components are found */
    mg_vertex *component;        /* result: the least vertex of each component; only the part is used */
    mg_vertex *stack;            /* room for all vertices of the part, */
    uint32_t *number;            /* likewise */
    uint64_t *edge;              /* and likewise */
    mg_vertex count;             /* vertices of the part */
    bool (*goes_on)(void *data); /* called from time to time; false: the search is to end */
    void *data;                  /* of goes_on */
} mg_tarjan;

/* Finds the components; false: goes_on() ended it, and not all are known. */
bool mg__tarjan(mg_tarjan *t);

#endif
