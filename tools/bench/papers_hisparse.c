/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_hisparse.c: figures 2 and 4 of HiSparse: bytes and nodes, by the publication's rules ("predicted") and as the
 * library has them ("actual").
 */
#include "tools/bench/papers.h"
#include "tools/bench/papers_tree.h"
#include "tools/cli/signals.h"

#include <math.h>

/* A matrix, its rows in CSR, and its tree. */
typedef struct figures {
    mg_matrix_arrays csr;
    mg_matrix_statistics built;
    tree_counts predicted;
    double deviation; /* of the rows' lengths */
    bool known;
} figures;

static double row_deviation(const mg_matrix_arrays *csr, double mean) {
    double squares = 0;
    for (uint64_t row = 0; row < csr->rows; row++) {
        const double by = (double)(csr->row_offsets[row + 1] - csr->row_offsets[row]) - mean;
        squares += by * by;
    }
    return csr->rows ? sqrt(squares / (double)csr->rows) : 0;
}

static void examine(papers *p, size_t i, figures *f) {
    const mg_matrix *const matrix = papers_typed(p, i, MG_FLOAT32);
    mg_matrix *tree = NULL;
    *f = (figures){.built = MG_MATRIX_STATISTICS_INIT};
    if (!matrix || interrupted() || mg_matrix_to_csr(p->context, matrix, &f->csr) < 0) {
        return;
    }
    f->known = tree_predict(&f->csr, sizeof(float), &f->predicted) &&
               mg_matrix_convert(p->context, matrix, MG_FORMAT_HISPARSE, 1, 0, &tree) >= 0 &&
               mg_matrix_describe(p->context, tree, &f->built) >= 0;
    f->deviation = row_deviation(&f->csr, f->built.mean_row);
    mg_matrix_destroy(p->context, tree);
}

/* Figure 2. */
static void print_bytes(papers *p, const figures *all) {
    static const char *const names[] = {"COO", "CSR", "formula", "predicted", "HiSparse"};
    double sum[5] = {0};
    size_t count = 0;
    bench_table t;
    table_begin(&t, p->report, p->backend, "Figure 2",
                "Memory consumption per non-zero, single precision, bytes (double: 4 more)");
    table_note(&t, "formula: of section 3.3; predicted: the nodes by its rules, without padding");
    table_column_add(&t, -22, 0, "matrix", "matrix");
    for (int c = 0; c < 5; c++) {
        table_column_add(&t, c < 2 ? 8 : 10, 2, names[c], "%s", names[c]);
    }
    for (size_t i = 0; i < p->count; i++) {
        const double z = (double)all[i].csr.nonzeros;
        const bool known = all[i].known && z > 0;
        const double bytes[] = {12, 8 + 4 * (double)(all[i].csr.rows + 1) / z,
                                tree_formula_bytes(&all[i].predicted, all[i].csr.nonzeros, sizeof(float)) / z,
                                all[i].predicted.bytes / z, (double)all[i].built.bytes / z};
        table_text(&t, "%s", p->matrices[i].name);
        for (int c = 0; c < 5; c++) {
            table_measured(&t, known ? bytes[c] : 0);
            sum[c] += known ? bytes[c] : 0;
        }
        table_row(&t);
        count += known;
    }
    if (count) {
        table_text(&t, "mean");
        for (int c = 0; c < 5; c++) {
            table_measured(&t, sum[c] / (double)count);
        }
        table_row(&t);
        table_note(&t, "ours: %.0f %% below COO, %.0f %% below CSR; paper: about 50 %% and 20 %%",
                   100 * (1 - sum[4] / sum[0]), 100 * (1 - sum[4] / sum[1]));
    }
    table_end(&t);
}

/* One row of figure 4. */
static void put_nodes(bench_table *t, const char *name, const char *label, const figures *f, const tree_counts *c) {
    table_text(t, "%s", name);
    table_text(t, "%s", label);
    table_number(t, f->built.mean_row);
    table_number(t, f->deviation);
    table_count(t, f->built.longest_row);
    table_count(t, c->sparse_inner);
    table_count(t, c->dense_inner);
    table_number(t, tree_mean_entries(c));
    table_count(t, c->sparse_leaves);
    table_count(t, c->dense_leaves);
    table_number(t, tree_mean_nonzeros(c));
    table_row(t);
}

/* Figure 4. The library's statistics lack the nonzeros of sparse leaves: they are those of the prediction. */
static void print_structure(papers *p, const figures *all) {
    bench_table t;
    table_begin(&t, p->report, p->backend, "Figure 4",
                "CSR: row mean (std-dev), max | HiSparse nodes: #sparse, #dense, mean entries | leaves: #sparse, "
                "#dense, mean nnz");
    table_column_add(&t, -22, 0, "matrix", "matrix");
    table_column_add(&t, -9, 0, "nodes", "nodes");
    table_column_add(&t, 7, 1, "rows", "row_mean");
    table_column_add(&t, 7, 1, "std-dev", "row_deviation");
    table_between(&t, " (", "),");
    table_column_add(&t, 7, 0, "max", "row_max");
    table_column_add(&t, 7, 0, "#sparse", "sparse_nodes");
    table_between(&t, " | ", "");
    table_column_add(&t, 6, 0, "#dense", "dense_nodes");
    table_column_add(&t, 8, 1, "mean", "mean_entries");
    table_column_add(&t, 7, 0, "#sparse", "sparse_leaves");
    table_between(&t, " | ", "");
    table_column_add(&t, 6, 0, "#dense", "dense_leaves");
    table_column_add(&t, 8, 1, "mean", "mean_nonzeros");
    for (size_t i = 0; i < p->count; i++) {
        const figures *const f = &all[i];
        const papers_source *const source = papers_source_of(p, i);
        if (!f->known) {
            continue;
        }
        const tree_counts actual = {.sparse_inner = f->built.sparse_nodes,
                                    .dense_inner = f->built.dense_nodes,
                                    .sparse_leaves = f->built.sparse_leaves,
                                    .dense_leaves = f->built.dense_leaves,
                                    .sparse_leaf_nonzeros = f->predicted.sparse_leaf_nonzeros};
        put_nodes(&t, p->matrices[i].name, "actual", f, &actual);
        put_nodes(&t, p->matrices[i].name, "predicted", f, &f->predicted);
        if (source && source->printed) {
            table_note(&t, "  paper: %s: rows %s", source->name, source->printed);
        }
    }
    table_end(&t);
}

void papers_hisparse(papers *p) {
    static figures all[PAPERS_MOST];
    for (size_t i = 0; i < p->count; i++) {
        examine(p, i, &all[i]);
    }
    print_bytes(p, all);
    print_structure(p, all);
    papers_hisparse_times(p);
}
