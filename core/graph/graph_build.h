/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build.h: construction of a CSR from arcs in any order. Results do not depend on the number of threads.
 */
#ifndef MG_CORE_GRAPH_GRAPH_BUILD_H
#define MG_CORE_GRAPH_GRAPH_BUILD_H

#include "core/graph/graph.h"
#include "core/graph/id_set.h"

#include <string.h>

/* Arcs per call of a loader. */
#define MG_ARC_BLOCK 1024

/* Elements per step in which memory of processed input is returned to the system. */
#define MG_DISCARD_STEP ((uint64_t)1 << 18)

/* A sequence of edges; its loader converts them to pairs of vertex indices, block by block. */
typedef struct mg_arc_list {
    uint64_t count;
    mg_type weight_type; /* MG_TYPE_NONE: no weights */
    /* Loader of the first pass, which looks at `to` only with `both` or `drop_loops`. weights: space for `count`
     * elements of weight_type; NULL: weights are not read. */
    void (*load)(const struct mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                 void *weights);
    /* Loader of the second and last pass; NULL: `load`. */
    void (*reload)(const struct mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                   void *weights);
    /* Called after the last load of these edges: their memory may be discarded. NULL: nothing to do. */
    void (*done)(const struct mg_arc_list *arcs, uint64_t begin, uint64_t end);
    const void *data; /* argument of the loader */
    /* The arcs are listed row by row: copies the rows of vertices [begin, end) to a CSR that has room for them, with
     * their offsets; returns their number. NULL: they are in no order. */
    uint64_t (*copy_rows)(const struct mg_arc_list *arcs, mg_vertex begin, mg_vertex end, mg_csr *csr);
    bool both;       /* an edge that is not a loop gives an arc in each direction */
    bool drop_loops; /* drop edges from a vertex to itself */
} mg_arc_list;

/* Builds the CSR of n vertices; each row keeps the order of the arcs (stable). Without `both` the targets may be n and
 * more: the columns of a rectangular matrix. */
mg_status mg__csr_build(mg_context *context, mg_vertex n, const mg_arc_list *arcs, mg_csr *csr);

/* Sorts every row by neighbour, parallel arcs by weight. */
mg_status mg__csr_sort(mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr);

/* Keeps the first of each group of parallel arcs; in sorted rows the one of least weight. */
mg_status mg__csr_merge(mg_context *context, mg_vertex n, mg_type weight_type, mg_csr *csr);

/* Transposes a CSR of `rows` rows whose neighbours are below `columns`; the rows of the result ascend, stable. */
mg_status mg__csr_transpose(mg_context *context, mg_vertex rows, mg_vertex columns, mg_type weight_type,
                            const mg_csr *csr, mg_csr *transposed);

/* Is the CSR, whose rows are sorted (mg__csr_sort), its own transpose? As sure as mg__csr_paired(), and faster
 * where many arcs have no opposite. */
bool mg__csr_is_symmetric(const mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr);

/* Sets every weight to an int32 in 1..max, a hash of the seed and both ends; equal in both directions if undirected. */
mg_status mg__random_weights(mg_context *context, mg_vertex n, bool directed, uint64_t seed, int32_t max, mg_csr *csr);

/* Frees the arrays and sets the pointers to NULL. */
void mg__csr_release(const mg_allocator *memory, mg_csr *csr);

/* Are these valid weights of a graph: supported type, and NULL exactly if the type is NONE (or count is 0)? */
bool mg__weights_valid(mg_type type, const void *weights, uint64_t count);

/* RANGE: a weight is NaN. */
mg_status mg__check_weights(mg_context *context, mg_type type, const void *weights, uint64_t count);

/* An edge list whose arrays the builder may own and overwrite. */
typedef struct mg_raw_edges {
    mg_edge_list list;
    /* The arrays are blocks of context->memory, which the builder overwrites and releases. */
    bool owns_ids, owns_weights;
    mg_id_set names;     /* if not empty: the ids of `list` are uint32 numbers of this set */
    bool checked;        /* contiguous ids are known to be in their range */
    uint64_t id_bits;    /* bitwise or of all ids, or a superset of its bits; 0: unknown */
    mg_type weight_type; /* type that the weights are converted to */
    bool paired;         /* both directions of every undirected edge are listed */
} mg_raw_edges;

void mg__raw_edges_release(const mg_allocator *memory, mg_raw_edges *edges);

/* Map from the ids of an edge list to vertex indices. */
typedef struct mg_id_map {
    mg_vertex n;
    uint64_t base;  /* smallest id */
    uint64_t *ids;  /* ascending; NULL: id = base + index */
    uint64_t *bits; /* bitmap of the ids present, from base; or NULL */
    uint32_t *rank; /* with bits: vertices before each word; else the index of each number of an id set */
} mg_id_map;

/* Finds the vertices of an edge list and ranks their ids. May replace the ids of the list by numbers of an id set. */
mg_status mg__id_map_build(mg_context *context, mg_raw_edges *edges, mg_id_map *map);
/* Indices of `count` ids in the map, from position `begin` of an array of MG_UINT32 or MG_UINT64. */
void mg__id_map_load(const mg_id_map *map, mg_type type, const void *ids, uint64_t begin, uint32_t count,
                     mg_vertex *index);
/* Frees the arrays, `ids` included unless the caller took them and set the pointer to NULL. */
void mg__id_map_release(const mg_allocator *memory, mg_id_map *map);

/* Properties of a graph under construction, besides its arcs. */
typedef struct mg_graph_header {
    mg_vertex n;
    uint64_t *ids; /* owned by the callee, also on failure; NULL: id = id_base + index */
    uint64_t id_base;
    bool undirected, paired;  /* paired: `arcs` has both directions of undirected edges, */
    const char *check_paired; /* which is checked: the file that says so; NULL: it is known */
} mg_graph_header;

/* *options = the given ones, or the defaults if NULL. INVALID: a field is out of range. */
mg_status mg__graph_options(mg_context *context, const mg_graph_options *given, mg_graph_options *options);

/* mg_graph_from_edges without order; consumes the edges, also on failure. */
mg_status mg__graph_from_raw(mg_context *context, mg_raw_edges *edges, const mg_graph_options *options,
                             mg_graph **graph);

/* INVALID: the fields of an edge list contradict each other. Its arrays are not read. */
mg_status mg__check_edges(mg_context *context, const mg_edge_list *edges);

/* mg_graph_from_edges of arrays in host memory, checked options and fields, without order. */
mg_status mg__graph_from_list(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                              mg_graph **graph);

/* The same of rows that were made of a list with contiguous ids: each ascends, parallel arcs are in no order of their
 * weights, which are checked. Consumes them, also on failure. */
mg_status mg__graph_from_rows(mg_context *context, const mg_edge_list *edges, const mg_graph_options *options,
                              mg_csr csr, mg_graph **graph);

/* Is the graph of edges, which are undirected or not, directed under the options? */
bool mg__becomes_directed(bool undirected, const mg_graph_options *options);

/* Graph of arcs between vertex indices. The options determine `both` and `drop_loops` of the arcs. */
mg_status mg__graph_from_arcs(mg_context *context, const mg_graph_header *head, const mg_arc_list *given,
                              const mg_graph_options *options, mg_graph **graph);

/* Do the arcs contain both directions of every edge, with bitwise equal weights? Compares randomised hashes of the
 * multisets: wrong with probability 2^-64, which crafted input cannot increase. */
bool mg__arcs_paired(const mg_context *context, const mg_arc_list *arcs);

/* The same of a CSR whose rows are sorted by neighbour, four times as fast: a pair of vertices contributes the product
 * of their random numbers, and the sum over all arcs is a quadratic form, which is 0 for all numbers only if the arcs
 * cancel. Wrong with probability 2^-58. */
bool mg__csr_paired(const mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr);

/* The part of row v in that sum, for a check that reads the rows anyway. */
typedef struct mg_pair_key {
    uint64_t vertex[2], weight[2];
} mg_pair_key;
mg_pair_key mg__pair_key(void);
/* A random number of x: both halves of the product of 128 bits, mixed, which takes one multiplication. */
static inline uint64_t mg__keyed_number(const uint64_t key[2], uint64_t x) {
    const unsigned __int128 product = (unsigned __int128)(x ^ key[0]) * key[1];
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}
uint64_t mg__row_balance(const mg_pair_key *key, const mg_csr *csr, size_t weight_size, mg_vertex v);

/* If not paired: finds an arc from `at` to `other` whose opposite is missing or has another weight. */
mg_status mg__arcs_unpaired(mg_context *context, mg_vertex n, const mg_arc_list *arcs, mg_vertex *at, mg_vertex *other);

/* Element i of an array of MG_UINT32 or MG_UINT64. */
static inline uint64_t mg__id_at(mg_type type, const void *ids, uint64_t i) {
    return type == MG_UINT32 ? ((const uint32_t *)ids)[i] : ((const uint64_t *)ids)[i];
}

/* Position in a sorted row of the first neighbour that is not less than v. */
static inline uint64_t mg__row_position(const mg_vertex *row, uint64_t length, mg_vertex v) {
    uint64_t low = 0, high = length;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (row[middle] < v) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static inline bool mg__row_has(const mg_vertex *row, uint64_t length, mg_vertex v) {
    const uint64_t at = mg__row_position(row, length, v);
    return at < length && row[at] == v;
}

/* First element of chunk i when [0, count) is divided into `pieces` chunks of equal size. */
static inline uint64_t mg__chunk_begin(uint64_t count, int pieces, int i) {
    return count / (uint64_t)pieces * (uint64_t)i +
           (count % (uint64_t)pieces < (uint64_t)i ? count % (uint64_t)pieces : (uint64_t)i);
}

#endif
