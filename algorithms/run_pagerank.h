/* SPDX-License-Identifier: Apache-2.0
 *
 * run_pagerank.h: PageRank by products, which mg_pagerank() calls for several sources, and by weight.
 */
#ifndef MG_ALGORITHMS_RUN_PAGERANK_H
#define MG_ALGORITHMS_RUN_PAGERANK_H

#include "core/engine/run.h"

/* mg_pagerank() with options->sources, after the other options were checked. */
mg_status mg__pagerank_of_sources(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                                  mg_result **result);

/* mg_pagerank() with options->weighted, after the other options were checked. weight: the sum of the personalization.
 */
mg_status mg__pagerank_weighted(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                                double weight, mg_result **result);

#endif
