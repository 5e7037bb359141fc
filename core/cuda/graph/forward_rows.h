/* SPDX-License-Identifier: Apache-2.0
 *
 * forward_rows.h: the forward rows that may have triangles, those of at least two vertices, longest first, so that
 * rows of thread blocks, of warps and of lanes follow each other. Of equal length, vertices ascend.
 */
#ifndef MG_CORE_CUDA_GRAPH_FORWARD_ROWS_H
#define MG_CORE_CUDA_GRAPH_FORWARD_ROWS_H

#include "core/cuda/kernel/gather/gather_args.h"
#include "core/graph/forward.h"

/* Sets the numbers of rows in *args and returns their sum. first[longest + 1]: by length, place of the first row. */
uint32_t mg__count_forward_rows(const mg_forward *forward, uint32_t n, uint32_t *first, mg_forward_args *args);
/* Then lists them; overwrites `first`. */
void mg__list_forward_rows(const mg_forward *forward, uint32_t n, uint32_t *first, mg_forward_row *rows);

/* Bytes of the list, at most. */
uint64_t mg__forward_rows_bytes(const mg_graph *graph);

#endif
