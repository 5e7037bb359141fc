/* SPDX-License-Identifier: Apache-2.0
 *
 * rank_parts.h: what a rank keeps of a graph: which vertices it owns, and the arcs to them.
 */
#ifndef MG_CORE_PARTS_RANK_PARTS_H
#define MG_CORE_PARTS_RANK_PARTS_H

#include "core/parts/partition.h"
#include "core/ranks/ranks.h"

/* Kept with the graph, for each rank of this process. Vertices have the numbering of the graph. */
typedef struct mg_rank_parts {
    mg_built built;
    uint32_t rank, size;
    mg_partition_kind wanted;
    mg_partition partition;
    uint64_t *owned;    /* bitmap of the vertices that the rank owns */
    mg_graph *local[2]; /* arcs to owned vertices: of the graph, of the reversed graph; NULL: not made, or the same */
} mg_rank_parts;

/* The parts of a rank, made at first use; all ranks call it together. reversed: also of the reversed graph, if it is
 * directed. The graph is in use (mg__graph_begin_use). O(n + m). */
mg_status mg__rank_parts_get(mg_context *context, mg_ranks *ranks, const mg_graph *graph, bool reversed,
                             mg_rank_parts **parts);

/* All ranks get the partition of the first one, since METIS may cut differently in each; the others give its memory,
 * number of parts and n. `status`: of making it. All ranks call it together. */
mg_status mg__rank_share_partition(mg_context *context, mg_ranks *ranks, mg_status status, mg_partition *partition);

/* The vertices of rank r in order; index i is `i + first[r]` where there is no order. */
static inline mg_vertex mg__rank_member(const mg_partition *p, uint32_t rank, mg_vertex i) {
    const mg_vertex at = p->first[rank] + i;
    return p->order ? p->order[at] : at;
}
static inline mg_vertex mg__rank_size(const mg_partition *p, uint32_t rank) {
    return p->first[rank + 1] - p->first[rank];
}

#endif
