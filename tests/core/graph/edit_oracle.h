/* SPDX-License-Identifier: Apache-2.0
 *
 * edit_oracle.h: a list of edges to which batches of changes are applied one by one, and random batches.
 */
#ifndef MG_TESTS_EDIT_ORACLE_H
#define MG_TESTS_EDIT_ORACLE_H

#include "tests/harness.h"

typedef struct listed_edge {
    mg_vertex from, to;
    double weight; /* small whole numbers and halves: every type holds them, integers the whole ones */
} listed_edge;

typedef struct edit_list {
    mg_vertex n;
    mg_type type;
    bool directed;
    uint64_t count, capacity;
    listed_edge *edges;
} edit_list;

/* No edges; the ids are 0 .. n - 1. */
edit_list edit_list_new(mg_vertex n, mg_type type, bool directed);
void edit_list_free(edit_list *list);
void edit_list_fill(edit_list *list, uint64_t count, uint64_t *random);
/* The graph of the list, by mg_graph_from_edges(). */
mg_graph *edit_list_graph(mg_context *context, const edit_list *list);

typedef struct edit_batch {
    mg_graph_edits edits;
    mg_vertex *insert, *remove; /* sources, then targets */
    void *weights;
} edit_batch;

/* A batch of a kind that depends on `step`: none, insertions, removals, both, replacing, all removed, new vertices. */
edit_batch edit_batch_random(const edit_list *list, int step, uint64_t *random);
edit_batch edit_batch_insert(const edit_list *list, uint64_t count, uint64_t *random);
edit_batch edit_batch_remove_all(const edit_list *list);
void edit_batch_free(edit_batch *batch);

/* Applies a batch, edge by edge; `removed` and `missing` of the result are set. */
mg_edit_counts edit_list_apply(edit_list *list, const mg_graph_edits *edits);

/* Checks that two graphs are equal bit by bit: properties, out-edges, in-edges. */
void edit_check_same(mg_context *context, const mg_graph *found, const mg_graph *expected);

#endif
