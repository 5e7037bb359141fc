/* SPDX-License-Identifier: Apache-2.0
 *
 * estimated_graphs.h: generated graphs of the tests of memory estimates.
 */
#ifndef MG_TESTS_ALGORITHMS_ESTIMATED_GRAPHS_H
#define MG_TESTS_ALGORITHMS_ESTIMATED_GRAPHS_H

#include "tests/harness.h"

typedef struct generated_case {
    const char *kind;
    uint32_t scale, width; /* of the kinds that have them; a road or grid is as high as wide */
    int32_t weights;       /* the greatest; 0: none */
} generated_case;

mg_graph *generated_graph(mg_context *context, const generated_case *g);

#endif
