/* SPDX-License-Identifier: Apache-2.0
 *
 * pairs.h: the pairs of neighbours of a graph as edges with numbers, beside each of both ends. Directions, loops and
 * parallel edges do not count.
 */
#ifndef MG_CORE_GRAPH_PAIRS_H
#define MG_CORE_GRAPH_PAIRS_H

#include "core/graph/forward.h"

/* A neighbour and the pair's number. */
typedef struct mg_pair_end {
    mg_vertex neighbour;
    uint32_t pair;
} mg_pair_end;

typedef struct mg_pairs {
    mg_vertex n;
    uint32_t count;        /* of pairs */
    uint64_t *begin;       /* n + 1: where the room of a row begins */
    uint64_t *end;         /* n: the row's end, from which pairs may be taken away */
    mg_pair_end *ends;     /* rows by ascending neighbour */
    mg_vertex *low, *high; /* of a pair: the vertex with fewer neighbours, the other one */
} mg_pairs;

/* Pairs are the forward edges of a graph of n vertices, with their numbers. UNSUPPORTED: 2^32 - 1 or more. */
mg_status mg__pairs_create(mg_context *context, const mg_forward *forward, mg_vertex n, mg_pairs *pairs);
void mg__pairs_release(mg_context *context, mg_pairs *pairs);
/* Takes pairs out of the rows whose flag is set. */
void mg__pairs_prune(const mg_context *context, mg_pairs *pairs, const uint8_t *flag);
/* The pair of two vertices, in the complete rows; MG_NONE: there is none. */
uint32_t mg__pairs_find(const mg_pairs *pairs, mg_vertex u, mg_vertex v);

#endif
