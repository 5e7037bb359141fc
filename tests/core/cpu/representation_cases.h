/* SPDX-License-Identifier: Apache-2.0
 *
 * representation_cases.h: common functions for tests of the CPU's representations: graphs, expected edges, failing
 * allocations.
 */
#ifndef MG_TESTS_REPRESENTATION_CASES_H
#define MG_TESTS_REPRESENTATION_CASES_H

#include "core/graph/graph.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <multigraph/cpu/loops.h>

typedef struct edge {
    mg_vertex sender, receiver;
    int32_t weight;
} edge;

/* A graph, its arcs in one direction, and the representation built from them. */
typedef struct representation_case {
    mg_context *context;
    mg_graph *graph;
    mg_direction direction;
    mg_frame frame;
    const void *built;
    const int32_t *weights;
} representation_case;

/* Builds the representation under test; *weights may stay NULL. */
typedef const void *(*representation_build)(const representation_case *s, const int32_t **weights);

/* Calls `check` for shapes, directed and undirected, in all directions, with cache sizes for small, medium and default
 * panels or segments. */
void each_representation_case(mg_mode mode, representation_build build, void (*check)(const representation_case *));

/* All edges from senders to receivers in the graph's order; the caller frees them. */
edge *representation_case_edges(const representation_case *s, uint64_t *count);
/* True if both lists have the same edges in any order. Sorts and frees them. */
void check_same_edges(edge *found, edge *expected, uint64_t count);

/* The Nth allocation of a run on a weighted graph fails, N = 0, 1, ..., until it succeeds: nothing leaks, and the
 * context stays usable. */
void fail_each_allocation(mg_status (*run)(mg_context *context, const mg_graph *graph));

#endif
