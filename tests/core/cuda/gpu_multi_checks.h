/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_multi_checks.h: runs that several devices or ranks share, compared with those of the CPU.
 */
#ifndef MG_TESTS_GPU_MULTI_CHECKS_H
#define MG_TESTS_GPU_MULTI_CHECKS_H

#include <multigraph/multigraph.h>

/* What the statistics of a run on `count` devices say, ranks or not. */
void gpu_check_devices(const mg_graph *graph, const mg_result *result, uint32_t count, bool ranks);

/* BFS in a mode, and SSSP: depths and distances bit by bit, parents are valid. */
void gpu_check_traversals(mg_context *context, const mg_graph *graph, mg_mode mode, uint32_t count, bool ranks);
/* PageRank: as many iterations, sums that differ in the last digits. Two runs have the same bits. */
void gpu_check_values(mg_context *context, const mg_graph *graph, uint32_t count, bool ranks);
void gpu_check_components(mg_context *context, const mg_graph *graph, uint32_t count, bool ranks);

/* Has a run of this graph cut it into such parts, other than blocks, whose numbers differ from those of the graph? */
bool gpu_is_dealt(const mg_graph *graph, mg_partition_kind kind);

/* Kronecker graph of scale 14. */
mg_graph *gpu_kron(mg_context *context, bool weighted);

#endif
