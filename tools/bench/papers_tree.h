/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_tree.h: the tree of HiSparse by the publication's rules alone, with which what the library builds is compared.
 */
#ifndef MG_TOOLS_BENCH_PAPERS_TREE_H
#define MG_TOOLS_BENCH_PAPERS_TREE_H

#include <multigraph/multigraph.h>

#define TREE_SHIFT 7 /* nodes of 128 x 128 entries */
#define TREE_CELLS 16384

typedef struct tree_counts {
    uint64_t sparse_inner, dense_inner, sparse_leaves, dense_leaves;
    uint64_t children;             /* of all inner nodes */
    uint64_t sparse_leaf_nonzeros; /* in sparse leaves */
    double bytes;                  /* a count of 4 bytes, 2 bytes of coordinates for each entry; without padding */
} tree_counts;

/* value_size: bytes of a value; child pointers have 4. False: out of memory. */
bool tree_predict(const mg_matrix_arrays *csr, size_t value_size, tree_counts *counts);

/* As figure 4 has them, found by its rows. "mean entries": sparse leaves, and all cells of dense leaves, by inner nodes
 * and dense leaves, which fits dense, mip1 and poisson3Da to the last digit; "mean nnz": nonzeros of the sparse leaves
 * by their number, less 1, which fits to 0.1. */
double tree_mean_entries(const tree_counts *counts);
double tree_mean_nonzeros(const tree_counts *counts);
/* Section 3.3: (1 + N / L) (nnz (2 log2 d + b) + 32 L) bits for N inner nodes and L leaves. */
double tree_formula_bytes(const tree_counts *counts, uint64_t nonzeros, size_t value_size);

#endif
