/* SPDX-License-Identifier: Apache-2.0
 *
 * run_tiles.h: phases on the tiles of a partitioned graph.
 */
#ifndef MG_CORE_CUDA_EXEC_RUN_TILES_H
#define MG_CORE_CUDA_EXEC_RUN_TILES_H

#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/kernel/tiles/tiles_args.h"

/* Are the graph's size and degree those that tiles pay for? */
bool mg__cuda_is_worth_tiling(const mg_cuda *cuda, const mg_graph *graph);
/* The tiles of the phase's direction, partitioned and weighted first if need be; NULL where the graph does not
 * partition well. */
mg_status mg__cuda_tiles(mg_cuda_run *run, const mg_tiles_graph **tiles);
/* Runs a tiles kernel until no label changes. The arguments hold the tiles, labels and flags; `started`: the first
 * labels are there already. */
mg_status mg__cuda_converge_tiles(mg_cuda_run *run, const void *kernel, uint32_t value_size, bool started,
                                  mg_tiles_args *arguments);

#endif
