/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles_graph.h: partitions a graph into tiles, on the device, once per graph.
 */
#ifndef MG_CORE_CUDA_LAYOUT_TILES_TILES_GRAPH_H
#define MG_CORE_CUDA_LAYOUT_TILES_TILES_GRAPH_H

#include "core/cuda/device/device.h"
#include "core/cuda/kernel/loop/loop_args.h"
#include "core/cuda/kernel/tiles/tiles_args.h"

/* The tiles of one direction, with the weights that programs have used. */
typedef struct mg_tiles_graph {
    mg_tiles tiles;
    bool unsuitable; /* no tiles: the edge cut is too large, or a tile is too large */
    void *local_weights[MG_OTHER], *remote_weights[MG_OTHER]; /* by type */
    double seconds;                                           /* time of partitioning */
} mg_tiles_graph;

/* Partitions the graph whose edges are `side` (32-bit offsets, n > 0 vertices) into connected tiles of about
 * mean_vertices: every vertex joins the seed that reaches it first. Sets `unsuitable` if a tile would not fit a block's
 * shared memory with 8-byte values and weights, or if the edge cut exceeds the tuning's limit. */
mg_status mg__tiles_cut(mg_context *context, mg_cuda *cuda, const mg_device_side *side, uint32_t n, uint64_t arcs,
                        uint32_t mean_vertices, mg_tiles_graph *cut);

/* Stores the weights of `side`, of 4 or 8 bytes each, in the tiles' order. */
mg_status mg__tiles_weigh(mg_context *context, mg_cuda *cuda, const mg_device_side *side, mg_type type,
                          mg_tiles_graph *cut);

void mg__tiles_free(mg_tiles_graph *cut);

#endif
