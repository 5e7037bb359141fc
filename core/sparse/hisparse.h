/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse.h: the layout of the format HISPARSE: a tree of nodes of d x d entries. Inner nodes have references to their
 * children, leaves values. Nodes live in chunks that versions of a matrix share by reference counts: an edited matrix
 * has the changed nodes in chunks of its own and shares the others.
 */
#ifndef MG_CORE_SPARSE_HISPARSE_H
#define MG_CORE_SPARSE_HISPARSE_H

#include "core/sparse/block_sort.h"

/* A reference is the node's place in units of 16 bytes, times 4, plus its type; 0: no node. */
#define MG_NODE_UNIT 16
#define MG_NODE_UNITS_MAX (UINT32_C(1) << 30)
/* Units of a slab: places are found by the slab's address, so that chunks need not be neighbours. */
#define MG_SLAB_SHIFT 12
#define MG_TREE_DEPTH_MAX 16
#define MG_NODE_SHIFT_MIN 2
#define MG_NODE_SHIFT_MAX 8

/* Dense: d * d entries by row; a leaf also has a bit for each that is a nonzero. COOX: the number of entries, their
 * coordinates row << 8 | column, then the entries, both padded to a multiple of X so that X are loaded at once. Entries
 * are by row, then column. */
typedef enum mg_node_type { MG_NODE_DENSE, MG_NODE_COO1, MG_NODE_COO2, MG_NODE_COO4 } mg_node_type;

typedef struct mg_node_chunk {
    atomic_uint references; /* versions that have nodes in it */
    mg_allocator memory;
    uint32_t first_slab, slab_count;
    uint64_t bytes;
    char *nodes;
} mg_node_chunk;

/* Numbers of a tree's nodes. */
typedef struct mg_node_counts {
    uint64_t sparse_inner, dense_inner, sparse_leaves, dense_leaves;
    uint64_t children; /* entries of all inner nodes */
    uint64_t bytes;
} mg_node_counts;

typedef struct mg_hisparse {
    uint32_t shift; /* logarithm of d */
    uint32_t depth; /* levels; 1: the root is a leaf */
    uint32_t root;
    uint32_t slab_count;
    char **slabs;          /* address of each slab; NULL: free */
    uint32_t *slab_chunks; /* the chunk of each slab */
    uint32_t chunk_count;
    mg_node_chunk **chunks; /* NULL: free */
    uint64_t *live;         /* bytes of this version's nodes in each chunk */
    uint64_t largest_leaf;  /* most entries that a leaf had */
    uint32_t *positions;    /* of the nonzeros by leaf row, leaf column: place in the row of the CSR; NULL: its order */
    mg_node_counts counts;
} mg_hisparse;

static inline mg_node_type mg__node_type(uint32_t node) {
    return (mg_node_type)(node & 3);
}
static inline char *mg__node_at(const mg_hisparse *h, uint32_t node) {
    const uint32_t unit = node >> 2;
    return h->slabs[unit >> MG_SLAB_SHIFT] + (size_t)(unit & ((1U << MG_SLAB_SHIFT) - 1)) * MG_NODE_UNIT;
}

/* ---- sizes ---- */

static inline mg_node_type mg__sparse_type(uint64_t count) {
    return count == 1 ? MG_NODE_COO1 : count == 2 ? MG_NODE_COO2 : MG_NODE_COO4;
}
static inline uint64_t mg__node_padded(uint64_t count) {
    return count <= 2 ? count : (count + 3) / 4 * 4;
}
/* Where the entries of a sparse node begin: aligned to what is loaded at once. size: of an entry. */
static inline uint64_t mg__node_entries(uint64_t count, size_t size) {
    const uint64_t loaded = size * (count <= 2 ? count : 4), step = loaded < MG_NODE_UNIT ? loaded : MG_NODE_UNIT;
    const uint64_t end = 4 + 2 * mg__node_padded(count);
    return step ? (end + step - 1) / step * step : end;
}
/* Bytes of a node, a multiple of the unit. */
uint64_t mg__node_bytes(uint32_t shift, mg_node_type type, bool is_leaf, uint64_t count, size_t size);
/* The type that needs less by the publication's formula. unique: no two entries have the same coordinates. */
mg_node_type mg__node_choose(uint32_t shift, uint64_t count, bool unique, size_t size);

/* ---- nodes ---- */

/* Entries of a node as a list. */
typedef struct mg_node_list {
    uint64_t count;
    uint16_t *places; /* row << 8 | column */
    char *entries;    /* references or values */
} mg_node_list;

/* Number of entries. */
uint64_t mg__node_count(const mg_hisparse *h, uint32_t node, bool is_leaf, size_t size);
/* Copies the entries of a node into a list that has room. */
void mg__node_read(const mg_hisparse *h, uint32_t node, bool is_leaf, size_t size, mg_node_list *list);
/* Writes the entries into the place of a node. */
void mg__node_write(const mg_hisparse *h, uint32_t node, bool is_leaf, size_t size, const mg_node_list *list);
/* Loads entries of a leaf, from number `from` on, at most `most`; returns their number. values: copied for dense
 * leaves, else *found is set to them. */
uint32_t mg__leaf_load(const mg_hisparse *h, uint32_t node, size_t size, uint64_t from, uint32_t most, uint16_t *places,
                       uint64_t *copied, const void **found);

/* ---- chunks ---- */

/* Adds a chunk of `bytes`, of which this version is the first user, with free slabs; *unit: its first unit. */
mg_status mg__hisparse_chunk(mg_context *context, const mg_allocator *memory, mg_hisparse *h, uint64_t bytes,
                             uint32_t *unit);
/* A version with the chunks of another, each retained. */
mg_status mg__hisparse_share(mg_context *context, const mg_hisparse *from, mg_hisparse *to);
/* Gives back chunks without nodes of this version. */
void mg__hisparse_drop_unused(mg_hisparse *h);
void mg__hisparse_release(const mg_allocator *memory, mg_hisparse *h);
/* Counts a node of `count` entries in, or with sign -1 out; returns its bytes, times the sign. */
uint64_t mg__hisparse_count(uint32_t shift, uint32_t node, bool is_leaf, uint64_t count, size_t size, int sign,
                            mg_node_counts *counts);
/* The same in a version, and in the chunk of the node. */
void mg__hisparse_account(mg_hisparse *h, uint32_t node, bool is_leaf, size_t size, int sign);
/* Adds numbers of nodes that are all in the first chunk. */
void mg__hisparse_add_counts(mg_hisparse *h, const mg_node_counts *counts);

/* ---- trees ---- */

/* Nodes of a level, by row, then column. */
typedef struct mg_tree_level {
    uint64_t count;
    uint32_t *rows, *columns; /* in nodes of this level */
    uint64_t *firsts;         /* count + 1: entries of each node, inner nodes: elements of `order` */
    uint64_t *order;          /* inner nodes: their children, numbers of the level below */
    uint32_t *nodes;          /* references */
} mg_tree_level;
typedef struct mg_tree_plan {
    uint32_t shift, depth;
    size_t size; /* of a value */
    uint64_t units;
    mg_tree_level levels[MG_TREE_DEPTH_MAX]; /* 0: leaves */
} mg_tree_plan;

/* Plans the tree over sorted leaves and gives every node its place, from `unit` on. unique: of each leaf, whether its
 * coordinates differ; NULL: all. To be released also after a failure. */
mg_status mg__tree_plan(mg_context *context, const mg_storage *from, const mg_sorted_blocks *leaves,
                        const uint8_t *unique, mg_tree_plan *plan);
void mg__tree_plan_release(mg_context *context, mg_tree_plan *plan);
/* Writes the inner nodes, and accounts for all nodes. All are in the first chunk. */
mg_status mg__tree_write(mg_context *context, const mg_tree_plan *plan, mg_hisparse *h);

#endif
