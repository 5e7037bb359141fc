/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_oracle.h: random edge lists, and a slow and simple construction of the expected graphs.
 */
#ifndef MG_TESTS_GRAPH_ORACLE_H
#define MG_TESTS_GRAPH_ORACLE_H

#include "tests/harness.h"

typedef struct arc {
    uint64_t from, to; /* ids */
    double weight;
} arc;

/* The expected graph: its ids and arcs, both sorted. */
typedef struct expected {
    uint64_t id_count, arc_count, loops;
    uint64_t *ids;
    arc *arcs;
    bool directed;
} expected;

typedef struct random_list {
    mg_edge_list list;
    void *source, *target, *weight, *ids;
} random_list;

extern uint64_t random_state; /* not 0 */
uint64_t random_below(uint64_t bound);

mg_context *make_context(int threads);

/* Random edges with small weights; ids are base + spread * i, i < names. `ids` has one element per edge. */
random_list make_list(uint64_t edges, uint64_t names, uint64_t spread, uint64_t base, mg_type id_type,
                      mg_type weight_type);
void set_id(const random_list *r, void *ids, uint64_t i, uint64_t id);
void free_list(random_list *r);

/* Applies all options except random weights. */
expected expect_graph(const mg_edge_list *list, const mg_graph_options *options);
void free_expected(expected *e);

/* Checks vertices, out- and in-arcs, and weights if they are known. */
void check_graph(mg_context *context, const mg_graph *graph, expected *e, bool weights_known);

#endif
