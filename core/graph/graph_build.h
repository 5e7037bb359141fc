/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build.h: from arcs in any order to a compressed adjacency, in steps that do not depend on the thread count.
 */
#ifndef MG_CORE_GRAPH_GRAPH_BUILD_H
#define MG_CORE_GRAPH_GRAPH_BUILD_H

#include "core/graph/graph.h"
#include "core/graph/id_set.h"

#include <string.h>

/* Arcs are looked at in blocks of at most this many. */
#define MG_ARC_BLOCK 1024

/* Memory that was used up is given back in steps of so many elements. */
#define MG_DISCARD_STEP ((uint64_t)1 << 18)

/* A sequence of edges that a loader turns into pairs of vertex indices, block by block. */
typedef struct mg_arc_list {
    uint64_t count;
    mg_type weight_type; /* MG_TYPE_NONE: no weights */
    /* `weights`: room for `count` weights of that type; NULL where they are not wanted. */
    void (*load)(const struct mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                 void *weights);
    /* The same for a second and last time; NULL: `load` is called once more. */
    void (*reload)(const struct mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                   void *weights);
    /* These edges were loaded the last time, their memory may go; or NULL. */
    void (*done)(const struct mg_arc_list *arcs, uint64_t begin, uint64_t end);
    const void *data; /* for the loader */
    bool both;        /* an edge that is no loop gives two arcs, one in each direction */
    bool drop_loops;  /* leave out edges from a vertex to itself */
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

/* Gives every arc an int32 weight in 1..max, a function of the seed and its ends, for an undirected graph the same in
 * both directions. */
mg_status mg__random_weights(mg_context *context, mg_vertex n, bool directed, uint64_t seed, int32_t max, mg_csr *csr);

/* Frees the arrays and forgets them. */
void mg__csr_release(const mg_allocator *memory, mg_csr *csr);

/* Whether weights of this type can be a graph's. */
bool mg__weights_valid(mg_type type, const void *weights, uint64_t count);

/* Fails with RANGE where one of the weights is not a number. */
mg_status mg__check_weights(mg_context *context, mg_type type, const void *weights, uint64_t count);

/* An edge list on its way to a graph. */
typedef struct mg_raw_edges {
    mg_edge_list list;
    /* Ids and weights are blocks of the context's memory, which are changed and released: */
    bool owns_ids, owns_weights;
    mg_id_set names;     /* with ids: those of `list`, uint32, are numbers of this set */
    bool checked;        /* contiguous ids are known to be in their range */
    uint64_t id_bits;    /* at least those set in any id; 0: not known */
    mg_type weight_type; /* what the list's weights become */
    bool paired;         /* both directions of every undirected edge are listed */
} mg_raw_edges;

void mg__raw_edges_release(const mg_allocator *memory, mg_raw_edges *edges);

/* From the ids of an edge list to vertex indices. */
typedef struct mg_id_map {
    mg_vertex n;
    uint64_t base;  /* the smallest id */
    uint64_t *ids;  /* ascending; NULL: id = base + index */
    uint64_t *bits; /* presence of base + i, or NULL */
    uint32_t *rank; /* with bits: vertices before each word; else: the index of each number of a set */
} mg_id_map;

/* Finds the vertices of an edge list and their order. May replace the list's ids by numbers of a set. */
mg_status mg__id_map_build(mg_context *context, mg_raw_edges *edges, mg_id_map *map);
/* Indices of `count` ids that the map has, from position `begin` of an array of MG_UINT32 or MG_UINT64. */
void mg__id_map_load(const mg_id_map *map, mg_type type, const void *ids, uint64_t begin, uint32_t count,
                     mg_vertex *index);
/* Frees all of it, `ids` included unless the caller has taken them and set them to NULL. */
void mg__id_map_release(const mg_allocator *memory, mg_id_map *map);

/* How a graph's vertices are named and whether its edges are undirected, besides its arcs. */
typedef struct mg_graph_header {
    mg_vertex n;
    uint64_t *ids; /* a block that is taken over also on failure, or NULL: */
    uint64_t id_base;
    bool undirected, paired; /* paired: `arcs` has both directions of undirected edges */
} mg_graph_header;

/* *options = those given or the defaults; INVALID where one is out of its range. */
mg_status mg__graph_options(mg_context *context, const mg_graph_options *given, mg_graph_options *options);

/* mg_graph_from_edges for edges that are used up, whether it succeeds or not. */
mg_status mg__graph_from_raw(mg_context *context, mg_raw_edges *edges, const mg_graph_options *options,
                             mg_graph **graph);

/* A graph of arcs between known indices, as the options want it; they say what `both` and `drop_loops` will be. */
mg_status mg__graph_from_arcs(mg_context *context, const mg_graph_header *head, const mg_arc_list *given,
                              const mg_graph_options *options, mg_graph **graph);

/* Whether both directions of every edge are among the arcs, with the same weights as bits: their multisets are equal,
 * but for one chance in 2^64, which the maker of a file cannot bring about. */
bool mg__arcs_paired(const mg_context *context, const mg_arc_list *arcs);

/* Where they are not: an arc from `at` to `other` whose opposite is missing, or has another weight. */
mg_status mg__arcs_unpaired(mg_context *context, mg_vertex n, const mg_arc_list *arcs, mg_vertex *at, mg_vertex *other);

/* Element i of an array of MG_UINT32 or MG_UINT64. */
static inline uint64_t mg__id_at(mg_type type, const void *ids, uint64_t i) {
    return type == MG_UINT32 ? ((const uint32_t *)ids)[i] : ((const uint64_t *)ids)[i];
}

/* The beginning of piece i of `pieces` equal pieces of 0 .. count. */
static inline uint64_t mg__chunk_begin(uint64_t count, int pieces, int i) {
    return count / (uint64_t)pieces * (uint64_t)i +
           (count % (uint64_t)pieces < (uint64_t)i ? count % (uint64_t)pieces : (uint64_t)i);
}

#endif
