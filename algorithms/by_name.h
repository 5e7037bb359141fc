/* SPDX-License-Identifier: Apache-2.0
 *
 * by_name.h: the algorithms by their names, those of the command's verbs, with the default options of each. Not those
 * that have no result without options, such as walks of a length and similarities of chosen pairs.
 */
#ifndef MG_ALGORITHMS_BY_NAME_H
#define MG_ALGORITHMS_BY_NAME_H

#include <multigraph/multigraph.h>

typedef struct mg_named_algorithm {
    const char *name;
    int32_t later; /* bytes per vertex that it allocates after its first plan, beside the declared columns */
    mg_status (*run)(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result);
} mg_named_algorithm;

/* The algorithm at `position`, from 0; NULL after the last. */
const mg_named_algorithm *mg__algorithm_at(size_t position);
/* The algorithm of a name; NULL: none has it. */
const mg_named_algorithm *mg__algorithm_named(const char *name);

#endif
