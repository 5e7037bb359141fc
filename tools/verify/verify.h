/* SPDX-License-Identifier: Apache-2.0
 *
 * verify.h: checks of results by their properties, serial and independent of how they were computed. Each returns true
 * where the result is right; else false with the reason, in the file's own ids, in `why` (size bytes, NULL: not
 * wanted). Public interface of the library only. Running out of memory is reported as a reason, too.
 */
#ifndef MG_TOOLS_VERIFY_H
#define MG_TOOLS_VERIFY_H

#include <multigraph/multigraph.h>

/* Depths grow by at most one along every edge, and every parent is one level up with an edge to its child. Source
 * MG_NONE: the default source; of several searches the result tells them. O(n + m log degree) each. */
bool mgt_verify_bfs(mg_context *context, const mg_graph *graph, mg_vertex source, const mg_result *result, char *why,
                    size_t size);

/* No edge offers a shorter distance, and edges without slack connect the source with every reached vertex: together the
 * distances are exactly the least ones, in the arithmetic of the column's type. Where there is a column `parent`, it is
 * a tree of edges without slack. O(n + m). */
bool mgt_verify_sssp(mg_context *context, const mg_graph *graph, mg_vertex source, const mg_result *result, char *why,
                     size_t size);

/* Each label is the smallest vertex of its component, found by union-find. O(n + m). */
bool mgt_verify_cc(mg_context *context, const mg_graph *graph, const mg_result *result, char *why, size_t size);

/* With F one step of the power iteration and d the damping: |F(r) - r| in L1 is at most
 *     2 * tolerance   where the run converged (status MG_OK, tolerance > 0),
 *     2 * d^k         where it ended after k iterations with a mode (from the result's statistics), from any start,
 * plus MGT_ROUNDING epsilons of the column's type, or MGT_ROUNDED of a run on a GPU whose tolerance is no smaller,
 * since ranks are floats there; |sum r - 1| is at most tolerance / (1 - d) and the same; all ranks are finite and
 * positive (at least 0 with a personalization). Of a data-driven run that did not converge only the ranks' signs and a
 * sum of at most 2 can be told. options NULL: all defaults. O(n + m). */
#define MGT_ROUNDING 64
#define MGT_ROUNDED 1e-6
bool mgt_verify_pagerank(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                         mg_status status, const mg_result *result, char *why, size_t size);

/* Equal to a serial Brandes within 1e-4 relative, for these sources (NULL: all vertices; sampled scaling as NetworkX
 * 2.8's betweenness_centrality). Slow: O(n + m) for every source. */
bool mgt_verify_bc(mg_context *context, const mg_graph *graph, const mg_vertex *sources, size_t source_count,
                   bool normalized, const mg_result *result, char *why, size_t size);

#endif
