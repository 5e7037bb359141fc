/* SPDX-License-Identifier: Apache-2.0
 *
 * run_pagerank.h: PageRank by products, which mg_pagerank() calls for several sources.
 */
#ifndef MG_ALGORITHMS_RUN_PAGERANK_H
#define MG_ALGORITHMS_RUN_PAGERANK_H

#include "core/engine/run.h"

/* mg_pagerank() with options->sources, after the other options were checked. */
mg_status mg__pagerank_of_sources(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                                  mg_result **result);

#endif
