/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/papers_tree.h"

#include <stdlib.h>

typedef struct node {
    uint32_t row, column; /* in nodes of its level */
    uint64_t entries;
} node;

typedef struct level {
    node *nodes;
    uint64_t count, capacity;
} level;

static bool add(level *l, node n) {
    if (l->count == l->capacity) {
        const uint64_t capacity = l->capacity ? 2 * l->capacity : 1024;
        node *const grown = realloc(l->nodes, capacity * sizeof *grown);
        if (!grown) {
            return false;
        }
        l->nodes = grown;
        l->capacity = capacity;
    }
    l->nodes[l->count++] = n;
    return true;
}

static int by_number(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int by_place(const void *a, const void *b) {
    const node *const x = a, *const y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row) : (x->column > y->column) - (x->column < y->column);
}

/* The leaves of one row of leaves. found: room for the columns of leaves; counts: 0 for each, and again afterwards. */
static bool add_leaves(const mg_matrix_arrays *csr, uint64_t leaf_row, uint32_t *found, uint64_t *counts,
                       level *leaves) {
    const uint64_t begin = leaf_row << TREE_SHIFT, last = (leaf_row + 1) << TREE_SHIFT;
    const uint64_t end = last < csr->rows ? last : csr->rows;
    uint64_t count = 0;
    bool added = true;
    for (uint64_t e = csr->row_offsets[begin]; e < csr->row_offsets[end]; e++) {
        const uint32_t column = csr->column_indices[e] >> TREE_SHIFT;
        if (!counts[column]++) {
            found[count++] = column;
        }
    }
    qsort(found, count, sizeof *found, by_number);
    for (uint64_t i = 0; i < count; i++) {
        added = added && add(leaves, (node){(uint32_t)leaf_row, found[i], counts[found[i]]});
        counts[found[i]] = 0;
    }
    return added;
}

static bool find_leaves(const mg_matrix_arrays *csr, level *leaves) {
    const uint64_t columns = (csr->columns >> TREE_SHIFT) + 1, rows = (csr->rows + 127) >> TREE_SHIFT;
    uint32_t *const found = malloc(columns * sizeof *found);
    uint64_t *const counts = calloc(columns, sizeof *counts);
    bool done = found && counts;
    for (uint64_t row = 0; done && row < rows; row++) {
        done = add_leaves(csr, row, found, counts, leaves);
    }
    free(found);
    free(counts);
    return done;
}

/* Replaces the nodes by their parents, whose entries they are. */
static void to_parents(level *l) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < l->count; i++) {
        l->nodes[i] = (node){l->nodes[i].row >> TREE_SHIFT, l->nodes[i].column >> TREE_SHIFT, 1};
    }
    qsort(l->nodes, l->count, sizeof *l->nodes, by_place);
    for (uint64_t i = 0; i < l->count; i++) {
        if (count && by_place(&l->nodes[count - 1], &l->nodes[i]) == 0) {
            l->nodes[count - 1].entries++;
        } else {
            l->nodes[count++] = l->nodes[i];
        }
    }
    l->count = count;
}

/* Counts the nodes of a level; a node is dense where that needs fewer bytes. */
static void count_level(const level *l, size_t size, bool leaves, tree_counts *c) {
    uint64_t *const sparse = leaves ? &c->sparse_leaves : &c->sparse_inner;
    uint64_t *const dense = leaves ? &c->dense_leaves : &c->dense_inner;
    for (uint64_t i = 0; i < l->count; i++) {
        const uint64_t entries = l->nodes[i].entries, whole = TREE_CELLS * size, listed = 4 + entries * (2 + size);
        const bool is_dense = whole < listed;
        *(is_dense ? dense : sparse) += 1;
        c->bytes += (double)(is_dense ? whole : listed);
        c->children += leaves ? 0 : entries;
        c->sparse_leaf_nonzeros += leaves && !is_dense ? entries : 0;
    }
}

bool tree_predict(const mg_matrix_arrays *csr, size_t value_size, tree_counts *counts) {
    uint64_t side = csr->rows > csr->columns ? csr->rows : csr->columns;
    level l = {.nodes = NULL};
    *counts = (tree_counts){.bytes = 0};
    const bool found = find_leaves(csr, &l);
    if (found) {
        count_level(&l, value_size, true, counts);
    }
    for (side = (side + 127) >> TREE_SHIFT; found && side > 1; side = (side + 127) >> TREE_SHIFT) {
        to_parents(&l);
        count_level(&l, 4, false, counts);
    }
    free(l.nodes);
    return found;
}

double tree_mean_entries(const tree_counts *c) {
    const uint64_t nodes = c->sparse_inner + c->dense_inner + c->dense_leaves;
    return nodes ? (double)(c->sparse_leaves + TREE_CELLS * c->dense_leaves) / (double)nodes : 0;
}

double tree_mean_nonzeros(const tree_counts *c) {
    return c->sparse_leaves ? (double)c->sparse_leaf_nonzeros / (double)c->sparse_leaves - 1 : 0;
}

double tree_formula_bytes(const tree_counts *c, uint64_t nonzeros, size_t value_size) {
    const double leaves = (double)(c->sparse_leaves + c->dense_leaves);
    const double inner = (double)(c->sparse_inner + c->dense_inner);
    return leaves > 0 ? (1 + inner / leaves) * ((double)nonzeros * (2 + (double)value_size) + 4 * leaves) : 0;
}
