/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_layout.h: how the dense representation is cut: panels, the order of vertices, blocks and work items.
 */
#ifndef MG_CORE_CPU_DENSE_DENSE_LAYOUT_H
#define MG_CORE_CPU_DENSE_DENSE_LAYOUT_H

#include "core/context.h"

#include <multigraph/cpu/loops.h>

/* Where the edges and runs of one block of the matrix begin; counts before they are summed. */
typedef struct dense_cell {
    uint64_t edge, block_row;
} dense_cell;

/* The cache that panels are cut for: mg_context.cache_bytes, 0: the processor's L2 cache. */
uint64_t mg__cache_bytes(uint64_t given);
/* 1 << shift values fill at most half of a cache of so many bytes (0: the L2 cache); 6 to 16. */
uint32_t mg__panel_shift(uint64_t cache_bytes);

/* Table 3.1 of the paper, from 0 on. */
int mg__degree_group(uint64_t degree);

/* Sets n and the panels so that the values of a panel fill at most half of a cache of so many bytes (0: the L2 cache),
 * or so that it has at most `width` columns, unless that is 0. */
void mg__dense_panels(mg_vertex n, uint64_t cache_bytes, uint32_t width, mg_dense *dense);

/* order = the vertices by group of their degree (sum over the sides), largest first, by index within a group. */
void mg__dense_order(int threads, mg_vertex n, const mg_arcs *arcs, uint32_t sides, mg_vertex *order);

/* Lists the blocks that have edges and deals them to work items; with more than `heavy` edges, or, where that is 0,
 * half an edge per column, a block is heavy. cells: row_panels * column_panels + 1 positions. */
mg_status mg__dense_layout(mg_context *context, mg_dense *dense, const dense_cell *cells, uint32_t heavy);
void mg__dense_layout_release(const mg_allocator *memory, mg_dense *dense);

#endif
