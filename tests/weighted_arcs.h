/* SPDX-License-Identifier: Apache-2.0
 *
 * weighted_arcs.h: arcs as values, to compare the arcs of two graphs whatever their order.
 */
#ifndef MG_TESTS_WEIGHTED_ARCS_H
#define MG_TESTS_WEIGHTED_ARCS_H

#include <multigraph/multigraph.h>

typedef struct weighted_arc {
    mg_vertex from, to;
    double weight;
} weighted_arc;

/* For qsort: by source, target, weight. */
int weighted_arc_order(const void *a, const void *b);

#endif
