/* SPDX-License-Identifier: Apache-2.0
 *
 * find_communities.h: runs of Louvain and Leiden in tests.
 */
#ifndef MG_TESTS_FIND_COMMUNITIES_H
#define MG_TESTS_FIND_COMMUNITIES_H

#include "tests/algorithms/run_matrix.h"

static inline mg_result *find_communities(const matrix_run *run, const mg_graph *graph, bool leiden,
                                          mg_communities_options o, mg_communities *found) {
    mg_result *result = NULL;
    o.found = found;
    RUN_OK(run, (leiden ? mg_leiden : mg_louvain)(run->context, graph, &o, &result));
    return result;
}

#endif
