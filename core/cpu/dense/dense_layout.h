/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_layout.h: the partition of the edge matrix: panels, order of rows and columns, matrix blocks and work items.
 */
#ifndef MG_CORE_CPU_DENSE_DENSE_LAYOUT_H
#define MG_CORE_CPU_DENSE_DENSE_LAYOUT_H

#include "core/context.h"

#include <multigraph/cpu/loops.h>

/* First edge and first block row of a matrix block; during construction its number of edges and block rows. */
typedef struct dense_cell {
    uint64_t edge, block_row;
} dense_cell;

/* Largest shift, 6 to 16, for which 1 << shift values fit in half of the cache. */
uint32_t mg__panel_shift(uint64_t cache_bytes);

/* Degree group of table 3.1 of the MultiGraph paper, 0 (2048 and more) to 5 (less than 128). */
int mg__degree_group(uint64_t degree);

/* Sets n, shifts and numbers of panels: the values of a column panel fit in half of the cache, or, if width is not 0,
 * a panel has at most `width` columns. */
void mg__dense_panels(mg_vertex n, uint64_t cache_bytes, uint32_t width, mg_dense *dense);

/* order = the vertices by degree group (degree summed over the sides), highest degrees first, then by index. */
void mg__dense_order(int threads, mg_vertex n, const mg_arcs *arcs, uint32_t sides, mg_vertex *order);

/* Lists the matrix blocks that have edges and assigns them to work items. A block is heavy if it has more than `heavy`
 * edges; 0: at least half an edge per column. cells: row_panels * column_panels + 1 elements. */
mg_status mg__dense_layout(mg_context *context, mg_dense *dense, const dense_cell *cells, uint32_t heavy);
void mg__dense_layout_release(const mg_allocator *memory, mg_dense *dense);

#endif
