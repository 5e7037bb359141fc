/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build.h: from arcs in any order to a compressed adjacency, in steps that do not depend on the thread count.
 */
#ifndef MG_CORE_GRAPH_BUILD_H
#define MG_CORE_GRAPH_BUILD_H

#include "core/graph.h"

/* Arcs are looked at in blocks of at most this many. */
#define MG_ARC_BLOCK 1024

/* A sequence of edges that a loader turns into pairs of vertex indices, block by block, as often as it is asked to. */
typedef struct mg_arc_list {
    uint64_t count;
    void (*load)(const struct mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to);
    const void *data; /* for the loader */
    mg_type weight_type;
    const void *weights;
    bool both;       /* an edge that is no loop gives two arcs, one in each direction */
    bool drop_loops; /* leave out edges from a vertex to itself */
} mg_arc_list;

/* The adjacency of n vertices; each row keeps the order of the arcs. */
mg_status mg__csr_build(mg_context *context, mg_vertex n, const mg_arc_list *arcs, mg_csr *csr);

/* Sorts every row by neighbour, parallel arcs by weight. */
mg_status mg__csr_sort(mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr);

/* Keeps the first of each group of parallel arcs; in sorted rows, the one of least weight. */
mg_status mg__csr_merge(mg_context *context, mg_vertex n, mg_type weight_type, mg_csr *csr);

/* The reversed arcs of an adjacency with sorted rows; its rows are sorted too. */
mg_status mg__csr_transpose(mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr,
                            mg_csr *transposed);

/* Gives every arc an int32 weight in 1..max, a function of the seed and its ends, for an undirected graph the same in both
 * directions. */
mg_status mg__random_weights(mg_context *context, mg_vertex n, bool directed, uint64_t seed, int32_t max, mg_csr *csr);

/* Frees the arrays and forgets them. */
void mg__csr_release(const mg_allocator *memory, mg_csr *csr);

/* Fails with RANGE where one of the weights is not a number. */
mg_status mg__check_weights(mg_context *context, mg_type type, const void *weights, uint64_t count);

/* From the ids of an edge list to vertex indices. */
typedef struct mg_id_map {
    mg_vertex n;
    uint64_t base;  /* the smallest id */
    uint64_t *ids;  /* ascending; NULL: id = base + index */
    uint64_t *bits; /* presence of base + i, or NULL */
    uint32_t *rank; /* with bits: vertices before each word; else: the ids' own index by their upper bits */
    unsigned shift; /* without bits: rank[(id - base) >> shift] is the first candidate */
} mg_id_map;

/* Finds the vertices of an edge list and their order. */
mg_status mg__id_map_build(mg_context *context, const mg_edge_list *edges, mg_id_map *map);
/* Indices of `count` ids that the map has, from position `begin` of an array of MG_UINT32 or MG_UINT64. */
void mg__id_map_load(const mg_id_map *map, mg_type type, const void *ids, uint64_t begin, uint32_t count,
                     mg_vertex *index);
/* Frees all of it, `ids` included unless the caller has taken them and set them to NULL. */
void mg__id_map_release(const mg_allocator *memory, mg_id_map *map);

/* Element i of an array of MG_UINT32 or MG_UINT64. */
static inline uint64_t mg__id_at(mg_type type, const void *ids, uint64_t i) {
    return type == MG_UINT32 ? ((const uint32_t *)ids)[i] : ((const uint64_t *)ids)[i];
}

/* The beginning of piece i of `pieces` equal pieces of 0 .. count. */
static inline uint64_t mg__piece(uint64_t count, int pieces, int i) {
    return count / (uint64_t)pieces * (uint64_t)i +
           (count % (uint64_t)pieces < (uint64_t)i ? count % (uint64_t)pieces : (uint64_t)i);
}

#endif
